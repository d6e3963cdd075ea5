"""Hypothesis draws cases of a family; what else is drawn, `axiometrics.testing` looks at."""

import pytest
from hypothesis import given, settings

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Quantifier
from axiometrics.generators import strategies
from axiometrics.generators.duels import Duels
from axiometrics.generators.listed import PlainCases
from axiometrics.generators.rankings import AdjacentSwaps


def test_only_plain_lists_of_cases_are_not_drawn() -> None:
    left = [r.cases for c in registry.constraints() if c.quantifier is Quantifier.FOR_ALL for r in c.readings]
    assert all(isinstance(family, PlainCases) or strategies.drawable(family) for family in left)


@settings(max_examples=12)
@given(strategies.cases(AdjacentSwaps(), 4))
def test_hypothesis_draws_cases_of_the_family(case: Case) -> None:
    assert AdjacentSwaps().admits(case) is None


def test_a_family_without_strategy_is_refused() -> None:
    with pytest.raises(TypeError, match="no random case is drawn of Duels"):
        strategies.cases(Duels(lambda n: (n, n)), 4)
