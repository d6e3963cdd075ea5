"""Two tasks may have different metrics of one id: the Jaccard of pairs of documents, and that of positive items."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.errors import TaskError, UnknownNameError
from axiometrics.reports.parts.tables import tables

BOTH = ["clustering:jaccard", "classification:jaccard"]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def matrix() -> ax.Matrix:
    return ax.matrix(
        metrics=BOTH, constraints=["gold-is-best", "constant-baseline"], reading="any", max_size=4, cache=False
    )


def test_a_name_without_a_task_asks_which_is_meant() -> None:
    with pytest.raises(registry.AmbiguousNameError, match=r"clustering:jaccard .*classification:jaccard"):
        registry.metric("jaccard")
    assert [registry.metric("jaccard", [task]).name for task in ("clustering", "classification")] == BOTH


def test_a_definition_is_that_of_the_task() -> None:
    of = {task: registry.definition("jaccard", task) for task in ("clustering", "classification")}
    assert of["clustering"] is not None
    assert of["classification"] is not None
    assert of["clustering"].function is not of["classification"].function
    with pytest.raises(UnknownNameError, match="clustering:jaccard or classification:jaccard"):
        registry.definition("jaccard")


def test_a_measure_that_has_two_ids_is_asked_for_by_either() -> None:
    assert registry.metric("balanced-accuracy", ["filtering"]).name == "filtering:macro-accuracy"
    assert registry.metric("macro-accuracy", ["classification"]).name == "classification:balanced-accuracy"
    assert registry.metric("bacc").name == "filtering:macro-accuracy"  # the same values: nothing has to be asked


def test_each_metric_has_the_cells_of_its_task(matrix: ax.Matrix) -> None:
    verdicts = {(cell.task, cell.metric, cell.constraint): cell.holds for cell in matrix.cells}
    assert verdicts == {
        ("clustering", "jaccard", "gold-is-best"): True,
        ("clustering", "jaccard", "constant-baseline"): False,
        ("classification", "jaccard", "gold-is-best"): False,
        ("classification", "jaccard", "constant-baseline"): False,
    }
    entries: list[Any] = matrix.to_json()["metrics"]
    assert [(entry["task"], entry["id"]) for entry in entries] == [(name.partition(":")[0], "jaccard") for name in BOTH]


def test_the_cells_of_both_are_verified(matrix: ax.Matrix) -> None:
    counts = ax.verify(matrix, strict=True).counts
    assert (counts["failed"], counts["not re-run"]) == (0, 0)


def test_a_command_takes_the_task_of_its_other_arguments() -> None:
    assert ax.compare("jaccard", "pair-f", max_size=3).to_json()["task"] == "clustering"
    cells = ax.explain("jaccard", "classification:gold-is-best", reading="any", max_size=3).to_json()["cells"]
    assert [cell["task"] for cell in cells] == ["classification"]


def test_a_table_shows_the_metric_of_its_task(matrix: ax.Matrix) -> None:
    shown = [(table.task, [row.display for row in table.rows]) for table in tables(matrix)]
    assert shown == [("clustering", ["Jaccard"]), ("classification", ["Jaccard"])]


@pytest.mark.parametrize("name", BOTH)
def test_a_cell_is_found_by_the_name_with_its_task(matrix: ax.Matrix, name: str) -> None:
    assert matrix.cell(name, "gold-is-best").task == name.partition(":")[0]


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("matrix --task classification -m mcc -m macro-accuracy -m ap -c symmetry", {"MCC", "Balanced Accuracy"}),
        ("check mcc --task classification -c symmetry", {"MCC"}),
        ("recommend --task classification --annotators yes --among mcc,f", {"MCC"}),
    ],
)
def test_a_metric_of_filtering_is_asked_for_as_one_of_classification(command: str, shown: set[str]) -> None:
    """MCC does not change if gold and prediction are exchanged. Average precision is a metric of other data."""
    result = CliRunner().invoke(main, [*command.split(), "--max-size", "3", "--no-cache", "--quiet"])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert {name for name in ("MCC", "Balanced Accuracy", "AP") if name in result.stdout} == shown


def test_a_metric_of_other_data_is_not_one_of_classification() -> None:
    with pytest.raises(TaskError, match="ap is a ranking metric, not one of classification"):
        ax.check("ap", task="classification")
