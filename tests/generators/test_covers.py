"""Overlapping clusterings: systems of pairs against brute force over names, and the recogniser."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from math import factorial, gcd, prod

import pytest

from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.generators.covers import OverlappingPairs, Pairs, pair_systems
from axiometrics.generators.tables import partitions

A050535 = [1, 1, 3, 8, 23]
"""Loopless multigraphs with n edges on any number of vertices, none isolated."""


def least_name(system: Pairs, out: int | None, inside: int, outside: int) -> tuple[object, ...]:
    """The least of all names, documents inside the class being renamed among themselves, and those outside."""
    names = []
    for inner, outer in product(permutations(range(inside)), permutations(range(inside, inside + outside))):
        name = {**dict(enumerate(inner)), **{inside + i: d for i, d in enumerate(outer)}}
        names.append((-1 if out is None else name[out], *sorted(tuple(sorted((name[a], name[b]))) for a, b in system)))
    return min(names)


def systems(n: int, inside: int, outside: int, shared: bool) -> Iterator[Pairs]:
    documents = range(inside + outside) if shared else range(inside, inside + outside)
    return combinations_with_replacement(list(combinations(documents, 2)), n)


@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_pairs_outside_the_class_are_all_multigraphs_once(n: int) -> None:
    outside = 2 * n
    expected = {
        least_name(system, None, 0, outside)
        for system in combinations_with_replacement(list(combinations(range(outside), 2)), n)
    }
    systems = [
        least_name(tuple((a - n - 1, b - n - 1) for a, b in system), None, 0, outside)
        for system in pair_systems(n, False)
    ]
    assert len(systems) == len(set(systems)) == A050535[n]
    assert set(systems) == expected


def multigraphs(n: int) -> int:
    """Multigraphs with n edges up to names by Burnside's lemma: over the ways to permute 2n vertices, those systems of
    edges which stay the same.
    """
    total = Fraction(0)
    for cycles in partitions(2 * n):
        alike = prod(factorial(cycles.count(length)) * length ** cycles.count(length) for length in set(cycles))
        turns = [
            length
            for i, length in enumerate(cycles)
            for length in [*[cycles[i]] * ((cycles[i] - 1) // 2), *([cycles[i] // 2] if cycles[i] % 2 == 0 else [])]
        ]
        turns += [a * b // gcd(a, b) for a, b in combinations(cycles, 2) for _ in range(gcd(a, b))]
        ways = [1] + [0] * n  # how many systems of that many edges are made of whole turns
        for turn in turns:
            for edges in range(turn, n + 1):
                ways[edges] += ways[edges - turn]
        total += Fraction(ways[n], alike)
    assert total.denominator == 1
    return int(total)


def test_pairs_outside_the_class_are_as_many_as_listed() -> None:
    assert [multigraphs(n) for n in (1, 2, 3, 4)] == A050535[1:]
    assert [len(pair_systems(n, False)) for n in (1, 2, 3, 4)] == A050535[1:]


@pytest.mark.parametrize("n", [1, 2])
def test_pairs_that_may_share_documents_are_all_systems_once(n: int) -> None:
    inside, outside = n + 1, 2 * n
    expected = {least_name(system, None, inside, outside) for system in systems(n, inside, outside, True)}
    names = [least_name(system, None, inside, outside) for system in pair_systems(n, True)]
    assert len(names) == len(set(names))
    assert set(names) == expected


@pytest.mark.parametrize("shared", [False, True])
def test_cases_are_every_system_with_every_document_taken_out_once(shared: bool) -> None:
    inside, outside = 3, 4
    expected = {
        least_name(system, out, inside, outside)
        for system in systems(2, inside, outside, shared)
        for out in range(inside)
    }
    names = []
    for case in OverlappingPairs(shared).cases(2):
        (big,) = (cluster for cluster in case.gold.levels[0] if len(cluster) == 3)
        others = sorted({d for cluster in case.gold.levels[0] for d in cluster} - set(big))
        number = {d: i for i, d in enumerate([*sorted(big), *others])}
        pairs = tuple(
            (number[a], number[b]) for a, b in (cluster for cluster in case.gold.levels[0] if len(cluster) == 2)
        )
        (out,) = (cluster[0] for cluster in case.outputs["better"].levels[0] if len(cluster) == 1)
        names.append(least_name(pairs, number[out], inside, outside))
    assert len(names) == len(set(names)), "a case twice"
    assert set(names) == expected


@pytest.mark.parametrize("shared", [False, True])
def test_every_case_is_admitted_and_turned_round_refused(shared: bool) -> None:
    family, opposite = OverlappingPairs(shared), OverlappingPairs(not shared)
    touching = 0
    for n in (2, 3):
        for case in family.cases(n):
            assert family.admits(case) is None
            assert (
                family.admits(Case(case.gold, {"better": case.outputs["worse"], "worse": case.outputs["better"]}))
                is not None
            )
            touching += opposite.admits(case) is not None
    assert (touching > 0) == shared  # pairs outside the class are an instance of both readings


def overlap(gold: str, worse: str, better: str) -> Case:
    return Case(Organization.parse(gold), {"worse": Organization.parse(worse), "better": Organization.parse(better)})


@pytest.mark.parametrize(
    ("shared", "gold", "worse", "better"),
    [
        (False, "{a b c} {d e} {d e}", "{a b c} d e d e", "{a b} c {d e} {d e}"),
        (False, "{a b c} {d e} {f e}", "{a b c} d e e f", "{a c} b {d e} {e f}"),
        (True, "{a b c} {a e} {f g}", "{a b c} a e f g", "{a b} c {a e} {f g}"),
        (True, "{a b c} {a b} {a b}", "{a b c} a a b b", "{b c} a {a b} {a b}"),
        (True, "{a b c} {d e} {d e}", "{a b c} d e d e", "{a b} c {d e} {d e}"),
    ],
)
def test_an_instance_is_admitted(shared: bool, gold: str, worse: str, better: str) -> None:
    assert OverlappingPairs(shared).admits(overlap(gold, worse, better)) is None


@pytest.mark.parametrize(
    ("shared", "why", "gold", "worse", "better"),
    [
        (False, "a pair shares a document", "{a b c} {a e} {f g}", "{a b c} a e f g", "{a b} c {a e} {f g}"),
        (True, "one pair only", "{a b} {d e}", "{a b} d e", "a b {d e}"),
        (True, "the class is too large", "{a b c d} {e f} {g h}", "{a b c d} e f g h", "{a b c} d {e f} {g h}"),
        (True, "a pair is a triple", "{a b c} {d e f} {g h}", "{a b c} d e f g h", "{a b} c {d e f} {g h}"),
        (True, "a pair stays", "{a b c} {d e} {f g}", "{a b c} d e {f g}", "{a b} c {d e} {f g}"),
        (True, "two taken out", "{a b c} {d e} {f g}", "{a b c} d e f g", "a b c {d e} {f g}"),
        (True, "a copy is lost", "{a b c} {d e} {d e}", "{a b c} d e", "{a b} c {d e} {d e}"),
        (True, "a tail", "{a b c} {d e} {f g} > ...", "{a b c} d e f g", "{a b} c {d e} {f g}"),
        (True, "two levels", "{a b c} > {d e} {f g}", "{a b c} d e f g", "{a b} c {d e} {f g}"),
    ],
)
def test_a_near_miss_is_refused(shared: bool, why: str, gold: str, worse: str, better: str) -> None:
    assert OverlappingPairs(shared).admits(overlap(gold, worse, better)) is not None, why
