package calls

import kotlin.math.log
import kotlin.math.log2
import kotlin.math.truncate

/* Functions of Kotlin's library that the compiler calls instead of inlining them. */

// run: coerced(5.0) = 1.0, d = 0.0
// run: coerced(0.5) = 0.5, d = 1.0
fun coerced(x: Double): Double = x.coerceIn(0.0, 1.0)

// run: bounded(5.0) = 10.0, d = 2.0
// run: bounded(-5.0) = -6.0, d = 1.0
// run: bounded(1.0) = 2.0, d = 2.0
fun bounded(x: Double): Double = x.coerceAtLeast(-1.0) + x.coerceAtMost(x + 1).coerceAtLeast(x)

// run: binaryLogarithm(8.0) = 3.0, d = ~ 1e-15: 0.18033688011112042
fun binaryLogarithm(x: Double): Double = log2(x)

// run: logarithm(8.0) = ~ 1e-15: 3.0, d = ~ 1e-15: 0.18033688011112042
fun logarithm(x: Double): Double = log(x, 2.0)

// run: fraction(2.75) = 0.75, d = 1.0
fun fraction(x: Double): Double = x - truncate(x)
