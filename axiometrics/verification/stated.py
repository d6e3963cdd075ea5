"""Refuses statements of a file, beside a verdict and its argument, that cannot be true.

A reader of a report sees every field of a cell: a message, a witness, a reduction, a count of doubtful cases. If
nothing compared them with anything, a forger could write into them what the evidence does not show. So each field that
states something is compared with what follows from the rest, and a field that nobody knows is refused, in a proof as in
a document. To read the documents by their types alone was rejected: a proof is data to these, whose steps have fields
of their own.

This check cannot refuse: `seconds`, `settings`, and the numbers of random cases (`sampled`, `climbed`), which say what
a run did and nothing about the metric; the words of a `convention`; and a verdict that says less than was found, such
as a counterexample that was turned into `undetermined`. `verify --strict` searches again, and refuses all but
`seconds`, and settings with which the search finds the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from axiometrics import registry
from axiometrics.core import names
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.errors import FileError
from axiometrics.core.evidence import DECLARATION
from axiometrics.core.family import demands_of
from axiometrics.registry.implications import following
from axiometrics.verification.counterexamples import check_saved_demand, read_case
from axiometrics.verification.demands import outcome
from axiometrics.verification.fields import shorten
from axiometrics.verification.scorers import Defined, MismatchError
from axiometrics.verification.statements import admitted

BUILT = "when the package was built"
"""When the link of a proof that ships with the package was checked."""

SILENT = ("proof", "exhaustive", "grid", "sampled", "counterexample")
"""The kinds of evidence for which the cell of a built-in metric has no message."""


def check_stated(
    cell: Mapping[str, Any], constraint: Constraint, reading: Reading, scores: Defined, where: str
) -> None:
    """Raise `MismatchError` if a field of this cell contradicts its verdict or its evidence. The cell belongs to a
    built-in metric, so that all of these fields follow from its declaration.
    """
    evidence, detail = cell["evidence"], cell["evidence"]["detail"]
    kind, message = evidence["kind"], cell.get("message", "")
    if message and kind in SILENT and detail.get("method") != DECLARATION:
        raise MismatchError(f"a cell of kind {kind} has no message, but the file says {shorten(message)}")
    if (kind in SILENT or "n" in detail) and evidence.get("exact") is not True:
        raise MismatchError(f"a cell of kind {kind} is decided exactly, but the file says that exact is false")
    parsed, task = names.parse(str(cell["metric"])), str(cell["task"])
    through = None if parsed is None else registry.reduction(parsed[0], task)
    name, said = None if through is None else through.name, detail.get("reduction")
    if said is not None and said != name:
        raise MismatchError(f"the metric is judged through {shorten(name)}, but the file says {shorten(said)}")
    origin, own = detail.get("carried"), f"{task}:{cell['constraint']}@{reading.name}"
    speaks = origin is None or (origin != own and (origin in following({own}) or own in following({str(origin)})))
    if not speaks:
        raise MismatchError(
            f"the file says that the counterexample comes from {shorten(origin)}, which says nothing about {own}"
        )
    if detail.get("link_checked", BUILT) != BUILT:
        raise MismatchError(
            f"the link is checked {BUILT!r} or now, but the file says {shorten(detail['link_checked'])}"
        )
    doubtful = detail.get("within_bound", 0)
    if doubtful and (kind in ("exhaustive", "grid") or detail.get("method") == "finite") and reading.demand is not None:
        raise MismatchError(f"all cases were decided, but the file says that {shorten(doubtful)} could not be")
    if "first" in detail and not doubtful:
        raise MismatchError("the file shows the first case that could not be decided, and says that there is none")
    if "witness" in detail:
        _check_witness(detail["witness"], constraint, reading, scores, f"{where}: witness")


def _check_witness(saved: Any, constraint: Constraint, reading: Reading, scores: Defined, where: str) -> None:
    """Raise `MismatchError` unless the case is one of the reading in which some output is as demanded."""
    if not any(demand.some for demand in demands_of(reading.cases)):  # type: ignore[arg-type]
        raise MismatchError(f"no output is sought in {reading.name}, but the file shows a witness")
    if not isinstance(saved, Mapping):
        raise FileError(f"{where} is a case, not {shorten(saved)}")
    shown = read_case(constraint.task, saved, reading.demand, where)
    words = saved["demanded"]["words"] if "demanded" in saved else ""
    case = admitted(constraint, reading, shown, words, saved.get("parameters", {}))
    if isinstance(case, str):
        raise MismatchError(f"the witness is not a case of {reading.name}: {case}")
    check_saved_demand(saved, case, demand := case.asked(reading.judged.demand))
    if stray := saved.keys() - case.to_json(demand).keys() - {"tried"}:
        raise MismatchError(f"a witness has no field {shorten(min(stray))}")
    (role,) = demand.roles
    (own,), calls = shown.calls(role), [(call.output, call.gold) for call in case.calls(role)]
    if shown.gold != case.gold or (own.output, own.gold) not in calls:
        raise MismatchError("the output of the witness is not one that was tried, on this gold")
    if saved.get("tried") != len(calls):
        raise MismatchError(f"there are {len(calls)} outputs to try, the file says {shorten(saved.get('tried'))}")
    result = outcome(replace(case, outputs=shown.outputs, golds=shown.golds), demand, scores)
    if result.relation != "" or not result.counts:
        raise MismatchError("the output of the witness is not as demanded")
