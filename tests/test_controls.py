"""What single readings say of metrics, and that no two readings of a constraint say the same. That each reading is
satisfied by one control and violated by the other is asked in `testing/test_ours.py`.
"""

from itertools import combinations

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.judging import ExactJudge
from axiometrics.registry.implications import implications
from axiometrics.search import Effort, search


def test_the_profiles_of_section_2_2() -> None:
    """Page 645-646: Lam%, macro accuracy and Kappa are constant, F grows with the positive set, accuracy and utility
    are weighted; the expected table.

    R*S (section 4.3.1) is a hump between the zeros of all-positive and all-negative: for no prevalence is it constant
    or monotone.
    """
    (constraint,) = registry.match_constraints("filtering:non-informative")
    reading = constraint.reading("expected-table")
    published = {
        **dict.fromkeys(("lam", "macro-accuracy", "kappa"), "constant"),
        "f": "grows",
        **dict.fromkeys(("accuracy", "utility"), "weighted"),
        "rs-filtering": "hump",
    }
    judges = [ExactJudge(registry.metric(name)) for name in published]
    cells = search(constraint, reading, judges, Effort(examples=0))
    profiles = [cell.evidence.to_json()["detail"]["profile"] for cell in cells]
    assert dict(zip(published, profiles, strict=True)) == published


@pytest.mark.parametrize(
    "constraint",
    [c for c in registry.constraints() if c.quantifier is Quantifier.FOR_ALL and len(c.readings) > 1],
    ids=lambda constraint: constraint.name,
)
def test_no_two_readings_quantify_over_the_same_cases(constraint: Constraint) -> None:
    """At some size, each reading has cases that set it apart from the others, or asks something else of them; but two
    readings of which each is declared to imply the other have the same cases at every size.
    """
    pairs = list(combinations([reading.name for reading in constraint.readings], 2))
    implied = {
        (place.name, link.weaker.name) for link in implications() if len(link.stronger) == 1 for place in link.stronger
    }
    names = {pair: tuple(f"{constraint.name}@{name}" for name in pair) for pair in pairs}
    declared = [pair for pair in pairs if {names[pair], names[pair][::-1]} <= implied]
    seen: dict[str, tuple[bool, set[object]]] = {r.name: (r.demand.strict, set()) for r in constraint.readings}
    for size in range(1, max(reading.cases.largest(None) for reading in constraint.readings) + 1):
        for reading in constraint.readings:
            if size <= reading.cases.largest(None):
                seen[reading.name][1].update(comparable(case, reading) for case in reading.judged.cases(size))
        if [(a, b) for a, b in pairs if seen[a] == seen[b]] == declared:
            return
    pytest.fail(
        f"{', '.join(seen)} of {constraint.name}: {declared} are declared to have the same cases, and not all do"
    )


def comparable(case: Case, reading: Reading) -> object:
    outputs = sorted((role, str(output)) for role, output in case.outputs.items())
    golds = sorted((role, str(gold)) for role, gold in case.golds.items())
    return case.gold, tuple(golds), tuple(outputs), case.asked(reading.demand)
