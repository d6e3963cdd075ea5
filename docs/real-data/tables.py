"""What both pages show of their scores: how the metrics order the systems, and which constraints they satisfy."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

import axiometrics as ax
from axiometrics.core.arithmetic import Array
from axiometrics.core.page import Cell, Column, Facts, Page, Section, Table
from axiometrics.evaluation.metric_agreement import MetricAgreement, of_scores, ranked
from axiometrics.evaluation.scores import MEAN, ScoreTable
from axiometrics.evaluation.significance import comparisons_of, facts
from axiometrics.reports import markdown

MARK = "<!-- below: {} -->"
DIGITS = 3
SIGNS = {True: "✔", False: "✘", None: "-"}


def number(heading: str) -> Column:
    """A column of numbers."""
    return Column(heading, "right", DIGITS)


def run(description: str, target: str, sections: Callable[[Path], list[Section]]) -> None:
    """Read the command line, print the page, or write it below its mark in a file."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("folder", type=Path, help="where packages are kept, and files of golds and systems are written")
    parser.add_argument("--page", type=Path, help="the page to write the tables into, below its mark")
    arguments = parser.parse_args()
    text = markdown.page(Page("", sections(arguments.folder), schema="", data=dict)).strip() + "\n"
    if arguments.page is None:
        sys.stdout.write(text)
        return
    mark = MARK.format(target)
    head, line_found, _ = arguments.page.read_text(encoding="utf-8").partition(mark)
    if not line_found:
        sys.exit(f"error: {arguments.page} has no line {mark!r}: put it where the tables begin")
    arguments.page.write_text(f"{head}{mark}\n\n{text}", encoding="utf-8")


def means(scores: ScoreTable) -> dict[str, dict[str, float]]:
    """The mean of each system by metric."""
    values: dict[str, dict[str, float]] = {metric.id: {} for metric in scores.metrics}
    for row in scores.rows:
        if row.topic == MEAN:
            values[row.metric][row.system] = 0.0 if row.value is None else row.value
    return values


def places(values: dict[str, float]) -> dict[str, float]:
    """The place of each system, 1 for the best, ties at their mean place."""
    ranks: Array = ranked(-np.array(list(values.values())))
    return dict(zip(values, ranks.tolist(), strict=True))


def of_metrics(scores: ScoreTable, agreement: MetricAgreement) -> Section:
    """Best system, strictness, robustness and discriminative power of each metric."""
    best = {metric: max(of, key=lambda name: of[name]) for metric, of in means(scores).items()}
    rows: list[list[Cell]] = [
        [
            metric.display,
            best[metric.id],
            means(scores)[metric.id][best[metric.id]],
            metric_agreement.strictness,
            None
            if metric_agreement.against is None
            else "{}, by {} on {}".format(metric_agreement.against[1], *metric_agreement.against[::2]),
            metric_agreement.robustness,
            metric_agreement.discriminative,
        ]
        for metric, metric_agreement in zip(scores.metrics, agreement.metrics, strict=True)
    ]
    headings = (number("its mean"), number("strictness"), Column("decided by"), number("robustness"))
    columns = (Column("metric"), Column("best system"), *headings, number("discriminative power"))
    settings = f"alpha {agreement.alpha:g}, {agreement.rounds:,} draws of the bootstrap, seed {agreement.seed}"
    said = f"{len(agreement.systems)} systems on {len(agreement.topics)} topics; {settings}"
    return Section("The metrics", [Table(columns, rows), Facts([said])])


def of_constraints(
    scores: ScoreTable,
    agreement: MetricAgreement,
    constraints: Sequence[str],
    properties: Mapping[str, Mapping[str, object]],
) -> list[Section]:
    """The verdicts on the metrics, and how alike metrics order the systems whose verdicts, or other properties, agree
    and differ.
    """
    ids = [metric.id for metric in scores.metrics]
    display = {metric.id: metric.display for metric in scores.metrics}
    matrix = ax.matrix(ids, list(constraints))
    verdicts = {metric: {of: matrix.cell(metric, of.partition(":")[2]) for of in constraints} for metric in ids}
    names = [of.partition(":")[2] for of in constraints]
    signs = [[display[metric], *(SIGNS[cell.holds] for cell in verdicts[metric].values())] for metric in ids]
    kinds = sorted({cell.evidence.kind for of in verdicts.values() for cell in of.values()})
    differing = {
        pair: [of for of in constraints if verdicts[pair[0]][of].holds != verdicts[pair[1]][of].holds]
        for pair in combinations(ids, 2)
    }
    pairs = sorted(
        (pair for pair in agreement.pairs if pair.tau is not None), key=lambda pair: (pair.tau or 0.0, pair.metrics)
    )
    shown = [*pairs[:8], *pairs[-8:]]
    by_count: dict[int, list[float]] = {}
    for pair in pairs:
        by_count.setdefault(len(differing[pair.metrics]), []).append(pair.tau or 0.0)
    explained: list[list[Cell]] = []
    satisfied = {of.partition(":")[2]: {metric: verdicts[metric][of].holds for metric in ids} for of in constraints}
    for of, value in {**satisfied, **properties}.items():
        taus: dict[bool, list[float]] = {True: [], False: []}
        for pair in pairs:
            taus[value[pair.metrics[0]] == value[pair.metrics[1]]].append(pair.tau or 0.0)
        explained.append([of, len(taus[False]), mean_of(taus[False]), len(taus[True]), mean_of(taus[True])])
    return [
        Section(
            "Constraints",
            [
                Table((Column("metric"), *map(Column, names)), signs),
                Facts([f"by `axiometrics matrix`, default readings; kinds of evidence: {', '.join(kinds)}"]),
            ],
        ),
        Section(
            "Pairs of metrics that order the systems least and most alike",
            [
                Table(
                    (Column("metrics"), number("tau"), number("tau_ap"), Column("constraints with other verdicts")),
                    [
                        [
                            " / ".join(display[metric] for metric in pair.metrics),
                            pair.tau,
                            pair.tau_ap,
                            ", ".join(of.partition(":")[2] for of in differing[pair.metrics]) or "none",
                        ]
                        for pair in shown
                    ],
                )
            ],
        ),
        Section(
            "What tells which metrics agree",
            [
                Table(
                    (
                        Column("constraint or property"),
                        Column("pairs that differ in it", "right"),
                        number("their mean tau"),
                        Column("pairs that do not", "right"),
                        number("their mean tau"),
                    ),
                    explained,
                ),
                Table(
                    (Column("constraints with other verdicts", "right"), Column("pairs", "right"), number("mean tau")),
                    [[count, len(of), mean_of(of)] for count, of in sorted(by_count.items())],
                ),
            ],
        ),
    ]


def mean_of(values: Sequence[float]) -> float | None:
    """The mean; None of nothing."""
    return sum(values) / len(values) if values else None


def of_systems(scores: ScoreTable, names: Sequence[str], title: str, caption: str) -> Section:
    """The places of some systems by each metric."""
    by_metric = {metric.id: places(means(scores)[metric.id]) for metric in scores.metrics}
    columns = (Column("metric"), *(Column(name, "right") for name in names))
    rows: list[list[Cell]] = [
        [metric.display, *(f"{by_metric[metric.id][name]:g}" for name in names)] for metric in scores.metrics
    ]
    return Section(title, [Table(columns, rows), Facts([caption])])


def of_differences(scores: ScoreTable, metric: str, most: int = 6) -> Section:
    """The systems that are best by a metric, tested against the first of them."""
    of = means(scores)[metric]
    first = sorted(of, key=lambda name: (-of[name], name))[:most]
    chosen = ScoreTable(tuple(measure for measure in scores.metrics if measure.id == metric))
    chosen.rows = [row for name in first for row in scores.rows if row.system == name and row.metric == metric]
    comparisons = comparisons_of(chosen, tests=("t", "randomization", "bootstrap"))
    rows: list[list[Cell]] = [[first[0], of[first[0]], None, None, None, None]]
    rows += [
        [comparison.system, of[comparison.system], comparison.difference, *comparison.corrected.values()]
        for comparison in comparisons
    ]
    display = chosen.metrics[0].display
    columns = (
        Column("system"),
        *map(number, (display, "difference", "p of t", "p of randomization", "p of bootstrap")),
    )
    return Section(f"Differences by {display}", [Table(columns, rows), Facts(facts(comparisons))])


def compared(
    scores: ScoreTable, constraints: Sequence[str], properties: Mapping[str, Mapping[str, object]]
) -> list[Section]:
    """The sections that both pages have. A property has a value for each metric."""
    agreement = of_scores(scores)
    return [of_metrics(scores, agreement), *of_constraints(scores, agreement, constraints, properties)]
