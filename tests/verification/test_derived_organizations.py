"""Links of organizations that are proved: R and S executed on symbols in place of relations.

What this cannot refuse: a sketch of an edit that leaves out cases of which no small one and none that is drawn is an
instance.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, cycle, pairwise
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.constraints.organization.vocabularies.sketches import against_itself
from axiometrics.core.case import Case
from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.definitions.sides import Gathered, Judged, Place, Placed, Related, Sides, judged
from axiometrics.generators.organizations import named, up_to
from axiometrics.kernel.rules import declare
from axiometrics.kernel.symbols import Cut, NotDerivedError, Things, number
from axiometrics.kernel.values import evaluated
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.verification.derivations import derived
from axiometrics.verification.proofs import smallest

MEASURES = (
    "reliability-priority",
    "sensitivity-priority",
    "rs-priority",
    "reliability-clustering",
    "sensitivity-clustering",
    "rs-relatedness",
)
READINGS = ("listed", "tail-lookup", "tail-certain")
AGAINST_THE_GOLD = (
    ("gold-is-best", "levels"),
    ("gold-is-best", "clusters"),
    ("gold-is-best", "repeated-weak"),
    ("noisy-document", "weak"),
    ("removed-document", "one-occurrence"),
    ("reversed-levels", "tail"),
    ("reversed-levels", "closed"),
    ("broken-cluster", "repeated"),
    ("merged-clusters", "distinct"),
    ("levels-keep-clusters", "closed"),
)


def relations(organization: Organization, upper: str, lower: str) -> int:
    """How often a document stands above another one."""
    return sum(i < j for i, _, d in occurrences(organization, upper) for j, _, e in occurrences(organization, lower))


def occurrences(organization: Organization, document: str) -> list[tuple[int, int, str]]:
    return [one for one in organization.occurrences() if one[2] == document]


def share(mine: int, theirs: int) -> Fraction:
    return Fraction(min(mine, theirs), mine)


def seen(a: Organization, b: Organization) -> Judged:
    """An organization as another one judges it, relation by relation."""
    sizes = [sum(map(len, level)) for level in a.levels]
    places = [Place(Fraction(sum(sizes[:i])), Fraction(size)) for i, size in enumerate(sizes)]

    def related(i: int, d: str, j: int, e: str) -> Related:
        upper, lower = (d, e) if i < j else (e, d)
        mine, theirs = relations(a, upper, lower), relations(b, upper, lower)
        unlisted = b.tail and lower not in b.documents
        looked_up = len(occurrences(b, upper)) if unlisted else theirs
        return Related(places[j], share(mine, theirs), share(mine, looked_up))

    def placed(i: int, d: str) -> Placed:
        others = [related(i, d, j, e) for j, _, e in a.occurrences() if j != i]
        found = share(len(occurrences(a, d)), len(occurrences(b, d))) if a.tail else Fraction(0)
        return Placed(places[i], others, found)

    def together(organization: Organization, d: str, e: str) -> int:
        return sum(d in cluster and e in cluster for level in organization.levels for cluster in level)

    def gathered(i: int, cluster: tuple[str, ...]) -> Gathered:
        pairs = [share(together(a, d, e), together(b, d, e)) for d in cluster for e in cluster]
        return Gathered(places[i], Fraction(len(cluster)), pairs)

    return Judged(
        Fraction(a.size),
        a.tail,
        [placed(i, d) for i, _, d in a.occurrences()],
        [gathered(i, cluster) for i, level in enumerate(a.levels) for cluster in level],
    )


def both(system: Organization, gold: Organization) -> Sides:
    return Sides(seen(system, gold), seen(gold, system))


def organizations(tail: bool) -> list[Organization]:
    """All with up to three documents, of which one may occur twice, of three only some; without tail, those of two
    levels.
    """
    found = [named(shape, tail) for n, extra in ((1, 1), (2, 1), (3, 0)) for shape in up_to(n, extra)]
    return [one for one in found if tail or len(one.levels) > 1] + [
        Organization([[["d1", "d2"], ["d2"]], [["d1"], ["d3"]], [["d4"]]], tail)
    ]


@pytest.mark.parametrize("tail", [True, False])
def test_r_and_s_of_relations_are_those_of_the_plain_form(tail: bool) -> None:
    """Of all pairs of small organizations, with documents that only one of them lists."""
    some = organizations(tail)
    others = [one.renamed({"d1": "d2", "d2": "x", "d3": "d1", "d4": "d4"}) for one in some]
    pairs = zip([*some, *some, *some], [*some, *others, *reversed(others)], strict=True)
    for (system, gold), reading in zip(pairs, cycle(READINGS), strict=False):
        relations_alone = both(system, gold)
        for base in MEASURES:
            of = registry.definition(f"{base}(reading={reading})")
            assert of is not None
            assert of(relations_alone, None) == of(system, gold)


@cache
def _proof(metric: str, constraint: str, reading: str) -> dict[str, Any]:
    (about,) = registry.match_constraints(f"organization:{constraint}")
    of = registry.metric(metric)
    (found,) = (one for one in entries_about(of, about, about.reading(reading)) if isinstance(one, Theorem))
    return found.prove(of, about, about.reading(reading))


def proof_of(metric: str, constraint: str, reading: str) -> dict[str, Any]:
    return copy.deepcopy(_proof(metric, constraint, reading))


def follows(proof: dict[str, Any], definition: Definition | None = None) -> bool:
    (about,) = registry.match_constraints(proof["constraint"])
    definition = definition or registry.definition(proof["metric"])
    return derived(proof, declare(proof), about, about.reading(proof["reading"]), definition)


def proved(constraint: str, reading: str) -> Iterator[str]:
    """The metrics of which a theorem shows the reading."""
    (about,) = registry.match_constraints(f"organization:{constraint}")
    for base in MEASURES:
        for how in READINGS:
            of = registry.metric(f"{base}(reading={how})")
            if any(isinstance(one, Theorem) for one in entries_about(of, about, about.reading(reading))):
                yield of.id


@pytest.mark.parametrize(("constraint", "reading"), AGAINST_THE_GOLD)
def test_the_excess_follows_from_the_definition(constraint: str, reading: str) -> None:
    metrics = list(proved(constraint, reading))
    assert metrics
    for metric in metrics[::2]:
        proof = proof_of(metric, constraint, reading)
        assert follows(proof)
    for other in (f"({proof['excess']})*1000001/1000000", f"{proof['excess']} + 1/10**30"):
        assert not follows({**proof, "excess": other})


def with_another(judge: Callable[[Judged], Any]) -> Definition:
    """R>, and what is asked of the system as the gold judges it."""
    of = registry.definition("reliability-priority(reading=listed)")
    assert of is not None

    def changed(system: Any, gold: Any, **values: Any) -> Any:
        side = judged(system, gold)
        return of.function(system, gold, **values) + (0 if side is None else judge(side))

    return replace(of, function=changed)


def test_another_definition_does_not_give_the_excess() -> None:
    """Also one that gives the same, which nobody knows of the output of which a quantity is the score."""
    proof = proof_of("reliability-priority(reading=listed)", "reversed-levels", "tail")
    for judge in (lambda side: 0, lambda side: 1):
        assert not follows(proof, with_another(judge))
    for other in ("sensitivity-priority", "rs-priority", "reliability-clustering"):
        assert not follows(proof, registry.definition(f"{other}(reading=listed)"))
    assert not follows({**proof, "excess": "1 - Sp"})
    same = registry.definition("reliability-priority(reading=listed)")
    assert same is not None
    assert not follows(proof, replace(same, closed=True))


@pytest.mark.parametrize(
    "judge",
    [
        lambda side: side.occurrences.total(lambda d: int(d.place.above == 10**6)),
        lambda side: side.occurrences.total(lambda d: d.place.size),
        lambda side: side.clusters.total(lambda k: k.size * k.size),
        lambda side: side.clusters.total(lambda k: 1),
    ],
)
def test_what_depends_on_how_levels_are_cut_is_not_added_up(judge: Callable[[Judged], Any]) -> None:
    with pytest.raises(NotDerivedError):
        judge(against_itself(tail=True).system)


@pytest.mark.parametrize(("constraint", "reading"), [one for one in AGAINST_THE_GOLD if "levels-keep" not in one[0]])
def test_a_gold_against_itself_is_as_the_sketch_has_it(constraint: str, reading: str) -> None:
    """Each relation is found; without tail there are two levels."""
    for case in _cases(constraint, reading):
        gold = case.outputs["better"]
        assert gold == case.gold
        assert gold.size
        assert gold.tail or sum(any(level) for level in gold.levels) > 1
        side = seen(gold, case.gold)
        for d in side.occurrences:
            assert d.above_tail == gold.tail
            assert {(e.share, e.looked_up) for e in d.others} <= {(1, 1)}
            assert len(d.others) == gold.size - d.place.size
        assert all(set(k.pairs) == {1} and len(k.pairs) == k.size**2 for k in side.clusters)


def _cases(constraint: str, reading: str) -> list[Case]:
    (about,) = registry.match_constraints(f"organization:{constraint}")
    return list(smallest(about.reading(reading), 60))


def test_quantities_that_are_scores_are_those_of_the_definition() -> None:
    for constraint, reading in AGAINST_THE_GOLD:
        (about,) = registry.match_constraints(f"organization:{constraint}")
        vocabulary = vocabulary_of(about)
        assert vocabulary is not None
        for quantity in vocabulary.quantities.values():
            assert quantity.score is not None
            function, role = quantity.score
            (name,) = (base for base in MEASURES if _function(base) is function)
            for case, how in zip(_cases(constraint, reading)[:6], READINGS * 2, strict=False):
                of = registry.definition(f"{name}(reading={how})")
                assert of is not None
                assert quantity.given is not None
                assert quantity.given(case, of.values) == of(case.outputs[role], case.gold)


def _function(base: str) -> Callable[..., Any]:
    of = registry.definition(f"{base}(reading=listed)")
    assert of is not None
    return of.function


def stretches(value: Callable[[Any, Any], Any]) -> Any:
    """What stretches add up to from 2 to n + 5, one being worth this by where it begins and its size."""
    cut = Cut("cut", 2, number("n", 5), lambda first, size: Things([(first, size)]))
    return cut.total(lambda one: value(*one))


def test_stretches_are_added_up_however_they_are_cut() -> None:
    """Against all ways to cut 2 to 7 in up to three stretches."""
    values: tuple[Callable[[Any, Any], Any], ...] = (
        lambda first, size: size,
        lambda first, size: size / ((first + 1) * (first + size + 1)),
        lambda first, size: size * (2 * first + size),
    )
    for value in values:
        found = stretches(value).term
        for inner in (c for k in range(3) for c in combinations(range(3, 7), k)):
            ends = [2, *inner, 7]
            cut = [Fraction(value(a, Fraction(b - a))) for a, b in pairwise(ends)]
            assert evaluated(found, {"n": Fraction(2)}) == sum(cut)
    for value in (lambda first, size: 1, lambda first, size: first, lambda first, size: size * size):
        with pytest.raises(NotDerivedError):
            stretches(value)
