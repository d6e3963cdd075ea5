"""Select the constraints with edits that a user asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from axiometrics import registry
from axiometrics.comparison.no_edits import without_edits
from axiometrics.core.constraint import Constraint
from axiometrics.core.edits import ON_DATA
from axiometrics.core.errors import UnknownNameError


def with_edits(patterns: Sequence[str], tasks: Iterable[str]) -> list[Constraint]:
    """The constraints on these tasks that have edits and that the names and globs match; without names, all constraints
    with edits.

    Raises `UnknownNameError` for an unknown name, for one that means only constraints without edits or on other
    tasks, and where nothing is left.
    """
    of = set(tasks)
    editable = [constraint for constraint in registry.constraints() if constraint.edits is not None]
    usable = [constraint for constraint in editable if constraint.task in of]
    there = ", ".join(constraint.name for constraint in usable) or "none"
    wanted = set[str]()
    for pattern in patterns:
        meant = {constraint.name for constraint in registry.match_constraints(pattern, of)}
        matched = meant & {constraint.name for constraint in usable}
        if not matched and not any(mark in pattern for mark in "*?["):
            why = (
                "is on another task than these files"
                if meant & {constraint.name for constraint in editable}
                else _why_none(meant)
            )
            raise UnknownNameError(f"{pattern} {why}; of {' and '.join(sorted(of))} these have edits: {there}")
        wanted |= matched
    chosen = [constraint for constraint in usable if not patterns or constraint.name in wanted]
    if not chosen:
        request = f"no constraint that {', '.join(patterns)} means" if patterns else "no constraint on these files"
        raise UnknownNameError(f"{request} has edits yet: of {' and '.join(sorted(of))} these have: {there}")
    return chosen


def demanded(patterns: Sequence[str], chosen: Sequence[Constraint]) -> frozenset[str]:
    """The names of the constraints that the user asks for one by one: each matches a pattern without a glob, which
    matches no other chosen constraint.
    """
    meant = [
        {constraint.name for constraint in registry.match_constraints(pattern)}
        & {constraint.name for constraint in chosen}
        for pattern in patterns
        if not any(mark in pattern for mark in "*?[")
    ]
    return frozenset(name for names in meant if len(names) == 1 for name in names)


def _why_none(names: set[str]) -> str:
    reasons = [without_edits(constraint) for constraint in registry.constraints() if constraint.name in names]
    return next((f"has no edits: {reason}" for reason in reasons if reason), "has no edits yet")


def demand_on_data(reading: str) -> None:
    """Raise `UnknownNameError` for a reading in which no edits are made."""
    if reading not in ("default", "all", ON_DATA):
        raise UnknownNameError(
            f"no reading {reading!r}: edits in real outputs have one reading, {ON_DATA}; leave --reading out"
        )
