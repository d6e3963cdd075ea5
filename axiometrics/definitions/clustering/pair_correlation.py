"""Indices over pairs of documents that count what is apart as they count what is together."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition, Score
from axiometrics.core.reals import angle, sqrt
from axiometrics.definitions.clustering.counting_pairs import pairs


def cc(system: Any, gold: Any) -> Score:
    """The covariance of two indicators over pairs, together in the system and in the gold, over the product of their
    standard deviations. Range [-1, 1]; at 0/0 it is 1 where no pair is wrong, -1 where every pair is, else 0. Pearson
    1896; Chicco & Jurman 2020 for 0/0.
    """
    tp, fp, fn, tn = pairs(system, gold)
    every = tp + fp + fn + tn
    if not fp + fn:
        return Fraction(1)
    if not tp + tn:
        return Fraction(-1)
    claimed, there = (tp + fp) / every, (tp + fn) / every
    variances = claimed * (1 - claimed) * there * (1 - there)
    root = variances.root() if hasattr(variances, "root") else sqrt(variances)
    return (tp / every - claimed * there) / root if variances else Fraction(0)


def cd(system: Any, gold: Any) -> Score:
    """-arccos(CC)/pi: minus the angle between two partitions. Range [-1, 0]. Gösgens et al. 2021."""
    correlation = cc(system, gold)
    return None if correlation is None else -angle(correlation)


def sokal_sneath_1(system: Any, gold: Any) -> Fraction:
    """The mean of tp/(tp + fn), tp/(tp + fp), tn/(tn + fp) and tn/(tn + fn) over pairs, each 0 at 0/0; 1 where no pair
    is wrong. Range [0, 1]. Sokal & Sneath 1963, the first index in Lei et al. 2017.
    """
    tp, fp, fn, tn = pairs(system, gold)
    if not fp + fn:
        return Fraction(1)
    shares = ((tp, fn), (tp, fp), (tn, fp), (tn, fn))
    return sum((right / (right + wrong) for right, wrong in shares if right + wrong), Fraction(0)) / 4


DEFINITIONS = (Definition("cc", cc), Definition("cd", cd), Definition("sokal-sneath-1", sokal_sneath_1))
