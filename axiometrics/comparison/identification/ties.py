"""Find how a metric treats documents that share a place, once its definition on other inputs is known.

A definition is about outputs in which every document has a place of its own. A call that gives scores may give two
documents the same place, and implementations treat such ties differently: some break the tie by the documents' names,
some by the order of the input, some take the mean over all orders. So each such rule is tried on every small input with
ties, written in the given order and backwards, and on a few long ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from msgspec import field

from axiometrics import registry
from axiometrics.candidates.laws.calls import plain_data
from axiometrics.comparison.compared_calls import ComparedCalls
from axiometrics.comparison.compared_metric import MetricValues
from axiometrics.comparison.identification.agreement_scale import AffineScale
from axiometrics.comparison.identification.values import apart
from axiometrics.comparison.inputs import Input, InputBlock
from axiometrics.core.documents import Count, Document, Name
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.margins import FORMULA_ROUNDING
from axiometrics.core.metric import Metric
from axiometrics.core.signature import Signature, TiedOutput
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit

SHARE_OF_TIES = 0.75
"""The share of the time limit after which ties are skipped: conduct is measured afterwards and may refute a definition,
so it needs the rest of the time.
"""

Rule = Callable[[Metric, TiedOutput], float]


def _by(key: Callable[[Sequence[str]], Sequence[str]]) -> Rule:
    """The rule that takes the documents of each place in one order."""

    def value(metric: Metric, tied: TiedOutput) -> float:
        return metric.value(tied.ranked([d for group in tied.groups for d in key(group)]), tied.gold())

    return value


def _over(summary: Callable[[Sequence[float]], float]) -> Rule:
    """The rule that summarizes the values of all orders."""

    def value(metric: Metric, tied: TiedOutput) -> float:
        gold = tied.gold()
        return summary([metric.value(output, gold) for output in tied.orders()])

    return value


def _together(metric: Metric, tied: TiedOutput) -> float:
    definition = registry.definition(metric.id, metric.task)
    if definition is None or not definition.counted:
        return math.nan
    number = definition(tied.together(), tied.gold())
    return math.nan if number is None else float(number)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


RULES: Mapping[str, tuple[str, Rule]] = {
    "name-descending": ("by name, later names first, as trec_eval", _by(lambda group: sorted(group, reverse=True))),
    "name": ("by name, earlier names first", _by(sorted)),
    "listed": ("in the order of the input", _by(lambda group: group)),
    "listed-last": ("in the order of the input backwards", _by(lambda group: group[::-1])),
    "mean": ("by the mean over all orders", _over(_mean)),
    "together": ("together, each at the rank of the last of them", _together),
    "best": ("in the order that is best", _over(max)),
    "worst": ("in the order that is worst", _over(min)),
}
"""The rules for documents that share a place: in words, and as a function that gives the value. The first four rules
use one order.
"""


class TargetValues(Document, frozen=True):
    """The values of a metric and of the definition that is nearest to it."""

    target: float
    nearest: float


class TieDifference(Document, frozen=True):
    """A call in which documents share a score, with the value of the metric and the value under the nearest rule."""

    arguments: list[Any] | None
    values: TargetValues


class TieEntry(Document, frozen=True):
    """The rules by which a metric orders documents that share a score.

    Attributes
    ----------
    rules : the rules that give its values on every input with ties, e.g. `name-descending`; none where no rule does;
        `fitting` in Python
    tried : all rules that were tried; equal to `rules` where no input tells rules apart
    inputs : with ties, on which the metric has a value
    nearest, differs : where no rule fits, the nearest, and the smallest call on which its value is another
    """

    fitting: list[Name] = field(name="rules")
    tried: list[Name]
    inputs: Count
    nearest: Name | None
    differs: TieDifference | None

    @property
    def matters(self) -> bool:
        """Whether some rule gives another value than the metric, so that these inputs separate the rules."""
        return len(self.fitting) < len(self.tried)


def tie_rules(
    target: ComparedCalls, metric: Metric, scale: AffineScale, limit: TimeLimit = NO_LIMIT
) -> TieEntry | None:
    """The rules for ties that a metric follows which equals this definition, times the scale, where each document has a
    place of its own. None where its calls cannot express ties, the time is not enough, or the metric has no value
    there.
    """
    signature = target.judge.signature
    calls = list(_tied(signature, metric))
    if not calls:
        return None
    block = InputBlock("written", "", [Input(None, None, tied.size, call) for call, tied in calls])
    if not target.ask([block], limit, SHARE_OF_TIES):
        return None
    theirs = target.values(block)
    valued = ~np.isnan(theirs.numbers)
    if not valued.any():
        return None
    tried = [rule for rule in RULES if signature.names or not rule.startswith("name")]
    wrong: dict[str, Any] = {}
    values: dict[str, MetricValues] = {}
    for rule in tried:
        numbers = np.array([_value(RULES[rule][1], metric, tied) for _, tied in calls])
        values[rule] = MetricValues(numbers, np.zeros(len(calls), dtype=bool), FORMULA_ROUNDING, {})
        undefined = np.isnan(numbers)
        if not undefined.all():
            wrong[rule] = apart(theirs, values[rule], scale)
    fitting = [rule for rule, differs in wrong.items() if not differs.any()]
    if fitting or not wrong:
        return TieEntry(fitting, list(wrong), int(valued.sum()), None, None)
    nearest = min(wrong, key=lambda rule: int(wrong[rule].sum()))
    k = min(np.flatnonzero(wrong[nearest]).tolist(), key=lambda k: calls[k][1].size)
    expected = scale.factor * float(values[nearest].numbers[k]) + scale.offset
    differs = TieDifference(calls[k][0], TargetValues(float(theirs.numbers[k]), expected))
    return TieEntry([], list(wrong), int(valued.sum()), nearest, differs)


def _value(rule: Rule, metric: Metric, tied: TiedOutput) -> float:
    try:
        with np.errstate(all="ignore"):
            return rule(metric, tied)
    except (AxiometricsError, AttributeError):  # a definition that asks for the documents themselves has no groups
        return math.nan


def _tied(signature: Signature, metric: Metric) -> Iterator[tuple[list[Any], TiedOutput]]:
    """The calls of a signature in which documents share a place, as plain data, each with the output that it
    expresses.
    """
    if signature.tied is None or signature.inputs is None:
        return
    for n in chain(range(2, signature.inputs.size + 1), signature.inputs.long):
        for arguments in signature.inputs.make(n, frozenset(metric.traits), None):
            for written in (arguments, _backwards(arguments)):
                tied = signature.tied(written)
                if tied.has_ties:
                    yield plain_data(written), tied


def _backwards(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same call with its documents listed from the last to the first."""
    return tuple(dict(reversed(side.items())) if isinstance(side, dict) else side[::-1] for side in arguments)
