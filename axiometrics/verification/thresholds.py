"""A threshold cell, checked: its n0 and verdict follow from the n it lists, and a few of those n are recomputed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from axiometrics.core.case import Demand
from axiometrics.core.constraint import Quantifier
from axiometrics.core.errors import FileError
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import MismatchError, Scorer

A_BEATS_B = Demand(("one_on_top", "many_below"), (1, -1), "score(A_n) > score(B_n)")
"""The outputs of a duel."""

START, MOST = 2, 10**6
"""The first n of a threshold, and the last that a file may speak of."""

LOOKED_AT, LARGEST, WITNESS = (2, 3, 5, 10, 20, 40, 60), 60, 4000
"""The n recomputed whatever the file says, the last that is recomputed, and the last where one n is all that a verdict rests on."""


def check_threshold(cell: Mapping[str, Any], cases: Any, quantifier: Quantifier, scorer: Scorer, where: str, proved_from: int | None = None) -> str:
    """What was recomputed, in words. Raises `MismatchError` with the reason where something does not hold, `FileError` where data is malformed."""
    detail = field(field(cell, "evidence", Mapping, where=where), "detail", Mapping, where=where)
    listed, last = field(detail, "n", list, where=where), field(detail, "scanned", int, where=where)
    if not START <= last <= MOST:
        raise FileError(f"{where}: scanned is {last}, expected a number from {START} to {MOST}")
    if stray := [n for n in listed if type(n) is not int or not START <= n <= last]:
        raise FileError(f"{where}: n lists {shorten(stray[0])}, expected whole numbers from {START} to {last}, which were scanned")
    claimed = set(listed)
    n0 = field(detail, "n0", int, type(None), where=where) if quantifier is Quantifier.EVENTUALLY else None
    skipped = sum(field(detail, key, int, where=where) for key in ("undefined", "within_bound") if key in detail)
    if quantifier is Quantifier.EVENTUALLY:
        _check_conclusion(cell.get("holds"), claimed, n0, last, skipped)
    else:
        _check_verdict(cell.get("holds"), bool(claimed))
        if min(claimed, default=START) > WITNESS:
            raise MismatchError(f"n = {min(claimed)} is the least listed, and beyond the {WITNESS} to which one is recomputed")
    if proved_from is not None:
        _check_proved(cell.get("holds"), claimed, range(proved_from, last + 1), skipped)
    if proved_from is not None and last < proved_from - 1 and (n0 is not None or quantifier is Quantifier.EXISTS):
        raise MismatchError(f"proved from n = {proved_from} on, and scanned to {last}: what lies between is open")
    below = set() if proved_from is None else set(range(START, proved_from))
    sample = sorted({*_sample(claimed, n0, last), *(n for n in below if n <= last)})
    for n in sample:
        _check_duel(n, n in claimed, cases, quantifier, scorer)
    return f"recomputed n = {', '.join(map(str, sample))}"


def _check_conclusion(holds: Any, claimed: set[int], n0: int | None, last: int, skipped: int) -> None:
    """The verdict and n0 of a deepness threshold against the n listed, of which as many as were skipped may be missing above n0."""
    if n0 is None:
        follows = last not in claimed
    else:
        missing = sum(n not in claimed for n in range(n0, last + 1))
        follows = n0 in claimed and n0 - 1 not in claimed and missing <= skipped
    if not follows:
        raise MismatchError(f"n0 = {n0} does not follow from the n listed up to {last}")
    _check_verdict(holds, n0 is not None)


def _check_proved(holds: Any, claimed: set[int], proved: range, skipped: int) -> None:
    """The n listed against a proof that says who wins for all of these."""
    wrong = [n for n in proved if (n in claimed) is not (holds is True)]
    if len(wrong) > (skipped if holds is True else 0):
        raise MismatchError(f"n = {wrong[0]} is {'not ' if holds is True else ''}listed, the proof says otherwise from n = {proved.start} on")


def _check_verdict(holds: Any, follows: bool) -> None:
    if holds is not follows:
        raise MismatchError(f"by the n listed holds is {follows}, the file says {holds}")


def _sample(claimed: set[int], n0: int | None, last: int) -> list[int]:
    """The n always looked at, the last, n0 and the one before, the least not listed from the start and from n0, and, however great, the least listed."""
    wanted = {*LOOKED_AT, last, _least_missing(claimed, START)}
    wanted |= {n0 - 1, n0, _least_missing(claimed, n0)} if n0 is not None else set()
    return sorted({*(n for n in wanted if START <= n <= min(last, LARGEST)), *([min(claimed)] if claimed and n0 is None else [])})


def _least_missing(claimed: set[int], start: int) -> int:
    return next(n for n in count(start) if n not in claimed)


def _check_duel(n: int, claimed: bool, cases: Any, quantifier: Quantifier, scorer: Scorer) -> None:
    case = cases.case(n, scorer.closed)
    scores = {role: scorer.score(case.outputs[role], case.gold) for role in A_BEATS_B.roles}
    undefined = any(score is None for score in scores.values())
    sign = 0 if undefined else scorer.sign(A_BEATS_B, scores)
    wins, who = (sign == 1, "A") if quantifier is Quantifier.EVENTUALLY else (sign == -1, "B")
    if sign is not None and wins != claimed:
        raise MismatchError(f"at n = {n} {who} {'wins' if wins else 'does not win'} on recomputation, the file says otherwise")
