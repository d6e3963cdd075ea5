"""Definitions of the controls among the metrics of clusterings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.clustering.counting_pairs import pairs
from axiometrics.definitions.partitions import cover


def whole_classes(system: Organization, gold: Organization) -> Fraction:
    """The share of classes that are a cluster, whole and unmixed; a class listed twice is to be found twice. Range
    [0, 1].
    """
    clusters, classes = cover(system, "system"), cover(gold, "gold")
    count = 0
    for members in classes:
        if members in clusters:
            clusters.remove(members)
            count += 1
    return Fraction(count, len(classes))


def pair_balance(system: Any, gold: Any) -> Any:
    """Over pairs, tp + tn - fp - fn."""
    tp, fp, fn, tn = pairs(system, gold)
    return tp + tn - fp - fn


def pair_covariance(system: Any, gold: Any) -> Any:
    """Of two indicators over pairs, together in the system and in the gold, the mean of the product less the product of
    the means. 0 without pairs.
    """
    tp, fp, fn, tn = pairs(system, gold)
    every = tp + fp + fn + tn
    return tp / every - (tp + fp) * (tp + fn) / every**2 if every else Fraction(0)


DEFINITIONS = (
    Definition("control-whole-classes", whole_classes),
    Definition("control-pair-balance", pair_balance),
    Definition("control-pair-covariance", pair_covariance),
)
