"""The page of scores: a table of means, or of topics and means, with four digits and the usual names of metrics, and
sentences about the numbers below it. CSV and JSON have every topic, every digit and the ids of metrics.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from axiometrics.core.metric import Metric
from axiometrics.core.page import Best, Column, Facts, Marked, Page, Section, Table
from axiometrics.evaluation import comparisons_page
from axiometrics.evaluation.scores import MEAN, CalledColumn, ScoreTable
from axiometrics.evaluation.significance import SystemComparison
from axiometrics.tasks.filtering import DECIDED

SCHEMA = "axiometrics/scores/1"
COLUMNS = ("system", "topic", "metric", "value")
DIGITS = 4


def page(
    scores: ScoreTable, per_topic: bool = False, sort: str = "", comparisons: Sequence[SystemComparison] = ()
) -> Page:
    """The page of an evaluation. With `per_topic`, the tables show the topics as well as the means. The systems are in
    the order in which they were given, or, with `sort`, ordered by this metric, the best first. If there are several
    systems, the best value of a column is in bold. If they are compared, each has a letter, and a mean has the letters
    of the systems from which it differs for the better.
    """
    differences = comparisons_page.sections(scores, comparisons, sort) if comparisons else []
    return Page(
        title="",
        sections=[*_tables(scores, per_topic, sort, comparisons), *differences],
        schema=SCHEMA,
        data=lambda: _data(scores) | comparisons_page.data(comparisons),
        records=lambda: comparisons_page.records(scores, comparisons) if comparisons else _records(scores),
    )


def _records(scores: ScoreTable) -> Table:
    return Table.records(COLUMNS, [[getattr(row, name) for name in COLUMNS] for row in scores.rows])


def _tables(scores: ScoreTable, per_topic: bool, sort: str, comparisons: Sequence[SystemComparison]) -> list[Section]:
    """The line that says how the data were read, the tables, and the sentences below them. If labels have two readings,
    each reading has a table.
    """
    head = [Facts([scores.read_as])] * bool(scores.read_as)
    if not scores.by_reading:
        table = _table(scores, scores.columns, per_topic, sort, comparisons)
        return [Section("", [*head, table, Facts(scores.facts)])]
    parts = {
        title: [metric for metric in scores.columns if (metric.task in DECIDED) == decisions]
        for title, decisions in (("As clusters", False), ("As decisions", True))
    }
    sections = [Section(title, [_table(scores, of, per_topic, sort, comparisons)]) for title, of in parts.items() if of]
    return [Section("", head), *sections, Section("", [Facts(scores.facts)])]


def _table(
    scores: ScoreTable,
    metrics: Sequence[Metric | CalledColumn],
    per_topic: bool,
    sort: str,
    comparisons: Sequence[SystemComparison],
) -> Table:
    """A table with a line for each system, or for each topic of each system. The mean of a system comes last."""
    lines: dict[tuple[str, ...], dict[str, float | None]] = {}
    for row in scores.rows:
        if per_topic or row.topic == MEAN:
            lines.setdefault((row.system, row.topic) if per_topic else (row.system,), {})[row.metric] = row.value
    if sort and not per_topic:
        lines = dict(sorted(lines.items(), key=lambda line: _falling(line[1].get(sort))))
    if len(lines) > 1 and not per_topic:
        for metric in metrics:
            _mark_best(list(lines.values()), metric.id)
    letters = comparisons_page.letters(comparisons)
    for (system, of), marks in comparisons_page.marks(comparisons).items():
        values = lines[(system, MEAN) if per_topic else (system,)]
        if (value := values.get(of)) is not None:
            values[of] = Marked(value, marks, isinstance(value, Best))
    return Table(
        (
            Column("system"),
            *[Column("topic")] * per_topic,
            *(Column(metric.display, "right", DIGITS) for metric in metrics),
        ),
        [
            (letters.get(names[0], names[0]), *names[1:], *(values[metric.id] for metric in metrics))
            for names, values in lines.items()
        ],
        keys=1 + per_topic,
        across="" if per_topic else "metric",
    )


def _falling(value: float | None) -> float:
    return math.inf if value is None else -value


def _mark_best(lines: Sequence[dict[str, float | None]], metric: str) -> None:
    """Mark the greatest value of a metric, and all values that are equal to it."""
    present = [value for values in lines if (value := values[metric]) is not None]
    for values in lines:
        value = values[metric]
        if value is not None and value == max(present):
            values[metric] = Best(value)


def _data(scores: ScoreTable) -> dict[str, Any]:
    """The data of the JSON document: the rows, the settings, the topics that one side lacks, sentences about the
    numbers (`facts`), and remarks that a user should look at (`remarks`), such as how much was left out.
    """
    each = scores.topics.items()
    topics = [{"system": name, "missing": sides["missing"], "extra": sides["extra"]} for name, sides in each]
    rows = [{name: getattr(row, name) for name in COLUMNS} for row in scores.rows]
    return {"read_as": scores.read_as, "settings": scores.settings, "topics": topics, "rows": rows} | {
        "facts": scores.facts,
        "remarks": scores.remarks,
    }
