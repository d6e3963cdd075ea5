"""Judging a user's metric as a black box in floats (or exactly, where it says it can)."""

from __future__ import annotations

import contextlib
import math
import random
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from numbers import Real as RealNumber
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Universe
from axiometrics.generators.filterings import organize
from axiometrics.search.judge import Decision, MetricFailedError
from axiometrics.targets.signatures import SIGNATURES, Declaration, Signature

LONGEST_TIE = 30
"""Ranks (or documents) up to which equal floats are taken for a tie: further on, terms below one ulp of the score vanish."""

BOUND = 2.0**-40
"""The error bound of a metric in double precision, as a share of the greatest score involved (and of 1): within it no difference is a verdict.

Thousands of roundings of 2**-53 stay below it; metrics that return single or half precision get theirs from the precision they return.
"""

VARIANTS = 6
"""Relabellings and reorderings under which a tie must stay bitwise equal."""

SIZES = {"clustering": 8, "filtering": 10, "ranking": 10}
"""Sizes to which a black box is searched unless told, by task; calls cost a thousand times more than our formulas."""

APART = {
    ("rag-bag", "universal"): 9,
    ("rag-bag", "sizes"): 8,
    ("rag-bag", "strong"): 8,
    ("size-vs-quantity", "universal"): 10,
    ("size-vs-quantity", "strong"): 10,
    ("size-vs-quantity-overlap", "distinct"): 3,
    ("size-vs-quantity-overlap", "shared"): 3,
    ("priority", "graded"): 5,
    ("deepness", "any-context"): 6,
}
"""The same for readings that have a size of their own."""

THRESHOLD = 200
"""n to which the duels of a black box are held unless told."""

EXAMPLES = 200
"""Random cases beyond the enumerated sizes that a black box is tried on unless told."""


@dataclass(eq=False)
class BlackBox:
    """Judges a user's metric by calling it. A difference counts only outside the error bound; a tie only where rounding cannot have made it."""

    id: str
    function: Any
    declared: Declaration
    task: str
    used: set[str] = field(default_factory=set)
    examples: int = EXAMPLES
    _known: dict[Any, float] = field(default_factory=dict)
    _bound: float = BOUND

    @property
    def signature(self) -> Signature:
        """How the metric is called."""
        assert self.declared.signature is not None
        return SIGNATURES[self.declared.signature]

    @property
    def exact(self) -> bool:
        """Whether it declares itself exact."""
        return self.declared.exact

    @property
    def closed(self) -> bool:
        """Whether its arguments list every document."""
        return self.signature.closed

    def serves(self, reading: Reading) -> str | None:
        """Why the reading does not apply, or None."""
        if reading.needs == "graded" and not self.declared.graded:
            return "the metric does not say that it is graded: @axiometrics.metric(graded=True)"
        if reading.needs == "overlapping" and not self.declared.overlapping:
            return "the metric does not say that it takes overlapping clusters: @axiometrics.metric(overlapping=True)"
        return None

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        """A black box is searched less far unless told."""
        if asked is not None or reading.finite:
            return asked
        if constraint.quantifier in {Quantifier.EXISTS, Quantifier.EVENTUALLY}:
            return THRESHOLD
        return APART.get((constraint.id, reading.name), SIZES[constraint.task])

    def score(self, system: Organization, gold: Organization) -> Any:
        """What the metric says of a system output, a float or (declared exact) a `Fraction`.

        Raises `MetricFailedError` with the input where it raises or returns no finite number.
        """
        arguments = self.signature.arguments(system, gold, Fraction if self.exact else int)
        data = {"gold": gold.to_json(), "output": system.to_json()}
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
                warnings.simplefilter("ignore")
                value = _caller(self.function)(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise MetricFailedError(f"raised {one_line(error)} on gold {gold}, output {system}", data) from None
        return self._number(value, f"on gold {gold}, output {system}", data)

    def _number(self, value: Any, where: str, data: Mapping[str, Any]) -> Any:
        if isinstance(value, np.ndarray) and value.ndim == 0:
            value = value.item()
        if not isinstance(value, RealNumber) and not isinstance(value, np.number):
            raise MetricFailedError(f"returned {_short(value)}, no number, {where}", data)
        if self.exact:
            if not isinstance(value, (int, Fraction)):
                raise MetricFailedError(f"declares itself exact but returned the {type(value).__name__} {value!r} {where}", data)
            return Fraction(value)
        if isinstance(value, complex) or not math.isfinite(value):
            raise MetricFailedError(f"returned {_short(value)} {where}", data)
        if isinstance(value, np.floating):
            self._bound = max(self._bound, float(np.finfo(value.dtype).eps) * BOUND * 2.0**52)
        return float(value)

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements, each asked once, and the first of them twice: a metric that disagrees with itself is found out."""
        found = np.empty(len(index))
        kind = type(universe).__name__
        if len(index):
            self._demand_agreement(*universe.outputs(int(index[0]), self.closed))
        for place, k in enumerate(index.tolist()):
            signature = universe.signature(k, self.closed)
            if signature is None or (kind, signature) not in self._known:
                value = float(self.score(*universe.outputs(k, self.closed)))
                if signature is None:
                    found[place] = value
                    continue
                self._known[kind, signature] = value
            found[place] = self._known[kind, signature]
        return found

    def _demand_agreement(self, system: Organization, gold: Organization) -> None:
        first, second = (float(self.score(system, gold)) for _ in range(2))
        if not self._close(first - second, first, second):
            data = {"gold": gold.to_json(), "output": system.to_json()}
            raise MetricFailedError(f"disagreed with itself: {first!r}, then {second!r} on gold {gold}, output {system}", data)

    def _close(self, difference: float, *scores: float) -> bool:
        """Whether rounding alone may have made this difference."""
        return abs(difference) <= self._bound * max(1.0, *(abs(score) for score in scores))

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference, or None within the error bound where rounding may have made or hidden a tie."""
        scores = self._scores(case, demand)
        excess = demand.excess(scores)
        if self.exact:
            return Decision((excess > 0) - (excess < 0), scores)
        if not self._close(excess, *scores.values()):
            for output in case.outputs.values():
                self._demand_agreement(output, case.gold)
            return Decision(1 if excess > 0 else -1, scores)
        if excess == 0 and max(output.size for output in case.outputs.values()) <= LONGEST_TIE:
            variants = (self._scores(_renamed(case, seed), demand) for seed in range(VARIANTS))
            if all(demand.excess(other) == 0 for other in variants) and not self._may_be_lost(case, demand, scores):
                return Decision(0, scores)
        return Decision(None, scores, reason="within the error bound")

    def _may_be_lost(self, case: Case, demand: Demand, scores: Mapping[str, Any]) -> bool:
        """Whether what moved is worth so little, next to these scores, that adding it changes no digit: RBP(p=0.001) at rank 8.

        The case is scored again with no other document relevant than those that moved.
        """
        alone = _moved_alone(case) if self.task == "ranking" else None
        if alone is None:
            return False
        try:
            excess = demand.excess(self._scores(alone, demand))
        except MetricFailedError:
            return False
        return bool(excess != 0) and self._close(excess, *scores.values())

    def _scores(self, case: Case, demand: Demand) -> dict[str, Any]:
        known: dict[int, Any] = {}
        scores = {}
        for role in demand.roles:
            output = case.outputs[role]
            if id(output) not in known:
                known[id(output)] = self.score(output, case.gold)
            scores[role] = known[id(output)]
        return scores

    def score_table(self, table: tuple[int, int, int, int]) -> Any:
        """The score of a table of counts (tp, fp, fn, tn)."""
        sets, gold = organize(table)
        return self.score(Organization.filtering(sets["positive"], sets["negative"]), gold)

    def show(self, score: Any) -> Any:
        """A float as it is, an exact number as a string."""
        return str(score) if self.exact else score


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _moved_alone(case: Case) -> Case | None:
    """The case with no document relevant but those whose rank differs between outputs, or None where none of them is."""
    places = [{d: i for i, _, d in output.occurrences()} for output in case.outputs.values()]
    moved = {d for place in places for d in place if any(other.get(d) != place[d] for other in places)}
    levels = [[cluster for cluster in level if moved.issuperset(cluster)] for level in case.gold.levels]
    graded = levels if case.gold.tail else levels[:-1]
    if not any(graded):
        return None
    rest = [] if case.gold.tail else [[[d] for d in sorted(case.gold.documents.difference(*(c for level in graded for c in level)))]]
    return Case(Organization([*graded, *rest], case.gold.tail), case.outputs, case.edit)


def _renamed(case: Case, seed: int) -> Case:
    """The same case with other names for its documents, and clusters and levels written in another order."""
    chance = random.Random(seed)
    documents = sorted(case.gold.documents.union(*(output.documents for output in case.outputs.values())))
    names = [f"d{i}" for i in range(len(documents))]
    chance.shuffle(names)
    name = dict(zip(documents, names, strict=True))

    def shuffled(organization: Organization) -> Organization:
        levels = []
        for level in organization.levels:
            clusters = [chance.sample([name[d] for d in cluster], len(cluster)) for cluster in level]
            chance.shuffle(clusters)
            levels.append(clusters)
        return Organization(levels, organization.tail)

    gold = shuffled(case.gold)
    return Case(gold, {role: shuffled(output) for role, output in case.outputs.items()}, case.edit)


def one_line(error: BaseException) -> str:
    """An exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' + text if text else ''}"[:300]


def is_ir_measure(function: Any) -> bool:
    """Whether this is a measure of the library ir_measures."""
    return type(function).__module__.startswith("ir_measures.") and hasattr(function, "iter_calc")


def _caller(function: Any) -> Callable[..., Any]:
    """The function, or what stands for a measure that is no function."""
    return partial(_ir_measure, function) if is_ir_measure(function) else function


def _ir_measure(measure: Any, qrel: Mapping[str, int], run: Mapping[str, float]) -> Any:
    for found in measure.iter_calc({"topic": qrel}, {"topic": run}):
        return found.value
    return None
