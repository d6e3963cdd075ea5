"""Scores as text, Markdown, CSV and JSON. Tables show four digits and the field's notation, CSV and JSON every digit
and the ids of metrics.
"""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterator

from tabulate import tabulate

from axiometrics.core.metric import Metric
from axiometrics.evaluation.scores import MEAN, Scores

SCHEMA = "axiometrics/scores/1"
COLUMNS = ("system", "topic", "metric", "value")

_PADDING = 2
"""Blanks that tabulate gives a heading."""

_VALUE = len("-0.0000")

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def text(scores: Scores, per_topic: bool, width: int) -> str:
    """A table, turned on its side or parted where it would be wider than that, and below it what belongs to the
    numbers.
    """
    pieces = list(_pieces(scores, per_topic, width))
    turned = len(pieces) > 1 and not per_topic
    parts = []
    for metrics in [scores.metrics] if turned else pieces:
        table = _table(scores, metrics, per_topic)
        header, *rows = zip(*table, strict=True) if turned else table
        align = ["left"] * (1 + per_topic) + ["right"] * (len(header) - 1 - per_topic)
        drawn = tabulate(
            rows,
            ["metric", *header[1:]] if turned else header,
            tablefmt="simple",
            disable_numparse=True,
            colalign=align,
        )
        parts.append("\n".join(line.rstrip() for line in drawn.splitlines()))
    facts = (
        textwrap.fill(fact, max(width, 60), subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
        for fact in scores.facts
    )
    return "\n\n".join([*parts, "\n".join(facts)]).rstrip() + "\n"


def markdown(scores: Scores, per_topic: bool, width: int) -> str:
    """One table, and below it a list of what belongs to the numbers."""
    align = ["left"] * (1 + per_topic) + ["right"] * len(scores.metrics)
    cells = [[escaped(cell) for cell in row] for row in _table(scores, scores.metrics, per_topic)]
    drawn = tabulate(cells[1:], cells[0], tablefmt="pipe", disable_numparse=True, colalign=align)
    return "\n\n".join([drawn, "\n".join(f"- {escaped(fact)}" for fact in scores.facts)]).rstrip() + "\n"


def comma_separated(scores: Scores, per_topic: bool, width: int) -> str:
    """A line a row, topics and means; an undefined value is empty."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((row.system, row.topic, row.metric, row.value) for row in scores.rows)
    return written.getvalue()


def json(scores: Scores, per_topic: bool, width: int) -> str:
    """The rows, topics and means; how they were computed; and the topics that are missing on either side."""
    from axiometrics.reports.json import document

    rows = [{"system": row.system, "topic": row.topic, "metric": row.metric, "value": row.value} for row in scores.rows]
    topics = [
        {"system": system, "missing": found["missing"], "extra": found["extra"]}
        for system, found in scores.topics.items()
    ]
    return document({"schema": SCHEMA, "settings": scores.settings, "topics": topics, "rows": rows})


FORMATS: dict[str, Callable[[Scores, bool, int], str]] = {
    "text": text,
    "markdown": markdown,
    "csv": comma_separated,
    "json": json,
}
"""What writes scores, with topics or without, that wide, by the name of the format."""


def _table(scores: Scores, metrics: tuple[Metric, ...], per_topic: bool) -> list[list[str]]:
    """A heading and a line for each system, or for each of its topics, its mean last."""
    lines: dict[tuple[str, str], dict[str, str]] = {}
    for row in scores.rows:
        if per_topic or row.topic == MEAN:
            lines.setdefault((row.system, row.topic), {})[row.metric] = (
                "-" if row.value is None else f"{round(row.value, 4) + 0.0:.4f}"
            )
    header = ["system", *["topic"] * per_topic, *(metric.display for metric in metrics)]
    return [
        header,
        *(
            [system, *[topic] * per_topic, *(values[metric.id] for metric in metrics)]
            for (system, topic), values in lines.items()
        ),
    ]


def _pieces(scores: Scores, per_topic: bool, width: int) -> Iterator[tuple[Metric, ...]]:
    """The metrics, as many at a time as a line has room for."""
    systems = {"system" + " " * _PADDING, *(row.system for row in scores.rows)}
    topics = {"topic" + " " * _PADDING, *(row.topic for row in scores.rows)}
    room = width - max(map(len, systems)) - per_topic * (2 + max(map(len, topics)))
    piece: list[Metric] = []
    for metric in scores.metrics:
        if piece and sum(2 + max(len(one.display) + _PADDING, _VALUE) for one in (*piece, metric)) > room:
            yield tuple(piece)
            piece = []
        piece.append(metric)
    yield tuple(piece)


def escaped(written: str) -> str:
    """A text that Markdown shows as it is."""
    found = _SPECIAL.sub(r"\\\1", written)
    return f"\\{found}" if re.match(r"-\D|-$", found) else found
