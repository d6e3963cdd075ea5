"""The scan of any module by `audit-library`: what is taken, how, what is not taken and why."""

import json

import pytest
from click.testing import CliRunner

from axiometrics.candidates import module_scan
from axiometrics.candidates.library_audit import audit
from axiometrics.cli import main
from axiometrics.core.errors import UnknownNameError

MODULE = """
import os


def same(labels_true, labels_pred):
    pairs = set(zip(labels_true, labels_pred, strict=True))
    return float(len(pairs) == len(set(labels_true)) == len(set(labels_pred)))


def share(x, y):
    return sum(a == b for a, b in zip(x, y)) / max(1, len(x))


def retrieved_precision(relevant, retrieved, k):
    return len(set(relevant) & set(retrieved[:k])) / k


def report(x, y):
    return "fine"


def ends(x, y):
    os._exit(3)


def needs(a, b, c, d):
    return 0.0


def nothing():
    return 1.0


def _hidden(labels_true, labels_pred):
    return 0.0


LIMIT = 3
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("scan") / "module_to_be_scanned.py"
    path.write_text(MODULE)
    return str(path)


@pytest.mark.slow
def test_what_is_taken_is_told_with_how_and_the_rest_with_why(place: str) -> None:
    scan = module_scan.scan(place)
    assert {member.name: member.signature for member in scan.library.members} == {
        "retrieved_precision": "trec",
        "same": "labels",
        "share": "classification",
    }
    assert scan.how["same"].startswith("form labels, gold-first, ")
    assert "trial calls allow" in scan.how["share"]
    assert set(scan.left) == {"report", "ends", "needs", "nothing"}
    assert "no form fits" in scan.left["report"]
    assert "ended or hung" in scan.left["ends"]
    assert "4 arguments" in scan.left["needs"]


@pytest.mark.slow
def test_an_audit_of_a_module_has_both_tables(place: str) -> None:
    result = CliRunner().invoke(main, ["audit-library", place, "--part", "conventions"])
    assert result.exit_code == 0, result.output
    assert "how it is called" in result.stdout
    assert "Not taken" in result.stdout
    assert "needs" in result.stdout.partition("Not taken")[2]
    result = CliRunner().invoke(main, ["audit-library", place, "-m", "share", "--part", "laws", "--format", "json"])
    (library,) = json.loads(result.stdout)["libraries"]
    assert [metric["id"] for metric in library["metrics"]] == ["share"]
    assert "trial calls allow" in library["metrics"][0]["how"]


def test_a_library_with_an_adapter_tells_what_the_adapter_does_not_name() -> None:
    pytest.importorskip("sklearn")
    scan = module_scan.scan("sklearn.metrics")
    assert scan is not None
    assert scan.how["ndcg_score"] == "adapter, form scores"
    assert scan.left["confusion_matrix"] == module_scan.UNNAMED
    assert "f1_score" not in scan.left


def test_a_module_without_metrics_is_exit_5_and_one_that_is_not_there_exit_2() -> None:
    result = CliRunner().invoke(main, ["audit-library", "this"])
    assert result.exit_code in {2, 5}
    result = CliRunner().invoke(main, ["audit-library", "no_such_module_at_all"])
    assert result.exit_code == 2
    with pytest.raises(UnknownNameError, match="nor is there a module of that name"):
        audit("no_such_module_at_all")
