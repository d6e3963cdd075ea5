"""The audit of libraries: the adapters, the parts of an audit, its formats, and what is said of a library that is not
there.
"""

import csv
import io
import json
import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import registry
from axiometrics.candidates import libraries, module_scan
from axiometrics.candidates import library_audit as libraries_audit
from axiometrics.candidates import library_page as libraries_writing
from axiometrics.candidates.laws import LAWS
from axiometrics.candidates.libraries import Member, MetricLibrary
from axiometrics.cli import main
from axiometrics.cli.commands.audit_library import PARTS
from axiometrics.core.errors import TargetError, UnknownNameError
from axiometrics.reports.parts.formats import report
from axiometrics.running.settings import Sizes

INSTALLED = [name for name in libraries.names() if libraries.library(name).version is not None]


def test_a_file_is_an_adapter() -> None:
    folder = Path(libraries.__file__).parent
    assert set(libraries.names()) == {path.stem for path in folder.glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("name", libraries.names())
def test_adapters_declare_what_there_is(name: str) -> None:
    library = libraries.library(name)
    assert len({member.name for member in library.members}) == len(library.members)
    for member in library.members:
        assert member.task in registry.tasks.called_by(member.signature)
        if member.ours:
            assert registry.metric(member.ours, (member.task,)).task == member.task


@pytest.mark.parametrize("name", ["bcubed", pytest.param("pytrec_eval", marks=pytest.mark.thorough)])
def test_every_metric_equals_ours_and_obeys_but_for_ties_and_precision(name: str) -> None:
    pytest.importorskip(name)
    audit = libraries_audit.audit(name, parts=("laws",))
    assert audit.matrix is None
    for row in audit.rows:
        assert row.likeness is None or (row.likeness.equal and row.likeness.cases > 100)
        broken = {law.law for law in row.laws if law.holds is False}
        assert broken <= ({"score-order", "ties-by-name"} if name == "pytrec_eval" else set())


@pytest.mark.parametrize(
    ("name", "patterns", "broken"),
    [
        ("clusim", ["adj_mi", "onmi"], {"perfect-is-best"}),
        pytest.param("sklearn", ["cohen_kappa_score"], {"perfect-is-best"}, marks=pytest.mark.thorough),
        pytest.param("sklearn", ["matthews_corrcoef"], set(), marks=pytest.mark.thorough),
        ("pytrec_eval", ["success_10", "recall_10"], {"score-order", "ties-by-name"}),
        ("pytrec_eval", ["set_*"], set()),
        ("ir_measures", ["Success@10"], {"score-order", "ties-by-name"}),
    ],
)
def test_no_value_for_the_perfect_output_and_no_cut_hides_a_violation(
    name: str, patterns: list[str], broken: set[str]
) -> None:
    pytest.importorskip(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        audit = libraries_audit.audit(name, patterns, parts=("laws",))
    for row in audit.rows:
        assert {law.law for law in row.laws if law.holds is False} == broken, row.member.name


@pytest.mark.slow
def test_the_matrix_is_that_of_check() -> None:
    pytest.importorskip("bcubed")
    audit = libraries_audit.audit("bcubed", ["fscore"], parts=("constraints",), sizes=Sizes.read("4"))
    assert audit.matrix is not None
    verdicts = {cell.constraint: cell.holds for cell in audit.matrix}
    assert verdicts == {
        "homogeneity": True,
        "completeness": True,
        "rag-bag": True,
        "size-vs-quantity": True,
        "size-vs-quantity-overlap": False,
    }
    assert audit.matrix.metrics[0]["family"] == audit.title


def test_a_metric_that_the_version_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    bcubed = libraries.library("bcubed")
    pytest.importorskip("bcubed")
    lacking = MetricLibrary(
        "bcubed",
        "bcubed",
        "bcubed",
        (*bcubed.members, Member("nosuch", task="clustering", signature="organization")),
        bcubed.function,
    )
    monkeypatch.setattr(libraries, "library", lambda name: lacking)
    for remembered in (libraries_audit._loaded, module_scan.scan):
        remembered.cache_clear()
    audit = libraries_audit.audit("bcubed", parts=("conventions",))
    for remembered in (libraries_audit._loaded, module_scan.scan):
        remembered.cache_clear()
    assert audit.absent == ("nosuch",)
    assert [row.member.name for row in audit.rows] == ["precision", "recall", "fscore"]
    assert "Not in what is installed: nosuch." in str(libraries_writing.page([audit]))


def test_a_library_that_is_not_installed_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = MetricLibrary("sklearn", "no-such-distribution", "sklearn", (), lambda module, member: len)
    with pytest.raises(TargetError, match=r"^sklearn is not installed: pip install no-such-distribution$"):
        absent.load()


def test_names_that_nobody_has_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="no library 'nltk': known are bcubed, bcubed_metrics, clusim"):
        libraries_audit.audit("nltk")
    pytest.importorskip("bcubed")
    with pytest.raises(
        UnknownNameError, match=r"bcubed .* has no metric 'purity': known are precision, recall, fscore"
    ):
        libraries_audit.audit("bcubed", ["purity"])


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["audit-library", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.slow
def test_the_formats_say_the_same() -> None:
    pytest.importorskip("bcubed")
    audited = libraries_audit.audit("bcubed", ["recall"], sizes=Sizes.read("3"))
    shown = libraries_writing.page([audited])
    text, page, data, lines = (report(form).show(shown) for form in ("text", "markdown", "json", "csv"))
    document = json.loads(data)
    (library,) = document["libraries"]
    assert document["schema"] == "axiometrics/libraries/1"
    assert [metric["id"] for metric in library["metrics"]] == ["recall"]
    title = f"bcubed {library['version']}"
    assert text.startswith(f"{title}\n{'-' * len(title)}\n")
    assert page.startswith(f"## {title}\n")
    rows: list[Mapping[str, Any]] = list(csv.DictReader(io.StringIO(lines)))
    laws = {(row["metric"], row["name"]): row["verdict"] for row in rows if row["part"] == "law"}
    assert laws == {
        (metric["id"], law["law"]): {None: "not-applicable", True: "holds", False: "fails"}[law["holds"]]
        for metric in library["metrics"]
        for law in metric["laws"]
    }
    assert {law for _, law in laws} == {law.name for law in LAWS}
    cells = {(row["metric"], row["name"]): row["verdict"] for row in rows if row["part"] == "constraint"}
    assert cells[("recall", "homogeneity@universal")] == "fails"
    assert re.search(r"\| recall +\| ✘ ", page)


def test_parts_and_ascii() -> None:
    pytest.importorskip("bcubed")
    output = run("bcubed", "-m", "f*", "--part", "laws", "--ascii", "-q")
    assert output.isascii()
    lines = [line.split() for line in output.splitlines()]
    assert ["law", "fscore"] in lines
    assert ["same-again", "Y"] in lines
    assert ["score-order", "-"] in lines
    assert "0/0" not in output
    assert "CLUSTERING" not in output
    assert PARTS == libraries_audit.PARTS


@pytest.mark.parametrize("name", INSTALLED)
def test_every_metric_of_what_is_installed_can_be_called(name: str) -> None:
    if name == "ranx":
        pytest.skip("it compiles for a minute")
    audit = libraries_audit.audit(name, parts=("conventions",))
    assert audit.rows
    for row in audit.rows:
        values = [convention.theirs.partition(",")[0] for convention in row.conventions]
        # Accuracy compares the ranks of relevant and irrelevant documents, and has no value where one kind is not
        # retrieved
        assert any(re.fullmatch(r"-?[0-9.e-]+", value) for value in values) or row.member.name == "Accuracy", (
            row.member.name,
            values,
        )
