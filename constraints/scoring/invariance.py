"""Constraints of invariance: the measure must not change if the order of the scores stays the same, if their scale
changes, if documents are renamed, or if a threshold changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations

from axiometrics.core.case import EQUAL, NO_LOSS, Case, Demand
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.core.scores import Relevance, Scores
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.columns import REFUSED, NumberColumns, columns, is_scoring
from axiometrics.generators.scoring.grids import GRID, ON_QUARTERS, names, relevance, rows, scores
from axiometrics.generators.scoring.places import same_order

SOURCE = "Della Mea, Di Gaspero & Mizzaro, NTCIR"
THETAS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
"""The thresholds of the acceptance criterion that are compared."""


def alike(c: NumberColumns) -> bool:
    """Whether the two outputs differ and order the documents alike, ties included."""
    pairs = list(zip(c.s, c.t, strict=True))
    return c.s != c.t and all((s > a) - (s < a) == (t > b) - (t < b) for s, t in pairs for a, b in pairs)


def affine(c: NumberColumns) -> bool:
    """Whether the other output is a s + b for some a > 0, where s is not constant."""
    least, most = c.s.index(min(c.s)), c.s.index(max(c.s))
    if c.s[least] == c.s[most] or c.s == c.t:
        return False
    a = (c.t[most] - c.t[least]) / (c.s[most] - c.s[least])
    return a > 0 and all(t - c.t[least] == a * (s - c.s[least]) for s, t in zip(c.s, c.t, strict=True))


def family(condition: Callable[[NumberColumns], bool], why: str, least: int = 1) -> PlainCases:
    """Every relevance with two outputs on the grid that satisfy a condition; their scores have to be equal."""

    def listing(documents: int) -> Iterator[tuple[Relevance, Scores, Scores]]:
        for case in rows(documents, 3):
            u, s, t = zip(*case, strict=True)
            if s < t and condition(NumberColumns(u, s, t)):
                yield relevance(u), scores(s), scores(t)

    def recognise(case: Case) -> str | None:
        numbers = columns(case, "one", "other")
        return REFUSED if numbers is None else None if condition(numbers) else why

    return PlainCases(listing, 2, 3, EQUAL, recognise, grid=ON_QUARTERS, least=least)


def renamed(documents: int) -> Iterator[Case]:
    """Every relevance and output on the grid, and both under other names."""
    for case in rows(documents, 2):
        u, s = zip(*case, strict=True)
        gold, output = relevance(u), scores(s)
        for order in permutations(names(documents)):
            name = dict(zip(names(documents), order, strict=True))
            other_output = output.renamed(name)
            if other_output != output or gold.renamed(name) != gold:
                yield Case(gold, {"one": output, "other": other_output}, golds={"other": gold.renamed(name)})


def is_renamed(case: Case) -> str | None:
    """Whether gold and output of the two sides are the same but for names."""
    other_gold = case.golds.get("other")
    if other_gold is None or not is_scoring(case) or case.outputs.keys() != {"one", "other"}:
        return REFUSED
    sides = ((case.gold, case.outputs["one"]), (other_gold, case.outputs["other"]))
    if any(gold.documents != output.documents for gold, output in sides):
        return REFUSED
    if sides[0] == sides[1]:
        return "the two sides have the same names"
    pairs = [sorted((gold.numbers[d], output.numbers[d]) for d in gold.documents) for gold, output in sides]
    return None if pairs[0] == pairs[1] and len(case.golds) == 1 else "the two sides differ by more than names"


def thresholds(gold: Relevance, output: Scores) -> Iterator[Case]:
    """One output at each two of the thresholds, where the scores have to be equal."""
    for first, second in combinations(THETAS, 2):
        demand = Demand(
            ("one", "other"), (1, -1), f"the score at theta_s = {first} is that at theta_s = {second}", EQUAL.by
        )
        parameters = {"one": {"theta_s": first}, "other": {"theta_s": second}}
        yield Case(gold, {"one": output, "other": output}, demand=demand, parameters=parameters)


def every_threshold(documents: int) -> Iterator[Case]:
    """Every relevance and output on the grid, at each two of the thresholds."""
    for case in rows(documents, 2):
        u, s = zip(*case, strict=True)
        yield from thresholds(relevance(u), scores(s))


def is_at_thresholds(case: Case) -> str | tuple[Case, ...]:
    """The cases of `thresholds` for a saved case, or a text that says why the saved case is of another kind."""
    numbers = columns(case, "one", "other")
    if numbers is None:
        return REFUSED
    if numbers.s != numbers.t:
        return "two outputs are compared, and not one at two thresholds"
    return tuple(thresholds(case.gold, case.outputs["one"]))


def constants(numbers: tuple[Fraction, ...]) -> Callable[[int], Iterator[tuple[Relevance, Scores, Scores]]]:
    """Every relevance that is not constant, an output that orders documents of different relevance rightly, and one
    that gives all documents one score.
    """

    def listing(documents: int) -> Iterator[tuple[Relevance, Scores, Scores]]:
        for case in rows(documents, 2):
            u, s = zip(*case, strict=True)
            if in_order(u, s):
                for number in numbers:
                    yield relevance(u), scores(s), scores([number] * documents)

    return listing


def in_order(u: tuple[Fraction, ...], s: tuple[Fraction, ...]) -> bool:
    """Whether a more relevant document always has the greater score, and not all documents are equally relevant."""
    pairs = list(zip(u, s, strict=True))
    return len(set(u)) > 1 and all(s > t for u, s in pairs for v, t in pairs if u > v)


def is_informed(numbers: tuple[Fraction, ...]) -> Callable[[Case], str | None]:
    """A function that says why a saved case does not compare ordered scores with one score for all documents; None
    where it does.
    """

    def recognise(case: Case) -> str | None:
        compared = columns(case, "better", "worse")
        if compared is None:
            return REFUSED
        same = len(set(compared.t)) == 1 and (len(numbers) > 1 or compared.t[0] in numbers)
        return (
            None
            if same and in_order(compared.u, compared.s)
            else "the scores are not ordered, or the others not constant"
        )

    return recognise


ZERO = (Fraction(0),)

CONSTRAINTS = (
    Constraint(
        id="rank-invariance",
        task="scoring",
        title="Rank Invariance",
        statement="if two outputs order the documents alike, the value of the metric stays the same",
        source=f"{SOURCE}, footnote 1 and section 7",
        vocabulary="axiometrics.constraints.scoring.vocabularies.invariance",
        readings=(
            Reading(
                "order",
                "ties included; the outputs differ",
                family(alike, "the outputs do not order the documents alike, or are the same"),
                "score-order",
                "adm",
            ),
        ),
        edits=RealEdits(
            ("each score becomes its square, so that the order stays the same: so does the value of the metric"),
            same_order(lambda score: score**2, "each score is squared"),
            EQUAL,
        ),
    ),
    Constraint(
        id="affine-invariance",
        task="scoring",
        title="Affine Invariance",
        statement="if each score s becomes a s + b, with a > 0, the value of the metric stays the same",
        source=f"{SOURCE}, sections 5.3 and 6",
        vocabulary="axiometrics.constraints.scoring.vocabularies.invariance",
        readings=(
            Reading(
                "plain",
                "both on the grid, not constant",
                family(affine, "the scores of one output are not a s + b for those of the other", least=2),
                "adm(scores=minmax-query)",
                "adm",
            ),
        ),
        implications=implies("scoring:rank-invariance@order", "plain"),
        edits=RealEdits(
            ("each score s becomes s/2 + 1/4: the value of the metric stays the same"),
            same_order(lambda score: score / 2 + Fraction(1, 4), "each score s is s/2 + 1/4"),
            EQUAL,
        ),
    ),
    Constraint(
        id="non-informative",
        task="scoring",
        title="Non-informative Scores",
        statement=(
            "scores that order the documents as their relevance does are not worse than the same score "
            "for all documents"
        ),
        source=f"{SOURCE}, section 7",
        vocabulary="axiometrics.constraints.scoring.vocabularies.constant",
        readings=(
            Reading(
                "ordered",
                "any one score, the relevance not being constant",
                PlainCases(constants(GRID), 3, 4, NO_LOSS, is_informed(GRID), grid=ON_QUARTERS, least=2),
                "score-order",
                "adm",
                whom="those who compare a useful output with any output of one score",
            ),
            Reading(
                "all-zero",
                "0 for all documents",
                PlainCases(constants(ZERO), 3, 4, NO_LOSS, is_informed(ZERO), grid=ON_QUARTERS, least=2),
                "score-order",
                "adm",
                whom="those who compare a useful output with an output that rejects everything",
            ),
        ),
        implications=implies("ordered", "all-zero"),
        unedited=(
            "its better outputs order all documents as their relevance does, which no real output can be expected to do"
        ),
    ),
    Constraint(
        id="swets-1",
        task="scoring",
        title="Effectiveness Only",
        statement="if gold and output are renamed alike, the value of the metric stays the same",
        source=f"Swets 1967, property 1, in {SOURCE}, section 4.1",
        readings=(
            Reading(
                "plain",
                "any other names",
                PlainCases(renamed, 2, 3, EQUAL, is_renamed, grid=ON_QUARTERS),
                "adm",
                "first-name",
            ),
        ),
        vocabulary="axiometrics.constraints.scoring.vocabularies.renamed",
        unedited=("gold and output are renamed alike, and an edit changes outputs alone"),
    ),
    Constraint(
        id="swets-2",
        task="scoring",
        title="No Acceptance Criterion",
        statement=(
            "the value of the metric is the same whether the threshold between retrieved and not "
            "retrieved is 1/4, 1/2 or 3/4"
        ),
        source=f"Swets 1967, property 2, in {SOURCE}, section 4.1",
        readings=(
            Reading(
                "plain",
                "the parameter theta_s of the metric, if it has one",
                PlainCases(every_threshold, 2, 3, EQUAL, is_at_thresholds, parameters=("theta_s",), grid=ON_QUARTERS),
                "adm",
                "sector-precision",
            ),
        ),
        unedited=("it compares settings of the metric on one output, and no two outputs"),
    ),
)
