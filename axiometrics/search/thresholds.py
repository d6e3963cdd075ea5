"""Searches constraints on a threshold. There is a duel for every n, and one has to be won, or all from some n on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from msgspec import UNSET

from axiometrics.core.case import Demand
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.evidence import (
    AnyEvidence,
    Erroneous,
    Exhaustive,
    Labelled,
    NotApplicable,
    Proven,
    Sampled,
    Scan,
    Undetermined,
)
from axiometrics.core.family import DuelFamily
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.generators.blocks import undefined_in
from axiometrics.generators.duels import FIRST, SECOND
from axiometrics.search.cells import OUT_OF_TIME, Tick, make_cell
from axiometrics.search.judge import Judge, MetricFailedError, OutOfTimeError


def search_thresholds(constraint: Constraint, reading: Reading, judge: Judge, cap: int | None, tick: Tick) -> Cell:
    """Return the cell of a threshold: which n were won, and from which n on all were."""
    started = time.perf_counter()
    judge.used.clear()
    duels, last = reading.duels, reading.cases.largest(cap)
    eventually = constraint.quantifier is Quantifier.EVENTUALLY
    at = f"{constraint.name} ({reading.name}), n to {last}"

    def cell(holds: bool | None, evidence: AnyEvidence, message: str = "") -> Cell:
        return make_cell(constraint, reading, judge, holds, evidence, message=message)

    if last < duels.first_n:
        why = f"no duel has n <= {last}: raise --max-size thresholds=N"
        return cell(None, Undetermined(judge.exact, 0, last), why)
    if not tick(f"{at}, {judge.id}"):
        return cell(None, Undetermined(judge.exact, 0), OUT_OF_TIME)
    try:
        results = _duel_signs(duels, judge, cap, lambda n: tick(f"{at}, n = {n} decided exactly, {judge.id}"))
        if results is None:
            return cell(None, Undetermined(judge.exact, 0), OUT_OF_TIME)
        signs, undefined, undecided = results
        drawn = _rewrite(signs, duels, judge, 1 if eventually else -1) if judge.breaks else 0
    except OutOfTimeError:
        return cell(None, Undetermined(judge.exact, 0), OUT_OF_TIME)
    except MetricFailedError as failure:
        seconds = time.perf_counter() - started
        return cell(None, Erroneous(judge.exact, 0, last, seconds=seconds, input=failure.data), str(failure))
    winners = [n for n, s in signs.items() if s == (1 if eventually else -1)]
    failing = [n for n in (*signs, *undecided) if n not in set(winners)]
    n0 = next((n for n in winners if not failing or n > max(failing)), None)
    judged = bool(signs or undecided)
    said: dict[str, Any] = {
        "exact": judge.exact,
        "cases": len(signs),
        "size": last,
        "undefined": undefined,
        "within_bound": len(undecided),
        "convention": "; ".join(sorted(judge.used)) or None,
        "labelled": Labelled(0, 0, drawn, last) if judge.breaks else None,
    }
    verdict = _Verdict(None, NotApplicable, "the metric is undefined on every case")
    if eventually and judged:
        verdict = _won_from_some_n_on(n0, failing, signs, undecided, bool(judge.breaks), last)
    elif judged:
        verdict = _won_for_some_n(winners, undecided, bool(judge.breaks), last)
    if verdict.kind is Proven:
        said |= {"method": f"witness n = {winners[0]}", "lemmas": 0, "link": "proved"}
    if verdict.decided:
        said |= {"scan": Scan(last, winners, n0 if eventually and judged else UNSET)}
    return cell(verdict.holds, verdict.kind(seconds=time.perf_counter() - started, **said), verdict.message)


@dataclass(frozen=True)
class _Verdict:
    """Whether a threshold is met, the kind of evidence, and a message; `decided` is false where a duel on which the
    verdict rests is too close for floats. No witness among the n that were scanned is no violation.
    """

    holds: bool | None
    kind: type[AnyEvidence]
    message: str = ""
    decided: bool = True


def _won_from_some_n_on(
    n0: int | None, failing: Sequence[int], signs: Mapping[int, int], undecided: Sequence[int], breaks: bool, last: int
) -> _Verdict:
    """Return the verdict where all duels from some n on have to be won. `breaks`: the metric breaks an invariance, so
    that not all ways to write a duel were tried.
    """
    if undecided and max(undecided) == max(failing) and max(undecided) >= max(signs, default=0):
        why = f"{len(undecided)} duels too close for floats to decide, the last of them n = {max(undecided)}"
        return _Verdict(None, Undetermined, why, decided=False)
    if n0 is None:
        end = max(signs)
        why = f"A_n does not win at n = {end}, the last n that was decided of 2 to {last}; greater n are not decided"
        return _Verdict(None, Undetermined, why)
    return _Verdict(True, Sampled if breaks else Exhaustive)


def _won_for_some_n(winners: Sequence[int], undecided: Sequence[int], breaks: bool, last: int) -> _Verdict:
    """Return the verdict where one duel has to be won, which is then a witness."""
    if winners:
        return _Verdict(True, Sampled if breaks else Proven)
    if undecided:
        why = f"{len(undecided)} duels too close for floats to decide"
        return _Verdict(None, Undetermined, why, decided=False)
    return _Verdict(None, Undetermined, f"B_n wins for no n from 2 to {last}; greater n are not decided")


def _rewrite(signs: dict[int, int], duels: DuelFamily, judge: Judge, wanted: int) -> int:
    """Try other ways to write each duel that is won; it stays won only if it is won in all ways that are tried. Return
    how many ways were tried.
    """
    demand = Demand((FIRST, SECOND), (wanted, -wanted), "")
    drawn = 0
    for n in [n for n, sign in signs.items() if sign == wanted]:
        tried = judge.rewritten(duels.case(n, judge.closed), demand, None, n)
        if tried is not None and tried.least is not None:
            drawn += tried.cases
            sign = tried.least[1].sign
            signs[n] = wanted if sign is None or sign > 0 else sign * wanted
    return drawn


def _duel_signs(
    duels: DuelFamily, judge: Judge, cap: int | None, tick: Callable[[int], bool]
) -> tuple[dict[int, int], int, list[int]] | None:
    """Return for each n the sign of score(A_n) - score(B_n), the number of undefined duels, and the n that could not be
    decided; None if there was no time.
    """
    demand = duels.demand
    universe = duels.universe(cap)
    values = judge.values(universe, np.arange(len(universe)))
    with np.errstate(invalid="ignore"):
        excess = values[0::2] - values[1::2]
    greatest = np.maximum(1.0, np.maximum(np.abs(values[0::2]), np.abs(values[1::2])))
    signs: dict[int, int] = {}
    undefined, undecided = 0, []
    blank = undefined_in((values[0::2], values[1::2]))
    for n, difference, scale, is_blank in zip(
        range(universe.start, universe.stop), excess, greatest, blank, strict=True
    ):
        if is_blank:
            undefined += 1
        elif abs(difference) > FORMULA_ROUNDING * scale:
            signs[n] = 1 if difference > 0 else -1
        elif not tick(n):
            return None
        else:
            decision = judge.decide(duels.case(n, judge.closed), demand)
            if decision.sign is not None:
                signs[n] = decision.sign
            elif decision.reason == "undefined":
                undefined += 1
            else:
                undecided.append(n)
    judge.confirm()
    return signs, undefined, undecided
