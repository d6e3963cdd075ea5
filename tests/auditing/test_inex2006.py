"""The claims of INEX 2006 that rest on no cells: correlations, recall bases, reductions; and what is open."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest

from axiometrics import registry
from axiometrics.auditing import audit, read_claims
from axiometrics.auditing.findings import Finding
from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.registry import studies

FOCUSED = ["0.9292135", "0.933427", "0.8989332", "0.8748597", "0.8025281", "0.844944", "0.8185393", "0.8420758"]


def finding(id: str) -> Finding:
    """What is found of one claim."""
    every = read_claims("inex2006")
    (found,) = audit({**every, "claims": [claim for claim in every["claims"] if claim["id"] == id]})
    return found


def test_claims_without_cells_have_their_verdicts() -> None:
    every = read_claims("inex2006")
    some = [claim for claim in every["claims"] if claim["kind"] in {"recallbase", "score", "order"}]
    assert {finding.id: finding.verdict for finding in audit({**every, "claims": some})} == {
        "5.2/printed-example": "depends on the reading",
        "5.2/highest-gain": "depends on the reading",
        "5.2/no-overlap": "agrees",
        "3/ascendants": "agrees",
        "7.2/A10-1L": "agrees",
        "7.2/A10-L": "contradicted",
        "7.2/A10-10L": "contradicted",
        "7.2/A01-near": "agrees",
        "8.2/never": "contradicted",
    }


def test_closeness_at_the_distances_of_the_specification() -> None:
    """s = A/(A + d/L), by hand: at d = .1L, L, 10L."""
    by_hand = {
        "10": (Fraction(100, 101), Fraction(10, 11), Fraction(1, 2)),
        "0.1": (Fraction(1, 2), Fraction(1, 11), Fraction(1, 101)),
    }
    gold = task("best-in-context").gold.parse("article(1001+1)@0; L=100")
    for a, expected in by_hand.items():
        found = [registry.metric(f"bepd(a={a})").exact(Organization.parse(f"a1@{d}"), gold) for d in (10, 100, 1000)]
        assert tuple(found) == expected


@pytest.mark.parametrize("figure", [*FOCUSED, "0.9484281"])
def test_no_figure_is_a_tau_without_ties(figure: str) -> None:
    """A second way: every D of every n, in floats, rounded to the digits."""
    digits = len(figure) - 2
    assert not any(
        round(1 - 2 * d / comb(n, 2), digits) == float(figure) for n in range(20, 130) for d in range(comb(n, 2) // 7)
    )


def test_the_focused_figures_are_tau_b_of_85_runs() -> None:
    """A second way: in floats, from numerators that are tried."""

    def can(figure: str, n: int, most: int) -> bool:
        digits, pairs = len(figure) - 2, comb(n, 2)
        roots = {sqrt((pairs - one) * (pairs - other)) for one, other in product(range(most + 1), repeat=2)}
        return any(round(round(float(figure) * root) / root, digits) == float(figure) for root in roots)

    assert [n for n in range(20, 130) if all(can(figure, n, 10) for figure in FOCUSED)] == [85]
    assert [n for n in range(20, 130) if all(can(figure, n, 9) for figure in FOCUSED)] == []
    assert list(finding("tables1-2/focused-runs").readings.values()) == ["no n", "no n", "n = 85"]


def test_the_least_article_whose_ideal_element_is_not_the_best() -> None:
    found = finding("5.2/highest-gain")
    assert "in a1: article(0+0 sec(1+1) sec(2+1)), a1 (2/3) is ideal, and a1/sec[1] (1) is not" in found.found.evidence
    assert [outcome.agrees for outcome in found.found.outcomes] == [False, True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("maep", "ap"), ("maep(ranks=interpolated)", "ap"), ("agp", "ap"), ("eprum", "ap")),
        *(
            ("eprum", "q-measure(beta=0)"),
            ("gp@1", "p@1"),
            ("gp@3", "p@3"),
            ("eprum-rank@3", "p@3"),
            ("eprum(a=7)", "ap"),
        ),
    ],
)
def test_reductions_are_identities(one: str, other: str) -> None:
    (found,) = audit(claims_of([("reduces", {"left": one, "right": other, "documents": 4, "published": "equal"})]))
    assert (found.computed, found.verdict) == ("equal", "agrees")
    assert "all 48 cases" in found.found.evidence


def claims_of(some: list[tuple[str, dict[str, object]]]) -> dict[str, object]:
    common = {"source": "none", "claim": "a claim"}
    listed = [{"id": str(i), "kind": kind, **common, **data} for i, (kind, data) in enumerate(some)]
    return {"schema": "axiometrics/claims/1", "claims": listed}


def test_what_is_no_identity_is_shown() -> None:
    data = {"left": "gp@10", "right": "ap", "documents": 3, "published": "equal"}
    (found,) = audit(claims_of([("reduces", data)]))
    assert found.verdict == "contradicted"
    with pytest.raises(FileError, match="ranking has no reduction to focused"):
        list(audit(claims_of([("reduces", {**data, "left": "ap", "right": "nxcg"})])))


@pytest.mark.parametrize("name", ["gr@1500", "bepd"])
def test_recall_of_articles_is_recall(name: str) -> None:
    metric = registry.metric(name)
    by = registry.reduction(metric.base, "ranking")
    assert by is not None
    for text, gold in product(("a > n > b > ...", "n > ...", "b > ..."), ("a b c > ...", "b > ...")):
        system, judged = Organization.parse(text), Organization.parse(gold)
        relevant = judged.documents
        found = metric.exact(by.output(system), by.gold(judged))
        assert found == Fraction(len(relevant & system.documents), len(relevant))


def test_what_cannot_be_computed_is_named_with_the_reason() -> None:
    study = studies.studies()["inex2006"]
    named = " ".join(what for what, _ in study.lacking)
    for what in ("HiXEval", "ep/gr", "Tables 1 and 2", "18 %"):
        assert what in named
    assert all(why for _, why in study.lacking)
