"""The matrix as tables in the shape of Table 6: one a task, metrics by family, a column a reading. What text and
markdown share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeGuard

from msgspec import UNSET

from axiometrics.core.cell import SIZED, Cell
from axiometrics.core.evidence import KINDS, AnyEvidence, Exhaustive, Grid, ParameterRegion, Proven, Regional
from axiometrics.core.matrix import Matrix
from axiometrics.core.task import task as task_of
from axiometrics.registry.tasks import place
from axiometrics.reports.parts import remarks
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement

FAMILIES = {"bcubed": "BCubed", "reliability-sensitivity": "Reliability and Sensitivity", "user": "Your metrics"}
"""Families whose heading is not their name."""

NAMED = 4
"""More metrics than this in a footnote on what does not apply are counted, not named."""

SHOWN = 60
"""Characters of a call that are shown in a footnote."""

_SIGNS = {
    False: {"proof": "✔✘", "exhaustive": "✔✘", "grid": "✔", "sampled": "~"},
    True: {"proof": "YN", "exhaustive": "yn", "grid": "y", "sampled": "s"},
}
_SIGNED = {"witness": "proof", "finite": "proof", "scan": "exhaustive"}
"""Ways to explain a sign, and the kind of evidence whose sign it is."""

_NEITHER = {"not-applicable": "-", "undetermined": "?", "error": "!"}
_MEANINGS = (
    ("proof", True, "the metric satisfies the constraint: proved"),
    ("witness", True, "the metric satisfies the constraint, which asks for some n: a witness was found"),
    ("finite", True, "the metric satisfies the constraint in every case that there is: each was tried"),
    (
        "exhaustive",
        True,
        "the metric satisfies the constraint in every case up to size {n}; larger cases are not decided",
    ),
    (
        "grid",
        True,
        "the metric satisfies the constraint in every case up to size {n} whose free numbers lie on a grid, and in the "
        "random cases off the grid that were tried; other numbers and larger cases are not decided. {grids}",
    ),
    ("sampled", True, "the metric satisfies the constraint in all random cases that were tried; this proves nothing"),
    ("proof", False, "the metric violates the constraint"),
    ("scan", False, "an earlier version said violated: no n up to {n} meets the demand, and greater n are not decided"),
)
_UNWITNESSED = (
    "the constraint asks for some n, or for all n from some n on: no n up to {n} is a witness, greater n are not "
    "decided, and this is not a violation"
)
SATISFIED_FOR = " is satisfied for these values of one parameter (proved): "
"""Stands between a column and the regions of its metrics."""

_NEITHER_MEANS = {
    "-": "the constraint does not apply to the metric",
    "?": "undetermined: the search reached no verdict",
    "!": "error: the metric gave no number, or two verdicts contradict each other",
}


@dataclass(frozen=True)
class MatrixColumn:
    """A column: one reading of a constraint.

    `alone` says that it is the first reading that is declared, and that the table shows no other one of the constraint.
    """

    constraint: str
    reading: str
    title: str
    alone: bool = False

    @property
    def named(self) -> str:
        """The reading, where a reader has to be told which one it is."""
        return "" if self.alone else self.reading

    @property
    def head(self) -> str:
        """What stands above the column in one line."""
        return ", ".join(filter(None, (self.title, self.named)))


@dataclass(frozen=True)
class MatrixRow:
    """A metric and its cells, one a column; None where the matrix has none."""

    display: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class MatrixTable:
    """The cells of one task."""

    task: str
    columns: tuple[MatrixColumn, ...]
    families: tuple[tuple[str, tuple[MatrixRow, ...]], ...]

    @property
    def rows(self) -> tuple[MatrixRow, ...]:
        """The metrics of all families."""
        return tuple(row for _, rows in self.families for row in rows)

    def name(self, column: MatrixColumn) -> str:
        """The title of a column, with its reading where the table shows several."""
        several = [shown.constraint for shown in self.columns].count(column.constraint) > 1
        return f"{column.title} ({column.reading})" if several else column.title

    def with_rows(self, chosen: Iterable[int]) -> MatrixTable:
        """Some of the metrics under the same columns."""
        kept, first, families = set(chosen), 0, []
        for family, rows in self.families:
            some = tuple(row for i, row in enumerate(rows, first) if i in kept)
            families += [(family, some)] if some else []
            first += len(rows)
        return MatrixTable(self.task, self.columns, tuple(families))

    def with_columns(self, chosen: Iterable[int]) -> MatrixTable:
        """The same metrics under some of the columns."""
        kept = list(chosen)
        families = tuple(
            (family, tuple(MatrixRow(row.display, tuple(row.cells[i] for i in kept)) for row in rows))
            for family, rows in self.families
        )
        return MatrixTable(self.task, tuple(self.columns[i] for i in kept), families)


def tables(matrix: Matrix, arranged: Arrangement = PLAIN) -> list[MatrixTable]:
    """One table for each task the matrix has cells of."""
    tasks = dict.fromkeys(cell.task for cell in matrix)
    return [_table(matrix, task, arranged) for task in sorted(tasks, key=place)]


def _table(matrix: Matrix, task: str, arranged: Arrangement) -> MatrixTable:
    cell_at = {(cell.metric, cell.constraint, cell.reading): cell for cell in matrix if cell.task == task}
    questions = {(cell.constraint, cell.reading): None for cell in cell_at.values()}
    order = [(c["id"], reading) for c in matrix.constraints if c["task"] == task for reading in c["readings"]]
    first = first_readings(matrix, task)
    shown = Counter(constraint for constraint, _ in questions)
    columns = tuple(
        MatrixColumn(
            constraint,
            reading,
            arranged.constraint(task, constraint, title(task, constraint)),
            shown[constraint] == 1 and first.get(constraint) == reading,
        )
        for constraint, reading in dict.fromkeys([*(k for k in order if k in questions), *questions])
    )
    families: dict[str, list[MatrixRow]] = {}
    for entry in judged_entries(matrix, task):
        cells = tuple(cell_at.get((entry["id"], column.constraint, column.reading)) for column in columns)
        if any(cells):
            family = entry["family"]
            heading = arranged.group(entry, FAMILIES.get(family, family[:1].upper() + family[1:]))
            families.setdefault(heading, []).append(MatrixRow(arranged.metric(entry), cells))
    ordered = tuple((heading, tuple(families[heading])) for heading in arranged.ordered(families))
    return MatrixTable(task, columns, ordered)


def judged_entries(matrix: Matrix, task: str) -> list[Mapping[str, Any]]:
    """The metrics of a matrix that constraints of a task judge: where metrics of several tasks have one id, that of
    the task itself, or else of one whose metrics it judges.
    """
    from axiometrics import registry

    listed: dict[str, list[Mapping[str, Any]]] = {}
    for entry in matrix.metrics:
        listed.setdefault(entry["id"], []).append(entry)
    entries = []
    for entry in matrix.metrics:
        own, tasks = entry["task"], [namesake["task"] for namesake in listed[entry["id"]]]
        if len(tasks) == 1 or own == task or (task not in tasks and task in registry.judged_in(own)):
            entries.append(entry)
    return entries


def first_readings(matrix: Matrix, task: str) -> dict[str, str]:
    """By constraint of a task, the reading that is meant where none is named: the first that is declared, whichever a
    study takes first; of a constraint that is not declared here, the first in the matrix.
    """
    from axiometrics import registry

    declared = registry.constraints_by_name()
    listed = [
        (entry["id"], entry["readings"]) for entry in matrix.constraints if entry["task"] == task and entry["readings"]
    ]
    return {
        id: declared[f"{task}:{id}"].readings[0].name if f"{task}:{id}" in declared else readings[0]
        for id, readings in listed
    }


def title(task: str, constraint: str) -> str:
    """The title of a constraint, made from its id if it is not declared.

    >>> title("clustering", "rag-bag"), title("clustering", "not-ours")
    ('Rag Bag', 'Not ours')
    """
    from axiometrics import registry

    titles = {c.name: c.title for c in registry.constraints()}
    return titles.get(f"{task}:{constraint}", constraint.replace("-", " ").capitalize())


def glyph(cell: Cell, ascii: bool = False) -> str:
    """The sign of a cell: no two kinds of evidence share one, but for those that say the same as a proof."""
    kind = cell.evidence.kind
    if cell.holds is None:
        return str(cell.verdict) if kind == "descriptive" else undecided(cell, ascii, _NEITHER[kind])
    signs = _SIGNS[ascii].get(kind, _SIGNS[ascii]["proof"])
    sign = signs[0] if cell.holds else signs[-1]
    reached = f"{'' if ascii else '≤'}{cell.evidence.size}" if kind in SIZED else ""
    return sign + reached + "#" * (kind == "grid")


def undecided(cell: Cell, ascii: bool = False, word: str = "") -> str:
    """A cell that neither judges nor describes, in a word: how far was scanned without a witness; else the given word,
    or the kind of its evidence.
    """
    if not cell.unwitnessed or cell.scan is None:
        return word or cell.evidence.kind
    return f"none{'<=' if ascii else '≤'}{cell.scan.scanned}"


def mark(cell: Cell | None, ascii: bool = False, sized: bool = False) -> str:
    """What a table shows of a cell: its glyph, the n of a threshold, `*` where another reading gives another verdict,
    and `°` where the metric is not defined on all cases. With `sized`, of a user's metric also the documents of the
    case that violates the constraint: a metric that is wrong from two documents on looks like one that has a cut-off
    otherwise.
    """
    if cell is None:
        return ""
    documents = _documents(cell) if sized else None
    partial = ("o" if ascii else "°") * remarks.is_partial(cell)
    size = "" if documents is None else f"({documents})"
    return glyph(cell, ascii) + size + "*" * bool(cell.differs) + partial + threshold(cell)


def _documents(cell: Cell) -> int | None:
    """The documents of the case on which a user's metric violates a constraint."""
    if cell.counterexample is None or _is_ours(cell.metric):
        return None
    documents: int = cell.counterexample.data["documents"]
    return documents


def threshold(cell: Cell) -> str:
    """The n of a threshold that holds, with a space before it; nothing where it does so beyond what was scanned, as a
    region may say.
    """
    if cell.scan is None or not cell.holds:
        return ""
    if cell.scan.n0 is UNSET:
        return f" n={ranges(cell.scan.n)}" if cell.scan.n else ""
    return f" n0={cell.scan.n0}" if cell.scan.n0 else ""


def ranges(numbers: Iterable[int], most: int = 3) -> str:
    """Whole numbers as ranges, the first few of them.

    >>> ranges([2, 3, 4, 7]), ranges([1, 3, 5, 7, 9])
    ('2..4,7', '1,3,5,...')
    """
    runs = [[n for _, n in group] for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs]
    return ",".join(parts[:most] + ["..."] * (len(parts) > most))


def lemmas(cell: Cell) -> int | None:
    """The number of mathematical statements that an argument takes on trust; None of what is not an argument (a search
    of all cases that there are needs none), or was saved before that was counted.
    """
    return cell.evidence.lemmas if _argued(cell.evidence) else None


def _argued(evidence: AnyEvidence) -> TypeGuard[Proven]:
    """Whether evidence is an argument about a formula of the metric, and not the scores of cases."""
    return isinstance(evidence, Proven) and bool(evidence.proof or evidence.implied_by)


def legend(
    matrix: Matrix | Sequence[Cell], ascii: bool = False, trusted: bool = True, sized: bool = False
) -> list[str]:
    """What the signs in use mean, and those only; with `trusted` also what proofs rest on, with `sized` also the size
    of cases, as `mark` shows it.
    """
    used = {(_like(cell), cell.holds) for cell in matrix if cell.holds is not None}
    entries = []
    for kind, holds, meaning in _MEANINGS:
        if (kind, holds) in used:
            sign = _SIGNS[ascii].get(_SIGNED.get(kind, kind), "")[0 if holds else -1]
            n = "k" if ascii else "n"
            reaches = kind in (*SIZED, "scan")
            reached = f"{'' if ascii else '≤'}{n}{'#' * (kind == 'grid')}" if reaches else ""
            entries.append(f"{sign}{reached} {meaning.format(n=n, grids=_grids(matrix))}")
    if sized and (shown := [cell for cell in matrix if _documents(cell) is not None]):
        items = dict.fromkeys(f"{task_of(cell.task).item}s" for cell in shown)
        entries.append(
            f"{'N(k)' if ascii else '✘(n)'} the case that violates the constraint has so many {' or '.join(items)}"
        )
    if any(cell.unwitnessed for cell in matrix):
        entries.append(f"none{'<=k' if ascii else '≤n'} {_UNWITNESSED.format(n='k' if ascii else 'n')}")
    neither = {_NEITHER[cell.evidence.kind] for cell in matrix if _is_neither(cell)}
    entries += [f"{sign} {meaning}" for sign, meaning in _NEITHER_MEANS.items() if sign in neither]
    if any(cell.evidence.kind == "descriptive" for cell in matrix):
        entries.append("a word describes how the scores of the metric change; it is not a verdict")
    entries += _scans([cell for cell in matrix if threshold(cell)], ascii)
    if any(cell.differs for cell in matrix):
        entries.append("* a different reading of the constraint gives a different verdict")
    if any(map(remarks.is_partial, matrix)):
        entries.append(f"{'o' if ascii else '°'} satisfied wherever the metric has a value; on some cases it has none")
    return [*entries, *(_trusted(matrix) if trusted else ())]


def _grids(matrix: Matrix | Sequence[Cell]) -> str:
    """The grids on which cells rest, in words, each once."""
    grids = dict.fromkeys(cell.evidence.grid for cell in matrix if isinstance(cell.evidence, Grid))
    return f"Grid{'s' * (len(grids) > 1)}: {'; or '.join(grids)}"


def _trusted(matrix: Matrix | Sequence[Cell]) -> Iterator[str]:
    """What proofs rest on: how many lemmas, those saved without that number left out, and how their formulas are known
    to be those of the metrics. Both are said of arguments only.
    """
    numbers = Counter(number for number in map(lemmas, matrix) if number is not None)
    if numbers:
        proofs = (
            f"{number} in {numbers[number]} proof{'' if numbers[number] == 1 else 's'}" for number in sorted(numbers)
        )
        yield f"lemmas (known theorems that a proof uses without proving them): {', '.join(proofs)}"
    linked = [cell for cell in matrix if _argued(cell.evidence) and cell.evidence.link]
    if linked:
        times = Counter(map(_link, linked))
        ways = [f"{words} (in {times[words]})" for words in _LINKS if times[words]]
        before = sum(_argued(cell.evidence) and cell.evidence.link_checked is not None for cell in linked)
        how = "; ".join(ways if len(ways) > 1 else times)
        yield f"a proof for every size is about a formula: {how}{_when(before, len(linked))}"


_LINKS = (
    "it is proved that this formula is the metric",
    "it is proved that this formula is the symbolic form of the definition, which tests compare with its plain form",
    "on many cases this formula was found to have the values of the metric, which is not a proof",
)
"""How it is known that the formula of a proof is the metric's, in words, the strongest first."""


def _link(cell: Cell) -> str:
    if not (_argued(cell.evidence) and cell.evidence.link == "proved"):
        return _LINKS[2]
    return _LINKS[remarks.is_symbolic(cell)]


def _when(before: int, linked: int) -> str:
    """When the formulas were checked, where it was not in this run."""
    if not before:
        return ""
    rest = f" for {before}, and in this run for {linked - before}" if before < linked else ""
    return f"; this was checked when the package was built{rest}"


def _scans(cells: Sequence[Cell], ascii: bool) -> Iterator[str]:
    """What the n beside the signs of thresholds mean, and to which n they reach."""
    examples: dict[bool, str] = {}
    for cell in cells:
        if cell.scan is None or cell.scan.n0 is UNSET:
            continue
        proved, n0 = isinstance(cell.evidence, Proven | Regional), cell.scan.n0
        means = (
            f"from n = {n0} on" if proved else f"at every n from {n0} to {cell.scan.n[-1]}; greater n are not decided"
        )
        examples.setdefault(proved, f"{glyph(cell, ascii)} n0={n0} means: satisfied {means}")
    yield from (examples[proved] for proved in (True, False) if proved in examples)
    if any(cell.scan and cell.scan.n0 is UNSET for cell in cells):
        yield "n= lists the values of n, of those that were scanned, for which the constraint is satisfied"


def seen(cell: Cell) -> str:
    """Of a metric that was only run, by which scores a cell is settled: those of a `witness`, or of all cases of a
    `finite` domain. Of one of ours they prove it.
    """
    evidence = cell.evidence
    return evidence.by_scores if isinstance(evidence, Proven) and not _is_ours(cell.metric) else ""


def _is_ours(metric: str) -> bool:
    from axiometrics import registry

    return registry.is_metric(metric)


def _is_neither(cell: Cell) -> bool:
    """Whether there is neither yes nor no, for a reason that is told."""
    return cell.evidence.kind in _NEITHER and not cell.unwitnessed


def _like(cell: Cell) -> str:
    """The kind of evidence by which the legend explains the sign of the cell."""
    evidence = cell.evidence
    if cell.holds and seen(cell):
        return seen(cell)
    if isinstance(evidence, Exhaustive) and (cell.scan or cell.holds is False):
        return "scan"
    return evidence.kind if evidence.kind in {"exhaustive", "grid", "sampled"} else "proof"


def differences(table: MatrixTable) -> Iterator[tuple[str, str, list[str]]]:
    """Column, what readings that are not shown say, and of which metrics (of none, where the table has only one). What
    holds is said with how far it is known to hold.
    """
    shown = {(column.constraint, column.reading) for column in table.columns}
    for i, column in enumerate(table.columns):
        said: dict[str, list[str]] = {}
        for row in table.rows:
            cell = row.cells[i]
            hidden = [reading for reading in cell.differs if (column.constraint, reading) not in shown] if cell else []
            if cell and hidden:
                said.setdefault(otherwise(cell, hidden, table.task), []).append(row.display)
        for says, metrics in said.items():
            yield table.name(column), says, metrics if len(table.rows) > 1 else []


def otherwise(cell: Cell, readings: Iterable[str], task: str) -> str:
    """What readings with another verdict say of a metric, in words.

    >>> from axiometrics.core.evidence import Exhaustive
    >>> searched = Exhaustive(True, 9, 8)
    >>> cell = Cell("ranking", "ap", "priority", "universal", False, searched, elsewhere={"single": "proof"})
    >>> otherwise(cell, ["single"], "ranking")
    'satisfies it under single (proved)'
    """
    if cell.holds is None:
        return f"described differently under {', '.join(readings)}"
    if cell.holds:
        return f"violates it under {', '.join(readings)}"
    units = _units(task, cell.constraint)
    reaches = cell.elsewhere or {}
    reached = [reach_text(reaches.get(reading, ""), units.get(reading, "")) for reading in readings]
    if not _is_ours(cell.metric):  # it was run, and nothing is proved of it
        reached = ["settled by its scores" if far == "proved" else far for far in reached]
    return (
        f"satisfies it under {', '.join(f'{reading} ({far})' for reading, far in zip(readings, reached, strict=True))}"
    )


def reach_text(reach: str, unit: str) -> str:
    """How far something is known to hold, in words: `core.cell.reach` with the unit of its size.

    >>> reach_text("exhaustive:8", "documents"), reach_text("proof", "n"), reach_text("exhaustive:400", "n")
    ('up to 8 documents', 'proved', 'up to n = 400')
    """
    kind, _, size = reach.partition(":")
    if kind in SIZED:
        reached = f"up to n = {size}" if unit == "n" else f"up to {size} {unit or 'documents'}"
        return f"{reached} on a grid" if kind == "grid" else reached
    phrases = {"proof": "proved", "region": "proved by a region", "sampled": "in random cases only"}
    return phrases.get(kind, "how far was not saved")


def _units(task: str, constraint: str) -> dict[str, str]:
    """What the sizes of each reading of a constraint count; empty if it is not declared."""
    from axiometrics import registry

    declared = registry.constraints_by_name().get(f"{task}:{constraint}")
    readings = declared.readings if declared else ()
    return {reading.name: task_of(task).unit(reading.cases.unit) for reading in readings}


def reasons(table: MatrixTable) -> Iterator[tuple[str, str, str]]:
    """Sign, columns and why there is neither yes nor no: what does not apply, is undetermined, or failed."""
    by_reason: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if cell is not None and _is_neither(cell):
                by_reason.setdefault((_NEITHER[cell.evidence.kind], cell.message), {}).setdefault(
                    table.name(column), []
                ).append(row.display)
    for (sign, message), columns in by_reason.items():
        for metrics, group in groupby(columns.items(), lambda item: item[1]):
            many = len(metrics) > NAMED and sign == "-"
            which = f" ({f'{len(metrics)} metrics' if many else ', '.join(metrics)})" if len(table.rows) > 1 else ""
            yield sign, ", ".join(name for name, _ in group), message + which


def regions(table: MatrixTable) -> Iterator[tuple[str, list[str]]]:
    """Column, and by metric (unnamed where the table has only one) the values of each parameter, the others being
    fixed, for which it holds.

    Only where these are neither all nor none of the parameter's range; in phrases that are best kept on a line.
    """
    for i, column in enumerate(table.columns):
        phrases: list[str] = []
        for row in table.rows:
            cell = row.cells[i]
            sets = [f"for {region.holds}" for region in cell.regions if _divides(region)] if cell else []
            if sets:
                named = [row.display] if len(table.rows) > 1 else []
                phrases += [*named, *(f"{values}," for values in sets[:-1]), f"{sets[-1]};"]
        if phrases:
            yield table.name(column), [*phrases[:-1], phrases[-1].rstrip(";")]


def of_metrics(table: MatrixTable, ascii: bool = False) -> Iterator[tuple[str, str]]:
    """Of users' metrics, their names or a column with what is to be said besides: that a metric is a loss, which
    invariances it breaks and how far it was searched for that, and where it is defined.
    """
    for row in table.rows:
        evidence = next(
            (cell.evidence for cell in row.cells if cell and (cell.evidence.loss or cell.evidence.breaks)), None
        )
        if evidence is not None:
            yield from (
                (row.display, text) for text in (remarks.loss(evidence), *remarks.broken(evidence, SHOWN)) if text
            )
        yield from ((row.display, text) for text in _equal(row, table))
    for i, column in enumerate(table.columns):
        for row in table.rows:
            cell = row.cells[i]
            if cell is None:
                continue
            named = f" ({row.display})" if len(table.rows) > 1 else ""
            said = remarks.undefined(cell)
            if said:
                yield table.name(column), f"{glyph(cell, ascii)} where defined; {said}{named}"
            if cell.holds and (means := remarks.tied_means(cell.evidence)):
                yield table.name(column), f"{glyph(cell, ascii)} {means}{named}"
            if cell.holds and remarks.labelled(cell):
                yield table.name(column), f"{glyph(cell, ascii)} {remarks.labelled(cell)}{named}"


def _equal(row: MatrixRow, table: MatrixTable) -> Iterator[str]:
    """The sentence on the definition that a user's metric equals, with the columns of each way to compare the two."""
    said: dict[str, list[str]] = {}
    equal = ""
    for column, cell in zip(table.columns, row.cells, strict=True):
        definition = cell.evidence.definition if cell is not None else None
        if definition is not None:
            equal = f"equals {definition.display} on {definition.inputs:,} inputs that were tried"
            said.setdefault(definition.words, []).append(table.name(column))
    if said:
        yield "; ".join([equal, *(f"{', '.join(titles)}: {words}" for words, titles in said.items())])


def notes(table: MatrixTable, ascii: bool = False) -> Iterator[str]:
    """What stands under the table, a note a line: what other readings say, why there is neither yes nor no, and the
    regions of parameters.
    """
    for column, says, metrics in differences(table):
        yield f"* {column}: {': '.join([says, *([', '.join(metrics)] if metrics else [])])}"
    for sign, columns, reason in reasons(table):
        yield f"{sign} {columns}: {reason}"
    for column, phrases in regions(table):
        yield f"{column}{SATISFIED_FOR}{' '.join(phrases)}"
    for name, said in of_metrics(table, ascii):
        yield f"{name}: {said}"


def _divides(region: ParameterRegion) -> bool:
    """Whether a region is neither all nor none of the parameter's range."""
    return re.match(rf"(every|no) {re.escape(region.param)}\b", region.holds) is None


_LETTERS = str.maketrans({"✔": "Y", "✘": "N", "≤": "<="})


def only_ascii(text: str) -> str:
    """The text with every other character escaped; the signs of verdicts are letters."""
    return text.translate(_LETTERS).encode("ascii", "backslashreplace").decode("ascii")


def counts_line(matrix: Matrix, every: bool = False) -> str:
    """How many cells rest on each kind of evidence, and how many are missing: the line that ends every report. Kinds
    without a cell are left out, unless every kind is wanted.
    """
    run = sum(bool(seen(cell)) for cell in matrix)
    of_run = f" ({'all' if run == matrix.counts['proof'] else run} by scores alone)"
    kinds = [kind for kind in KINDS if every or matrix.counts[kind]]
    counts = ", ".join(f"{kind} {matrix.counts[kind]}{of_run * (kind == 'proof' and run > 0)}" for kind in kinds)
    counts = counts or "no cell"
    return counts + (f"; incomplete: {len(matrix.missing)} cells are missing" if matrix.missing else "")
