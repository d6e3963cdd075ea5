"""What Python gives is what the command line prints: the same pages, from files and from objects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics.cli import main
from axiometrics.core.errors import AxiometricsError, FileError, ParameterError, TaskError

GOLD = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 1}, "q3": {"a": 1}}
RUNS = {
    "one": {"q1": {"a": 2, "b": 2}, "q2": {"b": 2, "a": 1}, "q3": {"b": 1, "a": 1}},
    "two": {"q1": {"b": 2, "a": 1}, "q2": {"b": 2, "a": 1}, "q3": {"a": 1}},
}


def command(*arguments: str | Path) -> str:
    """What a command prints."""
    ran = CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)
    assert ran.exit_code in (0, 1), ran.output
    return ran.stdout.rstrip("\n")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judgements and runs in files of these names."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{topic} 0 {d} {grade}\n" for topic, of in GOLD.items() for d, grade in of.items()]
    Path("the gold").write_text("".join(rows))
    for name, run in RUNS.items():
        lines = [f"{topic} Q0 {d} 1 {score} tag\n" for topic, of in run.items() for d, score in of.items()]
        Path(name).write_text("".join(lines))


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({}, []),
        ({"metrics": ["ap", "rr"], "ties": "expected", "per_topic": True}, "-m ap -m rr --ties expected --per-topic"),
        ({"compare": "all", "correction": "none", "sort": "rr"}, "--compare all --correction none --sort rr"),
        (
            {"metrics": "ap", "compare": "first", "tests": "t", "rounds": 100, "seed": 3},
            "-m ap --compare first --test t --rounds 100 --seed 3",
        ),
    ],
)
@pytest.mark.usefixtures("files")
def test_scores_of_objects_are_those_of_files(given: dict[str, Any], options: str | list[str]) -> None:
    said = options.split() if isinstance(options, str) else options
    printed = command("score", "the gold", *RUNS, *said, "-q")
    assert str(ax.evaluate(gold=GOLD, systems=RUNS, **given)) == printed
    assert str(ax.evaluate(gold="the gold", systems=list(RUNS), **given)) == printed


@pytest.mark.parametrize(("given", "options"), [({}, []), ({"metrics": ["ap"], "top": 1}, ["-m", "ap", "--top", "1"])])
@pytest.mark.usefixtures("files")
def test_scores_are_explained_alike(given: dict[str, Any], options: list[str]) -> None:
    printed = command("score", "the gold", *RUNS, "--explain", "--topic", "q1", *options, "-q")
    for gold, systems in ((GOLD, RUNS), ("the gold", list(RUNS))):
        assert str(ax.explain_score(gold=gold, systems=systems, topic="q1", **given)) == printed


def test_probabilities_of_intents_are_read(tmp_path: Path) -> None:
    gold, run, chances = (tmp_path / name for name in ("qrels", "run", "chances"))
    gold.write_text("1 1 a 1\n1 2 a 0\n1 1 b 0\n1 2 b 1\n")
    run.write_text("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n")
    chances.write_text("1 1 0.75\n1 2 0.25\n")
    options: dict[str, Any] = {"gold": gold, "systems": run, "metrics": ["ap-ia"], "kind": "diversity-qrels"}
    values = [ax.evaluate(**options, probabilities=table).to_json()["rows"][-1]["value"] for table in (None, chances)]
    assert values == [0.75, 0.875]  # of a alone 1, of b alone 1/2, by 1/2 and 1/2, or 3/4 and 1/4


def test_a_header_of_label_files_is_said(tmp_path: Path) -> None:
    """A first line `x,1` is a document, unless it is said to be a header."""
    gold, system = tmp_path / "gold.csv", tmp_path / "system.csv"
    gold.write_text("x,1\na,1\nb,1\nc,2\n")
    system.write_text("x,1\na,1\nb,2\nc,2\n")
    sources: dict[str, Any] = {"gold": gold, "systems": system, "metrics": ["bcubed-precision"]}
    for header, value in ((None, 3 / 4), ("no", 3 / 4), ("yes", 2 / 3)):
        said: dict[str, Any] = {} if header is None else {"header": header}
        options = [word for name, text in said.items() for word in (f"--{name}", text)]
        page, lost = ax.evaluate(**sources, **said), ax.explain_score(**sources, **said)
        assert page.to_json()["rows"][-1]["value"] == pytest.approx(value)
        paths = [str(gold), str(system), "-m", "bcubed-precision", *options, "-q"]
        assert str(page) == command("score", *paths)
        assert str(lost) == command("score", *paths, "--explain")


def test_the_mean_over_orders_of_ties_is_a_score_too() -> None:
    """a and b in either order: 1 and 1/2."""
    tied: dict[str, Any] = {"gold": {"a": 1, "b": 0}, "system": {"a": 1.0, "b": 1.0}, "metrics": ["rr"]}
    assert ax.score(**tied, ties="expected") == {"rr": 0.75}
    with pytest.raises(ParameterError, match="built-in"):
        ax.score(**tied | {"metrics": [lambda gains, ideal: 0.0]}, ties="expected")


def test_clusterings_and_organizations_are_evaluated() -> None:
    labels = ax.evaluate(gold=["x", "x", "y"], systems={"mine": [1, 1, 1]}, metrics=["bcubed-precision"])
    named = ax.evaluate(
        gold={"d": "x", "e": "x", "f": "y"}, systems={"mine": dict.fromkeys("def", 1)}, metrics=["bcubed-precision"]
    )
    assert [page.to_json()["rows"][0]["value"] for page in (labels, named)] == [pytest.approx(5 / 9)] * 2
    gold, system = map(ax.Organization.parse, ("a b > c", "a > b > c"))
    lost = str(ax.explain_score(gold=gold, systems={"mine": system}))
    assert "a above b: on one level in the gold" in lost


@pytest.mark.parametrize(
    ("wrong", "kind", "problem"),
    [
        ({"systems": [RUNS["one"]]}, ParameterError, "dictionary"),
        ({"systems": {}}, ParameterError, "dictionary"),
        ({"columns": {"query": 1}}, ParameterError, "columns"),
        ({"compare": "both"}, ParameterError, "compare"),
        ({"tests": ["u"], "compare": "all"}, ParameterError, "tests"),
        ({"correction": "sidak", "compare": "all"}, ParameterError, "correction"),
        ({"overlap": "yes"}, ParameterError, "overlap"),
        ({"header": "maybe"}, ParameterError, "'auto' or 'yes' or 'no'"),
        ({"header": "yes"}, ParameterError, "is for files"),
        ({"sort": "rr", "metrics": ["ap"]}, ParameterError, "sort"),
        ({"systems": {"mine": [0, 1]}}, FileError, "same form"),
        ({"systems": {"one": RUNS["one"]}, "compare": "first"}, TaskError, "one was given"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(wrong: dict[str, Any], kind: type[AxiometricsError], problem: str) -> None:
    options: dict[str, Any] = {"gold": GOLD, "systems": RUNS} | wrong
    with pytest.raises(kind, match=problem):
        ax.evaluate(**options)


def test_what_a_user_should_look_at_is_a_warning() -> None:
    with pytest.warns(UserWarning, match="q9"):
        ax.evaluate(gold=GOLD, systems={"mine": RUNS["one"] | {"q9": {"a": 1}}}, metrics=["ap"])


def test_a_pinned_counterexample_outlives_a_shorter_search(tmp_path: Path) -> None:
    options: dict[str, Any] = {"constraints": ["deepness"], "max_examples": 0, "cache": False, "corpus": tmp_path}
    matrix = ax.check("ap", max_size="8,thresholds=20", **options)
    assert [cell.holds for cell in matrix] == [False]
    assert [json.loads(path.read_text())["metric"] for path in tmp_path.rglob("*.json")][:1] == ["ap"]
    with pytest.warns(UserWarning, match="the pinned counterexample is one"):
        again = ax.check("ap", max_size=3, **options)
    assert [cell.holds for cell in again] == [False]


def test_all_claims_are_those_of_every_study() -> None:
    from axiometrics.auditing import builtin_claims, claims_named

    assert claims_named("all") == builtin_claims()
    assert len(builtin_claims()) > 3
    assert claims_named("amigo2013") == ["amigo2013"]


def test_the_installation_is_described_alike() -> None:
    mine, printed = (text.splitlines() for text in (str(ax.doctor()), command("doctor")))
    encoding = "stdout encodes"
    assert [line for line in mine if encoding not in line] == [line for line in printed if encoding not in line]


def test_what_is_begun_is_written_once(tmp_path: Path) -> None:
    begun = ax.scaffold("metric", "my-metric", task="clustering", folder=tmp_path)
    assert {path.name for path in begun.files} == {path.name for path in tmp_path.iterdir()}
    assert str(begun).startswith(f"wrote {tmp_path / 'my_metric.py'} and")
    with pytest.raises(FileError, match="exists"):
        ax.scaffold("metric", "my-metric", task="clustering", folder=tmp_path)
    with pytest.raises(ParameterError, match="none of the things"):
        ax.scaffold("metrics", "other", folder=tmp_path)
