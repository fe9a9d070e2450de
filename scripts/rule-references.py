#!/usr/bin/env python3
"""Writes tests/rules/references.txt: the exact partials of every rule, to 50 digits.

Needs mpmath (pip install mpmath). The points are drawn from a fixed seed, so the file is the same
each time. Each line is

    rule  operand bits …  result bits  (partial in decimal, partial's nearest double) …

with one pair per operand. Results are rounded correctly, as a rule may use the result. A partial
that does not exist is `nan`. Points whose partials are subnormal or overflow are left out, as the
accuracy promised is that of normal numbers.
"""

import math
import pathlib
import random
from fractions import Fraction

from mpmath import mp, mpc, mpf
from reference_points import bits, each, log_uniform, near, one_of, same_scale, signed, to_double, uniform

# Enough to reduce the largest double by a multiple of pi and keep 50 digits.
mp.prec = 1500
random.seed(20)

POINTS = 240
NORMAL = 2.0**-1022


def pow_points():
    kind = random.randrange(6)
    if kind == 0:
        return random.uniform(0.01, 20.0), random.uniform(-20.0, 20.0)
    if kind == 1:
        return 10.0 ** random.uniform(-300, 300), random.uniform(-1.0, 2.0)
    if kind == 2:
        return -random.uniform(0.1, 20.0), float(random.randrange(-12, 13))
    if kind == 3:
        return 1.0 + random.uniform(-1e-6, 1e-6), random.uniform(-1e7, 1e7)
    if kind == 4:
        y = random.choice((2, 3, 4, 5, 6, 7, 10, 31, 0.5, 1.5, 2.5, 1 / 3, 0.1, -0.5, -1, -2, -3, -3.5, -7, -100))
        return random.choice((random.uniform(0.01, 9.0), 10.0 ** random.uniform(-3, 3))), float(y)
    # The value is subnormal or 0, or infinite, but not the partial.
    return random.choice(((10.0 ** random.uniform(-190, -160), 2.0), (10.0 ** random.uniform(155, 200), 2.0),
                          (10.0 ** random.uniform(-140, -110), random.uniform(2.5, 2.7))))


def quotient(n):
    """∂y of a remainder: minus the integer quotient."""
    return -mpf(n)


def trunc(q):
    return int(mp.floor(abs(q))) * (1 if q >= 0 else -1)


def half_even(x, y):
    return round(Fraction(to_double(x)) / Fraction(to_double(y)))


angle = one_of(
    signed(uniform(0.0, 10.0)),
    near([k * math.pi / 2 for k in range(-6, 7)], -14),
    signed(log_uniform(-300, 0)),
    signed(log_uniform(1, 300)),
)
unit = one_of(uniform(-1.0, 1.0), near([-1.0, 1.0], -15.5, -1), signed(log_uniform(-300, -1)))
growth = one_of(uniform(-700.0, 709.0), signed(log_uniform(-300, 0)), uniform(-3.0, 3.0))
positive = one_of(log_uniform(-307, 307), uniform(0.1, 10.0), near([1.0]))
square_root = lambda x: mp.sqrt(1 - x * x)

error_range = signed(one_of(uniform(0.0, 26.5), uniform(0.0, 3.0), log_uniform(-300, 0)))


def bell(x):
    """The derivative of erf."""
    return 2 / mp.sqrt(mp.pi) * mp.exp(-x * x)


def in_base(base, x):
    return mp.log(x) / mp.log(base)


def by_base_and_operand(base, x):
    return -mp.log(x) / (base * mp.log(base) ** 2), 1 / (x * mp.log(base))


def length(*v):
    return mp.sqrt(mp.fsum(x * x for x in v))


def three(low, high, spread):
    pair = same_scale(low, high, spread)
    return lambda: (*pair(), pair()[0])


# name: (points, value, partials)
RULES = {
    "+": (each(signed(positive), signed(positive)), lambda x, y: x + y, lambda x, y: (mpf(1), mpf(1))),
    "-": (each(signed(positive), signed(positive)), lambda x, y: x - y, lambda x, y: (mpf(1), -mpf(1))),
    "*": (each(signed(positive), signed(positive)), lambda x, y: x * y, lambda x, y: (y, x)),
    "/": (same_scale(-140, 150, 20), lambda x, y: x / y, lambda x, y: (1 / y, -x / y**2)),
    "%": (same_scale(-300, 300, 5), lambda x, y: x - y * trunc(x / y), lambda x, y: (mpf(1), quotient(trunc(x / y)))),
    "IEEEremainder": (same_scale(-300, 300, 5), lambda x, y: x - y * half_even(x, y),
                      lambda x, y: (mpf(1), quotient(half_even(x, y)))),
    "sqrt": (each(one_of(positive, log_uniform(-323, -308))), mp.sqrt, lambda x: (1 / (2 * mp.sqrt(x)),)),
    "cbrt": (each(signed(one_of(positive, log_uniform(-323, -308)))), lambda x: mp.sign(x) * mp.cbrt(abs(x)),
             lambda x: (1 / (3 * mp.cbrt(abs(x)) ** 2),)),
    "exp": (each(growth), mp.exp, lambda x: (mp.exp(x),)),
    "expm1": (each(growth), mp.expm1, lambda x: (mp.exp(x),)),
    "log": (each(positive), mp.log, lambda x: (1 / x,)),
    "log10": (each(positive), mp.log10, lambda x: (1 / (x * mp.log(10)),)),
    "log1p": (each(one_of(uniform(-1.0, 10.0), near([-1.0], -15.5), signed(log_uniform(-300, -1)), log_uniform(0, 307))),
              mp.log1p, lambda x: (1 / (1 + x),)),
    "sin": (each(angle), mp.sin, lambda x: (mp.cos(x),)),
    "cos": (each(angle), mp.cos, lambda x: (-mp.sin(x),)),
    "tan": (each(angle), mp.tan, lambda x: (1 + mp.tan(x) ** 2,)),
    "asin": (each(unit), mp.asin, lambda x: (1 / square_root(x),)),
    "acos": (each(unit), mp.acos, lambda x: (-1 / square_root(x),)),
    "atan": (each(signed(one_of(log_uniform(-300, 153.9), uniform(0.0, 10.0)))), mp.atan, lambda x: (1 / (1 + x * x),)),
    "sinh": (each(one_of(growth, uniform(-710.0, -700.0))), mp.sinh, lambda x: (mp.cosh(x),)),
    "cosh": (each(one_of(growth, uniform(-710.0, -700.0))), mp.cosh, lambda x: (mp.sinh(x),)),
    "tanh": (each(one_of(uniform(-354.0, 354.0), uniform(-25.0, 25.0), signed(log_uniform(-300, 0)))), mp.tanh,
             lambda x: (1 / mp.cosh(x) ** 2,)),
    "atan2": (one_of(same_scale(-150, 150, 5), same_scale(-20, 20, 20), same_scale(-323, -160, 5), same_scale(145, 158, 5)),
              mp.atan2, lambda y, x: (x / (x * x + y * y), -y / (x * x + y * y))),
    "hypot": (one_of(same_scale(-150, 150, 5), same_scale(-1, 1, 3), same_scale(-323, -305, 2), same_scale(305, 308.2, 3)),
              lambda x, y: mp.sqrt(x * x + y * y),
              lambda x, y: (x / mp.sqrt(x * x + y * y), y / mp.sqrt(x * x + y * y))),
    "pow": (pow_points, lambda x, y: mp.power(x, y) if x > 0 else mp.mpf(Fraction(to_double(x)).numerator) ** int(y)
            / mp.mpf(Fraction(to_double(x)).denominator) ** int(y),
            lambda x, y: (y * mp.sign(x) ** int(y - 1) * mp.power(abs(x), y - 1) if x < 0 else y * mp.power(x, y - 1),
                          mp.power(x, y) * mp.log(x) if x > 0 else mpf("nan"))),
    "fma": (each(*[signed(log_uniform(-100, 100))] * 3), lambda x, y, z: x * y + z, lambda x, y, z: (y, x, mpf(1))),
    "asinh": (each(signed(one_of(positive, log_uniform(8, 10)))), mp.asinh, lambda x: (1 / mp.sqrt(1 + x * x),)),
    "acosh": (each(one_of(uniform(1.0, 10.0), near([1.0], -15.5), log_uniform(0, 307))), mp.acosh,
              lambda x: (1 / mp.sqrt(x * x - 1),)),
    "atanh": (each(unit), mp.atanh, lambda x: (1 / (1 - x * x),)),
    "log_base": (each(one_of(uniform(0.1, 10.0), log_uniform(-100, 100)), positive), in_base, by_base_and_operand),
    "log_to_base": (each(positive, one_of(uniform(0.1, 10.0), log_uniform(-100, 100))), lambda x, b: in_base(b, x),
                    lambda x, b: by_base_and_operand(b, x)[::-1]),
    "log2": (each(positive), lambda x: mp.log(x, 2), lambda x: (1 / (x * mp.log(2)),)),
    "asinInRange": (each(unit), mp.asin, lambda x: (1 / square_root(x),)),
    "acosInRange": (each(unit), mp.acos, lambda x: (-1 / square_root(x),)),
    "acosh1p": (each(one_of(log_uniform(-307, 307), uniform(0.0, 10.0))), lambda x: mp.acosh(1 + x),
                lambda x: (1 / mp.sqrt(x * (x + 2)),)),
    "pow2": (each(signed(log_uniform(-150, 150))), lambda x: x * x, lambda x: (2 * x,)),
    "pow3": (each(signed(log_uniform(-100, 100))), lambda x: x**3, lambda x: (3 * x * x,)),
    "hypot3": (one_of(three(-150, 150, 5), three(-1, 1, 3), three(-323, -305, 2), three(305, 308.2, 3)), length,
               lambda *v: tuple(x / length(*v) for x in v)),
    "expQuick": (each(growth), mp.exp, lambda x: (mp.exp(x),)),
    "sqrtQuick": (each(positive), mp.sqrt, lambda x: (1 / (2 * mp.sqrt(x)),)),
    "invSqrtQuick": (each(log_uniform(-200, 200)), lambda x: 1 / mp.sqrt(x), lambda x: (-1 / (2 * x * mp.sqrt(x)),)),
    "fma_any": (each(*[signed(log_uniform(-100, 100))] * 3), lambda x, y, z: x * y + z,
                lambda x, y, z: (y, x, mpf(1))),
    "erf": (each(error_range), mp.erf, lambda x: (bell(x),)),
    "erfc": (each(error_range), mp.erfc, lambda x: (-bell(x),)),
    "erfDifference": (each(error_range, error_range), lambda x, y: mp.erf(y) - mp.erf(x),
                       lambda x, y: (-bell(x), bell(y))),
}


def normal(partial):
    d = to_double(partial)
    return math.isnan(d) or d == 0.0 == partial or NORMAL <= abs(d) < math.inf


def main():
    lines = ["# Written by scripts/rule-references.py; its description is there."]
    for name, (draw, value, partials) in RULES.items():
        count = 0
        while count < POINTS:
            point = draw()
            operands = [mpf(x) for x in point]
            if any(math.isinf(x) or x == 0.0 for x in point):
                continue
            exact = partials(*operands)
            result = value(*operands)
            if any(isinstance(v, mpc) for v in (*exact, result)):
                continue  # Outside the domain.
            if not all(normal(p) for p in exact):
                continue
            pairs = [f"{mp.nstr(p, 50)} {bits(to_double(p))}" for p in exact]
            lines.append(" ".join([name, *map(bits, point), bits(to_double(result)), *pairs]))
            count += 1
    path = pathlib.Path(__file__).resolve().parent.parent / "tests" / "rules" / "references.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    print(f"{len(lines) - 1} points of {len(RULES)} rules")


if __name__ == "__main__":
    main()
