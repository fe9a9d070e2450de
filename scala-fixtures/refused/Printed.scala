package refused

// What an object computes when it is printed, and remembers.

class Remembered(val x: Double):
  var cost = 0.0
  override def toString: String =
    cost = x * x
    "cost " + cost

// Then f(3.0) = 9.0, d = 6.0
def remembered(x: Double): Double =
  val r = Remembered(x)
  println(r)
  r.cost // refuse: NB0203
