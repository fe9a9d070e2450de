package numeric

import kotlin.math.floor

/* when and if, as expressions and as statements. */

enum class Shape { SQUARE, CUBE, LINE }

// run: conditions(-2.0) = 2.0, d = -1.0
// run: conditions(0.5) = 0.25, d = 1.0
// run: conditions(3.0) = 10.0, d = 3.0
fun conditions(x: Double): Double = when {
    x < 0 -> -x
    x in 0.0..1.0 -> x * x
    else -> 3 * x + 1
}

// run: cases(3.0, 0) = 1.0, d = 0.0
// run: cases(3.0, 2) = 9.0, d = 6.0
// run: cases(3.0, 7) = 21.0, d = 7.0
// run: cases(3.0, -1) = -3.0, d = -1.0
fun cases(x: Double, n: Int): Double {
    val r = when (n) {
        0 -> 1.0
        1, 2 -> x * x
        in 3..9 -> n * x
        else -> -x
    }
    return r // active: r // inactive: n
}

// run: named(2.0, "square") = 4.0, d = 4.0
// run: named(2.0, "cube") = 8.0, d = 12.0
// run: named(2.0, "line") = 2.0, d = 1.0
fun named(x: Double, shape: String): Double {
    var r = x
    when (shape) {
        "square" -> r *= x
        "cube" -> { r *= x; r *= x }
    }
    return r
}

// run: onEnum(2.0, 0) = 4.0, d = 4.0
// run: onEnum(2.0, 1) = 8.0, d = 12.0
// run: onEnum(2.0, 2) = 2.0, d = 1.0
fun onEnum(x: Double, ordinal: Int): Double = when (Shape.values()[ordinal]) {
    Shape.SQUARE -> x * x
    Shape.CUBE -> x * x * x
    Shape.LINE -> x
}

// The operands below the conditional wait on the stack.
// run: loaded(3.0, 2.0) = 15.0, d = (8.0, 3.0)
// run: loaded(2.0, 3.0) = 13.0, d = (3.0, 3.0)
fun loaded(x: Double, y: Double): Double = x * y + if (x > y) x * x else y + 4

// The cast controls and is no loss.
// run: afterCast(2.25) = 5.0625, d = 4.5
// run: afterCast(0.5) = 1.0, d = 2.0
fun afterCast(x: Double): Double = when (floor(x).toInt()) {
    0 -> 2 * x
    1 -> 3 * x
    else -> x * x
}

// run: fraction(2.75) = 0.75, d = 1.0
fun fraction(x: Double): Double {
    val whole = x.toInt() // warn: NB0304 // inactive: whole
    return x - whole
}

// run: equal(2.0) = 4.0, d = 4.0
fun equal(x: Double): Double {
    if (x == 0.0) return 1.0 // warn: NB0303
    return x * x
}
