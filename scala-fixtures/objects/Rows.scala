package objects

/* Copies of arrays, and of their rows. */
object Rows:
  // run: rows(3.0) = 91.0, d = 114.0
  def rows(x: Double): Double =
    val m = new Array[Array[Double]](2)
    m(0) = Array(x, x * x)
    m(1) = Array(1.0, 2.0)
    val copy = new Array[Array[Double]](2)
    var i = 0
    while i < 2 do
      copy(i) = m(i).clone()
      i += 1
    m(0)(1) = 0.0
    copy(0)(1) += 1
    copy(0)(1) * m(0)(0) * x + copy(1)(0)
