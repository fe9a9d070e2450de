package refused

/* Active values in properties, arrays and lists: refused for now. */

class Accumulator {
    private var total = 0.0
    private val weights = doubleArrayOf(0.5, 2.0)

    // Then f(3.0) = 9.0, d = 6.0
    fun add(x: Double): Double {
        total += x * x // refuse: NB0203
        return total
    }

    // The same array without an active value in it is no trouble.
    // run: weighted(2.0) = 9.0, d = 8.5
    fun weighted(x: Double): Double = weights[0] * x + weights[1] * x * x
}

// Then f(2.0) = 14.0, d = 11.0
fun powers(x: Double): Double {
    val a = doubleArrayOf(x, x * x, x * x * x) // refuse: NB0202
    return a[0] + a[1] + a[2]
}

// Then f(2.0, 3) = 6.0, d = 3.0
fun table(x: Double, n: Int): Double {
    val a = DoubleArray(n) { it * x } // refuse: NB0202
    var sum = 0.0
    for (value in a) sum += value
    return sum
}

// Then f(2.0) = 6.0, d = 3.0
fun summed(x: Double): Double = listOf(x, 2 * x).sum() // refuse: NB0201|NB0202|NB0205

// Then f(2.0) = 4.0, d = 4.0: the variable that the lambda changes is an object.
fun captured(x: Double): Double {
    var r = 1.0
    val multiply = { r *= x } // refuse: NB0201|NB0203
    multiply() // refuse: NB0201
    multiply() // refuse: NB0201
    return r
}
