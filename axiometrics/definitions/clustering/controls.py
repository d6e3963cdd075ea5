"""Definitions of the controls among the metrics of clusterings."""

from __future__ import annotations

from fractions import Fraction

from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.definitions.partitions import cover


def whole_classes(system: Organization, gold: Organization) -> Fraction:
    """The share of classes that are a cluster, whole and unmixed; a class listed twice is to be found twice. Range
    [0, 1].
    """
    clusters, classes = cover(system, "system"), cover(gold, "gold")
    found = 0
    for one in classes:
        if one in clusters:
            clusters.remove(one)
            found += 1
    return Fraction(found, len(classes))


DEFINITIONS = (Definition("control-whole-classes", whole_classes),)
