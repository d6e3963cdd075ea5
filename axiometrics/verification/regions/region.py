"""Checks a saved region, or a cell that a region settles: its proofs, its end points by their inequalities, and the
metric by its definition.

The arguments, in which the parameter is a symbol, are re-proved, each from the facts of its part alone. Whether the
arguments are about the metric is put to the test at values in each part, of which the proof's digest draws some, and on
both sides of the end points.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.core.margins import END_POINT
from axiometrics.core.metric import decimal
from axiometrics.kernel.check_proof import ProofError
from axiometrics.symbolic.sets import Interval, united
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.regions.arguments import check_part
from axiometrics.verification.regions.cases import first
from axiometrics.verification.regions.comparison import count_linked
from axiometrics.verification.regions.evaluations import check_evaluated
from axiometrics.verification.regions.scales import SavedPart, Scale, read_parts, read_scale
from axiometrics.verification.regions.words import holds_words
from axiometrics.verification.scorers import Defined, MismatchError
from axiometrics.verification.thresholds import MOST, START, check_threshold

SCHEMA = "axiometrics/region/1"


@dataclass(frozen=True)
class Checked:
    """The checked content of a region: the scale of its proofs, its parts, the intervals of the parameter where the
    constraint holds, and what was checked, in words.
    """

    scale: Scale
    parts: tuple[SavedPart, ...]
    holds: tuple[Interval, ...]
    words: str


def check_region(
    data: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Definition, where: str
) -> str:
    """Check a saved region; return what was checked, in words.

    Raises `MismatchError` or `ProofError` with the reason where something does not hold, `FileError` where data is
    malformed.
    """
    checked = _checked(data, constraint, reading, metric, where)
    stored = field(data, "holds", list, where=where)
    rough = [interval.to_json() for interval in checked.holds]
    if len(stored) != len(rough) or not all(map(_near, rough, stored)):
        _demand_same("holds", rough, stored)
    return checked.words


def check_saved_regions(
    cell: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Definition, where: str
) -> str:
    """Check the regions that a cell holds with their arguments; return what was checked, in words, empty if there are
    none.

    Each has to be as the cell says it, and to say of the metric's own value of the parameter what the cell says.
    Raises `MismatchError` or `ProofError` with the reason where something does not hold, `FileError` where data is
    malformed.
    """
    return "; ".join(checked.words for checked in _saved_regions(cell, constraint, reading, metric, where))


def check_settled(
    cell: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Definition, where: str
) -> str:
    """Check a cell that regions settle; return what was checked, in words. For a threshold, the listed n have to agree
    with the regions and with some recomputed n.

    Raises `MismatchError` or `ProofError` with the reason where something does not hold, `FileError` where data is
    malformed.
    """
    regions = _saved_regions(cell, constraint, reading, metric, where)
    if not regions:
        raise MismatchError("the evidence is a region, but none is saved with its arguments")
    words = [checked.words for checked in regions]
    if not constraint.quantifier.over_cases:
        words.append(_check_duels(cell, regions, constraint, reading, metric, where))
    return "; ".join(words)


def _saved_regions(
    cell: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Definition, where: str
) -> list[Checked]:
    """Return the regions of a cell that have their arguments, each checked."""
    detail = field(field(cell, "evidence", Mapping, where=where), "detail", Mapping, where=where)
    regions = []
    for i, saved in enumerate(field(detail, "region", list, where=where) if "region" in detail else [], 1):
        place = f"{where}: region {i}"
        if not isinstance(saved, Mapping):
            raise FileError(f"{place} is {shorten(saved)}, expected an object")
        if "exact" not in saved:
            continue
        checked = _checked(
            {"metric": cell["metric"], "param": saved.get("param"), "exact": saved["exact"]},
            constraint,
            reading,
            metric,
            place,
        )
        name, within = checked.scale.parameter.name, checked.scale.range
        _demand_same(
            f"holds by {name}", holds_words(checked.holds, name, within), field(saved, "holds", str, where=place)
        )
        own = metric.values[name]
        if not isinstance(own, Fraction):
            raise MismatchError(
                f"{name} is not a number in {shorten(cell['metric'])}: a region by it says nothing of this cell"
            )
        if cell.get("holds") is not any(own in interval for interval in checked.holds):
            raise MismatchError(
                f"the region by {name} and the cell say the opposite of each other at {name} = {decimal(own)}"
            )
        regions.append(checked)
    return regions


def _check_duels(
    cell: Mapping[str, Any],
    regions: Sequence[Checked],
    constraint: Constraint,
    reading: Reading,
    metric: Definition,
    where: str,
) -> str:
    """Recompute some of the n that were scanned; return what was recomputed, in words. An n0 has to follow from them
    and from the beginning of an argument.
    """
    detail = cell["evidence"]["detail"]
    listed, last = field(detail, "n", list, where=where), field(detail, "scanned", int, where=where)
    witness = bool(listed)
    if constraint.quantifier is Quantifier.EVENTUALLY:
        n0 = field(detail, "n0", int, type(None), where=where)
        if n0 is not None and not (cell["holds"] and any(_begins(checked, metric, last + 1) for checked in regions)):
            raise MismatchError(f"n0 = {n0} does not follow: no argument begins by n = {last + 1}")
        if n0 is None and last in listed and last <= MOST:  # by what was scanned alone
            claimed = {n for n in listed if type(n) is int}
            n0 = next((n + 1 for n in range(last, START - 1, -1) if n not in claimed), START)
        witness, detail = n0 is not None, {**detail, "n0": n0}
    kind = cell["evidence"]["kind"] if witness else "undetermined"  # what the scan alone says
    scanned = {**cell, "holds": witness or None, "evidence": {**cell["evidence"], "kind": kind, "detail": detail}}
    return check_threshold(scanned, reading.duels, constraint.quantifier, Defined(metric), where)


def _begins(checked: Checked, metric: Definition, latest: int) -> bool:
    """Return whether an argument about the metric's own value of the parameter begins at `latest` or before."""
    own = metric.values[checked.scale.parameter.name]
    assert isinstance(own, Fraction)
    x = checked.scale.x(own)
    proofs = (
        proof for part in checked.parts if any(x in interval for interval in part.intervals) for proof in part.proofs
    )
    return any("from" in proof and first(proof["from"], x, latest) is not None for proof in proofs)


def _checked(
    data: Mapping[str, Any], constraint: Constraint, reading: Reading, metric: Definition, where: str
) -> Checked:
    """Return the checked content of a region. How the file shows the values of the parameter is not checked here."""
    try:
        scale = read_scale(data, metric, where)
        parts = read_parts(data, scale, where)
        holds = _check_intervals(data, scale, parts, metric, where)
        steps, linked, stored = 0, 0, 0
        for part in parts:
            check_part(part, data, scale, constraint, reading)
            for proof in part.proofs:
                steps += len(proof["steps"])
                for interval in part.values:
                    same, further = count_linked(proof, part, interval, scale, constraint, reading, metric)
                    stored, linked = stored + same, linked + same + further
        if data["exact"]["linked"] != stored:
            raise MismatchError(
                f"linked is {shorten(data['exact']['linked'])}, and the proofs are compared with the "
                f"metric on {stored} cases"
            )
        evaluations = check_evaluated(data, scale, parts, holds, constraint, reading, metric, where)
    except (AxiometricsError, MismatchError, ProofError):
        raise
    # the file is anybody's
    except (TypeError, AttributeError, LookupError, ValueError, ArithmeticError, RecursionError) as error:
        raise ProofError(f"the region is malformed: {type(error).__name__}: {error}") from None
    proofs = sum(len(part.proofs) for part in parts)
    words = (
        f"{proofs} proofs with {scale.name} as a symbol, {steps} steps, hold, and their excess "
        f"is the metric's on {linked} cases; "
        f"the end points follow; recomputed at {evaluations} values of {scale.parameter.name}"
    )
    return Checked(scale, tuple(parts), tuple(holds), words)


def _check_intervals(
    data: Mapping[str, Any], scale: Scale, parts: Sequence[SavedPart], metric: Definition, where: str
) -> list[Interval]:
    """Return where the constraint holds, by the inequalities of the parts. Raises `MismatchError` if the file says
    something else.
    """
    if united(interval for part in parts for interval in part.intervals) != [scale.domain]:
        raise MismatchError("the parts do not follow on each other from one end of the range to the other")
    sides = [
        [interval for part in parts if part.holds is holds for interval in part.intervals] for holds in (True, False)
    ]
    if any(holding.shares(failing) for holding in sides[0] for failing in sides[1]):
        raise MismatchError(
            "a value is in two parts, of which one says that the constraint holds and the other that it fails"
        )
    holds = scale.values(sides[0])
    exact, name = data["exact"], scale.parameter.name
    if field(exact, "linked", int, where=where) < 1:
        raise MismatchError("linked says that the proofs were compared with the metric on no case")
    _demand_same("exact.holds", [interval.exact(name) for interval in holds], field(exact, "holds", list, where=where))
    _demand_same("exact.whole", scale.domain.whole, field(exact, "whole", bool, where=where))
    own = metric.values[name]
    current = isinstance(own, Fraction) and any(own in interval for interval in holds)
    _demand_same("exact.current", current, field(exact, "current", bool, where=where))
    return holds


def _demand_same(name: str, recomputed: object, stored: object) -> None:
    if json.dumps(recomputed) != json.dumps(stored):
        raise MismatchError(
            f"{name} is {shorten(recomputed)} by the inequalities of the parts, the file says {shorten(stored)}"
        )


def _near(recomputed: Mapping[str, Any], stored: Any) -> bool:
    """Whether an interval in floats is as the file has it."""
    if not isinstance(stored, Mapping) or set(stored) != set(recomputed):
        return False
    for key, value in recomputed.items():
        saved = stored[key]
        if isinstance(value, float) and type(saved) in (int, float):
            if not math.isclose(value, saved, rel_tol=END_POINT):
                return False
        elif value is not saved:
            return False
    return True
