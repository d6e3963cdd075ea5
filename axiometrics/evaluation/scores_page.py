"""Scores as a page: a table of means, or of topics and means, in four digits and the field's notation, and below it
what belongs to the numbers. CSV and JSON have every topic, every digit and the ids of metrics.
"""

from __future__ import annotations

from typing import Any

from axiometrics.core.page import Column, Facts, Page, Section, Table
from axiometrics.evaluation.scores import MEAN, ScoreTable

SCHEMA = "axiometrics/scores/1"
COLUMNS = ("system", "topic", "metric", "value")
DIGITS = 4


def page(scores: ScoreTable, per_topic: bool = False) -> Page:
    """The page of an evaluation; `per_topic` shows topics besides means to people, too."""
    return Page(
        title="",
        sections=[Section("", [_table(scores, per_topic), Facts(scores.facts)])],
        schema=SCHEMA,
        data=lambda: _data(scores),
        records=lambda: Table.records(COLUMNS, [[getattr(row, name) for name in COLUMNS] for row in scores.rows]),
    )


def _table(scores: ScoreTable, per_topic: bool) -> Table:
    """A line for each system, or for each of its topics, its mean last."""
    lines: dict[tuple[str, ...], dict[str, float | None]] = {}
    for row in scores.rows:
        if per_topic or row.topic == MEAN:
            lines.setdefault((row.system, row.topic) if per_topic else (row.system,), {})[row.metric] = row.value
    return Table(
        (
            Column("system"),
            *[Column("topic")] * per_topic,
            *(Column(metric.display, "right", DIGITS) for metric in scores.metrics),
        ),
        [(*names, *(values[metric.id] for metric in scores.metrics)) for names, values in lines.items()],
        keys=1 + per_topic,
        across="" if per_topic else "metric",
    )


def _data(scores: ScoreTable) -> dict[str, Any]:
    """The rows, how they were computed, and the topics that are missing on either side."""
    each = scores.topics.items()
    topics = [{"system": name, "missing": found["missing"], "extra": found["extra"]} for name, found in each]
    rows = [{name: getattr(row, name) for name in COLUMNS} for row in scores.rows]
    return {"settings": scores.settings, "topics": topics, "rows": rows}
