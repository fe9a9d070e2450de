package objects

/* Active values in properties. */

class Accumulator {
    private var total = 0.0
    private val weights = doubleArrayOf(0.5, 2.0)

    var last = 1.0
        private set

    // run: add(3.0) = 9.0, d = 6.0
    fun add(x: Double): Double {
        total += x * x
        return total
    }

    // run: average(2.0, 3) = 4.0, d = 2.0
    fun average(x: Double, n: Int): Double {
        repeat(n) { total += (it + 1) * x }
        last = total / n
        return last
    }

    // run: weighted(2.0) = 9.0, d = 8.5
    fun weighted(x: Double): Double = weights[0] * x + weights[1] * x * x
}
