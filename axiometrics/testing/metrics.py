"""Check a metric: all its forms have the same values, and the values are what the metric says about them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from axiometrics import registry
from axiometrics.core.arithmetic import conventions
from axiometrics.core.definition import Definition
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.exact import Exact, sign
from axiometrics.core.margins import FORMULA_ERROR
from axiometrics.core.metric import Metric
from axiometrics.core.task import Outputs, task
from axiometrics.testing.demands import demand

FEW = 100
"""The greatest number of pairs of an output and a gold that are scored. Where there are more, this many are taken,
spread over all.
"""

RANGE = re.compile(r"[Rr]ange(?:\s+is)?\s+([\[(])\s*([^\s,]+),\s*([^\s\])]+)([\])])")
"""The pattern by which a docstring states the range: `The range is [0, 1)`."""

Pair = tuple[Any, Any]
"""A system output and its gold."""


def check_metric(metric: Metric | str, max_size: int = 3) -> None:
    """Raise `AssertionError` unless a metric is declared and computed as a metric of axiometrics has to be.

    The inputs are all small golds and outputs of its task up to `max_size` documents (100 of them, spread over all,
    where there are more) and the degenerate inputs of the task. On them:

    * the exact values are those of the definition, and both are undefined on the same inputs;
    * the floats, one by one, many at once and from the counts of the small world, are the exact values, rounded;
    * no value leaves the range that the docstring states, as `The range is [0, 1)`;
    * other names and another order of the documents change no value.

    The metric needs a source, a docstring of its formula, and a definition that states the same parameters.

    Parameters
    ----------
    metric : a metric, or the name of one that is registered
    max_size : the documents of the largest inputs
    """
    checked = registry.metric(metric) if isinstance(metric, str) else metric
    name = f"metric {checked.id}"
    demand(checked.source.strip(), name, "its source is empty", "name the paper in which it is defined")
    demand(
        _words(checked), name, "its formula has no docstring", "say in one sentence what the value is, and its range"
    )
    definition = _definition(checked, name)
    pairs = [pair for pair in _pairs(checked, max_size) if _scores(checked, pair)]
    demand(pairs, name, f"it scores no input of {checked.task} up to {max_size} documents", "check a greater max_size")
    values = [_exact(checked, pair, name) for pair in pairs]
    demand(any(map(_defined, values)), name, "it is undefined on every input tried", "check a greater max_size")
    _demand_definition(definition, pairs, values, name)
    _demand_floats(checked, pairs, values, name)
    _demand_counts(checked, max_size, name)
    _demand_range(checked, pairs, values, name)
    _demand_no_names(checked, pairs, values, name)


def _words(metric: Metric) -> str:
    return "\n".join(filter(None, (getattr(form, "__doc__", "") for form in (metric.formula, metric.direct))))


def _definition(metric: Metric, name: str) -> Definition:
    """The definition with the parameters of the metric in force."""
    own = metric.definition
    definition = (
        own.with_values(**metric.values) if isinstance(own, Definition) else registry.definition(metric.id, metric.task)
    )
    demand(
        definition is not None,
        name,
        "it has no definition, so `verify` cannot re-check it",
        "write it a second time, as the paper states it: a Definition, or Metric(definition=...)",
    )
    assert definition is not None
    demand(definition.closed == metric.closed, name, "only one of metric and definition is closed", "state it in both")
    plain = [
        [replace(parameter, meaning="", choices=(), usual=()) for parameter in form.parameters]
        + [set(p.choices) for p in form.parameters]
        for form in (metric, definition)
    ]
    demand(plain[0] == plain[1], name, "metric and definition state different parameters", "state the same ranges")
    return definition


# --- inputs


def _worlds(metric: Metric, size: int) -> Iterator[Outputs]:
    """The small golds of the metric's task with their outputs, and those of the traits that the metric has."""
    for world in task(metric.task).worlds:
        if not world.trait or world.trait in metric.traits:
            for documents in range(1, size + 1):
                yield from world.outputs(documents, metric.closed)


def _pairs(metric: Metric, size: int) -> list[Pair]:
    of = task(metric.task)
    listed = [(outputs.output(k), outputs.gold) for outputs in _worlds(metric, size) for k in range(len(outputs))]
    some = listed if len(listed) <= FEW else [listed[i * len(listed) // FEW] for i in range(FEW)]
    texts = [(of.output.parse(system), of.gold.parse(gold)) for system, gold in of.degenerate.values()]
    return [*some, *texts]


def _scores(metric: Metric, pair: Pair) -> bool:
    """Whether the metric takes this input. Inputs that its task or a trait refuses are left out."""
    try:
        metric.exact(*pair)
    except AxiometricsError:
        return False
    except Exception:
        return True
    return True


def _defined(value: Exact | float) -> bool:
    return not isinstance(value, float)


def _equal(first: Exact | float, second: Exact | float) -> bool:
    """Whether two values are exactly equal, or both undefined."""
    if isinstance(first, float) or isinstance(second, float):
        return isinstance(first, float) and isinstance(second, float)
    return sign(first - second) == 0


def _said(pair: Pair) -> str:
    return f"output {str(pair[0])!r}, gold {str(pair[1])!r}"


def _exact(metric: Metric, pair: Pair, name: str) -> Exact | float:
    try:
        with conventions():
            return metric.exact(*pair)
    except Exception as error:
        problem = f"{_said(pair)}: the exact value raises {type(error).__name__}: {error}"
    demand(False, name, problem, "compute exact numbers with the functions of axiometrics.core.arithmetic")
    raise AssertionError


# --- what is asked of the values


def _demand_definition(
    definition: Definition, pairs: Sequence[Pair], values: Sequence[Exact | float], name: str
) -> None:
    for pair, value in zip(pairs, values, strict=True):
        try:
            stated = definition(*pair)
        except Exception as error:
            demand(False, name, f"{_said(pair)}: the definition raises {error!r}", "define it on every input it scores")
            raise
        same = _equal(value, math.nan if stated is None else stated)
        shown = [f"{result}" if result is not None and result == result else "undefined" for result in (value, stated)]
        problem = f"{_said(pair)}: the formula gives {shown[0]}, the definition {shown[1]}"
        demand(
            same, name, problem, "the two are the same metric, written apart; find out from the paper which is right"
        )


def _near(number: float, value: Exact | float) -> bool:
    true = float(value)
    return math.isnan(number) if math.isnan(true) else abs(number - true) <= FORMULA_ERROR * max(1.0, abs(true))


def _demand_floats(metric: Metric, pairs: Sequence[Pair], values: Sequence[Exact | float], name: str) -> None:
    """Check that the values one by one and many at once, in floats and exactly, are the exact values of single
    inputs.
    """
    forms = {"one by one": [metric.rounded(*pair) for pair in pairs], "many at once": metric.all_rounded(pairs)}
    for form, numbers in forms.items():
        for pair, number, value in zip(pairs, numbers, values, strict=True):
            problem = f"{_said(pair)}: the float ({form}) is {number!r}, the exact value {value}"
            demand(_near(number, value), name, problem, "use one formula for both, without float() or math.log")
    for pair, many, value in zip(pairs, metric.all_exact(pairs), values, strict=True):
        problem = f"{_said(pair)}: scored with others the exact value is {many}, alone {value}"
        demand(_equal(many, value), name, problem, "let the formula look along the last axes alone, not across cases")


def _demand_counts(metric: Metric, size: int, name: str) -> None:
    """Check that the counts by which a search scores a small world give the values of its outputs."""
    if metric.formula is None:
        return
    for outputs in _worlds(metric, size):
        if outputs.counts is None:
            continue
        with np.errstate(all="ignore"):
            stacks = [np.asarray(metric.evaluate(stack), dtype=np.float64).ravel() for stack in outputs.counts]
        for k, number in enumerate(np.concatenate(stacks).tolist() if stacks else []):
            pair = outputs.output(k), outputs.gold
            if _scores(metric, pair):
                problem = (
                    f"{_said(pair)}: from the counts of the small world it is {number!r}, alone {metric.exact(*pair)}"
                )
                demand(_near(number, metric.exact(*pair)), name, problem, "the formula must use the counts alone")


def stated_range(words: str) -> tuple[float, float, bool, bool] | None:
    """The range that a docstring states: both ends, and whether each belongs to it. None where it states no range in
    numbers.

    >>> stated_range("The range is [0, 1).")
    (0.0, 1.0, True, False)
    """
    stated = RANGE.search(words)
    if stated is None:
        return None
    first, low, high, last = stated.groups()
    try:
        ends = [float(end) if "inf" in end else float(Fraction(end)) for end in (low, high)]
    except ValueError:  # a range in words or letters, such as [0, log n]
        return None
    return ends[0], ends[1], first == "[", last == "]"


def _demand_range(metric: Metric, pairs: Sequence[Pair], values: Sequence[Exact | float], name: str) -> None:
    stated = stated_range(_words(metric))
    if stated is None:
        return
    low, high, with_low, with_high = stated
    for pair, value in zip(pairs, values, strict=True):
        if isinstance(value, float):
            continue
        below = -1 if low == -math.inf else sign(Fraction(low) - value)
        above = -1 if high == math.inf else sign(value - Fraction(high))
        within = (below < 0 or (with_low and below == 0)) and (above < 0 or (with_high and above == 0))
        problem = f"{_said(pair)}: the value {value} is outside the range that the docstring states"
        demand(within, name, problem, "state the range that the values have")


def _demand_no_names(metric: Metric, pairs: Sequence[Pair], values: Sequence[Exact | float], name: str) -> None:
    chance = Random(0)
    for pair, value in zip(pairs, values, strict=True):
        documents = sorted(pair[0].documents | pair[1].documents)
        names = task(metric.task).names(documents, chance)
        system, gold = (side.renamed(names, seed=1) for side in pair)
        renamed = metric.exact(system, gold)
        problem = f"{_said(pair)}: the value is {value}, with other names {renamed} ({_said((system, gold))})"
        demand(
            _equal(renamed, value),
            name,
            problem,
            "a metric may not look at the names of documents, or at an order without meaning",
        )
