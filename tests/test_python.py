"""What Python offers beside the values themselves: how they are printed and shown in notebooks, saved and loaded, and
found by any spelling of their names.
"""

from __future__ import annotations

import ast
import csv
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics import api, auditing, registry
from axiometrics.cli import main
from axiometrics.core.errors import FileError, OrganizationError, ParameterError, UnknownNameError
from axiometrics.core.page import Page, Presentable
from axiometrics.regions.document import RegionDocument
from axiometrics.registry.naming import once

GOLD = ax.Organization.parse("a {b c} > d > ...")


@cache
def matrix() -> ax.Matrix:
    return ax.matrix(["AP", "rbp"], ["Deepness", "ranking:priority"], max_size="8,thresholds=20", max_examples=0)


def audit() -> auditing.Audit:
    """Of the claims of a study that no search is about, and that a file of a user may have."""
    document = auditing.read_claims("dellamea2004")
    light = [claim for claim in document["claims"] if claim["kind"] in {"score", "figure", "equal"}]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "light.json"
        path.write_text(json.dumps({**document, "claims": light}), encoding="utf-8")
        return ax.audit(path)


def failing() -> ax.Cell:
    return matrix().cell("ap", "deepness")


@cache
def findings() -> dict[str, Presentable]:
    """One finding of each kind that Python gives."""
    return {
        "matrix": matrix(),
        "cell": failing(),
        "counterexample": failing().counterexample,  # type: ignore[dict-item]
        "organization": GOLD,
        "explain": ax.explain("F", "filtering:priority", max_size=3),
        "verify": ax.verify(matrix(), seed=1),
        "region": ax.region("utility", "filtering:priority", "tp"),
        "separate": ax.separate("precision", "recall", max_size=3),
        "separate_all": ax.separate_all("filtering", study="amigo2013", max_size=2),
        "strength": ax.strength("filtering:priority", max_size=2),
        "audit": audit(),
        "diff": ax.diff(matrix(), matrix()),
        "identify": ax.identify("rr", max_size=2),
        "compare": ax.compare("rand", "jaccard", max_size=2),
        "list": ax.list_("metrics", task="filtering"),
        "recommend": ax.recommend("filtering", ["priority"], among="amigo2013", max_size=3),
    }


KINDS = (
    *("matrix", "cell", "counterexample", "organization", "explain", "verify", "region", "separate", "separate_all"),
    *("strength", "audit", "diff", "identify", "compare", "recommend", "list"),
)


# --- what is shown


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_a_finding_is_a_text_for_people_a_short_repr_and_html(kind: str) -> None:
    finding = findings()[kind]
    text = str(finding)
    assert text == text.rstrip()
    assert text
    if kind == "matrix":  # a prompt shows its table
        assert repr(finding) == text
    else:
        assert len(repr(finding)) < 80 or kind == "counterexample"  # its repr gives it again
    html = finding._repr_html_()
    assert html.startswith("<")
    assert "<script" not in html
    assert "<style" not in html or html.startswith("<style>.axiometrics {"), "the style of a notebook is not changed"


@pytest.mark.slow
def test_the_text_is_what_the_command_prints() -> None:
    printed = CliRunner().invoke(main, ["explain", "f", "filtering:priority", "--max-size", "3"])
    assert printed.stdout == f"{findings()['explain']}\n"
    assert (
        CliRunner().invoke(main, ["region", "utility", "filtering:priority", "tp"]).stdout
        == f"{findings()['region']}\n"
    )


def test_the_repr_of_a_large_matrix_is_short() -> None:
    """It was 291,066 characters of the default matrix."""
    large = ax.Matrix(matrix().metrics * 50, matrix().constraints, matrix().cells * 100)
    assert repr(large) == "<Matrix: 100 metrics, 2 constraints, 400 cells>"
    assert repr(failing()) == "<Cell ap / ranking:deepness@same-run: holds=False, counterexample>"


def test_html_takes_no_name_for_a_mark() -> None:
    hostile = "<script>alert(1)</script>"
    entry = {**matrix().metrics[0], "display": hostile, "family": hostile}
    for shown in (ax.Matrix((entry,), matrix().constraints, matrix().cells), ax.Organization([[[hostile]]])):
        assert "<script>" not in shown._repr_html_()
        assert "&lt;script&gt;" in shown._repr_html_()


def test_ipython_shows_the_text_of_what_stands_alone_and_the_repr_within_a_list() -> None:
    class Printer:
        def __init__(self, depth: int) -> None:
            self.stack, self.shown = [0] * depth, ""

        def text(self, text: str) -> None:
            self.shown += text

    for depth, shown in ((1, str(matrix())), (2, "<Matrix: 2 metrics, 2 constraints, 4 cells>")):
        printer = Printer(depth)
        matrix()._repr_pretty_(printer, False)
        assert printer.shown == shown


def test_a_cell_that_nobody_here_can_explain_says_what_it_holds() -> None:
    data = {**failing().to_json(), "constraint": "not-ours"}
    assert "constraint: not-ours" in str(ax.Cell.from_json(data))


# --- frames


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[tuple[Any, ...]], list[str]]]:
    """What pandas was asked to make, by a module in its place."""
    made: list[tuple[list[tuple[Any, ...]], list[str]]] = []

    def frame(rows: Sequence[tuple[Any, ...]], columns: Sequence[str]) -> str:
        made.append((list(rows), list(columns)))
        return "a frame"

    pandas = ModuleType("pandas")
    pandas.DataFrame = frame  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    return made


def test_a_matrix_is_a_frame_with_a_row_a_cell(frames: list[Any]) -> None:
    assert matrix().to_dataframe() == "a frame"
    rows, columns = frames[0]
    assert columns == ["task", "metric", "constraint", "reading", "holds", "kind", "size", "relation", "documents"]
    assert len(rows) == len(matrix())
    assert ("ranking", "ap", "deepness", "same-run", False, "counterexample", 8, "reversed", 8) in rows


def test_other_findings_are_frames_too(frames: list[Any]) -> None:
    findings()["organization"].to_dataframe()
    assert frames[-1] == (
        [(1, 1, "a"), (1, 2, "b"), (1, 2, "c"), (2, 1, "d")],
        ["level", "cluster", "document"],
    )
    findings()["counterexample"].to_dataframe()
    assert [row[0] for row in frames[-1][0]] == ["shallow_better", "shallow_worse", "deep_better", "deep_worse"]
    findings()["strength"].to_dataframe()
    assert "share" in frames[-1][1]
    with pytest.raises(ParameterError, match="has no table"):
        findings()["region"].to_dataframe()


def test_without_pandas_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        matrix().to_dataframe()


# --- files


@pytest.mark.parametrize("suffix", [".json", ".txt", ".md", ".tex", ".html"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_finding_is_saved_in_the_format_of_the_suffix(kind: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"found{suffix}"
    findings()[kind].save(path)
    text = path.read_text(encoding="utf-8")
    begins = {".json": "{", ".tex": "% Of axiometrics, to be read with", ".html": "<!DOCTYPE html>"}.get(suffix, "")
    assert text.startswith(begins)
    assert text.endswith("\n")
    assert (tmp_path / "found-page.tex").exists() is (suffix == ".tex")


def test_csv_is_of_records_alone(tmp_path: Path) -> None:
    failing().save(tmp_path / "cell.csv")
    (row,) = csv.DictReader((tmp_path / "cell.csv").read_text(encoding="utf-8").splitlines())
    assert (row["metric"], row["holds"], row["documents"]) == ("ap", "false", "8")
    with pytest.raises(ParameterError, match="this page has none"):
        findings()["region"].save(tmp_path / "region.csv")
    assert not (tmp_path / "region.csv").exists()


def test_a_suffix_of_no_format_is_refused_and_a_format_may_be_named(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"has the suffix '.xyz'.* end it in .txt \(text\)"):
        matrix().save(tmp_path / "m.xyz")
    matrix().save(tmp_path / "m.xyz", "csv")
    assert (tmp_path / "m.xyz").read_text(encoding="utf-8").startswith("task,metric")
    with pytest.raises(FileError, match="cannot write"):
        matrix().save(tmp_path / "no" / "m.json")


@pytest.mark.parametrize("kind", ["matrix", "cell", "counterexample", "organization"])
def test_what_is_saved_is_loaded(kind: str, tmp_path: Path) -> None:
    finding = findings()[kind]
    finding.save(tmp_path / "found.json")
    again = ax.load(tmp_path / "found.json")
    assert type(again) is type(finding)
    assert again.to_json() == finding.to_json()


def test_a_list_of_cells_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "cells.json"
    path.write_text(json.dumps([cell.to_json() for cell in matrix()]), encoding="utf-8")
    assert [cell.to_json() for cell in ax.load(str(path))] == [cell.to_json() for cell in matrix()]


def test_other_documents_are_loaded_as_their_types_or_as_data(tmp_path: Path) -> None:
    findings()["region"].save(tmp_path / "region.json")
    region = ax.load(tmp_path / "region.json")
    assert isinstance(region, RegionDocument)
    assert (region.metric, region.param) == ("utility(tp=2,fp=-1,fn=0,tn=0)", "tp")
    for kind in ("audit", "diff", "identify", "compare", "recommend", "strength", "separate", "separate_all"):
        findings()[kind].save(tmp_path / "found.json")
        assert type(ax.load(tmp_path / "found.json")).__name__.endswith("Document")
    findings()["verify"].save(tmp_path / "verify.json")
    assert ax.load(tmp_path / "verify.json")["counts"]["verified"] == len(matrix())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is not JSON"),
        ("3", "holds int, and nothing that axiometrics saves"),
        ('{"a": 1}', "holds nothing that axiometrics saves"),
        ('{"schema": "axiometrics/matrix/1"}', "a damaged matrix"),
        ('{"schema": "axiometrics/region/1"}', "or is damaged"),
        ('{"levels": [[]], "more": 1}', "found 'levels', 'more'"),
        ('{"a": 1, "a": 2}', "occurs twice"),
    ],
)
def test_what_cannot_be_loaded_is_told_with_its_file(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((FileError, OrganizationError), match=problem):
        ax.load(path)
    with pytest.raises(FileError, match="cannot read"):
        ax.load(tmp_path / "nothing.json")


def test_what_is_verified_may_be_a_finding_its_document_or_its_file(tmp_path: Path) -> None:
    matrix().save(tmp_path / "m.json")
    for given in (matrix(), matrix().to_json(), list(matrix()), tmp_path / "m.json", str(tmp_path / "m.json")):
        assert ax.verify(given, seed=1).counts["verified"] == len(matrix())
    assert ax.verify(failing(), seed=1).counts["verified"] == 1
    assert ax.verify(findings()["region"], seed=1).sound
    forged = failing().to_json()
    forged["counterexample"] = {**forged["counterexample"], "documents": 7}
    checked = ax.verify(forged, seed=1)
    assert (checked.counts["failed"], checked.sound) == (1, False)
    assert "failed: ap/ranking:deepness@same-run" in str(checked)


# --- names


def test_the_public_names_are_what_dir_shows() -> None:
    assert dir(ax) == sorted(ax.__all__)
    assert {"load", "explain", "verify", "region", "separate", "strength", "audit", "diff"} <= set(dir(ax))


def test_type_checkers_read_the_same_public_names_from_the_same_modules() -> None:
    imports = [node for node in ast.walk(ast.parse(Path(ax.__file__).read_bytes())) if isinstance(node, ast.ImportFrom)]
    read = [(name.name, name.asname, str(node.module)) for node in imports for name in node.names]
    ours = [entry for entry in read if entry[2].startswith("axiometrics.")]
    assert ours == [(name, name, f"axiometrics.{home}") for name, home in ax._HOMES.items()]


def test_every_function_of_the_api_that_checks_its_arguments_is_public() -> None:
    wrapped = [value for value in vars(api).values() if hasattr(value, "__wrapped__")]
    functions = {value.__name__ for value in wrapped if value.__module__ == api.__name__}
    assert functions == {name for name, home in ax._HOMES.items() if home == "api"}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("AP", "ap"),
        ("V-measure", "v-measure"),
        ("v_measure", "v-measure"),
        ("bcubed f", "bcubed-f"),
        ("BCubed F", "bcubed-f"),
        ("nDCG@10", "ndcg@10"),
        ("NDCG", "ndcg"),
        ("RBP(p=0.95)", "rbp(p=0.95)"),
        ("P@5", "p@5"),
        ("F (class, best cluster)", "f-max"),
    ],
)
def test_a_metric_is_found_in_any_spelling(name: str, meant: str) -> None:
    assert registry.metric(name).id == registry.metric(meant).id


def test_every_metric_is_found_by_its_display_unless_two_share_it() -> None:
    """Where a display is written as the id of another metric, such as `gr@1500`, the id counts."""
    measures = once(registry.metrics())
    displays = [metric.display for metric in measures]
    for metric in measures:
        if registry.is_metric(metric.display):
            continue
        if displays.count(metric.display) == 1:
            assert registry.metric(metric.display).id == metric.id
        else:
            with pytest.raises(UnknownNameError, match="is written of several metrics: name one of"):
                registry.metric(metric.display)


def test_every_constraint_is_found_by_its_title() -> None:
    for constraint in registry.constraints():
        assert constraint in registry.match_constraints(constraint.title)
        assert registry.match_constraints(constraint.name) == [constraint]


@pytest.mark.parametrize(
    ("ask", "problem"),
    [
        (lambda: ax.matrix("VMesure"), "no metric 'VMesure': did you mean v-measure"),
        (lambda: ax.matrix(["ap"], "Depness"), "no constraint 'Depness': did you mean deepness"),
        (lambda: matrix().cell("dcg", "deepness"), "no metric 'dcg' in this matrix"),
        (lambda: matrix().cell("AP", "rag bag"), "no cell of ap under 'rag bag' in this matrix: known are"),
        (
            lambda: matrix().cell("AP", "deepness", "same run"),
            "no reading 'same run' in this matrix: did you",
        ),
    ],
)
def test_a_name_that_nobody_has_gets_a_suggestion(ask: Callable[[], object], problem: str) -> None:
    with pytest.raises(UnknownNameError, match=problem):
        ask()


def test_a_cell_is_found_in_any_spelling() -> None:
    assert matrix().cell("AP", "Deepness") is matrix().cell("ap", "ranking:deepness")
    assert matrix().cell("RBP", "ranking: Priority").metric == "rbp(p=0.8)"


def test_lists_where_organizations_are_wanted_are_told() -> None:
    lists = [["a", "b"], ["c", "d"]]
    nested = [lists, lists]
    for wrong in (
        lambda: ax.score(gold=nested, system=nested, metrics=["bcubed-f"]),
        lambda: ax.reliability(lists, lists, relation="priority"),  # type: ignore[arg-type]
    ):
        with pytest.raises((FileError, OrganizationError), match=r"expected an organization.*Organization\(levels"):
            wrong()


# --- the cache


def test_what_was_computed_before_is_taken_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {"metrics": ["rr"], "constraints": ["confidence"], "max_size": 3}
    first = ax.matrix(**options, cache=tmp_path / "cells")
    with monkeypatch.context() as patched:
        patched.setattr("axiometrics.running.candidate.builtin", pytest.fail)
        patched.setattr("axiometrics.search.for_all.search", pytest.fail, raising=False)
        again = ax.matrix(**options, cache=tmp_path / "cells")
    assert again.to_json()["cells"] == first.to_json()["cells"]  # to the last second
    assert list((tmp_path / "cells").rglob("*"))
    ax.matrix(**options, cache=False)
    assert not list((tmp_path / "other").rglob("*"))


def test_a_page_shows_itself() -> None:
    page = findings()["explain"]
    assert isinstance(page, Page)
    assert page.page() is page
