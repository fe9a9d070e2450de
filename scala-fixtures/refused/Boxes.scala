package refused

// Active values in lists, and in options and tuples where the library is not on the class path.

// Then f(3.0) = 9.0, d = 6.0; f(-3.0) = 0.0, d = 0.0
def taken(x: Double): Double =
  Option.when(x > 0)(x * x).getOrElse(0.0) // refuse: NB0201

// Then f(1.0, 2.0) = 5.0, d = (2.0, 4.0)
def tupled(x: Double, y: Double): Double =
  val pair = (x * x, y * y) // refuse: NB0205
  pair._1 + pair._2

// Then f(2.0) = 6.0, d = 3.0
def summed(x: Double): Double = List(x, 2 * x).sum // refuse: NB0201
