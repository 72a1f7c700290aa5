"""Confidence intervals of a mean over blocks: the blocks are the independent units."""

import math
from collections.abc import Sequence
from statistics import NormalDist

__all__ = ["mean_interval", "t_quantile"]

_SERIES_LIMIT = 200


def mean_interval(
    values: Sequence[float], confidence: float = 0.95
) -> tuple[float, float | None, float | None]:
    """Mean, lower and upper end; the ends are None for a single value.

    The ends are not clipped to what is possible. Sums are exactly rounded, so the order of
    `values` does not matter.
    """
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:  # it has no spread
        return mean, None, None
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    half = t_quantile((1 + confidence) / 2, count - 1) * math.sqrt(variance / count)
    return mean, mean - half, mean + half


def t_quantile(probability: float, freedom: int) -> float:
    """Quantile of Student's t, for probabilities of 0.5 and more.

    Exact (bisection of the finite series for whole degrees of freedom) up to 200, from there on
    by the expansion around the normal quantile, whose error is then below 1e-8.
    """
    if freedom > _SERIES_LIMIT:
        return _expanded(NormalDist().inv_cdf(probability), freedom)
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        if _central(middle, freedom) < 2 * probability - 1:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _central(t: float, freedom: int) -> float:
    """Probability that |T| is below t (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    if freedom % 2:
        term = total = cosine if freedom > 1 else 0.0
        for k in range(2, freedom - 1, 2):
            term *= cosine * cosine * k / (k + 1)
            total += term
        return 2 / math.pi * (angle + math.sin(angle) * total)
    term = total = 1.0
    for k in range(1, freedom - 1, 2):
        term *= cosine * cosine * k / (k + 1)
        total += term
    return math.sin(angle) * total


def _expanded(z: float, freedom: int) -> float:
    """Cornish-Fisher expansion of the t quantile (Abramowitz and Stegun 26.7.5)."""
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3
