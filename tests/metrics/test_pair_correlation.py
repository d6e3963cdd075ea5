"""Indices after Gösgens et al. 2021, against Pearson's correlation of written-out pairs and against renamings."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from statistics import mean

import numpy as np
import pytest

import axiometrics
from axiometrics import registry
from axiometrics.core.organization import Organization

Labels = Sequence[int]


def value(metric: str, gold: Labels, system: Labels) -> float:
    return float(axiometrics.score(gold=list(gold), system=list(system), metrics=[metric])[metric])


def exact(metric: str, system: str, gold: str) -> object:
    return registry.metric(metric).exact(Organization.parse(system), Organization.parse(gold))


def together(labels: Labels) -> list[int]:
    return [int(a == b) for a, b in combinations(labels, 2)]


def drawn(seed: int) -> tuple[list[int], list[int]]:
    chance = random.Random(seed)
    n = chance.randint(4, 40)
    return [chance.randrange(4) for _ in range(n)], [chance.randrange(5) for _ in range(n)]


@pytest.mark.parametrize("seed", range(20))
def test_the_correlation_is_that_of_the_pairs(seed: int) -> None:
    gold, system = drawn(seed)
    r = float(np.corrcoef(together(gold), together(system))[0, 1])
    assert value("cc", gold, system) == pytest.approx(r)
    assert value("cd", gold, system) == pytest.approx(-math.acos(r) / math.pi)


@pytest.mark.parametrize("seed", range(20))
def test_sokal_and_sneath_is_the_mean_of_four_shares(seed: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    gold, system = drawn(seed)
    (tn, fp), (fn, tp) = metrics.cluster.pair_confusion_matrix(gold, system)
    shares = tp / (tp + fp), tp / (tp + fn), tn / (tn + fp), tn / (tn + fn)
    assert value("sokal-sneath-1", gold, system) == pytest.approx(float(sum(shares)) / 4)


@pytest.mark.parametrize(("gold", "system"), [("112233", "111223"), ("111122", "122333"), ("11223", "12121")])
def test_the_adjusted_value_counts_all_renamings(gold: str, system: str) -> None:
    """E as the mean over all permutations of the documents, which are 720 at most."""

    def f(of: Sequence[str]) -> Fraction:
        return Fraction(str(exact("bcubed-f", clusters(of), clusters(gold))))

    def clusters(labels: Sequence[str]) -> str:
        parts = [[f"d{i}" for i, c in enumerate(labels) if c == k] for k in sorted(set(labels))]
        return " ".join(f"{{{' '.join(part)}}}" for part in parts)

    e = mean(f(renamed) for renamed in set(permutations(system)))  # each renaming is as frequent as the others
    assert exact("adjusted-bcubed-f", clusters(system), clusters(gold)) == (f(system) - e) / (1 - e)


@pytest.mark.parametrize(
    ("system", "gold", "cc", "cd", "ss", "adjusted"),
    [
        ("a", "a", 1, 0, 1, 1),
        ("{a b}", "{a b}", 1, 0, 1, 1),
        ("a b c", "a b c", 1, 0, 1, 1),
        ("a b c", "{a b c}", -1, -1, 0, 0),
        ("{a b c}", "a b c", -1, -1, 0, 0),
        ("a b c", "{a b} c", 0, Fraction(-1, 2), Fraction(5, 12), 0),
        ("{a b c}", "{a b} c", 0, Fraction(-1, 2), Fraction(1, 3), 0),
    ],
)
def test_degenerate_partitions_have_values_by_convention(
    system: str, gold: str, cc: Fraction, cd: Fraction, ss: Fraction, adjusted: Fraction
) -> None:
    names = ("cc", "cd", "sokal-sneath-1", "adjusted-bcubed-f")
    assert [exact(name, system, gold) for name in names] == [cc, cd, ss, adjusted]


def test_the_adjusted_value_of_many_documents_is_undefined() -> None:
    assert math.isnan(value("adjusted-bcubed-f", [0, 1] * 7, [0, 0, 1] * 4 + [2, 2]))
    assert not math.isnan(value("adjusted-bcubed-f", [0, 1] * 6, [0, 0, 1] * 4))
