package numeric

// The functions of java.lang.Math, which every Scala file sees.

object Powers:
  // run: cube(3.0) = 27.0, d = 27.0
  // run: cube(-2.0) = -8.0, d = 12.0
  def cube(x: Double): Double = Math.pow(x, 3)

  // run: power(2.0, 3.0) = 8.0, d = ~ 1e-15: (12.0, 5.545177444479562)
  def power(x: Double, y: Double): Double = Math.pow(x, y)

  // run: growth(0.0) = ~ 1e-15: 7.38905609893065, d = ~ 1e-15: 7.38905609893065
  def growth(x: Double): Double = Math.pow(Math.E, x + 2)

  // run: roots(4.0)
  def roots(x: Double): Double = Math.sqrt(x) + Math.cbrt(x)

  // run: length(3.0, 4.0) = 5.0, d = (0.6, 0.8)
  def length(x: Double, y: Double): Double = Math.hypot(x, y)

  // run: logarithms(0.7)
  def logarithms(x: Double): Double =
    Math.log(x) + Math.log10(x) - Math.log1p(x) + Math.exp(-x) * Math.expm1(x)

  // run: magnitude(-2.0) = 2.0, d = -1.0
  def magnitude(x: Double): Double = Math.abs(x)

  // run: limited(5.0) = 3.0, d = 0.0
  // run: limited(2.0) = 2.0, d = 1.0
  def limited(x: Double): Double = Math.max(-1.0, Math.min(x, 3.0))

  // run: density(0.5)
  def density(x: Double): Double = Math.exp(-Math.pow(x, 2) / 2) / Math.sqrt(2 * Math.PI)
