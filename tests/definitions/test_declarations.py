"""Every metric has a definition that states the same parameters, and a definition can do without metrics."""

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.definition import Definition, defined
from axiometrics.core.errors import DeclarationError, ParameterError, UnknownNameError
from axiometrics.core.exact import log
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter

ROOT = Path(__file__).parents[2]


def test_every_metric_of_ours_has_a_definition_and_every_definition_a_metric() -> None:
    assert set(registry._our_definitions()) == {metric.name for metric in registry._our_metrics()}


def test_metrics_and_definitions_state_the_same_parameters() -> None:
    """Each for itself: no parameter of one is that of the other."""
    for metric in registry._our_metrics():
        definition = registry._our_definitions()[metric.name]
        assert definition.closed == metric.closed, metric.base
        assert len(definition.parameters) == len(metric.parameters), metric.base
        for own, stated in zip(definition.parameters, metric.parameters, strict=True):
            assert own is not stated
            assert set(own.choices) == set(stated.choices)
            numbers = (replace(parameter, meaning="", choices=(), usual=()) for parameter in (own, stated))
            assert next(numbers) == next(numbers), (metric.base, own.name)


def test_a_definition_of_ours_loads_no_formula_and_nothing_of_the_search() -> None:
    code = (
        "import sys; from axiometrics import registry\n"
        "from axiometrics.core.organization import Organization as O\n"
        "for name in ('ap', 'v-measure', 'lam', 'rs-priority'): assert registry.definition(name) is not None\n"
        "registry.definition('v-measure')(O.parse('{a b} c'), O.parse('a {b c}'))\n"
        "print([m for m in sys.modules if m.startswith(('axiometrics.metrics', 'axiometrics.search', 'hypothesis'))])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    completed = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert completed.stdout == "[]\n"


def half(output: Any, gold: Any, b: Fraction = Fraction(1)) -> Any:
    return {"int": 1, "real": log(Fraction(2)), "float": 0.5, "true": True, "none": None}.get(output, b / 2)


B = Parameter("b", Fraction(1), "a weight", low=Fraction(0))


def test_a_definition_gives_exact_numbers_or_says_that_it_is_undefined() -> None:
    """Data of any type go in: here they are words."""
    definition = Definition("half", half, (B,))
    assert (definition("", ""), definition.with_values(b="3")("", ""), definition("none", "")) == (
        Fraction(1, 2),
        Fraction(3, 2),
        None,
    )
    assert type(definition("int", "")) is Fraction
    assert definition("real", "") == log(Fraction(2))
    for what in ("float", "true"):
        with pytest.raises(DeclarationError, match=r"half gives (0\.5|True): expected an exact number"):
            definition(what, "")


def test_parameters_of_a_definition_are_bound_as_those_of_a_metric() -> None:
    definition = Definition("half", half, (B,))
    assert (definition.number("b"), definition.number("c")) == (B, None)
    with pytest.raises(ParameterError, match=r"half: b=-1 is outside \[0, inf\)"):
        definition.with_values(b=-1)
    with pytest.raises(UnknownNameError, match="half has no parameter 'c': it takes b"):
        definition.with_values(c=1)


def test_a_function_that_does_not_take_the_parameters_is_refused() -> None:
    with pytest.raises(DeclarationError, match="cannot be called with an output, a gold, c: "):
        Definition("half", half, (replace(B, name="c"),))
    with pytest.raises(DeclarationError, match="cannot be called with an output, a gold: "):
        Definition("half", lambda output: Fraction(1))


def test_a_metric_names_its_definition() -> None:
    metric = Metric("half", "Half", "filtering", "filtering", "nobody", abs, parameters=(B,), definition=half)
    assert isinstance(metric.definition, Definition)
    assert (metric.definition.base, metric.definition.parameters) == ("half", (B,))
    own = Definition("half", half, (replace(B, low=None),))
    assert replace(metric, definition=own).with_values(b=2).definition is own


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("half", "the definition of half is a str: expected a function"),
        (Definition("third", half, (B,)), "the definition of half says that it defines third"),
        (Definition("half", half), "has the parameters none, the metric b=1: state the same names and defaults"),
        (Definition("half", half, (replace(B, default=Fraction(2)),)), "has the parameters b=2, the metric b=1"),
    ],
)
def test_a_definition_of_something_else_is_refused(given: Any, problem: str) -> None:
    with pytest.raises(DeclarationError, match=problem):
        defined(given, "half", (B,))
