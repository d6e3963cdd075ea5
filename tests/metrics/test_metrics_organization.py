"""Reliability and Sensitivity of any organization (Amigó et al. 2013, section 3), against a second implementation and
by their identities.
"""

import random
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

from axiometrics import registry
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.metrics.clustering.bcubed import bcubed_f
from axiometrics.metrics.organization.reliability import (
    READINGS,
    reliability_clustering,
    reliability_priority,
    rs_clustering,
    rs_priority,
    sensitivity_clustering,
    sensitivity_priority,
    steepness,
    weights,
)

N, WN = Fraction(5), Fraction(2, 3)


def drawn(rng: random.Random) -> Organization:
    """Up to four levels of clusters over five documents, empty levels and repeated clusters among them; with or without
    tail.
    """
    names = [f"d{i}" for i in range(5)]
    levels = [
        [rng.sample(names, rng.randint(1, 3)) for _ in range(rng.randint(0, 2))] for _ in range(rng.randint(1, 4))
    ]
    if rng.random() < 0.3 and levels[0]:
        levels[-1].append(list(levels[0][0]))
    return Organization(levels, tail=rng.random() < 0.6)


# --- a second implementation: relations counted one by one, each weight an integral
# ------------------------------------------------


class Occurrence(NamedTuple):
    level: int
    cluster: int
    document: str
    weight: Fraction


def weighed(organization: Organization, c: Fraction) -> tuple[list[Occurrence], Fraction]:
    """Every occurrence with its share of the interval of its level (formula 2), and the weight of the tail."""
    occurrences: list[Occurrence] = []
    for i, level in enumerate(organization.levels):
        above, here = len(occurrences), sum(map(len, level))
        for j, cluster in enumerate(level):
            for document in cluster:
                mass = (
                    c / (c + above) - c / (c + above + here) if organization.tail else Fraction(here, organization.size)
                )
                occurrences.append(Occurrence(i, j, document, mass / here))
    return occurrences, c / (c + len(occurrences)) if organization.tail else Fraction(0)


def count(organization: Organization, first: str, second: str) -> int:
    """Pairs of occurrences with the first at a better level."""
    placed = list(organization.occurrences())
    return sum(d == first and e == second and i < k for (i, _, d), (k, _, e) in product(placed, placed))


def together(organization: Organization, first: str, second: str) -> int:
    return sum(first in cluster and second in cluster for level in organization.levels for cluster in level)


def chance(own: int, judged: int) -> Fraction:
    """Formula 3."""
    return Fraction(min(own, judged), own)


def priority_by_counting(system: Organization, gold: Organization, reading: str) -> Fraction:
    occurrences, tail = weighed(system, steepness(N, WN))
    occurs = {
        o.document: [sum(d == o.document for _, _, d in side.occurrences()) for side in (system, gold)]
        for o in occurrences
    }
    total = Fraction(0)
    for first in occurrences:
        related = 1 - sum((o.weight for o in occurrences if o.level == first.level), Fraction(0))
        for second in occurrences:
            if first.level != second.level:
                high, low = sorted((first, second), key=lambda o: o.level)
                judged = count(gold, high.document, low.document)
                if reading == "tail-lookup" and gold.tail and low.document not in gold.documents:
                    judged = occurs[high.document][1]
                total += (
                    chance(count(system, high.document, low.document), judged) * first.weight * second.weight / related
                )
        if tail:
            held = chance(*occurs[first.document])
            total += first.weight * tail * (
                1 if reading == "tail-certain" else held
            ) / related + first.weight * tail * held / (1 - tail)
    return total


def clustering_by_counting(system: Organization, gold: Organization) -> Fraction:
    occurrences, total = weighed(system, steepness(N, WN))
    for first in occurrences:
        mates = [o for o in occurrences if (o.level, o.cluster) == (first.level, first.cluster)]
        related = sum((o.weight for o in mates), Fraction(0))
        for second in mates:
            own, judged = (
                together(system, first.document, second.document),
                together(gold, first.document, second.document),
            )
            total += chance(own, judged) * first.weight * second.weight / related
    return total


@pytest.mark.parametrize("reading", READINGS)
def test_reliability_agrees_with_counting(reading: str) -> None:
    rng = random.Random(1)
    for _ in range(120):
        system, gold = drawn(rng), drawn(rng)
        assert reliability_priority(system, gold, N, WN, reading) == priority_by_counting(system, gold, reading), (
            system,
            gold,
        )
        assert reliability_clustering(system, gold, N, WN, reading) == clustering_by_counting(system, gold), (
            system,
            gold,
        )


# --- identities


def test_weights_sum_to_one_and_the_first_n_weigh_wn() -> None:
    """Section 3.1: the first n documents cover a ratio Wn."""
    rng = random.Random(2)
    for _ in range(100):
        organization = drawn(rng)
        each, tail = weights(organization, steepness(N, WN))
        assert sum((w * sum(map(len, level)) for w, level in zip(each, organization.levels, strict=True)), tail) == (
            1 if organization.size or tail else 0
        )
    for n, wn in ((1, Fraction(1, 2)), (10, Fraction(4, 5)), (30, Fraction(4, 5)), (800, Fraction(4, 5))):
        run = Organization.ranking([f"d{i}" for i in range(n + 5)])
        assert sum(weights(run, steepness(Fraction(n), wn))[0][:n]) == wn
        level = Organization([[[f"d{i}"] for i in range(n)]], tail=True)
        assert weights(level, steepness(Fraction(n), wn))[0][0] * n == wn


@pytest.mark.parametrize("reading", READINGS)
def test_sensitivity_is_reliability_exchanged_and_both_are_shares(reading: str) -> None:
    rng = random.Random(3)
    for _ in range(60):
        system, gold = drawn(rng), drawn(rng)
        arguments = N, WN, reading
        for r, s, f in (
            (reliability_priority, sensitivity_priority, rs_priority),
            (reliability_clustering, sensitivity_clustering, rs_clustering),
        ):
            reliability, sensitivity = r(system, gold, *arguments), s(system, gold, *arguments)
            assert sensitivity == r(gold, system, *arguments)
            assert 0 <= reliability <= 1
            assert 0 <= sensitivity <= 1
            both = f(system, gold, *arguments)
            assert both * (reliability + sensitivity) == 2 * reliability * sensitivity
            assert min(reliability, sensitivity) <= both <= max(reliability, sensitivity)


@pytest.mark.parametrize("reading", READINGS)
def test_the_gold_scores_one_against_itself(reading: str) -> None:
    rng = random.Random(4)
    for _ in range(60):
        gold = drawn(rng)
        assert reliability_clustering(gold, gold, N, WN, reading) == (1 if gold.size or gold.tail else 0)
        levels = sum(1 for level in gold.levels if level) + gold.tail
        whole = 1 if levels > 1 else 0
        assert reliability_priority(gold, gold, N, WN, reading) == whole, gold


def test_on_partitions_r_and_s_are_bcubed_precision_and_recall() -> None:
    """Section 4.2: "R and S turn into Bcubed Precision and Bcubed Recall"; equal as fractions, whatever n, Wn and
    reading.
    """
    rng = random.Random(5)
    precision, recall, f = (registry.metric(f"bcubed-{name}") for name in ("precision", "recall", "f"))
    for _ in range(200):
        n = rng.randint(1, 8)
        sides = []
        for _ in range(2):
            labels = [rng.randrange(n) for _ in range(n)]
            sides.append(
                Organization.clustering([[f"d{i}" for i in range(n) if labels[i] == k] for k in sorted(set(labels))])
            )
        system, gold = sides
        for reading in READINGS:
            assert reliability_clustering(system, gold, N, WN, reading) == precision.exact(system, gold)
            assert sensitivity_clustering(system, gold, N, WN, reading) == recall.exact(system, gold)
        assert (
            rs_clustering(system, gold, N, WN, "listed")
            == f.exact(system, gold)
            == registry.metric("rs-clustering").exact(system, gold)
        )
    assert f.formula is bcubed_f


def test_rs_clustering_of_overlapping_clusters_is_the_general_one() -> None:
    rng = random.Random(6)
    metric = registry.metric("rs-clustering")
    for _ in range(40):
        system, gold = (
            Organization.clustering(
                [["a", "b", "c", "d"][: rng.randint(1, 4)] for _ in range(3)] + [["a", "b", "c", "d"]]
            )
            for _ in range(2)
        )
        assert metric.exact(system, gold) == rs_clustering(system, gold, Fraction(30), Fraction(4, 5), "listed")


@pytest.mark.parametrize("reading", READINGS)
def test_names_and_the_order_within_levels_do_not_matter(reading: str) -> None:
    rng = random.Random(7)
    for _ in range(30):
        system, gold = drawn(rng), drawn(rng)
        renamed = []
        for organization in (system, gold):
            levels = [
                [rng.sample([f"x{d}" for d in cluster], len(cluster)) for cluster in level]
                for level in organization.levels
            ]
            for level in levels:
                rng.shuffle(level)
            renamed.append(Organization(levels, organization.tail))
        for score in (rs_priority, rs_clustering):
            assert score(system, gold, N, WN, reading) == score(renamed[0], renamed[1], N, WN, reading)


def test_readings_differ_only_where_the_gold_leaves_documents_out() -> None:
    rng = random.Random(8)
    differing = 0
    for _ in range(60):
        gold = drawn(rng)
        inside = drawn(rng)
        same = {reliability_priority(inside, gold, N, WN, reading) for reading in READINGS}
        if inside.documents <= gold.documents:
            assert reliability_priority(inside, gold, N, WN, "listed") == reliability_priority(
                inside, gold, N, WN, "tail-lookup"
            )
        differing += len(same) > 1
    assert differing > 5


@pytest.mark.parametrize(
    "metric", [metric for metric in registry.metrics() if metric.task == "organization"], ids=lambda metric: metric.base
)
def test_parameters_reach_the_formula(metric: object) -> None:
    assert isinstance(metric, type(registry.metric("ap")))
    system, gold = Organization.parse("a > b > {c d} > ..."), Organization.parse("a c > {b d} > ...")
    few, many = (metric.with_values(n=n, wn="0.5") for n in (1, 100))
    assert metric.direct is not None
    assert few.exact(system, gold) == metric.direct(system, gold, Fraction(1), Fraction(1, 2), "listed")
    assert few.exact(system, gold) != many.exact(system, gold)


def test_organizations_have_no_counts() -> None:
    with pytest.raises(TaskError, match="has no formula over counts: score organizations instead"):
        registry.metric("rs-priority").evaluate(None)
