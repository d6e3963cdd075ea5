"""Statements about all settings of some parameters at once. Regions prove them, for a claim about every setting of
which only some can be computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.metric import Metric, decimal
from axiometrics.regions.page import holds_text, region_json
from axiometrics.regions.region import EstablishedRegion, Region, established, known
from axiometrics.symbolic.sets import SYMBOL, Interval, united
from axiometrics.verification.regions.words import interval_text

NOTHING = "nothing is proved about other settings"

CASES, DUELS = 24, range(2, 6)
"""The number of the smallest cases, and the n of a threshold, on which settings are compared."""


@dataclass(frozen=True)
class Rest:
    """The proved statements about the settings that were not computed.

    Attributes
    ----------
    holds, fails : whether some setting is proved to satisfy the constraint, or to fail it
    all : whether the proof covers every setting
    words : the proved statement, with the settings that it is about
    """

    holds: bool = False
    fails: bool = False
    all: bool = False
    words: str = NOTHING


def rest(settings: Sequence[Metric], constraint: Constraint, reading: Reading, parameters: Sequence[str]) -> Rest:
    """The statements that regions prove about a metric for every value of some parameters. `settings` are the computed
    settings, of which the first is the reference.

    A region is about one parameter, with fixed values of the remaining ones. It proves something about several
    parameters together only if the same arguments hold for each of them, in a quantity x by which alone they enter, and
    if the metric has the same verdict at each computed setting as at a setting of the reference with the same x.
    """
    first = settings[0]
    entries = {entry.parameter: entry for entry in known(first, constraint, reading)}
    regions = {
        name: established(first.id, constraint.name, reading.name, name) for name in parameters if name in entries
    }
    if not regions:
        return Rest()
    holds, fails = (
        any(region.holds for region in regions.values()),
        any(_whole(region) != list(region.holds) for region in regions.values()),
    )
    lines = " and ".join(
        f"for {holds_text(region.holds, region.scale.parameter)}{_at(region, parameters)}"
        for region in regions.values()
    )
    if len(parameters) == 1:
        return Rest(holds, fails, True, f"proved: satisfied {lines}{', and for no other' if holds and fails else ''}")
    compared = (
        _compared(settings, constraint, reading, entries, regions)
        if len(regions) == len(parameters) and _one_quantity(list(regions.values()))
        else 0
    )
    if not compared:
        return Rest(
            holds,
            fails,
            False,
            f"proved: satisfied {lines}{', and for no other there' if holds and fails else ''}; {NOTHING}",
        )
    region = next(iter(regions.values()))
    every = " and ".join(holds_text(_whole(region), region.scale.parameter) for region in regions.values())
    kept = " and ".join(
        interval_text(x, region.scale.name)
        for x in united(x for part, own, _ in region.parts if part.holds for x in own)
    )
    statement = (
        f"satisfied where {kept}, and nowhere else, so {lines}"
        if holds and fails
        else f"{'satisfied' if holds else 'fails'} for {every} together"
    )
    meant = ", ".join(
        f"{region_json(region)['exact']['symbol']['is']}{_at(region, parameters)}" for region in regions.values()
    )
    entered = (
        f"the parameters enter by {region.scale.name} alone, which is {meant}; as they do, compared "
        f"exactly, at {compared} other settings"
    )
    return Rest(holds, fails, True, f"proved: {statement} ({entered})")


def _whole(region: EstablishedRegion) -> list[Interval]:
    return [region.scale.range]


def _at(region: EstablishedRegion, parameters: Iterable[str]) -> str:
    """The values of the other parameters at which a region holds, in words; empty where there are none."""
    others = {name: region.metric.values[name] for name in parameters if name != region.scale.parameter.name}
    return (
        (
            " at "
            + ", ".join(f"{name} = {decimal(value)}" for name, value in others.items() if isinstance(value, Fraction))
        )
        if others
        else ""
    )


def _one_quantity(regions: Sequence[EstablishedRegion]) -> bool:
    """Whether regions by several parameters have the same arguments, in a quantity that is not one of the parameters
    and takes all of its values for each.
    """
    first = regions[0]
    return all(
        region.scale.value != SYMBOL
        and region.scale.domain == first.scale.domain
        and region.scale.name == first.scale.name
        and _arguments(region) == _arguments(first)
        for region in regions
    )


def _arguments(region: EstablishedRegion) -> list[tuple[bool, list[Mapping[str, object]]]]:
    """The parts of a region with their proofs. The name of the metric is removed, since it contains the other
    parameters.
    """
    return [(part.holds, [{**argument.proof, "metric": ""} for argument in shown]) for part, _, shown in region.parts]


def _compared(
    settings: Sequence[Metric],
    constraint: Constraint,
    reading: Reading,
    entries: Mapping[str, Region],
    regions: Mapping[str, EstablishedRegion],
) -> int:
    """The number of other settings, if each scores as the reference does with the same x, by a parameter that is not
    limited to whole numbers; otherwise 0.

    Compared exactly, on the smallest cases.
    """
    first = settings[0]
    by = next(
        (name for name, region in regions.items() if not region.scale.domain.whole and not region.scale.range.whole),
        None,
    )
    if by is None:
        return 0
    cases = _cases(constraint, reading, first.closed)
    pairs = dict.fromkeys((output, case.gold) for case in cases for output in case.outputs.values())

    @cache
    def expected(value: Fraction) -> list[Any]:
        twin = first.with_values(**{by: value})
        return [twin.exact(*pair) for pair in pairs]

    compared = 0
    for setting in settings:
        scale = entries[by].scale(setting, regions[by].scale.parameter)
        value = setting.values[by]
        assert isinstance(value, Fraction)
        twin = regions[by].scale.at(scale.x(value))
        if first.with_values(**{by: twin}).id == setting.id:
            continue
        for pair, same in zip(pairs, expected(twin), strict=True):
            score = setting.exact(*pair)
            if score != same and (score == score or same == same):
                return 0
        compared += 1
    return compared


def _cases(constraint: Constraint, reading: Reading, closed: bool) -> Iterator[Case]:
    if constraint.quantifier is not Quantifier.FOR_ALL:
        return (reading.duels.case(n, closed) for n in DUELS)
    cases = chain.from_iterable(reading.judged.cases(n) for n in range(1, reading.cases.largest(None) + 1))
    return (case.closed() if closed else case for case in islice(cases, CASES))
