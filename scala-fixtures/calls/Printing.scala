package calls

// What is printed on the way: a number, text, an object that shows one.

object Printing:
  case class Point(x: Double, y: Double)

  // run: shown(3.0) = 9.0, d = 6.0
  def shown(x: Double): Double =
    val square = x * x
    println(square)
    square

  // run: described(3.0) = 27.0, d = 27.0
  def described(x: Double): Double =
    print("x = ")
    Console.println(s"$x, squared ${x * x}")
    x * x * x

  // run: point(3.0) = 21.0, d = 13.0
  def point(x: Double): Double =
    val p = Point(x * 2, x)
    println(p)
    p.x * p.y + p.y
