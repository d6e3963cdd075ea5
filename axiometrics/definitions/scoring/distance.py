"""ADM, ADP and ADR, as Della Mea, Di Gaspero & Mizzaro state them (Eq. 1 and section 4.1): in loops over documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.parameter import Parameter
from axiometrics.core.scores import Relevance, Scores
from axiometrics.definitions.sums import number, total

ZERO, ONE = Fraction(0), Fraction(1)

PARAMETERS = (
    Parameter("k", None, "first documents that are looked at", low=ONE, cut=True),
    Parameter("n", ZERO, "categories of relevance", low=ZERO, integer=True),
    Parameter("m", ZERO, "categories of scores", low=ZERO, integer=True),
    Parameter("values", "ends", "value of a category", choices=("ends", "midpoints")),
    Parameter("scores", "given", "what the SRS are", choices=("given", "rank", "minmax-query", "minmax-run")),
    Parameter("length", Fraction(1000), "L of section 5.2", low=ONE, integer=True, when=("scores", "rank")),
    Parameter("low", ZERO, "min(SRS_O) in the run", when=("scores", "minmax-run")),
    Parameter("high", ONE, "max(SRS_O) in the run", when=("scores", "minmax-run")),
    Parameter("step", "none", "section 7", choices=("none", "nearest", "counts")),
    Parameter("sample", "all", "D", choices=("all", "retrieved", "assessed", "relevant", "pool")),
)


def demand(system: Any, gold: Any) -> None:
    """Refuse data that are not a scoring."""
    if not isinstance(system, Scores) or not isinstance(gold, Relevance):
        raise TaskError("scores and a relevance are wanted: write both as document:number")


def _snapped(x: Fraction, count: Fraction, values: str) -> Fraction:
    """The value of the sub-interval of equal length that holds x; the last one holds 1 too (section 5.1)."""
    if count == 0:
        return x
    j = 0
    while j + 1 < count and x >= Fraction(j + 1) / count:
        j += 1
    if values == "midpoints":
        return (Fraction(j) + Fraction(1, 2)) / count
    return Fraction(1, 2) if count == 1 else Fraction(j) / (count - 1)


def _srs(system: Scores, p: dict[str, Any]) -> dict[str, Fraction] | None:
    """SRS_N of each scored document; None where max = min."""
    original = dict(system.pairs)
    srs: dict[str, Fraction] = {}
    for document, score in original.items():
        if p["scores"] == "given":
            srs[document] = score
        elif p["scores"] == "rank":
            r = 1
            for other in original.values():
                r += other > score
            srs[document] = max(ONE - Fraction(r - 1) / p["length"], ZERO)
    if p["scores"].startswith("minmax"):
        least, most = p["low"], p["high"]
        if p["scores"] == "minmax-query":
            if not original:
                return None
            least, most = sorted(original.values())[0], sorted(original.values())[-1]
        if most <= least:
            return None
        for document, score in original.items():
            srs[document] = min(max((score - least) / (most - least), ZERO), ONE)
    return srs


def _d(system: Scores, gold: Relevance, p: dict[str, Any]) -> list[str] | None:
    """The documents of D; None where one has no SRS."""
    assessed = [document for document, _ in gold.pairs]
    ranked = [d for _, d in sorted((-s, d) for d, s in system.pairs)]
    if p["sample"] == "retrieved":
        first = ranked if p["k"] is None else ranked[: int(p["k"])]
        return [d for d in first if d in assessed]
    if p["sample"] == "assessed":
        both = [d for d in ranked if d in assessed]
        return both if p["k"] is None else both[: int(p["k"])]
    if p["sample"] == "relevant":
        return [d for d, u in gold.pairs if u >= Fraction(1, 2)]
    if p["sample"] == "all" and p["scores"] != "rank":
        for d in assessed:
            if d not in ranked:
                return None
    return assessed


def points(system: Scores, gold: Relevance, p: dict[str, Any]) -> list[tuple[Fraction, Fraction]] | None:
    """(SRS, URS) of each document of D."""
    srs, documents = _srs(system, p), _d(system, gold, p)
    if srs is None or not documents:
        return None
    relevance = dict(gold.pairs)
    points = []
    for d in documents:
        s, u = srs.get(d, ZERO), relevance[d]
        points.append((_snapped(s, p["m"], p["values"]), _snapped(u, p["n"], p["values"])))
    if p["step"] == "nearest":
        levels = sorted({u for _, u in points}, reverse=True)
        points = [(sorted(levels, key=lambda level, s=s: abs(level - s))[0], u) for s, u in points]  # type: ignore[misc]
    if p["step"] == "counts":
        levels = sorted(u for _, u in points)
        stepped = []
        for s, u in points:
            below, same = sum(t < s for t, _ in points), sum(t == s for t, _ in points)
            stepped.append((sum(levels[below : below + same], ZERO) / same, u))
        points = stepped
    return points


@dataclass(frozen=True)
class Compared:
    """The values that a metric compares, in place of documents: SRS and URS of each document of D."""

    points: Any


def _one_less(of: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def definition(system: Scores | Compared, gold: Relevance, **p: Any) -> Any:
        if isinstance(system, Compared):
            compared_points = system.points
        else:
            demand(system, gold)
            compared_points = points(system, gold, p)
        return (
            None
            if compared_points is None
            else ONE - total(compared_points, lambda point: of(*point)) / number(compared_points)
        )

    return definition


adm = _one_less(lambda s, u: s - u if s > u else u - s)
"""1 - sum over D of |SRS - URS|, over |D|. Range [0, 1]; undefined for an empty D, and for max = min."""
adp = _one_less(lambda s, u: s - u if s > u else ZERO)
"""1 - sum over DO, the over-evaluated documents of D, of SRS - URS, over |D|. Range [0, 1]; undefined as ADM."""
adr = _one_less(lambda s, u: u - s if s < u else ZERO)
"""1 - sum over DU, the under-evaluated documents of D, of URS - SRS, over |D|. Range [0, 1]; undefined as ADM."""

DEFINITIONS = (
    Definition("adm", adm, PARAMETERS),
    Definition("adp", adp, PARAMETERS),
    Definition("adr", adr, PARAMETERS),
)
