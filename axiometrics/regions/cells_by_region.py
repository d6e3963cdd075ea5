"""Decides cells by a region: the verdict at the parameter's own value, and the n from which on it holds."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

from msgspec import structs

from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.evidence import ByParameter, ParameterRegion, Proven, Refuted, Regional, Scan, Undetermined
from axiometrics.core.metric import Metric
from axiometrics.judging import ExactJudge
from axiometrics.regions.page import holds_text, region_json
from axiometrics.regions.region import EstablishedRegion, Shown, described, established
from axiometrics.search.refutation import refuted
from axiometrics.symbolic.sets import SYMBOL
from axiometrics.verification.regions.cases import first
from axiometrics.verification.regions.scales import Scale

LONGEST = 4000
"""The greatest value of a parameter at which a case is built that refutes a constraint there: it may have as many
documents.
"""

GREAT, DIGITS = 10**9, 30
"""The greatest n that is computed as a whole number. Of a greater n a message has the power of ten only, computed with
`DIGITS` digits.
"""


def by_regions(cell: Cell, metric: Metric, constraint: Constraint, reading: Reading) -> Cell:
    """The cell with the regions of its parameters. A region decides the cell if neither a proof nor a counterexample
    does; of a threshold also where the scan has no witness.

    Raises `AssertionError` if a region and the cell contradict each other.
    """
    evidence, started = cell.evidence, time.perf_counter()
    assert isinstance(evidence, ByParameter | Undetermined), "a region is looked for where something was searched"
    regions, conclusive = [], isinstance(evidence, Proven | Refuted)
    settled: tuple[str, bool] | None = None
    for parameter, holds in described(metric, constraint, reading):
        value = metric.values[parameter.name]
        regions.append(ParameterRegion(parameter.name, holds_text(holds, parameter)))
        if isinstance(value, Fraction):
            inside = any(value in interval for interval in holds)
            verdict = cell.holds if conclusive else settled[1] if settled else inside
            if inside is not verdict:
                raise AssertionError(
                    f"{metric.id}/{constraint.id}@{reading.name}: the region by {parameter.name} and the cell "
                    f"say the opposite of each other"
                )
            settled = settled or (parameter.name, inside)
    if isinstance(evidence, ByParameter) and regions:
        cell = structs.replace(cell, evidence=structs.replace(evidence, region=regions))
    if conclusive or settled is None:
        return cell
    return _by_region(cell, regions, metric, constraint, reading, *settled, started)


def _by_region(
    cell: Cell,
    described_regions: list[ParameterRegion],
    metric: Metric,
    constraint: Constraint,
    reading: Reading,
    parameter: str,
    holds: bool,
    started: float,
) -> Cell:
    """The cell settled by the region of a parameter, which says that the constraint holds, or fails, for its value."""
    value = metric.values[parameter]
    assert isinstance(value, Fraction)
    region = _of(metric, established(_elsewhere(metric, parameter), constraint.name, reading.name, parameter))
    x = region.scale.x(value)
    part, shown = next((part, shown) for part, own, shown in region.parts if any(x in interval for interval in own))
    if region.current is not holds or part.holds is not holds:
        raise AssertionError(
            f"{metric.id}/{constraint.id}@{reading.name}: the region by {parameter} and its arguments "
            f"say the opposite of each other"
        )
    argument, concluded = shown[0], {}
    if cell.scan is not None:
        says, stands = _duelled(argument, x, holds, constraint, cell.scan, cell.evidence.undefined)
        concluded = {} if stands else {"scan": structs.replace(cell.scan, n0=None)}
    elif argument.case is not None and abs(value) <= LONGEST:
        return refuted(cell, argument.case(x), part.words, ExactJudge(metric), reading, started)
    else:
        says = "no case violates it" if holds else "a case violates it"
    exact = region_json(region)["exact"]
    regions = [
        structs.replace(stated, exact=exact) if stated.param == parameter else stated for stated in described_regions
    ]
    why = part.words if part.words.startswith(says) else f"{says}: {part.words}"
    where = next(stated.holds for stated in regions if stated.param == parameter)
    evidence = cell.evidence.turned(
        Regional,
        seconds=cell.evidence.seconds + time.perf_counter() - started,
        method=part.words,
        region=regions,
        **concluded,
    )
    return structs.replace(cell, holds=holds, evidence=evidence, message=f"{why}; it holds for {where}")


def _duelled(
    argument: Shown, x: Fraction, holds: bool, constraint: Constraint, scan: Scan, undefined: int
) -> tuple[str, bool]:
    """The n for which the argument shows a win or a loss, in words; and whether the n0 that the scan found follows from
    it.
    """
    eventually = constraint.quantifier is Quantifier.EVENTUALLY
    who = "A wins" if eventually else "B wins"
    if "from" not in argument.proof:
        return f"{who} at n = {argument.n}", True
    first = _first(argument.proof["from"], x)
    reached = range(first, scan.scanned + 1) if isinstance(first, int) else range(0)
    if sum((n in scan.n) is not holds for n in reached) > undefined:
        raise AssertionError(
            f"{constraint.name}: the region says that from n = {first} on {who} at "
            f"{'every' if holds else 'no'} n, the duels say otherwise"
        )
    stands = not eventually or (holds and isinstance(first, int) and first <= scan.scanned + 1)
    if not (holds or eventually):
        return f"{who} at no n", stands
    return f"{who} at {'every' if holds else 'no'} n from {first} on", stands


def _elsewhere(metric: Metric, parameter: str) -> str:
    """The id of the metric at an ordinary value of the parameter. The region is the same for each value, and exact
    evaluation at an extreme value would take too long.
    """
    declared = next(p for p in metric.parameters if p.name == parameter)
    ordinary = declared.default if isinstance(declared.default, Fraction) else Scale.of(declared).domain.samples(1)[0]
    return metric.with_values(**{parameter: ordinary}).id


def _of(metric: Metric, region: EstablishedRegion) -> EstablishedRegion:
    """The region as that of this metric, which has another value of the parameter. The set is the same for each
    value.
    """

    def about(shown: Shown) -> Shown:
        return replace(shown, proof={**shown.proof, "metric": metric.id})

    return replace(
        region, metric=metric, parts=tuple((part, own, tuple(map(about, shown))) for part, own, shown in region.parts)
    )


def _first(beginning: str, x: Fraction) -> int | str:
    """The least whole n that an argument is about at that x. Above `GREAT`, its power of ten in words."""
    least = first(beginning, x, GREAT)
    if least is not None:
        return least
    import sympy

    place = sympy.Float(x.numerator, DIGITS) / sympy.Float(x.denominator, DIGITS)
    return f"about 10^{int(sympy.log(sympy.sympify(beginning, locals={'power': sympy.Pow, SYMBOL: place}), 10))}"
