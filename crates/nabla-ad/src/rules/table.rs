//! The table: one row a function.
//!
//! This part has the operators and the classes of `java.lang`; [`fast_math`](super::fast_math) and
//! [`special`](super::special) have what libraries add. How a row reads is told in `macros`.
//!
//! The formulas are those of a table of derivatives; where a row departs from it, the reason stands
//! beside it. Singular points are decided as the specification says, for all tools disagree there.

use std::f64::consts::LN_10;

use super::expr::words::*;
use super::{Cond, Expr, Pin, Row, Rule, pow as power};

const MATH: &[&str] = &["java/lang/Math", "java/lang/StrictMath"];
const BOXES: &[&str] = &["java/lang/Double", "java/lang/Float"];
const DOUBLE: &[&str] = &["java/lang/Double"];
const FLOAT: &[&str] = &["java/lang/Float"];
const OPERATOR: &[&str] = &["operator"];

pub(super) const INF: f64 = f64::INFINITY;
pub(super) const NAN: f64 = f64::NAN;

/// The smallest normal double: a sum of squares below it has lost digits.
pub(super) const NORMAL: f64 = f64::MIN_POSITIVE;
/// Powers of two that bring any finite operand to where squares neither overflow nor vanish.
const UP: f64 = f64::from_bits((1023 + 600) << 52);
const DOWN: f64 = f64::from_bits((1023 - 520) << 52);

/// The rows of operators, `Math` and `StrictMath`, `Double` and `Float`.
pub(super) fn rows(table: &mut Vec<Rule>) {
    operators(table);
    elementary(table);
    of_two_operands(table);
    piecewise(table);
    inactive(table);
    boxes(table);
}

fn operators(table: &mut Vec<Rule>) {
    rules! { table, OPERATOR;
        r = "+"(x, y): "(DD)D" "(FF)F" => partials [1.0, 1.0], on [(-9.0, 9.0), (-9.0, 9.0)];
        r = "-"(x, y): "(DD)D" "(FF)F" => partials [1.0, -1.0], on [(-9.0, 9.0), (-9.0, 9.0)];
        r = "*"(x, y): "(DD)D" "(FF)F" => partials [y, x], on [(-9.0, 9.0), (-9.0, 9.0)],
            at [0.0, 2.0] is [2.0, 0.0], at [INF, 0.0] is [0.0, INF],
            note "x·x is 2x; a constant factor costs one product";
        // Emitted as (x' − r·y')/y, which needs one division and survives the overflow of y².
        r = "/"(x, y): "(DD)D" "(FF)F" => partials [1.0 / y, -(r / y)], on [(-9.0, 9.0), (0.5, 9.0)],
            at [1.0, 1e200] is [1e-200, -0.0], at [0.0, 2.0] is [0.5, 0.0], at [1.0, 0.0] is [INF, -INF],
            at [1.0, INF] is [0.0, -0.0],
            note "emitted as (x' − r·y')/y; as x'/y where r is 0 because y is infinite, whatever y' is";
        // The quotient that was rounded away is known from the result, for x − r is its multiple of y.
        r = "%"(x, y): "(DD)D" "(FF)F" => partials [1.0, -rint((x - r) / y)], on [(3.1, 3.3), (1.2, 1.5)],
            at [7.5, 2.0] is [1.0, -3.0], at [-7.5, 2.0] is [1.0, 3.0], at [6.0, 2.0] is [1.0, -3.0],
            at [0.0, 2.0] is [1.0, 0.0], at [3.0, INF] is [1.0, 0.0],
            note "1 at multiples of y";
        r = neg(x): "(D)D" "(F)F" => partials [-1.0], on [(-9.0, 9.0)], at [0.0] is [-1.0];
        r = d2f(x): "(D)F" => same [], on [];
        r = f2d(x): "(F)D" => same [], on [];
    }
    plain! { table, OPERATOR, Row::Zero, lossy true, "the report notes the lost derivative";
        d2i "(D)I"; d2l "(D)J"; f2i "(F)I"; f2l "(F)J";
    }
    plain! { table, OPERATOR, Row::Zero, lossy false, "";
        i2d "(I)D"; i2f "(I)F"; l2d "(J)D"; l2f "(J)F";
        dcmpg "(DD)I"; dcmpl "(DD)I"; fcmpg "(FF)I"; fcmpl "(FF)I";
    }
}

fn elementary(table: &mut Vec<Rule>) {
    rules! { table, MATH;
        y = sqrt(x): "(D)D" => guarded [1.0 / (2.0 * y)], on [(0.1, 9.0)],
            at [0.0] is [INF], at [-0.0] is [-INF], at [4.0] is [0.25], at [INF] is [0.0], at [-1.0] is [NAN],
            note "0: +∞; −0: −∞; a zero tangent stays zero";
        y = cbrt(x): "(D)D" => guarded [1.0 / (3.0 * (y * y))], on [(0.1, 9.0)],
            at [0.0] is [INF], at [-0.0] is [INF], at [INF] is [0.0], at [-INF] is [0.0],
            note "0: +∞; a zero tangent stays zero";
        y = exp(x): "(D)D" => partials [y], on [(-9.0, 9.0)],
            at [0.0] is [1.0], at [-INF] is [0.0], at [INF] is [INF];
        // r + 1 loses the digits of exp(x) as x goes to −∞.
        y = expm1(x): "(D)D" => helper [when(less(x, 0.0), exp(x), y + 1.0)], on [(-9.0, 9.0)],
            at [0.0] is [1.0], at [-0.0] is [1.0], at [-INF] is [0.0], at [INF] is [INF], at [NAN] is [NAN];
        y = log(x): "(D)D" => guarded [1.0 / x], on [(0.1, 9.0)],
            at [0.0] is [INF], at [1.0] is [1.0], at [INF] is [0.0], at [-2.0] is [-0.5],
            note "0: +∞; a zero tangent stays zero; x < 0: 1/x beside the value NaN";
        y = log10(x): "(D)D" => guarded [1.0 / (x * LN_10)], on [(0.1, 9.0)],
            at [0.0] is [INF], at [INF] is [0.0],
            note "0: +∞; a zero tangent stays zero; subnormal partials near the largest double lose digits";
        y = log1p(x): "(D)D" => guarded [1.0 / (1.0 + x)], on [(-0.9, 9.0)],
            at [-1.0] is [INF], at [0.0] is [1.0], at [INF] is [0.0], at [-2.0] is [-1.0],
            note "−1: +∞; a zero tangent stays zero";
        y = sin(x): "(D)D" => partials [cos(x)], on [(-9.0, 9.0)], at [0.0] is [1.0], at [INF] is [NAN];
        y = cos(x): "(D)D" => partials [-sin(x)], on [(-9.0, 9.0)], at [0.0] is [0.0], at [INF] is [NAN];
        y = tan(x): "(D)D" => partials [1.0 + y * y], on [(-1.4, 1.4)], at [0.0] is [1.0], at [INF] is [NAN];
        // Not 1 − x², which is wrong by 8·10⁶ ulp near 1; both differences here are exact there.
        y = asin(x): "(D)D" => guarded [1.0 / sqrt((1.0 - x) * (1.0 + x))], on [(-0.9, 0.9)],
            at [0.0] is [1.0], at [1.0] is [INF], at [-1.0] is [INF], at [2.0] is [NAN],
            note "±1: +∞; a zero tangent stays zero";
        y = acos(x): "(D)D" => guarded [-(1.0 / sqrt((1.0 - x) * (1.0 + x)))], on [(-0.9, 0.9)],
            at [0.0] is [-1.0], at [1.0] is [-INF], at [-1.0] is [-INF], at [2.0] is [NAN],
            note "±1: −∞; a zero tangent stays zero";
        y = atan(x): "(D)D" => partials [1.0 / (1.0 + x * x)], on [(-9.0, 9.0)],
            at [0.0] is [1.0], at [INF] is [0.0], at [-INF] is [0.0],
            note "subnormal partials beyond 1e154 become 0";
        y = sinh(x): "(D)D" => partials [cosh(x)], on [(-9.0, 9.0)], at [0.0] is [1.0], at [-INF] is [INF];
        y = cosh(x): "(D)D" => partials [sinh(x)], on [(-9.0, 9.0)], at [0.0] is [0.0], at [-INF] is [-INF];
        // 1 − r² loses everything beyond x ≈ 19, and 1/cosh² costs twice as much. The call of exp is
        // shared: the emitter evaluates it once.
        y = tanh(x): "(D)D" => partials [
                4.0 * exp(-2.0 * abs(x)) / ((1.0 + exp(-2.0 * abs(x))) * (1.0 + exp(-2.0 * abs(x))))
            ], on [(-9.0, 9.0)],
            at [0.0] is [1.0], at [-0.0] is [1.0], at [INF] is [0.0], at [-INF] is [0.0], at [NAN] is [NAN],
            note "subnormal partials beyond 355 lose digits";
        y = toRadians(x): "(D)D" => same [], on [(-9.0, 9.0)], at [0.0] is [0.017453292519943295];
        y = toDegrees(x): "(D)D" => same [], on [(-9.0, 9.0)], at [0.0] is [57.29577951308232];
    }
}

fn of_two_operands(table: &mut Vec<Rule>) {
    rules! { table, MATH;
        r = atan2(y, x): "(DD)D" => guarded [over_square(x, x, y, r), over_square(&-y, x, y, r)],
            on [(0.2, 3.0), (-3.0, 3.0)],
            at [0.0, 0.0] is [NAN, NAN], at [-0.0, -0.0] is [NAN, NAN], at [0.0, 2.0] is [0.5, 0.0],
            at [2.0, 0.0] is [0.0, -0.5], at [0.0, -2.0] is [-0.5, 0.0], at [1.0, INF] is [0.0, 0.0],
            at [1e-200, 0.0] is [0.0, -1e200], at [0.0, 1e200] is [1e-200, 0.0],
            note "(0,0): NaN; an infinite operand: 0; a zero tangent stays zero; subnormal partials beyond 1e154 lose digits";
        r = hypot(x, y): "(DD)D" => guarded [over_length(x, &[x, y], r), over_length(y, &[x, y], r)],
            on [(-3.0, 3.0), (0.2, 3.0)],
            at [0.0, 0.0] is [0.0, 0.0], at [3.0, -4.0] is [0.6, -0.8], at [2.0, 0.0] is [1.0, 0.0],
            at [INF, 1.0] is [1.0, 0.0], at [1.0, -INF] is [0.0, -1.0], at [-INF, NAN] is [-1.0, 0.0],
            at [INF, -INF] is [1.0, -1.0], at [NAN, 1.0] is [NAN, NAN],
            note "(0,0): 0; an infinite operand: ±1 for it, 0 for the other; a zero tangent stays zero";
        r = pow(x, y): "(DD)D" => guarded [power::by_base(x, y, r), power::by_exponent(x, y, r)],
            on [(0.2, 3.0), (-3.0, 3.0)],
            at [2.0, 0.0] is [0.0, std::f64::consts::LN_2], at [-2.0, 0.0] is [0.0, NAN], at [0.0, 0.0] is [0.0, NAN],
            at [NAN, 0.0] is [0.0, NAN], at [0.0, 1.0] is [1.0, 0.0], at [-0.0, 1.0] is [1.0, 0.0],
            at [0.0, 0.5] is [INF, 0.0], at [0.0, 2.0] is [0.0, 0.0], at [0.0, 2.5] is [0.0, 0.0],
            at [0.0, -1.0] is [-INF, NAN], at [0.0, -0.5] is [-INF, NAN], at [-0.0, -2.0] is [INF, NAN],
            at [-2.0, 3.0] is [12.0, NAN], at [-2.0, 1.0] is [1.0, NAN], at [-2.0, 0.5] is [NAN, NAN],
            at [1.0, INF] is [NAN, NAN], at [1.0, -INF] is [NAN, NAN], at [1.0, NAN] is [NAN, NAN],
            at [INF, 2.0] is [INF, INF], at [3.0, 2.0] is [6.0, 9.887510598012987],
            note "see the pinned points; a zero tangent stays zero, save for a constant exponent ≥ 1";
        r = IEEEremainder(x, y): "(DD)D" => partials [1.0, -rint((x - r) / y)], on [(3.1, 3.2), (1.1, 1.2)],
            at [7.5, 2.0] is [1.0, -4.0], at [5.0, 2.0] is [1.0, -2.0], at [7.0, 2.0] is [1.0, -4.0],
            at [-7.5, 2.0] is [1.0, 4.0], at [3.0, INF] is [1.0, 0.0],
            note "ties as in the value";
        r = fma(x ~ x_dot, y ~ y_dot, z ~ z_dot): "(DDD)D" "(FFF)F" => select [fma(x_dot, y, fma(x, y_dot, z_dot))],
            on [(-3.0, 3.0), (-3.0, 3.0), (-3.0, 3.0)],
            at [2.0, 3.0, 5.0] is [3.0, 2.0, 1.0];
        r = scalb(x, n): "(DI)D" "(FI)F" => same [], on [];
        r = nextAfter(x, to): "(DD)D" "(FD)F" => partials [1.0, 0.0], on [], at [0.0, 1.0] is [1.0, 0.0];
        r = nextUp(x): "(D)D" "(F)F" => partials [1.0], on [], at [0.0] is [1.0];
        r = nextDown(x): "(D)D" "(F)F" => partials [1.0], on [], at [0.0] is [1.0];
    }
    rules! { table, DOUBLE;
        r = sum(x, y): "(DD)D" => partials [1.0, 1.0], on [(-9.0, 9.0), (-9.0, 9.0)];
    }
    rules! { table, FLOAT;
        r = sum(x, y): "(FF)F" => partials [1.0, 1.0], on [(-9.0, 9.0), (-9.0, 9.0)];
    }
}

/// v/(x² + y²) for v = x or v = −y; at an infinite operand its limit 0, or NaN beside a NaN.
fn over_square(v: &Expr, x: &Expr, y: &Expr, r: &Expr) -> Expr {
    let square = || x * x + y * y;
    // Operands and result are scaled by the same power of two, exactly, where the plain sum is 0,
    // subnormal or infinite. A small one of the operands may vanish: its square did not count.
    let scaled = |s: f64| (v * s) / ((x * s) * (x * s) + (y * s) * (y * s)) * s;
    when(
        at_least(square(), NORMAL).and(less(square(), INF)),
        v / square(),
        when(
            equal(abs(x), INF).or(equal(abs(y), INF)),
            0.0 * r,
            when(greater(square(), 1.0), scaled(DOWN), scaled(UP)),
        ),
    )
}

/// v/r for one operand v of a length r.
pub(super) fn over_length(v: &Expr, operands: &[&Expr], r: &Expr) -> Expr {
    // A subnormal r has lost digits, and r may overflow beside finite operands.
    let scaled = |s: f64| {
        let operands = operands.iter().map(|x| *x * s);
        (v * s) / operands.reduce(hypot).unwrap_or(Expr::Const(0.0))
    };
    let infinite = operands.iter().fold(equal(r, 0.0), |any, x| any.or(equal(abs(*x), INF)));
    when(
        at_least(r, NORMAL).and(less(r, INF)),
        v / r,
        when(equal(abs(v), INF), sign(v), when(infinite, 0.0, when(less(r, 1.0), scaled(UP), scaled(DOWN)))),
    )
}

fn piecewise(table: &mut Vec<Rule>) {
    rules! { table, MATH;
        r = abs(x): "(D)D" "(F)F" => partials [sign(x)], on [(0.5, 9.0)],
            at [0.0] is [1.0], at [-0.0] is [-1.0], at [-3.0] is [-1.0], at [-INF] is [-1.0],
            note "by the sign bit: +0: 1, −0: −1";
        r = copySign(x, y): "(DD)D" "(FF)F" => partials [sign(x) * sign(y), 0.0], on [(0.5, 9.0), (-9.0, -0.5)],
            at [0.0, 1.0] is [1.0, 0.0], at [-0.0, 1.0] is [-1.0, 0.0], at [2.0, -0.0] is [-1.0, 0.0],
            note "by the sign bits; the second operand is inactive";
    }
    for owners in [MATH, BOXES] {
        // Double has the double twins only and Float the float ones.
        let first = table.len();
        rules! { table, owners;
            r = max(x ~ x_dot, y ~ y_dot): "(DD)D" "(FF)F" => select [
                    when(greater(x, y), x_dot, when(less(x, y), y_dot, tied(zeros_ascend(x, y), x, x_dot, y, y_dot)))
                ], on [(1.0, 2.0), (3.0, 4.0)],
                at [1.0, 2.0] is [0.0, 1.0], at [2.0, 1.0] is [1.0, 0.0], at [1.0, 1.0] is [1.0, 0.0],
                at [0.0, -0.0] is [1.0, 0.0], at [-0.0, 0.0] is [0.0, 1.0], at [-0.0, -0.0] is [1.0, 0.0],
                at [NAN, 1.0] is [1.0, 0.0], at [1.0, NAN] is [0.0, 1.0], at [NAN, NAN] is [1.0, 0.0],
                note "of the operand returned; a tie: the first; +0 over −0; a NaN operand over all";
            r = min(x ~ x_dot, y ~ y_dot): "(DD)D" "(FF)F" => select [
                    when(less(x, y), x_dot, when(greater(x, y), y_dot, tied(zeros_ascend(y, x), x, x_dot, y, y_dot)))
                ], on [(1.0, 2.0), (3.0, 4.0)],
                at [1.0, 2.0] is [1.0, 0.0], at [2.0, 1.0] is [0.0, 1.0], at [1.0, 1.0] is [1.0, 0.0],
                at [0.0, -0.0] is [0.0, 1.0], at [-0.0, 0.0] is [1.0, 0.0], at [0.0, 0.0] is [1.0, 0.0],
                at [NAN, 1.0] is [1.0, 0.0], at [1.0, NAN] is [0.0, 1.0], at [NAN, NAN] is [1.0, 0.0],
                note "of the operand returned; a tie: the first; −0 over +0; a NaN operand over all";
        }
        let mut rows = table.split_off(first);
        rows.retain(|r| match r.owner {
            "java/lang/Double" => r.descriptor == "(DD)D",
            "java/lang/Float" => r.descriptor == "(FF)F",
            _ => true,
        });
        table.append(&mut rows);
    }
    rules! { table, MATH;
        // min(high, max(v, low)), told apart by value first; what is left is a tie, a zero or a NaN.
        r = clamp(v ~ v_dot, low ~ low_dot, high ~ high_dot): "(DDD)D" "(FFF)F" => select [
                when(less(v, low).or(equal(v, low).and(zeros_ascend(v, low))), low_dot,
                when(greater(v, high).or(equal(v, high).and(zeros_ascend(high, v))), high_dot, v_dot))
            ], on [(1.0, 2.0), (0.0, 0.5), (3.0, 4.0)],
            at [1.0, 0.0, 2.0] is [1.0, 0.0, 0.0], at [-1.0, 0.0, 2.0] is [0.0, 1.0, 0.0],
            at [3.0, 0.0, 2.0] is [0.0, 0.0, 1.0], at [0.0, 0.0, 2.0] is [1.0, 0.0, 0.0],
            at [2.0, 0.0, 2.0] is [1.0, 0.0, 0.0], at [2.0, 2.0, 2.0] is [1.0, 0.0, 0.0],
            at [-0.0, 0.0, 2.0] is [0.0, 1.0, 0.0], at [0.0, -1.0, -0.0] is [0.0, 0.0, 1.0],
            at [NAN, 0.0, 1.0] is [1.0, 0.0, 0.0],
            note "of the operand returned; a tie: the value; from Java 21";
    }
}

/// The tangent of max or min where the operands compare equal or not at all: of a NaN operand, of
/// the second if the zeros say so, else of the first.
fn tied(second: Cond, x: &Expr, x_dot: &Expr, y: &Expr, y_dot: &Expr) -> Expr {
    when(differ(x, x), x_dot, when(differ(y, y).or(second), y_dot, x_dot))
}

/// Whether x is −0 and y is +0, given that they compare equal.
pub(super) fn zeros_ascend(x: &Expr, y: &Expr) -> Cond {
    less(sign(x), 0.0).and(greater(sign(y), 0.0))
}

fn inactive(table: &mut Vec<Rule>) {
    plain! { table, MATH, Row::Zero, lossy false, "";
        signum "(D)D" "(F)F"; floor "(D)D"; ceil "(D)D"; rint "(D)D"; ulp "(D)D" "(F)F"; random "()D";
    }
    plain! { table, MATH, Row::Zero, lossy true, "the report notes the lost derivative";
        round "(D)J" "(F)I"; getExponent "(D)I" "(F)I";
    }
    plain! { table, MATH, Row::Zero, lossy false, "";
        abs "(I)I" "(J)J"; absExact "(I)I" "(J)J"; max "(II)I" "(JJ)J"; min "(II)I" "(JJ)J";
        addExact "(II)I" "(JJ)J"; subtractExact "(II)I" "(JJ)J"; multiplyExact "(II)I" "(JI)J" "(JJ)J";
        divideExact "(II)I" "(JJ)J"; incrementExact "(I)I" "(J)J"; decrementExact "(I)I" "(J)J";
        negateExact "(I)I" "(J)J"; toIntExact "(J)I"; powExact "(II)I" "(JI)J";
        unsignedMultiplyExact "(II)I" "(JI)J" "(JJ)J"; unsignedPowExact "(II)I" "(JI)J";
        multiplyFull "(II)J"; multiplyHigh "(JJ)J"; unsignedMultiplyHigh "(JJ)J";
        floorDiv "(II)I" "(JI)J" "(JJ)J"; floorDivExact "(II)I" "(JJ)J"; floorMod "(II)I" "(JI)I" "(JJ)J";
        ceilDiv "(II)I" "(JI)J" "(JJ)J"; ceilDivExact "(II)I" "(JJ)J"; ceilMod "(II)I" "(JI)I" "(JJ)J";
        clamp "(JII)I" "(JJJ)J";
    }
}

fn boxes(table: &mut Vec<Rule>) {
    plain! { table, BOXES, Row::Zero, lossy false, "";
        isNaN "()Z"; isInfinite "()Z"; equals "(Ljava/lang/Object;)Z"; hashCode "()I";
    }
    plain! { table, BOXES, Row::Zero, lossy true, "the report notes the lost derivative";
        byteValue "()B"; shortValue "()S"; intValue "()I"; longValue "()J";
    }
    plain! { table, BOXES, Row::Text, lossy false, "text is inactive"; toString "()Ljava/lang/String;"; }
    plain! { table, BOXES, Row::Lost, lossy false, "the tangent of a box is that of its number";
        doubleValue "()D"; floatValue "()F"; describeConstable "()Ljava/util/Optional;";
    }
    plain! { table, DOUBLE, Row::Zero, lossy false, "";
        compare "(DD)I"; compareTo "(Ljava/lang/Double;)I"; hashCode "(D)I";
        isNaN "(D)Z"; isFinite "(D)Z"; isInfinite "(D)Z";
    }
    plain! { table, DOUBLE, Row::Text, lossy false, "text is inactive";
        toString "(D)Ljava/lang/String;"; toHexString "(D)Ljava/lang/String;";
    }
    plain! { table, DOUBLE, Row::Lost, lossy false, "the tangent of a box is that of its number";
        valueOf "(D)Ljava/lang/Double;";
        resolveConstantDesc "(Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/Double;";
    }
    plain! { table, DOUBLE, Row::Lost, lossy false, "bits and text carry no tangent";
        doubleToRawLongBits "(D)J"; doubleToLongBits "(D)J"; longBitsToDouble "(J)D";
        parseDouble "(Ljava/lang/String;)D"; valueOf "(Ljava/lang/String;)Ljava/lang/Double;";
    }
    plain! { table, FLOAT, Row::Zero, lossy false, "";
        compare "(FF)I"; compareTo "(Ljava/lang/Float;)I"; hashCode "(F)I";
        isNaN "(F)Z"; isFinite "(F)Z"; isInfinite "(F)Z";
    }
    plain! { table, FLOAT, Row::Text, lossy false, "text is inactive";
        toString "(F)Ljava/lang/String;"; toHexString "(F)Ljava/lang/String;";
    }
    plain! { table, FLOAT, Row::Lost, lossy false, "the tangent of a box is that of its number";
        valueOf "(F)Ljava/lang/Float;";
        resolveConstantDesc "(Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/Float;";
    }
    plain! { table, FLOAT, Row::Lost, lossy false, "bits and text carry no tangent";
        floatToRawIntBits "(F)I"; floatToIntBits "(F)I"; intBitsToFloat "(I)F";
        floatToFloat16 "(F)S"; float16ToFloat "(S)F";
        parseFloat "(Ljava/lang/String;)F"; valueOf "(Ljava/lang/String;)Ljava/lang/Float;";
    }
}
