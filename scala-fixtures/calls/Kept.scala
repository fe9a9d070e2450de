package calls

// Functions that objects keep since they were made: all of Scala's can be serialised.
class Kept(k: Double):
  private val square: Double => Double = t => t * t
  private val scaled: Double => Double = t => t * k
  private val both: (Double, Double) => Double = (a, b) => a * b + a
  private val power: Double => Double = twice

  private def twice(t: Double): Double = 2 * t * t

  def ofSquare(x: Double): Double = square(x)
  def ofProducts(x: Double): Double = scaled(x) + both(x, x)
  def ofPower(x: Double): Double = power(x)

object Kept:
  private val kept = Kept(3)
  val cube: Double => Double = t => t * t * t

  // run: squared(3.0) = 9.0, d = 6.0
  def squared(x: Double): Double = kept.ofSquare(x)

  // run: products(2.0) = 12.0, d = 8.0
  def products(x: Double): Double = kept.ofProducts(x)

  // run: powers(2.0) = 8.0, d = 8.0
  def powers(x: Double): Double = kept.ofPower(x)

  // run: cubed(2.0) = 8.0, d = 12.0
  def cubed(x: Double): Double = cube(x)
