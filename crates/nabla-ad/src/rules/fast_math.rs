//! What libraries of elementary functions add to those of `Math`.
//!
//! Their other functions mean what `Math`'s of the same name mean and share its rows: see
//! [`libraries`](super::libraries). Partials call `java.lang.Math`, which is always there. A function
//! of low accuracy, such as Jafama's `expQuick`, has the partials of the function it approximates,
//! never those of its table look-ups, and never takes them from its own result.

use std::f64::consts::{LN_2, LOG2_E, PI};

use super::expr::words::*;
use super::libraries::{COMMONS, HIPPARCHUS, JAFAMA};
use super::table::{INF, NAN, over_length, zeros_ascend};
use super::{Expr, Pin, Row, Rule, pow as power};

const INVERSE_HYPERBOLIC: &[&str] = &[
    "org/apache/commons/math3/util/FastMath",
    "org/hipparchus/util/FastMath",
    "org/apache/commons/math4/core/jdkmath/AccurateMath",
    "org/apache/commons/math4/core/jdkmath/JdkMath",
    "net/jafama/FastMath",
    "net/jafama/StrictFastMath",
    "kotlin/math/MathKt",
];
const KOTLIN: &[&str] = &["kotlin/math/MathKt"];
const KOTLIN_RANGES: &[&str] = &["kotlin/ranges/RangesKt"];
const SCALA: &[&str] = &["scala/math/package$"];
const CONSTANTS: &[&str] = &["scala/math/package", "scala/math/package$"];
const RICH: &[&str] = &["scala/runtime/RichDouble$", "scala/runtime/RichFloat$"];
const PREDEF: &[&str] = &["scala/Predef$"];
const BOXES: &[&str] = &["scala/runtime/BoxesRunTime"];
const PRECISION: &[&str] = &[
    "org/apache/commons/math3/util/Precision",
    "org/hipparchus/util/Precision",
    "org/apache/commons/numbers/core/Precision",
];
const UTILS: &[&str] = &["org/apache/commons/math3/util/MathUtils", "org/hipparchus/util/MathUtils"];
/// The classes of methods over arrays.
pub const ARRAYS: &[&str] = &["org/apache/commons/math3/util/MathArrays", "org/hipparchus/util/MathArrays"];

/// A degree in radians, and a radian in degrees.
const DEGREE: f64 = PI / 180.0;
const RADIAN: f64 = 180.0 / PI;

pub(super) fn rows(table: &mut Vec<Rule>) {
    elementary(table);
    jafama(table);
    jafama_quick(table);
    kotlin(table);
    scala(table);
    arithmetic(table);
}

fn elementary(table: &mut Vec<Rule>) {
    rules! { table, INVERSE_HYPERBOLIC;
        // x² overflows where the partial is still normal.
        y = asinh(x): "(D)D" => helper [when(less(abs(x), 1e9), 1.0 / sqrt(1.0 + x * x), 1.0 / abs(x))],
            on [(-9.0, 9.0)],
            at [0.0] is [1.0], at [-0.0] is [1.0], at [INF] is [0.0], at [-INF] is [0.0], at [1e200] is [1e-200],
            at [NAN] is [NAN];
        // Two roots, for the square overflows and x² − 1 cancels near 1.
        y = acosh(x): "(D)D" => guarded [1.0 / (sqrt(x - 1.0) * sqrt(x + 1.0))], on [(1.1, 9.0)],
            at [1.0] is [INF], at [INF] is [0.0], at [0.0] is [NAN], at [-3.0] is [NAN],
            note "1: +∞; a zero tangent stays zero";
        y = atanh(x): "(D)D" => guarded [1.0 / ((1.0 - x) * (1.0 + x))], on [(-0.9, 0.9)],
            at [0.0] is [1.0], at [1.0] is [INF], at [-1.0] is [INF],
            note "±1: +∞; a zero tangent stays zero; beyond ±1: the formula beside the value NaN";
    }
    rules! { table, COMMONS;
        r = log(base, x) as "log_base": "(DD)D" => guarded [-(r / (base * log(base))), 1.0 / (x * log(base))],
            on [(1.5, 9.0), (0.5, 9.0)],
            at [2.0, 1.0] is [0.0, LOG2_E], at [2.0, 0.0] is [INF, INF],
            note "x = 0: ±∞; base 1: ±∞ or NaN; a zero tangent stays zero";
        r = pow(x, n): "(DI)D" "(DJ)D" => guarded [power::by_base(x, n, r), power::by_exponent(x, n, r)],
            on [], note "the exponent is an integer and inactive; else as pow(DD)";
    }
    rules! { table, HIPPARCHUS;
        // Bounds in the wrong order are no error here: the value is then the lower one.
        r = clamp(v ~ v_dot, low ~ low_dot, high ~ high_dot) as "clamp_any": "(DDD)D" "(FFF)F" => select [
                when(differ(low, low), low_dot, when(differ(v, v), v_dot,
                when(less(v, low).or(greater(low, high)).or(equal(v, low).and(zeros_ascend(v, low))), low_dot,
                when(differ(high, high).or(greater(v, high)).or(equal(v, high).and(zeros_ascend(high, v))),
                    high_dot, v_dot))))
            ], on [(1.0, 2.0), (0.0, 0.5), (3.0, 4.0)],
            at [1.0, 0.0, 2.0] is [1.0, 0.0, 0.0], at [-1.0, 0.0, 2.0] is [0.0, 1.0, 0.0],
            at [3.0, 0.0, 2.0] is [0.0, 0.0, 1.0], at [3.0, 2.0, 1.0] is [0.0, 1.0, 0.0],
            at [0.0, 0.0, 2.0] is [1.0, 0.0, 0.0], at [-0.0, 0.0, 2.0] is [0.0, 1.0, 0.0],
            at [NAN, 0.0, 1.0] is [1.0, 0.0, 0.0], at [0.0, NAN, 1.0] is [0.0, 1.0, 0.0],
            note "of the operand returned; a tie: the value; bounds in the wrong order: the lower one";
        // Math.fma is younger than the Java that this library runs on.
        r = fma(x, y, z) as "fma_any": "(DDD)D" "(FFF)F" => partials [y, x, 1.0],
            on [(-3.0, 3.0), (-3.0, 3.0), (-3.0, 3.0)], at [2.0, 3.0, 5.0] is [3.0, 2.0, 1.0];
    }
}

fn jafama(table: &mut Vec<Rule>) {
    rules! { table, JAFAMA;
        // Beyond ±1 the value is that of ±1: the branch taken is constant.
        y = asinInRange(x): "(D)D" => helper [
                when(at_least(abs(x), 1.0), 0.0, 1.0 / sqrt((1.0 - x) * (1.0 + x)))
            ], on [(-0.9, 0.9)], at [1.0] is [0.0], at [-2.0] is [0.0], at [0.0] is [1.0], at [NAN] is [NAN],
            note "±1 and beyond: 0";
        y = acosInRange(x): "(D)D" => helper [
                when(at_least(abs(x), 1.0), 0.0, -(1.0 / sqrt((1.0 - x) * (1.0 + x))))
            ], on [(-0.9, 0.9)], at [1.0] is [0.0], at [-2.0] is [0.0], at [0.0] is [-1.0], at [NAN] is [NAN],
            note "±1 and beyond: 0";
        y = coshm1(x) as "cosh": "(D)D" => partials [sinh(x)], on [(-9.0, 9.0)],
            at [0.0] is [0.0], at [-INF] is [-INF];
        y = acosh1p(x): "(D)D" => guarded [1.0 / (sqrt(x) * sqrt(x + 2.0))], on [(0.1, 9.0)],
            at [0.0] is [INF], at [INF] is [0.0], at [-1.0] is [NAN],
            note "0: +∞; a zero tangent stays zero";
        r = powFast(x, n) as "pow": "(DI)D" => guarded [power::by_base(x, n, r), power::by_exponent(x, n, r)],
            on [], note "the exponent is an integer and inactive; else as pow(DD)";
        y = pow2(x): "(D)D" "(F)F" => partials [2.0 * x], on [(-9.0, 9.0)], at [0.0] is [0.0];
        y = pow3(x): "(D)D" "(F)F" => partials [3.0 * (x * x)], on [(-9.0, 9.0)], at [0.0] is [0.0];
        r = hypot(x, y, z) as "hypot3": "(DDD)D" => guarded [
                over_length(x, &[x, y, z], r), over_length(y, &[x, y, z], r), over_length(z, &[x, y, z], r)
            ], on [(-3.0, 3.0), (0.2, 3.0), (-3.0, 3.0)],
            at [0.0, 0.0, 0.0] is [0.0, 0.0, 0.0], at [2.0, -3.0, 6.0] is [2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0],
            at [-INF, 1.0, 2.0] is [-1.0, 0.0, 0.0], at [1.0, NAN, INF] is [0.0, 0.0, 1.0],
            note "(0,0,0): 0; an infinite operand: ±1 for it, 0 for the others; a zero tangent stays zero";
        r = toRange(low ~ low_dot, high ~ high_dot, v ~ v_dot): "(DDD)D" "(FFF)F" => select [
                when(less(v, low).or(equal(v, low).and(differ(sign(v), sign(low)))), low_dot,
                when(greater(v, high).or(equal(v, high).and(differ(sign(v), sign(high)))), high_dot, v_dot))
            ], on [(0.0, 0.5), (3.0, 4.0), (1.0, 2.0)],
            at [0.0, 2.0, 1.0] is [0.0, 0.0, 1.0], at [0.0, 2.0, -1.0] is [1.0, 0.0, 0.0],
            at [0.0, 2.0, 3.0] is [0.0, 1.0, 0.0], at [0.0, 2.0, 0.0] is [0.0, 0.0, 1.0],
            at [0.0, 2.0, -0.0] is [1.0, 0.0, 0.0], at [0.0, 1.0, NAN] is [0.0, 0.0, 1.0],
            note "of the operand returned; a tie: the value";
        r = remainder(x, y) as "IEEEremainder": "(DD)D" => partials [1.0, -rint((x - r) / y)],
            on [(3.1, 3.2), (1.1, 1.2)], at [7.5, 2.0] is [1.0, -4.0],
            note "ties as in the value";
    }
    // By whole turns, where the value jumps too.
    rules! { table, JAFAMA;
        r = normalizeMinusPiPi(x) as "turned": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
        r = normalizeMinusPiPiFast(x) as "turned": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
        r = normalizeZeroTwoPi(x) as "turned": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
        r = normalizeZeroTwoPiFast(x) as "turned": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
        r = normalizeMinusHalfPiHalfPi(x) as "turned": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
        r = normalizeMinusHalfPiHalfPiFast(x) as "turned": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
    }
    plain! { table, JAFAMA, Row::Zero, lossy true, "the report notes the lost derivative";
        roundEven "(D)J" "(F)I"; floorToInt "(D)I"; ceilToInt "(D)I"; roundToInt "(D)I"; roundEvenToInt "(D)I";
    }
    plain! { table, JAFAMA, Row::Zero, lossy false, "";
        isNaNOrInfinite "(D)Z" "(F)Z"; signFromBit "(D)J" "(F)I"; isInClockwiseDomain "(DDD)Z";
    }
}

fn jafama_quick(table: &mut Vec<Rule>) {
    rules! { table, JAFAMA;
        y = sinQuick(x) as "sin": "(D)D" => partials [cos(x)], on [(-9.0, 9.0)], at [0.0] is [1.0],
            note "that of sin, exactly";
        y = cosQuick(x) as "cos": "(D)D" => partials [-sin(x)], on [(-9.0, 9.0)], at [0.0] is [0.0],
            note "that of cos, exactly";
        y = expQuick(x): "(D)D" => partials [exp(x)], on [(-9.0, 9.0)], at [0.0] is [1.0],
            note "that of exp, exactly: the result is good to 3 % only";
        y = logQuick(x) as "log": "(D)D" => guarded [1.0 / x], on [(0.1, 9.0)], at [0.0] is [INF],
            note "that of log, exactly";
        y = sqrtQuick(x): "(D)D" => guarded [1.0 / (2.0 * sqrt(x))], on [(0.1, 9.0)], at [0.0] is [INF],
            note "that of sqrt, exactly: the result is good to 3 % only";
        y = invSqrtQuick(x): "(D)D" => partials [-(0.5 / (x * sqrt(x)))], on [(0.1, 9.0)],
            at [4.0] is [-0.0625], at [INF] is [0.0],
            note "that of 1/sqrt, exactly: the result is good to 3 % only";
        r = powQuick(x, y): "(DD)D" => guarded [
                when(equal(y, 0.0).and(equal(x, 0.0).or(differ(x, x))), 0.0, y * pow(x, y - 1.0)), power::by_exponent(x, y, &pow(x, y))
            ], on [(0.2, 3.0), (-3.0, 3.0)],
            at [2.0, 0.0] is [0.0, LN_2], at [0.0, 1.0] is [1.0, 0.0], at [0.0, 0.0] is [0.0, NAN],
            at [0.0, 0.5] is [INF, 0.0], at [-2.0, 3.0] is [12.0, NAN],
            note "that of pow: the result is good to 6 % only; up to 500 ulp, for y − 1 is rounded";
    }
}

fn kotlin(table: &mut Vec<Rule>) {
    rules! { table, KOTLIN;
        r = log(x, base) as "log_to_base": "(DD)D" "(FF)F" => guarded [1.0 / (x * log(base)), -(r / (base * log(base)))],
            on [(0.5, 9.0), (1.5, 9.0)],
            at [1.0, 2.0] is [LOG2_E, 0.0], at [0.0, 2.0] is [INF, INF],
            note "x = 0: ±∞; base 1: ±∞ or NaN; a zero tangent stays zero";
        y = log2(x): "(D)D" "(F)F" => guarded [1.0 / (x * LN_2)], on [(0.1, 9.0)],
            at [0.0] is [INF], at [INF] is [0.0],
            note "0: +∞; a zero tangent stays zero";
    }
    plain! { table, KOTLIN, Row::Zero, lossy false, "";
        truncate "(D)D" "(F)F"; getSign "(I)I" "(J)I";
    }
    plain! { table, KOTLIN, Row::Zero, lossy true, "the report notes the lost derivative";
        roundToInt "(D)I" "(F)I"; roundToLong "(D)J" "(F)J";
    }
    rules! { table, KOTLIN_RANGES;
        r = coerceAtLeast(v ~ v_dot, low ~ low_dot): "(DD)D" "(FF)F" => select [when(less(v, low), low_dot, v_dot)],
            on [(1.0, 2.0), (3.0, 4.0)],
            at [1.0, 2.0] is [0.0, 1.0], at [2.0, 1.0] is [1.0, 0.0], at [1.0, 1.0] is [1.0, 0.0],
            at [NAN, 1.0] is [1.0, 0.0], at [1.0, NAN] is [1.0, 0.0],
            note "of the operand returned; a tie: the value";
        r = coerceAtMost(v ~ v_dot, high ~ high_dot): "(DD)D" "(FF)F" => select [when(greater(v, high), high_dot, v_dot)],
            on [(1.0, 2.0), (3.0, 4.0)],
            at [1.0, 2.0] is [1.0, 0.0], at [2.0, 1.0] is [0.0, 1.0], at [1.0, 1.0] is [1.0, 0.0],
            at [NAN, 1.0] is [1.0, 0.0], at [1.0, NAN] is [1.0, 0.0],
            note "of the operand returned; a tie: the value";
        r = coerceIn(v ~ v_dot, low ~ low_dot, high ~ high_dot): "(DDD)D" "(FFF)F" => select [
                when(less(v, low), low_dot, when(greater(v, high), high_dot, v_dot))
            ], on [(1.0, 2.0), (0.0, 0.5), (3.0, 4.0)],
            at [1.0, 0.0, 2.0] is [1.0, 0.0, 0.0], at [-1.0, 0.0, 2.0] is [0.0, 1.0, 0.0],
            at [3.0, 0.0, 2.0] is [0.0, 0.0, 1.0], at [0.0, 0.0, 2.0] is [1.0, 0.0, 0.0],
            at [-0.0, 0.0, 2.0] is [1.0, 0.0, 0.0], at [NAN, 0.0, 1.0] is [1.0, 0.0, 0.0],
            note "of the operand returned; a tie: the value";
    }
}

/// Methods of Scala's modules take the module as their receiver, so no row repeats the call.
fn scala(table: &mut Vec<Rule>) {
    rules! { table, SCALA;
        y = toRadians(x) as "degree": "(D)D" => partials [DEGREE], on [(-9.0, 9.0)], at [0.0] is [DEGREE];
        y = toDegrees(x) as "radian": "(D)D" => partials [RADIAN], on [(-9.0, 9.0)], at [0.0] is [RADIAN];
        r = scalb(x, n) as "power_of_two": "(DI)D" "(FI)F" => partials [pow(2.0, n), 0.0], on [],
            note "beyond 2^1023 the partial overflows";
    }
    plain! { table, CONSTANTS, Row::Zero, lossy false, "";
        E "()D"; Pi "()D";
    }
    rules! { table, RICH;
        y = "toRadians$extension"(x) as "degree": "(D)D" "(F)F" => partials [DEGREE], on [(-9.0, 9.0)], at [0.0] is [DEGREE];
        y = "toDegrees$extension"(x) as "radian": "(D)D" "(F)F" => partials [RADIAN], on [(-9.0, 9.0)], at [0.0] is [RADIAN];
    }
    rules! { table, [RICH[0]];
        y = "doubleValue$extension"(x) as "wrapper": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
    }
    rules! { table, [RICH[1]];
        y = "floatValue$extension"(x) as "wrapper": "(F)F" => partials [1.0], on [], at [0.0] is [1.0];
    }
    plain! { table, RICH, Row::Zero, lossy false, "";
        "signum$extension" "(D)I" "(F)I"; "isWhole$extension" "(D)Z" "(F)Z";
        "isInfinity$extension" "(D)Z" "(F)Z"; "isPosInfinity$extension" "(D)Z" "(F)Z";
        "isNegInfinity$extension" "(D)Z" "(F)Z"; "isValidByte$extension" "(D)Z" "(F)Z";
        "isValidShort$extension" "(D)Z" "(F)Z"; "isValidChar$extension" "(D)Z" "(F)Z";
        "isValidInt$extension" "(D)Z" "(F)Z";
    }
    plain! { table, RICH, Row::Zero, lossy true, "the report notes the lost derivative";
        "byteValue$extension" "(D)B" "(F)B"; "shortValue$extension" "(D)S" "(F)S";
        "intValue$extension" "(D)I" "(F)I"; "longValue$extension" "(D)J" "(F)J";
    }
    rules! { table, PREDEF;
        y = doubleWrapper(x) as "wrapper": "(D)D" => partials [1.0], on [], at [0.0] is [1.0];
        y = floatWrapper(x) as "wrapper": "(F)F" => partials [1.0], on [], at [0.0] is [1.0];
    }
    plain! { table, BOXES, Row::Lost, lossy false, "the tangent of a box is that of its number";
        boxToDouble "(D)Ljava/lang/Double;"; boxToFloat "(F)Ljava/lang/Float;";
        unboxToDouble "(Ljava/lang/Object;)D"; unboxToFloat "(Ljava/lang/Object;)F";
    }
}

/// Helpers of Commons Math, Commons Numbers and Hipparchus around floating-point arithmetic.
fn arithmetic(table: &mut Vec<Rule>) {
    rules! { table, PRECISION;
        // The delta that x + delta can represent.
        r = representableDelta(x, delta): "(DD)D" => partials [0.0, 1.0], on [], at [1.0, 0.1] is [0.0, 1.0];
    }
    plain! { table, PRECISION, Row::Zero, lossy true, "the report notes the lost derivative";
        round "(DI)D" "(DII)D" "(DILjava/math/RoundingMode;)D" "(FI)F" "(FII)F" "(FILjava/math/RoundingMode;)F";
    }
    plain! { table, PRECISION, Row::Zero, lossy false, "";
        compareTo "(DDD)I" "(DDI)I"; isMathematicalInteger "(D)Z" "(F)Z";
        equals "(DD)Z" "(DDD)Z" "(DDI)Z" "(FF)Z" "(FFF)Z" "(FFI)Z";
        equalsIncludingNaN "(DD)Z" "(DDD)Z" "(DDI)Z" "(FF)Z" "(FFF)Z" "(FFI)Z";
        equalsWithRelativeTolerance "(DDD)Z";
    }
    plain! { table, UTILS, Row::Zero, lossy false, "";
        hash "(D)I"; equals "(DD)Z"; checkFinite "(D)V"; checkRangeInclusive "(DDD)V";
    }
    // Their bodies take numbers apart by their bits to gain digits.
    rules! { table, ARRAYS;
        r = linearCombination(a, x, b, y) as "linearCombination2": "(DDDD)D" => partials [x, a, y, b],
            on [], at [2.0, 3.0, 5.0, 7.0] is [3.0, 2.0, 7.0, 5.0];
        r = linearCombination(a, x, b, y, c, z) as "linearCombination3": "(DDDDDD)D" => partials [x, a, y, b, z, c],
            on [];
        r = linearCombination(a, x, b, y, c, z, d, w) as "linearCombination4": "(DDDDDDDD)D" =>
            partials [x, a, y, b, z, c, w, d], on [];
    }
}
