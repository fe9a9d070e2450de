package objects

/* Active values in arrays. */

// run: powers(2.0) = 14.0, d = 17.0
fun powers(x: Double): Double {
    val a = doubleArrayOf(x, x * x, x * x * x) // active: a
    return a[0] + a[1] + a[2]
}

// run: table(2.0, 3) = 6.0, d = 3.0
fun table(x: Double, n: Int): Double {
    val a = DoubleArray(n) { it * x }
    var sum = 0.0
    for (value in a) sum += value // active: a value sum // inactive: n
    return sum
}

// run: swept(2.0, 4) = 15.0, d = 17.0
fun swept(x: Double, n: Int): Double {
    val a = DoubleArray(n)
    a[0] = 1.0
    for (i in 1 until n) a[i] = a[i - 1] * x
    return a.sumOf { it }
}

// run: updated(3.0) = 32.0, d = 18.0
fun updated(x: Double): Double {
    val a = doubleArrayOf(1.0, 2.0)
    for (i in a.indices) {
        a[i] += x * x
        a[i] *= i + 1.0
    }
    return a[0] + a[1]
}

// run: matrix(2.0) = 15.0, d = 12.0
fun matrix(x: Double): Double {
    val m = Array(2) { row -> DoubleArray(2) { column -> if (row == column) x else 3.0 } }
    return m[0][0] * m[1][1] * m[0][1] + m[1][0]
}

// Kotlin's compiler calls the method of Object, without a cast where the copy is stored into a row.
// run: rows(3.0) = 91.0, d = 114.0
fun rows(x: Double): Double {
    val m = arrayOf(doubleArrayOf(x, x * x), doubleArrayOf(1.0, 2.0))
    val copy = Array(2) { m[it].clone() }
    m[0][1] = 0.0
    copy[0][1] += 1
    return copy[0][1] * m[0][0] * x + copy[1][0]
}

// run: cloned(3.0) = 12.0, d = 7.0
fun cloned(x: Double): Double {
    val a = doubleArrayOf(x, x * x)
    val b = a.clone()
    a[1] = 0.0
    return b[0] + b[1]
}
