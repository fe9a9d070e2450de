package numeric

/* Sums and products over ranges and progressions, in top-level functions. */

// run: horner(2.0) = 11.0, d = 13.0
fun horner(x: Double): Double = (x * x + 1) * x + 1

// run: repeated(2.0, 3) = 8.0, d = 12.0
// run: repeated(2.0, 0) = 1.0, d = 0.0
fun repeated(x: Double, n: Int): Double {
    var r = 1.0 // inactive: r
    repeat(n) { r *= x } // active: r // inactive: n
    return r
}

// run: geometric(0.5, 3) = 1.875, d = 2.75
fun geometric(x: Double, n: Int): Double {
    var sum = 0.0
    var term = 1.0
    for (k in 0..n) {
        sum += term // active: sum term // inactive: k n
        term *= x
    }
    return sum
}

// run: weighted(2.0, 3) = 34.0, d = 45.0
fun weighted(x: Double, n: Int): Double {
    var sum = 0.0
    for (p in n downTo 1) {
        var term = p.toDouble() // inactive: term
        for (i in 1..p) term *= x // active: term x
        sum += term
    }
    return sum
}

// run: evenTerms(2.0, 5) = 21.0, d = 36.0
fun evenTerms(x: Double, n: Int): Double {
    var sum = 0.0
    var power = 1.0
    for (k in 0 until n step 2) {
        sum += power
        power *= x * x
    }
    return sum
}

// run: halfOpen(3.0, 2) = 4.0, d = 1.0
fun halfOpen(x: Double, n: Int): Double {
    var sum = 0.0
    for (k in 0..<n) sum += if (k == 0) x else 1.0
    return sum
}

// The counter is a Long.
// run: harmonic(3.0, 4) = 6.25, d = ~ 1e-15: 2.0833333333333335
fun harmonic(x: Double, n: Long): Double {
    var sum = 0.0
    for (k in 1L..n) sum += x / k
    return sum
}
