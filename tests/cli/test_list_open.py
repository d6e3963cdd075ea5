"""`axiometrics list open`: the cells that nothing settles, and words where there is none."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from axiometrics import api, registry
from axiometrics.cli import main
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import ParameterError
from axiometrics.core.evidence import TYPES
from axiometrics.core.matrix import Matrix
from axiometrics.core.vocabulary import Mark, vocabulary_of
from axiometrics.generators.listed import PlainCases
from axiometrics.kernel.check_proof import LEMMAS, WHY_LEMMAS
from axiometrics.registry import studies
from axiometrics.running.candidate import Candidate
from axiometrics.verification.proofs import unspoken


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["list", "open", *arguments])
    assert (result.exit_code, result.stderr) == (0, "")
    return result


@pytest.fixture
def cells_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = ("proof", "exhaustive", "sampled", "undetermined", "error", "not-applicable")
    holds = {"proof": True, "exhaustive": True, "sampled": True}
    cells = [
        Cell(
            "ranking",
            f"m-{kind}",
            "priority",
            "universal",
            holds.get(kind),
            TYPES[kind](
                True, 5, 8, **({"tried": ["a|b", "c"]} if kind in ("proof", "exhaustive", "undetermined") else {})
            ),
        )
        for kind in kinds
    ]
    monkeypatch.setattr("axiometrics.running.run.run", lambda *given, **more: Matrix((), (), tuple(cells)))


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default matrix of a task, searched less far, and once."""
    monkeypatch.setattr(
        "axiometrics.running.run.run",
        lambda candidates, constraints, readings, cache: small(
            tuple(candidate.id for candidate in candidates), readings
        ),
    )


@cache
def small(metrics: tuple[str, ...], readings: str) -> Matrix:
    return api.matrix(metrics, reading=readings, max_size=4) if metrics else Matrix((), (), ())


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_where_nothing_is_open_it_says_so(form: str) -> None:
    printed = run("--task", "filtering", "--format", form).stdout
    assert " ".join(printed.split()).startswith(
        "No cell is open: none of the 16 cells of filtering in the default matrix, all readings "
        "counted, is left to a search "
        "(proof 4, counterexample 4, descriptive 8)."
    )
    assert (
        run("--task", "organization", "--format", form).stdout
        == "No cell is open: the default matrix has none of organization.\n"
    )


@pytest.mark.usefixtures("settled")
def test_in_json_it_is_an_empty_list() -> None:
    assert json.loads(run("--task", "filtering", "--format", "json").stdout)["open"] == []


@pytest.mark.usefixtures("cells_of_each_kind")
def test_open_cells_are_a_table() -> None:
    header, _, *lines = run().stdout.splitlines()
    assert header.split() == ["cell", "searched", "tried"]
    assert lines[0].split() == ["m-exhaustive/priority@universal", "exhaustive", "8", "a|b;", "c"]
    named = [line.split("/")[0] for line in lines if line.startswith("m-")]
    assert named == ["m-exhaustive", "m-sampled", "m-undetermined", "m-error"]
    printed = run("--format", "markdown").stdout
    assert re.search(r"\| m-undetermined/priority@universal +\| undetermined 8 +\| a\\\|b; c +\|", printed)
    assert re.search(r"\| m-error/priority@universal +\| error 8 +\| nothing: no theorem is about it +\|", printed)


def test_where_nothing_could_be_tried_it_says_so() -> None:
    printed = run("-m", "rs-ranking(reading=tail-lookup,n=7)", "-c", "closeness-threshold").stdout
    assert re.search(r"reading=tail-lookup\)/closeness-threshold@prose +undetermined 400\n", printed)
    assert re.search(r"reading=tail-lookup\)/closeness-threshold@prose +nothing: no theorem is about it\n", printed)


@pytest.mark.usefixtures("cells_of_each_kind")
def test_open_cells_in_json() -> None:
    entries = json.loads(run("--format", "json").stdout)["open"]
    assert [entry["kind"] for entry in entries] == ["exhaustive", "sampled", "undetermined", "error"]
    assert entries[0] == {
        "task": "ranking",
        "metric": "m-exhaustive",
        "constraint": "priority",
        "reading": "universal",
        "holds": True,
        "kind": "exhaustive",
        "size": 8,
        "tried": ["a|b", "c"],
    }


def test_what_proofs_do_not_speak_of_is_said() -> None:
    """An output that no vocabulary constructs, and demands that a family does not declare."""
    (constraint,) = registry.match_constraints("best-in-context:minimum-zero")
    assert unspoken(constraint, constraint.readings[0]).endswith("constructs no output of which a proof could speak")
    (identity,) = registry.match_constraints("scoring:identity")
    reading = identity.readings[0]
    assert not unspoken(identity, reading)
    assert isinstance(reading.cases, PlainCases)
    undeclared = replace(reading, cases=replace(reading.cases, demands=()))
    assert unspoken(identity, undeclared) == "its cases make different demands, which the family does not declare"


@pytest.mark.slow
def test_lemmas_that_proofs_take_on_trust_are_listed_with_what_was_tried() -> None:
    """One theorem of analysis: AMI rests on it, and on no fact about random pairings that the kernel leaves."""
    arguments = ("-m", "ami", "-m", "class-entropy", "-m", "rand", "-c", "size-vs-quantity")
    lemmas = json.loads(run(*arguments, "--format", "json").stdout)["lemmas"]
    assert len(lemmas) == 1
    assert all(lemma["tried"] for lemma in lemmas)
    by_rule = {lemma["lemma"].rpartition("(")[2]: lemma["cells"] for lemma in lemmas}
    assert set(by_rule) == {"derivative)"}
    assert {name.partition("/")[0] for name in by_rule["derivative)"]} == {"ami", "class-entropy"}
    printed = run(*arguments).stdout
    assert "lemma, taken on trust" in printed
    assert "log-bound" not in printed


def test_proofs_that_are_tested_on_cases_are_listed_with_where_their_derivation_stops() -> None:
    """Purity has no proof here, and R*S one about cases that no sketch covers."""
    arguments = ("-m", "rs-clustering", "-m", "purity", "-c", "clustering:size-vs-quantity-overlap")
    (tested,) = json.loads(run(*arguments, "--format", "json").stdout)["tested"]
    assert tested["stops"] == "no sketch covers all cases of this reading"
    assert {name.partition("(")[0] for name in tested["cells"]} == {"rs-clustering"}
    assert "not derived, because" in run(*arguments).stdout


def test_every_lemma_says_what_was_tried() -> None:
    assert set(WHY_LEMMAS) == set(LEMMAS)
    for constraint in registry.constraints():
        vocabulary = vocabulary_of(constraint)
        for fact in () if vocabulary is None else vocabulary.facts:
            assert bool(fact.tried) == (fact.mark is Mark.LEMMA), fact.text


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], list[str], str]]:
    """The metrics, constraints and readings that were computed."""
    given: list[tuple[list[str], list[str], str]] = []

    def computed(candidates: list[Candidate], constraints: list[Constraint], readings: str, cache: object) -> Matrix:
        given.append(
            ([candidate.id for candidate in candidates], [constraint.name for constraint in constraints], readings)
        )
        return Matrix((), (), ())

    monkeypatch.setattr("axiometrics.running.run.run", computed)
    return given


def test_cells_of_other_metrics_and_constraints_are_asked_for_as_matrix_has_them(
    runs: list[tuple[list[str], list[str], str]],
) -> None:
    assert run("-m", "rr", "-m", "p@*", "-c", "confidence").stdout == "No cell is open: what was asked for has none.\n"
    run("-m", "rbp", "--param", "p=0.5", "-c", "ranking:priority", "-c", "deepness")
    run("--study", "organization", "--task", "organization")
    run("-c", "rag-bag")
    names, constraints, readings = zip(*runs, strict=True)
    assert names[:2] == (["rr", "p@10"], ["rbp(p=0.5)"])
    assert names[2] == [metric.id for metric in studies.metrics(studies.asked("organization"))]
    assert names[3] == [metric.id for metric in studies.metrics(studies.asked("amigo2013"))]
    assert constraints[:2] == (["ranking:confidence"], ["ranking:priority", "ranking:deepness"])
    assert {name.partition(":")[0] for name in constraints[2]} == {"organization"}
    assert constraints[3] == ["clustering:rag-bag"]
    assert set(readings) == {"all"}


def test_open_cells_are_kept_as_those_of_a_matrix_are(tmp_path: Path) -> None:
    cells = ["-m", "rr", "-c", "confidence", "--cache-dir", str(tmp_path)]
    assert run(*cells, "--no-cache").stdout == run(*cells).stdout
    kept = [path for path in tmp_path.rglob("*.json") if "confidence" in path.read_text(encoding="utf-8")]
    assert kept
    times = [path.stat().st_mtime_ns for path in kept]
    matrix = api.matrix(["rr"], ["confidence"], cache=tmp_path)
    assert (matrix.counts["counterexample"], [path.stat().st_mtime_ns for path in kept]) == (1, times)


def test_python_lists_what_the_command_lists() -> None:
    for what, words in (("tasks", []), ("metrics", ["--task", "filtering"]), ("quantities", ["ranking:priority"])):
        ran = CliRunner().invoke(main, ["list", what, *words, "--format", "json"])
        task = "filtering" if words[:1] == ["--task"] else None
        page = api.list_(what, None if task or not words else words[0], task=task)
        assert page.to_json() == json.loads(ran.stdout)
    assert [row["id"] for row in api.list_("metrics").to_json()["metrics"]] == [
        metric.id for metric in registry.metrics()
    ]
    records = api.list_("metrics").records
    assert records is not None
    assert [row[0] for row in records().rows] == [metric.id for metric in registry.metrics()]
    assert api.list_("open", metrics="rr", constraints="confidence", cache=False).to_json() == {"open": []}
    with pytest.raises(ParameterError, match="choose one of metrics, constraints"):
        api.list_("metric")


def test_an_open_cell_of_another_metric_is_shown() -> None:
    printed = run("-m", "rs-ranking(reading=tail-lookup)", "-c", "deepness-threshold").stdout
    assert "rs-ranking(n=30,wn=0.8,reading=tail-lookup)/deepness-threshold@prose" in printed
    assert "exhaustive 400" in printed
    settled = run("-m", "rr", "-m", "err", "-c", "confidence").stdout
    assert settled == (
        "No cell is open: none of the 2 cells asked for, all readings counted, is left to a "
        "search (counterexample 2).\n"
    )


@pytest.mark.parametrize("what", ["metrics", "constraints", "studies", "claims"])
@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["-m", "ap"], "-m/--metric"),
        (["-c", "priority"], "-c/--constraint"),
        (["--study", "x", "--param", "p=1"], "--study, --param"),
        (["--study", "x"], "--study"),
    ],
)
def test_what_is_no_list_of_cells_refuses_them(what: str, option: list[str], words: str) -> None:
    result = CliRunner().invoke(main, ["list", what, *option])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"{words}: only `list open` is about cells; `list {what}` takes --task alone" in result.stderr


def test_a_metric_that_nobody_has_is_told() -> None:
    result = CliRunner().invoke(main, ["list", "open", "-m", "nothing"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no metric 'nothing'" in result.stderr
