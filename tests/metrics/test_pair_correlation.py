"""Indices after Gösgens et al. 2021, against Pearson's correlation of written-out pairs and against renamings."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
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
    return registry.metric(metric, ("clustering",)).exact(Organization.parse(system), Organization.parse(gold))


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


def peers() -> dict[str, Callable[[Labels, Labels], float]]:
    """What scikit-learn computes, by our names; of the four numbers of pairs where it has no function."""
    metrics = pytest.importorskip("sklearn.metrics")

    def of_pairs(formula: Callable[[float, float, float, float], float]) -> Callable[[Labels, Labels], float]:
        def peer(gold: Labels, system: Labels) -> float:
            (tn, fp), (fn, tp) = metrics.cluster.pair_confusion_matrix(gold, system)
            return formula(float(tp), float(fp), float(fn), float(tn))

        return peer

    def correlation(tp: float, fp: float, fn: float, tn: float) -> float:
        return (tp * tn - fp * fn) / math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))

    averages = ("geometric", "max", "min")
    return {
        "rand": metrics.rand_score,
        "adjusted-rand": metrics.adjusted_rand_score,
        "fowlkes-mallows": metrics.fowlkes_mallows_score,
        "mutual-information": metrics.mutual_info_score,
        "v-measure": metrics.v_measure_score,
        "nmi": metrics.normalized_mutual_info_score,
        **{
            f"nmi(average={average})": partial(metrics.normalized_mutual_info_score, average_method=average)
            for average in averages
        },
        "ami": metrics.adjusted_mutual_info_score,
        "jaccard": of_pairs(lambda tp, fp, fn, tn: tp / (tp + fp + fn)),
        "pair-f": of_pairs(lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn)),
        "cc": of_pairs(correlation),
        "cd": of_pairs(lambda *table: -math.acos(correlation(*table)) / math.pi),
        "sokal-sneath-1": of_pairs(
            lambda tp, fp, fn, tn: (tp / (tp + fn) + tp / (tp + fp) + tn / (tn + fp) + tn / (tn + fn)) / 4
        ),
    }


def compare_with_peers(seeds: Iterable[int]) -> None:
    compared = peers()
    for seed in seeds:
        gold, system = drawn(seed)
        if len(set(gold)) in {1, len(gold)} or len(set(system)) in {1, len(system)}:
            continue  # conventions for 0/0 differ, and docs/conventions.md tells how
        ours = axiometrics.score(gold=gold, system=system, metrics=list(compared))
        for (name, peer), score in zip(compared.items(), ours.values(), strict=True):
            assert score == pytest.approx(peer(gold, system), abs=1e-9), (name, gold, system)


def test_values_are_those_of_peers() -> None:
    compare_with_peers(range(100, 130))


@pytest.mark.thorough
def test_values_are_those_of_peers_on_ten_thousand_inputs() -> None:
    compare_with_peers(range(1000, 11_000))


@pytest.mark.thorough
def test_values_are_those_of_genieclust() -> None:
    compare = pytest.importorskip("genieclust.compare_partitions")
    names = {"adjusted-rand": compare.adjusted_rand_score, "rand": compare.rand_score, "ami": compare.adjusted_mi_score}
    for seed in range(10_000):
        gold, system = drawn(seed)
        for name, peer in names.items():
            assert value(name, gold, system) == pytest.approx(peer(gold, system), abs=1e-9)
