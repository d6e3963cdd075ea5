"""The Average Distance Measure and its two halves, Average Distance Precision and Recall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor, nan
from typing import Any

from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.core.scores import Relevance, Scores

SOURCE = "Della Mea, Di Gaspero & Mizzaro, NTCIR"
HALF = Fraction(1, 2)

PARAMETERS = (
    Parameter("k", None, "documents of the sample", low=Fraction(1), cut=True),
    Parameter("n", Fraction(0), "categories of relevance, 0 for numbers as they are", low=Fraction(0), integer=True),
    Parameter("m", Fraction(0), "categories of scores, 0 for numbers as they are", low=Fraction(0), integer=True),
    Parameter("values", "ends", "number that stands for a category", choices=("ends", "midpoints")),
    Parameter("scores", "given", "scores that are compared", choices=("given", "rank", "minmax-query", "minmax-run")),
    Parameter("length", Fraction(1000), "ranks of a run", low=Fraction(1), integer=True, when=("scores", "rank")),
    Parameter("low", Fraction(0), "least score of the run", when=("scores", "minmax-run")),
    Parameter("high", Fraction(1), "greatest score of the run", when=("scores", "minmax-run")),
    Parameter("step", "none", "steps to which scores are set", choices=("none", "nearest", "counts")),
    Parameter(
        "sample", "all", "documents that are compared", choices=("all", "retrieved", "assessed", "relevant", "pool")
    ),
)
"""`sample` : `all` documents of the gold, each of which needs a score (unless scores are ranks: what is not retrieved
has 0 then); `pool`, the same, and a document without a score has 0; `retrieved`, the judged ones among the first k
documents of the run; `assessed`, the first k judged documents of the run; `relevant`, those whose relevance is at least
1/2.
"""


def category(number: Fraction, count: Fraction, values: str) -> Fraction:
    """The number of the category in which a number lies; categories have equal lengths, and 1 lies in the last.

    >>> category(Fraction(4, 5), Fraction(4), "midpoints"), category(Fraction(4, 5), Fraction(2), "ends")
    (Fraction(7, 8), Fraction(1, 1))
    """
    if not count:
        return number
    place = min(floor(number * count), int(count) - 1)
    if values == "midpoints":
        return Fraction(2 * place + 1, 2 * int(count))
    return Fraction(place, int(count) - 1) if count > 1 else HALF


def _ranks(scores: dict[str, Fraction]) -> dict[str, int]:
    """The rank of each document: one more than the documents with a greater score."""
    ordered = sorted(scores.values(), reverse=True)
    return {document: ordered.index(score) + 1 for document, score in scores.items()}


def _scaled(scores: dict[str, Fraction], p: dict[str, Any]) -> dict[str, Fraction] | None:
    """The scores that are compared; None where normalisation divides by 0."""
    if p["scores"] == "given":
        return scores
    if p["scores"] == "rank":
        length = p["length"]
        return {d: max(Fraction(0), 1 - Fraction(rank - 1) / length) for d, rank in _ranks(scores).items()}
    least, greatest = (
        (min(scores.values(), default=HALF), max(scores.values(), default=HALF))
        if p["scores"] == "minmax-query"
        else (p["low"], p["high"])
    )
    if least >= greatest:
        return None
    return {d: min(Fraction(1), max(Fraction(0), (s - least) / (greatest - least))) for d, s in scores.items()}


def _sample(system: Scores, gold: Relevance, p: dict[str, Any]) -> list[str] | None:
    """The documents that are compared; None where one of them needs a score that is missing."""
    scores, judged, k = system.numbers, gold.numbers, p["k"]
    run = sorted(scores, key=lambda d: (-scores[d], d))
    if p["sample"] == "retrieved":
        return [d for d in (run if k is None else run[: int(k)]) if d in judged]
    if p["sample"] == "assessed":
        return [d for d in run if d in judged][: None if k is None else int(k)]
    if p["sample"] == "relevant":
        return [d for d, u in judged.items() if u >= HALF]
    if p["sample"] == "all" and p["scores"] != "rank" and not judged.keys() <= scores.keys():
        return None
    return list(judged)


def _stepped(scores: Sequence[Fraction], levels: Sequence[Fraction], step: str) -> list[Fraction]:
    """The scores set to the levels of the gold.

    With `nearest`, each score is set to the nearest level, and of two equally near ones to the higher. With `counts`,
    the greatest score is set to the greatest level, and so on downwards; documents with equal scores share the mean of
    their levels.
    """
    if step == "nearest":
        return [min(levels, key=lambda level: (abs(level - score), -level)) for score in scores]
    if step == "counts":
        ordered, sorted_levels = sorted(scores), sorted(levels)
        places = {s: [sorted_levels[i] for i, value in enumerate(ordered) if value == s] for s in set(scores)}
        return [sum(places[s], Fraction(0)) / len(places[s]) for s in scores]
    return list(scores)


def differences(system: Scores, gold: Relevance, **p: Any) -> list[Fraction] | None:
    """The score minus the relevance of each document that is compared; None where this is undefined."""
    scaled, sample = _scaled(system.numbers, p), _sample(system, gold, p)
    if scaled is None or not sample:
        return None
    wanted = [category(gold.numbers[d], p["n"], p["values"]) for d in sample]
    compared = [category(scaled.get(d, Fraction(0)), p["m"], p["values"]) for d in sample]
    return [s - u for s, u in zip(_stepped(compared, wanted, p["step"]), wanted, strict=True)]


def _mean_distance(counted: Callable[[Fraction], bool]) -> Callable[..., Fraction | float]:
    def formula(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
        compared = differences(system, gold, **p)
        if compared is None:
            return nan
        return 1 - sum((abs(x) for x in compared if counted(x)), Fraction(0)) / len(compared)

    return formula


_ADM = _mean_distance(lambda x: True)
_ADP = _mean_distance(lambda x: x > 0)
_ADR = _mean_distance(lambda x: x < 0)


def adm(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
    """The Average Distance Measure: one minus the mean distance of the score and the relevance of a document.

    The parameter `sample` says which documents are compared, `scores` how scores are normalized first. The range is [0,
    1]. It is undefined where no document is compared, and where all scores are equal and the normalization divides by
    their difference.

    >>> bound = {parameter.name: parameter.default for parameter in PARAMETERS}
    >>> adm(Scores.parse("d1:0.9 d2:0.5 d3:0.2"), Relevance.parse("d1:0.8 d2:0.4 d3:0.1"), **bound)
    Fraction(9, 10)
    """
    return _ADM(system, gold, **p)


def adp(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
    """Average Distance Precision: one minus the sum of the distances where the score is too high, divided by the number
    of documents compared.

    The parameter `sample` says which documents are compared, `scores` how scores are normalized first. The range is [0,
    1]. It is undefined where no document is compared, and where all scores are equal and the normalization divides by
    their difference.

    >>> bound = {parameter.name: parameter.default for parameter in PARAMETERS}
    >>> adp(Scores.parse("d1:1 d2:0"), Relevance.parse("d1:1/2 d2:1"), **bound)
    Fraction(3, 4)
    """
    return _ADP(system, gold, **p)


def adr(system: Scores, gold: Relevance, **p: Any) -> Fraction | float:
    """Average Distance Recall: one minus the sum of the distances where the score is too low, divided by the number of
    documents compared.

    The parameter `sample` says which documents are compared, `scores` how scores are normalized first. The range is [0,
    1]. It is undefined where no document is compared, and where all scores are equal and the normalization divides by
    their difference.

    >>> bound = {parameter.name: parameter.default for parameter in PARAMETERS}
    >>> adr(Scores.parse("d1:1 d2:0"), Relevance.parse("d1:1/2 d2:1"), **bound)
    Fraction(1, 2)
    """
    return _ADR(system, gold, **p)


METRICS = (
    Metric("adm", "ADM", "scoring", "distance", f"{SOURCE}, Eq. 1", direct=adm, parameters=PARAMETERS),
    Metric("adp", "ADP", "scoring", "distance", f"{SOURCE}, section 4.1", direct=adp, parameters=PARAMETERS),
    Metric("adr", "ADR", "scoring", "distance", f"{SOURCE}, section 4.1", direct=adr, parameters=PARAMETERS),
)
