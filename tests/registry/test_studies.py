"""The studies that are found: their order, what `all` means, and which constraints a metric has where nobody says."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.study import ConstraintChoice, Study
from axiometrics.registry import studies

PAPER = {
    "clustering": ["homogeneity", "completeness", "rag-bag", "size-vs-quantity", "size-vs-quantity-overlap"],
    "filtering": ["priority", "non-informative"],
    "ranking": ["priority", "deepness", "deepness-threshold", "closeness-threshold", "confidence"],
}
"""The columns of Table 6; the paper's text names Size vs. Quantity for overlapping clusters besides."""

MINE = Study(
    "mine",
    "Mine",
    "nobody",
    ("p@3", "ap"),
    (ConstraintChoice("ranking:priority", ("graded",)), "ranking:confidence", "filtering:priority"),
)


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A study of another package."""
    monkeypatch.setattr(registry, "extensions", lambda: registry.entry_points.Extensions(studies=(MINE,)))
    studies.studies.cache_clear()
    yield
    studies.studies.cache_clear()


def names(*arguments: str) -> list[str]:
    """The constraints of a matrix in JSON, with its readings in the order of the study."""
    result = CliRunner().invoke(main, [*arguments, "--max-size", "2", "--format", "json", "-q"])
    assert result.exit_code in (0, 1), result.output
    return [f"{c['task']}:{c['id']}" for c in json.loads(result.stdout)["constraints"]]


def test_every_folder_declares_a_study_that_names_what_exists() -> None:
    folder = Path(studies.__file__).parents[1] / "studies"
    assert {study.name.replace("-", "_") for study in registry.our_studies()} == {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    assert next(iter(studies.studies())) == registry.DEFAULT_STUDY == "amigo2013"
    for study in studies.studies().values():
        assert "doi.org/10." in study.source or study.name == "dellamea2004"  # a workshop paper: no DOI is known of it
        assert study.claims is None or json.loads(study.claims.read_text(encoding="utf-8"))["claims"]


def test_the_constraints_of_a_task_are_those_of_its_first_study() -> None:
    for task, ids in PAPER.items():
        assert [(c.task, c.id) for c in studies.of_tasks([task])] == [(task, name) for name in ids]
    assert {c.task for c in studies.of_tasks(["organization"])} == {"organization"}
    both = studies.of_tasks(["ranking", "filtering"])
    assert [c.task for c in both] == ["filtering"] * 2 + ["ranking"] * 5


def test_a_task_that_no_study_looks_at_has_all_its_constraints(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [c for c in registry.constraints() if c.task == "ranking"]
    only = {"organization": studies.studies()["organization"]}
    monkeypatch.setattr(studies, "studies", lambda: only)
    assert studies.of_tasks(["ranking"]) == every


def test_a_constraint_of_no_study_is_no_column_unless_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody had put a file into constraints/ranking."""
    other = replace(registry.match_constraints("ranking:confidence")[0], id="a-new-one")
    before = ax.matrix(["ap", "rr"], max_size=2).to_json()
    every = (*registry.constraints(), other)
    monkeypatch.setattr(registry, "constraints", lambda: every)
    after = ax.matrix(["ap", "rr"], max_size=2).to_json()
    assert [c["id"] for c in after["constraints"]] == [c["id"] for c in before["constraints"]] == PAPER["ranking"]
    assert [c["id"] for c in ax.matrix(["ap"], ["a-new-one"], max_size=2).to_json()["constraints"]] == ["a-new-one"]
    assert "ranking:a-new-one" not in names("matrix", "--task", "ranking")
    assert "ranking:a-new-one" not in names("check", "ap")
    assert names("check", "ap", "-c", "*:a-new*") == ["ranking:a-new-one"]


@pytest.mark.usefixtures("mine")
def test_a_study_chooses_metrics_constraints_and_the_default_reading() -> None:
    matrix = ax.matrix(study="mine", max_size=3)
    assert [entry["id"] for entry in matrix.metrics] == ["p@3", "ap"]
    assert [(cell.constraint, cell.reading) for cell in matrix if cell.metric == "ap"] == [
        ("priority", "graded"),
        ("confidence", "universal"),
    ]
    assert matrix.cell("ap", "priority") == ax.matrix(["ap"], ["priority"], "graded", max_size=3).cell("ap", "priority")
    assert names("matrix", "--study", "mine") == names("check", "rr", "--study", "mine")
    assert names("check", "f", "--study", "mine") == ["filtering:priority"]


@pytest.mark.usefixtures("mine")
def test_all_means_every_study_and_every_reading_that_one_of_them_chose() -> None:
    every = studies.asked("all")
    assert [study.name for study in every] == [*(study.name for study in registry.our_studies()), "mine"]
    of_paper = [metric.id for metric in studies.metrics(studies.asked("amigo2013"))]
    theirs = {metric.task for metric in studies.metrics(studies.asked("amigo2013"))}
    ids = [m.id for m in studies.metrics(every) if m.task in theirs]
    assert (ids[: len(of_paper)], ids[-1]) == (of_paper, "p@3")
    looked_at = {chosen.constraint for study in every for chosen in study.choices}
    assert studies.constraints(every) == [
        constraint for constraint in registry.constraints() if constraint.name in looked_at
    ]
    assert [r.name for c in studies.constraints([MINE]) for r in c.readings if c.id == "confidence"] == ["universal"]
    assert [c.task for c in studies.constraints([MINE])] == ["filtering", "ranking", "ranking"]


def test_a_study_that_nobody_declares_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"no study .nothing.: known are amigo2013, .*organization, .*all"):
        studies.asked("nothing")
    for command in (["matrix"], ["check", "ap"], ["check", "ap", "-c", "priority"], ["list", "open"]):
        result = CliRunner().invoke(main, [*command, "--study", "nothing"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert "no study 'nothing'" in result.stderr


def test_the_lists_keep_the_order_of_the_studies() -> None:
    """Families and constraints stand as in Table 6, whatever their files are called; those of no study follow."""
    ids = [c.id for c in registry.constraints() if c.task == "clustering"]
    assert ids[: len(PAPER["clustering"])] == PAPER["clustering"]
    families = list(dict.fromkeys(m.family for m in registry.metrics() if m.task == "clustering"))
    assert families[:6] == [
        "set matching",
        "entropy",
        "edit distance",
        "counting pairs",
        "bcubed",
        "reliability-sensitivity",
    ]
