"""The cells of a matrix that neither a proof nor a counterexample settles, and what its proofs take on trust.

A matrix that is proved throughout still rests on lemmas, and on formulas that were compared with their metrics on cases
only. The list of these says where to begin if more is to be proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from axiometrics.core.page import Page, Part, Section
from axiometrics.services.inventory import columns

if TYPE_CHECKING:
    from axiometrics.core.cell import Cell
    from axiometrics.core.matrix import Matrix

OPEN = {"exhaustive", "grid", "sampled", "undetermined", "error"}
"""The kinds of evidence that do not settle a cell for every size."""


@dataclass(frozen=True)
class OpenRequest:
    """The cells that a user asks about. If no metric, study or constraint is named, they are those of the default
    matrix.

    Finished cells are taken from the cache `cells`.
    """

    task: str | None = None
    metrics: Sequence[str] = ()
    study: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    constraints: Sequence[str] = ()
    cells: Any = None

    @property
    def words(self) -> str:
        """The request, as the options of the command are written."""
        given = {
            "-m/--metric": self.metrics,
            "--study": self.study,
            "--param": self.parameters,
            "-c/--constraint": self.constraints,
        }
        return ", ".join(option for option, value in given.items() if value)


def _lacking(asked: OpenRequest) -> list[dict[str, Any]]:
    """The parts of the studies' papers that cannot be computed, and the reasons."""
    from axiometrics.registry import studies

    chosen = studies.asked(asked.study) if asked.study else ()
    return [{"study": study.name, "what": what, "why": why} for study in chosen for what, why in study.lacking]


def _computed(asked: OpenRequest) -> Matrix:
    """The requested matrix, in all readings."""
    from axiometrics.candidates import selection
    from axiometrics.running.candidate import builtin
    from axiometrics.running.run import run

    names = selection.with_study(asked.metrics, asked.study)
    candidates = [builtin(metric) for metric in selection.metrics(names, asked.task, asked.parameters)]
    tasks = selection.tasks_of(candidates, asked.task)
    return run(
        candidates, selection.constraints(asked.constraints, tasks, asked.study), readings="all", cache=asked.cells
    )


def _open(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The cells whose verdict may change with the size searched, and what failed, or why nothing could be tried."""
    from axiometrics import registry
    from axiometrics.verification.proofs import unspoken

    known = registry.constraints_by_name()
    why = cache(lambda name, reading: unspoken(known[name], known[name].reading(reading)))
    for cell in matrix:
        if cell.evidence.kind in OPEN:
            beyond = why(f"{cell.task}:{cell.constraint}", cell.reading)
            found = {key: getattr(cell, key) for key in ("task", "metric", "constraint", "reading", "holds")}
            yield {
                **found,
                "kind": cell.evidence.kind,
                "size": cell.evidence.size,
                "tried": getattr(cell.evidence, "tried", []),
                **({"beyond": beyond} if beyond else {}),
            }


def _lemmas(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The lemmas that proofs of the matrix take on trust, with what was tried to prove them, and the cells."""
    from axiometrics import registry
    from axiometrics.verification.proofs import taken_on_trust

    known = registry.constraints_by_name()
    cells: dict[tuple[str, str], list[str]] = {}
    for cell in matrix:
        proof = getattr(cell.evidence, "proof", None)
        if proof is not None:
            constraint = known[f"{cell.task}:{cell.constraint}"]
            for lemma in taken_on_trust(proof, constraint, constraint.reading(cell.reading)):
                cells.setdefault((lemma.words, lemma.tried), []).append(_name(cell))
    for (words, tried), names in cells.items():
        yield {"lemma": words, "tried": tried, "cells": names}


def _tested(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The proofs whose excess is compared with the metric on cases alone, by where its derivation from the definition
    stops.
    """
    from axiometrics import registry
    from axiometrics.verification.proofs import why_link_is_tested

    known = registry.constraints_by_name()
    cells: dict[str, list[str]] = {}
    for cell in matrix:
        proof, link = (getattr(cell.evidence, name, None) for name in ("proof", "link"))
        if proof is not None and link != "proved":
            constraint = known[f"{cell.task}:{cell.constraint}"]
            why = why_link_is_tested(proof, constraint, constraint.reading(cell.reading))
            cells.setdefault(why, []).append(_name(cell))
    for why, names in cells.items():
        yield {"stops": why, "cells": names}


def _name(cell: Cell) -> str:
    return f"{cell.metric}/{cell.constraint}@{cell.reading}"


def open_page(asked: OpenRequest) -> Page:
    """The open cells; where there is none, what all are, in words. Then what proofs take on trust, the proofs whose
    formula is not derived from the definition of the metric, and what of the papers is not computed.
    """
    matrix = _computed(asked)
    cells, lemmas, lacking = list(_open(matrix)), list(_lemmas(matrix)), _lacking(asked)
    tested = list(_tested(matrix))
    rows = [
        (
            f"{found['metric']}/{found['constraint']}@{found['reading']}",
            f"{found['kind']} {found['size']}",
            "; ".join(found["tried"]) or f"nothing: {found.get('beyond', 'no theorem is about it')}",
        )
        for found in cells
    ]
    trusted = [(one["lemma"], len(one["cells"]), one["tried"]) for one in lemmas]
    compared = [("; ".join(one["cells"]), one["stops"]) for one in tested]
    missing = [(one["what"], one["why"]) for one in lacking]
    parts: list[Part] = [
        columns(rows, ("cell", 0.4), ("searched", 0.14), ("tried", 0.4)) if rows else _settled(asked, matrix)
    ]
    parts += [columns(trusted, ("lemma, taken on trust", 0.44), ("proofs", 0), ("tried", 0.4))] if trusted else []
    parts += (
        [columns(compared, ("formula compared with the metric on cases", 0.4), ("not derived, because", 0.5))]
        if compared
        else []
    )
    parts += [columns(missing, ("of the paper, not computed", 0.4), ("because", 0.5))] if missing else []
    more = {"lemmas": lemmas, "tested": tested, "lacking": lacking}
    data = {"open": cells} | {name: found for name, found in more.items() if found}
    return Page("", [Section("", parts)], "", lambda: data)


def _settled(asked: OpenRequest, matrix: Matrix) -> str:
    """The sentence for a matrix without open cells."""
    of = f" of {asked.task}" if asked.task else ""
    if not len(matrix):
        return f"No cell is open: {'what was asked for' if asked.words else 'the default matrix'} has none{of}."
    where = "asked for" if asked.words else "in the default matrix"
    settled = ", ".join(f"{kind} {count}" for kind, count in matrix.counts.items() if count)
    return (
        f"No cell is open: none of the {len(matrix)} cells{of} {where}, all readings counted, is "
        f"left to a search ({settled})."
    )
