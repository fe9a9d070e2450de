package numeric

/* Instance methods over constant properties; extension functions. */

class Spring(private val stiffness: Double, var rest: Double) {
    constructor() : this(4.0, 1.0)

    var exponent = 2

    // run: energy(2.0) = 2.0, d = 4.0
    // run: [rest = 0.0] energy(2.0) = 8.0, d = 8.0
    fun energy(x: Double): Double {
        val stretch = x - rest // active: stretch // inactive: this
        return 0.5 * stiffness * stretch * stretch
    }

    // run: stiffening(2.0) = 4.0, d = 8.0
    // run: [exponent = 4, rest = 0.0] stiffening(2.0) = 64.0, d = 128.0
    fun stiffening(x: Double): Double {
        var r = stiffness
        for (i in 0 until exponent) r *= x - rest
        return r
    }
}

// run: cubed(2.0) = 8.0, d = 12.0
fun Double.cubed(): Double = this * this * this

// run: lerp(2.0, 6.0, 0.25) = 3.0, d = (0.75, 0.25, 4.0)
fun Double.lerp(to: Double, t: Double): Double = this + (to - this) * t

// run: getHalf(3.0) = 1.5, d = 0.5
val Double.half: Double get() = this / 2
