package numeric

// A class over its fields, and its companion.

class Circle(val centre: Double):
  def this() = this(1.0)

  var shift = 0.5

  // run: height(1.25) = 0.25, d = 1.0
  // run: [shift = 0.0] height(1.25) = ~ 1e-15: 0.9682458365518543, d = ~ 1e-15: -0.2581988897471611
  def height(x: Double): Double =
    if shift > 0 then x - centre
    else Math.sqrt(1 - (x - centre) * (x - centre))

object Circle:
  private val Half = 0.5
  final val Scale = 3.0

  // run: area(2.0) = ~ 1e-15: 12.566370614359172, d = ~ 1e-15: 12.566370614359172
  def area(radius: Double): Double = Math.PI * radius * radius

  // run: scaled(2.0, 2) = 18.0, d = 9.0
  def scaled(x: Double, n: Int): Double =
    var r = x // active: r
    var i = 0
    while i < n do
      r *= Scale // active: r // inactive: i n
      i += 1
    r

  // A private value of the object is a field of it.
  // run: halved(2.0) = 1.0, d = 0.5
  def halved(x: Double): Double = Half * x
