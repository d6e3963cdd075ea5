"""What formulas see of a system output and a gold: small counts by hand, and what is not of the task is refused with
the cure.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from axiometrics import registry
from axiometrics.core.errors import TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.task import task

BELOW = "put every cluster on one level, without tail"
IN_ORDER = "list the items of each class, the classes in the order of the gold, without tail"
LOWEST_FIRST = "the lowest first, as {} where no item has it"
POSITIVE_FIRST = "list the positive documents, then the negative ones, without tail"

REFUSED = [
    ("clustering", "a > b", "{a b}", f"the system a > b has 2 levels, a clustering has 1 and no tail: {BELOW}"),
    (
        *("clustering", "{a b}", "a b > ..."),
        f"the gold a b > ... has 1 level and a tail, a clustering has 1 and no tail: {BELOW}",
    ),
    (
        *("clustering", "a b", "{a c}"),
        "'b' is missing from the gold {a c}: both must organize the same items",
    ),
    ("clustering", "{a}", "{a c}", "'c' is missing from the system a: both must organize the same items"),
    ("clustering", "{}", "{}", "a clustering of no items: put at least one into the gold"),
    (
        *("clustering", "{a b} {a c}", "{a b c}"),
        "the system {a b} {a c} is not a partition: an item occurs twice; use a metric of overlapping clusterings",
    ),
    ("filtering", "a b", "a > b", f"the system a b has 1 level, a filtering has 2 and no tail: {POSITIVE_FIRST}"),
    (
        *("filtering", "a > b", "a > b > ..."),
        f"the gold a > b > ... has 2 levels and a tail, a filtering has 2 and no tail: {POSITIVE_FIRST}",
    ),
    ("filtering", "a > a", "a > {}", "the system a > a is not a filtering: a document occurs twice"),
    (
        *("filtering", "a > b", "a > c"),
        "'b' is missing from the gold a > c: both must organize the same items",
    ),
    (
        *("classification", "a b", "a > b"),
        f"the system a b has 1 level, a classification of two classes has 2 and no tail: {POSITIVE_FIRST}",
    ),
    (
        "classification",
        "a > a",
        "a > {}",
        "the system a > a is not a classification of two classes: a document occurs twice",
    ),
    (
        *("ordinal", "a b", "{a b}"),
        f"the gold {{a b}} has 1 class, and ordered classes are 2 at least: list them all, {LOWEST_FIRST}",
    ),
    (
        *("ordinal", "a > b", "a > b > {}"),
        f"the system a > b has 2 levels, a classification has 3 and no tail: {IN_ORDER}",
    ),
    ("ordinal", "a > b", "a > b a", "the gold a > b a is not a classification: an item occurs twice"),
    (
        *("ordinal", "a > b", "a > c"),
        "'b' is missing from the gold a > c: both must organize the same items",
    ),
    (
        *("ranking", "a b > c", "a > ..."),
        "level 1 of the system a b > c does not hold exactly one document: a ranking has one document a level",
    ),
    (
        *("ranking", "a > {b c}", "a > ..."),
        "level 2 of the system a > {b c} does not hold exactly one document: a ranking has one document a level",
    ),
    ("ranking", "a > a", "a > ...", "the system a > a ranks a document twice: rank it once"),
    ("ranking", "a", "a > a > ...", "the gold a > a > ... grades a document twice: list it once"),
    (
        *("ranking", "a > b", "a > c"),
        "document 'b' of the system is not in the gold, which has no tail: list it there, or end the gold with '> ...'",
    ),
]


@pytest.mark.parametrize(("name", "system", "gold", "message"), REFUSED)
def test_what_is_not_of_the_task_is_refused_with_the_cure(name: str, system: str, gold: str, message: str) -> None:
    counts = task(name).counts
    assert counts is not None
    for exact in (True, False):
        with pytest.raises(TaskError, match=re.escape(message) + "$"):
            counts(Organization.parse(system), Organization.parse(gold), exact=exact)


def test_every_task_with_counts_refuses_something() -> None:
    assert {name for name, *_ in REFUSED} == {
        name for name, of in registry.tasks._built_in().items() if of.gold is Organization and of.counts is not None
    }


def test_a_demand_refuses_what_overlapping_metrics_cannot_score() -> None:
    """Overlap is what these metrics are for; levels, a tail and missing documents are refused as elsewhere."""
    demand = task("clustering").demand
    demand(Organization.parse("{a b} {a c}"), Organization.parse("{a b} c"))
    for name, system, gold, message in REFUSED:
        if name == "clustering" and "overlapping" not in message:
            with pytest.raises(TaskError, match=re.escape(message) + "$"):
                demand(Organization.parse(system), Organization.parse(gold))


def test_a_task_without_counts_refuses_formulas_over_counts() -> None:
    def formula(counts: Any) -> Any:
        raise AssertionError("there are no counts to be seen")

    assert task("organization").counts is None
    metric = Metric("counted", "Counted", "organization", "made here", "nobody", formula)
    with pytest.raises(TaskError, match="counted is not defined on organization data"):
        metric.exact(Organization.parse("a > b"), Organization.parse("a > b"))


def test_counts_of_small_cases_by_hand() -> None:
    parse = Organization.parse
    table = task("clustering").counts(parse("{a b d} {c e}"), parse("{a b c} {d e}"))  # type: ignore[misc]
    assert table.table.tolist() == [[[2, 1], [1, 1]]]
    counts = task("filtering").counts(parse("a b > c d e"), parse("a c > b d e"))  # type: ignore[misc]
    assert [counts.tp.item(), counts.fp.item(), counts.fn.item(), counts.tn.item()] == [1, 1, 1, 2]
    graded = task("ranking").counts(parse("n > s > r > ..."), parse("r > s t > ..."))  # type: ignore[misc]
    assert graded.gains.tolist() == [[0, 1, 2]]
    assert graded.counts.tolist() == [[2, 1]]
    assert np.asarray(graded.length).tolist() == [3]


@pytest.mark.parametrize(
    ("name", "system", "gold", "expected"),
    [
        ("clustering", "{a b} c", "a {b c}", True),
        ("clustering", "{a b} {a c}", "a {b c}", False),
        ("clustering", "{a b} c", "{a b} {a c}", False),
        ("filtering", "a > b", "b > a", True),
        ("ranking", "a > b", "b > ...", True),
    ],
)
def test_overlap_alone_cannot_be_counted(name: str, system: str, gold: str, expected: bool) -> None:
    assert task(name).countable(Organization.parse(system), Organization.parse(gold)) is expected
