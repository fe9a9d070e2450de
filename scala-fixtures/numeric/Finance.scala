package numeric

// Default arguments: their values come from methods of their own; this one computes.

object Finance:
  // run: present(0.1, 121.0, 2) = ~ 1e-15: 100.0, d = ~ 1e-14: (-181.81818181818181, 0.8264462809917354)
  def present(rate: Double, flow: Double = 100.0, years: Int = 1): Double = flow / Math.pow(1 + rate, years)

  // run: annuity(0.05, 100.0, 10)
  def annuity(rate: Double, flow: Double = 100.0, years: Int = 10): Double =
    var sum = 0.0
    var discount = 1.0
    var year = 0
    while year < years do
      discount /= 1 + rate // active: discount rate // inactive: year years
      sum += flow * discount
      year += 1
    sum

  // run: call(100.0, 95.0, 0.03, 0.2, 0.5)
  def call(spot: Double, strike: Double, rate: Double, sigma: Double, time: Double): Double =
    val root = sigma * Math.sqrt(time)
    val d1 = (Math.log(spot / strike) + (rate + sigma * sigma / 2) * time) / root
    val d2 = d1 - root
    var price = 0.0
    var side = 0
    while side < 2 do
      val d = if side == 0 then d1 else d2
      // Abramowitz and Stegun 26.2.17
      val k = 1 / (1 + 0.2316419 * Math.abs(d))
      val tail = 0.3989422804014327 * Math.exp(-d * d / 2) *
        k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
      val normal = if d >= 0 then 1 - tail else tail
      price += (if side == 0 then spot * normal else -strike * Math.exp(-rate * time) * normal)
      side += 1
    price
