package numeric

import scala.annotation.tailrec

// Tail recursion and loops that end when a value says so.

object Iterations:
  // run: product(2.0, 4, 1.0) = 16.0, d = (32.0, 16.0)
  @tailrec
  def product(x: Double, n: Int, r: Double): Double =
    if n == 0 then r else product(x, n - 1, r * x) // active: r x // inactive: n

  // run: newton(2.0, 2.0) = ~ 1e-15: 1.4142135623730951, d = ~ 1e-15: 0.35355339059327373
  // wrt: a
  @tailrec
  final def newton(a: Double, y: Double): Double =
    val next = 0.5 * (y + a / y)
    if Math.abs(next - y) <= 1e-16 * a then 0.5 * (next + a / next) else newton(a, next)

  // run: logistic(0.3, 3.2, 5)
  def logistic(x: Double, r: Double, n: Int): Double =
    var y = x
    var i = 0
    while
      y = r * y * (1 - y)
      i += 1
      i < n
    do ()
    y

  // run: kepler(0.8, 0.3)
  def kepler(anomaly: Double, eccentricity: Double): Double =
    var e = anomaly // active: e
    var i = 0
    while i < 30 do
      e = anomaly + eccentricity * Math.sin(e)
      i += 1
    e

  // run: steps(10.0) = 4.0, d = 0.0
  def steps(x: Double): Double = // warn: NB0302
    var y = x
    var n = 0
    while y > 1 do
      y /= 2 // inactive: y n
      n += 1
    n
