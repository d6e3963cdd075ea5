"""The claims of INEX 2006 that rest on no cells: correlations, recall bases, reductions; and what is open."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest
from scipy.stats import kendalltau

from axiometrics import registry
from axiometrics.auditing import audit, read_claims
from axiometrics.auditing.findings import Finding
from axiometrics.auditing.tau import _tau_b
from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.registry import studies

FOCUSED = ["0.9292135", "0.933427", "0.8989332", "0.8748597", "0.8025281", "0.844944", "0.8185393", "0.8420758"]


def finding(id: str) -> Finding:
    """What is found of one claim."""
    every = read_claims("inex2006")
    (only,) = audit({**every, "claims": [claim for claim in every["claims"] if claim["id"] == id]})
    return only


def test_claims_without_cells_have_their_verdicts() -> None:
    every = read_claims("inex2006")
    some = [claim for claim in every["claims"] if claim["kind"] in {"recallbase", "score", "order"}]
    assert {finding.id: finding.verdict for finding in audit({**every, "claims": some})} == {
        "5.2/printed-example": "depends on the reading",
        "5.2/highest-gain": "depends on the reading",
        "5.2/no-overlap": "agrees",
        "3/ascendants": "agrees",
        "7.2/A10-1L": "agrees",
        # what "close to 1" means is not told
        "7.2/A10-L": "depends on the reading",
        "7.2/A10-10L": "depends on the reading",
        "7.2/A01-near": "agrees",
        "8.2/never": "depends on the reading",
    }
    assert "close to 1 means" in finding("7.2/A10-L").claim.completed
    assert finding("7.2/A10-L").computed == f"{10 / 11:.4f}"


def test_closeness_at_the_distances_of_the_specification() -> None:
    """s = A/(A + d/L), by hand: at d = .1L, L, 10L."""
    by_hand = {
        "10": (Fraction(100, 101), Fraction(10, 11), Fraction(1, 2)),
        "0.1": (Fraction(1, 2), Fraction(1, 11), Fraction(1, 101)),
    }
    gold = task("best-in-context").gold.parse("article(1001+1)@0; L=100")
    for a, expected in by_hand.items():
        values = [registry.metric(f"bepd(a={a})").exact(Organization.parse(f"a1@{d}"), gold) for d in (10, 100, 1000)]
        assert tuple(values) == expected


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
        roots = {sqrt((pairs - tied) * (pairs - tied_there)) for tied, tied_there in product(range(most + 1), repeat=2)}
        return any(round(round(float(figure) * root) / root, digits) == float(figure) for root in roots)

    assert [n for n in range(20, 130) if all(can(figure, n, 10) for figure in FOCUSED)] == [85]
    assert [n for n in range(20, 130) if all(can(figure, n, 9) for figure in FOCUSED)] == []
    assert list(finding("tables1-2/focused-runs").readings.values()) == ["no n", "no n", "n = 85"]


def rankings(runs: int, tied: int, tied_there: int, both: int, difference: int) -> tuple[list[int], list[int]]:
    """Two rankings with these numbers of tied pairs, on one side, the other and both, and with this C - D."""
    left, right = list(range(runs)), list(range(runs))

    def tie(start: int, pairs: int, *sides: list[int]) -> int:
        """Tie groups of runs from a place on; where the next group may begin."""
        while pairs:
            size = next(g for g in range(runs, 1, -1) if comb(g, 2) <= pairs)
            for side in sides:
                side[start : start + size] = [side[start]] * size
            start, pairs = start + size, pairs - comb(size, 2)
        return start

    free = tie(tie(tie(0, both, left, right), tied - both, left), tied_there - both, right)
    swaps, odd = divmod(comb(runs, 2) - tied - tied_there + both - difference, 2)
    assert not odd
    order: list[int] = []
    for run in range(free, runs):  # it goes up past some of the free runs above it
        up = min(swaps, len(order))
        order.insert(len(order) - up, run)
        swaps -= up
    assert not swaps
    for place, run in enumerate(order, free):
        right[run] = place
    return left, right


@pytest.mark.parametrize(
    ("figure", "pairs"),
    [
        ("0.9292135", (10, 10, 0, 3308)),
        ("0.933427", (10, 10, 1, 3323)),
        ("0.8989332", (8, 8, 0, 3202)),
        ("0.8748597", (6, 6, 0, 3118)),
        ("0.8025281", (10, 10, 1, 2857)),
        ("0.844944", (10, 10, 0, 3008)),
        ("0.8185393", (10, 10, 0, 2914)),
        ("0.8420758", (4, 6, 0, 3002)),
    ],
)
def test_85_runs_with_each_figure_of_the_focused_task(figure: str, pairs: tuple[int, int, int, int]) -> None:
    """Rankings that are made, of which scipy says what tau-b is."""
    assert round(kendalltau(*rankings(85, *pairs)).statistic, len(figure) - 2) == float(figure)


@pytest.mark.parametrize(
    ("id", "figure", "excluded"),
    [("table1/nxCG[10]", "0.933427", 107), ("table2/nxCG[25]", "0.844944", 54), ("table1/nxCG[25]", "0.8989332", 113)],
)
def test_parity_excludes_numbers_of_runs(id: str, figure: str, excluded: int) -> None:
    """Of so many runs every fraction that rounds to the figure has a C - D that is odd where C + D is even, or the
    reverse. A second way: over every number of pairs that are tied on one side, the other and both.
    """
    pairs, digits = comb(excluded, 2), len(figure) - 2
    near = [
        (total - difference) % 2
        for tied, tied_there in product(range(13), repeat=2)
        for both in range(min(tied, tied_there) + 1)
        for root in [sqrt((pairs - tied) * (pairs - tied_there))]
        for difference in [round(float(figure) * root)]
        for total in [pairs - tied - tied_there + both]
        if round(difference / root, digits) == float(figure) and difference <= total
    ]
    assert near
    assert all(near)
    said = finding(id).readings["tau-b, up to 12 tied pairs a side"]
    assert str(excluded) not in said.removeprefix("n = ").split(", ")
    assert "85" in said


@pytest.mark.parametrize("runs", [2, 3, 4])
def test_no_number_of_runs_is_excluded_that_has_the_figure(runs: int) -> None:
    """Of every two rankings of few runs. The ranks have no gaps, and the first ranking has the order of the runs."""
    dense = [ranks for ranks in product(range(runs), repeat=runs) if set(ranks) == set(range(len(set(ranks))))]
    for ranks, others in product((ranks for ranks in dense if sorted(ranks) == list(ranks)), dense):
        tau = kendalltau(ranks, others).statistic if len(set(ranks)) > 1 < len(set(others)) else 0
        figure = f"{tau:.4f}"
        assert not 0 < tau < 1 or _tau_b(figure.removeprefix("0"), runs), (ranks, others, figure)


def test_half_counted_ties_are_a_reading_of_their_own() -> None:
    """With D a multiple of one half, 90 runs have 1 - 2D/C(90, 2) = .844944; D is no whole number there."""
    readings = finding("table2/nxCG[25]").readings
    assert (readings["whole D"], readings["half-counted ties"]) == ("no n", "n = 90")
    half = round((1 - 0.844944) * comb(90, 2))  # twice D
    assert (round(1 - half / comb(90, 2), 6), half % 2) == (0.844944, 1)


def test_the_least_article_whose_ideal_element_is_not_the_best() -> None:
    audited = finding("5.2/highest-gain")
    assert (
        "in a1: article(0+0 sec(1+1) sec(2+1)), a1 (2/3) is ideal, and a1/sec[1] (1) is not" in audited.result.evidence
    )
    assert [outcome.agrees for outcome in audited.result.outcomes] == [False, True]


@pytest.mark.parametrize(
    ("left", "right"),
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
def test_reductions_are_identities(left: str, right: str) -> None:
    (audited,) = audit(claims_of([("reduces", {"left": left, "right": right, "documents": 4, "published": "equal"})]))
    assert (audited.computed, audited.verdict) == ("equal", "agrees")
    assert "all 48 cases" in audited.result.evidence


def claims_of(some: list[tuple[str, dict[str, object]]]) -> dict[str, object]:
    common = {"source": "none", "claim": "a claim"}
    listed = [{"id": str(i), "kind": kind, **common, **data} for i, (kind, data) in enumerate(some)]
    return {"schema": "axiometrics/claims/1", "study": "inex2006", "claims": listed}


def test_what_is_no_identity_is_shown() -> None:
    data = {"left": "gp@10", "right": "ap", "documents": 3, "published": "equal"}
    (audited,) = audit(claims_of([("reduces", data)]))
    assert audited.verdict == "contradicted"
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
        value = metric.exact(by.output(system), by.gold(judged))
        assert value == Fraction(len(relevant & system.documents), len(relevant))


def test_what_cannot_be_computed_is_named_with_the_reason() -> None:
    study = studies.studies()["inex2006"]
    named = " ".join(what for what, _ in study.lacking)
    for what in ("HiXEval", "ep/gr", "Tables 1 and 2", "18 %"):
        assert what in named
    assert all(why for _, why in study.lacking)
