package numeric

// Sums and products in loops, in top-level functions.

// run: horner(2.0) = 11.0, d = 13.0
def horner(x: Double): Double = (x * x + 1) * x + 1

// run: power(2.0, 3) = 8.0, d = 12.0
// run: power(2.0, 0) = 1.0, d = 0.0
def power(x: Double, n: Int): Double =
  var r = 1.0 // inactive: r
  var i = 0
  while i < n do
    r *= x // active: r x // inactive: i n
    i += 1
  r // active: r

// run: geometric(0.5, 3) = 1.875, d = 2.75
def geometric(x: Double, n: Int): Double = {
  var sum = 0.0
  var term = 1.0
  var k = 0
  while (k <= n) {
    sum += term // active: sum term // inactive: k
    term *= x
    k += 1
  }
  sum
}

// run: weighted(2.0, {1.0, 2.0, 3.0}) = 11.0, d = 6.0
// wrt: x
def weighted(x: Double, coefficients: Array[Double]): Double =
  var r = 0.0
  var i = 0
  while i < coefficients.length do
    r = r * x + coefficients(i) // active: r x // inactive: i coefficients
    i += 1
  r

// run: harmonic(3.0, 4) = 6.25, d = ~ 1e-15: 2.0833333333333335
def harmonic(x: Double, n: Long): Double =
  var sum = 0.0
  var k = 1L
  while k <= n do
    sum += x / k
    k += 1
  sum
