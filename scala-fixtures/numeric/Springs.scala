package numeric

// Case classes, extension methods, inline methods.

inline def square(x: Double): Double = x * x

case class Spring(stiffness: Double, rest: Double):
  def this() = this(4.0, 1.0)

  // run: twice(2.0) = 8.0, d = 12.0
  def twice(x: Double): Double =
    val s = x * x // active: s // inactive: this
    s * x

extension (x: Double)
  // run: cubed(2.0) = 8.0, d = 12.0
  def cubed: Double = x * x * x

  // run: lerp(2.0, 6.0, 0.25) = 3.0, d = (0.75, 0.25, 4.0)
  def lerp(to: Double, t: Double): Double = x + (to - x) * t

// run: squares(2.0) = 90.0, d = 114.0
def squares(x: Double): Double =
  val y = square(x + 1)
  y + square(y) // active: y // inactive: x
