"""The explanation of a cell: the demand, the verdict and its evidence, the case drawn, and a line of Python that shows
the case again.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from axiometrics import registry
from axiometrics.core.cell import Cell, case_drawing, drawn_values
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.decimals import equations
from axiometrics.core.evidence import Erroneous, Proven, Refuted, Scan, Undetermined
from axiometrics.core.matrix import Matrix
from axiometrics.core.organization import Organization
from axiometrics.core.page import CaseDrawing, Drawing, Fact, Facts, Page, Part, Section, Table
from axiometrics.core.task import task
from axiometrics.generators.duels import FIRST, SECOND
from axiometrics.possibility.severity import with_severities
from axiometrics.reports.parts import remarks
from axiometrics.reports.parts.proofs import ProofView, proof_view
from axiometrics.reports.parts.tables import otherwise
from axiometrics.reports.parts.words import evidence, many, notes, severity, verdict
from axiometrics.running.candidate import Candidate
from axiometrics.search import Judge, MetricFailedError

MOST_CALLS = 6
"""The most calls of one role that are shown."""

SEVERE = 60.0
"""The seconds within which the severities of violations are computed. One takes about a second."""

MARGIN = 10
"""The characters that plain text reserves for labels."""

DRAWN = 8
"""The greatest n whose duel is drawn rank by rank."""


def explanation(
    cell: Cell,
    constraint: Constraint,
    metric_display: str,
    judge: Judge | None = None,
    calling: Mapping[str, str] | None = None,
    again: str = "",
    candidate: Candidate | None = None,
) -> Section:
    """The section that explains one cell.

    Parameters
    ----------
    metric_display : the metric in the field's notation
    judge : scores the runs of a threshold; needed for a metric of the user
    calling : the keywords (`task`, `form`, `order`) without which the metric cannot be called
    again : a text that says how to repeat the check, where no line of Python can name the metric
    candidate : the metric, where it is a metric of the user; the section then shows its call, and the calls of a case
    """
    called = "" if candidate is None else str(candidate.about.get("called", ""))
    parts: list[Part] = [Facts(list(_head(cell, constraint, called)), margin=MARGIN)]
    if candidate is not None and candidate.written is not None and cell.counterexample is not None:
        parts.append(Facts(list(_passed(cell, candidate.written)), "The case, as it is passed:", margin=MARGIN))
    if cell.counterexample is not None:
        demand = constraint.reading(cell.reading).demand
        parts.append(case_drawing(cell.task, cell.counterexample.data, demand))
    elif cell.scan is not None:
        parts += _duels(cell, cell.scan, constraint, judge or _own_judge(cell))
    else:
        parts += (Drawing(text, flows=True) for text in _input(cell))
    if isinstance(cell.evidence, Refuted) and cell.evidence.calls:
        parts.append(_calls(cell.evidence))
    if isinstance(cell.evidence, Proven) and cell.evidence.proof:
        parts.append(_argument(cell.evidence.proof, constraint, constraint.reading(cell.reading)))
    code = f"import axiometrics as ax; {_again(cell, calling or {})}"
    parts += [again] if again else ["The same again:", Drawing(code)]
    return Section(
        f"{metric_display} / {constraint.title}{_unless_first(cell, constraint)}: {verdict(cell)}",
        parts,
    )


def _unless_first(cell: Cell, constraint: Constraint) -> str:
    """The name of the reading, unless it is the first one of the constraint."""
    return "" if cell.reading == constraint.readings[0].name else f", reading {cell.reading}"


def explanation_page(
    matrix: Matrix,
    constraint: Constraint,
    metric_display: str,
    judge: Judge | None = None,
    calling: Mapping[str, str] | None = None,
    candidate: Candidate | None = None,
) -> Page:
    """The page that explains the cells of a matrix, all of one metric and one constraint. Violations have their
    severity. The document of the page is that of the matrix.
    """
    explained = matrix if judge is None else with_severities(matrix, lambda _: judge, SEVERE)
    sections = [explanation(cell, constraint, metric_display, judge, calling, "", candidate) for cell in explained]
    alone = explained.page()
    return Page("", sections, alone.schema, alone.data, alone.records)


def cell_page(cell: Cell) -> Page:
    """The page that explains one cell, as Python shows it. Where the constraint or the reading is not declared here,
    the page shows only the fields of the cell.
    """
    from axiometrics import registry

    declared = registry.constraints_by_name().get(f"{cell.task}:{cell.constraint}")
    is_declared = declared is not None and any(reading.name == cell.reading for reading in declared.readings)
    if declared is None or not is_declared:
        said = [f"{name}: {value}" for name, value in zip(cell.COLUMNS, cell.row(), strict=True) if value is not None]
        section = Section("", [Facts([*said, *([cell.message] if cell.message else [])])])
    else:
        display = (
            registry.judged_metric(cell.metric, cell.task).display if registry.is_metric(cell.metric) else cell.metric
        )
        section = explanation(cell, declared, display)
    return Page("", [section], "", cell.to_json, lambda: Table.records(cell.COLUMNS, [cell.row()]))


def _own_judge(cell: Cell) -> Judge | None:
    from axiometrics import registry
    from axiometrics.judging import ExactJudge

    return ExactJudge(registry.judged_metric(cell.metric, cell.task)) if registry.is_metric(cell.metric) else None


# --- in words


def _head(cell: Cell, constraint: Constraint, called: str) -> Iterator[Fact]:
    reading = constraint.reading(cell.reading)
    yield "demanded", constraint.statement
    yield "reading", reading.statement
    if reading.whom:
        yield "for", reading.whom
    yield "source", constraint.source
    yield "evidence", evidence(cell, constraint)
    if isinstance(cell.evidence, Refuted) and cell.evidence.severity:
        yield "severity", severity(cell, cell.evidence.severity)
    if called:
        yield "called", called
    yield from (("note", note) for note in notes(cell))
    others = [reading.name for reading in constraint.readings if reading.name != cell.reading]
    if cell.differs:
        yield "readings", otherwise(cell, cell.differs, cell.task)
    elif others and cell.verdict is not None:
        yield "readings", f"the verdict under {', '.join(others)} is not different"
    yield from _regions(cell, constraint)


def _regions(cell: Cell, constraint: Constraint) -> Iterator[Fact]:
    """For each parameter, the values for which the constraint is satisfied, and the command that shows the reason."""
    from axiometrics import registry

    first = cell.reading == constraint.readings[0].name
    for region in cell.regions:
        metric = registry.judged_metric(cell.metric, cell.task)
        others = [p.name for p in metric.parameters if p.is_number and p.name != region.param]
        others = [name for name in others if metric.values[name] is not None]
        fixed = ", the other parameters as they are" if others else ""
        name = metric.base if registry.judged_metric(metric.base, cell.task).id == metric.id else shlex.quote(metric.id)
        command = f"axiometrics region {name} {constraint.id} {region.param}"
        yield "region", f"satisfied for {region.holds}{fixed}\n{command}{'' if first else f' --reading {cell.reading}'}"


# --- in pictures


def _argument(proof: Mapping[str, Any], constraint: Constraint, reading: Reading) -> Facts:
    """The proof: the meaning of its symbols, the facts with their marks, its steps, and the lemmas that are taken on
    trust.
    """
    first = proof_view(proof, constraint, reading)
    lines = [pair for view in (first, *first.others) for pair in _shown(view)]
    return Facts([*lines, *([("on trust", "\n".join(first.trusted))] if first.trusted else [])], margin=MARGIN)


def _shown(view: ProofView) -> Iterator[Fact]:
    listed = {
        "about": [view.demand] if view.demand else [],
        "by": view.shown,
        "where": [f"{name} = {text}" for name, text in view.symbols],
        "known": [f"{fact}   ({mark})" if mark else fact for fact, mark in view.facts],
        "named": [f"{name} = {term}" for name, term in view.named],
        "excess": [view.excess],
        "shown": [f"{claim}   ({rule})" for claim, rule in view.steps],
    }
    yield from ((label, "\n".join(lines)) for label, lines in listed.items() if lines)


def _duels(cell: Cell, scan: Scan, constraint: Constraint, judge: Judge | None) -> Iterator[Part]:
    """The runs A_n and B_n at the n that decide, with their scores."""
    duels = constraint.reading(cell.reading).duels
    for n in _deciding(scan, constraint):
        case = duels.case(n, bool(judge and judge.closed))
        runs = dict(zip((FIRST, SECOND), duels.runs(n), strict=True))
        yield (
            f"n = {n}: A_n = {_notation(runs[FIRST])}, B_n = {_notation(runs[SECOND])}, "
            f"{many(duels.relevant(n), 'relevant document')}"
        )
        if n <= DRAWN:
            outputs = {"A_n": case.outputs[FIRST], "B_n": case.outputs[SECOND]}
            yield CaseDrawing(task(constraint.task).draw(case.gold, outputs), case=replace(case, outputs=outputs))
        if judge is not None:
            try:
                decision = judge.decide(case, duels.demand)
            except MetricFailedError as failure:
                yield f"found:    asked again, the metric {failure}"
                continue
            outcome = {None: "undecided", 1: "A_n wins", 0: "tied", -1: "B_n wins"}[decision.sign]
            numbers = dict(zip(("score(A_n)", "score(B_n)"), decision.scores.values(), strict=True))
            scores = equations({name: judge.show(score) for name, score in numbers.items()}, numbers)
            yield Drawing("\n".join([*scores, f"found:    {outcome}"]), flows=True)


def _passed(cell: Cell, written: Callable[[Any, Any], str]) -> Iterator[Fact]:
    """The calls that gave the scores of a counterexample, as people write them."""
    assert cell.counterexample is not None
    case = task(cell.task).case(cell.counterexample.data)
    for role in case.outputs:
        yield role, "\n".join(written(call.output, call.gold) for call in case.calls(role)[:MOST_CALLS])


def _calls(refuted: Refuted) -> Facts:
    """The calls of a metric that breaks an invariance, in the way in which they were written."""
    lines = [line for role, calls in refuted.calls.items() for line in _written(role, calls)]
    order = [f"names in the order listed: {' '.join(refuted.order)}"] if refuted.order else []
    return Facts([("written", "\n".join([*lines, *order]))], margin=MARGIN)


def _written(role: str, calls: Any) -> Iterator[str]:
    """A line for the call of a role, or for the first of its calls where it has several outputs or golds."""
    if not _are_several(calls):
        yield f"{role}: {remarks.call(calls)}"
        return
    for number, call in enumerate(calls[:MOST_CALLS], 1):
        order = f" (names in the order listed: {' '.join(call['order'])})" if call["order"] else ""
        yield f"{role} {number}: {remarks.call(call['arguments'])}{order}"
    if len(calls) > MOST_CALLS:
        yield f"{role}: and {len(calls) - MOST_CALLS} more calls"


def _arguments(calls: Any) -> list[Any]:
    """The arguments of the calls of a role."""
    return [call["arguments"] for call in calls] if _are_several(calls) else [calls]


def _are_several(calls: Any) -> bool:
    """Whether these are the calls of several outputs or golds, and not the arguments of one."""
    return bool(calls) and all(isinstance(call, dict) and call.keys() == {"arguments", "order"} for call in calls)


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
    """The case on which a metric failed, or the smallest case that could not be decided."""
    evidence = cell.evidence
    failed = evidence.input if isinstance(evidence, Erroneous) else None
    data = evidence.first if isinstance(evidence, Undetermined) else failed
    if data and "gold" in data:
        outputs = data.get("outputs") or {"output": data["output"]}
        yield drawn_values(cell.task, task(cell.task).case({**data, "outputs": outputs}))


# --- in Python


def _is_plain(cell: Cell) -> bool:
    """Whether the outputs of the counterexample are scored one by one, against one gold."""
    data = cell.counterexample.data if cell.counterexample else {}
    several = any(isinstance(output, list) for output in data.get("outputs", {}).values())
    return not (several or "golds" in data or "parameters" in data)


def _again(cell: Cell, calling: Mapping[str, str]) -> str:
    """A line of Python that scores the case again, or repeats the search."""
    more = "".join(f", {key}={value!r}" for key, value in calling.items())
    if cell.counterexample is None or not _is_plain(cell):
        arguments = (
            f"metrics=[{cell.metric!r}], constraints=['{cell.task}:{cell.constraint}'], reading={cell.reading!r}{more}"
        )
        return f"print(ax.matrix({arguments}).cells[0])"
    if isinstance(cell.evidence, Refuted) and cell.evidence.calls:
        calls = ", ".join(
            repr(arguments) for said in cell.evidence.calls.values() for arguments in _arguments(said)[:MOST_CALLS]
        )
        return f"print([ax.call({cell.metric!r}, a{more}) for a in ({calls})])"
    of = task(cell.task)
    case = of.case(cell.counterexample.data)
    if cell.evidence.reduction:
        judged = f"__import__('axiometrics.registry').registry.judged_metric({cell.metric!r}, {cell.task!r})"
        metric = f"{judged}.reduced({cell.task!r})"
        outputs = ", ".join(repr(str(output)) for output in case.outputs.values())
        values = f"[m.exact(t.output.parse(s), t.gold.parse({str(case.gold)!r})) for s in ({outputs})]"
        return f"t, m = ax.task({cell.task!r}), {metric}; print({values})"
    read = "ax.Organization" if of.output is Organization else f"ax.task({of.name!r}).output"
    gold = f"{'ax.Organization' if of.gold is Organization else f'ax.task({of.name!r}).gold'}.parse({str(case.gold)!r})"
    outputs = ", ".join(repr(str(output)) for output in case.outputs.values())
    exact = ", exact=True" if cell.evidence.exact else ""
    is_ours = registry.is_metric(cell.metric)
    metric = registry.name_alone(registry.judged_metric(cell.metric, cell.task)) if is_ours else cell.metric
    arguments = f"metrics=[{metric!r}]{exact}{more}"
    return f"print([ax.score(gold={gold}, system={read}.parse(s), {arguments}) for s in ({outputs})])"
