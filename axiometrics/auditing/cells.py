"""The cells that claims rest on, computed once for all of them, and told in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.task import task
from axiometrics.core.verdict import Cell
from axiometrics.reports.parts.tables import ranges
from axiometrics.running.cache import Cache
from axiometrics.running.run import Progress, Sizes, Spreading, builtin, run

ANSWERS = {True: "satisfied", False: "fails"}


@dataclass(frozen=True)
class Want:
    """A metric (its id) and a constraint (`task:id`) whose cells a claim needs, and how far to search (as `--max-size`;
    empty: the defaults).
    """

    metric: str
    constraint: str
    size: str = ""


@dataclass(frozen=True)
class Cells:
    """The cells that were computed: every reading, the default one first."""

    found: Mapping[Want, tuple[Cell, ...]]

    def of(self, want: Want) -> tuple[Cell, ...]:
        """The cells of a metric and a constraint."""
        return self.found[want]

    def reading(self, want: Want, name: str) -> Cell:
        """The cell of that reading, or of the default one where the constraint has none of that name."""
        return next((cell for cell in self.found[want] if cell.reading == name), self.found[want][0])


def computed(wants: Iterable[Want], jobs: int, progress: Progress, cache: Cache | None, spreading: Spreading) -> Cells:
    """Each cell once, unless the cache has it: metrics that are wanted under the same constraints are searched
    together.
    """
    constraints: dict[tuple[str, str], list[str]] = {}
    for want in dict.fromkeys(wants):
        constraints.setdefault((want.size, want.metric), []).append(want.constraint)
    together: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (size, metric), asked in constraints.items():
        together.setdefault((size, tuple(sorted(asked))), []).append(metric)
    found: dict[Want, tuple[Cell, ...]] = {}
    for i, ((size, names), metrics) in enumerate(together.items()):

        def tell(done: int, total: int, what: str, i: int = i) -> None:
            progress(i * total + done, len(together) * total, what)

        chosen = [c for c in registry.constraints() if c.name in names]
        subjects = [builtin(registry.metric(metric)) for metric in metrics]
        sizes = Sizes.read(size or None)
        for cell in run(
            subjects, chosen, readings="all", sizes=sizes, jobs=jobs, progress=tell, cache=cache, spreading=spreading
        ):
            want = Want(cell.metric, f"{cell.task}:{cell.constraint}", size)
            found[want] = (*found.get(want, ()), cell)
    return Cells(found)


def declared(cell: Cell) -> Constraint:
    """The constraint of a cell."""
    return next(c for c in registry.constraints() if c.name == f"{cell.task}:{cell.constraint}")


def conclusive(cell: Cell) -> bool:
    """Whether what the cell says is settled, and not only searched to some size; so it is where a constraint is about
    what the metric does not take.
    """
    if cell.evidence.kind == "not-applicable":
        return not cell.evidence.detail.get("undefined")
    return cell.holds is not None and cell.evidence.kind not in {"exhaustive", "sampled"}


def answer(cell: Cell) -> str:
    """What a cell says in a word or two."""
    return cell.evidence.kind.replace("-", " ") if cell.holds is None else ANSWERS[cell.holds]


def told(cell: Cell, whole: bool = True) -> str:
    """The evidence of a cell in words; `whole` spells out a counterexample."""
    evidence, constraint = cell.evidence, declared(cell)
    unit = constraint.reading(cell.reading).cases.unit
    if cell.counterexample is not None:
        least = "" if evidence.minimal else ", perhaps not the least"
        short = f"{cell.relation} on {cell.counterexample['documents']} documents{least}"
        return f"{short}: {_case(cell.task, cell.counterexample.data)}" if whole else short
    if evidence.kind == "region" and cell.message:
        return f"settled by a region: {cell.message}"
    if "n" in evidence.detail and cell.holds is not None:
        return _threshold(cell, constraint)
    if evidence.kind == "exhaustive":
        return f"every case to {evidence.size} {unit} ({evidence.cases})"
    if evidence.kind == "sampled":
        return f"{evidence.cases} random cases"
    method = evidence.detail.get("method")
    if evidence.kind == "proof":
        return (
            f"every case there is ({evidence.cases})"
            if method == "finite"
            else f"proved: {method}"
            if isinstance(method, str)
            else "proved"
        )
    return f"{evidence.kind.replace('-', ' ')}{f', {cell.message}' if cell.message else ''}"


def _threshold(cell: Cell, constraint: Constraint) -> str:
    """For which n it is won; the last of them is where the scan ended, unless a proof says that it goes on."""
    detail, proved = cell.evidence.detail, cell.evidence.kind == "proof"
    scanned = f"n = 2 to {detail.get('scanned')}"
    if cell.holds and constraint.quantifier is Quantifier.EVENTUALLY:
        return f"from n0 = {detail['n0']} on, {'proved for every n' if proved else f'of {scanned}'}"
    if cell.holds:
        return f"n = {ranges(detail['n'])} of {scanned}"
    return "no such n, proved" if proved else f"no such n among {scanned}; a greater one is not excluded"


def _case(of: str, data: Mapping[str, Any]) -> str:
    case = task(of).case(data)
    outputs = "; ".join(
        f"{role.replace('_', ' ')} {output} scores {data['scores'][role]}" for role, output in case.outputs.items()
    )
    return f"gold {case.gold}; {outputs}"


def alike(pairs: Iterable[tuple[str, str]]) -> str:
    """Texts with the readings that share them: `text (reading, reading); text (reading)`.

    >>> alike([("a", "yes"), ("b", "no"), ("c", "yes")])
    'yes (a, c); no (b)'
    """
    shared: dict[str, list[str]] = {}
    for reading, text in pairs:
        shared.setdefault(text, []).append(reading)
    return "; ".join(
        text if len(shared) == 1 else f"{text} ({', '.join(readings)})" for text, readings in shared.items()
    )
