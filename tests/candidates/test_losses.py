"""Losses are judged as their negatives; where a metric has no value, cases are passed over, or what was asked for is
done.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.candidates import declaration, losses
from axiometrics.candidates.declaration import Declaration, Policy
from axiometrics.candidates.targets import candidate, load
from axiometrics.core.cell import Cell
from axiometrics.core.errors import ParameterError
from axiometrics.core.evidence import Descriptive
from axiometrics.core.matrix import Matrix
from axiometrics.core.organization import Organization
from axiometrics.registry.tasks import signature
from axiometrics.reports import csv, html, latex, markdown, text
from axiometrics.schemas import schema
from axiometrics.verification import verify_document

Gains = Sequence[float]


def rbp(gains: Gains, ideal: Gains) -> float:
    return float(sum(gain / 2**rank for rank, gain in enumerate(gains)))


def lost(gains: Gains, ideal: Gains) -> float:
    """What RBP lacks of its value for the perfect run."""
    return rbp(ideal, ideal) - rbp(gains, ideal)


def differing(labels_true: Sequence[int], labels_pred: Sequence[int]) -> float:
    """The share of pairs on which both sides differ."""
    pairs = [(i, j) for i in range(len(labels_true)) for j in range(i)]
    differ = sum((labels_true[i] == labels_true[j]) != (labels_pred[i] == labels_pred[j]) for i, j in pairs)
    return differ / len(pairs) if pairs else 0.0


def errors(y_true: Sequence[int], y_pred: Sequence[int]) -> float:
    return float(sum(t != p for t, p in zip(y_true, y_pred, strict=True)))


def checked(function: Any, *constraints: str, **more: Any) -> Matrix:
    options: dict[str, Any] = {"max_size": 5, "max_examples": 10, **more}
    return ax.matrix([function], constraints, **options)


# --- losses


@pytest.mark.parametrize(
    ("function", "constraint"), [(lost, "ranking:priority"), (differing, "homogeneity"), (errors, "filtering:priority")]
)
def test_what_scores_the_perfect_output_lowest_is_judged_as_its_negative(
    function: Callable[..., float], constraint: str
) -> None:
    matrix = checked(function, constraint)
    (cell,) = matrix
    assert (cell.holds, cell.evidence.loss, matrix.metrics[0]["loss"]) == (True, "inferred", "inferred")
    assert "this looks like a loss: judged as -f" in text.render(matrix)
    (unnegated,) = checked(function, constraint, lower_is_better=False)
    assert (unnegated.holds, unnegated.evidence.loss) == (False, None)
    (declared,) = checked(function, constraint, lower_is_better=True)
    assert (declared.holds, declared.evidence.loss) == (True, "told")


def test_a_loss_is_described_as_its_negative() -> None:
    """The second process gave the negative of what the first one did, so that each loss was said to be flaky."""

    def rights(y_true: Sequence[int], y_pred: Sequence[int]) -> float:
        return -errors(y_true, y_pred)

    # a function with a time limit has processes of its own
    options: dict[str, Any] = {"reading": "all", "timeout": 10.0}
    losses, gains = ([*checked(function, "filtering:non-informative", **options)] for function in (errors, rights))
    assert len(losses) == 2
    for loss, gain in zip(losses, gains, strict=True):
        assert isinstance(loss.evidence, Descriptive)
        assert isinstance(gain.evidence, Descriptive)
        assert (loss.reading, loss.evidence.profile) == (gain.reading, gain.evidence.profile)
        assert loss.evidence.series == gain.evidence.series
        assert (loss.evidence.loss, gain.evidence.loss) == ("inferred", None)


NO_LOSSES: list[tuple[str, Callable[[Gains, Gains], float]]] = [
    ("a gain", rbp),
    ("constant", lambda gains, ideal: 0.5),
    ("the length", lambda gains, ideal: float(len(gains))),
    ("the negative of the length", lambda gains, ideal: -float(len(gains))),
    (
        "the rank of the last relevant document",
        lambda gains, ideal: max((i for i, g in enumerate(gains) if g), default=9),
    ),
    ("nothing but noise", lambda gains, ideal: math.sin(1e6 * rbp(gains, ideal))),
]


@pytest.mark.parametrize("function", [function for _, function in NO_LOSSES], ids=[name for name, _ in NO_LOSSES])
def test_what_is_no_loss_is_judged_as_it_is(function: Callable[[Gains, Gains], float]) -> None:
    judge: Any = candidate(function, "ranking").judge("ranking")
    judge.prepare(0)
    assert judge.loss == ""


def pairs_apart(labels_true: Sequence[int], labels_pred: Sequence[int]) -> float:
    """The share of pairs on which both sides differ; without a value where the output is one cluster."""
    t, p = list(labels_true), list(labels_pred)
    pairs = [(i, j) for i in range(len(t)) for j in range(i)]
    return math.nan if len(set(p)) == 1 else sum((t[i] == t[j]) != (p[i] == p[j]) for i, j in pairs) / len(pairs)


@pytest.mark.parametrize("undefined", ["where-defined", "error", -1, 0, 1])
def test_what_stands_for_an_undefined_value_does_not_hide_a_loss(undefined: Any) -> None:
    """With -1 or 1 the loss was judged as it is: the number made the perfect output the highest, or not the lowest."""
    judge: Any = candidate(pairs_apart, "clustering", "labels", policy=Policy(undefined=undefined)).judge("clustering")
    judge.prepare(0)
    assert judge.loss == "inferred"


def test_a_counterexample_of_a_loss_has_the_scores_of_its_negative_and_is_verified(tmp_path: Path) -> None:
    (tmp_path / "losses.py").write_text(
        "def lost(gains, ideal):\n    return -sum(gain / 2**rank for rank, gain in enumerate(gains))\n"
    )
    target = f"{tmp_path}/losses.py:lost"
    (cell,) = checked(target, "confidence")
    assert (cell.holds, cell.relation, cell.evidence.loss) == (False, "tied", "inferred")
    assert cell.counterexample is not None
    assert min(cell.counterexample["scores"].values()) > 0, "scores are those of -f"
    scorers: dict[str, Any] = {target: load(target).judge("ranking")}
    data = json.loads(json.dumps(cell.to_json()))
    assert [verification.status for verification in verify_document(data, registry.constraints(), scorers)] == [
        "verified"
    ]
    data["evidence"]["detail"].pop("loss")
    assert [verification.status for verification in verify_document(data, registry.constraints(), scorers)] == [
        "failed"
    ]
    data["evidence"]["detail"]["loss"] = "perhaps"
    (forged,) = verify_document(data, registry.constraints(), scorers)
    assert (forged.status, "expected 'inferred' or 'told'" in forged.reason) == ("failed", True)


def test_a_metric_that_is_no_loss_is_not_refuted_as_its_negative() -> None:
    """A forged file says that the metric looks like a loss: as its negative, it would fail what it holds."""

    def agreeing(labels_true: Sequence[int], labels_pred: Sequence[int]) -> float:
        return 1 - differing(labels_true, labels_pred)

    homogeneity = registry.match_constraints("homogeneity")
    reading = homogeneity[0].reading("universal").judged
    case = next(instance for size in range(1, 5) for instance in reading.cases(size))
    scorer: Any = candidate(agreeing, "clustering", "labels").judge("clustering")
    scores = {role: -scorer(case.outputs[role], case.gold) for role in ("better", "worse")}
    matrix = ax.check(agreeing, task="clustering", form="labels", constraints=["homogeneity"], max_size=3)
    forged = json.loads(json.dumps(matrix.to_json()["cells"][0]))
    forged |= {"holds": False, "relation": "reversed", "counterexample": {**case.to_json(), "scores": scores}}
    forged["evidence"] |= {"kind": "counterexample", "size": case.documents, "minimal": True}
    for loss, status, reason in (
        ("inferred", "failed", "the metric looks like a loss"),
        ("told", "verified", "judged by its negative, as the file says"),
    ):
        forged["evidence"]["detail"] = {"loss": loss}
        (verification,) = verify_document([forged], homogeneity, {matrix.metrics[0]["id"]: scorer})
        assert (verification.status, reason in verification.reason) == (status, True)


def test_a_declaration_is_over_what_is_inferred_and_an_option_over_both() -> None:
    @ax.metric(task="ranking", signature="gains", lower_is_better=False)
    def declared(gains: Gains, ideal: Gains) -> float:
        return lost(gains, ideal)

    assert checked(declared, "ranking:priority").cells[0].holds is False
    assert checked(declared, "ranking:priority", lower_is_better=True).cells[0].holds is True


# --- undefined values


def mean_rank(gains: Gains, ideal: Gains) -> float:
    """Has no value where nothing relevant is retrieved at the first two ranks; else prefers early ones."""
    return sum(gain / (rank + 1) for rank, gain in enumerate(gains)) / bool(sum(gains[:2]))


def nowhere(gains: Gains, ideal: Gains) -> float:
    return math.nan


def test_one_undefined_value_does_not_blank_a_cell() -> None:
    matrix = checked(mean_rank, "ranking:priority")
    (cell,) = matrix
    assert (cell.holds, cell.evidence.kind, cell.evidence.size) == (True, "exhaustive", 5)
    whole = cell.evidence.undefined + cell.evidence.cases
    (all_,) = checked(rbp, "ranking:priority")
    assert whole == all_.evidence.cases, "k of N: those that are undefined and the others are all cases"
    detail = cell.to_json()["evidence"]["detail"]
    at = {side: Organization.from_json(detail["undefined_at"][side]) for side in ("gold", "output")}
    assert at["output"].size == 3, "a swap of ranks 2 and 3 is the smallest case with nothing at the first two"
    with pytest.raises(ZeroDivisionError):
        mean_rank([0, 0, 1], [1])
    said = f"✔≤5 where defined; undefined on {cell.evidence.undefined:,} of {whole:,} cases"
    reports = {
        "text": " ".join(text.render(matrix).split()),
        "markdown": markdown.render(matrix),
        "html": html.render(matrix),
    }
    for name, report in reports.items():
        assert said in report, name
    assert f"where defined; undefined on {cell.evidence.undefined:,} of" in latex.render(matrix)
    assert "y5o" in text.render(matrix, ascii=True)
    heading, line = csv.render(matrix).splitlines()
    assert heading.endswith("relation,documents,undefined,breaks,loss")
    assert line.endswith(f",{cell.evidence.undefined},,")
    jsonschema.validate(json.loads(json.dumps(matrix.to_json())), schema("matrix"))
    read = Matrix.from_json(json.loads(json.dumps(matrix.to_json())))
    assert read.to_json() == matrix.to_json()


def test_what_is_defined_everywhere_is_shown_as_before() -> None:
    matrix = checked(rbp, "ranking:priority")
    assert "where defined" not in text.render(matrix)
    assert csv.render(matrix).splitlines()[0].endswith("relation,documents")


@pytest.mark.parametrize(
    ("undefined", "kind", "holds"),
    [
        ("where-defined", "exhaustive", True),
        ("error", "error", None),
        (0, "counterexample", False),
        ("-1/2", None, None),
    ],
)
def test_the_policy_decides(undefined: Any, kind: str | None, holds: bool | None) -> None:
    (cell,) = checked(mean_rank, "ranking:priority", undefined=undefined)
    if kind is not None:
        assert (cell.evidence.kind, cell.holds) == (kind, holds)
    assert cell.evidence.undefined == 0 or undefined == "where-defined"
    assert cell.evidence.undefined_as == (None if undefined == "where-defined" else str(undefined))
    if undefined == "error":
        assert "raised ZeroDivisionError" in cell.message
    if undefined == 0:
        assert cell.counterexample is not None
        assert cell.counterexample["scores"]["worse"] == 0.0


def test_a_metric_without_any_value_is_not_judged() -> None:
    (cell,) = checked(nowhere, "ranking:priority")
    assert (cell.holds, cell.evidence.kind) == (None, "not-applicable")
    assert cell.message == "the metric is undefined on every case"


def test_an_undefined_value_that_was_taken_for_a_number_is_verified_so(tmp_path: Path) -> None:
    (tmp_path / "ranks.py").write_text(
        "def ranks(gains, ideal):\n    return sum(g / (i + 1) for i, g in enumerate(gains)) / bool(sum(gains[:2]))\n"
    )
    target = f"{tmp_path}/ranks.py:ranks"
    (cell,) = checked(target, "ranking:priority", undefined="0")
    data = json.loads(json.dumps(cell.to_json()))
    scorers: dict[str, Any] = {target: load(target).judge("ranking")}
    assert [verification.status for verification in verify_document(data, registry.constraints(), scorers)] == [
        "verified"
    ]
    for forged in (None, "1", "weather"):
        data["evidence"]["detail"]["undefined_as"] = forged
        assert [verification.status for verification in verify_document(data, registry.constraints(), scorers)] == [
            "failed"
        ]


def test_of_a_loss_the_number_stands_for_its_own_value() -> None:
    """1 for a loss is -1 for what is judged."""

    def lacks(gains: Gains, ideal: Gains) -> float:
        return lost(gains, ideal) if sum(gains[:2]) else math.nan

    (cell,) = checked(lacks, "ranking:priority", undefined=5)
    assert (cell.holds, cell.evidence.loss) == (False, "inferred")
    assert cell.counterexample is not None
    assert min(cell.counterexample["scores"].values()) == -5.0


@pytest.mark.parametrize("wrong", ["", "maybe", "1/0", "nan", None])
def test_a_policy_that_is_none_is_refused(wrong: Any) -> None:
    if wrong is None:
        assert Policy().over(Declaration("ranking", "gains")).undefined == declaration.WHERE_DEFINED
        return
    with pytest.raises(ParameterError, match="undefined is"):
        checked(rbp, "ranking:priority", undefined=wrong)


# --- the command line


FILE = """
def lost(gains, ideal):
    return -sum(gain / 2**rank for rank, gain in enumerate(gains)) / bool(sum(gains[:2]))


def first(y_true, y_pred):
    return float(sum(t * p for t, p in zip(y_true, y_pred))) - 0.1 * float(y_pred[0])
"""


@pytest.fixture
def target(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(FILE)
    return f"{tmp_path}/mine.py"


def cells(out: str) -> list[Cell]:
    return list(Matrix.from_json(json.loads(out)))


def test_the_options_of_check(target: str, command: Any) -> None:
    base = ("check", f"{target}:lost", "-c", "ranking:priority", "--max-size", "4", "--max-examples", "0", "--no-laws")
    ran = command(*base, "--format", "json")
    (cell,) = cells(ran.out)
    assert (ran.code, cell.holds, cell.evidence.loss) == (0, True, "inferred")
    called = next(line for line in ran.err.splitlines() if "called as lost(" in line)
    assert called.endswith(", this looks like a loss: judged as -f; --higher-is-better judges it as it is")
    assert "✔≤4° " in command(*base).out.replace("\n", " ")
    assert command(*base, "--higher-is-better").code == 1
    assert command(*base, "--undefined", "error").code == 1
    assert command(*base, "--undefined", "weather").code == 2
    (judged,) = cells(command(*base, "--lower-is-better", "--format", "json").out)
    assert judged.evidence.loss == "told"


@pytest.mark.parametrize("words", [("identify", "--budget", "1"), ("compare", "dcg@2", "--max-size", "2")])
def test_values_that_are_compared_as_they_are_are_said_to_be_those_of_a_loss(
    words: tuple[str, ...], target: str, command: Any
) -> None:
    verb, *options = words
    ran = command(verb, f"{target}:lost", *options, "--format", "json")
    assert next(line for line in ran.err.splitlines() if "called as lost(" in line).endswith(", this looks like a loss")
    document = json.loads(ran.out)
    assert (document["targets"][0] if verb == "identify" else document["calling"][0])["loss"] == "inferred"


def test_explain_shows_where_it_is_undefined(target: str, command: Any) -> None:
    words = ("explain", f"{target}:lost", "ranking:priority", "--max-size", "4", "--max-examples", "0")
    out = " ".join(command(*words).out.split())
    assert "satisfies it where it is defined; undefined on" in out
    assert "the smallest: gold" in out
    assert "this looks like a loss: judged as -f; scores are those of -f" in out


def test_a_broken_law_is_a_warning_unless_violations_fail(target: str, command: Any) -> None:
    base = ("check", f"{target}:first", "-c", "filtering:priority", "--max-size", "3", "--max-examples", "0")
    violated = f"{target}:first/priority=violated"
    ran = command(*base, "--expect", violated)
    assert ran.code == 0
    assert "warning" in ran.err
    assert "breaks the law input-order" in ran.err
    assert command(*base, "--expect", violated, "--no-laws").err.count("breaks the law") == 0


@pytest.mark.slow  # several commands, each of which starts processes
def test_a_broken_law_fails_where_violations_do(target: str, command: Any) -> None:
    base = ("check", f"{target}:first", "-c", "filtering:priority", "--max-size", "3", "--max-examples", "0")
    assert command(*base, "--fail-on", "violation", "--no-laws", "-c", "filtering:non-informative").code == 1
    sound = ("check", f"{target}:first", "-c", "filtering:non-informative", "--max-size", "3")
    assert command(*sound).code == 0
    assert command(*sound, "--fail-on", "violation").code == 1
    assert command(*sound, "--fail-on", "violation", "--no-laws").code == 0


def looks(value: Callable[[list[int], list[int]], float]) -> bool:
    """Whether a function of labels, asked directly, looks like a loss."""
    return losses.looks_like_a_loss(
        signature("labels"),
        "clustering",
        frozenset(),
        lambda calls: {repr(call): value(*call) for call in calls},
    )


def test_a_function_that_prefers_some_outputs_to_the_gold_and_some_not_is_no_loss() -> None:
    def some_better(gold: list[int], system: list[int]) -> float:
        return 1.0 if gold == system else 0.0 if len(set(system)) == len(system) > 2 else 2.0

    assert looks(lambda gold, system: float(gold != system))
    assert not looks(some_better)


def test_one_gold_makes_no_loss() -> None:
    assert not looks(lambda gold, system: float(gold == [0, 1] != system))
