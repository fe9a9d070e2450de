package refused

/*
 * Active values that go through functions as values: refused until they are followed, and then to
 * be run at what the remarks say.
 */

// A lambda over boxes is followed.
// run: lambda(3.0) = 9.0, d = 6.0
fun lambda(x: Double): Double {
    val f: (Double) -> Double = { it * x }
    return f(x)
}

// Then f(2.0) = 4.0, d = 4.0: the variable that the lambda changes is an object.
fun captured(x: Double): Double {
    var r = 1.0
    val multiply = { r *= x }
    multiply() // refuse: NB0203
    multiply()
    return r
}
