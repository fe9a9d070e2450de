package calls

import java.util.function.DoubleUnaryOperator

/* Lambdas of interfaces that take numbers as they are. */

fun interface Curve {
    fun at(t: Double): Double
}

private fun simpson(f: Curve, a: Double, b: Double): Double =
    (b - a) / 6 * (f.at(a) + 4 * f.at((a + b) / 2) + f.at(b))

// run: integrated(3.0) = 27.0, d = 36.0
fun integrated(x: Double): Double = simpson({ t -> x * t * t }, 0.0, x)

// run: ofJava(3.0) = 28.0, d = 27.0
fun ofJava(x: Double): Double {
    val f = DoubleUnaryOperator { it * it * x }
    return f.applyAsDouble(x) + 1
}

private fun cube(t: Double) = t * t * t

class Scale(private val k: Double) {
    fun times(t: Double) = k * t
}

// run: references(2.0) = 12.0, d = 16.0
fun references(x: Double): Double {
    val f = Curve(::cube)
    val g = Curve(Scale(x)::times)
    return f.at(x) + g.at(x)
}
