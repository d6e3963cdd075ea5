"""Re-checks saved strengths of constraints: each counterexample of a mutant is decided again, and every count has to
follow from the verdicts.

A mutant has no second definition: it is a mistake, which stands in one place. So its scores are those of its formula,
exactly, while precondition and signs are decided here, and the metric that it was has to meet the demand by its
definition where it is said to satisfy the constraint. For verdicts that rest on a search alone, `verify --strict`
searches again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.definition import Definition
from axiometrics.core.errors import AxiometricsError, FileError
from axiometrics.verification.counterexamples import case_of, check_counterexample
from axiometrics.verification.demands import outcome
from axiometrics.verification.fields import field, shorten
from axiometrics.verification.scorers import Defined, MismatchError
from axiometrics.verification.whole_matrix import Found

SCHEMA = "axiometrics/strength/1"


@dataclass(frozen=True)
class KnownMutant:
    """A built-in mutant: the entry that a file has to hold (`task`, `original`, `operator`, `change`), and its formula
    as an exact definition.
    """

    entry: Mapping[str, str]
    definition: Definition


def check_strength(
    data: Mapping[str, Any], constraints: Mapping[str, Constraint], mutants: Mapping[str, KnownMutant]
) -> Iterator[Found]:
    """Re-check a strength: yield one item for each reading of a constraint, and one for the statements about the
    mutants. Raises `FileError` if data is malformed.
    """
    where = "a strength"
    entries = [_object(entry, where) for entry in field(data, "mutants", list, where=where)]
    rows = [_object(row, where) for row in field(data, "constraints", list, where=where)]
    counted = {str(entry.get("id")) for entry in entries if entry.get("equivalent") is False}
    seen: set[str] = set()
    for row in rows:
        name = f"{field(row, 'task', str, where=where)}:{field(row, 'constraint', str, where=where)}"
        item = "mutants", name, field(row, "reading", str, where=where)
        try:
            if f"{name}@{item[2]}" in seen:
                raise MismatchError("there are two rows with this name")
            seen.add(f"{name}@{item[2]}")
            yield (*item, *_row(row, constraints.get(name), counted, mutants, f"{where}: {name}"))
        except (AxiometricsError, MismatchError) as error:
            if isinstance(error, FileError):
                raise
            yield (*item, "failed", " ".join(str(error).split()))
    try:
        _check_mutants(entries, rows, mutants, where)
        _check_descriptive(field(data, "descriptive", list, where=where), seen, constraints)
    except MismatchError as error:
        yield "mutants", "strength", "all", "failed", str(error)
        return
    yield "mutants", "strength", "all", "verified", f"the totals of {len(entries)} mutants follow from the rows"


def _row(
    row: Mapping[str, Any],
    constraint: Constraint | None,
    counted: set[str],
    mutants: Mapping[str, KnownMutant],
    where: str,
) -> tuple[str, str]:
    """The status and the reason of one reading of a constraint."""
    if constraint is None:
        return "not re-run", "there is no such constraint"
    if row["reading"] not in {reading.name for reading in constraint.readings}:
        return "not re-run", f"there is no reading {row['reading']}"
    if constraint.quantifier is Quantifier.DESCRIBES:
        raise MismatchError("the constraint describes, and rejects nothing")
    reading = constraint.reading(row["reading"])
    verdicts = [_object(verdict, where) for verdict in field(row, "mutants", list, where=where)]
    names = [field(verdict, "id", str, where=where) for verdict in verdicts]
    if len(set(names)) < len(names) or not set(names) <= counted:
        raise MismatchError("a mutant has two verdicts, or a mutant that does not count has one")
    scored = sum(_verdict(verdict, row, constraint, reading, mutants, where) for verdict in verdicts)
    _check_counts(row, verdicts, where)
    searched = sum(verdict["rejected"] is not None for verdict in verdicts) - scored
    return (
        "verified",
        f"{scored} counterexamples were decided again and the counts were computed again; "
        f"{searched} verdicts rest on a search",
    )


def _verdict(
    verdict: Mapping[str, Any],
    row: Mapping[str, Any],
    constraint: Constraint,
    reading: Reading,
    mutants: Mapping[str, KnownMutant],
    where: str,
) -> bool:
    """Return whether a verdict has a counterexample, which is then decided again."""
    name = str(verdict["id"])
    mutant = mutants.get(name)
    if mutant is None or mutant.entry["task"] != constraint.task:
        raise MismatchError(f"there is no mutant {shorten(name)} of {constraint.task}")
    rejected = field(verdict, "rejected", bool, type(None), where=where)
    if verdict.get("counterexample") is None:
        if verdict.get("kind") == "counterexample" or (rejected and constraint.quantifier.over_cases):
            raise MismatchError(f"{name} is rejected, but the file holds no counterexample")
        return False
    if rejected is not True or verdict.get("kind") != "counterexample":
        raise MismatchError(f"{name} has a counterexample, but the file does not say that it is rejected by it")
    evidence: dict[str, Any] = {"size": verdict.get("size"), "detail": {}}
    cell = {**verdict, "task": constraint.task, "holds": False, "evidence": evidence}
    try:
        check_counterexample(cell, constraint, reading, Defined(mutant.definition), where)
        _check_original(verdict, cell, constraint, reading, mutant, where)
    except MismatchError as error:
        raise MismatchError(f"{name}: {error}") from None
    return True


def _check_original(
    verdict: Mapping[str, Any],
    cell: Mapping[str, Any],
    constraint: Constraint,
    reading: Reading,
    mutant: KnownMutant,
    where: str,
) -> None:
    """Raise `MismatchError` if the file says that the original metric of a mutant satisfies the constraint, and that
    metric fails the case.
    """
    if not field(verdict, "original_satisfies", bool, where=where):
        return
    definition = registry.definition(mutant.entry["original"], constraint.task)
    if definition is not None:
        case = case_of(cell, constraint, reading, where)
        if outcome(case, reading.demand, Defined(definition)).relation:
            raise MismatchError(
                f"the file says that {definition.base} satisfies the constraint, but it fails the same case"
            )


def _check_counts(row: Mapping[str, Any], verdicts: Sequence[Mapping[str, Any]], where: str) -> None:
    tried = [verdict for verdict in verdicts if verdict["rejected"] is not None]
    spoilt = [verdict for verdict in tried if field(verdict, "original_satisfies", bool, where=where)]
    for said, of, group in ((row, tried, "all"), (row.get("original_satisfies"), spoilt, "original_satisfies")):
        rejected = sum(verdict["rejected"] for verdict in of)
        share = str(Fraction(rejected, len(of))) if of else None
        saved = {key: _object(said, where).get(key) for key in ("tried", "rejected", "share")}
        if saved != (true := {"tried": len(of), "rejected": rejected, "share": share}):
            raise MismatchError(f"of {group} the verdicts are {true}, the file says {saved}")


def _check_mutants(
    entries: Sequence[Mapping[str, Any]],
    rows: Sequence[Mapping[str, Any]],
    mutants: Mapping[str, KnownMutant],
    where: str,
) -> None:
    """Raise `MismatchError` if an entry does not describe a built-in mutant, or if it names constraints that do not
    reject the mutant.
    """
    catching: dict[str, list[str]] = {}
    judged: set[str] = set()
    for row in rows:
        for verdict in row["mutants"]:
            judged.add(str(verdict["id"]))
            if verdict.get("rejected") is True and verdict.get("original_satisfies") is True:
                named = f"{row['task']}:{row['constraint']}@{row['reading']}"
                catching.setdefault(str(verdict["id"]), []).append(named)
    names = [field(entry, "id", str, where=where) for entry in entries]
    if len(set(names)) < len(names):
        raise MismatchError("a mutant is listed twice")
    for name, entry in zip(names, entries, strict=True):
        mutant = mutants.get(name)
        if mutant is None or any(entry.get(key) != value for key, value in mutant.entry.items()):
            raise MismatchError(f"there is no mutant {shorten(name)}, or the file describes it wrongly")
        counts = field(entry, "equivalent", bool, where=where) is False
        caught = catching.get(name, []) if counts else None
        if entry.get("caught") != caught:
            raise MismatchError(f"{name} is caught by {shorten(caught)}, the file says {shorten(entry.get('caught'))}")
        if (entry.get("ordered_alike") is None) is not (caught is None or bool(caught)):
            raise MismatchError(f"{name}: it is said how it orders outputs where something catches it, or not at all")
    tasks = {str(row["task"]) for row in rows}
    if lost := sorted(name for name, mutant in mutants.items() if mutant.entry["task"] in tasks and name not in names):
        raise MismatchError(f"the mutant {lost[0]} is left out")


def _check_descriptive(names: Sequence[Any], rows: set[str], constraints: Mapping[str, Constraint]) -> None:
    for name in names:
        if str(name) not in constraints or constraints[str(name)].quantifier is not Quantifier.DESCRIBES:
            raise MismatchError(f"{shorten(name)} is said to describe and to reject nothing")


def _object(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise FileError(f"{where}: expected an object, found {shorten(data)}")
    return data
