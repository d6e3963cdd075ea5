"""What Hypothesis draws is always a case of the family, and larger than what was enumerated."""

import pytest
from hypothesis import HealthCheck, given, settings

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Quantifier, Reading
from axiometrics.generators import strategies
from axiometrics.generators.duels import Duels
from axiometrics.generators.listed import PlainCases

DRAWN = [
    pytest.param(reading, id=f"{constraint.task}-{constraint.id}-{reading.name}")
    for constraint in registry.constraints()
    for reading in constraint.readings
    if constraint.quantifier is Quantifier.FOR_ALL and not reading.finite and strategies.drawable(reading.cases)
]


def test_only_plain_lists_of_cases_are_not_drawn() -> None:
    left = [r.cases for c in registry.constraints() if c.quantifier is Quantifier.FOR_ALL for r in c.readings]
    assert all(isinstance(family, PlainCases) or strategies.drawable(family) for family in left)


@pytest.mark.few(24)
@pytest.mark.parametrize("many", [12, pytest.param(40, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("reading", DRAWN)
def test_every_drawn_case_is_admitted(reading: Reading, many: int) -> None:
    sizes = []

    @settings(max_examples=many, suppress_health_check=list(HealthCheck))
    @given(strategies.cases(reading.cases, 4))
    def draw(case: Case) -> None:
        assert reading.judged.admits(case) is None, case
        sizes.append(case.documents)

    draw()
    assert max(sizes) > 4, "nothing beyond the enumerated sizes was drawn"


def test_a_family_without_strategy_is_refused() -> None:
    with pytest.raises(TypeError, match="no random case is drawn of Duels"):
        strategies.cases(Duels(lambda n: (n, n)), 4)
