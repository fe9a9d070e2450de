package refused

// Active values that go through functions as values and through Scala's library: refused until they
// are followed, and then to be run at what the remarks say.

object Functions:
  // Then f(3.0) = 9.0, d = 6.0
  def lambda(x: Double): Double =
    val f = (t: Double) => t * x // refuse: NB0201
    f(x) // refuse: NB0201

  // Scala's own names for the functions of java.lang.Math.
  // Then f(4.0) = 2.0, d = 0.25
  def root(x: Double): Double = math.sqrt(x) // refuse: NB0201

  // Then f(2.0, 3) = 8.0, d = 12.0
  def power(x: Double, n: Int): Double = math.pow(x, n) // refuse: NB0201

  // Then f(5.0) = 3.0, d = 0.0
  def limited(x: Double): Double = x min 3.0 // refuse: NB0201

  // A loop over a range is a call of a function that changes a variable in an object.
  // Then f(2.0, 3) = 8.0, d = 12.0
  def overRange(x: Double, n: Int): Double =
    var r = 1.0
    for _ <- 1 to n do r *= x // refuse: NB0201
    r
