"""A cell explained: what is demanded, what was found and on what evidence, the case drawn, and a line of Python that
shows it again.
"""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from axiometrics.core.cell import Cell, drawn, drawn_values
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.decimals import WIDTH, equation
from axiometrics.core.evidence import Erroneous, Proven, Refuted, Scan, Undetermined
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.core.vocabulary import vocabulary_of
from axiometrics.generators.duels import FIRST, SECOND
from axiometrics.reports.parts import remarks
from axiometrics.reports.parts.tables import otherwise
from axiometrics.reports.parts.words import evidence, many, notes, verdict
from axiometrics.search import Judge, MetricFailedError
from axiometrics.verification.proofs import lemmas

DRAWN = 8
"""The greatest n whose duel is drawn rank by rank."""


def explain_cell(
    cell: Cell,
    constraint: Constraint,
    metric_display: str,
    judge: Judge | None = None,
    calling: Mapping[str, str] | None = None,
) -> str:
    """Everything there is to say of one cell, in lines of text.

    Parameters
    ----------
    metric_display : the metric in the field's notation
    judge : what scores the runs of a threshold; needed for a metric that is none of ours
    calling : keywords (`task`, `signature`) without which the metric cannot be called
    """
    parts = [_head(cell, constraint, metric_display)]
    if cell.counterexample is not None:
        parts.append(drawn(cell.task, cell.counterexample.data, constraint.reading(cell.reading).demand))
    elif cell.scan is not None:
        parts += list(_duels(cell, cell.scan, constraint, judge or _own_judge(cell)))
    else:
        parts += list(_input(cell))
    if isinstance(cell.evidence, Refuted) and cell.evidence.calls:
        parts.append(_calls(cell.evidence))
    if isinstance(cell.evidence, Proven) and cell.evidence.proof:
        parts.append(_argument(cell.evidence.proof, constraint, constraint.reading(cell.reading)))
    return (
        "\n\n".join(
            [*parts, _labelled("again", f"import axiometrics as ax; {_again(cell, calling or {})}", wrap=False)]
        )
        + "\n"
    )


def _own_judge(cell: Cell) -> Judge | None:
    from axiometrics import registry
    from axiometrics.search import ExactJudge

    return ExactJudge(registry.metric(cell.metric)) if registry.is_metric(cell.metric) else None


# --- in words


def _head(cell: Cell, constraint: Constraint, metric_display: str) -> str:
    reading = constraint.reading(cell.reading)
    lines = [
        f"{metric_display} / {constraint.title}, reading {cell.reading}: {verdict(cell)}",
        "",
        _labelled("demanded", constraint.statement),
        _labelled("reading", reading.statement),
        *([_labelled("for", reading.whom)] if reading.whom else []),
        _labelled("source", constraint.source),
        _labelled("evidence", evidence(cell, constraint)),
    ]
    lines += [_labelled("note", note) for note in notes(cell)]
    others = [other.name for other in constraint.readings if other.name != cell.reading]
    if cell.differs:
        lines.append(_labelled("readings", otherwise(cell, cell.differs, cell.task, "violated")))
    elif others and cell.verdict is not None:
        lines.append(_labelled("readings", f"{', '.join(others)}: no other verdict"))
    return "\n".join([*lines, *_regions(cell, constraint)])


def _regions(cell: Cell, constraint: Constraint) -> Iterator[str]:
    """By each parameter, for which values the constraint is known to hold, and the command that shows why."""
    from axiometrics import registry

    first = cell.reading == constraint.readings[0].name
    for known in cell.regions:
        metric = registry.metric(cell.metric)
        others = [value for name, value in metric.values.items() if name != known.param and value is not None]
        fixed = ", the other parameters as they are" if others else ""
        name = metric.base if registry.metric(metric.base).id == metric.id else shlex.quote(metric.id)
        yield _labelled("region", f"holds for {known.holds}{fixed}")
        yield _labelled(
            "",
            (f"axiometrics region {name} {constraint.id} {known.param}{'' if first else f' --reading {cell.reading}'}"),
            wrap=False,
        )


def _labelled(label: str, text: str, wrap: bool = True) -> str:
    first = f"{label:<10}"
    return (
        textwrap.fill(first + text, WIDTH, subsequent_indent=" " * 10, break_long_words=False, break_on_hyphens=False)
        if wrap
        else first + text
    )


# --- in pictures


def _argument(proof: Mapping[str, Any], constraint: Constraint, reading: Reading) -> str:
    """The proof: what its symbols are, what is known of them and on what that rests, its steps, and the lemmas."""
    vocabulary = vocabulary_of(constraint)
    means = {name: vocabulary.quantities[name].means for name in proof["symbols"]} if vocabulary else {}
    marks = {fact.text: fact.mark for fact in vocabulary.facts_of(reading.name)} if vocabulary else {}
    trusted = lemmas(proof, constraint, reading) if vocabulary else []
    lines = [
        *(_labelled("where" if i == 0 else "", f"{name} = {text}") for i, (name, text) in enumerate(means.items())),
        *(
            _labelled("known" if i == 0 else "", f"{fact}   ({marks[fact]})" if fact in marks else fact)
            for i, fact in enumerate(proof["facts"])
        ),
        *(_labelled("named" if i == 0 else "", f"{name} = {term}") for i, (name, term) in enumerate(proof["define"])),
        _labelled("excess", proof["excess"]),
        *(
            _labelled("shown" if i == 0 else "", f"{step['claim']}   ({step['rule']})")
            for i, step in enumerate(proof["steps"])
        ),
        *(_labelled("on trust" if i == 0 else "", lemma) for i, lemma in enumerate(trusted)),
    ]
    return "\n".join(lines)


def _duels(cell: Cell, scan: Scan, constraint: Constraint, judge: Judge | None) -> Iterator[str]:
    """The runs A_n and B_n at the n that decide, with their scores."""
    duels = constraint.reading(cell.reading).duels
    for n in _deciding(scan, constraint):
        case = duels.case(n, bool(judge and judge.closed))
        runs = dict(zip((FIRST, SECOND), duels.runs(n), strict=True))
        words = [
            (
                f"n = {n}: A_n = {_notation(runs[FIRST])}, B_n = {_notation(runs[SECOND])}, "
                f"{many(duels.relevant(n), 'relevant document')}"
            )
        ]
        if n <= DRAWN:
            words += [task(constraint.task).draw(case.gold, {"A_n": case.outputs[FIRST], "B_n": case.outputs[SECOND]})]
        if judge is not None:
            try:
                decision = judge.decide(case, duels.demand)
            except MetricFailedError as failure:
                yield "\n\n".join([*words, f"found:    asked again, the metric {failure}"])
                continue
            found = {None: "undecided", 1: "A_n wins", 0: "tied", -1: "B_n wins"}[decision.sign]
            scores = [
                equation(f"score({name})", judge.show(score), score)
                for name, score in zip(("A_n", "B_n"), decision.scores.values(), strict=True)
            ]
            words += ["\n".join([*scores, f"found:    {found}"])]
        yield "\n\n".join(words)


def _calls(found: Refuted) -> str:
    """The calls as they were written, of a metric that breaks an invariance."""
    lines = [
        _labelled("written" if i == 0 else "", f"{role}: {remarks.call(arguments)}")
        for i, (role, arguments) in enumerate(found.calls.items())
    ]
    order = [_labelled("", f"documents in the order listed: {' '.join(found.order)}")] if found.order else []
    return "\n".join([*lines, *order])


def _deciding(scan: Scan, constraint: Constraint) -> list[int]:
    last = scan.scanned
    if constraint.quantifier is Quantifier.EVENTUALLY:
        return [n for n in (scan.n0 - 1, scan.n0) if n >= 2] if scan.n0 else [last]
    return scan.n[:1] or [2, *([last] if last > 2 else [])]


def _notation(run: Sequence[int]) -> str:
    """A run as the paper writes it, e.g. `1 0^7`."""
    runs = [(grade, len(list(group))) for grade, group in groupby(run)]
    return " ".join(f"{grade}^{length}" if length > 1 else str(grade) for grade, length in runs)


def _input(cell: Cell) -> Iterator[str]:
    """The case on which a metric failed, or the smallest that could not be decided."""
    found = cell.evidence
    data = found.input if isinstance(found, Erroneous) else found.first if isinstance(found, Undetermined) else None
    if data and "gold" in data:
        outputs = data.get("outputs") or {"output": data["output"]}
        yield drawn_values(cell.task, task(cell.task).case({**data, "outputs": outputs}))


# --- in Python


def _is_plain(cell: Cell) -> bool:
    """Whether the outputs of the counterexample are scored one by one, against one gold, as the metric is."""
    data = cell.counterexample.data if cell.counterexample else {}
    several = any(isinstance(output, list) for output in data.get("outputs", {}).values())
    return not (several or "golds" in data or "parameters" in data)


def _again(cell: Cell, calling: Mapping[str, str]) -> str:
    """One line that scores the case again, or runs the search again."""
    more = "".join(f", {key}={value!r}" for key, value in calling.items())
    if cell.counterexample is None or not _is_plain(cell):
        asked = (
            f"metrics=[{cell.metric!r}], constraints=['{cell.task}:{cell.constraint}'], reading={cell.reading!r}{more}"
        )
        return f"print(ax.matrix({asked}).cells[0])"
    if isinstance(cell.evidence, Refuted) and cell.evidence.calls:
        calls = ", ".join(repr(arguments) for arguments in cell.evidence.calls.values())
        return f"print([ax.call({cell.metric!r}, a{more}) for a in ({calls})])"
    of = task(cell.task)
    case = of.case(cell.counterexample.data)
    if cell.evidence.reduction:
        metric = f"__import__('axiometrics.registry').registry.metric({cell.metric!r}).reduced({cell.task!r})"
        outputs = ", ".join(repr(str(output)) for output in case.outputs.values())
        values = f"[m.exact(t.output.parse(s), t.gold.parse({str(case.gold)!r})) for s in ({outputs})]"
        return f"t, m = ax.task({cell.task!r}), {metric}; print({values})"
    read = "ax.Organization" if of.output is Organization else f"ax.task({of.name!r}).output"
    gold = f"{'ax.Organization' if of.gold is Organization else f'ax.task({of.name!r}).gold'}.parse({str(case.gold)!r})"
    outputs = ", ".join(repr(str(output)) for output in case.outputs.values())
    exact = ", exact=True" if cell.evidence.exact else ""
    return (
        f"print([ax.score(gold={gold}, system={read}.parse(s), "
        f"metrics=[{cell.metric!r}]{exact}{more}) for s in ({outputs})])"
    )
