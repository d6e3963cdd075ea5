"""Explanations: the case drawn, exact scores with their decimals, evidence in words, and a line of Python that bears it
out.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache
from io import StringIO
from typing import Any

import pytest
from msgspec.structs import replace

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.case import GAIN, NO_LOSS
from axiometrics.core.cell import Cell, drawn
from axiometrics.core.decimals import decimals, equation, scores_text, value
from axiometrics.core.evidence import TYPES, Exhaustive, Proven, Regional, Sampled, Scan
from axiometrics.reports.parts.words import verdict
from axiometrics.tasks.drawing import draw
from tests.cells import explain_cell

SIZES = "5,size-vs-quantity-overlap=3,ranking=8,thresholds=20,filtering=3"


@cache
def cell_of(metric: str, constraint: str, reading: str | None = None) -> Cell:
    return ax.matrix([metric], [constraint], reading="all", max_size=SIZES).cell(metric, constraint, reading)


def explained(metric: str, constraint: str, reading: str | None = None) -> str:
    cell = cell_of(metric, constraint, reading)
    declared = registry.constraint(f"{cell.task}:{cell.constraint}")
    return explain_cell(cell, declared, registry.metric(metric).display)


def again(text: str) -> Any:
    """What the last line of an explanation prints."""
    line = text.splitlines()[-1]
    assert line.startswith("import axiometrics as ax; print(")
    printed = StringIO()
    with redirect_stdout(printed):
        exec(line, {})
    return printed.getvalue()


# --- drawings


def lines_of(gold: str, *outputs: str) -> list[str]:
    roles = (
        ("better", "worse") if len(outputs) == 2 else ("shallow_better", "shallow_worse", "deep_better", "deep_worse")
    )
    named = {role: ax.Organization.parse(text) for role, text in zip(roles, outputs, strict=False)}
    return draw(ax.Organization.parse(gold), named).splitlines()


def test_clusterings_stand_cluster_by_cluster() -> None:
    assert lines_of("{a1 a2} b1 {c1 c2}", "{a1 a2 b1} {c2 c1}", "b1 {c1 c2} {a2 a1}") == [
        "gold     better        worse",
        "{a1 a2}  {a1 a2 b1} *  {a1 a2} *",
        "b1                     b1 *",
        "{c1 c2}  {c1 c2}       {c1 c2}",
    ]


def test_clusters_are_sorted_by_number() -> None:
    assert lines_of("{a10 a9 a1}", "{a10 a9 a1}", "{a9 a1} a10")[1] == "{a1 a9 a10}  {a1 a9 a10} *  {a1 a9} *"


def test_repeated_clusters_count() -> None:
    assert lines_of("{a b} {a b}", "{a b} {a b}", "{a b}")[1:] == ["{a b}  {a b} *", "{a b}  {a b}    {a b}"]


def test_rankings_stand_rank_by_rank() -> None:
    assert lines_of("r1 r2 > ...", "r1 > n1 > ...", "n1 > r1 > n2 > ...") == [
        "gold: r1 r2 > ...",
        "",
        "rank  better  worse",
        "   1  R r1 *  . n1 *",
        "   2  . n1 *  R r1 *",
        "   3  - *     . n2 *",
        "relevant, not retrieved: r2",
    ]


def test_the_deepness_of_four_rankings() -> None:
    lines = lines_of("r1 > ...", "r1 > n1 > n2 > ...", "n1 > r1 > n2 > ...", "n1 > r1 > n2 > ...", "n1 > n2 > r1 > ...")
    assert lines[3] == "   1  R r1 *          . n1 *         . n1         . n1"
    assert lines[5] == "   3  . n2            . n2           . n2 *       R r1 *"


def test_graded_golds_show_grades() -> None:
    assert lines_of("h1 > r1 > ...", "h1 > r1 > ...", "r1 > h1 > ...")[3:] == [
        "   1  2 h1 *  1 r1 *",
        "   2  1 r1 *  2 h1 *",
    ]


def test_long_runs_are_shortened() -> None:
    run = [f"n{i}" for i in range(1, 31)]
    lines = lines_of("r1 > ...", " > ".join(["r1", *run, "..."]), " > ".join([run[0], "r1", *run[1:], "..."]))
    assert len(lines) == 3 + 2 + 5
    assert lines[7] == "   :  :       :"


def test_filterings_are_two_sets() -> None:
    assert lines_of("r1 r2 > n1", "r1 > r2 n1", "{} > r1 r2 n1") == [
        "          gold   better  worse",
        "positive  r1 r2  r1*     -",
        "negative  n1     n1 r2   n1 r1* r2",
    ]


def test_other_organizations_are_written_out() -> None:
    assert lines_of("{a b} > c > ...", "{a b} > ...", "a b > ...") == [
        "gold: {a b} > c > ...",
        "better: {a b} > ...",
        "worse: a b > ...",
    ]


def test_names_that_need_quotes_have_them() -> None:
    assert lines_of('"my doc" b', '"my doc" b', '{"my doc" b}')[1] == '"my doc"  "my doc" *  {b "my doc"} *'


# --- scores


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3/4", "0.75"),
        ("-2/3", "-0.666666..."),
        ("log(2)/log(3)", "0.630929..."),
        ("sqrt(2)/sqrt(2)", "1"),
        ("2**(-1/2)", "0.707106..."),
        ("2**(-2) + 0.5", "0.75"),
        ("1/3000000", "3.33e-07"),
        ("0", "0"),
        ("+1 - (2 - 1)", "0"),
    ],
)
def test_exact_scores_have_decimals(text: str, shown: str) -> None:
    number = value(text)
    assert number is not None
    assert decimals(number) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nan",
        "x",
        "log()",
        "__import__('os')",
        "f(1)",
        "1 if 1 else 2",
        "9**9**9**9",
        "1/0",
        "(" * 9999,
        "log(-1)",
        "1 % 2",
        "x" * 99_999,
        "True",
    ],
)
def test_what_is_no_number_is_not_evaluated(text: str) -> None:
    assert value(text) is None


def test_equations() -> None:
    assert equation("q", "1") == "q = 1"
    assert equation("q", 0.25) == "q = 0.25"
    assert equation("q", None) == "q is undefined"
    long = " + ".join(["1/7"] * 400)
    assert "... (2397 characters)" in equation("q", long)
    assert equation("q", "x" * 30_000, Fraction(1, 3)).endswith("= 0.333333")


def test_the_difference_of_irrational_scores() -> None:
    tied = scores_text({"better": "log(8)/3", "worse": "log(2)"})
    assert tied.endswith("found:    the difference is 0, tied")
    assert "-0.405465..., reversed" in scores_text({"better": "log(2)", "worse": "log(3)"})
    assert "found:    the difference is -0.25, reversed" in scores_text({"better": 0.25, "worse": 0.5})
    assert scores_text({"better": "?", "worse": "1"}).endswith("demanded: score(better) > score(worse)")
    assert "as demanded" in scores_text({"better": "1", "worse": "0"})


def test_where_a_tie_is_no_violation_it_is_as_demanded() -> None:
    weak = scores_text({"better": "1/2", "worse": "1/2"}, NO_LOSS)
    assert weak.splitlines() == [
        "score(better) and score(worse) both equal 1/2 = 0.5",
        "demanded: score(better) >= score(worse)",
        "found:    the difference is 0, as demanded",
    ]
    assert scores_text({"better": "1/2", "worse": "1/2"}, GAIN).splitlines()[1:] == [
        "demanded: score(better) > score(worse)",
        "found:    the difference is 0, tied",
    ]
    assert scores_text({"better": "0", "worse": "1"}, NO_LOSS).endswith("found:    the difference is -1, reversed")


@pytest.mark.parametrize(
    ("reading", "words"), [("strict", "score(better) > score(worse)"), ("weak", "score(better) >= score(worse)")]
)
def test_the_words_of_a_demand_are_those_of_the_reading(reading: str, words: str) -> None:
    assert f"\ndemanded: {words}\n" in explained("control-length", "gold-is-best", reading)


def test_a_counterexample_draws_itself() -> None:
    counterexample = cell_of("ap", "deepness").counterexample
    assert counterexample is not None
    assert str(counterexample) == drawn("ranking", counterexample.data)
    assert "   5  R r1 *          . n5 *         R r1         R r1" in str(counterexample).splitlines()
    assert "difference is -1/840 = -0.001190..., reversed" in str(counterexample)
    html = counterexample._repr_html_()
    assert html.count('<svg class="case"') == 5, "the gold and the four outputs"
    assert "difference is -1/840 = -0.001190..., reversed" in html
    assert eval(repr(counterexample), {"Counterexample": type(counterexample)}) == counterexample


# --- explanations

CASES: Mapping[tuple[str, str, str | None], tuple[str, ...]] = {
    ("purity", "rag-bag", None): (
        "Purity / Rag Bag: violates, tied",
        "a counterexample of 5 items, decided exactly; no smaller case",
    ),
    ("ap", "deepness", None): ("score(deep_worse)     = 9/40 = 0.225", "readings  satisfies it under single"),
    ("f", "priority", None): ("positive  r1    -       n1*", "found:    the difference is 0, tied"),
    ("bcubed-f", "homogeneity", None): (
        "holds",
        "proof for every size: Precision rises, recall stays above 0, and F rises with precision.",
        "118 cases searched too",
        "where     n = items",
        "shown     gain > 0   (positive)",
        "readings  the verdict under picture, non-trivial is not different",
    ),
    ("bcubed-f", "homogeneity", "picture"): ("proof: the reading has 1 case in all, decided exactly",),
    ("rs-priority", "levels-keep-clusters", "closed"): (
        "demanded: score(better) >= score(worse)",
        "found:    the difference is -1, reversed",
    ),
    ("control-flat-clusters", "broken-cluster", None): ("no violation in all ",),
    ("rs-clustering", "size-vs-quantity-overlap", None): ("proof for every size: ", "cases searched too"),
    ("purity", "size-vs-quantity-overlap", None): ("not-applicable: the metric is defined on partitions only",),
    ("lam", "non-informative", None): ("Non-informative: constant", "constant for 11 golds"),
    ("rbp", "deepness-threshold", None): (
        "A_n wins at every n from 6 to 20, and not at 5",
        "n = 5: A_n = 1 0^9, B_n = 0^5 1^5",
        "score(B_n) = 2151424/9765625",
        "A_n wins",
    ),
    ("rr", "deepness-threshold", None): ("A_n wins at every n from 2 to 20, decided exactly",),
    ("ap", "deepness-threshold", None): (
        "proof for every n from ",
        "every n from 2 to 20 was tried, decided exactly: A_n wins for n = 2",
        "n = 20: A_n = 1 0^39",
        "A_n wins for n = 2",
    ),
    ("rbp", "closeness-threshold", None): (
        "proof: B_n wins for n = 2..5",
        "score(B_n) = 144/625 = 0.2304",
        "found:    B_n wins",
    ),
    ("rr", "closeness-threshold", None): ("B_n wins for no n from 2 to 20", "n = 20:"),
    ("ap", "priority", "graded"): ("not-applicable: the metric knows only relevant and irrelevant documents",),
}


@pytest.mark.few(5)
@pytest.mark.parametrize("which", CASES, ids=lambda which: "/".join(filter(None, which)))
def test_an_explanation_says(which: tuple[str, str, str | None]) -> None:
    text = explained(*which)
    for said in CASES[which]:
        assert said in text or said in " ".join(text.split())
    for label in ("demanded", "reading", "source", "evidence"):
        assert f"\n{label:<10}" in text
    assert "\nThe same again:\n\nimport axiometrics as ax; print(" in text
    assert text.isascii()


@pytest.mark.parametrize(
    "which",
    [
        ("purity", "rag-bag", None),
        ("ap", "deepness", None),
        ("f", "priority", None),
        ("v-measure", "completeness", None),
    ],
    ids=lambda which: "/".join(filter(None, which)),
)
def test_the_last_line_scores_the_case_again(which: tuple[str, str, str | None]) -> None:
    counterexample = cell_of(*which).counterexample
    assert counterexample is not None
    metric = registry.metric(which[0])
    expected = [
        {metric.id: metric.exact(ax.Organization.from_json(o), ax.Organization.from_json(counterexample["gold"]))}
        for o in counterexample["outputs"].values()
    ]
    assert again(explained(*which)) == f"{expected}\n"
    assert [str(score[metric.id]) for score in expected] == list(counterexample["scores"].values())


def test_the_last_line_searches_again() -> None:
    assert "proof for every size: " in again(explained("rs-clustering", "size-vs-quantity-overlap"))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"minimal": True}, "no smaller case violates it"),
        ({"minimal": False}, "a smaller one may exist"),
        ({"minimal": False, "grid": "0 or 1"}, "no smaller case of a grid violates it (0 or 1); a smaller one off"),
    ],
)
def test_a_counterexample_is_called_the_smallest_only_where_it_is(said: dict[str, Any], words: str) -> None:
    cell = cell_of("purity", "completeness")
    searched = replace(cell, evidence=replace(cell.evidence, **{"grid": None, **said}))
    text = explain_cell(searched, registry.match_constraints("clustering:completeness")[0], "Purity")
    assert words in " ".join(text.split())


def test_notes_on_conventions_and_what_was_left_out() -> None:
    evidence = Exhaustive(False, 12345, 8, convention="0 at 0/0", undefined=3, within_bound=1, sampled=200)
    declared = registry.match_constraints("rag-bag")[0]
    text = explain_cell(
        Cell("clustering", "mine", "rag-bag", "sizes", True, evidence),
        declared,
        "Mine",
    )
    for note in (
        "by convention, 0 at 0/0",
        "3 cases skipped",
        "1 case too close for floats",
        "200 random cases beyond",
        "12,345 cases",
        "decided in floats",
    ):
        assert note in " ".join(text.split())
    sampled = explain_cell(Cell("clustering", "mine", "rag-bag", "sizes", True, Sampled(False, 7)), declared, "Mine")
    assert "no violation in 7 random cases" in sampled
    settled = Cell(
        "clustering", "mine", "rag-bag", "sizes", True, Regional(True, 7, 4), message="it holds for 0 < p < 1"
    )
    region = " ".join(explain_cell(settled, declared, "Mine").split())
    assert "it holds for 0 < p < 1; by proofs with the parameter as a symbol, checked; 7 cases with" in region


@pytest.mark.parametrize("key", ["input", "first"])
def test_the_case_that_made_an_error_is_drawn(key: str) -> None:
    gold = ax.Organization.parse("a b").to_json()
    data = (
        {"gold": gold, "output": gold} if key == "input" else {"gold": gold, "outputs": {"better": gold, "worse": gold}}
    )
    kind = "error" if key == "input" else "undetermined"
    cell = Cell("clustering", "mine", "rag-bag", "sizes", None, TYPES[kind](False, 7, **{key: data}), message="why")
    text = explain_cell(cell, registry.match_constraints("rag-bag")[0], "Mine")
    assert f"{kind}: why" in text
    assert "gold  " in text
    assert verdict(cell) == kind


def test_a_threshold_of_a_metric_that_cannot_be_asked() -> None:
    declared = registry.match_constraints("closeness-threshold")[0]
    cell = Cell(
        "ranking",
        "mine.py:mine",
        "closeness-threshold",
        "prose",
        True,
        Proven(False, 7, 8, scan=Scan(8, [4])),
    )
    text = explain_cell(cell, declared, "mine.py:mine", calling={"form": "gains"})
    assert "n = 4: A_n = 1 0^7, B_n = 0^4 1^4" in text
    assert "score(" not in text
    assert text.splitlines()[-1].endswith("reading='prose', form='gains').cells[0])")
