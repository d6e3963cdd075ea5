"""Each constraint has edits in real outputs, or says why it has none; those on scores and on elements of articles."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.comparison.no_edits import without_edits
from axiometrics.core.case import GAIN, Case
from axiometrics.core.errors import TaskError
from axiometrics.core.exact import sign
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.core.scores import Relevance, Scores
from tests.begun import is_begun

BY_NAME = registry.constraints_by_name()
EDITED = [constraint for constraint in BY_NAME.values() if constraint.edits is not None]


def all_cases(name: str, gold: Any, output: Any) -> list[Case]:
    edits = BY_NAME[name].edits
    assert edits is not None
    places = edits.places(gold, output)
    return [places.case(number) for number in range(places.number)]


@pytest.mark.parametrize("name", BY_NAME)
def test_a_constraint_has_edits_or_says_why_it_has_none(name: str) -> None:
    """One that was just begun may be without both."""
    constraint = BY_NAME[name]
    assert (constraint.edits is None) == bool(without_edits(constraint)) or is_begun(constraint)
    assert not (constraint.edits and constraint.unedited)


GRID = [Fraction(k, 4) for k in range(5)]


@pytest.mark.parametrize(
    ("name", "reading"),
    [
        ("pointwise-dominance", "strict"),
        ("big-difference", "quarter"),
        ("score-priority", "strict"),
        ("rank-invariance", None),
        ("affine-invariance", None),
    ],
)
def test_edits_of_scores_are_cases_of_the_reading(name: str, reading: str | None) -> None:
    family: Any = BY_NAME[f"scoring:{name}"].reading(reading).judged
    chance, made = random.Random(3), 0
    for _ in range(60):
        documents = [f"d{k}" for k in range(5)]
        gold, output = (kind.of({d: chance.choice(GRID) for d in documents}) for kind in (Relevance, Scores))
        cases = all_cases(f"scoring:{name}", gold, output)
        assert {family.recognise(case) for case in cases} <= {None}
        assert len({str(case.outputs) for case in cases}) == len(cases)
        u, s = ([side.numbers[d] for d in documents] for side in (gold, output))
        off = [abs(a - b) for a, b in zip(u, s, strict=True)]
        expected = {
            "pointwise-dominance": sum(map(bool, off)),
            "big-difference": int(sum(off) * 4 >= 5),
            "score-priority": sum(u[i] > u[j] and s[i] > s[j] for i in range(5) for j in range(5)),
            "rank-invariance": int(not {*s} <= {0, 1}),
            "affine-invariance": int({*s} != {Fraction(1, 2)}),
        }
        assert len(cases) == expected[name]
        made += len(cases)
    assert made > 20
    with pytest.raises(TaskError, match="numbers for different documents"):
        all_cases(f"scoring:{name}", Relevance.parse("a:1"), Scores.parse("b:1"))


def test_a_measure_that_is_not_invariant_is_shown_where_it_changes_most() -> None:
    gold, output = Relevance.parse("a:1 b:1/2 c:0"), Scores.parse("a:3/4 b:1/2 c:1/4")
    impact = ax.impact(gold=gold, systems=output, metrics=["adm"], constraints=["affine-invariance", "score-priority"])
    row = impact.row("adm(n=0,m=0)", "affine-invariance")
    assert (row.edits, row.violated) == (1, 1)
    assert row.worst is not None
    assert row.worst.relation == "unequal"
    # an exchange leaves the distances where both scores are on the same side of both numbers
    definition = registry.definition("adm")
    assert definition is not None
    scored: list[dict[str, Any]] = [
        {role: definition(output, gold) for role, output in case.outputs.items()}
        for case in all_cases("scoring:score-priority", gold, output)
    ]
    signs = [sign(GAIN.excess(scores)) for scores in scored]
    assert impact.row("adm(n=0,m=0)", "score-priority").violated == sum(excess <= 0 for excess in signs)


LIBRARY = (
    "a1: article(0+0 sec(10+10) sec(10+5) sec(10+0)) @ 0\n"
    "a2: article(0+0 sec(10+0) sec(10+8)) @ 10\na3: article(4+2) @ 0"
)


def library() -> Library:
    return Library.parse(LIBRARY)


@pytest.mark.parametrize(
    ("name", "run", "count"),
    [
        ("thorough:graded-priority", "a1/sec[2] > a1/sec[1] > a2/sec[1] > a2/sec[2] > ...", 2),
        ("thorough:overlap-not-rewarded", "a1/sec[1] > a1/sec[2] > a2/sec[1] > a2 > ...", 1),
        ("focused:overlap-not-rewarded", "a1/sec[1] > a3 > ...", 1),
        ("focused:non-negative-gain", "a1/sec[1] > a3 > ...", 2 + 3),
        ("in-context:better-article-first", "{a1/sec[3]} > {a2/sec[2]} > {a1x} > ...", 1),
        ("in-context:empty-article", "{a1/sec[1]} > ...", 1),
    ],
)
def test_edits_of_runs_of_elements(name: str, run: str, count: int) -> None:
    cases = all_cases(name, library(), Organization.parse(run))
    assert len(cases) == count, [case.edit for case in cases]
    assert len({str(case.outputs) for case in cases}) == count
    real = Organization.parse(run)
    assert all(real in case.outputs.values() for case in cases)


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("thorough:graded-priority", "{a1/sec[1] a1/sec[2]} > ..."),
        ("thorough:graded-priority", "a1@0 > ..."),
        ("in-context:empty-article", "{a1/sec[1] a2/sec[1]} > ..."),
        ("in-context:empty-article", "a1/sec[1] > a1/sec[2] > ..."),
        ("best-in-context:order-matters", "a1/sec[1] > ..."),
    ],
)
def test_runs_of_another_kind_are_refused(name: str, run: str) -> None:
    with pytest.raises(TaskError, match="the system output is not a run of"):
        all_cases(name, library(), Organization.parse(run))


def test_entry_points_are_exchanged_and_moved() -> None:
    run = Organization.parse("a2@0 > a1@0 > ...")
    exchanged = all_cases("best-in-context:order-matters", library(), run)
    assert [str(case.outputs["better"]) for case in exchanged] == ["a1@0 > a2@0 > ..."]
    moved = all_cases("best-in-context:closer-raises-eprum", library(), run)
    family: Any = BY_NAME["best-in-context:closer-raises-eprum"]
    assert moved
    for case in moved:
        assert any(reading.judged.recognise(case) for reading in family.readings)
        assert case.outputs["worse"] == run


def test_files_of_scores_and_of_articles_have_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold").write_text("a 1\nb 0.5\nc 0\n", encoding="utf-8")
    Path("system").write_text("a 0.75\nb 0.5\nc 0.25\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["impact", "gold", "system", "-m", "adm", "-q", "--format", "csv"])
    assert ran.exit_code == 0, ran.stderr
    assert '"adm(n=0,m=0)",scoring:pointwise-dominance,on-data,2,0' in ran.stdout
    Path("articles").write_text(LIBRARY, encoding="utf-8")
    Path("run").write_text("a1/sec[2] > a1/sec[1] > ...", encoding="utf-8")
    ran = CliRunner().invoke(main, ["impact", "articles", "run", "-m", "maep", "-q", "--format", "csv"])
    assert ran.exit_code == 0, ran.stderr
    assert "maep,thorough:graded-priority,on-data,1," in ran.stdout
