"""The impact of constraints on real outputs as a page: a section for each constraint, with the worst cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from axiometrics import __version__
from axiometrics.comparison.impact.document import (
    EditCase,
    ImpactDocument,
    ImpactEntry,
    ImpactSettings,
    LeftOutEntry,
    ReasonEntry,
    UnusedEntry,
    WorstEdit,
)
from axiometrics.comparison.impact.excerpt import excerpt
from axiometrics.comparison.impact.measurement import CONFIDENCE, Impact, ImpactRow, RealCase
from axiometrics.core.cell import values_drawing
from axiometrics.core.documents import written
from axiometrics.core.edits import ON_DATA
from axiometrics.core.page import Cell, Column, Facts, Page, Part, Section, Table, page_of
from axiometrics.core.task import task as task_of
from axiometrics.evaluation.scores import counted

SCHEMA: Final = "axiometrics/impact/1"

DRAWN = 3
"""The number of cases of a constraint that are drawn; further cases are described in words."""

MANY = 10**9
"""The number of edits from which only the power of ten is shown."""

COLUMNS = (
    Column("metric"),
    Column("edits\nmade", "right"),
    Column("not\nrewarded", "right"),
    Column("of these\ntied", "right"),
    Column("share", "right", 4),
    Column("from", "right", 4),
    Column("to", "right", 4),
)


@page_of.register
def page(impact: Impact) -> Page:
    """The page of an impact."""
    sections = [Section("", [Facts([impact.read_as])])] * bool(impact.read_as) + [
        Section(rows[0].constraint.title, list(_parts(rows)))
        for rows in (list(rows) for _, rows in groupby(impact.rows, lambda row: row.constraint.name))
    ]
    if impact.compared is not None and impact.complete:
        sections.append(Section("Why the two metrics differ", list(_reason(impact.compared, impact.why))))
    if impact.left_out:
        sections.append(Section("Left out: their edits cannot be made here", [Facts(list(impact.left_out.items()))]))
    if impact.unused:
        sections.append(Section("Metrics without a row", [Facts(list(impact.unused.items()))]))
    if impact.remarks:
        sections.append(Section("Remarks on the data", [Facts(list(impact.remarks))]))
    if not impact.complete:
        sections.append(
            Section(
                "", [Facts([f"incomplete: it was stopped before these were finished: {', '.join(impact.missing)}"])]
            )
        )
    return Page(
        title="",
        sections=sections,
        schema=SCHEMA,
        data=lambda: impact_json(impact),
        records=lambda: Table.records(
            ("metric", "constraint", "reading", "edits", "violated", "tied", "share", "low", "high"),
            [
                (row.metric, row.constraint.name, ON_DATA, row.edits, row.violated, row.tied, row.share, *_ends(row))
                for row in impact.rows
            ],
        ),
    )


def _ends(row: ImpactRow) -> tuple[float | None, float | None]:
    return row.interval or (None, None)


def _parts(rows: Sequence[ImpactRow]) -> Iterator[Part]:
    constraint = rows[0].constraint
    assert constraint.edits is not None
    yield Facts([("edit", constraint.edits.statement), ("places", _places(rows))])
    if not any(row.made for row in rows):
        return
    yield Table(
        COLUMNS,
        [(row.display, row.edits, row.violated, row.tied, row.share, *_ends(row)) for row in rows],
    )
    yield from _notes(rows)
    cases: dict[tuple[str, str | None, str], list[ImpactRow]] = {}
    for row in rows:
        if row.worst is not None:
            cases.setdefault((row.worst.system, row.worst.topic, row.worst.number), []).append(row)
    for k, alike in enumerate(cases.values()):
        yield Facts(
            list(_worst_facts(alike)),
            f"Where {' and '.join(row.display for row in alike)} go{'es' * (len(alike) == 1)} most wrong",
        )
        assert alike[0].worst is not None
        if k < DRAWN:
            yield from _drawing(constraint.task, alike[0].worst)


def _places(rows: Sequence[ImpactRow]) -> str:
    """The number of edits that there are, and of those that were made, in words."""
    words = {judged: _made([row for row in rows if row.judged == judged]) for judged in {row.judged for row in rows}}
    if len(set(words.values())) == 1:
        return next(iter(words.values()))
    return f"{words[False]}; of metrics that look at judged documents only, or need all judged: {words[True]}"


def _made(rows: Sequence[ImpactRow]) -> str:
    places, made = rows[0].places, max(row.made for row in rows)
    how = "all of them made" if made == places else f"{made:,} of them made, drawn at random, each as likely"
    number = f"{places:,}" if places < MANY else f"about 10^{len(str(places)) - 1}"
    return f"{number} in these outputs, {how}" if places else "none in these outputs"


def _notes(rows: Sequence[ImpactRow]) -> Iterator[Facts]:
    notes = [
        f"{row.display}: "
        + " and ".join(
            filter(
                None,
                [
                    f"no value on {counted(row.undefined, 'edit')}" * bool(row.undefined),
                    f"the sign of {counted(row.undecided, 'edit')} could not be decided" * bool(row.undecided),
                ],
            )
        )
        for row in rows
        if row.undefined or row.undecided
    ]
    decided = [row for row in rows if row.edits]
    if any(row.made < row.places for row in decided):
        notes.append(f"from, to: the {CONFIDENCE:.0%} interval of Clopper and Pearson for the share of all edits")
    if any(row.share is None for row in rows if row.made):
        notes.append("share: - where no edit was decided, or fewer than could not be decided")
    if any(row.undecided for row in decided):
        notes.append("from, to: edits that could not be decided are taken as rewarded, and as not rewarded")
    if notes:
        yield Facts(notes)


def _worst_facts(rows: Sequence[ImpactRow]) -> Iterator[tuple[str, str]]:
    worst = rows[0].worst
    assert worst is not None
    topic = "" if worst.topic is None else f", topic {worst.topic}"
    yield "where", f"{worst.system}{topic} ({task_of(rows[0].constraint.task).items(worst.case.documents)})"
    yield "edit", worst.case.edit
    for row in rows:
        assert row.worst is not None
        scores = ", ".join(f"{role} {score:.6g}" for role, score in row.worst.scores.items())
        yield "scores", f"{row.display}: {scores}; {row.worst.relation}"


def _drawing(task: str, worst: RealCase) -> Iterator[Part]:
    part = excerpt(worst.case)
    if part is None:
        return
    if part is not worst.case:
        yield "An excerpt; documents and ranks that the edit does not concern are left out."
    yield values_drawing(task, part)


def _reason(compared: Mapping[str, str], why: ReasonEntry | None) -> Iterator[Part]:
    if why is None:
        yield "The two metrics order no two of these systems differently."
        return
    displays = [compared[metric] for metric in why.metrics]
    (left, right), (first, second) = displays, why.systems
    more = f" (one of {why.pairs} pairs of systems that they order differently)" if why.pairs > 1 else ""
    yield f"{left} scores {first} above {second}, and {right} scores {second} above {first}{more}."
    yield Table(
        (Column("metric"), *(Column(system, "right", 4) for system in why.systems)),
        [(display, *scores) for display, scores in zip(displays, why.scores, strict=True)],
    )
    yield from _way(displays, why)
    decided = [contrast for contrast in why.contrasts if contrast.edits]
    if decided:
        most = decided[0]
        if most.one_only:
            yield (
                f"Of the edits that can be made in these two outputs, the two metrics judge those of "
                f"{most.constraint} most differently: exactly one of them goes wrong in {most.share:.1%}."
            )
        else:
            yield "No edit that was made in these two outputs tells the metrics apart."
        yield Table(
            (
                Column("constraint"),
                Column("edits", "right"),
                *(Column(f"not rewarded by\n{display}", "right", 4) for display in displays),
                Column("wrong by\none only", "right", 4),
            ),
            [
                (
                    contrast.constraint,
                    contrast.edits,
                    *(count / contrast.edits for count in contrast.violated),
                    contrast.share,
                )
                for contrast in decided
            ],
        )


def _way(displays: Sequence[str], why: ReasonEntry) -> Iterator[Part]:
    """The steps from one clustering to the other, and the effect of each constraint's edits on the value of each
    metric.
    """
    if not why.steps:
        return
    (left, right), (first, second) = displays, why.systems
    worth = {
        constraint: [sum(step.worth[k] for step in why.steps if step.constraint == constraint) for k in range(2)]
        for constraint in dict.fromkeys(step.constraint for step in why.steps)
    }
    worths = "; ".join(
        f"those of {constraint} are worth {on_one:+.4f} to {left} and {on_other:+.4f} to {right}"
        for constraint, (on_one, on_other) in worth.items()
    )
    steps: list[list[Cell]] = [[step.words, step.constraint, *step.worth] for step in why.steps]
    yield f"Edits of constraints lead from {second} to {first}: {worths}. Step by step:"
    yield Table(
        (Column("step"), Column("constraint"), *(Column(display, "right", 4) for display in displays)),
        [*steps, ["together", "", *(sum(step.worth[k] for step in why.steps) for k in range(2))]],
        keys=2,
    )


def impact_json(impact: Impact) -> dict[str, Any]:
    """The impact as JSON."""
    return written(
        ImpactDocument(
            SCHEMA,
            __version__,
            ImpactSettings(impact.most, impact.seed, CONFIDENCE),
            list(impact.systems),
            impact.complete,
            [_entry(row) for row in impact.rows],
            msgspec.UNSET if impact.complete else list(impact.missing),
            msgspec.UNSET if impact.compared is None else impact.why,
            [LeftOutEntry(*entry) for entry in impact.left_out.items()] or msgspec.UNSET,
            [UnusedEntry(*entry) for entry in impact.unused.items()] or msgspec.UNSET,
            list(impact.remarks) or msgspec.UNSET,
            impact.read_as or msgspec.UNSET,
        )
    )


def _entry(row: ImpactRow) -> ImpactEntry:
    low, high = _ends(row)
    return ImpactEntry(
        row.metric,
        row.constraint.task,
        row.constraint.id,
        ON_DATA,
        str(row.places),
        row.edits,
        row.violated,
        row.tied,
        row.undefined,
        row.undecided,
        row.whole,
        row.share,
        low,
        high,
        None if row.worst is None else _worst(row.worst),
    )


def _worst(worst: RealCase) -> WorstEdit:
    part = excerpt(worst.case)
    return WorstEdit(
        worst.system,
        worst.topic,
        worst.number,
        worst.case.edit,
        worst.relation,  # type: ignore[arg-type]
        worst.case.documents,
        dict(worst.scores),
        part is worst.case,
        None
        if part is None
        else EditCase(part.gold.to_json(), {role: output.to_json() for role, output in part.outputs.items()}),
    )
