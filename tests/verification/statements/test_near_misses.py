"""Cases that nearly are one of a constraint, which chance seldom comes upon: both writings refuse them."""

from __future__ import annotations

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.registry.tasks import task
from tests.verification.statements.harness import Place

SHARED = "a > b c > d > ... | b > a c > d > ... | a > b c > d > ... | a > b d > c > ..."
ALIKE = "{a b} {c d} > ... | a b {c d} > ... | {a b} {c d} > ... | {a b} c d > ..."
BAGS = "{a b c d} {e f g h} | {a b c d h} {e f g}"
RUNS = "a > x > b > y > ... | x > a > b > y > ... | a > z > b > y > ... | a > z > y > b > ..."

TOPIC = "P(i)=1/2 P(j)=1/2 | a: j | b: j | c: i"

NEAR = [
    pytest.param(
        "organization:embedded-deepness", "levels", "a c > b d > ...", SHARED, id="one level of both exchanges"
    ),
    pytest.param("organization:broken-cluster-level", "distinct", "{a b} {c d} > ...", ALIKE, id="parts on one level"),
    pytest.param("organization:noisy-document", "distinct", "...", "... | a > ...", id="a gold that lists nothing"),
    pytest.param("organization:gold-is-best", "weak", "...", "... | a > ...", id="any gold that lists nothing"),
    pytest.param("clustering:rag-bag", "universal", "{a b c d} e f g h", BAGS, id="clean and noisy of unlike sizes"),
    pytest.param("ranking:deepness", "same-run", "a b > ...", RUNS, id="swaps in different runs"),
    pytest.param(
        "diversity:minor-intents",
        "last-rank",
        TOPIC,
        "c > b > x > ... | a > b > y > ...",
        id="a lower one is redundant",
    ),
    pytest.param("ranking:closeness-threshold", "prose", "a > ...", "a > b > ... | b > a > ...", id="n = 1"),
]


@pytest.mark.parametrize(("constraint", "reading", "gold", "outputs"), NEAR)
def test_a_near_miss_is_refused_by_both(constraint: str, reading: str, gold: str, outputs: str) -> None:
    (about,) = registry.match_constraints(constraint)
    place = Place(about, about.reading(reading))
    roles = dict(zip(place.reading.demand.roles, map(Organization.parse, outputs.split(" | ")), strict=True))
    case = Case(task(about.task).gold.parse(gold), roles)
    assert not place.plain(case)
    assert not place.recognised(case)
