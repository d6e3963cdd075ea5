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


def region_json(region: EstablishedRegion) -> dict[str, Any]:
    """The region as JSON: intervals as floats (None for no bound), exact end points, the arguments, and the values that
    were evaluated.
    """
    name, scale = region.scale.parameter.name, region.scale
    data = {
        "schema": SCHEMA,
        "task": region.constraint.task,
        "metric": region.metric.id,
        "constraint": region.constraint.id,
        "reading": region.reading.name,
        "param": name,
        "holds": [interval.to_json() for interval in region.holds],
        "exact": {
            "holds": [interval.exact(name) for interval in region.holds],
            "whole": scale.domain.whole,
            "current": region.current,
            "parts": [
                {
                    "holds": part.holds,
                    "given": _given(region, part),
                    "words": part.words,
                    "proofs": [dict(argument.proof) for argument in shown],
                }
                for part, _, shown in region.parts
            ],
            "symbol": {"name": SYMBOL, "is": _meaning(region) or name, "value": scale.value, "shown": scale.name},
            "linked": region.linked,
            "evaluated": [
                {"at": str(evaluated.value), "holds": evaluated.holds, "words": evaluated.words}
                for evaluated in region.evaluated
            ],
        },
    }
    read(data, RegionDocument)
    return data


def _given(region: EstablishedRegion, part: ArguedPart) -> list[str]:
    """The inequalities of a part, with the name of the parameter, or of what proofs have in its place."""
    return [_named(text, region.scale.name) for text in part.given]


def _named(text: str, name: str) -> str:
    return re.sub(rf"\b{SYMBOL}\b", name, text)


def _meaning(region: EstablishedRegion) -> str:
    """The term in the parameter that the symbol of proofs stands for; empty where it stands for the parameter
    itself.
    """
    return "" if region.scale.inverse == SYMBOL else _named(region.scale.inverse, region.scale.parameter.name)


def holds_text(holds: Sequence[Interval], parameter: Parameter) -> str:
    """The values of a parameter for which a constraint holds, in one line."""
    return holds_words(holds, parameter.name, domain(parameter))


@page_of.register
def page(region: EstablishedRegion) -> Page:
    """The page of a region."""
    title = f"{region.metric.display}: {region.constraint.id} ({region.reading.name}) by {region.scale.parameter.name}"
    return Page("", [Section(title, list(_facts(region)))], SCHEMA, lambda: region_json(region))


def _facts(region: EstablishedRegion) -> Iterator[Facts]:
    yield Facts([("demanded", region.constraint.statement), ("reading", region.reading.statement)])
    name, value = region.scale.parameter.name, region.metric.values[region.scale.parameter.name]
    ends = [
        end
        for interval in region.holds
        for end in (interval.low, interval.high)
        if end is not None and end.value is None
    ]
    meaning = _meaning(region)
    of_c = f"{_named(region.scale.value, region.scale.name)} where {region.scale.name} ends"
    end_texts = [f"{number_text(end)} is {of_c if meaning else _origin(end, name)}" for end in dict.fromkeys(ends)]
    own = (
        [f"{'satisfied' if region.current else 'violated'} at {name} = {decimal(value)}"]
        if isinstance(value, Fraction)
        else []
    )
    yield Facts([*end_texts, *own], f"satisfied for {holds_text(region.holds, region.scale.parameter)}")
    reasons = [
        (_part_text(region, part, intervals), f"{'satisfied' if part.holds else 'violated'}: {part.words}")
        for part, intervals, _ in region.parts
    ]
    own_ends = [
        end
        for _, intervals, _ in region.parts
        for interval in intervals
        for end in (interval.low, interval.high)
        if end is not None and end.value is None
    ]
    origins = (
        [f"{number_text(end)} is {_origin(end, region.scale.name)}" for end in dict.fromkeys(own_ends)]
        if meaning
        else []
    )
    yield Facts([*reasons, *origins], f"why{f', with {region.scale.name} = {meaning}' if meaning else ''}")
    if region.reading.finite:
        yield Facts(list(_by_case(region)), "case by case, satisfied for")
    arguments = [argument for _, _, shown in region.parts for argument in shown]
    steps = sum(len(argument.proof["steps"]) for argument in arguments)
    proofs = f"{_many(len(arguments), 'proof')} with {region.scale.name} as a symbol, {_many(steps, 'step')}"
    yield Facts([f"{proofs}; the excess is the metric's on {_many(region.linked, 'case')}"], "evidence")
    evaluated = [
        f"{name} = {decimal(entry.value)}: {'satisfied' if entry.holds else 'violated'}, {entry.words}"
        for entry in region.evaluated
    ]
    if isinstance(value, Fraction) and all(entry.value != value for entry in region.evaluated):
        evaluated.append(f"{name} = {decimal(value)}: not evaluated, because the cases that decide are too long")
    yield Facts(evaluated, "evaluated exactly")


def _by_case(region: EstablishedRegion) -> Iterator[str]:
    """For a reading with finitely many cases, the values of the parameter for which each case is met."""
    by = ">" if region.reading.demand.strict else ">="
    for part, _, shown in region.parts:
        for argument in shown if part.holds else ():
            assert argument.case is not None
            met = solved([f"{argument.proof['excess']} {by} 0"], region.scale.domain)
            yield f"{argument.case(Fraction(0)).edit}: {holds_text(region.scale.values(met), region.scale.parameter)}"


def _part_text(region: EstablishedRegion, part: ArguedPart, intervals: Sequence[Interval]) -> str:
    """The inequalities of a part, or where they are long, the intervals they describe."""
    text = " and ".join(_given(region, part))
    if len(text) > LONGEST:
        return " or ".join(interval_text(interval, region.scale.name) for interval in intervals)
    return text or f"every {region.scale.name}"


def _origin(end: End, name: str) -> str:
    if end.power or end.term:
        text = end.expression(name)
        return text if len(text) <= LONGEST else "a number with logarithms, where the inequality below is an equation"
    low, high = end.between()
    return f"the root of {end.expression(name)} between {decimal(low)} and {decimal(high)}"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}"
