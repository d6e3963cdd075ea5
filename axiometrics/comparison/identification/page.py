"""The result of an identification or a comparison, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from axiometrics.candidates.conduct import NAMES
from axiometrics.comparison.compared_calls import MANY
from axiometrics.comparison.identification import document, label_inputs
from axiometrics.comparison.identification.agreement_scale import PLAIN, AffineScale
from axiometrics.comparison.identification.comparison import (
    ConventionApart,
    MetricComparison,
    ValueDifference,
)
from axiometrics.comparison.identification.departures import limits
from axiometrics.comparison.identification.identity import AmbiguousTarget, Identification
from axiometrics.comparison.identification.shown_input import is_shown_whole, sides
from axiometrics.comparison.identification.ties import RULES, TieEntry
from axiometrics.comparison.identification.values import LARGEST_EXACT
from axiometrics.core.metric import Metric
from axiometrics.core.page import Fact, Facts, Page, Part, Section, Table, page_of
from axiometrics.core.task import task as task_of

CONVENTIONS = 8
"""The greatest number of conventions that are listed one by one."""


def identified_page(
    results: Sequence[Identification | AmbiguousTarget],
) -> Page:
    """For each metric, its definition, or the nearest one and the smallest input on which the two differ. For a metric
    that can be called in several ways, the result of each way.
    """
    return Page(
        title="",
        sections=[section for result in results for section in _sections(result)],
        schema=document.SCHEMA,
        data=lambda: document.identifications(results),
        records=lambda: Table.records(
            ("target", "task", "equal", "nearest", "upto", "inputs", "share", "gold", "output", "value", "expected"),
            [_record(result) for result in results if isinstance(result, Identification)],
        ),
    )


@page_of.register
def _page(answer: Identification) -> Page:
    return identified_page([answer])


def _sections(result: Identification | AmbiguousTarget) -> Iterator[Section]:
    if isinstance(result, Identification):
        yield Section(result.target, [*_parts(result), *_conduct(result)])
        return
    for way in result.readings:
        called = f"{way.calling['called']} ({way.calling['order']})"
        yield Section(f"{result.target}, if it is called as {called}", list(_parts(way)))


def _record(answer: Identification) -> tuple[str | int | float, ...]:
    difference = answer.agreement.difference
    shown: tuple[str | float, ...] = ("", "", "", "")
    if difference is not None:
        shown = (str(difference.input.gold), str(difference.input.output), *difference.values)
    equal, nearest = (answer.definition, "") if answer.equal else ("", answer.definition)
    return (
        answer.target,
        answer.task,
        equal,
        nearest,
        answer.upto,
        answer.agreement.compared,
        answer.agreement.share,
        *shown,
    )


def _parts(answer: Identification) -> Iterator[Part]:
    if answer.drift:
        yield f"It gives different values for one input, so nothing can be said of it: {answer.drift}."
    elif answer.constant is not None:
        yield f"It is {answer.constant:g} on every input of {answer.task}: a constant equals no definition."
    elif answer.metric is None and not answer.agreement.inputs:
        yield f"No input of {answer.task} gave a value: nothing could be compared."
    elif answer.metric is None:
        yield _none(answer)
    elif answer.departures and not answer.equal:
        where = _where(answer, answer.scale)
        yield f"It is not {_fitted(answer, answer.metric)} ({answer.metric.id}), which it equals on {where}."
        yield Facts([(NAMES[fact.name], fact.said) for fact in answer.departures], "It leaves the definition:")
    else:
        yield from (_nearest(answer, answer.metric) if not answer.equal else _equal(answer, answer.metric))
        yield from convention_parts(
            answer.agreement.conventions,
            (answer.target, document.scaled(answer.metric.display, answer.scale)),
        )
    if answer.unfinished:
        yield answer.unfinished


def _none(answer: Identification) -> str:
    said = (
        "It equals none of the definitions that axiometrics knows, and none of them is equal on half of the "
        f"{answer.agreement.inputs:,} inputs with up to {task_of(answer.task).items(answer.upto)}."
    )
    if answer.claim:
        said += f" {answer.claim}: `axiometrics compare` shows where the two differ."
    return said


def _nearest(answer: Identification, metric: Metric) -> Iterator[Part]:
    name, agreement, size = (
        metric.display,
        answer.agreement,
        task_of(answer.task).items(answer.upto),
    )
    larger = f" and on {agreement.drawn_equal} of {agreement.drawn} larger ones" if agreement.drawn else ""
    yield (
        f"It equals none of the definitions that axiometrics knows. Nearest is {name} ({metric.id}), equal on "
        f"{agreement.equal:,} of {agreement.inputs:,} inputs with up to {size}{larger}{_only(answer)}."
    )
    if agreement.difference is not None:
        yield difference(agreement.difference, (answer.target, name))


def _fitted(answer: Identification, metric: Metric) -> str:
    """The definition with its scale and its rounding."""
    name = document.scaled(metric.display, answer.scale)
    return name if answer.scale.digits is None else f"{name}, rounded to {answer.scale.digits} digits,"


def _equal(answer: Identification, metric: Metric) -> Iterator[Part]:
    name = _fitted(answer, metric)
    where = _where(answer, answer.scale)
    if answer.exchanged and not answer.expected:
        yield (
            f"With its two arguments exchanged it equals {name} ({metric.id}) on {where}. As it is called, it equals "
            "none of the definitions that axiometrics knows: are the arguments exchanged inside?"
        )
        return
    yield f"It equals {name} ({metric.id}) on {where}."
    if answer.departures:
        yield limits(answer.departures)
    if answer.also:
        yield f"On these inputs it also equals {_also(answer.also)}."
    if answer.expected:
        yield (
            f"By its name one would expect {answer.expected}, which it equals with its two arguments exchanged: called "
            f"by the names of its parameters it is {metric.display}. Are the arguments exchanged inside?"
        )
    elif answer.claim and answer.claim.contradicts(metric) and answer.named not in answer.also:
        yield f"{answer.claim}, which it does not equal."
    yield from _beyond(answer)
    if answer.ties is not None:
        yield _ties(answer.ties)


def _conduct(answer: Identification) -> Iterator[Part]:
    if answer.conduct is not None and answer.conduct.facts:
        yield answer.conduct.part


def _ties(ties: TieEntry) -> str:
    """A sentence on how the metric treats documents that share a place."""
    tried = f"({ties.inputs:,} inputs with ties)"
    if not ties.matters:
        return f"Ties: whatever the order of documents that share a score, the value is the same {tried}."
    if ties.fitting:
        first, *more = (RULES[rule][0] for rule in ties.fitting)
        return (
            f"Ties: documents that share a score are taken {first}{''.join(f'; or {rule}' for rule in more)} {tried}."
        )
    assert ties.nearest is not None
    assert ties.differs is not None
    call, values = ", ".join(map(str, ties.differs.arguments or ())), ties.differs.values
    return (
        f"Ties: no rule that was tried gives its values where documents share a score {tried}. Nearest is: "
        f"{RULES[ties.nearest][0]}; called with {call} it gives {values.target:.12g}, where the rule gives "
        f"{values.nearest:.12g}."
    )


def _only(answer: Identification) -> str:
    """A clause that says where the nearest definition differs, if it is equal on all small inputs as they are usually
    written; otherwise empty.
    """
    agreement = answer.agreement
    if agreement.difference is None or agreement.equal < agreement.inputs:
        return ""
    written = agreement.difference.input.call is not None
    return ", but not where they are written in other ways" if written else ""


def _base(name: str) -> str:
    return name.partition("(")[0].partition("@")[0]


def _also(ids: Sequence[str]) -> str:
    """Definitions in words. Of several variants of one metric, the first is named, with the number of the others."""
    by_base: dict[str, list[str]] = {}
    for id in ids:
        by_base.setdefault(_base(id), []).append(id)
    said = [f"{first}{f' (and {len(more)} more of its variants)' if more else ''}" for first, *more in by_base.values()]
    return ", ".join(said[:5]) + (f" and {len(said) - 5} more" if len(said) > 5 else "")


def _beyond(answer: Identification) -> Iterator[Part]:
    assert answer.metric is not None
    for trait, agreement in answer.beyond.items():
        words = next(w.words for w in (*task_of(answer.task).worlds, label_inputs.WORLD) if w.trait == trait)
        if not agreement.compared:
            continue
        if agreement.difference is None:
            yield f"The same holds of {words}, which {answer.metric.display} does not tell apart from plain ones."
        else:
            yield f"On {words}, which {answer.metric.display} does not tell apart from plain ones, the two differ."
            yield difference(agreement.difference, (answer.target, answer.metric.display))


def _where(result: Identification | MetricComparison, scale: AffineScale = PLAIN) -> str:
    agreement, exact, sizes, items = result.agreement, result.exact, result.tried, task_of(result.task).items
    more = [f"{agreement.compared:,} inputs"]
    if agreement.written:
        more.append(f"{agreement.written:,} ways to write the smallest of them")
    if scale.digits is not None:
        return f"{sizes}: {', '.join(more)}"
    if scale.within:
        added = "as a small number that is added to a divisor makes them differ"
        return f"{sizes}: {', '.join(more)}; to within {scale.within:g}, {added}"
    precision = (
        f"exactly up to {items(LARGEST_EXACT)}, and to within 2^-30 of the values beyond"
        if exact
        else "to within 2^-40 of the values (2^-11 for values of single precision"
        + (
            f", 2^-51 times the {task_of(result.task).item}s where there are more than {MANY:,})"
            if agreement.largest > MANY
            else ")"
        )
    )
    return f"{sizes}: {', '.join(more)}; {precision}"


def difference(differing: ValueDifference, names: tuple[str, str]) -> Facts:
    """An input with two values."""
    example = differing.input
    facts: list[Fact] = list(zip(("gold", "output"), sides(example), strict=True))
    if differing.arguments is not None and is_shown_whole(example):
        facts.append(("called with", ", ".join(map(str, differing.arguments))))
    values = differing.exact or tuple(f"{value:.12g}" for value in differing.values)
    decimals = "" if differing.exact is None else " = {:.6g}"
    facts += [(name, text + decimals.format(v)) for name, text, v in zip(names, values, differing.values, strict=True)]
    return Facts(facts, f"The smallest input {_drawn(differing)}on which the two differ:")


def _drawn(differing: ValueDifference) -> str:
    """Words on a drawn input, for which it is not known that no smaller input differs; empty for other inputs."""
    if not differing.drawn:
        return ""
    if differing.drawn == differing.input.documents:
        return f"that was drawn at random (of size {differing.drawn:,}) "
    return f"that was found (drawn of size {differing.drawn:,}, and reduced to size {differing.input.documents:,}) "


def convention_parts(differing: Sequence[ConventionApart], names: tuple[str, str]) -> Iterator[Part]:
    """The different results of two metrics where a 0/0 decides."""
    if not differing:
        return
    facts: list[Fact] = []
    for convention in islice(differing, CONVENTIONS):
        values = " and ".join(
            f"{name} {'has no value' if value is None else f'gives {value:g}'}"
            for name, value in zip(names, convention.values, strict=True)
        )
        why = f" ({convention.why})" if convention.why and convention.values[0] is None else ""
        number = "" if convention.inputs == 1 else f" ({convention.inputs:,} inputs, of which this is the smallest)"
        where = convention.where if convention.values[0] is not None or convention.where != "0/0" else "no value"
        facts.append(f"{where}{number}: gold {convention.input.gold}, output {convention.input.output}: {values}{why}")
    if len(differing) > CONVENTIONS:
        facts.append(f"and {len(differing) - CONVENTIONS} more")
    yield Facts(facts, "Conventions differ where 0 is divided by 0, or one of the two has no value:")


@page_of.register
def compared_page(compared: MetricComparison) -> Page:
    """Whether two metrics are equal, and the smallest input on which they differ."""

    def record() -> Table:
        differing = compared.agreement.difference
        shown: tuple[str | float, ...] = ("", "", "", "")
        if differing is not None:
            shown = (str(differing.input.gold), str(differing.input.output), *differing.values)
        row = (
            *compared.names,
            compared.task,
            str(compared.equal),
            compared.agreement.compared,
            compared.agreement.share,
            *shown,
        )
        headings = ("one", "other", "task", "equal", "inputs", "share", "gold", "output", "value", "other value")
        return Table.records(headings, [row])

    return Page(
        "",
        [Section("", list(_compared(compared)))],
        document.COMPARE_SCHEMA,
        lambda: document.comparison(compared),
        record,
    )


def _compared(compared: MetricComparison) -> Iterator[Part]:
    first, second = compared.names
    agreement = compared.agreement
    if not agreement.compared and agreement.difference is None:
        yield f"On no input do both {first} and {second} have a value: nothing could be compared."
    elif agreement.difference is None and not compared.equal:
        names = " and ".join(NAMES[name] for name, _, _ in compared.departures)
        yield f"{first} is not {second}: the two differ in {names}."
        yield f"They are equal on {_where(compared)}."
    elif agreement.difference is None:
        yield f"{first} equals {second} on {_where(compared)}."
    else:
        sizes = ", ".join(
            f"{name} up to {task_of(compared.task).items(last)}" for name, last in compared.searched.items()
        )
        yield (
            f"{first} is not {second}: the two are equal on {agreement.equal:,} of {agreement.inputs:,} inputs "
            f"({sizes})."
        )
        yield difference(agreement.difference, compared.names)
    yield from convention_parts(agreement.conventions, compared.names)
    if compared.conduct:
        facts = [(NAMES[name], f"{first}: {mine.said}\n{second}: {its.said}") for name, mine, its in compared.conduct]
        yield Facts(facts, "The two behave differently (facts that calls have shown, not faults):")
