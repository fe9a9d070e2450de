package calls

// Arguments by name and functions without arguments.

object ByName:
  private def twice(c: Boolean, e: => Double): Double = if c then e + e else 0.0

  // run: byName(3.0) = 18.0, d = 12.0
  def byName(x: Double): Double = twice(x > 0, x * x)

  // run: thunk(3.0) = 9.0, d = 6.0
  def thunk(x: Double): Double =
    val square = () => x * x
    square()

  private def both(f: () => Double): Double = f() * f()

  // run: passed(2.0) = 16.0, d = 32.0
  def passed(x: Double): Double = both(() => x * x)

  private def repeated[A](f: A => A, a: A): A = f(f(a))

  // run: generic(2.0) = 16.0, d = 32.0
  def generic(x: Double): Double = repeated[Double](t => t * t, x)
