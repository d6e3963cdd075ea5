"""The claims of the study dellamea2004: every printed figure that can be recomputed, and what contradicts the paper."""

import random
from fractions import Fraction

import pytest

from axiometrics import registry
from axiometrics.auditing import audit, read_claims
from axiometrics.auditing.findings import Finding
from axiometrics.core.scores import Relevance, Scores
from axiometrics.registry.studies import studies

IMPOSSIBLE = "table2a/irs1/sector-e"
"""E = .84 of P = 2/3 and R = 1, which is 5/6 = .8333."""


@pytest.mark.slow
def test_what_is_contradicted_is_known() -> None:
    verdicts = {finding.id: finding.verdict for finding in audit(read_claims("dellamea2004"))}
    assert {name for name, verdict in verdicts.items() if verdict == "contradicted"} == {IMPOSSIBLE}
    # the E that is meant is not told
    assert {verdicts[f"4.1/swets-{k}/e"] for k in (2, 3, 4)} == {"depends on the reading"}
    figures = [name for name in verdicts if name.startswith("table")]
    assert len(figures) == 12 + 12 + 8
    assert {verdicts[name] for name in figures if name != IMPOSSIBLE} == {"agrees"}


def finding(id: str, **changed: object) -> Finding:
    """What is found of one claim, some of whose fields may be changed."""
    every = read_claims("dellamea2004")
    (only,) = audit({**every, "claims": [{**claim, **changed} for claim in every["claims"] if claim["id"] == id]})
    return only


def test_a_score_of_0_everywhere_is_perfect_only_where_nothing_is_relevant() -> None:
    """ADM by hand: 1 less the mean of the relevances; 1/8 of a document that is not relevant, in four categories."""
    audited = finding("7/all-zero")
    assert audited.verdict == "depends on the reading"
    assert audited.readings == {"categories of NTCIR": f"{1 - 1 / 8:.4f}", "numbers": "1.0000"}
    assert "that no document of the database is relevant" in audited.claim.completed
    assert finding("7/all-zero", gold="d1:0 d2:0 d3:1").readings["numbers"] == f"{1 - 1 / 3:.4f}"


def test_adm_is_accuracy_on_categories_0_and_1() -> None:
    """Section 4 of the specification; 209 tables of filterings have at most six documents: the sum of C(n + 3, 3)."""
    for id in ("3/accuracy", "3/accuracy/numbers"):
        audited = finding(id)
        assert (audited.verdict, audited.evidence.startswith("all 209 cases to 6 documents")) == ("agrees", True)


def test_adm_is_the_sum_of_adp_and_adr_less_one() -> None:
    """The identity holds on all 25 + 325 scorings of one and two documents. Without the 1, or without ADR, it fails."""
    assert (finding("4.1/adp-adr").verdict, finding("4.1/adp-adr").evidence) == (
        "agrees",
        "all 350 cases to 2 documents, exactly",
    )
    assert finding("4.1/adp-adr", less=0).verdict == "contradicted"
    assert finding("4.1/adp-adr", right="adp", less=0).verdict == "contradicted"


@pytest.mark.parametrize(
    "inside", ["", "(n=4,values=midpoints)", "(step=counts)", "(scores=rank,length=3)", "@2(sample=assessed)"]
)
def test_that_sum_holds_of_larger_scorings_and_in_every_form(inside: str) -> None:
    chance = random.Random(7)
    for n in (1, 3, 10, 40):
        gold, system = (
            side.of((f"d{i}", Fraction(chance.randint(0, 60), 60)) for i in range(n)) for side in (Relevance, Scores)
        )
        adm, adp, adr = (registry.metric(base + inside).exact(system, gold) for base in ("adm", "adp", "adr"))
        assert adm == adp + adr - 1


@pytest.mark.slow
def test_ranks_of_a_run_of_a_thousand_are_scored_as_the_paper_says() -> None:
    """1, .999 and so on down to .001, and 0 for what is not retrieved; the documents of the gold are compared alone."""
    run = Scores.of({f"d{rank}": Fraction(2000 - rank, 2000) for rank in range(1, 1001)})
    metric = registry.metric("adm(scores=rank)")
    for rank in (1, 2, 500, 1000):
        assert metric.exact(run, Relevance.of({f"d{rank}": 1})) == Fraction(1001 - rank, 1000)
    assert metric.exact(run, Relevance.of({"other": 1})) == 0
    assert {finding(id).verdict for id in ("5.2/rank-2", "5.2/rank-1000", "5.2/not-retrieved")} == {"agrees"}


def test_curves_on_the_average_topic_and_on_relevant_documents_alone() -> None:
    """The values a second time: sums of distances in floats, rank by rank."""
    audited = finding("5.3/curves")
    assert audited.readings == {
        "the average topic": "(1-x)^2 > 1-x > 1-x^2",
        "ten S alone": "1-x^2 > 1-x > (1-x)^2",
    }
    assert audited.verdict == "agrees in this reading only"
    topic = [7 / 8] * 20 + [5 / 8] * 40 + [3 / 8] * 40 + [1 / 8] * 2500
    heights = [1 - i / 2599 for i in range(2600)]
    by_hand = {
        "(1-x)^2": [y * y for y in heights],
        "1-x": heights,
        "1-x^2": [1 - (1 - y) ** 2 for y in heights],
    }
    for name, scores in by_hand.items():
        adm = 1 - sum(abs(s - u) for s, u in zip(scores, topic, strict=True)) / 2600
        assert f"{name} {adm:.4f}" in audited.evidence


def test_average_precision_does_not_see_the_curve() -> None:
    """AP by hand: the relevant documents stand at ranks 1, 4 to 7, 13 and 14."""
    audited = finding("7/curves/ap")
    by_hand = sum(Fraction(k, rank) for k, rank in enumerate((1, 4, 5, 6, 7, 13, 14), 1)) / 7
    assert (audited.verdict, f"{float(by_hand):.4f}" in audited.evidence) == ("agrees", True)
    assert finding("7/curves/r-precision").verdict == finding("7/curves/adm").verdict == "agrees"
    assert finding("7/curves/ap", metric="adm").agreeing == ()


def test_what_cannot_be_recomputed_is_open() -> None:
    lacking = " ".join(what for what, _ in studies()["dellamea2004"].lacking)
    for what in ("Table 3", "Tables 4, 5 and 6", "Figs. 7, 8 and 9", ".16 and .07", "ADM' and ADM''", "logistic"):
        assert what in lacking
