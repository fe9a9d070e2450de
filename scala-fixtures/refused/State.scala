package refused

// Active values in fields, arrays and captured variables: refused for now.

class Accumulator:
  private var total = 0.0
  private val weights = Array(0.5, 2.0)

  // Then f(3.0) = 9.0, d = 6.0
  def add(x: Double): Double =
    total += x * x // refuse: NB0203
    total

  // The same array without an active value in it is no trouble.
  // run: weighted(2.0) = 9.0, d = 8.5
  def weighted(x: Double): Double = weights(0) * x + weights(1) * x * x

// Then f(2.0) = 6.0, d = 5.0
def powers(x: Double): Double =
  val a = new Array[Double](2)
  a(0) = x // refuse: NB0202
  a(1) = x * x // refuse: NB0202
  a(0) + a(1)

// A loop over a range is a call of a function that changes a variable in an object.
// Then f(2.0, 3) = 8.0, d = 12.0
def overRange(x: Double, n: Int): Double =
  var r = 1.0
  for _ <- 1 to n do r *= x // refuse: NB0201
  r

// Then f(2.0) = 6.0, d = 3.0
def summed(x: Double): Double = List(x, 2 * x).sum // refuse: NB0201
