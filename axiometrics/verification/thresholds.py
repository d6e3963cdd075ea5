"""Checks a cell about a threshold: its n0 and its verdict have to follow from the n that it lists, and each n at which
this list begins or ends is recomputed, unless a proof covers this n.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axiometrics.core.case import A_BEATS_B
from axiometrics.core.constraint import Quantifier
from axiometrics.core.errors import FileError
from axiometrics.core.family import DuelFamily
from axiometrics.reports.parts.tables import ranges
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import MismatchError, Scorer

START, MOST = 2, 4000
"""The first n of a threshold, and the last that a file may speak of: no search goes further."""

LOOKED_AT = (2, 3, 5, 10, 20, 40, 60)
"""The n that are recomputed whatever the file lists."""

CHANGES = 100
"""The greatest number of beginnings and ends of a list of n that are recomputed. No list begins or ends more often."""


def check_threshold(
    cell: Mapping[str, Any],
    cases: DuelFamily,
    quantifier: Quantifier,
    scorer: Scorer,
    where: str,
    proved_from: int | None = None,
    every: bool = False,
) -> str:
    """Check a cell about a threshold; return what was recomputed, in words. With `every`, each n that was scanned is
    recomputed. Raises `MismatchError` with the reason if something does not hold, `FileError` if data is malformed.
    """
    evidence = field(cell, "evidence", Mapping, where=where)
    detail = field(evidence, "detail", Mapping, where=where)
    listed, last = field(detail, "n", list, where=where), field(detail, "scanned", int, where=where)
    if not START <= last <= MOST:
        raise FileError(f"{where}: scanned is {last}, expected a number from {START} to {MOST}")
    if stray := [n for n in listed if type(n) is not int or not START <= n <= last]:
        raise FileError(
            f"{where}: n lists {shorten(stray[0])}, expected whole numbers from {START} to {last}, which were scanned"
        )
    claimed = set(listed)
    n0 = field(detail, "n0", int, type(None), where=where) if quantifier is Quantifier.EVENTUALLY else None
    skipped = sum(field(detail, key, int, where=where) for key in ("undefined", "within_bound") if key in detail)
    if quantifier is Quantifier.EVENTUALLY:
        _check_n0(claimed, n0, last, skipped, proved_from)
    _check_verdict(cell, claimed if quantifier is Quantifier.EXISTS else n0, proved_from)
    if proved_from is not None:
        _check_proved(cell.get("holds"), claimed, range(proved_from, last + 1), skipped)
    if proved_from is not None and last < proved_from - 1 and (n0 is not None or quantifier is Quantifier.EXISTS):
        raise MismatchError(f"proved from n = {proved_from} on, and scanned to {last}: what lies between is open")
    end = last + 1 if proved_from is None else min(proved_from, last + 1)
    changes = [n for n in range(START, end) if (n in claimed) is not (n + 1 in claimed) or n == last]
    if len(changes) > CHANGES:
        raise MismatchError(
            f"the n listed begin or end {len(changes)} times, more than the {CHANGES} that are recomputed"
        )
    below = set() if proved_from is None else set(range(START, end))
    some = {*(n for n in LOOKED_AT if n <= last), *below, *changes, *(n + 1 for n in changes if n < last)}
    sample = range(START, last + 1) if every else sorted(some)
    for n in sample:
        _check_duel(n, n in claimed, cases, quantifier, scorer)
    number = last - cases.first_n + 1 - skipped
    if (evidence.get("size"), evidence.get("cases")) != (last, number):
        raise MismatchError(
            f"n to {last} are {number} cases that were decided, of size {last} at most; the file says "
            f"{shorten(evidence.get('cases'))} of size {shorten(evidence.get('size'))}"
        )
    return f"recomputed n = {ranges(sample, 6).replace(',', ', ')}"


def _check_n0(claimed: set[int], n0: int | None, last: int, skipped: int, proved_from: int | None = None) -> None:
    """Check the n0 of a deepness threshold against the listed n. Above n0, as many n may be missing as were skipped. If
    a proof begins beyond the scan, there is no n0.
    """
    if n0 is None:
        follows = last not in claimed or (proved_from or 0) > last + 1
    else:
        missing = sum(n not in claimed for n in range(n0, last + 1))
        follows = n0 in claimed and n0 - 1 not in claimed and missing <= skipped
    if not follows:
        raise MismatchError(f"n0 = {n0} does not follow from the n listed up to {last}")


def _check_proved(holds: Any, claimed: set[int], proved: range, skipped: int) -> None:
    """Check the listed n against a proof that says who wins for all `proved` n."""
    wrong = [n for n in proved if (n in claimed) is not (holds is True)]
    if len(wrong) > (skipped if holds is True else 0):
        raise MismatchError(
            f"n = {wrong[0]} is {'not ' if holds is True else ''}listed, the proof says otherwise "
            f"from n = {proved.start} on"
        )


def _check_verdict(cell: Mapping[str, Any], witness: set[int] | int | None, proved_from: int | None) -> None:
    """Check the verdict against the witness among the scanned n. Without a witness, only a proof decides."""
    holds, kind = cell.get("holds"), cell["evidence"].get("kind")
    if proved_from is not None and not witness:
        return
    follows = True if witness else None
    if holds is not follows or (holds is None) is not (kind == "undetermined"):
        why = "" if witness else f" with evidence of kind {shorten(kind)}; a scan without a witness refutes nothing"
        raise MismatchError(f"by the n listed holds is {follows}, the file says {holds}{why}")


def _check_duel(n: int, claimed: bool, cases: DuelFamily, quantifier: Quantifier, scorer: Scorer) -> None:
    case = cases.case(n, scorer.closed)
    scores = {role: scorer.score(case.outputs[role], case.gold) for role in A_BEATS_B.roles}
    undefined = any(score is None for score in scores.values())
    sign = 0 if undefined else scorer.sign(A_BEATS_B, scores)
    wins, who = (sign == 1, "A") if quantifier is Quantifier.EVENTUALLY else (sign == -1, "B")
    if sign is not None and wins != claimed:
        raise MismatchError(
            f"at n = {n} {who} {'wins' if wins else 'does not win'} when computed again, the file says otherwise"
        )
