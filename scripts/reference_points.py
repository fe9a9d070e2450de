"""Points at which rules are compared with exact values, and how doubles are written."""

import math
import random
import struct
from fractions import Fraction

from mpmath import mp


def to_double(value):
    """The nearest double, ties to even; mpmath's own conversion rounds subnormals twice."""
    if mp.isnan(value):
        return math.nan
    if mp.isinf(value):
        return math.inf if value > 0 else -math.inf
    sign, man, exponent, _ = value._mpf_
    exact = Fraction(int(man)) * Fraction(2) ** exponent
    try:
        return -float(exact) if sign else float(exact)
    except OverflowError:
        return -math.inf if sign else math.inf


def bits(x):
    return struct.pack(">d", x).hex()


def uniform(low, high):
    return lambda: random.uniform(low, high)


def log_uniform(low, high):
    """Either endpoint is a power of ten."""
    return lambda: 10.0 ** random.uniform(low, high)


def signed(draw):
    return lambda: random.choice((-1.0, 1.0)) * draw()


def near(points, low=-16, high=-2):
    """Close to one of the points, at distances spread over powers of ten."""
    return lambda: random.choice(points) + random.choice((-1.0, 1.0)) * 10.0 ** random.uniform(low, high)


def one_of(*draws):
    return lambda: random.choice(draws)()


def each(*draws):
    return lambda: tuple(draw() for draw in draws)


def same_scale(low, high, spread):
    """Two operands whose exponents differ by at most `spread`."""

    def draw():
        scale = random.uniform(low, high)
        return tuple(
            random.choice((-1.0, 1.0)) * 10.0 ** min(308.2, max(-323.0, scale + random.uniform(-spread, spread)))
            for _ in range(2)
        )

    return draw
