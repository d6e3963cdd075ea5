"""The kinds of claim: each by values worked out by hand, and the logic of families by cases made for it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from msgspec import UNSET, UnsetType

from axiometrics import auditing
from axiometrics.auditing.cells import Cells, evidence_words
from axiometrics.auditing.kinds import family, threshold
from axiometrics.auditing.kinds.score import prints_as
from axiometrics.core.cell import Cell, Counterexample
from axiometrics.core.errors import FileError
from axiometrics.core.evidence import TYPES, Scan, Undetermined
from axiometrics.core.exact import log
from axiometrics.reports.parts.formats import report
from axiometrics.running import run as runner


def document(*claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    whole = [{"id": f"claim {i}", "source": "here", "claim": "in words", **claim} for i, claim in enumerate(claims)]
    return {"schema": "axiometrics/claims/1", "claims": whole, **more}


def audited(*claims: dict[str, Any], **more: Any) -> list[auditing.Finding]:
    return list(auditing.audit(document(*claims, **more)))


def verdicts(*claims: dict[str, Any], **more: Any) -> list[str]:
    return [finding.verdict for finding in audited(*claims, **more)]


def cell(holds: bool | None, kind: str) -> Cell:
    counterexample = Counterexample({}) if kind == "counterexample" else None
    evidence = TYPES[kind](True, 1, **({"minimal": True} if counterexample else {}))
    return Cell(
        "clustering",
        "m",
        "c",
        "universal",
        holds,
        evidence,
        "tied" if counterexample else None,
        counterexample,
    )


YES, NO, PROVED = cell(True, "exhaustive"), cell(False, "counterexample"), cell(True, "proof")
NEVER, OPEN = cell(None, "not-applicable"), cell(None, "undetermined")


@pytest.mark.parametrize(
    ("row", "every", "some"),
    [
        ([YES, YES], True, True),
        ([YES, NO], False, True),
        ([NO, NO], False, False),
        ([YES, OPEN], None, True),
        ([NO, OPEN], False, None),
        ([YES, NEVER], True, True),
        ([NO, NEVER], False, False),
        ([NEVER], None, None),
    ],
)
def test_a_family_stands_or_falls_by_its_members(row: list[Cell], every: bool | None, some: bool | None) -> None:
    assert (family.every(row), family.some(row)) == (every, some)


@pytest.mark.parametrize(
    ("row", "every", "some"),
    [
        ([PROVED, PROVED], True, True),
        # that every member satisfies it rests on the search, that some one does on the proof
        ([PROVED, YES], False, True),
        ([YES, NO], True, False),
        ([NO, NO], True, True),
        ([OPEN], False, False),
    ],
)
def test_one_counterexample_settles_a_family_and_so_does_one_proof(row: list[Cell], every: bool, some: bool) -> None:
    assert family.settled(row, family.every(row), True) is every
    assert family.settled(row, family.some(row), False) is some


SETS = {"families": {"set": {"members": ["purity", "inverse-purity"], "named": ["purity"]}}}
HOMOGENEITY: dict[str, Any] = {
    "kind": "family",
    "family": "set",
    "constraint": "homogeneity",
    "max_size": "homogeneity=4",
}


def test_every_member_and_some_named_member_are_told_apart() -> None:
    """Splitting a mixed cluster raises Purity and leaves Inverse Purity (section 2.1; Amigo et al. 2009, section
    4.2).
    """
    yes, no = audited({**HOMOGENEITY, "published": "satisfied"}, {**HOMOGENEITY, "published": "fails"}, **SETS)
    assert yes.verdict == "depends on the reading"
    names = ("universal", "picture", "non-trivial")
    assert yes.agreeing == tuple(f"some named member / {reading}" for reading in names)
    assert no.verdict == "depends on the reading"
    assert no.agreeing == tuple(f"every member / {reading}" for reading in names)
    assert {c.metric: c.holds for c in yes.result.cells if c.reading == "universal"} == {
        "purity": True,
        "inverse-purity": False,
    }


def test_a_claim_made_of_each_member_is_contradicted_by_one() -> None:
    findings = audited(
        *({**HOMOGENEITY, "published": published, "of": "each"} for published in ("satisfied", "fails")), **SETS
    )
    assert [finding.verdict for finding in findings] == ["contradicted", "contradicted"]
    assert [list(finding.readings) for finding in findings] == [
        ["every member / universal", "every member / picture", "every member / non-trivial"],
        ["any member / universal", "any member / picture", "any member / non-trivial"],
    ]


def test_a_cell_is_judged_in_the_readings_of_metric_and_constraint() -> None:
    claim = {
        "kind": "cell",
        "metric": "rs-ranking",
        "constraint": "priority",
        "published": "satisfied",
        "max_size": "ranking=5",
    }
    (free,) = audited(claim)
    assert set(free.readings) == {
        f"{m} / {c}" for m in ("listed", "tail-lookup", "tail-certain") for c in ("universal", "single", "graded")
    }
    (bound,) = audited({**claim, "metric": "rs-ranking(reading=listed)"})
    assert set(bound.readings) == {"universal", "single", "graded"}
    (differing,) = audited({**claim, "params": {"n": "10", "reading": "tail-lookup"}})
    assert {compared.metric for compared in differing.result.cells} == {"rs-ranking(n=10,wn=0.8,reading=tail-lookup)"}


def test_what_does_not_apply_is_no_verdict() -> None:
    claim = {"kind": "cell", "metric": "purity", "constraint": "size-vs-quantity-overlap", "published": "fails"}
    (finding,) = audited(claim)
    assert finding.verdict == "undecided"
    assert finding.conclusive, "nothing was searched"
    assert "partitions only" in finding.evidence
    families = {"families": {"set": {"members": ["purity"]}}}
    (row,) = audited(
        {"kind": "family", "family": "set", "constraint": "size-vs-quantity-overlap", "published": "satisfied"},
        **families,
    )
    assert (row.verdict, row.readings) == ("undecided", {"every member / distinct": "not applicable"})


def test_cells_of_all_claims_are_searched_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[tuple[list[str], list[str]]] = []

    def spy(candidates: Any, constraints: Any, *search: Any, **options: Any) -> Any:
        searched.append(([candidate.id for candidate in candidates], [constraint.id for constraint in constraints]))
        return runner.run(candidates, constraints, *search, **options)

    monkeypatch.setattr("axiometrics.auditing.cells.run", spy)
    small = {"kind": "cell", "published": "satisfied", "max_size": "homogeneity=3,completeness=3"}
    cells = [(m, c) for m in ("purity", "bcubed-f") for c in ("homogeneity", "completeness")]
    audited(*({**small, "metric": m, "constraint": c} for m, c in [*cells, cells[0]]))
    assert searched == [(["purity", "bcubed-f"], ["homogeneity", "completeness"])]


@pytest.mark.parametrize(
    ("value", "printed", "agrees"),
    [
        (Fraction(865, 1000), "0.86", True),  # a half to even, and away from 0
        (Fraction(865, 1000), "0.87", True),
        (Fraction(875, 1000), "0.87", False),
        (Fraction(875, 1000), "0.88", True),
        (Fraction(8649, 10000), "0.86", True),
        (Fraction(8649, 10000), "0.87", False),
        (Fraction(-1, 2), "-0.5", True),
        (Fraction(-125, 1000), "-0.12", True),
        (Fraction(-135, 1000), "-0.13", False),
        (Fraction(1), "1", True),
        (Fraction(3, 2), "1", False),
        (log(2), "0.69", True),
        (log(2), "0.70", False),
    ],
)
def test_figures_are_rounded_either_way_and_no_other(value: Any, printed: str, agrees: bool) -> None:
    assert prints_as(value, printed) is agrees


def test_a_figure_that_is_undefined_is_named_and_not_judged() -> None:
    """Nothing is relevant: AP is 0/0 (docs/conventions.md). That is exact, so nothing was searched."""
    (finding,) = audited({"kind": "score", "metric": "ap", "gold": "...", "system": "a > ...", "published": "0"})
    assert (finding.verdict, finding.computed, finding.conclusive) == ("undecided", "undefined", True)
    assert "0/0, for which its metric has no convention" in finding.evidence
    said = report("text").show(auditing.Audit((finding,)).page())
    assert "searched" not in said
    assert "nan" not in said


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ({"metric": "ap", "published": "3.."}, "agrees in this reading only"),
        # with the printed form AP of B_2 = 0 1 1 1 beats 1/3
        ({"metric": "ap", "published": "2.."}, "depends on the reading"),
        ({"metric": "rr", "published": "2"}, "contradicted"),
        ({"metric": "p@10", "published": "2..8"}, "agrees in this reading only"),
        ({"metric": "p@10", "published": "2..10"}, "contradicted"),
        ({"metric": "p@10", "published": "8..40"}, "contradicted"),  # 9 ties
        ({"metric": "dcg", "published": "8..40"}, "undecided"),  # further than was scanned, and a tie is not excluded
        ({"metric": "ap", "published": "8..40"}, "agrees in this reading only"),  # further than was scanned, and proved
        ({"metric": "ap", "published": "1..5"}, "undecided"),  # there is no duel of n = 1
    ],
)
def test_the_n_of_a_threshold(claim: dict[str, str], verdict: str) -> None:
    assert verdicts(
        {"kind": "threshold", "constraint": "closeness-threshold", "max_size": "thresholds=20", **claim}
    ) == [verdict]


THRESHOLD = {"kind": "threshold", "constraint": "closeness-threshold", "max_size": "thresholds=20"}


@pytest.mark.parametrize(
    ("claim", "conclusive", "beyond"),
    [
        ({"metric": "err", "constraint": "deepness-threshold", "published": "2.."}, True, "one on top wins, proved"),
        ({"metric": "ap", "published": "5.."}, True, "many below win, proved"),
        ({"metric": "dcg", "published": "5.."}, False, "one on top does not win, proved, but a tie is not excluded"),
        ({"metric": "rr", "published": "2"}, True, "one on top wins, proved"),
        (
            {"metric": "rs-ranking(reading=tail-lookup)", "constraint": "deepness-threshold", "published": "18.."},
            False,
            "nothing is proved",
        ),
        ({"metric": "p@10", "published": "2..8"}, True, "one on top wins, proved"),
    ],
)
def test_proofs_say_how_a_threshold_goes_on(claim: dict[str, str], conclusive: bool, beyond: str) -> None:
    (finding,) = audited({**THRESHOLD, **claim})
    assert finding.conclusive is conclusive
    assert finding.evidence == f"both runs scored for every n from 2 to 20, decided exactly; beyond that {beyond}"


def test_that_these_n_alone_are_won_needs_a_proof_too() -> None:
    """P@10 wins at 2..8 and never again, which its deepness threshold proves; R*S as `tail-lookup` has no proof."""
    lookup = "rs-ranking(n=10,wn=0.5,reading=tail-lookup)"
    findings = audited(
        {**THRESHOLD, "metric": "p@10", "published": "2..8"}, {**THRESHOLD, "metric": lookup, "published": "2..20"}
    )
    alone = [
        {outcome.reading: (outcome.agrees, outcome.conclusive) for outcome in finding.result.outcomes}[
            "prose / these n alone"
        ]
        for finding in findings
    ]
    assert alone == [(True, True), (True, False)]


@pytest.mark.parametrize(
    ("beyond", "first", "last", "every", "only"),
    [
        (None, 5, None, None, True),
        (True, 5, None, True, True),
        (False, 5, None, False, True),
        (None, 5, 9, True, None),
        (True, 5, 9, True, False),
        (False, 5, 9, True, True),
        (True, 5, 12, True, False),
        (False, 5, 12, False, True),
        (None, 5, 12, None, None),
        (True, 4, 9, False, False),
        (False, 6, 9, True, False),
        (True, 1, 9, None, False),
    ],
)
def test_what_is_won_beyond_the_last_n_that_was_scored(
    beyond: bool | None, first: int, last: int | None, every: bool | None, only: bool | None
) -> None:
    """Scored to 9, and won from 5 on."""
    won = threshold.Won(frozenset(range(5, 10)), 9, beyond)
    assert (won.all_of(first, last), won.only(first, last)) == (every, only)


def test_a_threshold_that_was_not_scanned_is_not_judged() -> None:
    (claim,) = auditing.claims_of(
        document({"kind": "threshold", "metric": "rr", "constraint": "deepness-threshold", "published": "2.."})
    )
    unscanned = Cell("ranking", "rr", "deepness-threshold", "prose", None, Undetermined(True, 0))
    findings = threshold.find(claim, Cells(dict.fromkeys(threshold.wants(claim), (unscanned,))))
    assert [(outcome.computed, outcome.agrees) for outcome in findings.outcomes] == [("undetermined", None)] * 2


def test_satisfiers_are_exactly_those() -> None:
    families = {"families": {"bcubed": {"members": ["bcubed-precision", "bcubed-recall", "bcubed-f"]}}}
    claim = {
        "kind": "satisfiers",
        "family": "bcubed",
        "constraints": ["homogeneity", "completeness"],
        "max_size": "homogeneity=4,completeness=4",
    }
    published = ("bcubed-f", "bcubed-f; bcubed-recall", "none")
    assert verdicts(*({**claim, "published": text} for text in published), **families) == [
        "agrees",
        "contradicted",
        "contradicted",
    ]


def orders(relation: str, metric: str = "ap") -> Iterable[dict[str, Any]]:
    # AP: 1 against 1/2, and the losses 1 - 1/2 at rank 1 and 1/2 - 1/3 at rank 2
    yield {
        "kind": "order",
        "metric": metric,
        "gold": "a > ...",
        "left": "a > ...",
        "right": "x > a > ...",
        "published": relation,
    }
    losses = {"left": ["a > ...", "x > a > ..."], "right": ["x > a > ...", "x > y > a > ..."]}
    yield {"kind": "order", "metric": metric, "gold": "a > ...", **losses, "published": relation}


def test_orders_of_scores_and_of_losses() -> None:
    assert verdicts(*orders(">"), *orders("<"), *orders("=")) == ["agrees"] * 2 + ["contradicted"] * 4
    assert verdicts(*orders("=", "p@10")) == ["agrees", "agrees"]
    undefined = {
        "kind": "order",
        "metric": "ap",
        "gold": "...",
        "left": "a > ...",
        "right": "b > ...",
        "published": "=",
    }
    assert verdicts(undefined) == ["undecided"]


def test_two_metrics_that_differ_are_not_equal() -> None:
    claim = {
        "kind": "equal",
        "left": "purity",
        "right": "bcubed-f",
        "task": "clustering",
        "documents": 3,
        "published": "equal",
    }
    (finding,) = audited(claim)
    assert (finding.verdict, finding.conclusive) == ("contradicted", True)
    assert "gold" in finding.evidence
    (same,) = audited({**claim, "right": "purity"})
    assert (same.verdict, same.conclusive) == ("agrees", False)


def test_metrics_that_are_undefined_on_the_same_cases_are_equal_there() -> None:
    """Where every document is a class of its own there is nothing to normalize the edit distance by; the greedy one is
    0 there.
    """
    claim = {
        "kind": "equal",
        "left": "edit-distance",
        "right": "edit-distance",
        "task": "clustering",
        "documents": 2,
        "published": "equal",
    }
    same, differing, none = audited(claim, {**claim, "right": "edit-distance-greedy"}, {**claim, "documents": 1})
    assert (same.verdict, same.evidence) == (
        "agrees",
        "all 5 cases to 2 documents, exactly, both undefined on 3 of them",
    )
    assert (differing.verdict, differing.computed, differing.conclusive) == ("contradicted", "undefined and 0", True)
    assert (none.verdict, none.computed) == ("undecided", "undefined")


def test_figures_printed_twice() -> None:
    twice = {"kind": "consistent", "published": "-0.92", "elsewhere": {"Table 7": "-0.920", "Table 8": "-0.91"}}
    assert verdicts(twice) == ["the paper contradicts itself"]
    assert verdicts({**twice, "elsewhere": {"Table 7": "-0.920"}}) == ["agrees"]
    assert verdicts({**twice, "elsewhere": {"Table 8": "-0.91"}}) == ["the paper contradicts itself"]


def test_forms_that_differ_are_told_by_member() -> None:
    claim = {
        "kind": "forms",
        "family": "f",
        "constraint": "closeness-threshold",
        "form": "printed",
        "against": "prose",
        "max_size": "thresholds=20",
    }
    families = {"families": {"f": {"members": ["bpref", "dcg"]}}}
    (finding,) = audited({**claim, "published": "the same"}, **families)
    # bpref: with N = n + 1 the second of B_n = 0^(n-1) 1^(n+1) counts something, with N = n nothing
    assert finding.readings == {"verdicts": "not for bpref", "n": "not for bpref, DCG"}
    assert finding.verdict == "contradicted"


def threshold_cell(
    constraint: str, holds: bool | None, kind: str, n: list[int], n0: int | UnsetType | None = UNSET, **more: Any
) -> Cell:
    return Cell("ranking", "rr", constraint, "prose", holds, TYPES[kind](True, 19, 20, scan=Scan(20, n, n0), **more))


@pytest.mark.parametrize(
    ("scanned", "words"),
    [
        (
            threshold_cell("deepness-threshold", True, "exhaustive", n0=6, n=list(range(6, 21))),
            "every n from 6 to 20",
        ),
        (
            threshold_cell("deepness-threshold", True, "proof", n0=6, n=list(range(6, 21))),
            "from n0 = 6 on, proved for every n",
        ),
        (
            threshold_cell("deepness-threshold", None, "undetermined", n0=None, n=[]),
            "no such n among n = 2 to 20; a greater one is not excluded",
        ),
        (threshold_cell("closeness-threshold", False, "proof", n=[]), "no such n, proved"),
        (
            threshold_cell("closeness-threshold", True, "proof", n=[2, 3], method="witness n = 2"),
            "n = 2..3 of n = 2 to 20",
        ),
    ],
)
def test_the_evidence_of_a_threshold_says_how_far_it_goes(scanned: Cell, words: str) -> None:
    assert evidence_words(scanned) == words


@pytest.mark.parametrize(
    ("kind", "detail", "words"),
    [
        ("exhaustive", {}, "every case to 8 items (9)"),
        ("proof", {"method": "finite"}, "every case there is (9)"),
        ("proof", {"method": "it rises"}, "proved: it rises"),
        ("proof", {}, "proved"),
        ("sampled", {}, "9 random cases"),
        ("region", {}, "region"),
    ],
)
def test_the_evidence_of_a_cell_is_told_by_its_kind(kind: str, detail: dict[str, str], words: str) -> None:
    cell = Cell("clustering", "purity", "homogeneity", "universal", True, TYPES[kind](True, 9, 8, **detail))
    assert evidence_words(cell) == words


def test_a_figure_is_what_its_expression_comes_to() -> None:
    """2/3 prints as .667 and is not exactly 667/1000; a reading that comes to another number disagrees."""
    common = {"kind": "figure"}
    assert verdicts(
        {**common, "published": ".667", "expression": "1 - 1/3"},
        {**common, "published": "667/1000", "expression": "1 - 1/3"},
        {**common, "published": "4/6", "expression": {"one": "2/3", "other": "3/4"}},
    ) == ["agrees", "contradicted", "agrees in this reading only"]
    for wrong in ("x + 1", "log(2)", "1 +"):
        with pytest.raises(FileError, match="expression"):
            verdicts({**common, "published": "1", "expression": wrong})


def test_a_region_is_a_part_of_the_range() -> None:
    """Of RBP by its p: the closeness threshold holds above the plastic number's reciprocal, priority everywhere."""
    common = {"kind": "region", "metric": "rbp", "parameter": "p"}
    assert verdicts(
        {**common, "constraint": "closeness-threshold", "published": "from some value on"},
        {**common, "constraint": "closeness-threshold", "published": "every value"},
        {**common, "constraint": "ranking:priority", "published": "every value"},
        {**common, "constraint": "ranking:confidence", "published": "no value"},
    ) == ["agrees", "contradicted", "agrees", "agrees"]
