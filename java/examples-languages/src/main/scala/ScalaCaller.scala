package demo

import io.github.nablars.Nabla

/** A damped oscillation. */
class Damped(damping: Double, frequency: Double):
  def height(t: Double): Double = math.exp(-damping * t) * math.sin(frequency * t)

  def slope(t: Double): Double = Nabla.derivative(u => height(u)).applyAsDouble(t)

object ScalaCaller:
  def slope(x: Double): Double = Nabla.derivative(t => t * math.sin(t)).applyAsDouble(x)

  def slopeOfSine(x: Double): Double = Nabla.derivative(math.sin).applyAsDouble(x)

  /** A function of Scala's that is captured is of a type that the run time does not follow: it says so. */
  def slopeOfAny(f: Double => Double, x: Double): Double = Nabla.derivative((t: Double) => f(t)).applyAsDouble(x)

  /** Loops over numbers; Scala's collections hold objects, whose derivatives nobody follows. */
  def gradient(scale: Double, x: Double*): Array[Double] =
    Nabla.gradient { (p: Array[Double]) =>
      var sum = 0.0
      var i = 0
      while i < p.length do
        sum += p(i) * p(i)
        i += 1
      scale * sum * math.exp(p(0))
    }.at(x.toArray)
