package objects

/* A number that may be absent is a `Double?`, a box; functions of numbers take and give boxes. */

fun root(x: Double): Double? = if (x < 0) null else Math.sqrt(x)

// run: orElse(4.0) = 2.0, d = 0.25
// run: orElse(-4.0) = 1.0, d = 0.0
fun orElse(x: Double): Double = root(x) ?: 1.0

// run: safe(4.0) = 4.0, d = 1.0
// run: safe(-4.0) = 0.0, d = 0.0
fun safe(x: Double): Double {
    val squared: Double? = root(x)?.let { it * it }
    return squared ?: 0.0
}

// run: best(2.0, 3.0) = 9.0, d = (0.0, 6.0)
fun best(x: Double, y: Double): Double {
    var best: Double? = null
    for (v in doubleArrayOf(x * x, y * y)) {
        if (best == null || v > best) best = v
    }
    return best!!
}

class Cache {
    var last: Double? = null

    fun square(x: Double): Double {
        val value = last ?: x * x
        last = value
        return value
    }
}

// run: cached(3.0) = 18.0, d = 12.0
fun cached(x: Double): Double {
    val cache = Cache()
    return cache.square(x) + cache.square(x + 1)
}

fun <T> twice(x: T, f: (T) -> T): T = f(f(x))

// run: composed(3.0) = 81.0, d = 108.0
fun composed(x: Double): Double = twice(x) { it * it }
