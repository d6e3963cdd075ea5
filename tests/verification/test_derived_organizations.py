"""Links of organizations that are proved: R and S executed on symbols in place of relations.

What this cannot refuse: a sketch of an edit that leaves out cases of which no small one and none that is drawn is an
instance.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, cycle, pairwise
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.constraints.organization.vocabularies.sketches import against_itself
from axiometrics.core.case import Case
from axiometrics.core.definition import Definition
from axiometrics.core.organization import Organization
from axiometrics.core.vocabulary import Sketch, vocabulary_of
from axiometrics.definitions.sides import (
    BothSides,
    Gathered,
    JudgedSide,
    LevelPlace,
    OccurrenceRelations,
    Related,
    judged,
)
from axiometrics.definitions.sums import total
from axiometrics.generators.larger import larger_cases
from axiometrics.generators.organizations import named, up_to
from axiometrics.kernel.check_proof import Term
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.symbolic.symbols import Cut, NotDerivedError, SymbolicNumber, Things, knowing, number
from axiometrics.symbolic.values import evaluated
from axiometrics.verification.instances import Instance
from axiometrics.verification.proofs import smallest
from tests.verification import derived_proofs
from tests.verification.derived_proofs import JSON, demand_no_other_excess, follows, with_more

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
    return [occurrence for occurrence in organization.occurrences() if occurrence[2] == document]


def share(mine: int, theirs: int) -> Fraction:
    return Fraction(min(mine, theirs), mine)


def seen(a: Organization, b: Organization) -> JudgedSide:
    """An organization as another one judges it, relation by relation."""
    sizes = [sum(map(len, level)) for level in a.levels]
    places = [LevelPlace(Fraction(sum(sizes[:i])), Fraction(size)) for i, size in enumerate(sizes)]

    def related(i: int, d: str, j: int, e: str) -> Related:
        upper, lower = (d, e) if i < j else (e, d)
        mine, theirs = relations(a, upper, lower), relations(b, upper, lower)
        unlisted = b.tail and lower not in b.documents
        looked_up = len(occurrences(b, upper)) if unlisted else theirs
        return Related(places[j], share(mine, theirs), share(mine, looked_up))

    def placed(i: int, d: str) -> OccurrenceRelations:
        others = [related(i, d, j, e) for j, _, e in a.occurrences() if j != i]
        tail_share = share(len(occurrences(a, d)), len(occurrences(b, d))) if a.tail else Fraction(0)
        return OccurrenceRelations(places[i], others, tail_share)

    def together(organization: Organization, d: str, e: str) -> int:
        return sum(d in cluster and e in cluster for level in organization.levels for cluster in level)

    def gathered(i: int, cluster: tuple[str, ...]) -> Gathered:
        pairs = [share(together(a, d, e), together(b, d, e)) for d in cluster for e in cluster]
        return Gathered(places[i], Fraction(len(cluster)), pairs)

    return JudgedSide(
        Fraction(a.size),
        a.tail,
        [placed(i, d) for i, _, d in a.occurrences()],
        [gathered(i, cluster) for i, level in enumerate(a.levels) for cluster in level],
    )


def both(system: Organization, gold: Organization) -> BothSides:
    return BothSides(seen(system, gold), seen(gold, system))


def organizations(tail: bool) -> list[Organization]:
    """All with up to three documents, of which one may occur twice, of three only some; without tail, those of two
    levels.
    """
    listed = [named(shape, tail) for n, extra in ((1, 1), (2, 1), (3, 0)) for shape in up_to(n, extra)]
    return [organization for organization in listed if tail or len(organization.levels) > 1] + [
        Organization([[["d1", "d2"], ["d2"]], [["d1"], ["d3"]], [["d4"]]], tail)
    ]


@pytest.mark.parametrize("tail", [True, False])
def test_r_and_s_of_relations_are_those_of_the_plain_form(tail: bool) -> None:
    """Of all pairs of small organizations, with documents that only one of them lists."""
    some = organizations(tail)
    others = [organization.renamed({"d1": "d2", "d2": "x", "d3": "d1", "d4": "d4"}) for organization in some]
    pairs = zip([*some, *some, *some], [*some, *others, *reversed(others)], strict=True)
    for (system, gold), reading in zip(pairs, cycle(READINGS), strict=False):
        relations_alone = both(system, gold)
        for base in MEASURES:
            of = registry.definition(f"{base}(reading={reading})")
            assert of is not None
            assert of(relations_alone, None) == of(system, gold)


def proof_of(metric: str, constraint: str, reading: str) -> JSON:
    return derived_proofs.proof_of(metric, f"organization:{constraint}", reading)


def proved(constraint: str, reading: str) -> Iterator[str]:
    """The metrics of which a theorem shows the reading."""
    (about,) = registry.match_constraints(f"organization:{constraint}")
    for base in MEASURES:
        for how in READINGS:
            of = registry.metric(f"{base}(reading={how})")
            if any(isinstance(entry, Theorem) for entry in entries_about(of, about, about.reading(reading))):
                yield of.id


@pytest.mark.parametrize(("constraint", "reading"), AGAINST_THE_GOLD)
def test_the_excess_follows_from_the_definition(constraint: str, reading: str) -> None:
    metrics = list(proved(constraint, reading))
    assert metrics
    for metric in metrics[::2]:
        proof = proof_of(metric, constraint, reading)
        assert follows(proof)
    demand_no_other_excess(proof)


def with_another(judge: Callable[[JudgedSide], Any]) -> Definition:
    """R>, and what is asked of the system as the gold judges it."""

    def more(system: Any, gold: Any) -> Any:
        side = judged(system, gold)
        return 0 if side is None else judge(side)

    return with_more("reliability-priority(reading=listed)", more)


def test_another_definition_does_not_give_the_excess() -> None:
    """Also one that gives the same, which nobody knows of the output of which a quantity is the score."""
    proof = proof_of("reliability-priority(reading=listed)", "reversed-levels", "tail")
    for judge in (lambda side: 0, lambda side: 1):
        assert not follows(proof, with_another(judge))
    for metric in ("sensitivity-priority", "rs-priority", "reliability-clustering"):
        assert not follows(proof, registry.definition(f"{metric}(reading=listed)"))
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
def test_what_depends_on_how_levels_are_cut_is_not_added_up(judge: Callable[[JudgedSide], Any]) -> None:
    with pytest.raises(NotDerivedError):
        judge(against_itself(tail=True).system)


@pytest.mark.parametrize(("constraint", "reading"), [pair for pair in AGAINST_THE_GOLD if "levels-keep" not in pair[0]])
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
    return cut.total(lambda piece: value(*piece))


def test_stretches_are_added_up_however_they_are_cut() -> None:
    """Against all ways to cut 2 to 7 in up to three stretches."""
    values: tuple[Callable[[Any, Any], Any], ...] = (
        lambda first, size: size,
        lambda first, size: size / ((first + 1) * (first + size + 1)),
        lambda first, size: size * (2 * first + size),
    )
    for value in values:
        term = stretches(value).term
        for inner in (c for k in range(3) for c in combinations(range(3, 7), k)):
            ends = [2, *inner, 7]
            cut = [Fraction(value(a, Fraction(b - a))) for a, b in pairwise(ends)]
            assert evaluated(term, {"n": Fraction(2)}) == sum(cut)
    for value in (lambda first, size: 1, lambda first, size: first, lambda first, size: size * size):
        with pytest.raises(NotDerivedError):
            stretches(value)


# --- edits within larger organizations

EDITS = (
    ("embedded-homogeneity", "levels"),
    ("embedded-homogeneity", "closed"),
    ("embedded-completeness", "levels"),
    ("embedded-completeness", "closed"),
    ("embedded-rag-bag", "levels"),
    ("embedded-rag-bag", "closed"),
    ("embedded-size-vs-quantity", "level"),
    ("embedded-size-vs-quantity", "closed"),
    ("embedded-filtering-priority", "interior"),
)
OTHERS = (("embedded-confidence", "clustered"), ("broken-cluster-level", "distinct"))


@pytest.mark.parametrize(("constraint", "reading"), [*EDITS, *OTHERS])
def test_the_excess_of_an_edit_follows_from_the_definition(constraint: str, reading: str) -> None:
    metrics = list(proved(constraint, reading))
    assert metrics
    if constraint != "embedded-confidence":
        assert follows(proof_of(metrics[-1], constraint, reading))
    proof = proof_of(metrics[0], constraint, reading)
    assert follows(proof)
    demand_no_other_excess(proof)
    for name, text in proof["define"]:
        assert not follows({**proof, "define": [[name, f"{text} + 1/10**30"]]})


@pytest.mark.thorough
@pytest.mark.parametrize("reading", ["plain", "levels", "clustered"])
def test_the_excess_of_an_appended_document_follows_in_each_reading(reading: str) -> None:
    for metric in proved("embedded-confidence", reading):
        assert follows(proof_of(metric, "embedded-confidence", reading))


def large_clusters_weigh_more(documents: int) -> Definition:
    """R~, and a little more for each cluster of so many documents."""

    def more(system: Any, gold: Any) -> Any:
        return Fraction(1, 10**9) * total(system.system.clusters, lambda k: int(k.size == documents))

    return with_more("reliability-clustering(reading=listed)", more)


def deep_levels_count_less(c: int) -> Definition:
    """R>, but less for what stands below so many documents."""

    def more(system: Any, gold: Any) -> Any:
        return -Fraction(1, 10**9) * total(system.system.occurrences, lambda d: int(d.place.above > c))

    return with_more("reliability-priority(reading=listed)", more)


def test_a_reliability_that_differs_far_away_does_not_give_the_excess() -> None:
    """For clusters of 10^6 documents, or 10^6 documents down, of which no case that is drawn has one."""
    for constraint in ("embedded-homogeneity", "embedded-rag-bag"):
        proof = proof_of("reliability-clustering(reading=listed)", constraint, "levels")
        assert not follows(proof, large_clusters_weigh_more(10**6))
    proof = proof_of("reliability-priority(reading=listed)", "embedded-confidence", "plain")
    assert not follows(proof, deep_levels_count_less(10**6))
    assert not follows(proof, registry.definition("reliability-priority(reading=tail-lookup)"))


def test_an_embedded_filtering_of_another_metric_does_not_follow() -> None:
    proof = proof_of("reliability-priority(reading=listed)", "embedded-filtering-priority", "interior")
    for metric in ("sensitivity-priority", "rs-priority", "reliability-clustering"):
        assert not follows(proof, registry.definition(f"{metric}(reading=listed)"))


PROBES: tuple[Callable[[JudgedSide], Any], ...] = (
    lambda side: total(side.clusters, lambda k: total(k.pairs, one_of) / k.size),
    lambda side: total(side.clusters, lambda k: total(k.pairs, one_of)),
    lambda side: total(side.clusters, lambda k: total(k.pairs, one_of) / (k.place.above + 2)),
    lambda side: total(side.clusters, lambda k: total(k.pairs, one_of) / (k.place.size + 3) / k.size),
    lambda side: total(side.occurrences, lambda d: total(d.others, lambda e: e.share) / d.place.size),
    lambda side: total(side.occurrences, lambda d: total(d.others, lambda e: e.share) * total(d.others, lambda e: 1)),
    lambda side: total(side.occurrences, lambda d: d.place.size * d.place.size),
)
"""Sums that no metric is: where a sketch has a case, each of them differs in it as the sketch says."""


BY_LEVEL_AT_MOST = tuple(probe for i, probe in enumerate(PROBES) if i not in (2, 3))
"""Those that do not ask on which level a cluster stands: without tail, all occurrences weigh the same."""


def one_of(share: Any) -> Any:
    return share


@pytest.mark.parametrize("number_of_cases", [4, pytest.param(60, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("constraint", "reading"), EDITS)
def test_the_sketch_of_an_edit_has_each_case(constraint: str, reading: str, number_of_cases: int) -> None:
    """By what other sums than those of the metrics differ by: of all small cases, and of some that are larger."""
    (about,) = registry.match_constraints(f"organization:{constraint}")
    vocabulary, chosen = vocabulary_of(about), about.reading(reading)
    assert vocabulary is not None
    sketches = list(vocabulary.sketches(reading))
    drawn = larger_cases(chosen.cases, random.Random(5), number_of_cases // 5, named=True, reach=6)
    cases = [*smallest(chosen, number_of_cases), *drawn]
    assert len(cases) >= min(number_of_cases, 12)
    for case in cases:
        concrete = {role: both(case.outputs[role], case.gold) for role in ("better", "worse")}
        of = Instance(case, vocabulary).measure
        assert any(has(sketch, concrete, of) for sketch in sketches), case


def has(
    sketch: Sketch, concrete: dict[str, BothSides], of: Callable[[list[str], dict[str, Any]], dict[str, Any]]
) -> bool:
    """Whether the difference of each probe is that of the sketch where the quantities have the values of the case."""
    values = solved(sketch, of([name for name, value in sketch.values.items() if not callable(value)], {}))
    if any(value < 0 or (value == 0 and name.endswith("'")) for name, value in values.items()):
        return False
    for name in ("system", "gold"):
        sides = {role: getattr(output, name) for role, output in concrete.items()}
        changed = Counter(map(key, sides["worse"].clusters)) - Counter(map(key, sides["better"].clusters))
        above, size = next((place for place, _, _ in changed), (Fraction(0), Fraction(1)))
        at = {"above": above, "level": size - 1}
        with knowing((), ()):
            for probe in PROBES if sides["worse"].tail else BY_LEVEL_AT_MOST:
                symbolic = SymbolicNumber(Term.number(0)) + sum(
                    sign * probe(getattr(sketch.outputs[role], name)) for role, sign in (("better", 1), ("worse", -1))
                )
                difference = probe(sides["better"]) - probe(sides["worse"])
                if evaluated(symbolic.term, values | at) != difference:
                    return False
    return True


def key(k: Gathered) -> tuple[Any, ...]:
    return (k.place.above, k.place.size), k.size, sum(k.pairs)


def solved(sketch: Sketch, quantities: dict[str, Any]) -> dict[str, Fraction]:
    """The symbols of a sketch by the values of its quantities, each of which has one symbol more than those before."""
    values: dict[str, Fraction] = {}
    for name, value in quantities.items():
        term = Term.number(0) + (sketch.values[name] * 1).term
        (symbol,) = term.symbols - values.keys() or {""}
        if symbol:
            (rest,) = [evaluated(term, {**values, symbol: Fraction(0)})]
            values[symbol] = value - rest
        else:
            assert evaluated(term, values) == value
    return values


def test_the_sketch_of_an_appended_document_has_each_case() -> None:
    for case in _cases("embedded-confidence", "clustered"):
        before, after = (both(case.outputs[role], case.gold) for role in ("better", "worse"))
        assert before.gold == after.gold
        documents = list(before.system.occurrences)
        *others, new = after.system.occurrences
        lowest = LevelPlace(before.system.listed, Fraction(1))
        assert {d.above_tail for d in documents} <= {0, 1}
        assert sum(d.above_tail for d in documents)
        assert (after.system.listed, new.place, new.above_tail) == (len(documents) + 1, lowest, 0)
        assert new.others == [Related(d.place, Fraction(0), d.above_tail) for d in documents]
        for d, grown in zip(documents, others, strict=True):
            assert (grown.place, grown.above_tail) == (d.place, d.above_tail)
            assert grown.others == [*d.others, Related(lowest, Fraction(0), d.above_tail)]
        *clusters, alone = after.system.clusters
        assert clusters == before.system.clusters
        assert alone == Gathered(lowest, Fraction(1), [0])


def test_the_sketch_of_clusters_broken_on_two_levels_has_each_case() -> None:
    (about,) = registry.match_constraints("organization:broken-cluster-level")
    vocabulary = vocabulary_of(about)
    assert vocabulary is not None
    for case in _cases("broken-cluster-level", "distinct"):
        of = Instance(case, vocabulary).measure(["p", "q"], {})
        p, q = of["p"], of["q"]
        for name in ("shallow", "deep"):
            assert case.outputs[f"{name}_better"] == case.gold
            sides = both(case.outputs[f"{name}_worse"], case.gold)
            assert all(set(k.pairs) == {1} for k in sides.system.clusters)
            broken = [k for k in sides.gold.clusters if sum(k.pairs) < k.size**2]
            assert [(k.size, sum(k.pairs)) for k in broken] == [(p + q, p * p + q * q)]


def test_another_sketch_does_not_have_the_cases() -> None:
    """One with the outputs exchanged, and one of which the gold sees no change."""
    for constraint in ("embedded-completeness", "embedded-size-vs-quantity"):
        (about,) = registry.match_constraints(f"organization:{constraint}")
        vocabulary = vocabulary_of(about)
        assert vocabulary is not None
        (sketch,) = vocabulary.sketches("closed")
        better, worse = (sketch.outputs[role] for role in ("better", "worse"))
        blind = replace(sketch, outputs={"better": BothSides(better.system, worse.gold), "worse": worse})
        exchanged = replace(sketch, outputs={"better": worse, "worse": better})
        (case,) = smallest(about.reading("closed"), 1)
        concrete = {role: both(case.outputs[role], case.gold) for role in ("better", "worse")}
        agreeing = [has(tried, concrete, Instance(case, vocabulary).measure) for tried in (sketch, blind, exchanged)]
        assert agreeing == [True, False, False]
