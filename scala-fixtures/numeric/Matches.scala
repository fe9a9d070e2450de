package numeric

// match and if, as expressions.

object Matches:
  // run: conditions(-2.0) = 2.0, d = -1.0
  // run: conditions(0.5) = 0.25, d = 1.0
  // run: conditions(3.0) = 10.0, d = 3.0
  def conditions(x: Double): Double =
    if x < 0 then -x
    else if x <= 1 then x * x
    else 3 * x + 1

  // run: cases(3.0, 0) = 1.0, d = 0.0
  // run: cases(3.0, 2) = 9.0, d = 6.0
  // run: cases(3.0, 7) = 21.0, d = 7.0
  // run: cases(3.0, -1) = -3.0, d = -1.0
  def cases(x: Double, n: Int): Double =
    val r = n match
      case 0 => 1.0
      case 1 | 2 => x * x
      case k if k > 2 => k * x
      case _ => -x
    r // active: r // inactive: n

  // run: table(2.0, 3) = 8.0, d = 12.0
  // run: table(2.0, 9) = 0.0, d = 0.0
  def table(x: Double, n: Int): Double = n match
    case 1 => x
    case 2 => x * x
    case 3 => x * x * x
    case 4 => x * x * x * x
    case _ => 0

  // run: named(2.0, "square") = 4.0, d = 4.0
  // run: named(2.0, "cube") = 8.0, d = 12.0
  // run: named(2.0, "line") = 2.0, d = 1.0
  def named(x: Double, shape: String): Double = shape match
    case "square" => x * x
    case "cube" => x * x * x
    case _ => x

  // The operands below the conditional wait on the stack.
  // run: loaded(3.0, 2.0) = 15.0, d = (8.0, 3.0)
  // run: loaded(2.0, 3.0) = 13.0, d = (3.0, 3.0)
  def loaded(x: Double, y: Double): Double = x * y + (if x > y then x * x else y + 4)

  // The cast controls and is no loss.
  // run: afterCast(2.25) = 5.0625, d = 4.5
  // run: afterCast(0.5) = 1.0, d = 2.0
  def afterCast(x: Double): Double = Math.floor(x).toInt match
    case 0 => 2 * x
    case 1 => 3 * x
    case _ => x * x

  // run: fraction(2.75) = 0.75, d = 1.0
  def fraction(x: Double): Double =
    val whole = x.toInt // warn: NB0304 // inactive: whole
    x - whole

  // run: equal(2.0) = 4.0, d = 4.0
  def equal(x: Double): Double =
    if x == 0 then 1 // warn: NB0303
    else x * x

  // run: typed(3.0, "text") = 12.0, d = 4.0
  // run: typed(3.0, null) = 3.0, d = 1.0
  def typed(x: Double, thing: Any): Double = thing match
    case text: String => x * text.length
    case _ => x
