"""R*S by n and Wn in the readings that look up documents in the tail, or take the order above it for right."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.regions.page import region_json
from axiometrics.regions.region import region
from axiometrics.verification import verify_document

NAMES = registry.constraints_by_name()

EVERYWHERE = [
    ("tail-certain", "priority", "universal", True),
    ("tail-certain", "priority", "single", True),
    ("tail-certain", "deepness", "same-run", True),
    ("tail-lookup", "priority", "single", True),
    ("tail-lookup", "confidence", "universal", True),
    ("tail-lookup", "deepness", "any-context", False),
]


@pytest.mark.few(2)
@pytest.mark.parametrize("by", ["wn", "n"])
@pytest.mark.parametrize(("of", "constraint", "reading", "holds"), EVERYWHERE)
def test_it_holds_by_weights_everywhere_or_nowhere(
    of: str, constraint: str, reading: str, holds: bool, by: str
) -> None:
    chosen, metric = NAMES[f"ranking:{constraint}"], registry.metric(f"rs-ranking(reading={of})")
    data = region_json(region(metric, chosen, chosen.reading(reading), by))
    assert bool(data["holds"]) is holds
    (said,) = verify_document(json.loads(json.dumps(data)), NAMES.values(), {})
    assert said.status == "verified"


@pytest.mark.parametrize(("n", "wn", "loses"), [(30, "0.8", True), (100, "0.8", False)])
def test_confidence_hangs_on_the_weights_where_the_tail_is_certain(n: int, wn: str, loses: bool) -> None:
    """So there is not one argument for all of them: a run of eight whose last document is the relevant one gains by a
    ninth where the top weighs little.
    """
    family = NAMES["ranking:confidence"].reading("universal").judged
    run = [f"x{i}" for i in range(7)] + ["a"]
    case = Case(
        Organization.parse("a > ..."),
        {"better": Organization.ranking(run), "worse": Organization.ranking([*run, "x7"])},
    )
    assert family.admits(case) is None
    metric = registry.metric(f"rs-ranking(n={n},wn={wn},reading=tail-certain)")
    better, worse = (metric.exact(case.outputs[role], case.gold) for role in ("better", "worse"))
    assert (Fraction(str(better)) > Fraction(str(worse))) is loses
