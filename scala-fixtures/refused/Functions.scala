package refused

// Active values that go through functions as values: refused until they are followed, and then to be
// run at what the remarks say.

object Functions:
  // A loop over a range is a call of a function that changes a variable in an object.
  // Then f(2.0, 3) = 8.0, d = 12.0
  def overRange(x: Double, n: Int): Double =
    var r = 1.0
    for _ <- 1 to n do r *= x // refuse: NB0201
    r

  final class Cell(var content: Double)

  private def run(block: => Unit): Unit = block

  // Then block(3.0) = 9.0, d = 6.0
  def block(x: Double): Double =
    val cell = Cell(1.0)
    run { cell.content = x * x } // refuse: NB0201
    cell.content
