package numeric

// return inside of loops, shadowed and reassigned names.

object Early:
  // run: firstAbove(2.0, 5.0) = 8.0, d = (12.0, 0.0)
  // run: firstAbove(1.5, 2.0) = 2.25, d = (3.0, 0.0)
  def firstAbove(x: Double, bound: Double): Double = // warn: NB0302
    var r = x
    while true do
      if r > bound then return r // active: r // inactive: bound
      r *= x
    r

  // run: shadowed(3.0) = 21.0, d = 10.0
  def shadowed(x: Double): Double =
    val r =
      val x2 = x * x // active: x2 x
      val x1 =
        val x2 = 4.0
        x2 * x
      x2 + x1 // active: x1 x2 // inactive: x
    r

  // run: both(2.0, true) = 6.0, d = 3.0
  // run: both(2.0, false) = 4.0, d = 4.0
  def both(x: Double, three: Boolean): Double = x * (if three then 3 else x)

  // run: reassigned(3.0) = 33.0, d = 12.0
  def reassigned(x: Double): Double =
    var t = x * x // active: t
    var sum = t
    t = 4 // inactive: t
    sum += t * x
    t = 2 * x // active: t sum
    sum += t
    t = 6 // inactive: t
    sum + t
