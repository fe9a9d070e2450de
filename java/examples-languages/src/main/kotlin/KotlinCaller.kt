package demo

import io.github.nablars.Nabla
import io.github.nablars.ValueAndTwoDerivatives
import java.util.function.DoubleUnaryOperator
import kotlin.math.exp
import kotlin.math.sin

/** A damped oscillation. */
class Oscillation(private val damping: Double, private val frequency: Double) {
    fun height(t: Double): Double = exp(-damping * t) * sin(frequency * t)

    /** When it is highest or lowest: Newton's method for the derivative. */
    fun crest(near: Double): Double {
        val derivatives = Nabla.differentiable(ValueAndTwoDerivatives::class.java, DoubleUnaryOperator(::height))
        val found = DoubleArray(2)
        var t = near
        repeat(8) {
            derivatives.value(t, found)
            t -= found[0] / found[1]
        }
        return t
    }
}

fun slope(x: Double): Double = Nabla.derivative { it * sin(it) }.applyAsDouble(x)

fun slopeOfSine(x: Double): Double = Nabla.derivative(::sin).applyAsDouble(x)

/** The lambda captures a number, and calls a function of Kotlin's library with another. */
fun gradient(scale: Double, vararg x: Double): DoubleArray = Nabla.gradient { p -> scale * p.sumOf { it * it } * exp(p[0]) }.at(x)
