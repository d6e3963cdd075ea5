"""The page of `metric_agreement`: what a set of systems says about the metrics."""

from __future__ import annotations

from typing import Any

from axiometrics.core.page import Column, Facts, Page, Section, Table, page_of
from axiometrics.evaluation.metric_agreement import MetricAgreement
from axiometrics.evaluation.scores import counted

SCHEMA = "axiometrics/meta/1"
DIGITS = 4


@page_of.register
def agreement_page(findings: MetricAgreement) -> Page:
    """Return the page: a table of the metrics, and tables that say how similarly each two metrics order the systems."""
    names = [metric.display for metric in findings.metrics]
    metrics = Table(
        (
            Column("metric"),
            Column("strictness", "right", DIGITS),
            Column("robustness", "right", DIGITS),
            Column("discriminative\npower", "right", DIGITS),
            Column("least strict against"),
        ),
        [
            (
                metric.display,
                metric.strictness,
                metric.robustness,
                metric.discriminative,
                None if metric.against is None else "{} on {}, topic {}".format(*metric.against),
            )
            for metric in findings.metrics
        ],
    )
    squares = [
        Section(
            title,
            [
                Table(
                    (Column("metric"), *(Column(name, "right", DIGITS) for name in names)),
                    [(name, *row) for name, row in zip(names, findings.square(correlation), strict=True)],
                    across="metric",
                )
            ],
        )
        for title, correlation in (
            ("Kendall's tau of the systems' means", "tau"),
            ("tau_ap, mean of both directions", "tau_ap"),
        )
    ]
    facts = [
        f"{len(findings.systems)} systems on {len(findings.topics)} topics; discriminative power at alpha "
        f"{findings.alpha:g}, {findings.rounds:,} draws, seed {findings.seed}"
    ]
    outputs = len(findings.systems) * len(findings.topics)
    facts += [
        f"{metric.display}: undefined on {metric.undefined:,} of {outputs:,} outputs, which count 0 here"
        for metric in findings.metrics
        if metric.undefined
    ]
    facts += [
        f"{metric.display}: all systems score alike on {metric.alike} of {counted(len(findings.topics), 'topic')}, "
        "which robustness leaves out"
        for metric in findings.metrics
        if metric.alike
    ]
    head = [Facts([findings.read_as])] * bool(findings.read_as)
    return Page(
        title="",
        sections=[Section("", [*head, metrics, Facts(facts)]), *(squares if findings.pairs else [])],
        schema=SCHEMA,
        data=lambda: _data(findings),
        records=lambda: _records(findings),
    )


def _data(findings: MetricAgreement) -> dict[str, Any]:
    return {
        **({"read_as": findings.read_as} if findings.read_as else {}),
        "systems": len(findings.systems),
        "topics": len(findings.topics),
        "settings": {"alpha": findings.alpha, "rounds": findings.rounds, "seed": findings.seed},
        "metrics": [
            {
                "metric": metric.metric,
                "strictness": metric.strictness,
                "robustness": metric.robustness,
                "discriminative_power": metric.discriminative,
                "least_strict": None
                if metric.against is None
                else dict(zip(("metric", "system", "topic"), metric.against, strict=True)),
                "undefined": metric.undefined,
                "alike": metric.alike,
                "means": dict(zip(findings.systems, metric.means, strict=True)),
            }
            for metric in findings.metrics
        ],
        "pairs": [{"metrics": list(pair.metrics), "tau": pair.tau, "tau_ap": pair.tau_ap} for pair in findings.pairs],
        "remarks": list(findings.remarks),
    }


def _records(findings: MetricAgreement) -> Table:
    alone = [
        (metric.metric, "", name, value)
        for metric in findings.metrics
        for name, value in (
            ("strictness", metric.strictness),
            ("robustness", metric.robustness),
            ("discriminative power", metric.discriminative),
        )
    ]
    together = [
        (*pair.metrics, name, value)
        for pair in findings.pairs
        for name, value in (("tau", pair.tau), ("tau_ap", pair.tau_ap))
    ]
    return Table.records(("metric", "other", "what", "value"), [*alone, *together])
