"""Studies in files: what they mean, what is refused, and the commands that take them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics.cli import main
from axiometrics.core.errors import AxiometricsError, FileError, UnknownNameError
from axiometrics.core.study import ConstraintChoice
from axiometrics.registry.studies import asked

MINE = """
def first(gains, ideal):
    return next((1 / rank for rank, gain in enumerate(gains, 1) if gain), 0.0)
"""
STUDY = """
[study]
metrics = ["AP", "first"]
constraints = ["ranking:priority", "deepness@single"]
claims = "claims.json"

[targets.first]
target = "mine.py:first"
form = "gains"
"""
CLAIM = {"id": "a", "kind": "cell", "source": "section 3", "claim": "RR satisfies Priority", "published": "satisfied"}
CLAIMS = {"schema": "axiometrics/claims/1", "claims": [{**CLAIM, "metric": "rr", "constraint": "priority"}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "paper.toml").write_text(STUDY)
    (tmp_path / "claims.json").write_text(json.dumps(CLAIMS))
    return tmp_path


def run(*arguments: str) -> str:
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def test_a_matrix_has_the_metrics_of_the_author_beside_ours(folder: Path) -> None:
    """1 / the first relevant rank looks no further, so it ties where a second document falls; AP does not."""
    said = run("matrix", "--study", str(folder / "paper.toml"), "--max-size", "4", "--format", "json", "-q")
    cells = {(cell["metric"].split(":")[-1], cell["constraint"]): cell for cell in json.loads(said)["cells"]}
    assert {place: cell["holds"] for place, cell in cells.items()} == {
        ("ap", "priority"): True,
        ("ap", "deepness"): True,
        ("first", "priority"): False,
        ("first", "deepness"): True,
    }
    assert cells["ap", "deepness"]["reading"] == "single"
    matrix = ax.matrix(study=str(folder / "paper.toml"), max_size=4)
    assert [entry["display"] for entry in matrix.metrics] == ["AP", "first"]


def test_claims_are_audited_and_their_cells_are_a_matrix(folder: Path) -> None:
    verdict = json.loads(run("audit", str(folder / "paper.toml"), "--format", "json"))["claims"][0]["verdict"]
    assert verdict == "depends on the reading"
    study = asked(str(folder / "claims.json"))[0]
    assert (study.metrics, study.choices) == (("ranking:rr",), (ConstraintChoice("ranking:priority"),))


def test_scores_have_the_metrics_of_the_study(folder: Path) -> None:
    gold, run_ = {"q1": {"d1": 1, "d2": 0, "d3": 1}}, {"q1": {"d2": 3.0, "d1": 2.0, "d3": 1.0}}
    document = ax.evaluate(gold=gold, systems={"mine": run_}, study=str(folder / "paper.toml"))
    values = {row["metric"]: row["value"] for row in document.to_json()["rows"] if row["topic"] == "all"}
    assert sorted(values.values()) == pytest.approx([1 / 2, (1 / 2 + 2 / 3) / 2])


@pytest.mark.parametrize(
    ("text", "kind", "problem"),
    [
        ("[targets]\n", FileError, "holds no study"),
        ("[study", FileError, "not TOML"),
        ("[study]\nmetric = ['ap']\n", FileError, "'metric'"),
        ("[study]\nmetrics = 'ap'\n", FileError, "a list of texts"),
        ("[study]\nconstraints = ['no-such']\n", UnknownNameError, "no-such"),
        ("[study]\nconstraints = ['deepness@no-such']\n", UnknownNameError, "no-such"),
        ("[study]\nmetrics = ['no-such']\n", UnknownNameError, "no-such"),
    ],
)
def test_what_is_not_a_study_is_refused(folder: Path, text: str, kind: type[AxiometricsError], problem: str) -> None:
    file = folder / "wrong.toml"
    file.write_text(text)
    with pytest.raises(kind, match=problem):
        asked(str(file))


def test_claims_without_cells_and_files_that_are_absent_are_refused(folder: Path) -> None:
    (folder / "none.json").write_text('{"claims": []}')
    for name, problem in (("none.json", "no claim names"), ("absent.toml", "cannot read")):
        with pytest.raises(FileError, match=problem):
            asked(str(folder / name))
