package numeric

/* Objects and companions, with and without @JvmStatic. */

object Gravity {
    private const val G = 9.81
    private val mass = 2.0

    // run: fall(2.0) = 19.62, d = 19.62
    fun fall(t: Double): Double = 0.5 * G * t * t

    // run: weight(3.0) = 29.43, d = 9.81
    @JvmStatic
    fun weight(m: Double): Double = m * G

    // run: momentum(3.0) = 6.0, d = 2.0
    fun momentum(v: Double): Double = mass * v
}

class Circle {
    companion object {
        private const val HALF = 0.5
        @JvmField
        val SCALE = 3.0

        // run: area(2.0) = ~ 1e-15: 12.566370614359172, d = ~ 1e-15: 12.566370614359172
        fun area(radius: Double): Double = Math.PI * radius * radius

        // run: scaled(2.0, 2) = 18.0, d = 9.0
        @JvmStatic
        fun scaled(x: Double, n: Int): Double {
            var r = x // active: r
            repeat(n) { r *= SCALE } // active: r
            return r // inactive: n
        }

        // run: halved(2.0) = 1.0, d = 0.5
        @JvmStatic
        fun halved(x: Double): Double = HALF * x
    }
}
