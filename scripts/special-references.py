#!/usr/bin/env python3
"""Writes tests/rules/special.txt: exact partials of the special functions of libraries.

Needs mpmath (pip install mpmath). The points are drawn from a fixed seed, so the file is the same
each time. Each line is

    function  operand bits …  (partial in decimal, partial's nearest double, scale) …

with one triple per operand. The scale is the largest term of the formula that the rule uses: errors
are counted in its units, so that the zeros of a difference do not count against the rule. A partial
without a closed form is `nan`.
"""

import pathlib
import random

from mpmath import mp, mpf
from reference_points import bits, each, log_uniform, one_of, to_double, uniform

mp.prec = 400
random.seed(21)

POINTS = 120
UNKNOWN = (mpf("nan"), mpf(1))

psi, gamma, log = mp.digamma, mp.gamma, mp.log


def exact(*partials):
    """Partials that are their own scale."""
    return [(p, abs(p)) for p in partials]


def psi_scale(*operands):
    """The largest of the values of ψ, at least 1: near its zero the absolute error counts. Below 0
    it is a sum with ψ(1 − x)."""
    terms = [*operands, *(1 - x for x in operands if x < 0)]
    return max(mpf(1), *(abs(psi(x)) for x in terms))


def psi_of(x, factor=mpf(1)):
    return factor * psi(x), abs(factor) * psi_scale(x)


def psi_difference(p, q, factor=mpf(1)):
    return factor * (psi(p) - psi(q)), abs(factor) * psi_scale(p, q)


def by_terms(factor, *terms):
    """factor times the sum of the terms."""
    return factor * mp.fsum(terms), abs(factor) * max(mpf(1), *map(abs, terms))


def of_logarithm(*terms, sign=1):
    """The exponential of the sum, which loses the digits of the terms before the point."""
    value = sign * mp.exp(mp.fsum(terms))
    return value, abs(value) * max(mpf(1), *map(abs, terms))


def log_beta(a, b):
    return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)


def density(a, x):
    return mp.exp((a - 1) * log(x) - x - mp.loggamma(a))


def beta_density(x, a, b):
    return mp.exp((a - 1) * log(x) + (b - 1) * log(1 - x) - log_beta(a, b))


def erfcx_slope(x):
    return 2 * x * mp.exp(x * x) * mp.erfc(x) - 2 / mp.sqrt(mp.pi)


def inverse_slope(r):
    return mp.sqrt(mp.pi) / 2 * mp.exp(r * r)


def inverse_complement(x):
    """The number whose complementary error function is x, by Newton's method on its logarithm."""
    if x > 1:
        return -inverse_complement(2 - x)
    r = mp.sqrt(-log(x)) if x < mpf("0.1") else mp.erfinv(1 - x)
    for _ in range(12):
        error = mp.erfc(r)
        r += (log(error) - log(x)) * error * mp.sqrt(mp.pi) / 2 * mp.exp(r * r)
    return r


def near_parameter():
    """A shape and an operand of an incomplete gamma function about it."""
    a = shape()
    return a, a * 2.0 ** random.uniform(-2, 2)


shape = one_of(uniform(0.1, 20.0), log_uniform(-3, 2.5))
positive = one_of(uniform(0.01, 60.0), log_uniform(-300, 2), uniform(50.0, 170.0))
whole_line = one_of(positive, uniform(-30.0, 0.0))
inside = one_of(uniform(0.0, 1.0), log_uniform(-8, -1))
beta_operands = each(inside, uniform(0.1, 30.0), uniform(0.1, 30.0))

# name: (points, pairs of partial and scale)
SPECIAL = {
    "logGamma": (each(one_of(whole_line, log_uniform(2, 300))), lambda x: [psi_of(x)]),
    "gamma": (each(one_of(uniform(-30.0, 140.0), uniform(-3.0, 3.0), log_uniform(-140, 0))),
              lambda x: [psi_of(x, gamma(x))]),
    "logGamma1p": (each(uniform(-0.5, 1.5)), lambda x: [psi_of(1 + x)]),
    "invGamma1pm1": (each(uniform(-0.5, 1.5)), lambda x: [psi_of(1 + x, -1 / gamma(1 + x))]),
    "digamma": (each(one_of(whole_line, log_uniform(2, 100))), lambda x: exact(mp.polygamma(1, x))),
    "trigamma": (each(one_of(whole_line, log_uniform(2, 90))), lambda x: [
        (mp.polygamma(2, x), max(abs(mp.polygamma(2, x)), abs(mp.polygamma(2, 1 - x)) if x < 0 else mpf(0)))]),
    "logBeta": (each(shape, shape), lambda p, q: [psi_difference(p, p + q), psi_difference(q, p + q)]),
    "beta": (each(uniform(0.1, 20.0), uniform(0.1, 20.0)), lambda a, b: [
        psi_difference(a, a + b, mp.exp(log_beta(a, b))), psi_difference(b, a + b, mp.exp(log_beta(a, b)))]),
    "gammaRatio": (each(uniform(0.1, 90.0), uniform(0.1, 90.0)), lambda a, b: [
        psi_of(a, gamma(a) / gamma(b)), psi_of(b, -gamma(a) / gamma(b))]),
    "gammaDelta": (each(uniform(0.1, 90.0), uniform(0.1, 9.0)), lambda a, d: [
        psi_difference(a, a + d, gamma(a) / gamma(a + d)), psi_of(a + d, -gamma(a) / gamma(a + d))]),
    # By a logarithm in Commons Math and Hipparchus, directly in Commons Numbers.
    "gammaP_log": (near_parameter, lambda a, x: [UNKNOWN, of_logarithm((a - 1) * log(x), -x, -mp.loggamma(a))]),
    "gammaQ_log": (near_parameter, lambda a, x: [
        UNKNOWN, of_logarithm((a - 1) * log(x), -x, -mp.loggamma(a), sign=-1)]),
    "gammaP": (near_parameter, lambda a, x: [UNKNOWN, *exact(density(a, x))]),
    "gammaQ": (near_parameter, lambda a, x: [UNKNOWN, *exact(-density(a, x))]),
    "gammaP_slope": (near_parameter, lambda a, x: [
        by_terms(density(a, x), log(x), -psi(a)), by_terms(density(a, x), (a - 1) / x, mpf(-1))]),
    "gammaQ_slope": (near_parameter, lambda a, x: [
        by_terms(-density(a, x), log(x), -psi(a)), by_terms(-density(a, x), (a - 1) / x, mpf(-1))]),
    "lower": (near_parameter, lambda a, x: [UNKNOWN, *exact(mp.power(x, a - 1) * mp.exp(-x))]),
    "upper": (near_parameter, lambda a, x: [UNKNOWN, *exact(-mp.power(x, a - 1) * mp.exp(-x))]),
    "beta_log": (beta_operands, lambda x, a, b: [
        of_logarithm((a - 1) * log(x), (b - 1) * log(1 - x), -log_beta(a, b)), UNKNOWN, UNKNOWN]),
    "betaI": (beta_operands, lambda x, a, b: [*exact(beta_density(x, a, b)), UNKNOWN, UNKNOWN]),
    "betaIc": (beta_operands, lambda x, a, b: [*exact(-beta_density(x, a, b)), UNKNOWN, UNKNOWN]),
    "betaI_slope": (beta_operands, lambda x, a, b: [
        by_terms(beta_density(x, a, b), (a - 1) / x, -(b - 1) / (1 - x)),
        by_terms(beta_density(x, a, b), log(x), -psi(a), psi(a + b)),
        by_terms(beta_density(x, a, b), log(1 - x), -psi(b), psi(a + b))]),
    "betaB": (beta_operands, lambda x, a, b: [
        *exact(mp.power(x, a - 1) * mp.power(1 - x, b - 1)), UNKNOWN, UNKNOWN]),
    "betaBc": (beta_operands, lambda x, a, b: [
        *exact(-mp.power(x, a - 1) * mp.power(1 - x, b - 1)), UNKNOWN, UNKNOWN]),
    "erfcx": (each(one_of(uniform(-5.0, 30.0), log_uniform(-10, 30))), lambda x: exact(erfcx_slope(x))),
    "erfInv": (each(one_of(uniform(-1.0, 1.0), lambda: 1 - log_uniform(-15, 0)())),
               lambda x: exact(inverse_slope(inverse_complement(1 - x)))),
    "erfcInv": (each(one_of(uniform(0.0, 2.0), log_uniform(-3, 0))), lambda x: exact(-inverse_slope(inverse_complement(x)))),
    "erfcInv_tail": (each(log_uniform(-290, -3)), lambda x: exact(-inverse_slope(inverse_complement(x)))),
}


def normal(partial):
    return mp.isnan(partial) or mpf("1e-290") < abs(partial) < mpf("1e290")


def main():
    lines = ["# Written by scripts/special-references.py; its description is there."]
    for name, (draw, partials) in SPECIAL.items():
        count = 0
        while count < POINTS:
            point = draw()
            pairs = partials(*map(mpf, point))
            if not all(normal(p) for p, _ in pairs):
                continue
            texts = [f"{mp.nstr(p, 50)} {bits(to_double(p))} {bits(to_double(s))}" for p, s in pairs]
            lines.append(" ".join([name, *map(bits, point), *texts]))
            count += 1
    path = pathlib.Path(__file__).resolve().parent.parent / "tests" / "rules" / "special.txt"
    path.write_text("\n".join(lines) + "\n")
    print(f"{len(lines) - 1} points of {len(SPECIAL)} functions")


if __name__ == "__main__":
    main()
