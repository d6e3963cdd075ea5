"""A metric as data: a formula over counts, its parameters (part of its name), and the traits that it needs of a
case.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.core.aggregates import shape_of, stacked
from axiometrics.core.arithmetic import Array
from axiometrics.core.definition import Definition, defined
from axiometrics.core.errors import TaskError
from axiometrics.core.exact import Exact
from axiometrics.core.parameter import Parameter, Value, bind, demand_variant
from axiometrics.core.task import task as task_of


def decimal(value: Fraction) -> str:
    """A fraction as people write it: a decimal where it ends, else p/q.

    >>> decimal(Fraction(4, 5)), decimal(Fraction(1, 3)), decimal(Fraction(30))
    ('0.8', '1/3', '30')
    """
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(value)
    places = 0
    while value.denominator != 1 and (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


FEW = 64
"""Up to this many documents in gold and output together, exact numbers are as fast as floats."""


@dataclass(frozen=True, eq=False)
class Metric:
    """A metric with its parameters bound. Higher is better.

    Attributes
    ----------
    base, title : the id without parameters (`ndcg`) and the field's notation (`nDCG`)
    task, family : `clustering`, `filtering`, `ranking` or `organization`; the row group of Table 6
    formula : counts (`Contingency`, `Confusion`, `Gains`) and the parameters by name -> one value a case; `None` where
        only `direct` is defined
    direct : system, gold and the parameters -> exact value, for organizations no counts describe (overlapping, several
        levels)
    fast : the same as `direct` in floats, where exact numbers take long
    traits : what it needs of a case or uses in it, by the names that its task declares, such as `graded` (it uses
        grades above 1), `closed` (the gold must list every document of the collection), `judged-only` (it ignores
        documents that the gold does not list); a metric with a formula on counts and a direct form is `overlapping`
    terms : for a metric that is a sum over ranks: `rank` if a term depends only on the rank and the grade there,
        `numbers` if it also depends on the numbers of documents of each grade above; empty for all remaining metrics
    no_sum : a parameter, and those of its choices with which the metric is not a sum over ranks
    convention : its value at 0/0, in words
    spellings : further names that people use for the metric with a cut-off; the cut-off distinguishes it from the
        metric that has this name
    agrees : by task, the base of the metric of that task that has the same values on the data of that task, with equal
        parameters; so the two have the same counterexamples (`core.implication`)
    source : where it is defined
    values : the parameters in force, by name; missing ones have their default
    shown : a function that makes the display form, if title and parameters together are not the usual notation
    definition : the second, plain form of the metric, by which saved verdicts are re-checked; built-in metrics have it
        in `definitions/`. A function (output, gold and the parameters by name -> exact number, or None where undefined)
        becomes a `Definition` with the parameters of the metric
    """

    base: str
    title: str
    task: str
    family: str
    source: str
    formula: Callable[..., Array] | None = None
    direct: Callable[..., Any] | None = None
    fast: Callable[..., Any] | None = None
    parameters: tuple[Parameter, ...] = ()
    traits: Set[str] = frozenset()
    terms: str = ""
    no_sum: tuple[str, ...] = ()
    convention: str = ""
    spellings: tuple[str, ...] = ()
    agrees: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    shown: Callable[[Mapping[str, Value]], str] | None = None
    definition: Definition | Callable[..., Any] | None = None
    _declared: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", bind(self.parameters, self.values, self.base))
        both = {"overlapping"} if self.formula is not None and self.direct is not None else set()
        understood = {p.trait for p in self.parameters if p.trait and self.values[p.name] not in (None, p.default)}
        object.__setattr__(self, "_declared", frozenset(self.traits))
        object.__setattr__(self, "traits", self._declared | both | understood)
        if self.definition is not None:
            object.__setattr__(
                self, "definition", defined(self.definition, self.base, self.parameters, closed=self.closed)
            )

    def with_values(self, **values: Any) -> Metric:
        """The same metric with other parameter values.

        Raises `UnknownNameError` for a parameter it has not, `ParameterError` for a value outside its range, or one, be
        it the default, that means nothing in the variant in force.
        """
        # the declared traits alone: others come from the values that are replaced
        bound = replace(self, values={**self.values, **values}, traits=self._declared)
        demand_variant(self.parameters, bound.values, values, self.base)
        return bound

    def reduced(self, task: str) -> Metric:
        """The metric as a metric of another task, through a reduction that its own task declares. For its own task, the
        metric itself.

        Raises `TaskError` where there is no such reduction.
        """
        if task == self.task:
            return self
        reduction = next((declared for declared in task_of(self.task).reductions if declared.task == task), None)
        if reduction is None:
            raise TaskError(f"{self.id} is a metric of {self.task}, which is not reduced to {task}")
        by, formula, turn = reduction, self.formula, reduction.counts

        def on_counts(counts: Any, **values: Any) -> Array:
            assert formula is not None
            assert turn is not None
            return formula(turn(counts), **values)

        def on_values(system: Any, gold: Any, **values: Any) -> Any:
            return replace(self, values={**self.values, **values}).exact(by.output(system), by.gold(gold))

        counted = formula is not None and turn is not None
        return replace(
            self,
            task=task,
            formula=on_counts if counted else None,
            direct=None if counted else on_values,
            traits=reduction.traits | (self.traits if reduction.is_identity else frozenset()),
            terms="",
            definition=None,
        )

    @property
    def closed(self) -> bool:
        """Whether it needs every document of the collection listed in the gold."""
        return "closed" in self.traits

    @property
    def narrowing(self) -> frozenset[str]:
        """The parameters whose values make this metric different from the metric of most theorems and regions."""
        return frozenset(p.name for p in self.parameters if p.narrows and self.values[p.name] != p.default)

    @property
    def adds_up(self) -> str:
        """The arguments of the terms, `rank` or `numbers`, where the metric with these values is a sum over ranks; else
        empty.
        """
        return "" if self.no_sum and self.values[self.no_sum[0]] in self.no_sum[1:] else self.terms

    @property
    def name(self) -> str:
        """The base with the task, as in `ranking:ndcg`: two tasks may have different metrics of one base."""
        return f"{self.task}:{self.base}"

    @cached_property
    def id(self) -> str:
        """The canonical name: base, `@k` if cut, numeric parameters, variants that are not the default."""
        cut = "".join(
            f"@{decimal(v)}" for p in self.parameters if p.cut and isinstance(v := self.values[p.name], Fraction)
        )
        inside = ",".join(f"{name}={text}" for name, text in self._written())
        return f"{self.base}{cut}" + (f"({inside})" if inside else "")

    @cached_property
    def display(self) -> str:
        """The field's notation, e.g. `nDCG@10`, `RBP(p=0.8)`."""
        if self.shown is not None:
            return self.shown(self.values)
        return self.title + self.id[len(self.base) :]

    def _written(self) -> list[tuple[str, str]]:
        written = []
        for p in self.parameters:
            value = self.values[p.name]
            if p.cut or (p.when is not None and self.values[p.when[0]] != p.when[1]):
                continue
            if isinstance(value, Fraction):
                written.append((p.name, decimal(value)))
            elif p.always or value != p.default:
                written.append((p.name, str(value)))
        return written

    def evaluate(self, counts: Any) -> Array:
        """The values of a stack of cases: floats on float counts (the filter), exact numbers on exact ones; `nan` where
        undefined.
        """
        if self.formula is None:
            raise TaskError(f"{self.id} has no formula over counts: score organizations instead")
        return self.formula(counts, **self.values)

    def exact(self, system: Any, gold: Any) -> Exact | float:
        """The exact value of a system output against a gold; `nan` where the metric is undefined.

        Raises `TaskError` where the two are not of the metric's task, or lack what one of its traits needs.
        """
        return _checked(self._scored(system, gold, self.direct, exact=True), self.id)

    def value(self, system: Any, gold: Any) -> float:
        """The value as a float; `nan` where undefined. It is for scores that people read: no verdict rests on it.

        A few documents are scored exactly, and the value is rounded once; more are scored in floats, so that thousands
        take milliseconds. It raises what `exact` raises.
        """
        return float(self.exact(system, gold)) if system.size + gold.size <= FEW else self.rounded(system, gold)

    def rounded(self, system: Any, gold: Any) -> float:
        """The value in floats, as the filter of a search has it, however few the documents are; `nan` where undefined.

        It raises what `exact` raises.
        """
        value = self._scored(system, gold, self.fast or self.direct, exact=False)
        return float(value.item() if isinstance(value, np.ndarray) else value)

    def all_rounded(self, pairs: Sequence[tuple[Any, Any]]) -> list[float]:
        """The values of many outputs, each with its gold, as floats; `nan` where a value is undefined. The filter of a
        search uses them.

        Outputs whose counts have the same shape are scored together, because numpy takes about as long for a hundred of
        them as for one. A metric that cannot compute with floats is scored exactly, and its values are rounded.

        It raises what `exact` raises.
        """
        return [
            (float(self.exact(*pair)) if self.fast is None else self.rounded(*pair)) if value is None else float(value)
            for pair, value in zip(pairs, self._stacked(pairs, self.fast or self.direct, exact=False), strict=True)
        ]

    def all_exact(self, pairs: Sequence[tuple[Any, Any]]) -> list[Exact | float]:
        """The exact values of many outputs, each with its gold; `nan` where a value is undefined.

        Outputs whose counts have the same shape are scored together. It raises what `exact` raises.
        """
        return [
            self.exact(*pair) if value is None else self.checked(value)
            for pair, value in zip(pairs, self._stacked(pairs, self.direct, exact=True), strict=True)
        ]

    def _stacked(
        self, pairs: Sequence[tuple[Any, Any]], direct: Callable[..., Any] | None, exact: bool
    ) -> list[Any | None]:
        """The values of outputs that the formula scores from counts, those with counts of one shape together; None for
        an output that the direct form has to score.
        """
        results: list[Any | None] = [None] * len(pairs)
        alike: dict[Hashable, tuple[list[int], list[Any]]] = {}
        for k, (system, gold) in enumerate(pairs):
            counts = self._counts(system, gold, direct, exact)
            if counts is not None:
                places, stack = alike.setdefault(shape_of(counts), ([], []))
                places.append(k)
                stack.append(counts)
        for places, stack in alike.values():
            with np.errstate(all="ignore"):
                values = np.asarray(self.evaluate(stacked(stack)))
            for k, value in zip(places, np.broadcast_to(values.reshape(-1), len(places)).tolist(), strict=True):
                results[k] = value
        return results

    def _scored(self, system: Any, gold: Any, direct: Callable[..., Any] | None, exact: bool) -> Any:
        counts = self._counts(system, gold, direct, exact)
        if counts is None:
            assert direct is not None
            task_of(self.task).demand(system, gold)
            return direct(system, gold, **self.values)
        with np.errstate(all="ignore"):  # 0/0 is named by the formula, and comparing exact numbers leaves flags behind
            return self.evaluate(counts)

    def _counts(self, system: Any, gold: Any, direct: Callable[..., Any] | None, exact: bool) -> Any:
        """The counts from which the formula scores an output; None if the direct form has to score it."""
        of = task_of(self.task)
        if direct is not None and (self.formula is None or of.counts is None or not of.countable(system, gold)):
            return None
        if self.formula is None or of.counts is None:
            raise TaskError(f"{self.id} is not defined on {self.task} data: it has no formula that scores them")
        for trait in of.traits:
            if trait.name in self.traits and (cure := trait.refuses(system, gold)):
                raise TaskError(f"{self.id} needs a {trait.name} collection: {cure}")
        return of.counts(system, gold, exact=exact)

    def checked(self, value: Any) -> Exact | float:
        """An exact value as it is, `nan` where the metric is undefined. Raises `ArithmeticError` for another float."""
        return _checked(value, self.id)

    def describe(self) -> dict[str, Any]:
        """The metric as the JSON of a matrix has it."""
        params = {p.name: str(v) for p in self.parameters if (v := self.values[p.name]) is not None}
        return {
            "id": self.id,
            "base": self.base,
            "params": params,
            "display": self.display,
            "family": self.family,
            "task": self.task,
            "source": self.source,
        }


def _checked(value: Any, metric: str) -> Exact | float:
    """Refuse a float that slipped into an exact value: nothing here may rest on rounding."""
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        if math.isnan(value):
            return value
        raise ArithmeticError(f"{metric}: the formula turned an exact number into the float {value!r}")
    return Fraction(value) if isinstance(value, int) else value
