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
    found: Sequence[Identification | AmbiguousTarget],
) -> Page:
    """For each metric, its definition, or the nearest one and the smallest input on which the two differ. For a metric
    that can be called in several ways, the result of each way.
    """
    return Page(
        title="",
        sections=[section for one in found for section in _sections(one)],
        schema=document.SCHEMA,
        data=lambda: document.identifications(found),
        records=lambda: Table.records(
            ("target", "task", "equal", "nearest", "upto", "inputs", "share", "gold", "output", "value", "expected"),
            [_record(one) for one in found if isinstance(one, Identification)],
        ),
    )


@page_of.register
def _page(found: Identification) -> Page:
    return identified_page([found])


def _sections(one: Identification | AmbiguousTarget) -> Iterator[Section]:
    if isinstance(one, Identification):
        yield Section(one.target, [*_parts(one), *_conduct(one)])
        return
    for way in one.readings:
        called = f"{way.calling['called']} ({way.calling['order']})"
        yield Section(f"{one.target}, if it is called as {called}", list(_parts(way)))


def _record(one: Identification) -> tuple[str | int | float, ...]:
    difference = one.agreement.difference
    shown: tuple[str | float, ...] = ("", "", "", "")
    if difference is not None:
        shown = (str(difference.input.gold), str(difference.input.output), *difference.values)
    equal, nearest = (one.definition, "") if one.equal else ("", one.definition)
    return (one.target, one.task, equal, nearest, one.upto, one.agreement.compared, one.agreement.share, *shown)


def _parts(one: Identification) -> Iterator[Part]:
    if one.drift:
        yield f"It gives different values for one input, so nothing can be said of it: {one.drift}."
    elif one.constant is not None:
        yield f"It is {one.constant:g} on every input of {one.task}: a constant equals no definition."
    elif one.metric is None and not one.agreement.inputs:
        yield f"No input of {one.task} gave a value: nothing could be compared."
    elif one.metric is None:
        yield _none(one)
    elif one.departures and not one.equal:
        where = _where(one, one.scale)
        yield f"It is not {_fitted(one, one.metric)} ({one.metric.id}), which it equals on {where}."
        yield Facts([(NAMES[fact.name], fact.said) for fact in one.departures], "It leaves the definition:")
    else:
        yield from _nearest(one, one.metric) if not one.equal else _equal(one, one.metric)
        yield from told(one.agreement.conventions, (one.target, document.scaled(one.metric.display, one.scale)))
    if one.unfinished:
        yield one.unfinished


def _none(one: Identification) -> str:
    said = (
        "It equals none of the definitions that axiometrics knows, and none of them is equal on half of the "
        f"{one.agreement.inputs:,} inputs with up to {task_of(one.task).items(one.upto)}."
    )
    if one.claim:
        said += f" {one.claim}: `axiometrics compare` shows where the two differ."
    return said


def _nearest(one: Identification, metric: Metric) -> Iterator[Part]:
    name, agreement, size = metric.display, one.agreement, task_of(one.task).items(one.upto)
    larger = f" and on {agreement.drawn_equal} of {agreement.drawn} larger ones" if agreement.drawn else ""
    yield (
        f"It equals none of the definitions that axiometrics knows. Nearest is {name} ({metric.id}), equal on "
        f"{agreement.equal:,} of {agreement.inputs:,} inputs with up to {size}{larger}{_only(one)}."
    )
    if agreement.difference is not None:
        yield difference(agreement.difference, (one.target, name))


def _fitted(one: Identification, metric: Metric) -> str:
    """The definition with its scale and its rounding."""
    name = document.scaled(metric.display, one.scale)
    return name if one.scale.digits is None else f"{name}, rounded to {one.scale.digits} digits,"


def _equal(one: Identification, metric: Metric) -> Iterator[Part]:
    name = _fitted(one, metric)
    where = _where(one, one.scale)
    if one.exchanged and not one.expected:
        yield (
            f"With its two arguments exchanged it equals {name} ({metric.id}) on {where}. As it is called, it equals "
            "none of the definitions that axiometrics knows: are the arguments exchanged inside?"
        )
        return
    yield f"It equals {name} ({metric.id}) on {where}."
    if one.departures:
        yield limits(one.departures)
    if one.also:
        yield f"On these inputs it also equals {_also(one.also)}."
    if one.expected:
        yield (
            f"By its name one would expect {one.expected}, which it equals with its two arguments exchanged: called by "
            f"the names of its parameters it is {metric.display}. Are the arguments exchanged inside?"
        )
    elif one.claim and one.claim.contradicts(metric) and one.named not in one.also:
        yield f"{one.claim}, which it does not equal."
    yield from _beyond(one)
    if one.ties is not None:
        yield _ties(one.ties)


def _conduct(one: Identification) -> Iterator[Part]:
    if one.conduct is not None and one.conduct.facts:
        yield one.conduct.part


def _ties(found: TieEntry) -> str:
    """A sentence on how the metric treats documents that share a place."""
    tried = f"({found.inputs:,} inputs with ties)"
    if not found.matters:
        return f"Ties: whatever the order of documents that share a score, the value is the same {tried}."
    if found.fitting:
        first, *more = (RULES[rule][0] for rule in found.fitting)
        return f"Ties: documents that share a score are taken {first}{''.join(f'; or {one}' for one in more)} {tried}."
    assert found.nearest is not None
    assert found.differs is not None
    call, values = ", ".join(map(str, found.differs.arguments or ())), found.differs.values
    return (
        f"Ties: no rule that was tried gives its values where documents share a score {tried}. Nearest is: "
        f"{RULES[found.nearest][0]}; called with {call} it gives {values.target:.12g}, where the rule gives "
        f"{values.nearest:.12g}."
    )


def _only(one: Identification) -> str:
    """A clause that says where the nearest definition differs, if it is equal on all small inputs as they are usually
    written; otherwise empty.
    """
    found = one.agreement
    if found.difference is None or found.equal < found.inputs:
        return ""
    written = found.difference.input.call is not None
    return ", but not where they are written in other ways" if written else ""


def _base(name: str) -> str:
    return name.partition("(")[0].partition("@")[0]


def _also(ids: Sequence[str]) -> str:
    """Definitions in words. Of several variants of one metric, the first is named, with the number of the others."""
    by_base: dict[str, list[str]] = {}
    for one in ids:
        by_base.setdefault(_base(one), []).append(one)
    said = [f"{first}{f' (and {len(more)} more of its variants)' if more else ''}" for first, *more in by_base.values()]
    return ", ".join(said[:5]) + (f" and {len(said) - 5} more" if len(said) > 5 else "")


def _beyond(one: Identification) -> Iterator[Part]:
    assert one.metric is not None
    for trait, found in one.beyond.items():
        words = next(w.words for w in (*task_of(one.task).worlds, label_inputs.WORLD) if w.trait == trait)
        if not found.compared:
            continue
        if found.difference is None:
            yield f"The same holds of {words}, which {one.metric.display} does not tell apart from plain ones."
        else:
            yield f"On {words}, which {one.metric.display} does not tell apart from plain ones, the two differ."
            yield difference(found.difference, (one.target, one.metric.display))


def _where(one: Identification | MetricComparison, scale: AffineScale = PLAIN) -> str:
    found, exact, sizes, items = one.agreement, one.exact, one.tried, task_of(one.task).items
    more = [f"{found.compared:,} inputs"]
    if found.written:
        more.append(f"{found.written:,} ways to write the smallest of them")
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
            f", 2^-51 times the {task_of(one.task).item}s where there are more than {MANY:,})"
            if found.largest > MANY
            else ")"
        )
    )
    return f"{sizes}: {', '.join(more)}; {precision}"


def difference(found: ValueDifference, names: tuple[str, str]) -> Facts:
    """An input with two values."""
    one = found.input
    facts: list[Fact] = list(zip(("gold", "output"), sides(one), strict=True))
    if found.arguments is not None and is_shown_whole(one):
        facts.append(("called with", ", ".join(map(str, found.arguments))))
    values = found.exact or tuple(f"{value:.12g}" for value in found.values)
    decimals = "" if found.exact is None else " = {:.6g}"
    facts += [(name, text + decimals.format(v)) for name, text, v in zip(names, values, found.values, strict=True)]
    return Facts(facts, f"The smallest input {_drawn(found)}on which the two differ:")


def _drawn(found: ValueDifference) -> str:
    """Words on a drawn input, for which it is not known that no smaller input differs; empty for other inputs."""
    if not found.drawn:
        return ""
    if found.drawn == found.input.documents:
        return f"that was drawn at random (of size {found.drawn:,}) "
    return f"that was found (drawn of size {found.drawn:,}, and reduced to size {found.input.documents:,}) "


def told(found: Sequence[ConventionApart], names: tuple[str, str]) -> Iterator[Part]:
    """The different results of two metrics where a 0/0 decides."""
    if not found:
        return
    facts: list[Fact] = []
    for one in islice(found, CONVENTIONS):
        values = " and ".join(
            f"{name} {'has no value' if value is None else f'gives {value:g}'}"
            for name, value in zip(names, one.values, strict=True)
        )
        why = f" ({one.why})" if one.why and one.values[0] is None else ""
        number = "" if one.inputs == 1 else f" ({one.inputs:,} inputs, of which this is the smallest)"
        where = one.where if one.values[0] is not None or one.where != "0/0" else "no value"
        facts.append(f"{where}{number}: gold {one.input.gold}, output {one.input.output}: {values}{why}")
    if len(found) > CONVENTIONS:
        facts.append(f"and {len(found) - CONVENTIONS} more")
    yield Facts(facts, "Conventions differ where 0 is divided by 0, or one of the two has no value:")


@page_of.register
def compared_page(found: MetricComparison) -> Page:
    """Whether two metrics are equal, and the smallest input on which they differ."""

    def record() -> Table:
        one = found.agreement.difference
        shown: tuple[str | float, ...] = ("", "", "", "")
        if one is not None:
            shown = (str(one.input.gold), str(one.input.output), *one.values)
        row = (*found.names, found.task, str(found.equal), found.agreement.compared, found.agreement.share, *shown)
        headings = ("one", "other", "task", "equal", "inputs", "share", "gold", "output", "value", "other value")
        return Table.records(headings, [row])

    return Page(
        "", [Section("", list(_compared(found)))], document.COMPARE_SCHEMA, lambda: document.comparison(found), record
    )


def _compared(found: MetricComparison) -> Iterator[Part]:
    one, other = found.names
    agreement = found.agreement
    if not agreement.compared and agreement.difference is None:
        yield f"On no input do both {one} and {other} have a value: nothing could be compared."
    elif agreement.difference is None and not found.equal:
        names = " and ".join(NAMES[name] for name, _, _ in found.departures)
        yield f"{one} is not {other}: the two differ in {names}."
        yield f"They are equal on {_where(found)}."
    elif agreement.difference is None:
        yield f"{one} equals {other} on {_where(found)}."
    else:
        sizes = ", ".join(f"{name} up to {task_of(found.task).items(last)}" for name, last in found.searched.items())
        yield (
            f"{one} is not {other}: the two are equal on {agreement.equal:,} of {agreement.inputs:,} inputs ({sizes})."
        )
        yield difference(agreement.difference, found.names)
    yield from told(agreement.conventions, found.names)
    if found.conduct:
        facts = [(NAMES[name], f"{one}: {mine.said}\n{other}: {its.said}") for name, mine, its in found.conduct]
        yield Facts(facts, "The two behave differently (facts that calls have shown, not faults):")
