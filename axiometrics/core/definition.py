"""A definition as data: the second, plain and exact form of a metric, by which the values of the first form are
checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from inspect import signature
from typing import Any, TypeAlias

from axiometrics.core.errors import DeclarationError
from axiometrics.core.exact import Exact, Real
from axiometrics.core.parameter import Parameter, Value, bind, demand_variant

Score: TypeAlias = Exact | None
"""The value of a definition: an exact number, or None where the metric is undefined."""


@dataclass(frozen=True, eq=False)
class Definition:
    """The definition of a metric with its parameters bound. Called with an output and a gold, it gives the exact score.

    The types of outputs and golds are not fixed here: they are data of the metric's task, and the function raises
    `TaskError` for other data.

    Attributes
    ----------
    base : the id of the metric without parameters
    function : output, gold and the parameters by name -> an exact number, or None where the metric is undefined
    parameters : the documented ranges and defaults, stated here a second time: that the metric has the same is checked
    closed : whether the gold has to list every document of the collection
    counted : the greatest amount in outputs that it takes by counts (`core/counted.py`) in place of documents, without
        a gold; 0 where it takes documents alone
    second_form : whether the function adds up symbols in another way than documents, so that a proof that it is
        executed for rests on tests that hold the two ways together
    values : the parameters in force, by name; missing ones have their default

    Raises `DeclarationError` where the function does not take these parameters.
    """

    base: str
    function: Callable[..., Any]
    parameters: tuple[Parameter, ...] = ()
    closed: bool = False
    counted: int = 0
    second_form: bool = False
    values: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", bind(self.parameters, self.values, self.base))
        try:
            signature(self.function).bind(None, None, **self.values)
        except TypeError as error:
            raise DeclarationError(
                f"the definition of {self.base} cannot be called with an output, a gold"
                f"{''.join(f', {name}' for name in self.values)}: {error}"
            ) from None

    def with_values(self, **values: Any) -> Definition:
        """The same definition with other values of its parameters; it raises the errors of `Metric.with_values`."""
        bound = replace(self, values={**self.values, **values})
        demand_variant(self.parameters, bound.values, values, self.base)
        return bound

    def number(self, name: str) -> Parameter | None:
        """The parameter of that name, if there is one and it is a number."""
        return next((p for p in self.parameters if p.name == name and p.is_number), None)

    def __call__(self, output: Any, gold: Any) -> Score:
        """The score of an output against a gold.

        Raises `DeclarationError` where the function gives what is not exact.
        """
        score = self.function(output, gold, **self.values)
        if isinstance(score, int) and not isinstance(score, bool):
            return Fraction(score)
        if score is None or isinstance(score, (Fraction, Real)):
            return score
        raise DeclarationError(
            f"the definition of {self.base} gives {score!r}: expected an exact number (a Fraction, or one made of the "
            f"functions of axiometrics.core.exact), or None where the metric is undefined"
        )


def defined(
    definition: Definition | Callable[..., Any], base: str, parameters: Sequence[Parameter], *, closed: bool = False
) -> Definition:
    """Return the definition of the metric with this base and these parameters as a `Definition`. A plain function is
    made into one.

    Raises `DeclarationError` where it is not about this metric, or has other parameters or other defaults.
    """
    if not isinstance(definition, Definition):
        if not callable(definition):
            raise DeclarationError(f"the definition of {base} is a {type(definition).__name__}: expected a function")
        return Definition(base, definition, tuple(parameters), closed)
    if definition.base != base:
        raise DeclarationError(f"the definition of {base} says that it defines {definition.base}")
    own, stated = ({p.name: p.default for p in some} for some in (definition.parameters, parameters))
    if own != stated:
        raise DeclarationError(
            f"the definition of {base} has the parameters {_listed(own)}, the metric {_listed(stated)}: "
            f"state the same names and defaults"
        )
    return definition


def _listed(defaults: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={default}" for name, default in defaults.items()) or "none"
