package refused

import kotlin.math.atan2

/* Active values in nullable doubles, pairs and small classes: refused for now. */

// Then f(3.0) = 9.0, d = 6.0; f(-3.0) = 0.0, d = 0.0
fun taken(x: Double): Double {
    val r = x.takeIf { it > 0 } ?: return 0.0 // refuse: NB0201|NB0205
    return r * x
}

// Then f(1.0, 2.0): 0.4636476090008061, d = (0.4, -0.2)
fun bearing(y: Double, x: Double): Double {
    val (first, second) = y to x // refuse: NB0201|NB0205
    return atan2(first, second)
}

data class Vector(val x: Double, val y: Double) {
    operator fun plus(other: Vector) = Vector(x + other.x, y + other.y)

    // Then the value is x * t + y, and d = x
    fun along(t: Double): Double {
        val moved = Vector(x * t, y) // refuse: NB0201
        return moved.x + moved.y
    }
}

// Then f(1.0, 2.0) = 5.0, d = (2.0, 4.0)
fun squaredLength(x: Double, y: Double): Double {
    val sum = Vector(x, 0.0) + Vector(0.0, y) // refuse: NB0201
    return sum.x * sum.x + sum.y * sum.y // refuse: NB0201
}
