package numeric

import kotlin.math.sin

/* Inline functions with lambdas: after the compiler's work there is one method body. */

inline fun square(x: Double): Double = x * x

inline fun trapezoid(a: Double, b: Double, n: Int, f: (Double) -> Double): Double {
    val h = (b - a) / n
    var sum = (f(a) + f(b)) / 2
    for (i in 1 until n) sum += f(a + i * h)
    return sum * h
}

// run: squares(2.0) = 90.0, d = 114.0
fun squares(x: Double): Double {
    val y = square(x + 1) // active: y
    return y + square(y)
}

// run: area(2.0) = 2.75, d = 4.125
fun area(x: Double): Double = trapezoid(0.0, x, 4) { it * it }

// run: parameterised(0.7, 1.3)
fun parameterised(x: Double, a: Double): Double = trapezoid(0.0, 1.0, 8) { t -> sin(a * t + x) }

// run: scopes(3.0) = 24.0, d = 14.0
fun scopes(x: Double): Double {
    val squared = x.let { it * it } // active: squared
    val shifted = run { squared + x }
    return with(x) { this + shifted + squared }.also { println(it) }
}

// run: summed(2.0, 3) = 28.0, d = 28.0
fun summed(x: Double, n: Int): Double = (1..n).sumOf { it * it * x * x / 2 }

// run: overElements(2.0, {1.0, 2.0, 3.0}) = 17.0, d = 9.0
// wrt: x
fun overElements(x: Double, coefficients: DoubleArray): Double {
    var r = 0.0
    coefficients.forEach { r = r * x + it }
    return r + x * coefficients.size
}
