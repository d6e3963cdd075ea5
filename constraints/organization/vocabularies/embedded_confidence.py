"""Confidence, embedded: a document that the gold does not list is put on a level of its own, below the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from axiometrics.constraints.organization.vocabularies.relations import (
    Parameters,
    clusters,
    scores,
    shares,
    steepness,
)
from axiometrics.constraints.organization.vocabularies.sketches import elsewhere, gathering
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Sketch, Vocabulary
from axiometrics.definitions.organization.reliability import reliability_priority, weigh
from axiometrics.definitions.sides import BothSides, JudgedSide, LevelPlace, OccurrenceRelations, Related
from axiometrics.symbolic.symbols import Group, Things, number, positive

Given = Callable[[Case, Parameters], Fraction]


def _listed(case: Case) -> int:
    return int(case.outputs["better"].size)


def _summed(share: bool, in_gold: bool) -> Given:
    """The sum of the weights of the better output's occurrences, where `share` says that each weight is divided by the
    weight of all that is not on its level. `in_gold` says that only documents that the gold lists count.
    """

    def total(case: Case, parameters: Parameters) -> Fraction:
        output = case.outputs["better"]
        sizes, weights, _ = weigh(output, parameters["n"], parameters["wn"])
        return sum(
            (
                weights[i] / (1 - sizes[i] * weights[i]) if share else weights[i]
                for i, _, d in output.occurrences()
                if not in_gold or d in case.gold.documents
            ),
            Fraction(0),
        )

    return total


def _beyond_all(case: Case, parameters: Parameters) -> Fraction:
    n = _listed(case)
    return _summed(share=True, in_gold=False)(case, parameters) - n / (steepness(parameters) + n)


def _beyond_one(case: Case, parameters: Parameters) -> Fraction:
    c, n = steepness(parameters), _listed(case)
    return _summed(share=False, in_gold=True)(case, parameters) - c / ((c + n - 1) * (c + n))


def _among_listed(case: Case, parameters: Parameters) -> Fraction:
    """R> of the better output without what it says of documents above the tail."""
    c, n = steepness(parameters), _listed(case)
    above = _summed(share=True, in_gold=parameters["reading"] != "tail-certain")(case, parameters)
    tails = above * c / (c + n) + _summed(share=False, in_gold=True)(case, parameters) * c / n
    priority: Fraction = reliability_priority(case.outputs["better"], case.gold, **parameters)
    return priority - tails


def _clusters_found(case: Case, parameters: Parameters) -> Fraction:
    """R~ of the better output without the tail."""
    output = case.outputs["better"]
    _, weights, _ = weigh(output, parameters["n"], parameters["wn"])
    wanted = clusters(case.gold)
    return sum(
        (
            weights[i] * sum(len(frozenset(cluster) & gold_cluster) ** 2 for gold_cluster in wanted) / len(cluster)
            for i, level in enumerate(output.levels)
            for cluster in level
        ),
        Fraction(0),
    )


def _sketches(reading: str) -> Iterator[Sketch]:
    """One document of the gold that the output lists is written out, because there is at least one.

    The new document stands below all others. Of its relations the gold has none, unless it is looked up in the tail:
    then those to the documents that the gold lists. What the gold says of its own documents does not change.
    """
    listed, of_gold = number("N", 1), number("G", 1)
    lowest = LevelPlace(listed, 1)

    def on_level(name: str) -> LevelPlace:
        return LevelPlace(weight=positive(f"{name}.weight"), beyond=positive(f"{name}.beyond"))

    def placed(name: str, above_tail: Any, *new: Related) -> OccurrenceRelations:
        """A listed document, its relations to others that are listed, and to the new one."""
        share, looked_up = number(f"{name}.others.share"), number(f"{name}.others.looked_up")
        others = Group(f"{name}.others", Related(on_level(f"{name}.others"), share, looked_up))
        return OccurrenceRelations(on_level(name), Things(new, (others,)), above_tail)

    def documents(*new: OccurrenceRelations) -> Things:
        single, another = placed("one", 1), placed("listed", number("listed.found"))
        if new:
            single, another = (
                replace(d, others=Things((Related(lowest, 0, d.above_tail),), d.others.groups))
                for d in (single, another)
            )
        return Things((single, *new), (Group("listed", another),))

    before = documents()

    def as_related(d: OccurrenceRelations) -> Related:
        return Related(d.place, 0, d.above_tail)

    (single,), (others,) = before.single, before.groups
    to_listed = Things((as_related(single),), (replace(others, element=as_related(others.element)),))
    clusters = elsewhere("clusters")
    gold = JudgedSide(
        of_gold,
        True,
        Things((placed("of_gold", 1),), (Group("gold", placed("gold", number("gold.found"))),)),
        Things((), (elsewhere("classes"),)),
    )
    better = JudgedSide(listed, True, before, Things((), (clusters,)))
    worse = JudgedSide(
        listed + 1,
        True,
        documents(OccurrenceRelations(lowest, to_listed, 0)),
        Things((gathering(lowest, 1, 0),), (clusters,)),
    )

    def with_c(value: Callable[[Any, Parameters], Any]) -> Callable[[Parameters], Any]:
        return lambda parameters: value(steepness(parameters), parameters)

    def summed(c: Any, share: bool, in_gold: bool) -> Any:
        def value(d: OccurrenceRelations) -> Any:
            weight = better.weight(d.place, c)
            return (weight / better.beyond(d.place, c) if share else weight) * (d.above_tail if in_gold else 1)

        return before.total(value)

    def among_listed(c: Any, parameters: Parameters) -> Any:
        above = summed(c, share=True, in_gold=parameters["reading"] != "tail-certain")
        tails = above * c / (c + listed) + summed(c, share=False, in_gold=True) * c / listed
        return better.priority(**parameters) - tails

    def of_clusters(c: Any, parameters: Parameters) -> Any:
        return better.relatedness(parameters["n"], parameters["wn"]) - better.tail_weight(c)

    yield Sketch(
        {"better": BothSides(better, gold), "worse": BothSides(worse, gold)},
        {
            "N": listed,
            "c": with_c(lambda c, _: c),
            "V": with_c(lambda c, _: summed(c, share=True, in_gold=True)),
            "W": with_c(lambda c, _: summed(c, share=False, in_gold=True)),
            "E": with_c(lambda c, _: summed(c, share=False, in_gold=True) - c / ((c + listed - 1) * (c + listed))),
            "D": with_c(lambda c, _: summed(c, share=True, in_gold=False) - listed / (c + listed)),
            "K": with_c(among_listed),
            "M": with_c(of_clusters),
            "Sp": with_c(lambda _, parameters: gold.priority(**parameters)),
            "Sc": with_c(lambda _, parameters: gold.relatedness(parameters["n"], parameters["wn"])),
        },
    )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "N": Quantity("documents of the output before one is appended", _listed, whole=True),
        "c": Quantity("(1 - Wn) n/Wn", given=lambda case, parameters: steepness(parameters)),
        "V": Quantity(
            "w/(1 - the weight of its level) of the listed documents that the gold lists, summed",
            given=_summed(share=True, in_gold=True),
        ),
        "W": Quantity("the weights of these documents, summed", given=_summed(share=False, in_gold=True)),
        "E": Quantity("W less c/((c + N - 1)(c + N))", given=_beyond_one),
        "D": Quantity(
            "w/(1 - the weight of its level) of all listed documents, summed, less N/(c + N)", given=_beyond_all
        ),
        "K": Quantity("what R> of the better output owes to pairs of listed documents", given=_among_listed),
        "M": Quantity("what R~ of the better output owes to clusters", given=_clusters_found),
        **scores(("Sp", "Sc"), "better"),
    },
    facts=(
        Fact("N - 1 >= 0"),
        Fact("c > 0", Mark.DEFINITION, "Wn is between 0 and 1, and n is 1 at least"),
        Fact("V > 0", Mark.ARITHMETIC, "the output lists a document of the gold"),
        Fact("W > 0", Mark.ARITHMETIC, "the output lists a document of the gold"),
        Fact("E >= 0", Mark.ARITHMETIC, "no document weighs less than the last of N on levels of their own"),
        Fact("D >= 0", Mark.ARITHMETIC, "each summand is at least the weight, and the weights sum to N/(c + N)"),
        Fact("K >= 0", Mark.ARITHMETIC, "a sum of products of weights"),
        Fact("M >= 0", Mark.ARITHMETIC, "a sum of weights"),
        *shares(("Sp", "Sc")),
        Fact("Sp > 0", Mark.ARITHMETIC, "a document of the gold is listed, and above the tail"),
        Fact("Sc > 0", Mark.ARITHMETIC, "the tail of the gold is found"),
    ),
    sketches=_sketches,
)
