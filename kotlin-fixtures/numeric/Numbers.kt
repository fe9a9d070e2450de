package numeric

import kotlin.math.sqrt

/* Floats, conversions, text, preconditions, exceptions as expressions. */

// run: narrow(3.0) = 9.0, d = 6.0
fun narrow(x: Float): Float = x * x

// run: mixed(2.0, 3.0, 4) = 30.0, d = (13.0, 10.0)
fun mixed(x: Float, y: Double, n: Long): Double = x * y + x * n * y - 2 * x + n - y * 0

// run: logged(3.0) = 9.0, d = 6.0
fun logged(x: Double): Double {
    val r = x * x // active: r
    println("x = $x, r = $r")
    return r // inactive: x
}

// run: required(4.0) = 2.0, d = 0.25
// run: required(-1.0) throws java.lang.IllegalArgumentException
fun required(x: Double): Double {
    require(x >= 0) { "negative: $x" }
    return sqrt(x)
}

// run: caught(2.0, 0) = 2.0, d = 1.0
// run: caught(2.0, 3) = 12.0, d = 12.0
fun caught(x: Double, n: Int): Double {
    val r = try {
        val k = 9 / n // inactive: k n
        x * x * k
    } catch (e: ArithmeticException) {
        x
    } finally {
        println(n)
    }
    return r // active: r
}

// run: indexed(2.0, {1, 0, 3}) = 16.0, d = 16.0
fun indexed(x: Double, counts: IntArray): Double {
    var sum = 0.0
    for ((i, count) in counts.withIndex()) {
        sum += count * x // active: sum x // inactive: i count
        if (i in counts.indices && count > 2) sum += x * x * x
    }
    return sum
}

// run: matched(3.0, "text") = 12.0, d = 4.0
// run: matched(3.0, null) = 3.0, d = 1.0
fun matched(x: Double, thing: Any?): Double = if (thing is String) x * thing.length else x
