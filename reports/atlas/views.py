"""What the pages of the atlas show, as values without markup: cells with what is behind them, and tables of them."""

from __future__ import annotations

import inspect
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import isfinite

from markupsafe import Markup

from axiometrics import registry
from axiometrics.core.cell import Cell, drawn, drawn_values
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.decimals import decimals, folded, value
from axiometrics.core.evidence import Descriptive, Proven, Refuted
from axiometrics.core.matrix import Matrix
from axiometrics.core.metric import Metric, decimal
from axiometrics.core.task import task as task_of
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.registry import formulas
from axiometrics.reports.atlas import behaviour, figures, plots
from axiometrics.reports.atlas.addresses import anchor, fragment, question_anchor
from axiometrics.reports.atlas.formulas import math, worded
from axiometrics.reports.parts import tables as parts
from axiometrics.reports.parts import words
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement
from axiometrics.reports.parts.formulas import simplified
from axiometrics.reports.parts.proofs import ProofView, proof_view

STEPS = 23
"""The number of steps of n, each longer than the one before, between which curves are drawn as straight lines."""

_FRACTION = re.compile(r"-?\d{1,9}/\d{1,9}")
"""Exact scores that need no formula to be read."""

VERDICTS = {True: "holds", False: "fails", None: "neither"}


@dataclass(frozen=True)
class Figure:
    """Something drawn, with what stands below it."""

    caption: str
    drawing: Markup
    score: str = ""


@dataclass(frozen=True)
class CellView:
    """A cell with what is behind it. `metric` and `title` are what it and its constraint are called; `constraint` is
    None for one that is not installed here.
    """

    cell: Cell
    metric: str
    constraint: Constraint | None
    title: str
    ascii: bool = False

    @property
    def verdict(self) -> str:
        """`holds`, `fails` or `neither`, by which signs are coloured and filtered."""
        return VERDICTS[self.cell.holds]

    @property
    def kind(self) -> str:
        """The kind of the evidence."""
        return self.cell.evidence.kind

    @property
    def said(self) -> str:
        """The verdict in a word or two."""
        return words.verdict(self.cell)

    @property
    def mark(self) -> str:
        """What a table shows."""
        return parts.mark(self.cell, self.ascii)

    @property
    def anchor(self) -> str:
        """The id on a page with a matrix."""
        return anchor(self.cell)

    @property
    def fragment(self) -> str:
        """The end of a link to it."""
        return fragment(self.anchor)

    @property
    def asked(self) -> Iterator[tuple[str, str]]:
        """What the constraint demands in this reading, as pairs of a label and a text; nothing where the constraint is
        not installed here.
        """
        if self.constraint is None:
            return
        reading = self.constraint.reading(self.cell.reading)
        yield "demanded", self.constraint.statement
        yield "reading", reading.statement
        if reading.whom:
            yield "for", reading.whom
        yield "source", self.constraint.source

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """What was found about the metric, as pairs of a label and a text."""
        cell, constraint = self.cell, self.constraint
        if constraint is None:  # saved by another version, or where a package was installed that is not here
            yield "evidence", f"{cell.evidence.kind}: {cell.message}" if cell.message else cell.evidence.kind
            return
        yield "evidence", words.evidence(cell, constraint)
        if isinstance(cell.evidence, Refuted) and cell.evidence.severity:
            yield "severity", words.severity(cell, cell.evidence.severity)
        yield from (("note", note) for note in words.notes(cell))
        if cell.differs:
            yield "readings", parts.otherwise(cell, cell.differs, cell.task)
        yield from (("region", f"satisfied for {known.holds}") for known in cell.regions)

    @property
    def lacking(self) -> str:
        """How far the metric is from satisfying the constraint, in a few words; nothing where that was not computed."""
        found = self.cell.evidence.severity if isinstance(self.cell.evidence, Refuted) else None
        if found is None:
            return ""
        return f"{decimals(found.value)} of its range" if found.value else "ties only"

    @property
    def command(self) -> str:
        """The line that shows the cell again."""
        name, reading = f"{self.cell.task}:{self.cell.constraint}", self.cell.reading
        first = self.constraint is not None and self.constraint.readings[0].name == reading
        return shlex.join(
            ["axiometrics", "explain", self.cell.metric, name, *([] if first else ["--reading", reading])]
        )

    @cached_property
    def figures(self) -> Sequence[Figure]:
        """The case drawn, a figure a role; or as its task draws it, in lines of equal width."""
        data = self.cell.counterexample.data if self.cell.counterexample else None
        if data is None:
            return ()
        case = task_of(self.cell.task).case(data)
        plain = not case.tried and all(len(case.calls(role)) == 1 for role in case.outputs) and "golds" not in data
        found = figures.outputs(case.gold, case.outputs) if plain else None
        if found is None:
            lines = [f"score({role}) = {score}" for role in data["scores"] if (score := self._score(role))]
            text = "\n\n".join([drawn_values(self.cell.task, case), "\n".join(lines)])
            return (Figure("", Markup("<pre>{}</pre>").format(folded(text))),)
        return [Figure(role, drawing, self._score(role)) for role, drawing in found.items()]

    def _score(self, role: str) -> str:
        """A score in decimals, and before them the fraction that it is."""
        assert self.cell.counterexample is not None
        score = self.cell.counterexample.data["scores"].get(role)
        known = value(score)
        found = "" if known is None else decimals(known)
        return f"{score} = {found}" if _FRACTION.fullmatch(str(score)) else found

    @cached_property
    def scores(self) -> Sequence[tuple[str, Markup]]:
        """Each exact score that the drawing does not tell, simplified; roles with one score together."""
        if self.cell.counterexample is None:
            return ()
        found: dict[str, list[str]] = {}
        for role, score in self.cell.counterexample.data["scores"].items():
            told = isinstance(score, str) and (_FRACTION.fullmatch(score) or decimals(value(score) or 0.0) == score)
            if isinstance(score, str) and not told:
                found.setdefault(score, []).append(role)
        return [(f"score({', '.join(roles)})", math(simplified(score))) for score, roles in found.items()]

    @property
    def found(self) -> Sequence[str]:
        """What was demanded of the scores, and what was found."""
        if self.cell.counterexample is None:
            return ()
        demand = self.constraint.reading(self.cell.reading).demand if self.constraint else None
        text = drawn(self.cell.task, self.cell.counterexample.data, demand)
        return [line for line in text.splitlines() if line.startswith(("demanded:", "found:", "This is the best of"))]

    @property
    def strip(self) -> Markup | None:
        """For which n a threshold's run wins; None of what is not a threshold."""
        scan = self.cell.scan
        return None if scan is None else plots.strip(scan.n, scan.scanned)

    @property
    def strip_words(self) -> str:
        """What the coloured part of the strip means."""
        eventually = self.constraint is not None and self.constraint.quantifier is Quantifier.EVENTUALLY
        return f"Coloured: the n for which {'A' if eventually else 'B'}_n wins."

    @property
    def plots(self) -> Iterator[Figure]:
        """For which values of each parameter it holds, and how the scores of a description move."""
        metric = (
            registry.judged_metric(self.cell.metric, self.cell.task) if registry.is_metric(self.cell.metric) else None
        )
        for one in self.cell.regions:
            own = next((p for p in metric.parameters if p.name == one.param), None) if metric else None
            value = metric.values.get(one.param) if metric else None
            found = [
                decimal(x) if isinstance(x, Fraction) else None for x in (value, own and own.low, own and own.high)
            ]
            drawn = plots.region(one.holds, one.param, found[0], (found[1], found[2]))
            if drawn is not None:
                yield Figure(
                    f"Coloured: the values of {one.param} for which it holds. A ring is not one of them.", drawn
                )
        if (drawn := self._curves) is not None:
            yield Figure(
                "The scores of A_n (solid line) and B_n (dashed line) as n grows, computed in floats for some n; the "
                "verdict rests on exact values for every n.",
                drawn,
            )
        if isinstance(self.cell.evidence, Descriptive):
            drawn = plots.profile(self.cell.evidence.series)
            if drawn is not None:
                yield Figure("How many golds there are on which the scores move so, as the output grows.", drawn)

    @property
    def _curves(self) -> Markup | None:
        """How the scores of the two outputs of a threshold move with n; None of metrics that are not installed here,
        or are judged through a reduction.
        """
        cell, constraint = self.cell, self.constraint
        scan = cell.scan
        metric = registry.judged_metric(cell.metric, cell.task) if registry.is_metric(cell.metric) else None
        if scan is None or constraint is None or metric is None or metric.task != cell.task:
            return None
        last = plots.shown_to(scan.n, scan.scanned)
        points: dict[str, list[tuple[int, float]]] = {"A_n": [], "B_n": []}
        for n in sorted({round(2 * (last / 2) ** (i / STEPS)) for i in range(STEPS + 1)}):
            case = constraint.reading(cell.reading).duels.case(n)
            scores = [metric.value(output, case.gold) for output in case.outputs.values()]
            if all(map(isfinite, scores)):
                for line, score in zip(points.values(), scores, strict=True):
                    line.append((n, score))
        return plots.curves(points, last) if len(points["A_n"]) > 1 else None

    @cached_property
    def argument(self) -> ProofView | None:
        """The proof; None of what is not one, and of proofs about constraints that are not installed here."""
        found = self.cell.evidence
        proof = found.proof if isinstance(found, Proven) else None
        if not proof or self.constraint is None or vocabulary_of(self.constraint) is None:
            return None
        return proof_view(proof, self.constraint, self.constraint.reading(self.cell.reading))


@dataclass(frozen=True)
class QuestionView:
    """A reading of a constraint, with the cells about it. A page of all cells says here once what they have in common,
    and each cell only what is its own.

    Attributes
    ----------
    symbols : what the symbols of their proofs mean
    known : the facts on which two or more of their proofs rest, with the reason why each holds
    """

    cells: Sequence[CellView]
    symbols: Sequence[tuple[str, str]]
    known: Sequence[tuple[str, str]]

    @classmethod
    def of(cls, cells: Sequence[CellView]) -> QuestionView:
        """What proofs of these cells have in common, in the order in which it is first met."""
        proofs = [proof for view in cells if view.argument for proof in (view.argument, *view.argument.others)]
        times = Counter(fact for proof in proofs for fact in dict.fromkeys(proof.known))
        symbols = dict.fromkeys(pair for proof in proofs for pair in proof.symbols)
        return cls(cells, list(symbols), [fact for fact in times if times[fact] > 1])

    @property
    def anchor(self) -> str:
        """The id on a page of all cells."""
        cell = self.cells[0].cell
        return question_anchor(cell.task, cell.constraint, cell.reading)

    @property
    def fragment(self) -> str:
        """The end of a link to it."""
        return fragment(self.anchor)

    @property
    def asked(self) -> Iterator[tuple[str, str]]:
        """What the constraint demands in this reading."""
        return self.cells[0].asked

    @cached_property
    def demanded(self) -> str:
        """What is demanded of the scores in every counterexample; nothing where that differs or there is none."""
        lines = {next(iter(view.found), "") for view in self.cells if view.cell.counterexample}
        return lines.pop() if len(lines) == 1 else ""

    @property
    def title(self) -> str:
        """Which constraint, in which reading."""
        cell = self.cells[0].cell
        return f"{cell.task.capitalize()}: {self.cells[0].title}, reading {cell.reading}"

    def numbers(self, proof: ProofView) -> Sequence[int]:
        """Which of the facts in common a proof rests on."""
        return [i for i, fact in enumerate(self.known, 1) if fact in proof.known]

    def own(self, proof: ProofView) -> Sequence[tuple[str, str]]:
        """The facts of a proof that are not in common."""
        return [fact for fact in proof.known if fact not in self.known]


@dataclass(frozen=True)
class ColumnView:
    """A reading of a constraint as a column; `several` where the table has more than one of the constraint."""

    constraint: str
    reading: str
    title: str
    default: bool
    several: bool
    statement: str


@dataclass(frozen=True)
class RowView:
    """A metric and its cells, one for each column. The search finds it by its other `names`, too."""

    metric: str
    id: str
    cells: Sequence[CellView | None]
    names: str = ""


@dataclass(frozen=True)
class TableView:
    """The cells of one task."""

    task: str
    columns: Sequence[ColumnView]
    families: Sequence[tuple[str, Sequence[RowView]]]
    notes: Sequence[str]

    @property
    def in_default_readings(self) -> TableView:
        """The table without the columns of further readings."""
        shown = [column.default for column in self.columns]

        def of_row(row: RowView) -> RowView:
            return replace(row, cells=list(compress(row.cells, shown)))

        families = [(name, [of_row(row) for row in rows]) for name, rows in self.families]
        return replace(self, columns=list(compress(self.columns, shown)), families=families)


def cells(matrix: Matrix, ascii: bool = False, arranged: Arrangement = PLAIN) -> dict[int, CellView]:
    """The view of each cell of a matrix, by the identity of the cell."""
    display = {entry["id"]: arranged.metric(entry) for entry in matrix.metrics}
    known = {(c.task, c.id): c for c in registry.constraints()}

    def constraint_of(cell: Cell) -> Constraint | None:
        found = known.get((cell.task, cell.constraint))
        has = found is not None and any(reading.name == cell.reading for reading in found.readings)
        return found if has else None

    def view(cell: Cell) -> CellView:
        constraint = constraint_of(cell)
        title = arranged.constraint(cell.task, cell.constraint, constraint.title if constraint else cell.constraint)
        return CellView(cell, display.get(cell.metric, cell.metric), constraint, title, ascii)

    return {id(cell): view(cell) for cell in matrix}


def questions(tables: Iterable[TableView]) -> Iterator[QuestionView]:
    """The cells of tables by the columns in which they stand."""
    for table in tables:
        rows = [row.cells for _, family in table.families for row in family]
        for column in zip(*rows, strict=True):
            if found := [view for view in column if view is not None]:
                yield QuestionView.of(found)


def tables(
    matrix: Matrix, of: Mapping[int, CellView], ascii: bool = False, arranged: Arrangement = PLAIN
) -> Iterator[TableView]:
    """A table a task."""
    readings = defaultdict(list, {(entry["task"], entry["id"]): entry["readings"] for entry in matrix.constraints})
    statements = defaultdict(str, {(entry["task"], entry["id"]): entry["statement"] for entry in matrix.constraints})
    for table in parts.tables(matrix, arranged):
        shown: dict[str, list[str]] = {}
        for column in table.columns:
            shown.setdefault(column.constraint, []).append(column.reading)
        columns = [
            ColumnView(
                column.constraint,
                column.reading,
                column.title,
                column.reading == _first(readings[table.task, column.constraint], shown[column.constraint]),
                len(shown[column.constraint]) > 1,
                statements[table.task, column.constraint],
            )
            for column in table.columns
        ]
        families = [
            (
                family,
                [
                    RowView(
                        row.display,
                        _id(row),
                        [None if cell is None else of[id(cell)] for cell in row.cells],
                        searched_names(_id(row), table.task),
                    )
                    for row in rows
                ],
            )
            for family, rows in table.families
        ]
        yield TableView(table.task, columns, families, list(parts.notes(table, ascii)))


def searched_names(metric: str, task: str) -> str:
    """The other names of a built-in metric, with a blank between them, as the search of a page compares them."""
    known = registry.judged_metric(metric, task) if registry.is_metric(metric) else None
    return "" if known is None else " ".join(registry.other_names.searched(known))


def absent_metrics() -> Iterator[tuple[str, ...]]:
    """Names of the table of other names that mean a metric that we do not have, as entries of a search."""
    for absent in registry.other_names.of_tasks():
        if absent.reason:
            used_by = "" if absent.library == registry.other_names.PEOPLE else f" of {absent.library}"
            note = f"we do not have it: {absent.reason}"
            yield f"{absent.task} metric{used_by}", absent.example, "", absent.searched, note


def telling(of: Iterable[CellView]) -> CellView | None:
    """The counterexample that a front page draws, of a default reading: best one with reversed scores, and with few
    documents. None where no case is drawn.
    """
    drawn = [
        view
        for view in of
        if view.constraint is not None
        and view.constraint.readings[0].name == view.cell.reading
        and view.cell.holds is False
        and view.figures
        and all(figure.caption for figure in view.figures)
    ]

    def effort(view: CellView) -> tuple[bool, int, int]:
        return view.cell.relation != "reversed", len(view.figures), len(str(view.cell.counterexample))

    return min(drawn, key=effort, default=None)


def _first(declared: Sequence[str], shown: Sequence[str]) -> str:
    return next((reading for reading in declared if reading in shown), shown[0])


def _id(row: parts.MatrixRow) -> str:
    return next(cell.metric for cell in row.cells if cell is not None)


@dataclass(frozen=True)
class MetricView:
    """What a metric is."""

    entry: Mapping[str, str]
    metric: Metric | None

    @property
    def formula(self) -> Sequence[str]:
        """The paragraphs of the docstring that defines the metric; none if the metric is not installed.

        Where a metric has a formula for counts and one for all outputs, the second defines it.
        """
        found = self.metric and (self.metric.direct or self.metric.formula)
        text = inspect.getdoc(found) if found else None
        return (
            [] if not text else [" ".join(part.split()) for part in text.split(">>>")[0].split("\n\n") if part.strip()]
        )

    @property
    def mathematics(self) -> Sequence[Markup]:
        """The formula, the definitions of its symbols, and what they mean; nothing where the table has no formula."""
        found = formulas.formula(self.metric) if self.metric else None
        if found is None:
            return []
        more = "; ".join(found.remarks)
        means = f"{more[:1].upper()}{more[1:]}. {found.symbols}" if more else found.symbols
        return [*map(math, (found.value, *found.definitions)), worded(means)]

    @property
    def drawn(self) -> tuple[str, Markup] | None:
        """How the metric behaves, with what the drawing shows; None where it is not installed or has no drawing."""
        return behaviour.drawn(self.metric) if self.metric else None

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """What a reader may want to know, each under its label."""
        yield "id", self.entry["id"]
        if self.metric is not None and (line := registry.other_names.also_called_line(self.metric)):
            yield "also called", line
        yield "task", self.entry["task"]
        yield "family", self.entry["family"]
        if self.metric is not None:
            for name, given in self.metric.values.items():
                yield f"parameter {name}", str(given)
            if self.metric.convention:
                yield "at 0/0", self.metric.convention
        yield "source", self.entry["source"]
