package refused

import kotlin.math.atan2

/* Active values in lists, and in pairs where the library is not on the class path. */

// A nullable double is followed.
// run: taken(3.0) = 9.0, d = 6.0
// run: taken(-3.0) = 0.0, d = 0.0
fun taken(x: Double): Double {
    val r = x.takeIf { it > 0 } ?: return 0.0
    return r * x
}

// Then f(1.0, 2.0): 0.4636476090008061, d = (0.4, -0.2)
fun bearing(y: Double, x: Double): Double {
    val (first, second) = y to x // refuse: NB0201|NB0205
    return atan2(first, second)
}

// Then f(2.0) = 6.0, d = 3.0
fun summed(x: Double): Double = listOf(x, 2 * x).sum() // refuse: NB0201|NB0202|NB0205
