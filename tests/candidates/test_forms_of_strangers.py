"""Functions of strangers: what each is given is known, or the user is asked; none is judged as something else.

The functions stand in `strangers/`, written as packages, textbooks and people write them, under usual, unusual and
silent names. A metric that is called wrongly is judged in depth, and all that is said of it is wrong.
"""

import csv
import json
import sys
import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.candidates import candidate
from axiometrics.core.errors import TargetError
from tests.candidates.strangers import clusterings, decisions, rankings, shapes
from tests.candidates.strangers.stranger import Stranger

pytest_plugins = "pytester"

STRANGERS = (*rankings.STRANGERS, *clusterings.STRANGERS, *decisions.STRANGERS, *shapes.STRANGERS)

EXCHANGED = "exchanged it is another known measure"
TWO_FORMS = "it is a known measure in two forms"
ASKED = {
    "purity(x, y)": EXCHANGED,
    "purity(U, V)": EXCHANGED,
    "purity(a, b)": EXCHANGED,
    "b3_recall(x, y)": EXCHANGED,
    "b3_recall(U, V)": EXCHANGED,
    "b3_recall(a, b)": EXCHANGED,
    "homogeneity(x, y)": EXCHANGED,
    "homogeneity(U, V)": EXCHANGED,
    "homogeneity(a, b)": EXCHANGED,
    "precision(a, b)": EXCHANGED,
    "precision(u, v)": EXCHANGED,
    "sensitivity(a, b)": EXCHANGED,
    "sensitivity(u, v)": EXCHANGED,
    "roc_auc(a, b)": f"{TWO_FORMS}: the area under the curve of decisions is their balanced accuracy",
    "roc_auc(x, y)": f"{TWO_FORMS}: the area under the curve of decisions is their balanced accuracy",
}
"""The functions of which neither the names nor the calls tell what they are given, and why."""


def test_there_are_enough_strangers_and_few_are_asked() -> None:
    assert len({stranger.id for stranger in STRANGERS}) == len(STRANGERS) >= 220
    assert sum(stranger.silent for stranger in STRANGERS) >= len(STRANGERS) / 4
    assert len(ASKED) <= 0.15 * len(STRANGERS)
    assert set(ASKED) == {stranger.id for stranger in STRANGERS if stranger.doubt}
    forms = Counter(stranger.form for stranger in STRANGERS)
    assert {"labels", "decisions", "table", "gains", "ranks", "id-lists", "qrel-run", "scores"} <= set(forms)
    assert {"cluster-sets", "cluster-dicts", "pairs", "frames"} <= set(forms)


@pytest.mark.few(40)
@pytest.mark.parametrize("stranger", STRANGERS, ids=[stranger.id for stranger in STRANGERS])
def test_what_a_function_is_given_is_known_or_asked(stranger: Stranger) -> None:
    if stranger.form == "frames":
        pytest.importorskip("pandas")
    if stranger.doubt:
        with pytest.raises(ax.AmbiguousForm) as caught:
            candidate(stranger.function)
        read = {(r.trial.hypothesis.public, r.trial.hypothesis.order) for r in caught.value.readings}
        assert (stranger.form, stranger.order) in read
        assert f"--{stranger.order}" in str(caught.value)
    else:
        about = candidate(stranger.function).about
        assert about["form"] == stranger.form
        assert about["order"] == stranger.order or stranger.order is None
        assert about["called"]


# --- tables of polars


def hits_of_polars(judgments: Any, results: Any) -> float:
    """P@2 of tables, by methods that tables of pandas do not have."""
    relevant = dict(zip(judgments.get_column("doc_id"), judgments.get_column("relevance"), strict=True))
    scores = dict(zip(results.get_column("score"), results.get_column("doc_id"), strict=True))
    return sum(int(relevant.get(scores[score], 0) > 0) for score in sorted(scores, reverse=True)[:2]) / 2


def demand_tables_of_polars() -> None:
    about = candidate(hits_of_polars).about
    assert (about["form"], about["order"]) == ("frames", "gold-first")
    assert about["called"].startswith("hits_of_polars(judgments=polars.DataFrame({'query_id': ['topic', ")


class PolarsFrame:
    """A stand-in for a table of polars."""

    __module__ = "polars.dataframe.frame"

    def __init__(self, columns: dict[str, Any]) -> None:
        self.columns = columns

    def __getitem__(self, name: str) -> Any:
        return SimpleNamespace(to_list=lambda: list(self.columns[name]))

    def get_column(self, name: str) -> list[Any]:
        return list(self.columns[name])


def test_tables_of_polars_are_passed_where_a_function_takes_these(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", SimpleNamespace(DataFrame=PolarsFrame))
    demand_tables_of_polars()


def test_tables_of_the_library_itself_are_passed() -> None:
    pytest.importorskip("polars")
    demand_tables_of_polars()


# --- what cannot be called is told, with the line to write


def patience(gains: Any, ideal: Any, persistence: float) -> float:
    """A parameter that has no default."""
    return float(sum(gain * persistence**k for k, gain in enumerate(gains)))


def report(retrieved: Any, relevant: Any) -> dict[str, float]:
    """Several values by name."""
    hits = len(set(retrieved) & set(relevant))
    return {"precision": hits / max(1, len(retrieved)), "recall": hits / max(1, len(relevant))}


def both_values(labels_true: Any, labels_pred: Any) -> tuple[float, float]:
    """Several values in a tuple."""
    return 0.5 + 0.01 * len(set(labels_true)), 0.25


class Result:
    """A result with a score."""

    def __init__(self, score: float) -> None:
        self.score = score


def with_score(expected_ids: Any, retrieved_ids: Any) -> Result:
    """An object that has the value."""
    return Result(len(set(expected_ids) & set(retrieved_ids)) / len(retrieved_ids))


class Deep:
    """A class that needs an argument."""

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def __call__(self, gains: Any, ideal: Any) -> float:
        """The gain to this depth."""
        return float(sum(gains[: self.depth]))


REFUSED: dict[str, tuple[Callable[..., Any], str]] = {
    "a parameter without default": (patience, "patience(persistence="),
    "a dictionary": (report, 'report["precision"]'),
    "a tuple": (both_values, "both_values[0]"),
    "an object": (with_score, 'with_score["score"]'),
    "a class": (Deep, "Deep(depth=...)"),
}


@pytest.mark.parametrize("shape", REFUSED)
def test_what_is_refused_is_told_the_line_to_write(shape: str) -> None:
    function, line = REFUSED[shape]
    with pytest.raises(TargetError) as caught:
        candidate(function)
    assert line in str(caught.value)


# --- the commands

FILES = {
    "mine.py": textwrap.dedent('''
        from collections import Counter


        def one_sided(x, y):
            """Purity."""
            return sum(max(Counter(t for t, c in zip(x, y) if c == k).values()) for k in set(y)) / len(x)


        def clear(relevant, retrieved):
            """The discounted gain."""
            return sum(1 / (k + 1) for k, item in enumerate(retrieved) if item in relevant)


        class Deep:
            def __init__(self, depth):
                self.depth = depth

            def __call__(self, gains, ideal):
                return sum(gains[: self.depth])


        def clusters(y_true, y_pred):
            """The share of clusters among the items; the gold is not read."""
            return len(set(y_pred)) / len(y_pred)


        def impurity(y_true, y_pred):
            """The chance that two items are in two clusters; the gold is not read."""
            return 1 - sum((list(y_pred).count(label) / len(y_pred)) ** 2 for label in set(y_pred))
    '''),
}
SMALL = ("-c", "ranking:priority", "--max-size", "3", "--max-examples", "0")


@pytest.mark.usefixtures("files_here")
def test_a_class_that_needs_arguments_is_told_as_a_target(command: Callable[..., Any]) -> None:
    assert "as mine.py:Deep(depth=...)" in command("check", "mine.py:Deep").err


@pytest.mark.usefixtures("files_here")
def test_check_judges_the_others_and_then_asks(command: Callable[..., Any]) -> None:
    ran = command("check", "mine.py:one_sided", "mine.py:clear", *SMALL, "--format", "json")
    assert ran.code == 2
    assert [metric["id"] for metric in json.loads(ran.out)["metrics"]] == ["mine.py:clear"]
    assert ran.err.index("mine.py:clear: called as") < ran.err.index("mine.py:one_sided: its values and the names")
    assert "--gold-first: one_sided(x=[" in ran.err
    assert "--output-first: one_sided(x=[" in ran.err


@pytest.mark.usefixtures("files_here")
def test_of_a_metric_that_ignores_the_gold_it_is_said_or_asked(command: Callable[..., Any]) -> None:
    """As scores, `clusters` has one value for all outputs without ties: to read it so was a guess without a doubt."""
    ran = command("check", "mine.py:impurity", "mine.py:clusters", "--max-size", "2", "--max-examples", "0")
    assert ran.code == 2
    (said,) = (line for line in ran.err.splitlines() if "mine.py:impurity: form labels" in line)
    assert "but the value is the same for every gold" in said
    asked = [line.split(":")[0].strip() for line in ran.err.splitlines() if ": clusters(y_true=[" in line]
    assert asked == ["--form scores --gold-first", "--form labels --gold-first"]


@pytest.mark.usefixtures("files_here")
def test_the_first_call_is_shown_and_stands_in_the_document(command: Callable[..., Any]) -> None:
    ran = command("check", "mine.py:clear", *SMALL, "--format", "json")
    (metric,) = json.loads(ran.out)["metrics"]
    assert (metric["form"], metric["order"], metric["settled_by"]) == ("id-lists", "gold-first", "values")
    assert metric["called"].startswith("clear(relevant=['d0', ")
    assert f"mine.py:clear: called as {metric['called']}" in ran.err


@pytest.mark.usefixtures("files_here")
def test_identify_asks_and_gives_both_answers(command: Callable[..., Any]) -> None:
    ran = command("identify", "mine.py:one_sided", "--format", "json")
    assert ran.code == 2
    questions = {line.split(":")[0].strip(): line for line in ran.err.splitlines() if "-first: one_sided(x=[" in line}
    assert questions["--gold-first"].endswith(" has the values of purity in the trial calls")
    assert questions["--output-first"].endswith(" has the values of inverse-purity in the trial calls")
    (question,) = json.loads(ran.out)["targets"]
    assert (question["target"], question["equal"]) == ("mine.py:one_sided", None)
    answers = [(reading["form"], reading["order"], reading["equal"]) for reading in question["readings"]]
    assert answers == [("labels", "gold-first", "purity"), ("labels", "output-first", "inverse-purity")]


@pytest.mark.parametrize(
    "words", [("explain", "mine.py:one_sided", "rag-bag"), ("compare", "purity", "mine.py:one_sided")]
)
@pytest.mark.usefixtures("files_here")
def test_other_commands_ask_too(command: Callable[..., Any], words: tuple[str, ...]) -> None:
    ran = command(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "--output-first: one_sided(x=[" in ran.err


@pytest.mark.parametrize(("order", "equal"), [("gold-first", "purity"), ("output-first", "inverse-purity")])
@pytest.mark.usefixtures("files_here")
def test_a_printed_line_can_be_copied_into_the_file(command: Callable[..., Any], order: str, equal: str) -> None:
    said = command("compare", "mine.py:one_sided", "purity").err
    (line,) = (line for line in said.splitlines() if line.strip().startswith("one_sided =") and f'"{order}"' in line)
    Path("axiometrics.toml").write_text(f"[targets]\n{line.strip()}\n", encoding="utf-8")
    ran = command("compare", "one_sided", equal, "--format", "json")
    assert (ran.code, json.loads(ran.out)["equal"]) == (0, True)
    assert json.loads(ran.out)["calling"][0]["order"] == order
    assert "one_sided: called as one_sided(x=[" in ran.err


@pytest.mark.usefixtures("files_here")
def test_the_question_of_a_listed_metric_has_its_name(command: Callable[..., Any]) -> None:
    Path("axiometrics.toml").write_text('[targets]\n"my purity" = "mine.py:one_sided"\n', encoding="utf-8")
    assert '"my purity" = {target = "mine.py:one_sided", order = "gold-first"}' in command("check").err


def test_a_function_without_target_is_told_the_decorator() -> None:
    (function,) = (stranger.function for stranger in STRANGERS if stranger.id == "purity(x, y)")
    with pytest.raises(ax.AmbiguousForm) as caught:
        ax.identify(function)
    assert '@ax.metric(order="output-first")' in str(caught.value)
    assert {(reading.form, reading.order) for reading in caught.value.readings} == {
        ("labels", "gold-first"),
        ("labels", "output-first"),
    }
    assert ax.identify(function, order="output-first").definition == "inverse-purity"


@pytest.mark.usefixtures("files_here")
def test_the_audit_of_a_file_has_a_row_of_what_is_asked(
    command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])  # a scan imports the file where it lies
    ran = command("audit-library", "mine.py", "-m", "one_sided", "--format", "csv")
    assert ran.code == 0
    (row,) = csv.DictReader(ran.out.splitlines())
    assert (row["metric"], row["verdict"]) == ("one_sided", "asked")
    assert "--output-first: one_sided(x=[" in row["example"]
    shown = command("audit-library", "mine.py", "-m", "one_sided").out
    assert 'one_sided = {target = "mine.py:one_sided", order = "output-first"}' in shown


@pytest.mark.usefixtures("files_here")
def test_a_case_is_shown_as_it_is_passed_and_drawn_after_that(command: Callable[..., Any]) -> None:
    ran = command("explain", "mine.py:one_sided", "rag-bag", "--gold-first", "--max-size", "5")
    assert "called    one_sided(x=[" in ran.out
    passed = ran.out.index("worse     one_sided(x=[0, 0, 1, 2, 3], y=[0, 0, 0, 1, 1])")
    assert passed < ran.out.index("{a1 a2 b1} *")


def test_pytest_fails_the_tests_of_that_metric_and_collects_the_others(pytester: pytest.Pytester) -> None:
    tests = """
        import axiometrics as ax


        @ax.parametrize_with_constraints([one_sided, clear], constraints=["rag-bag", "ranking:priority"], max_size=3)
        def test_constraints(metric, constraint):
            constraint.check(metric)


        def test_of_something_else():
            pass
    """
    pytester.makepyfile(test_it=FILES["mine.py"] + textwrap.dedent(tests))
    ran = pytester.runpytest_inprocess("-q", "--axiometrics-laws=off", "-p", "no:xdist", "-rA")
    outcomes = ran.parseoutcomes()
    assert outcomes["failed"] >= 1
    assert outcomes["passed"] >= 2
    assert "errors" not in outcomes
    said = ran.stdout.str()
    assert "--gold-first: one_sided(x=[" in said
    failed = [line for line in said.splitlines() if line.startswith("FAILED")]
    assert all("one_sided" in line for line in failed)


def test_pytest_warns_of_a_guessed_loss_and_shows_the_call(pytester: pytest.Pytester) -> None:
    """A loss whose negative is judged passes without a word otherwise."""
    tests = """
        import axiometrics as ax


        def errors(y_true, y_pred):
            return sum(t != p for t, p in zip(y_true, y_pred))


        def half(y_true, y_pred):
            return sum(t == p == 1 for t, p in zip(y_true, y_pred))


        @ax.parametrize_with_constraints([errors, half], constraints=["filtering:priority"], max_size=3)
        def test_constraints(metric, constraint):
            constraint.check(metric)
            constraint.check(metric)
    """
    pytester.makepyfile(textwrap.dedent(tests))
    ran = pytester.runpytest_inprocess("-q", "--axiometrics-laws=off", "-p", "no:xdist", "-W", "default")
    ran.assert_outcomes(passed=1, failed=1, warnings=1)
    said = ran.stdout.str()
    assert "LossWarning: axiometrics: errors is called as errors(y_true=[" in said
    assert "called    half(y_true=[" in said
    assert "worse     half(y_true=[" in said
