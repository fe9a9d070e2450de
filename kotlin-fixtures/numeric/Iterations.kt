package numeric

import kotlin.math.abs
import kotlin.math.sin

/* Loops that end when a value says so. */

// run: newton(2.0) = ~ 1e-15: 1.4142135623730951, d = ~ 1e-15: 0.35355339059327373
fun newton(a: Double): Double {
    var y = a
    while (abs(y * y - a) > 1e-15 * a) {
        y = 0.5 * (y + a / y)
    }
    // One more step, for the tangent is a step behind the value.
    return 0.5 * (y + a / y)
}

// run: logistic(0.3, 3.2, 5)
// run: logistic(0.9, 2.0, 1) = ~ 1e-15: 0.18, d = ~ 1e-15: (-1.6, 0.09)
fun logistic(x: Double, r: Double, n: Int): Double {
    var y = x
    var i = 0
    do {
        y = r * y * (1 - y) // active: y r // inactive: i
        i++
    } while (i < n)
    return y
}

// run: kepler(0.8, 0.3)
fun kepler(anomaly: Double, eccentricity: Double): Double {
    var e = anomaly
    repeat(30) {
        e = anomaly + eccentricity * sin(e)
    }
    return e
}

// run: labelled(2.0, 3) = 14.0, d = 11.0
fun labelled(x: Double, n: Int): Double {
    var sum = 0.0
    outer@ for (i in 1..n) {
        for (j in 1..n) {
            if (j > i) continue@outer
            if (i * j == 6) break@outer
            sum += if (j == 1) x else x * x
        }
    }
    return sum + x * x
}

// run: tailPower(2.0, 4, 1.0) = 16.0, d = (32.0, 16.0)
tailrec fun tailPower(x: Double, n: Int, product: Double): Double =
    if (n == 0) product else tailPower(x, n - 1, product * x) // active: product x // inactive: n

// Only the number of steps depends on x.
// run: steps(10.0) = 4.0, d = 0.0
fun steps(x: Double): Double { // warn: NB0302
    var y = x
    var n = 0
    while (y > 1) {
        y /= 2 // inactive: n y
        n++
    }
    return n.toDouble()
}
