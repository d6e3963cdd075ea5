"""The cells of a matrix that neither a proof nor a counterexample settles, and the lemmas and formulas that its proofs
take on trust.

A matrix in which every cell is proved still rests on lemmas, and on formulas that were only compared with their metrics
on cases. The list of these shows where to begin if more is to be proved.
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
        options = {
            "-m/--metric": self.metrics,
            "--study": self.study,
            "--param": self.parameters,
            "-c/--constraint": self.constraints,
        }
        return ", ".join(option for option, value in options.items() if value)


def _lacking(request: OpenRequest) -> list[dict[str, Any]]:
    """The parts of the studies' papers that cannot be computed, and the reasons."""
    from axiometrics.registry import studies

    chosen = studies.asked(request.study) if request.study else ()
    return [{"study": study.name, "what": part, "why": why} for study in chosen for part, why in study.lacking]


def _computed(request: OpenRequest) -> Matrix:
    """The requested matrix, in all readings."""
    from axiometrics.candidates import selection
    from axiometrics.running.candidate import builtin
    from axiometrics.running.run import run

    names = selection.with_study(request.metrics, request.study)
    candidates = [builtin(metric) for metric in selection.metrics(names, request.task, request.parameters)]
    tasks = selection.tasks_of(candidates, request.task)
    return run(
        candidates,
        selection.constraints(request.constraints, tasks, request.study),
        readings="all",
        cache=request.cells,
    )


def _open(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The cells whose verdict may change when a larger size is searched. Each has the theorems that failed, or the
    reason why none could be tried.
    """
    from axiometrics import registry
    from axiometrics.verification.proofs import unspoken

    constraints = registry.constraints_by_name()
    why = cache(lambda name, reading: unspoken(constraints[name], constraints[name].reading(reading)))
    for cell in matrix:
        if cell.evidence.kind in OPEN:
            beyond = why(f"{cell.task}:{cell.constraint}", cell.reading)
            fields = {key: getattr(cell, key) for key in ("task", "metric", "constraint", "reading", "holds")}
            yield {
                **fields,
                "kind": cell.evidence.kind,
                "size": cell.evidence.size,
                "tried": getattr(cell.evidence, "tried", []),
                **({"beyond": beyond} if beyond else {}),
            }


def _lemmas(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The lemmas that proofs of the matrix take on trust. Each has the attempts to prove it, and the cells that use
    it.
    """
    from axiometrics import registry
    from axiometrics.verification.proofs import taken_on_trust

    constraints = registry.constraints_by_name()
    cells: dict[tuple[str, str], list[str]] = {}
    for cell in matrix:
        proof = getattr(cell.evidence, "proof", None)
        if proof is not None:
            constraint = constraints[f"{cell.task}:{cell.constraint}"]
            for lemma in taken_on_trust(proof, constraint, constraint.reading(cell.reading)):
                cells.setdefault((lemma.words, lemma.tried), []).append(_name(cell))
    for (words, tried), names in cells.items():
        yield {"lemma": words, "tried": tried, "cells": names}


def _tested(matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The proofs whose excess is compared with the metric on cases only, grouped by the place where the derivation from
    the definition stops.
    """
    from axiometrics import registry
    from axiometrics.verification.proofs import why_link_is_tested

    constraints = registry.constraints_by_name()
    cells: dict[str, list[str]] = {}
    for cell in matrix:
        proof, link = (getattr(cell.evidence, name, None) for name in ("proof", "link"))
        if proof is not None and link != "proved":
            constraint = constraints[f"{cell.task}:{cell.constraint}"]
            why = why_link_is_tested(proof, constraint, constraint.reading(cell.reading))
            cells.setdefault(why, []).append(_name(cell))
    for why, names in cells.items():
        yield {"stops": why, "cells": names}


def _name(cell: Cell) -> str:
    return f"{cell.metric}/{cell.constraint}@{cell.reading}"


def open_page(request: OpenRequest) -> Page:
    """The page of the open cells or, where there are none, a sentence that says on which evidence all cells rest. It
    also lists the lemmas that proofs take on trust, the proofs whose formula is not derived from the definition of the
    metric, and the parts of the papers that cannot be computed.
    """
    matrix = _computed(request)
    cells, lemmas, lacking = list(_open(matrix)), list(_lemmas(matrix)), _lacking(request)
    tested = list(_tested(matrix))
    rows = [
        (
            f"{cell['metric']}/{cell['constraint']}@{cell['reading']}",
            f"{cell['kind']} {cell['size']}",
            "; ".join(cell["tried"]) or f"nothing: {cell.get('beyond', 'no theorem is about it')}",
        )
        for cell in cells
    ]
    trusted = [(lemma["lemma"], len(lemma["cells"]), lemma["tried"]) for lemma in lemmas]
    compared = [("; ".join(proof["cells"]), proof["stops"]) for proof in tested]
    missing = [(part["what"], part["why"]) for part in lacking]
    parts: list[Part] = [
        columns(rows, ("cell", 0.4), ("searched", 0.14), ("tried", 0.4)) if rows else _settled(request, matrix)
    ]
    parts += [columns(trusted, ("lemma, taken on trust", 0.44), ("proofs", 0), ("tried", 0.4))] if trusted else []
    parts += (
        [columns(compared, ("formula compared with the metric on cases", 0.4), ("not derived, because", 0.5))]
        if compared
        else []
    )
    parts += [columns(missing, ("of the paper, not computed", 0.4), ("because", 0.5))] if missing else []
    more = {"lemmas": lemmas, "tested": tested, "lacking": lacking}
    data = {"open": cells} | {name: entries for name, entries in more.items() if entries}
    return Page("", [Section("", parts)], "", lambda: data)


def _settled(request: OpenRequest, matrix: Matrix) -> str:
    """The sentence for a matrix without open cells."""
    of = f" of {request.task}" if request.task else ""
    if not len(matrix):
        return f"No cell is open: {'what was asked for' if request.words else 'the default matrix'} has none{of}."
    where = "asked for" if request.words else "in the default matrix"
    settled = ", ".join(f"{kind} {count}" for kind, count in matrix.counts.items() if count)
    return (
        f"No cell is open: none of the {len(matrix)} cells{of} {where}, all readings counted, is "
        f"left to a search ({settled})."
    )
