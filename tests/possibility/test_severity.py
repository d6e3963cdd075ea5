"""The severity of a violation, as `explain` and the atlas show it. The shares are worked out by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from scipy.optimize import linprog

import axiometrics as ax
from axiometrics.cli import main
from axiometrics.core.errors import ParameterError
from axiometrics.core.evidence import Refuted
from axiometrics.possibility.asking import near
from axiometrics.possibility.question import question
from axiometrics.possibility.severity import with_severities
from axiometrics.registry import constraint
from axiometrics.registry import metric as registered
from axiometrics.registry.implications import Place
from axiometrics.running.candidate import builtin


def severity_of(metric: str, constraint: str, tmp_path: Path, *more: str) -> tuple[dict[str, Any], str]:
    saved = tmp_path / "e.json"
    explanation = tmp_path / "e.txt"
    ran = CliRunner().invoke(
        main, ["explain", metric, constraint, "--max-size", "5", *more, "-q", "-o", str(saved), "-o", str(explanation)]
    )
    assert ran.exit_code == 0, ran.output
    (cell,) = json.loads(saved.read_text())["cells"]
    assert CliRunner().invoke(main, ["verify", str(saved), "-q"]).exit_code == 0
    return cell["evidence"]["detail"]["severity"], " ".join(explanation.read_text().split())


def test_a_tie_has_the_severity_0_and_a_case(tmp_path: Path) -> None:
    """Purity is 1 whatever pure clusters are merged, and never falls by it."""
    severity, text = severity_of("purity", "clustering:completeness", tmp_path)
    assert (severity["share"], severity["value"], severity["size"]) == ("0", 0, 5)
    assert 0 < severity["unmet"] <= severity["demands"]
    assert severity["worst"]["outputs"].keys() == {"better", "worse"}
    assert "0 of the metric's range at 5 items: no demand is reversed. The scores are tied in" in text


def test_a_reversal_is_a_share_of_the_range(tmp_path: Path) -> None:
    """The ideal runs of 1 to 5 ranks ought to have one score, and P@10 gives them 1/10 to 5/10. The score in the middle
    is 3/10, so some score changes by 1/5. That is 2/5 of the range, as runs of at most 5 ranks score 0 to 1/2.
    """
    severity, text = severity_of("p@10", "ranking:realizable", tmp_path)
    assert (severity["share"], severity["value"], severity["size"]) == ("2/5", 0.4, 5)
    assert "2/5 of the metric's range up to 5 ranks: by so much its scores have to change at least" in text


def test_a_metric_of_a_task_with_the_same_data_is_measured() -> None:
    """Accuracy of two classes: the mean of all outputs with k positives differs from gold to gold."""
    nearest = ax.possible("classification:constant-baseline", size=2, near="accuracy").near
    assert nearest is not None
    assert nearest.value > 0
    assert nearest.worst is not None


def test_a_function_of_a_user_has_a_severity() -> None:
    """One minus the Rand index is 0 for one cluster of one class and 1 where it is all apart, and the first ought to be
    at least the second: some score changes by 1/2, which a constant attains.
    """

    def one_minus_rand(system: ax.Organization, gold: ax.Organization) -> float:
        return 1 - float(registered("rand").value(system, gold))

    page = ax.explain(one_minus_rand, "clustering:completeness", form="organization", max_size=3, lower_is_better=False)
    (cell,) = page.data()["cells"]
    assert cell["evidence"]["detail"]["severity"]["share"] == "1/2"


def test_no_severity_is_computed_when_the_time_has_passed_or_nothing_scores() -> None:
    matrix = ax.matrix(["purity"], ["clustering:completeness"], max_size=4)
    for judge, seconds in ((lambda _: pytest.fail("it was asked"), 0.0), (lambda _: None, 9.0)):
        (cell,) = with_severities(matrix, judge, seconds)
        assert isinstance(cell.evidence, Refuted)
        assert cell.evidence.severity is None


def test_no_program_takes_longer_than_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def solved(*given: Any, options: dict[str, Any], **named: Any) -> Any:
        limits.append(options["time_limit"])
        return linprog(*given, options=options, **named)

    monkeypatch.setattr("scipy.optimize.linprog", solved)
    matrix = ax.matrix(["accuracy"], ["classification:constant-baseline"], max_size=2)
    (cell,) = with_severities(matrix, lambda _: builtin(registered("accuracy")).judge("classification"), 60)
    assert isinstance(cell.evidence, Refuted)
    assert cell.evidence.severity is not None
    assert limits
    assert all(limit is not None and 0 < limit <= 60 for limit in limits)


@pytest.mark.slow
def test_a_counterexample_beyond_the_usual_size_is_measured_at_its_own() -> None:
    """AP keeps Deepness in one run of at most 5 ranks; of its least counterexample, some score changes by a quarter of
    what is lacking, 1/840, at least, since four scores are compared.
    """
    (cell,) = ax.explain("ap", "ranking:deepness", max_size=8).data()["cells"]
    severity = cell["evidence"]["detail"]["severity"]
    assert severity["size"] == 8
    assert Fraction(severity["share"]) >= Fraction(1, 840) / 4


def test_of_a_constant_metric_no_share_is_told() -> None:
    place = Place(constraint("thorough:bounded"), constraint("thorough:bounded").reading())
    with pytest.raises(ParameterError, match="has the same value everywhere"):
        near(question([place], size=1), "two", lambda system, gold: Fraction(2))


def test_a_severity_is_not_believed() -> None:
    """`verify` says that it was not computed again, and `verify --strict` computes it."""
    saved = json.loads(json.dumps(ax.explain("purity", "clustering:completeness", max_size=4).to_json()))
    (item,) = ax.verify(saved).items
    assert (item.status, "severity" in item.not_rerun) == ("verified", True)
    (item,) = ax.verify(saved, strict=True).items
    assert (item.status, item.not_rerun) == ("verified", ())
    saved["cells"][0]["evidence"]["detail"]["severity"]["share"] = "1/2"
    (item,) = ax.verify(saved, strict=True).items
    assert (item.status, "severity is" in item.reason) == ("failed", True)
