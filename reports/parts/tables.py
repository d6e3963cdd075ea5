"""Arrange the matrix as tables in the shape of Table 6: one table for each task, with the metrics by family and a
column for each reading. The report formats for people share these tables, their signs and their notes.
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
"""The headings of families whose heading is not their name."""

NAMED = 4
"""If a footnote says that a constraint does not apply to more metrics than this, it counts the metrics instead of
naming them.
"""

SHOWN = 60
"""The greatest number of characters of a call that is shown in a footnote."""

_SIGNS = {
    False: {"proof": "✔✘", "exhaustive": "✔✘", "grid": "✔", "sampled": "~"},
    True: {"proof": "YN", "exhaustive": "yn", "grid": "y", "sampled": "s"},
}
_SIGNED = {"witness": "proof", "finite": "proof", "scan": "exhaustive"}
"""Entries of the legend that explain the sign of another kind of evidence, and that kind."""

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
"""The text between the name of a column and the regions of its metrics."""

_NEITHER_MEANS = {
    "-": "the constraint does not apply to the metric",
    "?": "undetermined: the search reached no verdict",
    "!": "error: the metric gave no number, or two verdicts contradict each other",
}


@dataclass(frozen=True)
class MatrixColumn:
    """A column of a table: one reading of a constraint.

    `alone` says that this reading is the first one that is declared, and that the table shows no other reading of the
    constraint.
    """

    constraint: str
    reading: str
    title: str
    alone: bool = False

    @property
    def named(self) -> str:
        """The name of the reading. Empty if a reader does not need to know which reading it is."""
        return "" if self.alone else self.reading

    @property
    def head(self) -> str:
        """The heading of the column in one line."""
        return ", ".join(filter(None, (self.title, self.named)))


@dataclass(frozen=True)
class MatrixRow:
    """A metric and its cells, one for each column. A cell is None if the matrix does not have it."""

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
        """Return the title of a column, with its reading if the table shows several readings of the constraint."""
        several = [shown.constraint for shown in self.columns].count(column.constraint) > 1
        return f"{column.title} ({column.reading})" if several else column.title

    def with_rows(self, chosen: Iterable[int]) -> MatrixTable:
        """Return the table with these rows only, which are numbered from 0 on."""
        kept, first, families = set(chosen), 0, []
        for family, rows in self.families:
            some = tuple(row for i, row in enumerate(rows, first) if i in kept)
            families += [(family, some)] if some else []
            first += len(rows)
        return MatrixTable(self.task, self.columns, tuple(families))

    def with_columns(self, chosen: Iterable[int]) -> MatrixTable:
        """Return the table with these columns only, which are numbered from 0 on."""
        kept = list(chosen)
        families = tuple(
            (family, tuple(MatrixRow(row.display, tuple(row.cells[i] for i in kept)) for row in rows))
            for family, rows in self.families
        )
        return MatrixTable(self.task, tuple(self.columns[i] for i in kept), families)


def tables(matrix: Matrix, arranged: Arrangement = PLAIN) -> list[MatrixTable]:
    """Return one table for each task that the matrix has cells of."""
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
    """Return the metrics of a matrix that the constraints of a task judge. If metrics of several tasks have the same
    id, the metric of the task itself is returned, or else the metric of a task whose metrics the constraints judge,
    too.
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
    """Return, for each constraint of a task, the reading that is meant if none is named: the first one that is
    declared, even if a study has another one first. For a constraint that is not declared here, it is the first reading
    in the matrix.
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
    """Return the title of a constraint. If the constraint is not declared, the title is made from its id.

    >>> title("clustering", "rag-bag"), title("clustering", "not-ours")
    ('Rag Bag', 'Not ours')
    """
    from axiometrics import registry

    titles = {c.name: c.title for c in registry.constraints()}
    return titles.get(f"{task}:{constraint}", constraint.replace("-", " ").capitalize())


def glyph(cell: Cell, ascii: bool = False) -> str:
    """Return the sign of a cell. Different kinds of evidence have different signs, except for those kinds that have the
    sign of a proof.
    """
    kind = cell.evidence.kind
    if cell.holds is None:
        return str(cell.verdict) if kind == "descriptive" else undecided(cell, ascii, _NEITHER[kind])
    signs = _SIGNS[ascii].get(kind, _SIGNS[ascii]["proof"])
    sign = signs[0] if cell.holds else signs[-1]
    reached = f"{'' if ascii else '≤'}{cell.evidence.size}" if kind in SIZED else ""
    return sign + reached + "#" * (kind == "grid")


def undecided(cell: Cell, ascii: bool = False, word: str = "") -> str:
    """Return a word for a cell that neither judges nor describes: how far was scanned without a witness, or else the
    given word, or the kind of the evidence.
    """
    if not cell.unwitnessed or cell.scan is None:
        return word or cell.evidence.kind
    return f"none{'<=' if ascii else '≤'}{cell.scan.scanned}"


def mark(cell: Cell | None, ascii: bool = False, sized: bool = False) -> str:
    """Return the text of a cell in a table: its glyph, the n of a threshold, `*` if another reading has another
    verdict, and `°` if the metric is not defined on all cases. With `sized`, a violation of a user's metric also has
    the number of documents of its case, because a metric that is wrong from two documents on otherwise looks like a
    metric with a cut-off.
    """
    if cell is None:
        return ""
    documents = _documents(cell) if sized else None
    partial = ("o" if ascii else "°") * remarks.is_partial(cell)
    size = "" if documents is None else f"({documents})"
    return glyph(cell, ascii) + size + "*" * bool(cell.differs) + partial + threshold(cell)


def _documents(cell: Cell) -> int | None:
    """Return the number of documents of the case on which a user's metric violates a constraint. None for other
    cells.
    """
    if cell.counterexample is None or _is_ours(cell.metric):
        return None
    documents: int = cell.counterexample.data["documents"]
    return documents


def threshold(cell: Cell) -> str:
    """Return the n of a threshold that is satisfied, with a space before it. Empty if the threshold is satisfied only
    beyond the n that were scanned, which a region can show.
    """
    if cell.scan is None or not cell.holds:
        return ""
    if cell.scan.n0 is UNSET:
        return f" n={ranges(cell.scan.n)}" if cell.scan.n else ""
    return f" n0={cell.scan.n0}" if cell.scan.n0 else ""


def ranges(numbers: Iterable[int], most: int = 3) -> str:
    """Return whole numbers as ranges. Only the first few ranges are shown.

    >>> ranges([2, 3, 4, 7]), ranges([1, 3, 5, 7, 9])
    ('2..4,7', '1,3,5,...')
    """
    runs = [[n for _, n in group] for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    parts = [str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs]
    return ",".join(parts[:most] + ["..."] * (len(parts) > most))


def lemmas(cell: Cell) -> int | None:
    """Return the number of lemmas that an argument takes on trust. None if the evidence is not an argument (a search of
    all existing cases needs no lemmas), and if it was saved before lemmas were counted.
    """
    return cell.evidence.lemmas if _argued(cell.evidence) else None


def _argued(evidence: AnyEvidence) -> TypeGuard[Proven]:
    """Whether the evidence is an argument about a formula of the metric, and not only the scores of cases."""
    return isinstance(evidence, Proven) and bool(evidence.proof or evidence.implied_by)


def legend(
    matrix: Matrix | Sequence[Cell], ascii: bool = False, trusted: bool = True, sized: bool = False
) -> list[str]:
    """Return the meanings of the signs in use. With `trusted`, the legend also says what proofs rest on; with `sized`,
    also what the sizes of cases mean that `mark` shows.
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
    """Return the grids on which cells rest, in words, each grid once."""
    grids = dict.fromkeys(cell.evidence.grid for cell in matrix if isinstance(cell.evidence, Grid))
    return f"Grid{'s' * (len(grids) > 1)}: {'; or '.join(grids)}"


def _trusted(matrix: Matrix | Sequence[Cell]) -> Iterator[str]:
    """Yield what proofs rest on: how many lemmas they use, without the proofs that were saved without this number, and
    how it is known that their formulas are those of the metrics. Both are said of arguments only.
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
"""The ways in which it is known that the formula of a proof is the metric, in words, the strongest first."""


def _link(cell: Cell) -> str:
    if not (_argued(cell.evidence) and cell.evidence.link == "proved"):
        return _LINKS[2]
    return _LINKS[remarks.is_symbolic(cell)]


def _when(before: int, linked: int) -> str:
    """Return when the formulas were checked. Empty if all of them were checked in this run."""
    if not before:
        return ""
    rest = f" for {before}, and in this run for {linked - before}" if before < linked else ""
    return f"; this was checked when the package was built{rest}"


def _scans(cells: Sequence[Cell], ascii: bool) -> Iterator[str]:
    """Yield the meaning of the n beside the signs of thresholds, and the n up to which the verdicts are known."""
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
    """Return, for a metric of a user, which scores settle the cell: those of a `witness`, or those of all cases of a
    `finite` domain. Empty if scores do not settle it. For a built-in metric the same scores are a proof, so that this
    is empty, too.
    """
    evidence = cell.evidence
    return evidence.by_scores if isinstance(evidence, Proven) and not _is_ours(cell.metric) else ""


def _is_ours(metric: str) -> bool:
    from axiometrics import registry

    return registry.is_metric(metric)


def _is_neither(cell: Cell) -> bool:
    """Whether the cell says neither yes nor no, and a note gives the reason."""
    return cell.evidence.kind in _NEITHER and not cell.unwitnessed


def _like(cell: Cell) -> str:
    """Return the entry of the legend that explains the sign of the cell."""
    evidence = cell.evidence
    if cell.holds and seen(cell):
        return seen(cell)
    if isinstance(evidence, Exhaustive) and (cell.scan or cell.holds is False):
        return "scan"
    return evidence.kind if evidence.kind in {"exhaustive", "grid", "sampled"} else "proof"


def differences(table: MatrixTable) -> Iterator[tuple[str, str, list[str]]]:
    """Yield, for each column, what the readings say that the table does not show, and for which metrics. The list of
    metrics is empty if the table has only one. If a reading is satisfied, the text says how far this is known.
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
    """Return what readings with another verdict say of a metric, in words.

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
    """Return in words how far a constraint is known to be satisfied: `core.cell.reach` with the unit of its size.

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
    """Return, for each reading of a constraint, what its sizes count. Empty if the constraint is not declared."""
    from axiometrics import registry

    declared = registry.constraints_by_name().get(f"{task}:{constraint}")
    readings = declared.readings if declared else ()
    return {reading.name: task_of(task).unit(reading.cases.unit) for reading in readings}


def reasons(table: MatrixTable) -> Iterator[tuple[str, str, str]]:
    """Yield a sign, the names of columns, and the reason why their cells say neither yes nor no: the constraint does
    not apply, the verdict is undetermined, or the metric failed.
    """
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
    """Yield, for each column and metric, the values of each parameter for which the constraint is satisfied while the
    other parameters are fixed. The metric is not named if the table has only one.

    Regions that are empty, or the whole range of the parameter, are left out. Each phrase is best kept on one line.
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
    """Yield remarks on users' metrics, each with the name of the metric or of a column: that a metric is a loss, which
    invariances it breaks, how far it was searched because of this, and where it is defined.
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
    """Yield the notes below the table, one for each line: what other readings say, why there is neither yes nor no, the
    regions of parameters, and remarks on users' metrics.
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
    """Whether a region is neither the whole range of the parameter nor empty."""
    return re.match(rf"(every|no) {re.escape(region.param)}\b", region.holds) is None


_LETTERS = str.maketrans({"✔": "Y", "✘": "N", "≤": "<="})


def only_ascii(text: str) -> str:
    """Return the text with all other characters escaped. The signs of verdicts become letters."""
    return text.translate(_LETTERS).encode("ascii", "backslashreplace").decode("ascii")


def counts_line(matrix: Matrix, every: bool = False) -> str:
    """Return how many cells rest on each kind of evidence, and how many are missing. This is the last line of every
    report. Kinds without a cell are left out, unless `every` kind is wanted.
    """
    run = sum(bool(seen(cell)) for cell in matrix)
    of_run = f" ({'all' if run == matrix.counts['proof'] else run} by scores alone)"
    kinds = [kind for kind in KINDS if every or matrix.counts[kind]]
    counts = ", ".join(f"{kind} {matrix.counts[kind]}{of_run * (kind == 'proof' and run > 0)}" for kind in kinds)
    counts = counts or "no cell"
    return counts + (f"; incomplete: {len(matrix.missing)} cells are missing" if matrix.missing else "")
