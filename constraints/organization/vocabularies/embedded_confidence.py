"""Confidence, embedded: a document that the gold does not list is put on a level of its own, below the others."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from axiometrics.constraints.organization.vocabularies.relations import (
    Parameters,
    clusters,
    scores,
    shares,
    steepness,
)
from axiometrics.core.case import Case
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.organization.reliability import reliability_priority, weigh

Given = Callable[[Case, Parameters], Fraction]


def _listed(case: Case) -> int:
    return int(case.outputs["better"].size)


def _summed(share: bool, found: bool) -> Given:
    """The weights of the occurrences of the better output, or each over the weight of all that is not on its level; of
    all of them, or of those that the gold lists.
    """

    def total(case: Case, parameters: Parameters) -> Fraction:
        output = case.outputs["better"]
        sizes, weights, _ = weigh(output, parameters["n"], parameters["wn"])
        return sum(
            (
                weights[i] / (1 - sizes[i] * weights[i]) if share else weights[i]
                for i, _, d in output.occurrences()
                if not found or d in case.gold.documents
            ),
            Fraction(0),
        )

    return total


def _beyond_all(case: Case, parameters: Parameters) -> Fraction:
    n = _listed(case)
    return _summed(share=True, found=False)(case, parameters) - n / (steepness(parameters) + n)


def _beyond_one(case: Case, parameters: Parameters) -> Fraction:
    c, n = steepness(parameters), _listed(case)
    return _summed(share=False, found=True)(case, parameters) - c / ((c + n - 1) * (c + n))


def _among_listed(case: Case, parameters: Parameters) -> Fraction:
    """R> of the better output without what it says of documents above the tail."""
    c, n = steepness(parameters), _listed(case)
    above = _summed(share=True, found=parameters["reading"] != "tail-certain")(case, parameters)
    tails = above * c / (c + n) + _summed(share=False, found=True)(case, parameters) * c / n
    return reliability_priority(case.outputs["better"], case.gold, **parameters) - tails


def _clusters_found(case: Case, parameters: Parameters) -> Fraction:
    """R~ of the better output without the tail."""
    output = case.outputs["better"]
    _, weights, _ = weigh(output, parameters["n"], parameters["wn"])
    wanted = clusters(case.gold)
    return sum(
        (
            weights[i] * sum(len(frozenset(cluster) & one) ** 2 for one in wanted) / len(cluster)
            for i, level in enumerate(output.levels)
            for cluster in level
        ),
        Fraction(0),
    )


VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "N": Quantity("documents of the output before one is appended", _listed, whole=True),
        "c": Quantity("(1 - Wn) n/Wn", given=lambda case, parameters: steepness(parameters)),
        "V": Quantity(
            "w/(1 - the weight of its level) of the listed documents that the gold lists, summed",
            given=_summed(share=True, found=True),
        ),
        "W": Quantity("the weights of these documents, summed", given=_summed(share=False, found=True)),
        "E": Quantity("W less c/((c + N - 1)(c + N))", given=_beyond_one),
        "D": Quantity(
            "w/(1 - the weight of its level) of all listed documents, summed, less N/(c + N)", given=_beyond_all
        ),
        "K": Quantity("what R> of the better output owes to pairs of listed documents", given=_among_listed),
        "M": Quantity("what R~ of the better output owes to clusters", given=_clusters_found),
        **scores(("Sp", "Sc"), "better"),
    },
    facts=(
        Fact("N - 1 >= 0", Mark.DEFINITION, "the output lists a document of the gold"),
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
)
