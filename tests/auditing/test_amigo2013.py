"""The functions that judge claims of Amigó et al. 2013, by values worked out by hand and by definitions written out."""

from typing import Any

import pytest

from axiometrics import auditing, registry
from axiometrics.auditing.published.amigo2013 import cut_point, winners
from axiometrics.core.organization import Organization


def audited(*claims: dict[str, Any]) -> list[auditing.Finding]:
    whole = [{"id": f"claim {i}", "source": "here", "claim": "in words", **claim} for i, claim in enumerate(claims)]
    return list(auditing.audit({"schema": "axiometrics/claims/1", "study": "amigo2013", "claims": whole}))


def verdicts(*claims: dict[str, Any]) -> list[str]:
    return [finding.verdict for finding in audited(*claims)]


def test_a_baseline_that_is_undefined_is_neither_right_nor_wrong() -> None:
    """Lam% of keeping all: both rates are 1 or 0, logits against each other. A defined score that differs is a
    contradiction all the same.
    """
    lam = {"kind": "baseline", "metric": "lam", "output": "all positive", "documents": 3, "published": "0"}
    (finding,) = audited(lam)
    assert (finding.verdict, finding.computed, finding.conclusive) == (
        "undecided",
        "undefined with 1 relevant and 1 irrelevant documents",
        False,
    )
    assert "docs/conventions.md" in finding.evidence


def test_a_duel_or_a_cut_that_is_undefined_is_neither_right_nor_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "axiometrics.auditing.published.amigo2013.winners",
        lambda metric, duels: ["undefined" if n == 3 else "many below" for n, *_ in duels],
    )
    duel, point = audited(
        {"kind": "duel", "metric": "ap", "n": 3, "published": "tied"},
        {"kind": "cut", "metric": "ap", "published": "20"},
    )
    assert (duel.verdict, duel.computed, duel.conclusive) == ("undecided", "undefined", True)
    assert (point.verdict, point.computed) == ("undecided", "undefined at n = 3")


def test_a_cut_is_settled_where_the_lists_end_it() -> None:
    """P@10 wins to n = 8: with lists of 30 there is no n beyond 15; with lists of 2n there is, and 100 is the last that
    was looked at.
    """
    (finding,) = audited({"kind": "cut", "metric": "p@10", "published": "8"})
    settled = {outcome.reading: outcome.conclusive for outcome in finding.result.outcomes if outcome.agrees}
    assert settled["N = n / lists 30"]
    assert not settled["N = n / lists 2n"]


def duel_by_definition(name: str, n: int, relevant: int, few: int, many: int) -> str:
    """The winner of a duel, on organizations."""
    documents = [f"r{i}" for i in range(relevant)]
    gold = Organization([[*([d] for d in documents)]], tail=True)
    first = ["r0", *(f"n{i}" for i in range(few - 1))]
    second = [*(f"n{i}" for i in range(n)), *documents[:n], *(f"n{i}" for i in range(n, many - n))]
    metric = registry.metric(name)
    a, b = (metric.exact(Organization.ranking(run), gold) for run in (first, second))
    return "one on top" if a > b else "many below" if b > a else "tied"


@pytest.mark.parametrize(
    "name",
    [
        "ap",
        "p@10",
        "rr",
        "rs-ranking",
        "rs-ranking(reading=tail-lookup)",
        "rs-ranking(n=3,wn=0.5,reading=tail-certain)",
    ],
)
def test_duels_of_any_length_and_number_are_those_of_the_organizations(name: str) -> None:
    duels = [
        (n, n + more, few, 2 * n + longer)
        for n in (2, 3, 9)
        for more in (0, 1, 4)
        for few in (1, 2 * n)
        for longer in (0, 3)
    ]
    assert winners(registry.metric(name), duels) == [duel_by_definition(name, *duel) for duel in duels]


def test_cut_points_are_told_from_ends_and_gaps() -> None:
    # P@10 of n below n is (10 - n) / 10 against 1/10: more up to 8 (section 2.3: "for any n lower than 9")
    assert cut_point(registry.metric("p@10"), "N = n", "2n") == "8"
    assert cut_point(registry.metric("p@10"), "N = 100", "1 and 2n") == "8"
    assert cut_point(registry.metric("rr"), "N = n", "2n") == "none"
    # lists of 30 hold no more than n = 15, which is not a cut
    assert cut_point(registry.metric("dcg"), "N = n", "30") == "3..15, no cut"
    assert cut_point(registry.metric("rs-ranking"), "N = n", "30") == ">=15"
    # P@3: n = 2 puts one relevant document at rank 3, and ties
    assert cut_point(registry.metric("p@3"), "N = n", "2n") == "none"


def test_baselines_name_the_gold_that_refutes_them() -> None:
    accuracy = {"kind": "baseline", "metric": "accuracy", "output": "all positive", "documents": 3}
    (finding,) = audited({**accuracy, "published": "0.5"})
    # one relevant and one irrelevant document score 1/2, one and two 1/3
    assert finding.computed == "1/3 with 1 relevant and 2 irrelevant documents"
    assert verdicts(
        {**accuracy, "metric": "recall", "published": "1"}, {**accuracy, "metric": "rs-filtering", "published": "0"}
    ) == ["agrees", "agrees"]


TABLE_5 = "{d1 d2} > {d3 d4} {d5 d6} > d7 > {d5 d8 d9} > d10 > ..."


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("documents", "10"),
        ("levels", "5"),
        ("levels with the tail", "6"),
        ("clusters by level", "1, 2, 1, 1, 1"),
        ("topics by level", "1, 2, 0, 1, 0"),
        ("documents in several clusters", "d5"),
        ("documents on several levels", "d5"),
        ("levels of d5", "2, 4"),
        ("levels of d99", "none"),
    ],
)
def test_facts_of_table_5(fact: str, said: str) -> None:
    (finding,) = audited({"kind": "shape", "organization": TABLE_5, "fact": fact, "published": said})
    assert (finding.verdict, finding.computed) == ("agrees", said)


def test_a_source_is_that_of_the_entry_of_the_metric() -> None:
    source = {"kind": "source", "metric": "rr"}
    assert verdicts({**source, "published": "Voorhees 1999"}, {**source, "published": "Chapelle"}) == [
        "agrees",
        "contradicted",
    ]
