"""What `check` says after the table. The judges are the cells themselves, and that the command which is named runs."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.comparison import guidance
from axiometrics.comparison.guidance import alike, next_step, readings
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.running import run as runner
from axiometrics.running import shipped_proofs
from axiometrics.running.candidate import Candidate
from axiometrics.running.settings import Search

MINE = """
def early(gains, ideal):
    return sum(g / 2**i for i, g in enumerate(gains[:3]))

def v_measure_score(labels_true, labels_pred):
    return len(set(labels_true)) / len(set(labels_pred))

def f_score(y_true, y_pred):
    hits = sum(t * p for t, p in zip(y_true, y_pred))
    return 5 * hits / (4 * sum(y_true) + sum(y_pred)) if hits else 0.0
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AXIOMETRICS_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "mine.py").write_text(MINE)
    return "mine.py"


def said(*line: str) -> list[str]:
    return CliRunner().invoke(main, ["check", *line, "--max-size", "4", "--max-examples", "0"]).stderr.splitlines()


def test_check_ends_with_a_command_that_runs(mine: str) -> None:
    lines = said(f"{mine}:early", "-c", "confidence", "-c", "ranking:priority")
    (step,) = [line for line in lines if "next: " in line]
    assert step == lines[-1]
    assert step.endswith("next: axiometrics explain mine.py:early confidence")
    words = shlex.split(step.partition("axiometrics explain ")[2])
    ran = CliRunner().invoke(main, ["explain", *words, "--max-size", "4", "-q"])
    assert ran.exit_code == 0
    assert "violates" in ran.stdout


def test_options_of_the_call_are_part_of_the_command(mine: str) -> None:
    lines = said(f"{mine}:early", "-c", "confidence", "--signature", "gains", "--higher-is-better")
    assert lines[-1].endswith("explain mine.py:early confidence --form gains --higher-is-better")


def test_the_table_is_not_repeated_on_stderr(mine: str) -> None:
    line = (f"{mine}:early", "-c", "confidence", "-c", "ranking:priority", "--no-laws")
    assert [line for line in said(*line) if "unexpected" in line] == [
        "axiometrics: unexpected: a violation that no --expect names"
    ]
    hints = [line for line in said(*line, "--format", "json") if "unexpected" in line]
    assert ["confidence@universal: violates" in line for line in hints] == [
        True
    ]  # who reads no table is told the cells
    contradicted = said(*line, "--expect", f"{mine}:early/confidence=holds")
    assert sum("expected satisfies (--expect), found violates" in line for line in contradicted) == 1


def test_a_metric_with_a_name_of_ours_is_told_to_be_another_one(mine: str) -> None:
    lines = said(f"{mine}:v_measure_score", "-c", "completeness", "--no-laws")
    (line,) = [line for line in lines if "this is not our v-measure" in line]
    comparison = ax.compare(f"{mine}:v_measure_score", "v-measure", max_size=4)
    difference = comparison.agreement.difference
    assert difference is not None
    assert f"gold {difference.input.gold}, output {difference.input.output}" in line
    quiet = CliRunner().invoke(
        main, ["check", f"{mine}:v_measure_score", "-c", "completeness", "--max-size", "3", "-q"]
    )
    assert "not our" not in quiet.stderr


def test_a_variant_of_the_metric_with_that_name_is_no_other_one(mine: str) -> None:
    assert not any("not our" in line for line in said(f"{mine}:f_score", "-c", "filtering:priority", "--no-laws"))


# --- its parts


@pytest.mark.slow
def test_metrics_of_ours_with_the_same_verdicts_are_those_of_the_matrix() -> None:
    names = ("homogeneity", "completeness", "rag-bag", "size-vs-quantity")
    search = Search.of("4,rag-bag=7,size-vs-quantity=7")
    chosen = [c for c in registry.constraints() if c.task == "clustering" and c.id in names]
    ours = [metric.id for metric in registry.metrics() if metric.task == "clustering"]
    matrix = ax.matrix(ours, names, max_size="4,rag-bag=7,size-vs-quantity=7")
    row = [cell for cell in matrix if cell.metric == "rand"]
    verdicts = {
        name: [cell.holds for cell in matrix if cell.metric == name] for name in {cell.metric for cell in matrix}
    }
    assert set(alike(row, chosen, search)) == {name for name, of in verdicts.items() if of == verdicts["rand"]}
    assert alike(row[:2], chosen, search) == []  # two verdicts say little


def test_a_metric_of_ours_is_not_searched_where_a_proof_of_it_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("homogeneity", "completeness", "rag-bag")
    chosen = [c for c in registry.constraints() if c.task == "clustering" and c.id in names]
    row = list(ax.matrix(["purity"], names, max_size="4,rag-bag=7"))
    searched: dict[str, set[str]] = {}

    def noted(left: Sequence[Candidate], of: Sequence[Constraint], *more: Any, **wishes: Any) -> Iterator[Cell]:
        searched.setdefault(of[0].id, set()).update(constraint.id for constraint in left)
        yield from runner.run(left, of, *more, **wishes)

    monkeypatch.setattr(guidance, "run", noted)
    same = alike(row, chosen, Search.of("4,rag-bag=7"))
    assert "purity" in same
    assert "bcubed-f" not in searched["completeness"], "proved to hold, where purity violates"
    assert "purity" not in searched["homogeneity"], "proved to hold, as purity does"
    searched.clear()
    monkeypatch.setattr(shipped_proofs, "rests_on", lambda base, constraint: "the modules of another version")
    assert alike(row, chosen, Search.of("4,rag-bag=7")) == same
    assert "bcubed-f" in searched["completeness"]


def test_the_most_telling_violation_holds_in_every_reading_and_is_reversed() -> None:
    cells = [c for c in ax.matrix(["purity", "v-measure"], ["clustering:*"], max_size=5) if c.metric == "v-measure"]
    assert next_step([cell for cell in cells if cell.holds]) == ""
    violated = next(cell for cell in cells if cell.holds is False)
    tied = replace(violated, relation="tied", differs=())
    turned = replace(violated, relation="reversed", differs=())
    somewhere = replace(violated, relation="reversed", differs=("picture",))
    assert next_step([somewhere, tied]) == next_step([tied])
    assert next_step([tied, turned]) == f"axiometrics explain v-measure {violated.constraint}"


def test_the_most_telling_violation_is_the_one_that_fewest_metrics_have() -> None:
    """Counted here line by line in the files that ship: nearly every metric of clusterings violates rag bag."""
    cells = list(ax.matrix(["mutual-information"], ["rag-bag", "size-vs-quantity", "completeness"], max_size=7))
    violated = [replace(cell, differs=()) for cell in cells if cell.holds is False]
    assert len(violated) > 1
    shares = {}
    for cell in violated:
        place = (f"clustering:{cell.constraint}", cell.reading)
        violating = {
            entry["metric"] for entry in lines("verification") if (entry["constraint"], entry["reading"]) == place
        }
        proofs = [entry["proof"] for entry in lines("proving")]
        keeping = {
            proof["metric"] for proof in proofs if proof["holds"] and (proof["constraint"], proof["reading"]) == place
        }
        shares[cell.constraint] = len(violating) / len(violating | keeping)
    assert max(shares, key=lambda name: shares[name]) == "rag-bag"
    rarest = min(shares, key=lambda name: shares[name])
    for order in (violated, violated[::-1]):
        assert next_step(order) == f"axiometrics explain mutual-information {rarest}"


def lines(room: str) -> list[dict[str, Any]]:
    path = Path(ax.__file__).parent / room / "shipped" / "clustering.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_readings_are_ranked_with_who_should_care() -> None:
    whole = ax.matrix(["v-measure"], ["rag-bag"], reading="all", max_size=7)
    shown = [cell for cell in whole if cell.reading == "universal"]
    (constraint,) = registry.match_constraints("rag-bag")
    (line,) = readings(whole, shown, [constraint])
    places = [line.index(f"{place}. {reading.name}") for place, reading in enumerate(constraint.readings, 1)]
    assert places == sorted(places)
    assert all(reading.whom in line for reading in constraint.readings)
    assert "picture (satisfies)" in line
    assert "universal (violates)" in line


SEVERAL = [
    pytest.param(constraint, id=constraint.name)
    for constraint in registry.constraints()
    if len(constraint.readings) > 1
]


@pytest.mark.parametrize("constraint", SEVERAL)
def test_every_reading_of_several_says_for_whom_it_is(constraint: Constraint) -> None:
    for reading in constraint.readings:
        assert reading.whom.startswith(("those who ", "those whose ")), reading.name
