package calls

// Active values that go through other functions: refused until calls are followed, and then to be
// run at what the remarks say.

private def helper(x: Double): Double = x * x

// Then f(3.0) = 18.0, d = 12.0
def called(x: Double): Double = 2 * helper(x) // refuse: NB0201

object Model:
  private def scaled(x: Double, factor: Double = 3.0): Double = factor * x

  // Then f(2.0) = 6.0, d = 3.0
  def defaulted(x: Double): Double = scaled(x) // refuse: NB0201

  // Then f(2.0) = 16.0, d = 32.0
  def localFunction(x: Double): Double =
    def square(t: Double) = t * t * x / x
    square(square(x)) // refuse: NB0201

  // Then f(3.0) = 9.0, d = 6.0
  def lambda(x: Double): Double =
    val f = (t: Double) => t * x // refuse: NB0201
    f(x) // refuse: NB0201

  // Then f(2.0, 4) = 16.0, d = 32.0
  def recursive(x: Double, n: Int): Double =
    if n == 0 then 1 else x * recursive(x, n - 1) // refuse: NB0201

  // Scala's own names for the functions of java.lang.Math.
  // Then f(4.0) = 2.0, d = 0.25
  def root(x: Double): Double = math.sqrt(x) // refuse: NB0201

  // Then f(2.0, 3) = 8.0, d = 12.0
  def power(x: Double, n: Int): Double = math.pow(x, n) // refuse: NB0201

  // Then f(5.0) = 3.0, d = 0.0
  def limited(x: Double): Double = x min 3.0 // refuse: NB0201
