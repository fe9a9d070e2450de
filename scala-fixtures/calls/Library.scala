package calls

import scala.math.{Pi, atan2, exp, hypot, log, pow, sin, sqrt}

// Scala's own names for the functions of java.lang.Math.

object Library:
  // run: root(4.0) = 2.0, d = 0.25
  def root(x: Double): Double = math.sqrt(x)

  // run: power(2.0, 3) = 8.0, d = 12.0
  def power(x: Double, n: Int): Double = pow(x, n)

  // run: waves(0.7, 1.3)
  def waves(x: Double, y: Double): Double = sin(2 * Pi * x) * exp(-y) + log(x) * sqrt(y)

  // run: polar(3.0, 4.0) = ~ 1e-15: 5.643501108793284
  def polar(y: Double, x: Double): Double = hypot(x, y) + atan2(y, x)

  // run: limited(5.0) = 3.0, d = 0.0
  // run: limited(2.0) = 2.0, d = 1.0
  def limited(x: Double): Double = x min 3.0

  // run: magnitude(-2.0) = 2.0, d = -1.0
  def magnitude(x: Double): Double = x.abs

  // run: largest(-2.0, 3.0) = 3.0, d = (0.0, 1.0)
  def largest(x: Double, y: Double): Double = x.max(y)
