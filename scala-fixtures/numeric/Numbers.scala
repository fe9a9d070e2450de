package numeric

// Floats, conversions, text, exceptions.

object Numbers:
  // run: narrow(3.0) = 9.0, d = 6.0
  def narrow(x: Float): Float = x * x

  // run: mixed(2.0, 3.0, 4) = 30.0, d = (13.0, 10.0)
  def mixed(x: Float, y: Double, n: Long): Double = x * y + x * n * y - 2 * x + n

  // run: logged(3.0) = 9.0, d = 6.0
  def logged(x: Double): Double =
    val r = x * x // active: r
    println("r = " + r)
    r // inactive: x

  // run: checked(4.0) = 2.0, d = 0.25
  // run: checked(-1.0) throws java.lang.IllegalArgumentException
  def checked(x: Double): Double =
    if x < 0 then throw new IllegalArgumentException("negative: " + x)
    Math.sqrt(x)

  // run: caught(2.0, 0) = 2.0, d = 1.0
  // run: caught(2.0, 3) = 12.0, d = 12.0
  def caught(x: Double, n: Int): Double =
    val r =
      try
        val k = 9 / n // inactive: k n
        x * x * k
      catch case e: ArithmeticException => x
      finally println(n)
    r // active: r

  // run: narrowed(1.5) = 3.375, d = 3.75, nonsmooth
  def narrowed(x: Double): Double =
    val y = x.toFloat // active: y x
    y * x + y * 0.75
