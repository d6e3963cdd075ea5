"""The cells that claims need, computed once for all claims, and described in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from axiometrics import registry
from axiometrics.auditing.claims import ANSWERS
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.decimals import written
from axiometrics.core.evidence import Exhaustive, Grid, NotApplicable, Proven, Regional, Sampled, Scan
from axiometrics.core.progress import Progress
from axiometrics.core.task import task
from axiometrics.reports.parts.tables import ranges, undecided
from axiometrics.running.backends import Spreading
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search


@dataclass(frozen=True)
class Want:
    """A metric (its id) and a constraint (`task:id`) whose cells a claim needs, and the sizes to search (as for
    `--max-size`; empty for the defaults).
    """

    metric: str
    constraint: str
    size: str = ""


@dataclass(frozen=True)
class Cells:
    """The computed cells: for each metric and constraint every reading, the default one first."""

    by_want: Mapping[Want, tuple[Cell, ...]]

    def of(self, want: Want) -> tuple[Cell, ...]:
        """The cells of a metric and a constraint."""
        return self.by_want[want]

    def reading(self, want: Want, name: str) -> Cell:
        """The cell of this reading, or of the default reading where the constraint has no reading of this name."""
        return next((cell for cell in self.by_want[want] if cell.reading == name), self.by_want[want][0])


def computed(wants: Iterable[Want], jobs: int, progress: Progress, cache: Cache | None, spreading: Spreading) -> Cells:
    """Compute each cell once, unless the cache has it. Metrics that are needed under the same constraints are searched
    together.
    """
    constraints: dict[tuple[str, str], list[str]] = {}
    for want in dict.fromkeys(wants):
        of = registry.judged_metric(want.metric, want.constraint.partition(":")[0])
        constraints.setdefault((want.size, f"{of.task}:{of.id}"), []).append(want.constraint)
    together: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (size, metric), names_of in constraints.items():
        together.setdefault((size, tuple(sorted(names_of))), []).append(metric)
    by_want: dict[Want, tuple[Cell, ...]] = {}
    for i, ((size, names), metrics) in enumerate(together.items()):

        def tell(done: int, total: int, message: str, i: int = i) -> None:
            progress(i * total + done, len(together) * total, message)

        chosen = [c for c in registry.constraints() if c.name in names]
        candidates = [builtin(registry.metric(metric)) for metric in metrics]
        search = Search.of(size or None, jobs=jobs)
        for cell in run(
            candidates,
            chosen,
            search,
            readings="all",
            progress=tell,
            cache=cache,
            spreading=spreading,
        ):
            want = Want(cell.metric, f"{cell.task}:{cell.constraint}", size)
            by_want[want] = (*by_want.get(want, ()), cell)
    return Cells(by_want)


def declared(cell: Cell) -> Constraint:
    """The constraint of a cell."""
    return registry.constraint(f"{cell.task}:{cell.constraint}")


def conclusive(cell: Cell) -> bool:
    """Whether the verdict of a cell is final, and not only the result of a search up to some size. A cell of a
    constraint that does not apply to the metric is final, too.
    """
    if isinstance(cell.evidence, NotApplicable):
        return not cell.evidence.undefined
    return cell.holds is not None and not isinstance(cell.evidence, Exhaustive | Grid | Sampled)


def answer(cell: Cell) -> str:
    """The verdict of a cell in a word or two."""
    return undecided(cell).replace("-", " ") if cell.holds is None else ANSWERS[cell.holds]


def evidence_words(cell: Cell, whole: bool = True) -> str:
    """The evidence of a cell in words. `whole` writes a counterexample in full."""
    evidence, constraint = cell.evidence, declared(cell)
    unit = task(cell.task).unit(constraint.reading(cell.reading).cases.unit)
    if cell.counterexample is not None:
        least = "" if evidence.minimal else ", perhaps not the least"
        number = cell.counterexample["documents"]
        short = f"{cell.relation} on {task(cell.task).items(number)}{least}"
        return f"{short}: {_case(cell.task, cell.counterexample.data)}" if whole else short
    if isinstance(evidence, Regional) and cell.message:
        return f"settled by a region: {cell.message}"
    if cell.scan is not None and (cell.holds is not None or cell.unwitnessed):
        return _threshold(cell, cell.scan, constraint)
    if isinstance(evidence, Exhaustive):
        return f"every case to {evidence.size} {unit} ({evidence.cases})"
    if isinstance(evidence, Grid):
        return f"every case of a grid to {evidence.size} {unit} ({evidence.cases}): {evidence.grid}"
    if isinstance(evidence, Sampled):
        return f"{evidence.cases} random cases"
    if isinstance(evidence, Proven):
        if evidence.method == "finite":
            return f"every case there is ({evidence.cases})"
        return f"proved: {evidence.method.rstrip('.')}" if evidence.method else "proved"
    return f"{evidence.kind.replace('-', ' ')}{f', {cell.message}' if cell.message else ''}"


def _threshold(cell: Cell, scan: Scan, constraint: Constraint) -> str:
    """The n for which the threshold constraint is won. The last n is where the scan ended, unless a proof covers all
    further n.
    """
    proved, scanned = isinstance(cell.evidence, Proven), f"n = 2 to {scan.scanned}"
    if cell.holds and constraint.quantifier is Quantifier.EVENTUALLY:
        if not scan.n0:
            return f"from some n on, proved; which is the first was not found among {scanned}"
        return f"from n0 = {scan.n0} on, proved for every n" if proved else f"every n from {scan.n0} to {scan.n[-1]}"
    if cell.holds:
        return f"n = {ranges(scan.n)} of {scanned}"
    return "no such n, proved" if proved else f"no such n among {scanned}; a greater one is not excluded"


def _case(of: str, data: Mapping[str, Any]) -> str:
    case = task(of).case(data)
    outputs = (f"{_role(case, role)} {_scores(data['scores'][role])}" for role in case.outputs)
    return "; ".join([f"gold {case.gold}", *outputs])


def _scores(score: Any) -> str:
    """A fraction unchanged, and any other exact score with its decimals."""
    if score is None:
        return "has no score"
    return f"scores {written(score) if isinstance(score, str) and '(' in score else score}"


def _role(case: Case, role: str) -> str:
    """The outputs of a role, and the golds against which they are judged, if these golds belong to this role alone."""
    calls = case.calls(role)
    outputs = _few(str(call.output) for call in calls)
    own = f" against the gold {_few(str(call.gold) for call in calls)}" if role in case.golds else ""
    return f"{role.replace('_', ' ')} {outputs}{own}"


def _few(texts: Iterable[str]) -> str:
    """The first of several texts, and the number of the others where there are more than two others."""
    first, *more = dict.fromkeys(texts)
    return " and ".join([first, *more] if len(more) < 3 else [first, f"{len(more)} more"])


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
