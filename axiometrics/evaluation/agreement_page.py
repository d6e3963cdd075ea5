"""The page of `metric_agreement`: what a set of systems says about the metrics."""

from __future__ import annotations

from typing import Any

from axiometrics.core.page import Column, Facts, Page, Section, Table, page_of
from axiometrics.evaluation.metric_agreement import MetricAgreement
from axiometrics.evaluation.scores import counted

SCHEMA = "axiometrics/meta/1"
DIGITS = 4


@page_of.register
def agreement_page(found: MetricAgreement) -> Page:
    """Return the page: a table of the metrics, and tables that say how similarly each two metrics order the systems."""
    names = [one.display for one in found.metrics]
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
                one.display,
                one.strictness,
                one.robustness,
                one.discriminative,
                None if one.against is None else "{} on {}, topic {}".format(*one.against),
            )
            for one in found.metrics
        ],
    )
    squares = [
        Section(
            title,
            [
                Table(
                    (Column("metric"), *(Column(name, "right", DIGITS) for name in names)),
                    [(name, *row) for name, row in zip(names, found.square(what), strict=True)],
                    across="metric",
                )
            ],
        )
        for title, what in (
            ("Kendall's tau of the systems' means", "tau"),
            ("tau_ap, mean of both directions", "tau_ap"),
        )
    ]
    facts = [
        f"{len(found.systems)} systems on {len(found.topics)} topics; discriminative power at alpha {found.alpha:g}, "
        f"{found.rounds:,} draws, seed {found.seed}"
    ]
    outputs = len(found.systems) * len(found.topics)
    facts += [
        f"{one.display}: undefined on {one.undefined:,} of {outputs:,} outputs, which count 0 here"
        for one in found.metrics
        if one.undefined
    ]
    facts += [
        f"{one.display}: all systems score alike on {one.alike} of {counted(len(found.topics), 'topic')}, which "
        "robustness leaves out"
        for one in found.metrics
        if one.alike
    ]
    head = [Facts([found.read_as])] * bool(found.read_as)
    return Page(
        title="",
        sections=[Section("", [*head, metrics, Facts(facts)]), *(squares if found.pairs else [])],
        schema=SCHEMA,
        data=lambda: _data(found),
        records=lambda: _records(found),
    )


def _data(found: MetricAgreement) -> dict[str, Any]:
    return {
        **({"read_as": found.read_as} if found.read_as else {}),
        "systems": len(found.systems),
        "topics": len(found.topics),
        "settings": {"alpha": found.alpha, "rounds": found.rounds, "seed": found.seed},
        "metrics": [
            {
                "metric": one.metric,
                "strictness": one.strictness,
                "robustness": one.robustness,
                "discriminative_power": one.discriminative,
                "least_strict": None
                if one.against is None
                else dict(zip(("metric", "system", "topic"), one.against, strict=True)),
                "undefined": one.undefined,
                "alike": one.alike,
                "means": dict(zip(found.systems, one.means, strict=True)),
            }
            for one in found.metrics
        ],
        "pairs": [{"metrics": list(one.metrics), "tau": one.tau, "tau_ap": one.tau_ap} for one in found.pairs],
        "remarks": list(found.remarks),
    }


def _records(found: MetricAgreement) -> Table:
    alone = [
        (one.metric, "", what, value)
        for one in found.metrics
        for what, value in (
            ("strictness", one.strictness),
            ("robustness", one.robustness),
            ("discriminative power", one.discriminative),
        )
    ]
    together = [
        (*one.metrics, what, value) for one in found.pairs for what, value in (("tau", one.tau), ("tau_ap", one.tau_ap))
    ]
    return Table.records(("metric", "other", "what", "value"), [*alone, *together])
