"""A region as a page: the values for which the constraint holds, the reasons, the evidence, and the values that were
evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from axiometrics.core.documents import read
from axiometrics.core.metric import decimal
from axiometrics.core.page import Facts, Page, Section, page_of
from axiometrics.core.parameter import Parameter
from axiometrics.regions.document import RegionDocument
from axiometrics.regions.region import ArguedPart, EstablishedRegion
from axiometrics.symbolic.sets import SYMBOL, End, Interval, domain, solved
from axiometrics.verification.regions.region import SCHEMA
from axiometrics.verification.regions.words import holds_words, interval_text, number_text

LONGEST = 60
"""Characters of inequalities that are shown as they are."""


def region_json(found: EstablishedRegion) -> dict[str, Any]:
    """The region as JSON: intervals as floats (None for no bound), exact end points, the arguments, and the values that
    were evaluated.
    """
    name, scale = found.scale.parameter.name, found.scale
    data = {
        "schema": SCHEMA,
        "task": found.constraint.task,
        "metric": found.metric.id,
        "constraint": found.constraint.id,
        "reading": found.reading.name,
        "param": name,
        "holds": [interval.to_json() for interval in found.holds],
        "exact": {
            "holds": [interval.exact(name) for interval in found.holds],
            "whole": scale.domain.whole,
            "current": found.current,
            "parts": [
                {
                    "holds": part.holds,
                    "given": _given(found, part),
                    "words": part.words,
                    "proofs": [dict(argument.proof) for argument in shown],
                }
                for part, _, shown in found.parts
            ],
            "symbol": {"name": SYMBOL, "is": _meaning(found) or name, "value": scale.value, "shown": scale.name},
            "linked": found.linked,
            "evaluated": [{"at": str(one.value), "holds": one.holds, "words": one.words} for one in found.evaluated],
        },
    }
    read(data, RegionDocument)
    return data


def _given(found: EstablishedRegion, part: ArguedPart) -> list[str]:
    """The inequalities of a part, in the parameter or what proofs speak of in its place."""
    return [_named(text, found.scale.name) for text in part.given]


def _named(text: str, name: str) -> str:
    return re.sub(rf"\b{SYMBOL}\b", name, text)


def _meaning(found: EstablishedRegion) -> str:
    """What stands in the parameter's place in proofs, if anything does."""
    return "" if found.scale.inverse == SYMBOL else _named(found.scale.inverse, found.scale.parameter.name)


def holds_text(holds: Sequence[Interval], parameter: Parameter) -> str:
    """The values of a parameter for which a constraint holds, in one line."""
    return holds_words(holds, parameter.name, domain(parameter))


@page_of.register
def page(found: EstablishedRegion) -> Page:
    """The page of a region."""
    title = f"{found.metric.display}: {found.constraint.id} ({found.reading.name}) by {found.scale.parameter.name}"
    return Page("", [Section(title, list(_facts(found)))], SCHEMA, lambda: region_json(found))


def _facts(found: EstablishedRegion) -> Iterator[Facts]:
    yield Facts([("demanded", found.constraint.statement), ("reading", found.reading.statement)])
    name, value = found.scale.parameter.name, found.metric.values[found.scale.parameter.name]
    ends = [
        end
        for interval in found.holds
        for end in (interval.low, interval.high)
        if end is not None and end.value is None
    ]
    meaning = _meaning(found)
    of_c = f"{_named(found.scale.value, found.scale.name)} where {found.scale.name} ends"
    told = [f"{number_text(end)} is {of_c if meaning else _origin(end, name)}" for end in dict.fromkeys(ends)]
    own = (
        [f"{'satisfied' if found.current else 'violated'} at {name} = {decimal(value)}"]
        if isinstance(value, Fraction)
        else []
    )
    yield Facts([*told, *own], f"satisfied for {holds_text(found.holds, found.scale.parameter)}")
    reasons = [
        (_part_text(found, part, intervals), f"{'satisfied' if part.holds else 'violated'}: {part.words}")
        for part, intervals, _ in found.parts
    ]
    own_ends = [
        end
        for _, intervals, _ in found.parts
        for interval in intervals
        for end in (interval.low, interval.high)
        if end is not None and end.value is None
    ]
    origins = (
        [f"{number_text(end)} is {_origin(end, found.scale.name)}" for end in dict.fromkeys(own_ends)]
        if meaning
        else []
    )
    yield Facts([*reasons, *origins], f"why{f', with {found.scale.name} = {meaning}' if meaning else ''}")
    if found.reading.finite:
        yield Facts(list(_by_case(found)), "case by case, satisfied for")
    arguments = [argument for _, _, shown in found.parts for argument in shown]
    steps = sum(len(argument.proof["steps"]) for argument in arguments)
    proofs = f"{_many(len(arguments), 'proof')} with {found.scale.name} as a symbol, {_many(steps, 'step')}"
    yield Facts([f"{proofs}; the excess is the metric's on {_many(found.linked, 'case')}"], "evidence")
    evaluated = [
        f"{name} = {decimal(one.value)}: {'satisfied' if one.holds else 'violated'}, {one.words}"
        for one in found.evaluated
    ]
    if isinstance(value, Fraction) and all(one.value != value for one in found.evaluated):
        evaluated.append(f"{name} = {decimal(value)}: not evaluated, because the cases that decide are too long")
    yield Facts(evaluated, "evaluated exactly")


def _by_case(found: EstablishedRegion) -> Iterator[str]:
    """Of a reading with finitely many cases, the values for which each case is met."""
    by = ">" if found.reading.demand.strict else ">="
    for part, _, shown in found.parts:
        for argument in shown if part.holds else ():
            assert argument.case is not None
            met = solved([f"{argument.proof['excess']} {by} 0"], found.scale.domain)
            yield f"{argument.case(Fraction(0)).edit}: {holds_text(found.scale.values(met), found.scale.parameter)}"


def _part_text(found: EstablishedRegion, part: ArguedPart, intervals: Sequence[Interval]) -> str:
    """The inequalities of a part, or where they are long, the intervals they describe."""
    text = " and ".join(_given(found, part))
    if len(text) > LONGEST:
        return " or ".join(interval_text(interval, found.scale.name) for interval in intervals)
    return text or f"every {found.scale.name}"


def _origin(end: End, name: str) -> str:
    if end.power or end.term:
        told = end.told(name)
        return told if len(told) <= LONGEST else "a number with logarithms, where the inequality below is an equation"
    low, high = end.between()
    return f"the root of {end.told(name)} between {decimal(low)} and {decimal(high)}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"
