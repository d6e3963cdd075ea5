"""The content of the pages of the atlas, as values without markup: cells with their evidence, and tables of cells."""

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
"""The number of steps of n in a curve. Each step is longer than the step before, and the curve is a straight line
within it.
"""

_FRACTION = re.compile(r"-?\d{1,9}/\d{1,9}")
"""The form of an exact score that can be read without typesetting."""

VERDICTS = {True: "holds", False: "fails", None: "neither"}


@dataclass(frozen=True)
class Figure:
    """A drawing, with a caption and a score below it."""

    caption: str
    drawing: Markup
    score: str = ""


@dataclass(frozen=True)
class CellView:
    """A cell with its evidence. `metric` and `title` are the names of the metric and of the constraint. `constraint` is
    None if it is not installed here.
    """

    cell: Cell
    metric: str
    constraint: Constraint | None
    title: str
    ascii: bool = False

    @property
    def verdict(self) -> str:
        """`holds`, `fails` or `neither`: the word by which signs are coloured and filtered."""
        return VERDICTS[self.cell.holds]

    @property
    def kind(self) -> str:
        """The kind of the evidence."""
        return self.cell.evidence.kind

    @property
    def said(self) -> str:
        """The verdict in one or two words."""
        return words.verdict(self.cell)

    @property
    def mark(self) -> str:
        """The text of the cell in a table."""
        return parts.mark(self.cell, self.ascii)

    @property
    def anchor(self) -> str:
        """The id of the cell on a page with a matrix."""
        return anchor(self.cell)

    @property
    def fragment(self) -> str:
        """The end of a link to the cell."""
        return fragment(self.anchor)

    @property
    def demands(self) -> Iterator[tuple[str, str]]:
        """The demand of the constraint in this reading, as pairs of a label and a text. Empty if the constraint is not
        installed here.
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
        """The findings about the metric, as pairs of a label and a text."""
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
        yield from (("region", f"satisfied for {region.holds}") for region in cell.regions)

    @property
    def lacking(self) -> str:
        """How far the metric is from satisfying the constraint, in a few words. Empty if this was not computed."""
        severity = self.cell.evidence.severity if isinstance(self.cell.evidence, Refuted) else None
        if severity is None:
            return ""
        return f"{decimals(severity.value)} of its range" if severity.value else "ties only"

    @property
    def command(self) -> str:
        """The command that shows the cell again."""
        name, reading = f"{self.cell.task}:{self.cell.constraint}", self.cell.reading
        first = self.constraint is not None and self.constraint.readings[0].name == reading
        return shlex.join(
            ["axiometrics", "explain", self.cell.metric, name, *([] if first else ["--reading", reading])]
        )

    @cached_property
    def figures(self) -> Sequence[Figure]:
        """The drawing of the counterexample, with a figure for each role. If it cannot be drawn as a picture, it is
        drawn in text. Empty if there is no counterexample.
        """
        data = self.cell.counterexample.data if self.cell.counterexample else None
        if data is None:
            return ()
        case = task_of(self.cell.task).case(data)
        plain = not case.tried and all(len(case.calls(role)) == 1 for role in case.outputs) and "golds" not in data
        drawings = figures.outputs(case.gold, case.outputs) if plain else None
        if drawings is None:
            lines = [f"score({role}) = {score}" for role in data["scores"] if (score := self._score(role))]
            text = "\n\n".join([drawn_values(self.cell.task, case), "\n".join(lines)])
            return (Figure("", Markup("<pre>{}</pre>").format(folded(text))),)
        return [Figure(role, drawing, self._score(role)) for role, drawing in drawings.items()]

    def _score(self, role: str) -> str:
        """Return a score in decimals. If the score is a fraction, the fraction stands before the decimals."""
        assert self.cell.counterexample is not None
        score = self.cell.counterexample.data["scores"].get(role)
        number = value(score)
        shown = "" if number is None else decimals(number)
        return f"{score} = {shown}" if _FRACTION.fullmatch(str(score)) else shown

    @cached_property
    def scores(self) -> Sequence[tuple[str, Markup]]:
        """The exact scores that the drawing does not show, simplified. Roles with the same score share one entry."""
        if self.cell.counterexample is None:
            return ()
        by_score: dict[str, list[str]] = {}
        for role, score in self.cell.counterexample.data["scores"].items():
            is_drawn = isinstance(score, str) and (_FRACTION.fullmatch(score) or decimals(value(score) or 0.0) == score)
            if isinstance(score, str) and not is_drawn:
                by_score.setdefault(score, []).append(role)
        return [(f"score({', '.join(roles)})", math(simplified(score))) for score, roles in by_score.items()]

    @property
    def outcome(self) -> Sequence[str]:
        """The lines that say what was demanded of the scores, and what was found."""
        if self.cell.counterexample is None:
            return ()
        demand = self.constraint.reading(self.cell.reading).demand if self.constraint else None
        text = drawn(self.cell.task, self.cell.counterexample.data, demand)
        return [line for line in text.splitlines() if line.startswith(("demanded:", "found:", "This is the best of"))]

    @property
    def strip(self) -> Markup | None:
        """The n for which a threshold is satisfied, as a drawing. None if the cell has no threshold."""
        scan = self.cell.scan
        return None if scan is None else plots.strip(scan.n, scan.scanned)

    @property
    def strip_words(self) -> str:
        """The meaning of the coloured part of the strip."""
        eventually = self.constraint is not None and self.constraint.quantifier is Quantifier.EVENTUALLY
        return f"Coloured: the n for which {'A' if eventually else 'B'}_n wins."

    @property
    def plots(self) -> Iterator[Figure]:
        """The plots of the values of each parameter for which the constraint is satisfied, of the scores by n, and of
        how the scores of a description move.
        """
        metric = (
            registry.judged_metric(self.cell.metric, self.cell.task) if registry.is_metric(self.cell.metric) else None
        )
        for region in self.cell.regions:
            own = next((p for p in metric.parameters if p.name == region.param), None) if metric else None
            value = metric.values.get(region.param) if metric else None
            numbers = [
                decimal(x) if isinstance(x, Fraction) else None for x in (value, own and own.low, own and own.high)
            ]
            drawn = plots.region(region.holds, region.param, numbers[0], (numbers[1], numbers[2]))
            if drawn is not None:
                yield Figure(
                    f"Coloured: the values of {region.param} for which it holds. A ring is not one of them.", drawn
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
        """The curves of the scores of the two outputs of a threshold, by n. None if the metric is not installed here,
        or is judged through a reduction.
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
        """The proof. None if the evidence is not a proof, or if the constraint is not installed here."""
        evidence = self.cell.evidence
        proof = evidence.proof if isinstance(evidence, Proven) else None
        if not proof or self.constraint is None or vocabulary_of(self.constraint) is None:
            return None
        return proof_view(proof, self.constraint, self.constraint.reading(self.cell.reading))


@dataclass(frozen=True)
class QuestionView:
    """A reading of a constraint, with the cells about it. On a page of all cells, the parts that the cells have in
    common are shown once, and each cell shows only the other parts.

    Attributes
    ----------
    symbols : what the symbols of their proofs mean
    common_facts : the facts on which two or more of their proofs rest, with the reason why each holds
    """

    cells: Sequence[CellView]
    symbols: Sequence[tuple[str, str]]
    common_facts: Sequence[tuple[str, str]]

    @classmethod
    def of(cls, cells: Sequence[CellView]) -> QuestionView:
        """Return the question of these cells. The parts that their proofs have in common are in the order in which they
        first occur.
        """
        proofs = [proof for view in cells if view.argument for proof in (view.argument, *view.argument.others)]
        times = Counter(fact for proof in proofs for fact in dict.fromkeys(proof.facts))
        symbols = dict.fromkeys(pair for proof in proofs for pair in proof.symbols)
        return cls(cells, list(symbols), [fact for fact in times if times[fact] > 1])

    @property
    def anchor(self) -> str:
        """The id of the question on a page of all cells."""
        cell = self.cells[0].cell
        return question_anchor(cell.task, cell.constraint, cell.reading)

    @property
    def fragment(self) -> str:
        """The end of a link to the question."""
        return fragment(self.anchor)

    @property
    def demands(self) -> Iterator[tuple[str, str]]:
        """The demand of the constraint in this reading, as pairs of a label and a text."""
        return self.cells[0].demands

    @cached_property
    def demanded(self) -> str:
        """The demand on the scores, if it is the same in all counterexamples. Empty if it differs or there is no
        counterexample.
        """
        lines = {next(iter(view.outcome), "") for view in self.cells if view.cell.counterexample}
        return lines.pop() if len(lines) == 1 else ""

    @property
    def title(self) -> str:
        """The constraint and the reading, as a title."""
        cell = self.cells[0].cell
        return f"{cell.task.capitalize()}: {self.cells[0].title}, reading {cell.reading}"

    def numbers(self, proof: ProofView) -> Sequence[int]:
        """Return the numbers of the common facts on which a proof rests."""
        return [i for i, fact in enumerate(self.common_facts, 1) if fact in proof.facts]

    def own(self, proof: ProofView) -> Sequence[tuple[str, str]]:
        """Return the facts of a proof that are not common facts."""
        return [fact for fact in proof.facts if fact not in self.common_facts]


@dataclass(frozen=True)
class ColumnView:
    """A reading of a constraint as a column. `several` says that the table has several readings of the constraint."""

    constraint: str
    reading: str
    title: str
    default: bool
    several: bool
    statement: str


@dataclass(frozen=True)
class RowView:
    """A metric and its cells, one for each column. The search also finds the metric by its other `names`."""

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
    constraints = {(c.task, c.id): c for c in registry.constraints()}

    def constraint_of(cell: Cell) -> Constraint | None:
        constraint = constraints.get((cell.task, cell.constraint))
        has = constraint is not None and any(reading.name == cell.reading for reading in constraint.readings)
        return constraint if has else None

    def view(cell: Cell) -> CellView:
        constraint = constraint_of(cell)
        title = arranged.constraint(cell.task, cell.constraint, constraint.title if constraint else cell.constraint)
        return CellView(cell, display.get(cell.metric, cell.metric), constraint, title, ascii)

    return {id(cell): view(cell) for cell in matrix}


def questions(tables: Iterable[TableView]) -> Iterator[QuestionView]:
    """Yield the cells of tables, column by column. Columns without a cell are left out."""
    for table in tables:
        rows = [row.cells for _, family in table.families for row in family]
        for column in zip(*rows, strict=True):
            if views := [view for view in column if view is not None]:
                yield QuestionView.of(views)


def tables(
    matrix: Matrix, of: Mapping[int, CellView], ascii: bool = False, arranged: Arrangement = PLAIN
) -> Iterator[TableView]:
    """Yield a table for each task."""
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
    """Return the other names of a built-in metric, separated by blanks, in the form in which the search of a page
    compares them.
    """
    judged = registry.judged_metric(metric, task) if registry.is_metric(metric) else None
    return "" if judged is None else " ".join(registry.other_names.searched(judged))


def absent_metrics() -> Iterator[tuple[str, ...]]:
    """Yield entries of the search for metrics that we do not have, but that the table of other names knows."""
    for absent in registry.other_names.of_tasks():
        if absent.reason:
            used_by = "" if absent.library == registry.other_names.PEOPLE else f" of {absent.library}"
            note = f"we do not have it: {absent.reason}"
            yield f"{absent.task} metric{used_by}", absent.example, "", absent.searched, note


def telling(of: Iterable[CellView]) -> CellView | None:
    """Return the counterexample that a front page draws. It is a counterexample of a default reading. Reversed scores
    are preferred, then few figures, then a short case. None if no case is drawn.
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
    """A metric and its description."""

    entry: Mapping[str, str]
    metric: Metric | None

    @property
    def formula(self) -> Sequence[str]:
        """The paragraphs of the docstring that defines the metric; none if the metric is not installed.

        Where a metric has a formula for counts and one for all outputs, the second defines it.
        """
        function = self.metric and (self.metric.direct or self.metric.formula)
        text = inspect.getdoc(function) if function else None
        return (
            [] if not text else [" ".join(part.split()) for part in text.split(">>>")[0].split("\n\n") if part.strip()]
        )

    @property
    def mathematics(self) -> Sequence[Markup]:
        """The formula of the metric, the definitions of its symbols, and their meanings. Empty if the table has no
        formula for the metric.
        """
        formula = formulas.formula(self.metric) if self.metric else None
        if formula is None:
            return []
        more = "; ".join(formula.remarks)
        means = f"{more[:1].upper()}{more[1:]}. {formula.meanings}".strip() if more else formula.meanings
        return [*map(math, (formula.value, *formula.definitions)), worded(means)]

    @property
    def drawn(self) -> tuple[str, Markup] | None:
        """The drawing of how the metric behaves, after a text that explains it. None if the metric is not installed or
        has no drawing.
        """
        return behaviour.drawn(self.metric) if self.metric else None

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """Facts about the metric, each with its label."""
        yield "id", self.entry["id"]
        if self.metric is not None and (line := registry.other_names.also_called_line(self.metric)):
            yield "also called", line
        yield "task", self.entry["task"]
        yield "family", self.entry["family"]
        if self.metric is not None:
            for name, setting in self.metric.values.items():
                yield f"parameter {name}", str(setting)
            if self.metric.convention:
                yield "at 0/0", self.metric.convention
        yield "source", self.entry["source"]
