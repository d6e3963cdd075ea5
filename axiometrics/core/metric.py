"""A metric as data: a formula over counts, its parameters (part of its name), and what it needs of a case."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.errors import ParameterError, TaskError, UnknownNameError
from axiometrics.core.exact import Exact
from axiometrics.core.task import task as task_of

Value: TypeAlias = Fraction | str | None

GREATEST = 10**12
"""The greatest whole number that a parameter may be."""

_NUMBER = re.compile(r"[-+]?(\d{1,400}(/\d{1,400}|\.\d{0,400})?|\.\d{1,400})([eE][-+]?\d{1,3})?", re.ASCII)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a metric: a number between bounds, or (with `choices`) a named variant.

    `cut` parameters are whole numbers written `@k`; `when` names the variant (parameter, choice) in which this one
    means anything.
    """

    name: str
    default: Value
    meaning: str
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    integer: bool = False
    choices: tuple[str, ...] = ()
    cut: bool = False
    always: bool = False
    when: tuple[str, str] | None = None

    def read(self, value: Any, metric: str) -> Value:
        """The value as it is kept: decimals and fractions exactly, variants by name."""
        if self.choices:
            if value not in self.choices:
                raise ParameterError(f"{metric}: {self.name}={value!r} is none of {', '.join(self.choices)}")
            return str(value)
        if self.cut and value is None:
            return None
        try:
            if isinstance(value, bool):
                raise TypeError
            if isinstance(value, str) and not _NUMBER.fullmatch(value.strip()):
                raise ValueError
            number = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
        except (ValueError, TypeError, ZeroDivisionError, OverflowError):
            shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
            raise ParameterError(
                f"{metric}: {self.name}={shown} is no number: write a decimal or a fraction, e.g. 0.8 or 4/5"
            ) from None
        if (self.integer or self.cut) and number.denominator != 1:
            raise ParameterError(f"{metric}: {self.name}={value} is no whole number")
        if (self.integer or self.cut) and number > GREATEST:
            raise ParameterError(
                f"{metric}: {self.name} is above {GREATEST}, the greatest whole number that is computed with"
            )
        if (self.low is not None and (number < self.low or (self.low_open and number == self.low))) or (
            self.high is not None and (number > self.high or (self.high_open and number == self.high))
        ):
            raise ParameterError(f"{metric}: {self.name}={value} is outside {self.range}")
        return number

    @property
    def range(self) -> str:
        """The bounds as an interval, e.g. `(0, 1)`."""
        low = "(-inf" if self.low is None else f"{'(' if self.low_open else '['}{self.low}"
        high = "inf)" if self.high is None else f"{self.high}{')' if self.high_open else ']'}"
        return f"{low}, {high}"


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
    traits : what it needs of a case or understands in it, by the names that its task declares, e.g. `graded` (gains
        beyond 0/1 mean something to it), `closed` (it needs every document of the collection listed in the gold),
        `judged-only` (unjudged documents are as if they were not there); one that has both a formula on counts and a
        direct form is `overlapping`
    terms : of a sum over ranks, what a term depends on beside the rank and the grade there: nothing (`rank`), or how
        many documents of each grade stand above (`numbers`); empty for a metric that is no such sum
    no_sum : the variant (parameter, choice) that is no sum over ranks although the others are
    convention : what it does at 0/0, in words
    source : where it is defined
    values : the parameters in force, by name; missing ones have their default
    shown : how the display form is made, where title plus parameters is not the field's notation
    """

    base: str
    title: str
    task: str
    family: str
    source: str
    formula: Callable[..., Array] | None = None
    direct: Callable[..., Any] | None = None
    parameters: tuple[Parameter, ...] = ()
    traits: Set[str] = frozenset()
    terms: str = ""
    no_sum: tuple[str, str] | None = None
    convention: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    shown: Callable[[Mapping[str, Value]], str] | None = None

    def __post_init__(self) -> None:
        known = {parameter.name for parameter in self.parameters}
        for name in self.values:
            if name not in known:
                cure = f"it takes {', '.join(sorted(known))}" if known else "it takes none"
                raise UnknownNameError(f"{self.base} has no parameter {name!r}: {cure}")
        if self.formula is not None and self.direct is not None:
            object.__setattr__(self, "traits", self.traits | {"overlapping"})
        given = dict(self.values)
        bound = {p.name: p.read(given.get(p.name, p.default), self.base) for p in self.parameters}
        self._demand_variant(bound, [p.name for p in self.parameters if bound[p.name] != p.default])
        object.__setattr__(self, "values", bound)

    def _demand_variant(self, bound: Mapping[str, Any], given: Collection[str]) -> None:
        for p in self.parameters:
            if p.name in given and p.when is not None and bound[p.when[0]] != p.when[1]:
                raise ParameterError(
                    f"{self.base}: {p.name} means nothing without {p.when[0]}={p.when[1]}: give that too, or "
                    f"leave it out"
                )

    def with_values(self, **values: Any) -> Metric:
        """The same metric with other parameter values.

        Raises `UnknownNameError` for a parameter it has not, `ParameterError` for a value outside its range, or one, be
        it the default, that means nothing in the variant in force.
        """
        bound = replace(self, values={**self.values, **values})
        bound._demand_variant(bound.values, values)
        return bound

    @property
    def closed(self) -> bool:
        """Whether it needs every document of the collection listed in the gold."""
        return "closed" in self.traits

    @property
    def adds_up(self) -> str:
        """What the terms depend on, `rank` or `numbers`, where with these values the metric is a sum over ranks; else
        empty.
        """
        return "" if self.no_sum is not None and self.values[self.no_sum[0]] == self.no_sum[1] else self.terms

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
        of = task_of(self.task)
        if self.direct is not None and (self.formula is None or of.counts is None or not of.countable(system, gold)):
            of.demand(system, gold)
            return _checked(self.direct(system, gold, **self.values), self.id)
        if self.formula is None or of.counts is None:
            raise TaskError(f"{self.id} is not defined on {self.task} data: it has no formula that scores them")
        for trait in of.traits:
            if trait.name in self.traits and (cure := trait.refuses(system, gold)):
                raise TaskError(f"{self.id} needs a {trait.name} collection: {cure}")
        with np.errstate(invalid="ignore"):  # a flag that comparing exact numbers leaves behind
            return _checked(self.evaluate(of.counts(system, gold)), self.id)

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


def _accepting_older_spellings(init: Callable[..., None]) -> Callable[..., None]:
    """Let packages written for version 0.1 go on declaring traits as keywords: `Metric(..., graded=True)`."""

    def read(self: Metric, *args: Any, traits: Iterable[str] = (), **given: Any) -> None:
        older = {name.replace("_", "-") for name in ("graded", "closed", "judged_only") if given.pop(name, False)}
        init(self, *args, traits=frozenset(traits) | older, **given)

    return read


Metric.__init__ = _accepting_older_spellings(Metric.__init__)  # type: ignore[method-assign]
