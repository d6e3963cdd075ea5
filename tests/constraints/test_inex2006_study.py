"""The study `inex2006`: what holds and what fails, with the least cases that docs/inex2006.md tells, and their
re-verification.
"""

from fractions import Fraction

import pytest

from axiometrics import registry, score
from axiometrics.core.case import Case
from axiometrics.core.cell import Cell
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.judging import ExactJudge
from axiometrics.registry import studies
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search
from axiometrics.search import Effort, search
from axiometrics.verification import verify_document

SECTIONS = "a1: article(0+0 sec(1+1) sec(2+1))"

TWO_ARTICLES = "a1: article(2+1); a2: article(0+0 sec(1+1))"
"""Its full recall base has a2 and its section before a1."""

FAILS = [
    ("focused:non-negative-gain", "focused", "nxcg@10", "reversed", SECTIONS, {"better": "1/4", "worse": "1"}),
    (
        "focused:non-negative-gain",
        "focused",
        "nxcg@10(gain=inner)",
        "reversed",
        SECTIONS,
        {"better": "1/2", "worse": "1"},
    ),
    *(
        ("focused:tiling", "plain", metric, "unequal", SECTIONS, {"one": together, "other": "1"})
        for metric, together in (("nxcg@2", "1/4"), ("nxcg@10", "1/4"), ("nxcg@10(gain=inner)", "1/2"))
    ),
    (
        "focused:tiling",
        "plain",
        "nxcg@10(base=best)",
        "unequal",
        "a1: article(0+0 sec(1+1) sec(1+1) sec(1+1))",
        {"one": "0", "other": "1"},
    ),
    ("focused:near-miss", "plain", "nxcg@10(base=best)", "tied", SECTIONS, {"output": "0"}),
    (
        "focused:full-base-reachable",
        "plain",
        "nxcg@10(ideal=full)",
        "unattained",
        "a1: article(0+0 sec(1+1))",
        {"output": "1/2"},
    ),
    (
        "focused:too-small",
        "plain",
        "nxcg@10",
        "reversed",
        "a1: article(0+0 sec(1000+950) link(1+1))",
        {"better": "19019/19020", "worse": "1"},
    ),
    *(
        ("focused:ideal-scores-1", "plain", metric, "unequal", SECTIONS, {"output": "2/3"})
        for metric in ("nxcg@10(ideal=full)", "nxcg@10(gain=credited,ideal=full)")
    ),
    ("thorough:bounded", "plain", "xcg@10", "exceeded", "a1: article(0+0 sec(1+1))", {"output": "2"}),
    ("thorough:ideal-order-only", "plain", "maep", "tied", "a1: article(1+0 sec(1+1))", {"output": "1"}),
    ("in-context:F-range", "footnote-7", "text-f", "tied", "a1: article(1+1)", {"output": "1"}),
    (
        "in-context:empty-article",
        "plain",
        "agp",
        "reversed",
        "a1: article(4+1); z: article(0+0 sec(1+1) sec(1+0))",
        {"better": "1/5", "worse": "3/10"},
    ),
    ("best-in-context:minimum-zero", "plain", "bepd", "unattained", "a1: article(1+1)@0", {"output": "1/11"}),
    (
        "best-in-context:order-matters",
        "plain",
        "bepd",
        "tied",
        "a1: article(1001+1)@0; a2: article(1001+1)@0; L=100",
        {"better": "21/22", "worse": "21/22"},
    ),
]

HOLDS = [
    ("focused:descendants", "any-run", "nxcg@10"),
    ("focused:tiling", "plain", "nxcg@10(gain=clamped)"),
    ("focused:bounded", "any-run", "nxcg@10(gain=credited)"),
    ("thorough:graded-priority", "plain", "maep(ranks=interpolated)"),
    ("in-context:F-range", "formula", "text-f"),
    ("in-context:better-article-first", "plain", "agp"),
    ("best-in-context:order-matters", "plain", "eprum"),
    ("best-in-context:closer-raises-eprum", "level", "eprum-level"),
]


def test_two_articles_show_it_too() -> None:
    """The ideal run of `TWO_ARTICLES` scores 3/4 over the full recall base at its second cut-off."""
    gold, run_of_both = Library.parse(TWO_ARTICLES), Organization.parse("a2 > a1 > ...")
    scores = score(gold=gold, system=run_of_both, metrics=["nxcg@2(ideal=full)"], exact=True)
    assert list(scores.values()) == [Fraction(3, 4)]


@pytest.mark.parametrize(("base", "ideal"), [("shortest", "a1"), ("best", "a1/sec[1]")])
def test_a_metric_is_asked_about_the_elements_that_its_own_base_calls_ideal(base: str, ideal: str) -> None:
    """`SECTIONS` is an article in which the two readings of section 5.2 keep different elements."""
    (of,) = registry.match_constraints("focused:ideal-scores-1")
    family = of.reading("plain").asked_of(registry.metric(f"nxcg@10(base={base})")).judged
    golds = {str(case.gold): str(case.outputs["output"]) for case in family.cases(3)}
    assert golds[SECTIONS] == f"{ideal} > ..."
    other_run = {"a1": "a1/sec[1]", "a1/sec[1]": "a1"}[ideal]
    runs = {run: Case(Library.parse(SECTIONS), {"output": Organization.ranking([run])}) for run in (ideal, other_run)}
    assert family.admits(runs[ideal]) is None
    assert family.admits(runs[other_run]) is not None


def cell(constraint: str, reading: str, metric: str, size: int | None) -> Cell:
    (of,) = registry.match_constraints(constraint)
    (verdict,) = search(of, of.reading(reading), [ExactJudge(registry.metric(metric))], Effort(size, examples=0))
    return verdict


@pytest.mark.few(6)
@pytest.mark.parametrize(("constraint", "reading", "metric", "relation", "gold", "scores"), FAILS)
def test_the_least_cases_of_the_page(
    constraint: str, reading: str, metric: str, relation: str, gold: str, scores: dict[str, str]
) -> None:
    verdict = cell(constraint, reading, metric, 4)
    assert (verdict.holds, verdict.relation) == (False, relation)
    assert verdict.counterexample is not None
    data = verdict.to_json()["counterexample"]
    assert Library.from_json(data["gold"]) == Library.parse(gold)
    assert data["scores"] == scores
    (verified,) = verify_document([verdict.to_json()], registry.match_constraints(constraint), {})
    assert verified.status == "verified", verified
    forged = {**verdict.to_json(), "counterexample": {**data, "scores": dict.fromkeys(scores, "7/8")}}
    (refused,) = verify_document([forged], registry.match_constraints(constraint), {})
    assert refused.status == "failed"


@pytest.mark.few(3)
@pytest.mark.parametrize(("constraint", "reading", "metric"), HOLDS)
def test_what_holds_of_small_cases(constraint: str, reading: str, metric: str) -> None:
    size = 5 if constraint.startswith("best-in-context") else 3
    assert cell(constraint, reading, metric, size).holds is True


def test_a_larger_case_is_recognised_and_another_one_is_not() -> None:
    """Beyond the sizes listed, by gold and outputs alone."""
    family = registry.match_constraints("focused:non-negative-gain")[0].reading("focused").judged
    gold = Library.parse("article(0+0 sec(1+1) sec(2+1) sec(3+1) sec(4+1) sec(5+1) sec(6+1))")
    runs = [Organization.ranking(f"a1/sec[{i}]" for i in range(1, n)) for n in (6, 5, 4)]
    assert family.admits(Case(gold, {"better": runs[0], "worse": runs[1]})) is None
    assert family.admits(Case(gold, {"better": runs[0], "worse": runs[2]})) is not None
    assert family.admits(Case(gold, {"better": runs[1], "worse": runs[0]})) is not None
    overlapping = [Organization.ranking(["a1", "a1/sec[1]"]), Organization.ranking(["a1"])]
    assert family.admits(Case(gold, {"better": overlapping[0], "worse": overlapping[1]})) is not None


def test_the_range_of_an_article_is_asked_of_golds_with_that_article_alone() -> None:
    """With a second relevant article, of which nothing is retrieved, AgP of the first one, whole, is 1/2."""
    run = Organization.ranking(["a1"])
    for reading in registry.match_constraints("in-context:F-range")[0].readings:
        reasons = [
            reading.judged.admits(Case(Library.parse(gold), {"output": run}))
            for gold in ("a1: article(1+1)", "a1: article(1+1); a2: article(1+1)")
        ]
        assert reasons == [None, "gold and outputs are not those of a case of the constraint"]


def test_the_study_looks_at_every_constraint_of_its_tasks() -> None:
    study = studies.studies()["inex2006"]
    tasks = {registry.metric(name).task for name in study.metrics}
    assert {chosen.constraint for chosen in study.choices} == {
        c.name for c in registry.constraints() if c.task in tasks
    }


def test_constraints_on_rankings_judge_these_metrics_too() -> None:
    """With the verdicts of the metric that each is where articles are relevant as a whole or not at all."""
    chosen = [c for c in registry.constraints() if c.name in {"ranking:priority", "ranking:confidence"}]
    same = {"maep": "ap", "agp": "ap", "eprum(a=0.1)": "ap", "gp@2": "p@2"}
    names = [*same, "ap", "p@2"]
    matrix = run([builtin(registry.metric(name)) for name in names], chosen, Search.of(4), readings="all")
    verdicts = {(c.metric, c.constraint, c.reading): (c.holds, c.relation) for c in matrix}
    for metric, constraint, reading in verdicts:
        expected = verdicts[same.get(metric, metric), constraint, reading]
        assert verdicts[metric, constraint, reading] == expected, (metric, constraint, reading)
    refuted = [c.to_json() for c in matrix if c.holds is False]
    assert {outcome.status for outcome in verify_document(refuted, chosen, {})} == {"verified"}
