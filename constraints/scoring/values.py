"""Constraints on the values of a measure: whether it is defined, where it is 1, its range, and whether it uses its
whole range.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product

from axiometrics.core.case import AT_LEAST_0, AT_MOST_1, NUMBER, Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.scores import Relevance, Scores
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.columns import REFUSED, columns, is_scoring
from axiometrics.generators.scoring.grids import GRID, ON_QUARTERS, relevance, rows, scores

SOURCE = "Della Mea, Di Gaspero & Mizzaro, NTCIR"
ONE = Fraction(1)
RIGHT = Demand(("output",), (1,), "score(output) = 1", "=")
WRONG = Demand(("output",), (-1,), "score(output) < 1")
REACHED = {value: Demand(("best",), (1,), f"some output scores {value}", "=", some=True) for value in (0, 1)}
SOME_NUMBER = Demand(("output",), (1,), "some output is scored by one number", "defined", some=True)
WORST = Demand(("best",), (1,), "some output scores 0 on some gold of as many documents", "=", some=True)


def everything(documents: int) -> tuple[Scores, ...]:
    """Every output on the grid."""
    return tuple(scores(numbers) for numbers in product(GRID, repeat=documents))


def golds(documents: int) -> Iterator[Relevance]:
    """Every relevance on the grid, once up to names."""
    return (relevance(numbers) for numbers in combinations_with_replacement(GRID, documents))


def outputs(documents: int) -> Iterator[Case]:
    """Every relevance with every output on the grid."""
    for case in rows(documents, 2):
        u, s = zip(*case, strict=True)
        yield Case(relevance(u), {"output": scores(s)})


def is_output(case: Case) -> str | None:
    """Whether an output has a score for each document of the gold."""
    return None if columns(case, "output") else REFUSED


def identified(case: Case) -> Case | str:
    """The case with the demand of the identity on its output: score 1 if the output is the relevance, else a lower
    score. A text that says why, if the case is not one gold with one output.
    """
    numbers = columns(case, "output")
    if numbers is None:
        return REFUSED
    right = numbers.s == numbers.u
    return Case(case.gold, case.outputs, demand=RIGHT if right else WRONG, bound=ONE if right else -ONE)


def identities(documents: int) -> Iterator[Case]:
    """Every relevance with every output on the grid, and the demand of the identity on the output."""
    for case in outputs(documents):
        right = dict(case.gold.pairs) == dict(case.outputs["output"].pairs)
        yield Case(case.gold, case.outputs, demand=RIGHT if right else WRONG, bound=ONE if right else -ONE)


def within(case: Case) -> tuple[Case, Case] | str:
    """The two demands on an output: a score of at least 0, and a score of at most 1."""
    if columns(case, "output") is None:
        return REFUSED
    return (
        Case(case.gold, case.outputs, demand=AT_LEAST_0),
        Case(case.gold, case.outputs, demand=AT_MOST_1, bound=ONE),
    )


def bounds(documents: int) -> Iterator[Case]:
    """Every relevance with every output on the grid, and each of the two bounds."""
    for case in outputs(documents):
        yield Case(case.gold, case.outputs, demand=AT_LEAST_0)
        yield Case(case.gold, case.outputs, demand=AT_MOST_1, bound=ONE)


def reachable(gold: Relevance) -> tuple[Case, ...]:
    """The two cases of a gold: some output on the grid scores 0, and some output on the grid scores 1."""
    names = sorted(gold.documents)
    every = tuple(Scores(tuple(zip(names, numbers, strict=True))) for numbers in product(GRID, repeat=len(names)))
    return tuple(Case(gold, {"best": every}, demand=demand, bound=Fraction(value)) for value, demand in REACHED.items())


def every_gold(documents: int) -> Iterator[Case]:
    """The two cases of `reachable` for every relevance on the grid."""
    for gold in golds(documents):
        yield from reachable(gold)


def is_reachable(case: Case) -> tuple[Case, ...] | str:
    """The two cases of a gold, or a text that says why not every output can be tried."""
    return reachable(case.gold) if _on_grid(case, "best") else OFF


OFF = "the numbers of gold and outputs are not all quarters, so that not every output can be tried"


def _on_grid(case: Case, role: str) -> bool:
    """Whether all numbers of the gold and of the shown outputs are on the grid."""
    shown = case.outputs.get(role)
    every = [columns(Case(case.gold, {role: s}), role) for s in (shown if isinstance(shown, tuple) else (shown,))]
    kept = all(numbers is not None and {*numbers.u, *numbers.s} <= {*GRID} for numbers in every)
    return not case.golds and case.outputs.keys() == {role} and kept


def some_gold(documents: int) -> Iterator[Case]:
    """All golds of that many documents, each with every output: one of these pairs scores 0."""
    grid = list(rows(documents, 2))
    sides = [tuple(zip(*case, strict=True)) for case in grid]
    best, wanted = tuple(scores(s) for _, s in sides), tuple(relevance(u) for u, _ in sides)
    yield Case(wanted[0], {"best": best}, golds={"best": wanted})


def is_some_gold(case: Case) -> Case | str:
    """The case of `some_gold` for as many documents, under the names of the saved case; or a text that says why the
    saved case is of another kind.
    """
    if not is_scoring(case) or not case.golds.keys() == case.outputs.keys() == {"best"}:
        return REFUSED
    outputs, golds = (
        (side if isinstance(side, tuple) else (side,)) for side in (case.outputs["best"], case.golds["best"])
    )
    names = golds[0].documents
    if not all(
        gold.documents == names and _on_grid(Case(gold, {"best": s}), "best")
        for gold, s in zip(golds, outputs, strict=True)
    ):
        return OFF
    made = next(some_gold(len(names)))
    renamed = dict(zip(sorted(made.gold.documents), sorted(names), strict=True))
    every = tuple(output.renamed(renamed) for output in made.outputs["best"])
    return Case(
        made.gold.renamed(renamed),
        {"best": every},
        golds={"best": tuple(gold.renamed(renamed) for gold in made.golds["best"])},
    )


def scored(documents: int) -> Iterator[Case]:
    """Every relevance on the grid, each with all outputs on the grid."""
    for gold in golds(documents):
        yield Case(gold, {"output": everything(documents)})


def is_scored(case: Case) -> Case | str:
    """The case of `scored` for the gold of a saved case, or a text that says why not every output can be tried."""
    if not _on_grid(case, "output"):
        return OFF
    return Case(case.gold, {"output": reachable(case.gold)[0].outputs["best"]})


CONSTRAINTS = (
    Constraint(
        id="swets-3",
        task="scoring",
        title="Single Number",
        statement="for every gold, some output is scored by one real number",
        source=f"Swets 1967, property 3, in {SOURCE}, section 4.1",
        vocabulary="axiometrics.constraints.scoring.vocabularies.values",
        readings=(
            Reading(
                "plain",
                "an undefined value is not a number; gold and outputs are quarters",
                PlainCases(scored, 2, 3, SOME_NUMBER, is_scored, grid=ON_QUARTERS),
                "adm",
                "sector-recall",
            ),
        ),
        quantifier=Quantifier.FOR_ALL_EXISTS,
    ),
    Constraint(
        id="swets-4",
        task="scoring",
        title="Complete Ordering",
        statement="every output is scored by one real number, so that all performances are ordered",
        source=f"Swets 1967, property 4, in {SOURCE}, section 4.1",
        vocabulary="axiometrics.constraints.scoring.vocabularies.values",
        readings=(
            Reading(
                "plain",
                "an undefined value is the failure",
                PlainCases(outputs, 3, 4, NUMBER, is_output, grid=ON_QUARTERS),
                "adm",
                "sector-precision",
            ),
        ),
    ),
    Constraint(
        id="identity",
        task="scoring",
        title="Identity",
        statement="the value of the metric is 1 if every score is the relevance of its document, and only then",
        source=f"{SOURCE}, sections 3 and 7",
        vocabulary="axiometrics.constraints.scoring.vocabularies.values",
        readings=(
            Reading(
                "plain",
                "1 for the relevance itself, and less than 1 for anything else",
                PlainCases(identities, 3, 4, RIGHT, identified, grid=ON_QUARTERS, demands=(RIGHT, WRONG)),
                "adm",
                "sector-precision",
            ),
        ),
    ),
    Constraint(
        id="bounded",
        task="scoring",
        title="Bounded",
        statement="the value of the metric is at least 0 and at most 1",
        source=f"{SOURCE}, section 3",
        readings=(
            Reading(
                "plain",
                "on the grid",
                PlainCases(bounds, 3, 4, AT_MOST_1, within, grid=ON_QUARTERS),
                "adm",
                "score-order",
            ),
        ),
        vocabulary="axiometrics.constraints.scoring.vocabularies.bounds",
    ),
    Constraint(
        id="full-range",
        task="scoring",
        title="Full Range",
        statement="the values 0 and 1 are attained",
        source=f"{SOURCE}, section 3",
        vocabulary="axiometrics.constraints.scoring.vocabularies.values",
        readings=(
            Reading(
                "every-gold",
                "for every gold some output scores 0, and some output scores 1, gold and outputs being quarters",
                PlainCases(
                    every_gold, 2, 3, REACHED[0], is_reachable, grid=ON_QUARTERS, demands=tuple(REACHED.values())
                ),
                "relative-distance",
                "adm",
                whom="those who compare values of different golds",
            ),
            Reading(
                "some-gold",
                "for each number of documents some output scores 0 on some gold, gold and outputs being quarters",
                PlainCases(some_gold, 2, 3, WORST, is_some_gold, grid=ON_QUARTERS),
                "adm",
                "constant-score",
                whom="those who ask only whether the whole range is used at all",
            ),
        ),
        quantifier=Quantifier.FOR_ALL_EXISTS,
    ),
)
