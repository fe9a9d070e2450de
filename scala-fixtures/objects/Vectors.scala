package objects

// Active values in case classes with operators.

case class Vector2(x: Double, y: Double):
  def this() = this(3.0, 4.0)
  def +(other: Vector2): Vector2 = Vector2(x + other.x, y + other.y)
  def *(factor: Double): Vector2 = Vector2(x * factor, y * factor)
  def dot(other: Vector2): Double = x * other.x + y * other.y

  // run: along(2.0) = 10.0, d = 3.0
  def along(t: Double): Double =
    val moved = Vector2(x * t, y)
    moved.x + moved.y

  // run: projected(2.0) = 50.0, d = 25.0
  def projected(t: Double): Double = (this * t).dot(this)

// run: squaredLength(1.0, 2.0) = 5.0, d = (2.0, 4.0)
def squaredLength(x: Double, y: Double): Double =
  val sum = Vector2(x, 0) + Vector2(0, y)
  sum.x * sum.x + sum.y * sum.y

// run: copied(2.0) = 6.0, d = 3.0
def copied(x: Double): Double =
  val v = Vector2(x, x)
  val w = v.copy(y = 2 * v.y)
  w.x + w.y
