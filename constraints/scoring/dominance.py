"""Constraints that demand a higher value for scores that are nearer to the relevance: pointwise dominance, big
differences, and exchanged scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement

from axiometrics.core.case import NO_LOSS, Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import RealEdits
from axiometrics.core.implication import implies
from axiometrics.core.scores import Relevance, Scores
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.scoring.columns import REFUSED, NumberColumns, columns, mean
from axiometrics.generators.scoring.grids import ON_QUARTERS, relevance, rows, scores
from axiometrics.generators.scoring.places import ScoreExchanges, all_corrected, corrections, listed

SOURCE = "Della Mea, Di Gaspero & Mizzaro, NTCIR"
Triple = tuple[Relevance, Scores, Scores]
Condition = Callable[[NumberColumns], bool]


def nearer(c: NumberColumns) -> bool:
    """Whether no score of the better output is further from the relevance, and at least one is nearer."""
    pairs = list(zip(c.distances(c.s), c.distances(c.t), strict=True))
    return all(s <= t for s, t in pairs) and any(s < t for s, t in pairs)


def quarter(c: NumberColumns) -> bool:
    """Whether the better output is the relevance itself, and the other output is off by a quarter or more on
    average.
    """
    return c.s == c.u and mean(c.distances(c.t)) * 4 >= 1


def differs(c: NumberColumns) -> bool:
    """Whether the better output is the relevance itself, and the other output is not."""
    return c.s == c.u != c.t


def improved(documents: int) -> Iterator[Triple]:
    """Every relevance on the grid with two outputs of which one is nearer to it."""
    change = {row: abs(row[2] - row[0]) - abs(row[1] - row[0]) for (row,) in rows(1, 3)}
    kept = [row for row in change if change[row] >= 0]
    for case in combinations_with_replacement(kept, documents):
        if any(change[row] for row in case):
            yield relevance([u for u, _, _ in case]), scores([s for _, s, _ in case]), scores([t for *_, t in case])


def pairs(condition: Condition) -> Callable[[int], Iterator[Triple]]:
    """Every relevance on the grid, as the better output, with another output that satisfies a condition."""

    def listing(documents: int) -> Iterator[Triple]:
        for case in rows(documents, 2):
            u, t = zip(*case, strict=True)
            if condition(NumberColumns(u, u, t)):
                yield relevance(u), scores(u), scores(t)

    return listing


def recognising(condition: Condition, why: str) -> Callable[[Case], str | None]:
    """A function that says why a saved case does not satisfy a condition (`why`); None where it does."""

    def recognise(case: Case) -> str | None:
        numbers = columns(case, "better", "worse")
        return REFUSED if numbers is None else None if condition(numbers) else why

    return recognise


def exchanged(documents: int) -> Iterator[Triple]:
    """Every relevance and output on the grid, and every two documents of which the more relevant has the greater score:
    their scores are exchanged.
    """
    for case in rows(documents, 2):
        u, s = zip(*case, strict=True)
        for i in range(documents):
            for j in range(documents):
                if u[i] > u[j] and s[i] > s[j]:
                    worse = list(s)
                    worse[i], worse[j] = s[j], s[i]
                    yield relevance(u), scores(s), scores(worse)


def is_exchange(c: NumberColumns) -> bool:
    """Two documents exchange their scores, of which the more relevant one had the greater."""
    moved = [k for k in range(len(c.u)) if c.s[k] != c.t[k]]
    if len(moved) != 2:
        return False
    i, j = moved if c.u[moved[0]] > c.u[moved[1]] else moved[::-1]
    return c.u[i] > c.u[j] and c.s[i] > c.s[j] and (c.t[i], c.t[j]) == (c.s[j], c.s[i])


_IS_NEARER = recognising(nearer, "the better output is not nearer to the relevance on every document")
_IS_EXCHANGE = recognising(is_exchange, "the outputs do not differ by one exchange of two scores")

CONSTRAINTS = (
    Constraint(
        id="pointwise-dominance",
        task="scoring",
        title="Pointwise Dominance",
        statement=(
            "if no score is further from the relevance of its document than in another output, and one is "
            "nearer, the value of the metric is greater"
        ),
        source=f"{SOURCE}, section 3 and Table 1",
        readings=(
            Reading(
                "strict",
                "the value of the metric is greater",
                PlainCases(improved, 2, 3, recognise=_IS_NEARER, grid=ON_QUARTERS),
                "adm",
                "sector-precision",
                whom="those who want each improvement of a score to be seen",
            ),
            Reading(
                "weak",
                "the value of the metric is not smaller",
                PlainCases(improved, 2, 3, NO_LOSS, _IS_NEARER, grid=ON_QUARTERS),
                "adm",
                "sector-precision",
                whom="those who ask only that an improvement of a score does no harm",
            ),
        ),
        vocabulary="axiometrics.constraints.scoring.vocabularies.distances",
        implications=(*implies("strict", "weak"), *implies("strict", "scoring:big-difference@any")),
        edits=RealEdits(
            ("the score of one document becomes its relevance: the value of the metric rises"),
            listed(corrections),
        ),
    ),
    Constraint(
        id="big-difference",
        task="scoring",
        title="Big Difference",
        statement="the value of the metric is greater for scores that are the relevance than for other scores",
        source=f"{SOURCE}, section 4.1 and Table 2(b)",
        readings=(
            Reading(
                "quarter",
                "the other scores are off by 1/4 on average, or more",
                PlainCases(
                    pairs(quarter),
                    3,
                    4,
                    recognise=recognising(quarter, "the mean distance of the worse output is below 1/4, or one is 0"),
                    grid=ON_QUARTERS,
                ),
                "adm",
                "sector-precision",
                whom="those who follow the paper, which speaks of big differences",
            ),
            Reading(
                "any",
                "the other scores differ from the relevance",
                PlainCases(
                    pairs(differs),
                    3,
                    4,
                    recognise=recognising(differs, "the better output is not the relevance"),
                    grid=ON_QUARTERS,
                ),
                "adm",
                "sector-precision",
                whom="those who want only the right scores to have the greatest value",
            ),
        ),
        vocabulary="axiometrics.constraints.scoring.vocabularies.distances",
        implications=implies("any", "quarter"),
        edits=RealEdits(
            (
                "all scores become the relevance, where they are off by 1/4 on average, or more: the value of the "
                "metric rises"
            ),
            listed(all_corrected),
        ),
    ),
    Constraint(
        id="score-priority",
        task="scoring",
        title="Score Priority",
        statement=(
            "if the more relevant of two documents has the greater score, and the scores are exchanged, "
            "the value of the metric falls"
        ),
        source="Priority of Amigo, Gonzalo & Verdejo 2013, for scores",
        readings=(
            Reading(
                "strict",
                "the value of the metric falls",
                PlainCases(exchanged, 3, 4, recognise=_IS_EXCHANGE, grid=ON_QUARTERS, least=2),
                "score-order",
                "adm",
                whom="those who want each wrong order of two documents to lower the value",
            ),
            Reading(
                "weak",
                "the value of the metric does not rise",
                PlainCases(exchanged, 3, 4, NO_LOSS, _IS_EXCHANGE, grid=ON_QUARTERS, least=2),
                "adm",
                "distance-sum",
                whom="those who ask only that a wrong order of two documents does not raise the value",
            ),
        ),
        vocabulary="axiometrics.constraints.scoring.vocabularies.exchanged",
        implications=implies("strict", "weak"),
        edits=RealEdits(
            (
                "two documents exchange their scores, of which the more relevant one has the greater score: the value "
                "of the metric falls"
            ),
            ScoreExchanges,
        ),
    ),
)
