package numeric

import kotlin.math.E
import kotlin.math.PI
import kotlin.math.absoluteValue
import kotlin.math.cbrt
import kotlin.math.exp
import kotlin.math.expm1
import kotlin.math.hypot
import kotlin.math.ln
import kotlin.math.ln1p
import kotlin.math.log10
import kotlin.math.max
import kotlin.math.min
import kotlin.math.pow
import kotlin.math.round
import kotlin.math.sign
import kotlin.math.sqrt
import kotlin.math.withSign

/* The functions and extensions of kotlin.math that the compiler inlines. */

// run: integer(3.0) = 27.0, d = 27.0
// run: integer(-2.0) = -8.0, d = 12.0
fun integer(x: Double): Double = x.pow(3)

// run: power(2.0, 3.0) = 8.0, d = ~ 1e-15: (12.0, 5.545177444479562)
fun power(x: Double, y: Double): Double = x.pow(y)

// run: negative(2.0) = 0.25, d = -0.25
fun negative(x: Double): Double = x.pow(-2)

// run: growth(0.0) = ~ 1e-15: 7.38905609893065, d = ~ 1e-15: 7.38905609893065
fun growth(x: Double): Double = E.pow(x + 2)

// run: roots(4.0) = ~ 1e-15: 3.5874010519681994
fun roots(x: Double): Double = sqrt(x) + cbrt(x)

// run: length(3.0, 4.0) = 5.0, d = (0.6, 0.8)
fun length(x: Double, y: Double): Double = hypot(x, y)

// run: logarithms(0.7)
fun logarithms(x: Double): Double = ln(x) + log10(x) - ln1p(x) + exp(-x) * expm1(x)

// run: magnitude(-2.0) = 2.0, d = -1.0
// run: magnitude(3.0) = 3.0, d = 1.0
fun magnitude(x: Double): Double = x.absoluteValue

// run: signed(-2.0) = -4.0, d = 2.0
fun signed(x: Double): Double = x.sign * 2 * x.absoluteValue

// run: turned(3.0, -1.0) = -3.0, d = -1.0
// wrt: x
fun turned(x: Double, y: Double): Double = x.withSign(y)

// run: limited(5.0) = 3.0, d = 0.0
// run: limited(2.0) = 2.0, d = 1.0
fun limited(x: Double): Double = max(-1.0, min(x, 3.0))

// run: largest(1.0, 2.0, 3.0) = 3.0, d = (0.0, 0.0, 1.0)
// run: largest(4.0, 2.0, 3.0) = 4.0, d = (1.0, 0.0, 0.0)
fun largest(x: Double, y: Double, z: Double): Double = maxOf(x, y, z)

// run: rounded(2.25) = 0.25, d = 1.0
fun rounded(x: Double): Double = x - round(x)

// run: density(0.5)
fun density(x: Double): Double = exp(-x.pow(2) / 2) / sqrt(2 * PI)
