package calls

// Active values that go through other functions of the program.

private def helper(x: Double): Double = x * x

// run: called(3.0) = 18.0, d = 12.0
def called(x: Double): Double = 2 * helper(x)

object Model:
  private def scaled(x: Double, factor: Double = 3.0): Double = factor * x

  // run: defaulted(2.0) = 6.0, d = 3.0
  def defaulted(x: Double): Double = scaled(x)

  // run: given1(2.0, 5.0) = 10.0, d = (5.0, 2.0)
  def given1(x: Double, y: Double): Double = scaled(factor = y, x = x)

  // run: localFunction(2.0) = 16.0, d = 32.0
  def localFunction(x: Double): Double =
    def square(t: Double) = t * t * x / x
    square(square(x))

  // run: recursive(2.0, 4) = 16.0, d = 32.0
  def recursive(x: Double, n: Int): Double =
    if n == 0 then 1 else x * recursive(x, n - 1)

extension (x: Double) private def squared: Double = x * x

// run: extended(2.0) = 16.0, d = 32.0
def extended(x: Double): Double = x.squared.squared

trait Curve:
  def value(x: Double): Double
  def shifted(x: Double): Double = value(x + 1)

class Square extends Curve:
  // run: value(3.0) = 9.0, d = 6.0
  def value(x: Double): Double = x * x

// The trait's own method comes through a forwarder in the class.
// run: throughTrait(2.0) = 9.0, d = 6.0
def throughTrait(x: Double): Double = (new Square).shifted(x)
