package refused

// Active values that go through functions as values: refused until they are followed, and then to be
// run at what the remarks say.

object Functions:
  // Then f(3.0) = 9.0, d = 6.0
  def lambda(x: Double): Double =
    val f = (t: Double) => t * x // refuse: NB0201
    f(x) // refuse: NB0201

  // A loop over a range is a call of a function that changes a variable in an object.
  // Then f(2.0, 3) = 8.0, d = 12.0
  def overRange(x: Double, n: Int): Double =
    var r = 1.0
    for _ <- 1 to n do r *= x // refuse: NB0201
    r
