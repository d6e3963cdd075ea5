"""The part of the page of scores that compares systems: letters in the table of means, a table of the differences with
their intervals and p, and a picture of the differences by topic. JSON and CSV have every p.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from string import ascii_lowercase
from typing import Any

from axiometrics.core.bars import Bars
from axiometrics.core.margins import EQUAL_STATISTICS
from axiometrics.core.page import Cell, Column, Facts, Part, Section, Table
from axiometrics.evaluation.scores import MEAN, ScoreTable, counted
from axiometrics.evaluation.significance import TEST_NAMES, SystemComparison, facts

DIGITS = 4

DRAWN = 6
"""The number of pairs of systems whose differences are drawn."""

RECORDS = (
    *("system", "topic", "metric", "value"),
    *("baseline", "topics", "difference", "low", "high", "level", "test", "p", "corrected", "correction"),
)
"""The columns of CSV. In the row of a value the columns from `baseline` on are empty; in the row of a difference the
value is empty.
"""


def sections(scores: ScoreTable, comparisons: Sequence[SystemComparison], sort: str) -> list[Section]:
    """The sections of the page: a table of the differences, and the differences by topic of one metric. This metric is
    the one by which the systems are sorted, or else the first one.
    """
    names = {metric.id: metric.display for metric in scores.columns}
    return [
        Section("Differences", [_table(comparisons, names), Facts(facts(comparisons))]),
        Section("Differences by topic", list(_pictures(comparisons, sort or scores.columns[0].id, names))),
    ]


def _table(comparisons: Sequence[SystemComparison], names: Mapping[str, str]) -> Table:
    first = comparisons[0]
    tests = list(first.p)
    several = len({(comparison.system, comparison.baseline) for comparison in comparisons}) > 1
    corrected = tests if several and first.correction != "none" else []
    behind = {test: f" of the\n{TEST_NAMES[test]}" if len(tests) > 1 else "" for test in tests}
    # A single baseline is named once, above the table, so that the lines have room.
    one_baseline = several and len({comparison.baseline for comparison in comparisons}) == 1
    return Table(
        (
            Column("metric"),
            Column("system"),
            *([] if one_baseline else [Column("minus")]),
            Column("difference", "right"),
            Column(f"{100 * (1 - first.level):.4g} %\ninterval"),
            *(Column(f"p{behind[test]}", "right") for test in tests),
            *(Column(f"p by\n{first.correction}{behind[test]}", "right") for test in corrected),
        ),
        [
            (
                names[comparison.metric],
                comparison.system,
                *([] if one_baseline else [comparison.baseline]),
                _signed(comparison.difference),
                None if comparison.low is None else f"{_signed(comparison.low)} to {_signed(comparison.high)}",
                *(probability(comparison.p[test]) for test in tests),
                *(probability(comparison.corrected[test]) for test in corrected),
            )
            for comparison in comparisons
        ],
        f"Each system minus {first.baseline}" if one_baseline else "",
        keys=2 if one_baseline else 3,
    )


def _signed(value: float | None) -> str | None:
    return None if value is None else f"{round(value, DIGITS) + 0.0:+.{DIGITS}f}"


def probability(p: float | None) -> str | None:
    """p for people to read. A p that is too small for the digits is shown as less than the least number, and not as 0.

    >>> probability(0.00002), probability(0.03), probability(None)
    ('< 0.0001', '0.0300', None)
    """
    least = 10.0**-DIGITS
    return None if p is None else f"< {least:.{DIGITS}f}" if p < least else f"{p:.{DIGITS}f}"


def _pictures(comparisons: Sequence[SystemComparison], metric: str, names: Mapping[str, str]) -> Iterator[Part]:
    of_metric = [comparison for comparison in comparisons if comparison.metric == metric and comparison.by_topic]
    for comparison in of_metric[:DRAWN]:
        by_topic = {
            topic: 0.0 if abs(value) <= EQUAL_STATISTICS else value for topic, value in comparison.by_topic.items()
        }
        values = list(by_topic.values())
        higher, lower = sum(value > 0 for value in values), sum(value < 0 for value in values)
        said = f"higher on {higher}, lower on {lower}, equal on {len(values) - higher - lower}"
        pair = f"{comparison.system} minus {comparison.baseline}"
        caption = f"{names[metric]} of {pair}: {counted(len(values), 'topic')}, {said}"
        yield Bars.of(caption, by_topic)
    left = len(of_metric) - DRAWN
    if left > 0:
        yield f"{counted(left, 'more pair')} of systems: not drawn."
    if len({comparison.metric for comparison in comparisons}) > 1:
        yield f"Only {names[metric]} is drawn. To draw another metric, sort by it (--sort METRIC)."


def letters(comparisons: Sequence[SystemComparison]) -> dict[str, str]:
    """The systems in the order in which they were given, each with its letter."""
    return {system: f"{system} ({letter})" for system, letter in _letters(comparisons).items()}


def _letters(comparisons: Sequence[SystemComparison]) -> dict[str, str]:
    order: dict[str, None] = {}
    for comparison in comparisons:
        order |= {comparison.baseline: None, comparison.system: None}
    few = len(order) <= len(ascii_lowercase)
    return {system: ascii_lowercase[i] if few else f"s{i + 1}" for i, system in enumerate(order)}


def marks(comparisons: Sequence[SystemComparison]) -> dict[tuple[str, str], str]:
    """By system and metric, the letters of the systems that this system beats significantly by this metric."""
    names = _letters(comparisons)
    beaten: dict[tuple[str, str], set[str]] = {}
    for comparison in comparisons:
        if comparison.significant() and comparison.difference:
            better, worse = (
                (comparison.system, comparison.baseline)
                if comparison.difference > 0
                else (comparison.baseline, comparison.system)
            )
            beaten.setdefault((better, comparison.metric), set()).add(worse)
    few = all(len(letter) == 1 for letter in names.values())
    return {
        place: ("" if few else ",").join(letter for system, letter in names.items() if system in worse)
        for place, worse in beaten.items()
    }


def data(comparisons: Sequence[SystemComparison]) -> dict[str, Any]:
    """The field `comparisons` of the JSON document. It leaves out the differences by topic, because they follow from
    the rows of the document.
    """
    entries = [
        {name: value for name, value in asdict(comparison).items() if name != "by_topic"} for comparison in comparisons
    ]
    return {"comparisons": entries} if entries else {}


def records(scores: ScoreTable, comparisons: Sequence[SystemComparison]) -> Table:
    """The table of CSV: a row for each value, and a row for each difference and test."""
    behind = (None,) * (len(RECORDS) - 4)
    rows: list[Sequence[Cell]] = [(row.system, row.topic, row.metric, row.value, *behind) for row in scores.rows]
    for comparison in comparisons:
        said = (
            comparison.baseline,
            comparison.topics,
            comparison.difference,
            comparison.low,
            comparison.high,
            comparison.level,
        )
        rows += [
            (
                comparison.system,
                MEAN,
                comparison.metric,
                None,
                *said,
                test,
                p,
                comparison.corrected[test],
                comparison.correction,
            )
            for test, p in comparison.p.items()
        ]
    return Table.records(RECORDS, rows)
