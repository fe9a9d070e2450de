package numeric

import kotlin.math.abs
import kotlin.math.exp
import kotlin.math.ln
import kotlin.math.pow
import kotlin.math.sqrt

/* Default arguments: the method with all parameters is the one that computes. */

// run: present(0.1, 121.0, 2) = ~ 1e-15: 100.0, d = ~ 1e-14: (-181.81818181818181, 0.8264462809917354)
fun present(rate: Double, flow: Double = 100.0, years: Int = 1): Double = flow / (1 + rate).pow(years)

// run: annuity(0.05, 100.0, 10)
fun annuity(rate: Double, flow: Double = 100.0, years: Int = 10): Double {
    var sum = 0.0
    var discount = 1.0
    for (year in 1..years) {
        discount /= 1 + rate // active: discount rate // inactive: year years
        sum += flow * discount
    }
    return sum
}

// run: call(100.0, 95.0, 0.03, 0.2, 0.5)
fun call(spot: Double, strike: Double, rate: Double = 0.0, sigma: Double = 0.2, time: Double = 1.0): Double {
    val root = sigma * sqrt(time)
    val d1 = (ln(spot / strike) + (rate + sigma * sigma / 2) * time) / root
    val d2 = d1 - root
    var price = 0.0
    for (side in 0..1) {
        val d = if (side == 0) d1 else d2
        // Abramowitz and Stegun 26.2.17
        val k = 1 / (1 + 0.2316419 * abs(d))
        val tail = 0.3989422804014327 * exp(-d * d / 2) *
            k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
        val normal = if (d >= 0) 1 - tail else tail
        price += if (side == 0) spot * normal else -strike * exp(-rate * time) * normal
    }
    return price
}
