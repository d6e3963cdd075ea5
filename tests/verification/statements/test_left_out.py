"""What the tests of statements leave out on both sides means nothing: no definition sees it.

It is clusters in filterings and in the golds of rankings, and empty levels of organizations, whose levels have no
numbers.
"""

from __future__ import annotations

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization

SAME = [
    ("filtering", "{a b} > {c d}", "a b > c d", "a c > b d"),
    ("filtering", "a {c b} > d", "a b c > d", "a > b c d"),
    ("organization", "{} > {a b} > c > ...", "{a b} > c > ...", "a {b c} > ..."),
    ("organization", "a > {} > {} > {b c} > ...", "a > {b c} > ...", "{b c} > a > ..."),
]


@pytest.mark.parametrize(("task", "organization", "same", "gold"), SAME)
def test_no_definition_sees_what_is_left_out(task: str, organization: str, same: str, gold: str) -> None:
    about = [metric for metric in registry.metrics() if metric.task == task]
    texts = [Organization.parse(text) for text in (organization, same, gold)]
    for metric in about:
        of = registry.definition(metric.id, metric.task)
        assert of is not None
        assert of(texts[0], texts[2]) == of(texts[1], texts[2]), metric.id
        assert of(texts[2], texts[0]) == of(texts[2], texts[1]), metric.id
    assert len(about) > 5


def test_no_definition_of_a_ranking_sees_clusters_in_the_gold() -> None:
    run = Organization.parse("a > n > b > c > ...")
    gold, clustered = Organization.parse("c > a b > ..."), Organization.parse("c > {a b} > ...")
    for metric in registry.metrics():
        if metric.task == "ranking":
            of = registry.definition(metric.id, metric.task)
            assert of is not None
            golds = [
                Case(own_gold, {"run": run}).closed().gold if of.closed else own_gold for own_gold in (gold, clustered)
            ]
            assert of(run, golds[0]) == of(run, golds[1]), metric.id
