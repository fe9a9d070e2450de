package numeric

import kotlin.math.asin
import kotlin.math.cos
import kotlin.math.exp
import kotlin.math.pow
import kotlin.math.sin
import kotlin.math.sqrt
import kotlin.math.tanh

/* Straight-line formulas with local values. */

// run: haversine(52.5, 13.4, 48.9, 2.4)
fun haversine(lat1: Double, lon1: Double, lat2: Double, lon2: Double): Double {
    val radius = 6371.0 // inactive: radius
    val dLat = Math.toRadians(lat2 - lat1) // active: dLat lat1 lat2
    val dLon = Math.toRadians(lon2 - lon1)
    val a = sin(dLat / 2).pow(2) +
        cos(Math.toRadians(lat1)) * cos(Math.toRadians(lat2)) * sin(dLon / 2).pow(2)
    return 2 * radius * asin(sqrt(a)) // active: a // inactive: radius
}

// run: damped(0.7, 0.1, 3.0)
fun damped(t: Double, decay: Double, frequency: Double): Double {
    val envelope = exp(-decay * t)
    val phase = frequency * t
    return envelope * (cos(phase) + decay / frequency * sin(phase))
}

// run: neuron(0.3, -0.2, 0.5)
fun neuron(w: Double, b: Double, x: Double): Double = tanh(w * x + b)
