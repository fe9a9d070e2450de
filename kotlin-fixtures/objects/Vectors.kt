package objects

/* Active values in small classes with operators. */

data class Vector(val x: Double = 3.0, val y: Double = 4.0) {
    operator fun plus(other: Vector) = Vector(x + other.x, y + other.y)
    operator fun times(factor: Double) = Vector(x * factor, y * factor)
    infix fun dot(other: Vector): Double = x * other.x + y * other.y

    // run: along(2.0) = 10.0, d = 3.0
    fun along(t: Double): Double {
        val moved = Vector(x * t, y)
        return moved.x + moved.y
    }

    // run: projected(2.0) = 50.0, d = 25.0
    fun projected(t: Double): Double = (this * t) dot this
}

// run: squaredLength(1.0, 2.0) = 5.0, d = (2.0, 4.0)
fun squaredLength(x: Double, y: Double): Double {
    val sum = Vector(x, 0.0) + Vector(0.0, y)
    return sum.x * sum.x + sum.y * sum.y
}

// run: walked(0.5, 3) = 45.0, d = 180.0
fun walked(step: Double, n: Int): Double {
    var at = Vector(0.0, 0.0)
    for (i in 1..n) at += Vector(i.toDouble(), 1.0) * (2 * step)
    return at dot at
}

// run: copied(2.0) = 6.0, d = 3.0
fun copied(x: Double): Double {
    val v = Vector(x, x)
    return v.copy(y = 2 * v.y).let { it.x + it.y }
}
