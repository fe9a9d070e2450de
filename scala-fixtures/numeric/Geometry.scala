package numeric

// Straight-line formulas with local values.

// run: haversine(52.5, 13.4, 48.9, 2.4)
def haversine(lat1: Double, lon1: Double, lat2: Double, lon2: Double): Double =
  val radius = 6371.0 // inactive: radius
  val dLat = Math.toRadians(lat2 - lat1) // active: dLat lat1 lat2
  val dLon = Math.toRadians(lon2 - lon1)
  val sinLat = Math.sin(dLat / 2)
  val sinLon = Math.sin(dLon / 2)
  val a = sinLat * sinLat +
    Math.cos(Math.toRadians(lat1)) * Math.cos(Math.toRadians(lat2)) * sinLon * sinLon
  2 * radius * Math.asin(Math.sqrt(a)) // active: a // inactive: radius

// run: bearing(1.0, 2.0) = ~ 1e-15: 0.4636476090008061, d = ~ 1e-15: (0.4, -0.2)
def bearing(y: Double, x: Double): Double = Math.atan2(y, x)

// run: damped(0.7, 0.1, 3.0)
def damped(t: Double, decay: Double, frequency: Double): Double =
  val envelope = Math.exp(-decay * t)
  val phase = frequency * t
  envelope * (Math.cos(phase) + decay / frequency * Math.sin(phase))

// run: neuron(0.3, -0.2, 0.5)
def neuron(w: Double, b: Double, x: Double): Double = Math.tanh(w * x + b)
