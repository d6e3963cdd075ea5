"""Every family of cases that a constraint declares fulfils the protocol of its kind."""

from itertools import islice, pairwise

import pytest

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.family import CaseFamily, DuelFamily, SeriesFamily

READINGS = [(c, r) for c in registry.constraints() for r in c.readings]
PROTOCOLS = {Quantifier.FOR_ALL: CaseFamily, Quantifier.FOR_ALL_EXISTS: CaseFamily, Quantifier.DESCRIBES: SeriesFamily}
FEW = 40


@pytest.mark.parametrize(("constraint", "reading"), READINGS, ids=[f"{c.name}-{r.name}" for c, r in READINGS])
def test_a_family_fulfils_the_protocol_of_its_kind(constraint: Constraint, reading: Reading) -> None:
    family = reading.cases
    assert isinstance(family, PROTOCOLS.get(constraint.quantifier, DuelFamily))
    assert isinstance(family.unit, str)
    default = family.largest(None)
    assert family.largest(10**6) >= default
    if isinstance(family, DuelFamily):
        assert family.admits(family.case(2)) is None
        assert family.admits(family.case(2, closed=True)) is None
    if not isinstance(family, CaseFamily):
        return
    assert [family.largest(cap) <= cap for cap in (1, 2, default)] == [True] * 3
    assert family.complete(default) >= 1
    first = next(size for size in range(1, default + 1) if next(iter(family.cases(size)), None) is not None)
    listed = list(islice(family.cases(first), FEW))
    assert all(tuple(case.outputs) == case.asked(family.demand).roles for case in listed)
    assert [family.admits(case) for case in listed] == [None] * len(listed)
    turned = [family.admits(case) is None for case in map(exchanged, (c for c in listed if len(c.outputs) > 1))]
    assert not turned or not all(turned) or not family.demand.strict
    blocks = list(family.blocks(first))
    assert sum(map(len, blocks)) == sum(1 for _ in family.cases(first))
    leasts = [block.least for block in blocks]
    assert leasts
    assert all(before <= after for before, after in pairwise(leasts))
    assert leasts[0] == min(case.documents for case in listed)


def exchanged(case):  # type: ignore[no-untyped-def]
    """The case with the outputs of its first two roles exchanged."""
    first, second, *_ = case.outputs
    return type(case)(case.gold, {**case.outputs, first: case.outputs[second], second: case.outputs[first]})
