"""The audit of published figures: what it computes, and that it can say no."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from axiometrics import auditing
from axiometrics.cli import main
from axiometrics.core.errors import FileError


@pytest.fixture(scope="module")
def findings() -> dict[str, auditing.Finding]:
    return {finding.id: finding for finding in auditing.audit(auditing.read_claims("amigo2013"))}


def test_table_9_has_its_24_figures_and_one_that_no_reading_yields(findings: dict[str, auditing.Finding]) -> None:
    table = [finding for finding in findings.values() if finding.source == "Table 9"]
    assert len(table) == 24
    assert [finding.id for finding in table if finding.verdict == "contradicted"] == ["table9/system4/sensitivity-priority"]
    # systems 3 and 4 differ in d8 alone, which the gold does not list: their S> is one number, printed as .86 and as .85
    three, four = (findings[f"table9/system{k}/sensitivity-priority"] for k in (3, 4))
    assert three.readings == four.readings
    assert {finding.agreeing for finding in table if finding.verdict == "depends on the reading"} == {("tail-certain",)}


def test_section_4_4_1(findings: dict[str, auditing.Finding]) -> None:
    assert findings["4.4.1/five"].verdict == "agrees"
    assert findings["4.4.1/thirty"].agreeing == ("tail-lookup", "tail-certain")
    assert findings["4.4.1/cut"].agreeing == ("tail-certain, lists of 1000",)


def test_sections_4_2_and_4_3_1_hold_on_every_small_case(findings: dict[str, auditing.Finding]) -> None:
    for name in ("4.2/precision", "4.2/recall", "4.3.1/products"):
        assert findings[name].verdict == "agrees"
    assert "all 437 cases" in findings["4.2/precision"].evidence  # 1 + 4 + 10 + 33 + 91 + 298, OEIS A007716


def claims_file(folder: Path, **changes: Any) -> str:
    claim = {
        "id": "one",
        "kind": "score",
        "source": "here",
        "claim": "AP of a perfect run",
        "metric": "ap",
        "params": {},
        "gold": "a > ...",
        "system": "a > ...",
        "published": "1",
    } | changes
    path = folder / "claims.json"
    path.write_text(json.dumps({"schema": "axiometrics/claims/1", "source": "a test", "claims": [claim]}), encoding="utf-8")
    return str(path)


def test_a_wrong_figure_is_contradicted_and_strict_says_so(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["audit", claims_file(tmp_path), "--strict"]).exit_code == 0
    wrong = claims_file(tmp_path, published="0.99")
    result = CliRunner().invoke(main, ["audit", wrong, "--format", "json"])
    assert result.exit_code == 0
    (found,) = json.loads(result.stdout)["claims"]
    assert (found["verdict"], found["computed"], found["published"]) == ("contradicted", "1.0000", "0.99")
    assert CliRunner().invoke(main, ["audit", wrong, "--strict"]).exit_code == 1


def test_two_metrics_that_differ_are_not_equal(tmp_path: Path) -> None:
    changes = {"kind": "equal", "left": "purity", "right": "bcubed-f", "task": "clustering", "documents": 3, "published": "equal"}
    (found,) = auditing.audit(auditing.read_claims(claims_file(tmp_path, **changes)))
    assert found.verdict == "contradicted"
    assert "on gold" in found.computed


@pytest.mark.parametrize(
    ("text", "problem"),
    [("{", "no JSON"), ("[]", "holds no claims"), ('{"schema": "axiometrics/claims/1", "claims": [{"id": "x"}]}', "claim 'x': 'kind' is missing")],
)
def test_bad_claims_are_one_clear_line(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        list(auditing.audit(auditing.read_claims(str(path))))
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    result = CliRunner().invoke(main, ["audit", str(path)])
    assert (result.exit_code, result.stdout) == (2, "")


def test_unknown_claims_name_what_there_is() -> None:
    with pytest.raises(FileError, match="known are amigo2013"):
        auditing.read_claims("nobody2000")
