package objects

/* A method whose name has spaces, which a class below may override. */
open class Names {
    open fun `rate at`(x: Double): Double = 2.0 * x * x
}

// run: named(3.0) = 18.0, d = 12.0
fun named(x: Double): Double = Names().`rate at`(x)
