package objects

// Active values in fields and arrays.

class Accumulator:
  private var total = 0.0
  var last = 1.0
  private val weights = Array(0.5, 2.0)

  // run: add(3.0) = 9.0, d = 6.0
  def add(x: Double): Double =
    total += x * x
    total

  // run: average(2.0, 3) = 4.0, d = 2.0
  def average(x: Double, n: Int): Double =
    var i = 1
    while i <= n do
      total += i * x
      i += 1
    last = total / n
    last

  // run: weighted(2.0) = 9.0, d = 8.5
  def weighted(x: Double): Double = weights(0) * x + weights(1) * x * x

// run: powers(2.0) = 6.0, d = 5.0
def powers(x: Double): Double =
  val a = new Array[Double](2)
  a(0) = x // active: a x
  a(1) = x * x
  a(0) + a(1)

// run: swept(2.0, 4) = 15.0, d = 17.0
def swept(x: Double, n: Int): Double =
  val a = new Array[Double](n)
  a(0) = 1
  var i = 1
  var sum = a(0)
  while i < n do
    a(i) = a(i - 1) * x
    sum += a(i) // active: a sum // inactive: i n
    i += 1
  sum
