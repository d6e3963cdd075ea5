"""The audit of Amigo, Gonzalo & Verdejo 2013: what it says of each claim, against values derived by hand from the
sections named.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from axiometrics import auditing
from axiometrics.auditing.claims import builtin_claims
from axiometrics.auditing.kind import all_kinds, functions_of
from axiometrics.running.cache import Cache

pytestmark = pytest.mark.long

SMALL = "homogeneity=6,completeness=6,rag-bag=7,size-vs-quantity=9,filtering=6,ranking=8,priority=6,thresholds=100"
"""Large enough for every counterexample of the paper's claims: AP fails Deepness on 8 documents, TBG's n0 is 62, that
of R*S with c <= 10 is 85 at most; with W30 = 0.5 and W800 = 0.8 a region tells."""


def searching(claim: dict[str, Any]) -> bool:
    return claim["kind"] in all_kinds() and "max_size?" in all_kinds()[claim["kind"]].fields


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(auditing.read_claims("amigo2013"))


@pytest.fixture(scope="module")
def findings(document: dict[str, Any], cells_of_all: Path) -> dict[str, auditing.Finding]:
    claims = [{**claim, "max_size": SMALL} if searching(claim) else claim for claim in document["claims"]]
    cells = Cache(cells_of_all, pytest.fail)
    return {finding.id: finding for finding in auditing.audit({**document, "claims": claims}, cache=cells)}


@pytest.fixture(scope="module")
def light(document: dict[str, Any]) -> dict[str, auditing.Finding]:
    """What is said of the claims that no search is about."""
    claims = [claim for claim in document["claims"] if not searching(claim)]
    return {finding.id: finding for finding in auditing.audit({**document, "claims": claims})}


def with_verdict(findings: dict[str, auditing.Finding], verdict: str) -> set[str]:
    return {name for name, finding in findings.items() if finding.verdict == verdict}


@pytest.mark.slow
def test_table_9_has_its_24_figures_and_one_that_no_reading_yields(light: dict[str, auditing.Finding]) -> None:
    table = [finding for finding in light.values() if finding.source == "Table 9"]
    assert len(table) == 24
    assert [finding.id for finding in table if finding.verdict == "contradicted"] == [
        "table9/system4/sensitivity-priority"
    ]
    # systems 3 and 4 differ in d8 alone, which the gold does not list: their S> is one number, printed as .86 and as
    # .85
    three, four = (light[f"table9/system{k}/sensitivity-priority"] for k in (3, 4))
    assert three.readings == four.readings
    assert {finding.agreeing for finding in table if finding.verdict == "depends on the reading"} == {("tail-certain",)}


@pytest.mark.slow
def test_every_cell_of_table_6_is_a_claim_with_its_basis(document: dict[str, Any]) -> None:
    claims = {claim["id"]: claim for claim in document["claims"] if claim["id"].startswith("table6/")}
    clustering = ("homogeneity", "completeness", "rag-bag", "size-vs-quantity")
    ranking = ("priority", "deepness", "deepness-threshold", "closeness-threshold", "confidence")
    printed = {
        f"table6/{row}/{c}"
        for row in ("set-matching", "entropy", "edit-distance", "counting-pairs", "bcubed", "rs")
        for c in clustering
    }
    printed |= {
        f"table6/{row}/{c}" for row in ("map-dcg-q-measure", "p@10", "rr", "rbp", "rs-ranking") for c in ranking
    }
    assert printed | {"table6/utility-f-lam/priority", "table6/extended-bcubed/size-vs-quantity-overlap"} <= set(claims)
    said = {name.removeprefix("table6/"): claim["published"] for name, claim in claims.items()}
    # the marks that survive: MAP, DCG, Q-measure yes yes no yes no; Utility, F, Lam% yes
    assert [said[f"map-dcg-q-measure/{c}"] for c in ranking] == [
        "satisfied",
        "satisfied",
        "fails",
        "satisfied",
        "fails",
    ]
    assert {claims[f"table6/map-dcg-q-measure/{c}"]["basis"] for c in ranking} == {"mark"}
    # 2.1: edit distance fails Homogeneity, set matching Completeness, counting pairs Size vs Quantity, "all traditional
    # measures" Rag Bag
    stated = {
        name
        for name, claim in claims.items()
        if claim["source"] == "Table 6, section 2.1" and claim["basis"] == "prose" and claim["published"] == "fails"
    }
    assert stated == {
        *(f"table6/{row}/rag-bag" for row in ("set-matching", "entropy", "edit-distance", "counting-pairs")),
        *(
            "table6/edit-distance/homogeneity",
            "table6/set-matching/completeness",
            "table6/counting-pairs/size-vs-quantity",
        ),
        "table6/extended-bcubed/size-vs-quantity-overlap",
    }


@pytest.mark.slow
def test_what_no_reading_bears_out(findings: dict[str, auditing.Finding]) -> None:
    assert with_verdict(findings, "contradicted") == {
        # Lam% is 1 wherever no relevant document is missed, however many irrelevant ones are kept: a move does not
        # raise it
        *("table6/lam/priority", "2.2/priority"),
        "table9/system4/sensitivity-priority",
        # the third level holds {d6 d7} and nothing else
        "5/clusters",
        # the run 1 0 1 0 tells the sign of Deepness: its first swap costs more
        *(f"errata/deepness-sign/{metric}" for metric in ("ap", "dcg", "q-measure", "rbp")),
        "errata/err-source",
    }
    # with W1 = 0.5 the first document weighs half: one on top wins for every n, as is proved where the weights are
    # listed; elsewhere the n that were scanned have no witness, and greater ones are not excluded
    assert with_verdict(findings, "undecided") == {"4.4.1/any/closeness-threshold"}
    # -0.89 and -0.92 in the prose, -0.96 and -0.91 in Table 7; -0.74 and -0.75 in the prose, -0.89 and -0.76 in Table 8
    assert with_verdict(findings, "the paper contradicts itself") == {
        *("4.3.2/lam", "4.3.2/utility", "4.3.2/accuracy", "4.4.2/map", "4.4.2/p-10")
    }


@pytest.mark.slow
def test_the_counts_that_the_documentation_gives(findings: dict[str, auditing.Finding]) -> None:
    """And what agrees in the default reading only, which `agrees` alone would hide."""
    counts = {verdict: len(with_verdict(findings, verdict)) for verdict in auditing.VERDICTS}
    assert counts == {
        "contradicted": 9,
        "the paper contradicts itself": 5,
        "depends on the reading": 26,
        "agrees in this reading only": 22,
        "undecided": 1,
        "agrees": 127,
    }
    said = " ".join((Path(__file__).parents[1] / "docs" / "claims.md").read_text(encoding="utf-8").split())
    assert (
        "Of the 190 claims of `amigo2013`, 9 are contradicted, in 5 the paper contradicts itself, 26 depend on the "
        "reading, 22 agree in this reading only, 1 is undecided, and 127 agree."
    ) in said
    for name in with_verdict(findings, "agrees in this reading only"):
        assert findings[name].agreeing
        assert set(findings[name].agreeing) < set(findings[name].readings)


@pytest.mark.slow
def test_what_depends_on_the_reading_in_ranking(findings: dict[str, auditing.Finding]) -> None:
    for metric in ("ap", "q-measure", "rr"):
        assert findings[f"table6/{metric}/deepness"].agreeing == ("single",)
    assert findings["table6/rr/priority"].agreeing == ("single",)
    assert findings["4.3.1/priority"].agreeing == ("interior",)
    row = findings["table6/map-dcg-q-measure/deepness"]
    assert row.verdict == "depends on the reading"
    assert "every member / single" in row.agreeing
    assert "every member / same-run" not in row.agreeing
    assert "some named member / same-run" in row.agreeing


@pytest.mark.slow
def test_the_n_of_section_2_3(findings: dict[str, auditing.Finding]) -> None:
    # AP of B_n is the mean of i / (n + i), i = 1..n: 5/12 < 1/2 at n = 2, (1/4 + 2/5 + 3/6) / 3 > 1/3 from n = 3 on
    assert findings["2.3/map-n"].verdict == "agrees in this reading only"
    assert findings["2.3/map-n"].computed == "n = 3..100"
    assert findings["2.3/map-n"].agreeing == ("prose", "printed")
    # beyond what was scored: the sum of i / (n + i) is (n + 1)/4 at least, more than 1 from n = 4 on; ERR's n0 = 2 is
    # proved
    assert {
        name for name in ("2.3/map-n", "2.3/map-always", "2.3/dcg-n", "2.3/err-always") if not findings[name].conclusive
    } == {"2.3/dcg-n"}
    assert findings["2.3/map-always"].agreeing == ("printed", "printed / these n alone")
    # P@10 of B_n is (10 - n) / 10 against 1/10: greater up to 8, tied at 9; as printed (11 - n) / 10, greater up to 9
    assert findings["2.3/p10-lower"].verdict == "agrees in this reading only"
    assert findings["2.3/p10-nine"].readings["prose"] == "n = 2..8"
    assert findings["2.3/p10-nine"].readings["printed"] == "n = 2..9"
    assert findings["2.3/p10-nine"].agreeing == ("printed",)
    # DCG at n = 2: 1/2 + 1/log2(5) < 1 with log2(rank + 1), 1/log2(3) + 1/2 > 1 with the log2(rank) of the derivation
    assert "log2(rank + 1) / prose" not in findings["2.3/dcg-n"].agreeing
    assert "log2(rank), as derived / prose" in findings["2.3/dcg-n"].agreeing


@pytest.mark.slow
def test_the_printed_thresholds_differ_in_their_n_and_in_no_verdict_of_table_6(
    findings: dict[str, auditing.Finding],
) -> None:
    for name in ("errata/deepness-threshold", "errata/closeness-threshold"):
        assert findings[name].agreeing == ("verdicts",)
        assert "P@10" in findings[name].readings["n"]


@pytest.mark.slow
def test_section_4_4_1(findings: dict[str, auditing.Finding]) -> None:
    assert findings["4.4.1/five"].verdict == "agrees"
    assert findings["4.4.1/thirty"].agreeing == ("tail-lookup", "tail-certain")
    cut = findings["4.4.1/cut"]
    assert cut.agreeing == ("tail-certain / N = n / lists 1000", "tail-certain / N = n+1 / lists 1000")
    assert cut.computed == "44"
    assert len(cut.readings) == 3 * 5 * 5
    assert [len(row) for row in cut.result.table] == [7] * 16


@pytest.mark.slow
def test_parameters_of_the_paper_that_miss_a_constraint(findings: dict[str, auditing.Finding]) -> None:
    """W10 = 0.8 is the setting of Table 9; "the formal constraints are satisfied for any parameter setting" (4.4.1)."""
    cells = {(cell.metric, cell.reading): cell for cell in findings["4.4.1/any/closeness-threshold"].result.cells}
    assert cells["rs-ranking(n=10,wn=0.8,reading=listed)", "prose"].holds is False
    assert "satisfied where c > 3.3720519297..., and nowhere else" in findings["4.4.1/any/closeness-threshold"].evidence
    outcomes = {outcome.reading: outcome for outcome in findings["4.4.1/any/closeness-threshold"].result.outcomes}
    assert outcomes["listed / prose"].conclusive
    assert not outcomes["tail-lookup / prose"].conclusive
    for other in ("priority", "deepness", "deepness-threshold", "confidence"):
        finding = findings[f"4.4.1/any/{other}"]
        only = "" if other == "deepness-threshold" else " in this reading only"  # other readings of it are not judged
        assert finding.verdict == f"agrees{only}"
        # that another reading disagrees may rest on a search, what the default one says is proved
        assert (finding.computed, finding.result.outcomes[0].conclusive) == ("satisfied by every setting", True)
        assert "proved: satisfied for every n (n >= 1) and every wn (0 < wn < 1) together" in finding.evidence
        assert len({cell.metric for cell in finding.result.cells if "reading=listed" in cell.metric}) == 7
    # in other readings of R and S some settings fail more
    assert findings["4.4.1/any/priority"].readings["tail-lookup / universal"] == "not by every setting"
    assert findings["4.4.1/any/confidence"].agreeing == ("listed / universal", "tail-lookup / universal")


@pytest.mark.slow
def test_sections_4_2_and_4_3_1_hold_on_every_small_case(findings: dict[str, auditing.Finding]) -> None:
    for name in ("4.2/precision", "4.2/recall", "4.3.1/products"):
        assert findings[name].verdict == "agrees"
    assert "all 437 cases" in findings["4.2/precision"].evidence  # 1 + 4 + 10 + 33 + 91 + 298, OEIS A007716
    # gold {a b c} {d e} {d e}, P = 1 for both outputs. Both pairs broken up: d and e keep half their recall each, R =
    # (3 + 1/2 + 1/2) / 5, F = 8/9;
    # c taken out: R = (2/3 + 2/3 + 1/3 + 1 + 1) / 5 = 11/15, F = 11/13
    assert findings["4.2/more-broken"].readings == {"": f"{8 / 9:.4f} > {11 / 13:.4f}"}
    # seven occurrences: R = (3 + 4/2) / 7 = 5/7, F = 5/6, against R = (5/3 + 4) / 7 = 17/21, F = 17/19
    assert findings["4.2/rs-solves"].readings == {"": f"{5 / 6:.4f} < {17 / 19:.4f}"}


@pytest.mark.slow
def test_filtering_profiles_and_baselines_agree(findings: dict[str, auditing.Finding]) -> None:
    for name in (
        "2.2/lam",
        "2.2/kappa",
        "2.2/macro-accuracy",
        "2.2/f",
        "2.2/accuracy",
        "2.2/utility",
        "4.3.1/all-relevant",
        "4.3.1/all-irrelevant",
    ):
        only = name == "2.2/lam"  # in the other reading of the constraint it is weighted
        assert findings[name].verdict == ("agrees in this reading only" if only else "agrees"), name
    # the mean over random subsets is not a constant for Lam%: it is not a linear function of the table
    assert findings["2.2/lam"].agreeing == ("expected-table",)


@pytest.mark.slow
def test_wrong_claims_are_contradicted(document: dict[str, Any]) -> None:
    """A mutant of each kind that is right as it stands: whatever is turned round is told."""
    by_id = {claim["id"]: claim for claim in document["claims"]}
    mutants = {
        "table9/system1/sensitivity-clustering": "0.96",
        "4.4.1/five": "one on top",
        "2.3/auc/deepness": "satisfied",
        "2.3/confidence": "satisfied",
        "2.3/none-of-five": "rbp(p=0.8)",
        "2.2/f": "constant",
        "2.3/err-always": "400",
        "2.3/p10-lower": "2..30",
        "5/system1": ">",
        "4.3.1/all-relevant": "1",
        "table5/d5": "2, 3",
        "table1/system-levels": "6",
        "4.4.2/mrr": "-0.64",
        "4.4.1/cut": "21",
        "table6/bcubed-f/rag-bag": "fails",
        "table6/edit-distance/rag-bag": "satisfied",
    }
    claims = [
        {**by_id[name], "published": published, **({"max_size": SMALL} if searching(by_id[name]) else {})}
        for name, published in mutants.items()
    ]
    claimed = {finding.id: finding for finding in auditing.audit({**document, "claims": claims})}
    assert {name: finding.verdict for name, finding in claimed.items() if finding.verdict != "contradicted"} == {
        # one on top wins at 400 too, which is beyond what was scanned here, and proved
        "2.3/err-always": "agrees in this reading only",
        "4.4.1/cut": "depends on the reading",  # some setting of 75 cuts at 21
        "4.4.2/mrr": "the paper contradicts itself",
        # words of the claim are ours
        **dict.fromkeys(("4.4.1/five", "table6/bcubed-f/rag-bag"), "depends on the reading"),
    }


def test_the_paper_is_plain_data(document: dict[str, Any]) -> None:
    assert json.dumps(document).isascii()
    used = {name: {claim["kind"] for claim in auditing.read_claims(name)["claims"]} for name in builtin_claims()}
    assert set().union(*used.values()) > set(all_kinds())
    for name, kinds in used.items():
        assert kinds - set(all_kinds()) == set(functions_of(name)), name
