package calls

/* Active values that go through other functions of the program. */

private fun helper(x: Double): Double = x * x

private fun scaled(x: Double, factor: Double = 3.0): Double = factor * x

// run: called(3.0) = 18.0, d = 12.0
fun called(x: Double): Double = 2 * helper(x)

// run: defaulted(2.0) = 6.0, d = 3.0
fun defaulted(x: Double): Double = scaled(x)

// run: given(2.0, 5.0) = 10.0, d = (5.0, 2.0)
fun given(x: Double, y: Double): Double = scaled(factor = y, x = x)

// run: localFunction(2.0) = 16.0, d = 32.0
fun localFunction(x: Double): Double {
    fun square(t: Double) = t * t * x / x
    return square(square(x))
}

// run: recursive(2.0, 4) = 16.0, d = 32.0
fun recursive(x: Double, n: Int): Double = if (n == 0) 1.0 else x * recursive(x, n - 1)

private fun Double.squared(): Double = this * this

// run: extended(2.0) = 16.0, d = 32.0
fun extended(x: Double): Double = x.squared().squared()

object Model {
    private fun square(x: Double): Double = x * x

    // run: sum(3.0) = 12.0, d = 7.0
    @JvmStatic
    fun sum(x: Double): Double = square(x) + x
}

class Caller(private val factor: Double) {
    constructor() : this(3.0)

    private fun own(x: Double): Double = factor * x

    companion object {
        private fun cube(x: Double): Double = x * x * x

        @JvmStatic
        fun shifted(x: Double): Double = cube(x) + 1
    }

    // run: throughCompanion(2.0) = 15.0, d = 15.0
    fun throughCompanion(x: Double): Double = shifted(x) + own(x)
}
