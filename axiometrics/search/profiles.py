"""Describes in one word how the scores of random outputs move as their positive set grows."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import UndecidedError
from axiometrics.core.evidence import AnyEvidence, Descriptive, Erroneous, NotApplicable, Undetermined
from axiometrics.core.exact import sign
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.rational import rounded
from axiometrics.search.cells import OUT_OF_TIME, Tick, make_cell
from axiometrics.search.judge import Judge, MetricFailedError


def profile(constraint: Constraint, reading: Reading, judge: Judge, cap: int | None, tick: Tick) -> Cell:
    """Return the cell with the word for how the scores of random outputs move as their positive set grows; there is one
    series for each gold.
    """
    started = time.perf_counter()
    words: dict[str, str] = {}
    cases, undefined, size = 0, 0, reading.cases.largest(cap)

    def cell(evidence: AnyEvidence, message: str = "") -> Cell:
        return make_cell(constraint, reading, judge, None, evidence, message=message)

    try:
        for name, series in reading.series.series(cap):
            if not tick(f"{constraint.name} ({reading.name}), {judge.id}"):
                return cell(Undetermined(judge.exact, cases), OUT_OF_TIME)
            each = iter(judge.scored([pair for drawn in series for _, pair in drawn]))
            means = [_expected(judge, [(chance, next(each)) for chance, _ in drawn]) for drawn in series]
            scores = [score for score in means if score == score]
            undefined += len(series) - len(scores)
            cases += len(scores)
            if len(scores) > 1:
                words[name] = _shape(judge, scores)
    except MetricFailedError as failure:
        seconds = time.perf_counter() - started
        return cell(Erroneous(judge.exact, cases, size, seconds=seconds, input=failure.data), str(failure))
    except UndecidedError:
        seconds = time.perf_counter() - started
        why = f"two expected scores are too close to be told apart ({name})"
        return cell(Undetermined(judge.exact, cases, seconds=seconds), why)
    if not words:
        skipped = NotApplicable(judge.exact, cases, size, undefined=undefined)
        return cell(skipped, "the metric is undefined on every case")
    described = Descriptive(
        judge.exact,
        cases,
        size,
        seconds=time.perf_counter() - started,
        undefined=undefined,
        profile=_profile_word(set(words.values())),
        series=dict(sorted(Counter(words.values()).items())),
    )
    return cell(described)


def _expected(judge: Judge, drawn: Sequence[tuple[Fraction, Any]]) -> Any:
    """Return the expected score: the sum of the scores, each times its probability; `nan` if a score is undefined."""
    total: Any = Fraction(0)
    for chance, score in drawn:
        if isinstance(score, float) and (math.isnan(score) or judge.exact):
            return math.nan
        total = total + (chance * score if judge.exact or isinstance(score, Fraction) else float(chance) * score)
    return total


def _shape(judge: Judge, scores: Sequence[Any]) -> str:
    """Return how a series moves: constant, rises, falls, hump (up, then down) or other."""
    steps = [_step(judge, after - before, before) for before, after in pairwise(scores)]
    moves = [
        step
        for i, step in enumerate(steps)
        if step != 0 and (i == 0 or step != next((s for s in reversed(steps[:i]) if s != 0), None))
    ]
    if not moves:
        return "constant"
    if 0 in steps and len(moves) == 1:
        return "other"
    return {(1,): "rises", (-1,): "falls", (1, -1): "hump"}.get(tuple(moves), "other")


def _step(judge: Judge, difference: Any, scale: Any) -> int:
    if judge.exact:
        return sign(difference)
    if isinstance(difference, Fraction):
        difference, scale = rounded(difference / max(Fraction(1), abs(Fraction(scale)))), 1.0
    return 0 if abs(difference) <= FORMULA_ROUNDING * max(1.0, abs(scale)) else (1 if difference > 0 else -1)


def _profile_word(shapes: set[str]) -> str:
    """Return one word for all golds. It is `weighted` if each series is monotone but they do not agree, since weights
    and prevalence then decide the direction.
    """
    if shapes == {"constant"}:
        return "constant"
    if shapes == {"rises"}:
        return "grows"
    if shapes <= {"rises", "falls", "constant"}:
        return "weighted"
    return "hump" if shapes <= {"hump", "constant"} else "other"
