package calls

import java.util.function.DoubleUnaryOperator

// An interface with one method, which a function literal implements.
trait Integrand:
  def at(t: Double): Double

object Lambdas:
  private def simpson(f: Integrand, a: Double, b: Double): Double =
    (b - a) / 6 * (f.at(a) + 4 * f.at((a + b) / 2) + f.at(b))

  // run: integrated(3.0) = 27.0, d = 36.0
  def integrated(x: Double): Double = simpson(t => x * t * t, 0.0, x)

  // run: ofJava(3.0) = 28.0, d = 27.0
  def ofJava(x: Double): Double =
    val f: DoubleUnaryOperator = t => t * t * x
    f.applyAsDouble(x) + 1

  // A function of Scala's own, specialised to numbers.
  // run: ofScala(3.0) = 18.0, d = 8.0
  def ofScala(x: Double): Double =
    val f = (t: Double) => t * x
    f(x) + f(2.0) + 3
