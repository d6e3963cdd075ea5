"""Reliability and Sensitivity of priority, which the verifier adds up by documents that stand alike, against the
formula of section 3, pair by pair.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from axiometrics.core.organization import Organization
from axiometrics.definitions.organization.reliability import reliability_priority, sensitivity_priority
from axiometrics.relations.judgement import READINGS


def plain(a: Organization, b: Organization, n: Fraction, wn: Fraction, reading: str) -> Fraction:
    """For each occurrence in a, and each on another level, what share of their relations b has, by the weights of
    both.
    """
    places: list[dict[str, list[int]]] = [{}, {}]
    for side, levels in zip((a, b), places, strict=True):
        for level, _, document in side.occurrences():
            levels.setdefault(document, []).append(level)
    in_a, in_b = places
    sizes = [sum(map(len, level)) for level in a.levels]
    if a.tail:
        c = (1 - wn) * n / wn
        weights = [c / ((c + sum(sizes[:i])) * (c + sum(sizes[: i + 1]))) for i in range(len(sizes))]
        tail = c / (c + sum(sizes))
    else:
        weights, tail = [Fraction(1, sum(sizes) or 1)] * len(sizes), Fraction(0)

    def above(side: dict[str, list[int]], upper: str, lower: str) -> int:
        return sum(x < y for x in side.get(upper, []) for y in side.get(lower, []))

    total = Fraction(0)
    for i, _, d in a.occurrences():
        related = 1 - weights[i] * sizes[i]
        if not related:
            continue
        for k, _, e in a.occurrences():
            if k != i:
                upper, lower = (d, e) if i < k else (e, d)
                theirs = (
                    len(in_b.get(upper, []))
                    if reading == "tail-lookup" and b.tail and lower not in in_b
                    else above(in_b, upper, lower)
                )
                mine = above(in_a, upper, lower)
                total += Fraction(min(mine, theirs), mine) * weights[k] * weights[i] / related
        if a.tail:
            kept = Fraction(min(len(in_a[d]), len(in_b.get(d, []))), len(in_a[d]))
            total += (1 if reading == "tail-certain" else kept) * weights[i] * tail / related + kept * weights[
                i
            ] * tail / (1 - tail)
    return total


def drawn(chance: random.Random) -> Organization:
    documents = [f"d{i}" for i in range(chance.randint(1, 6))]
    levels = [
        [chance.sample(documents, chance.randint(1, min(3, len(documents)))) for _ in range(chance.randint(0, 3))]
        for _ in range(chance.randint(1, 4))
    ]
    return Organization(levels, tail=chance.random() < 0.6)


@pytest.mark.few(1)
@pytest.mark.parametrize("reading", READINGS)
def test_documents_that_stand_alike_are_taken_together(reading: str) -> None:
    chance = random.Random(3)
    n, wn = Fraction(7), Fraction(3, 5)
    priorities = set()
    for _ in range(250):
        system, gold = drawn(chance), drawn(chance)
        priorities.add(reliability_priority(system, gold, n, wn, reading))
        assert reliability_priority(system, gold, n, wn, reading) == plain(system, gold, n, wn, reading), (
            str(system),
            str(gold),
        )
        assert sensitivity_priority(system, gold, n, wn, reading) == plain(gold, system, n, wn, reading), (
            str(system),
            str(gold),
        )
    assert len(priorities) > 80
