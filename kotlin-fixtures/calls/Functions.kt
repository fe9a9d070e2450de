package calls

import kotlin.math.log2

/*
 * Active values that go through other functions: refused until calls are followed, and then to be
 * run at what the remarks say.
 */

private fun helper(x: Double): Double = x * x

private fun scaled(x: Double, factor: Double = 3.0): Double = factor * x

// Then f(3.0) = 18.0, d = 12.0
fun called(x: Double): Double = 2 * helper(x) // refuse: NB0201

// Then f(2.0) = 6.0, d = 3.0
fun defaulted(x: Double): Double = scaled(x) // refuse: NB0201

// Then f(2.0) = 16.0, d = 32.0
fun localFunction(x: Double): Double {
    fun square(t: Double) = t * t * x / x
    return square(square(x)) // refuse: NB0201
}

// Then f(3.0) = 9.0, d = 6.0
fun lambda(x: Double): Double {
    val f: (Double) -> Double = { it * x } // refuse: NB0201
    return f(x) // refuse: NB0201|NB0205
}

// Then f(2.0, 4) = 16.0, d = 32.0
fun recursive(x: Double, n: Int): Double = if (n == 0) 1.0 else x * recursive(x, n - 1) // refuse: NB0201

// Then f(5.0) = 1.0, d = 0.0; f(0.5) = 0.5, d = 1.0
fun coerced(x: Double): Double = x.coerceIn(0.0, 1.0) // refuse: NB0201

// Then f(8.0) = 3.0, d = 0.18033688011112042
fun binaryLogarithm(x: Double): Double = log2(x) // refuse: NB0201

object Model {
    private fun square(x: Double): Double = x * x

    // Then f(3.0) = 12.0, d = 7.0
    @JvmStatic
    fun sum(x: Double): Double = square(x) + x // refuse: NB0201
}
