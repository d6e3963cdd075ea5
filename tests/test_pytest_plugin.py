"""The pytest plugin, in test runs of its own: what it makes of metrics and constraints, what a failure shows, and what
it costs who does not use it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import axiometrics
import axiometrics.generators.strategies
import axiometrics.services.generated_tests
from axiometrics.core.matrix import Matrix
from axiometrics.reports.parts.formats import reports
from axiometrics.services.labels import file_label

pytest_plugins = "pytester"

HOME = Path(axiometrics.__file__).parents[1]
MODULE = "axiometrics.pytest_plugin"
INSIDE = ("-W", "error", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""For a run in this process, in which the plugin and what it uses have long been imported."""

LOAD = () if any(point.value == MODULE for point in entry_points(group="pytest11")) else ("-p", MODULE)

METRICS = """
    import axiometrics as ax
    import pytest

    def purity(labels_true, labels_pred):
        clusters = [[t for t, p in zip(labels_true, labels_pred) if p == c] for c in sorted(set(labels_pred))]
        return sum(max(map(cluster.count, cluster)) for cluster in clusters) / len(labels_true)

    def constant(labels_true, labels_pred):
        return 1.0
"""
BCUBED = """
    def purity(labels_true, labels_pred):
        documents = list(zip(labels_true, labels_pred))
        precision, recall = (
            sum(sum(d == e for e in documents) / sum(d[s] == e[s] for e in documents) for d in documents)
            / len(documents)
            for s in (1, 0)
        )
        return 2 * precision * recall / (precision + recall)
"""
"""BCubed F (Bagga & Baldwin 1998) by its definition, under a name that is not its own."""

FAILS = {"completeness", "rag-bag", "size-vs-quantity"}
"""What purity violates: Amigo et al. 2013, Table 6, set matching."""


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What a run in this process imports stays: pytester forgets the modules that only such a run has imported."""
    reports()
    axiometrics.matrix(["bcubed-f", "ndcg"], max_size="3,thresholds=3", max_examples=1)


@pytest.fixture(autouse=True)
def _away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in other processes find what is tested, and take no options from this one."""
    paths = [str(HOME), *(os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(pytester: pytest.Pytester) -> Any:
    """A run of these tests with these options, in this process. No test here is about the laws of implementation, which
    take a third of the time of a metric; they are left out unless an option names them.
    """

    def call(body: str, *options: str) -> pytest.RunResult:
        pytester.makepyfile(test_it=textwrap.dedent(METRICS) + textwrap.dedent(body))
        laws = () if any("axiometrics-laws" in option for option in options) else ("--axiometrics-laws=off",)
        return pytester.runpytest_inprocess("-q", *INSIDE, *LOAD, *laws, *options)

    return call


def using(metrics: str, more: str = "") -> str:
    return f"""
        @ax.parametrize_with_constraints({metrics}, max_size=6{", " if more else ""}{more})
        def test_constraints(metric, constraint):
            constraint.check(metric)
    """


def ids(ran: pytest.RunResult, outcome: str) -> set[str]:
    return set(re.findall(rf"^{outcome} test_it\.py::\w+\[(\S+)\]", ran.stdout.str(), re.MULTILINE))


# --- tests made of metrics and constraints


def test_a_test_for_each_metric_and_constraint(run: Any) -> None:
    ran = run(
        using('[purity, "bcubed-f"]', 'constraints=["homogeneity", "completeness", "rag-bag"], max_examples=10'),
        "-rA",
        "--axiometrics-laws=warn",
    )
    assert ids(ran, "PASSED") == {
        "purity-homogeneity-universal",
        *(f"bcubed-f-{c}-universal" for c in ("homogeneity", "completeness", "rag-bag")),
    }
    assert ids(ran, "FAILED") == {"purity-completeness-universal", "purity-rag-bag-universal"}
    ran.assert_outcomes(passed=4, failed=2)


SILENT = """
        def share(x, y):
            return purity(x, y)
"""
ONE = 'form="labels", order="{}", constraints=["homogeneity", "completeness"], max_examples=10'


@pytest.mark.parametrize("order", ["gold-first", "output-first"])
def test_a_form_and_an_order_answer_the_question_how_a_metric_is_called(run: Any, order: str) -> None:
    """Purity satisfies homogeneity and violates completeness; with its arguments exchanged it violates both."""
    holds = ["homogeneity"] if order == "gold-first" else []
    ran = run(textwrap.dedent(SILENT) + textwrap.dedent(using("[share]", ONE.format(order))), "-rA")
    assert ids(ran, "PASSED") == {f"share-{name}-universal" for name in holds}
    ran.assert_outcomes(passed=len(holds), failed=2 - len(holds))
    assert f"form='labels', order='{order}'" in ran.stdout.str()


def test_ids_are_fit_for_selection(run: Any) -> None:
    file = using('["ndcg@10", "rbp(p=0.95)", "nmi(average=max)", ours]').replace(
        "@ax", "def ours(system, gold):\n            return 1\n        @ax"
    )
    listed = run(file, "--collect-only").outlines
    listed_ids = {line.partition("[")[2].rstrip("]") for line in listed if "::" in line}
    assert {
        "ndcg.k10-priority-universal",
        "rbp.p0.95-deepness-same-run",
        "nmi.average-max-rag-bag-universal",
    } <= listed_ids
    # of two constraints of one name for one metric each says its task
    assert {
        "ours-ranking:priority-universal",
        "ours-filtering:priority-universal",
        "ours-rag-bag-universal",
    } <= listed_ids
    for name in ("ndcg.k10-priority-universal", "ours-ranking:priority-universal"):
        ran = run(file, "--collect-only", "-k", name)
        assert [line for line in ran.outlines if "::" in line] == [f"test_it.py::test_constraints[{name}]"]


def test_globs_targets_readings_and_the_marker(run: Any) -> None:
    body = """
        @pytest.mark.axiometrics(["bcubed-[fr]*", "test_it.py:purity"], constraints=["rag-bag"], reading="picture")
        def test_constraints(constraint, metric):
            assert (constraint.id, repr(constraint)) == ("rag-bag", "<constraint clustering:rag-bag, reading picture>")
            constraint.check(metric)

        @pytest.mark.axiometrics
        def test_that_is_only_marked():
            pass

        def test_that_is_not():
            pass
    """
    ran = run(body, "-rA", "-m", "axiometrics")
    assert ids(ran, "PASSED") == {"bcubed-f-rag-bag-picture"}
    assert ids(ran, "FAILED") == {"bcubed-recall-rag-bag-picture", "test_it.py:purity-rag-bag-picture"}
    ran.assert_outcomes(passed=2, failed=2, deselected=1)
    listed = run(body.replace('"picture")', '"all")'), "--collect-only", "-k", "purity").outlines
    readings = [line.partition("purity-rag-bag-")[2] for line in listed if "purity" in line]
    assert readings == ["universal]", "picture]", "sizes]", "strong]"]


def test_what_judges_nothing_is_skipped(run: Any) -> None:
    ran = run(
        using(
            '[purity, "f", "ap"]',
            'constraints=["*overlap", "rag-bag", "non-informative", "ranking:priority"], max_examples=0',
        ),
        "-rs",
        "--axiometrics-max-size=3",
    )
    ran.stdout.fnmatch_lines_random(
        [
            "SKIPPED*: not-applicable: the metric does not say that it takes overlapping clusters*",
            "SKIPPED*: undetermined: no case has at most 3 documents: raise --max-size",
            "SKIPPED*: the constraint describes, and does not judge: grows",
        ]
    )
    ran.assert_outcomes(passed=1, skipped=3)


MISTAKES = [
    ("purity", "", "metrics is <function purity"),
    ('"ap"', "", "metrics is 'ap': give a list"),
    ('["nope"]', "", "no metric 'nope'"),
    ('["nope.py:it"]', "", "no file 'nope.py'"),
    ("[lambda a, b: str(a)]", "", "no form fits"),
    ("[purity, purity]", "", "two metrics are called 'purity': give one a name of its own, in its __name__"),
    ("[purity]", 'constraints=["priority"]', "no constraint chosen is of a task of purity"),
    ("[purity]", 'constraints="rag-bag"', "constraints is 'rag-bag': give a list"),
    ("[purity]", 'reading="nope"', "no reading 'nope'"),
    ("[purity]", 'task="ranking"', "form labels is of task clustering"),
    ("[purity]", 'expected_violations={"purty": {"rag-bag": "x"}}', "names the metric 'purty', this run has purity"),
    ("[purity]", 'expected_violations={"ragbags": "x"}', "no constraint 'ragbags': did you mean rag-bag"),
    (
        "[purity]",
        'expected_violations={"rag-bag@strong": "x"}',
        "names rag-bag@strong of purity, and reading='default' leaves it out",
    ),
    ("[purity]", 'expected_violations=["rag-bag"]', "expected_violations is ['rag-bag']: write"),
]


@pytest.mark.few(5)
@pytest.mark.parametrize(("metrics", "more", "message"), MISTAKES)
def test_a_mistake_is_an_error_of_the_collection(run: Any, metrics: str, more: str, message: str) -> None:
    ran = run(using(metrics, more))
    ran.assert_outcomes(errors=1)
    assert any(
        line.startswith("axiometrics: test_it.py::test_constraints: ") and message in line for line in ran.outlines
    )
    assert "Traceback" not in ran.stdout.str()


def test_the_marker_and_the_function_are_checked_too(run: Any) -> None:
    assert (
        "the marker axiometrics: got an unexpected keyword argument 'metric'"
        in run("@pytest.mark.axiometrics(metric=[purity])\ndef test_it(metric, constraint): pass").stdout.str()
    )
    ran = run("@ax.parametrize_with_constraints([purity])\ndef test_it(metric): pass")
    assert "axiometrics: test_it.py::test_it: it takes no constraint: give it both, in any order" in ran.outlines


# --- what a failure shows


@pytest.mark.slow
def test_a_failure_shows_all_there_is_to_see(run: Any, pytester: pytest.Pytester) -> None:
    ran = run(using("[purity]", 'constraints=["rag-bag"]'))
    shown = "\n".join(line[8:] for line in ran.outlines if line.startswith("E "))
    assert "purity/rag-bag@universal: violates, tied" in ran.stdout.str()
    for part in (
        "demanded  ",
        "Rag Bag",
        "gold     better",
        "{a1 a2 b1} *",
        "{c1 d1} *",
        "score(better) and score(worse) both equal 0.6",
        "found:    the difference is 0, tied",
    ):
        assert part in shown
    # of readings that were not run nothing is said
    assert "readings" not in shown
    assert "services/" not in ran.stdout.str()
    (line,) = [line for line in shown.splitlines() if line.startswith("import axiometrics as ax; ")]
    again = subprocess.run(
        [sys.executable, "-c", line],
        capture_output=True,
        text=True,
        check=True,
        cwd=pytester.path,
    )
    assert again.stdout == "[{'test_it.py:purity': 0.6}, {'test_it.py:purity': 0.6}]\n"


def test_a_metric_inside_a_function_is_not_named_in_python(run: Any) -> None:
    ran = run("def test_it(axiometrics_check):\n    axiometrics_check(lambda gains, ideal: 1, 'ranking:priority')")
    assert "<lambda>/priority@universal: violates, tied" in ran.stdout.str()
    assert "Run this test to see it again; define the metric at the top of a module" in ran.stdout.str()
    assert "import axiometrics as ax" not in "\n".join(line for line in ran.outlines if line.startswith("E "))


def test_a_metric_that_fails_fails(run: Any) -> None:
    body = """
        def broken(labels_true, labels_pred):
            raise ValueError("no way")
    """
    ran = run(
        textwrap.dedent(body)
        + textwrap.dedent(using("[broken]", 'expected_violations={"*": "it is broken"}, constraints=["rag-bag"]'))
    )
    ran.assert_outcomes(failed=1)
    assert "broken/rag-bag@universal: error, raised ValueError: no way on gold" in ran.stdout.str()


def test_a_constraint_of_another_task_is_a_mistake(run: Any) -> None:
    ran = run(using("[purity]", 'constraints=["rag-bag"]').replace("check(metric)", "check('ap')"))
    ran.assert_outcomes(failed=1)
    assert (
        "TaskError: ap is a metric of ranking, and clustering:rag-bag a constraint on clustering: name a metric and a "
        "constraint of the same task" in ran.stdout.str()
    )


def test_a_mistake_in_a_test_shows_its_line_and_nothing_of_ours(run: Any) -> None:
    ran = run("""
        def test_name(axiometrics_check):
            axiometrics_check(purity, "ragbags")
        def test_metric(axiometrics_check):
            axiometrics_check("nope", "rag-bag")
        @ax.parametrize_with_constraints([purity], constraints=["rag-bag"])
        def test_task(metric, constraint):
            constraint.check("ap")
    """)
    ran.assert_outcomes(failed=3)
    for line in (
        '>       axiometrics_check(purity, "ragbags")',
        '>       axiometrics_check("nope", "rag-bag")',
        '>       constraint.check("ap")',
    ):
        assert line in ran.outlines
    ours = "selection|registry|check_run|checked_constraint|generated_tests"
    assert not [line for line in ran.outlines if re.search(rf"\b({ours})\.py", line)]


@pytest.mark.slow
def test_evidence_that_is_required(run: Any) -> None:
    body = using("[purity]", 'constraints=["homogeneity"], max_examples=0')
    run(body, "--axiometrics-require=exhaustive:6").assert_outcomes(passed=1)
    ran = run(body, "--axiometrics-require=exhaustive:6", "--axiometrics-max-size=5")
    ran.assert_outcomes(failed=1)
    assert (
        "purity/homogeneity@universal: satisfies on exhaustive evidence to 5, weaker than required" in ran.stdout.str()
    )
    unknown = using("[purity]", 'constraints=["rag-bag"], max_examples=0')
    run(unknown, "--axiometrics-max-size=3").assert_outcomes(skipped=1)
    ran = run(unknown, "--axiometrics-max-size=3", "--axiometrics-require=proof")
    ran.assert_outcomes(failed=1)
    assert (
        "purity/rag-bag@universal: undetermined, no case has at most 3 documents: raise --max-size; required is proof"
        in ran.stdout.str()
    )


# --- expected violations

EXPECTED = dict.fromkeys(sorted(FAILS), "it looks at the greatest class only")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "expected",
    [repr({"purity": EXPECTED}), repr(EXPECTED), f"lambda metric: {EXPECTED!r} if metric is purity else None"],
)
def test_a_violation_that_is_expected_is_no_failure(run: Any, expected: str) -> None:
    ran = run(
        using("[purity]", f"expected_violations={expected}, max_examples=0").replace("max_size=6", "max_size=7"), "-rxs"
    )
    ran.assert_outcomes(passed=1, xfailed=3, skipped=1)
    reasons = re.findall(r"^XFAIL .* violates, as expected: (.*)$", ran.stdout.str(), re.MULTILINE)
    assert reasons == ["it looks at the greatest class only"] * 3


def test_an_expectation_that_no_longer_holds_fails_and_says_so(run: Any) -> None:
    ran = run(using('["bcubed-f"]', 'constraints=["rag-bag"], expected_violations={"rag-bag": "so we thought"}'))
    ran.assert_outcomes(failed=1)
    said = (
        "bcubed-f/rag-bag@universal: the violation expected (so we thought) is not there: found "
        "satisfies on proof evidence; remove it from expected_violations"
    )
    assert said in ran.stdout.str()
    ran = run(
        using(
            "[purity]", 'constraints=["rag-bag"], expected_violations={"rag-bag": "too small to see"}, max_examples=0'
        ),
        "--axiometrics-max-size=3",
    )
    ran.assert_outcomes(failed=1)
    assert "is not there: found undetermined, no case has at most 3 documents" in ran.stdout.str()


def test_the_fixture_expects_too(run: Any) -> None:
    body = """
        def test_found(axiometrics_check):
            axiometrics_check(purity, "rag-bag", expected="one class at most", max_size=6)

        def test_not_found(axiometrics_check):
            axiometrics_check("bcubed-f", "clustering:rag-bag", expected="it is old", max_size=6)

        def test_the_cell(axiometrics_check):
            cell = axiometrics_check("bcubed-f", "rag-bag", reading="picture")
            assert (cell.holds, cell.reading) == (True, "picture")
    """
    ran = run(body, "-rxf")
    ran.assert_outcomes(passed=1, xfailed=1, failed=1)
    assert "(it is old) is not there: found satisfies on proof evidence; remove it from expected=" in ran.stdout.str()


# --- pinned evidence


def counting(body: str) -> str:
    """The same with a metric that says how often it was called."""
    count = "    CALLS = []\n    def teardown_module():\n        print(f'calls: {len(CALLS)}')\n"
    return (
        textwrap.dedent(count)
        + textwrap.dedent(body).replace("[purity]", "[counted]")
        + textwrap.dedent("""
        def counted(labels_true, labels_pred):
            CALLS.append(1)
            return purity(labels_true, labels_pred)
    """).strip("\n")
        + "\n"
    )


def calls(ran: pytest.RunResult) -> int:
    match = re.search(r"calls: (\d+)", ran.stdout.str())
    assert match is not None
    return int(match[1])


def ordered(body: str) -> str:
    """The metric before the test that names it."""
    at = body.index("def counted")
    return body[at:] + body[:at]


def evidence(metric: str, constraint: str, module: str = "test_it.py") -> Path:
    """Where evidence on a function of the tests is pinned: by its file and its name."""
    return Path("evidence/clustering", file_label(f"{module}:{metric}"), f"{constraint}.universal.json")


def test_the_metrics_of_a_project_are_tested_by_its_file(run: Any, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(measures_of_the_project="def early(g, best):\n    return float(g[0]) if g else 0.0\n")
    pytester.path.joinpath("axiometrics.toml").write_text(
        """
        [targets.first]
        target = "measures_of_the_project.py:early"
        signature = "gains"
        [targets.first.violations]
        priority = "only the first document is looked at"
        deepness-threshold = "not run here"
        """
    )
    result = run(
        """
        @ax.parametrize_with_constraints(constraints=["ranking:priority"], max_size=3)
        def test_all(metric, constraint):
            constraint.check(metric)

        def test_one(axiometrics_check):
            axiometrics_check("first", "ranking:priority", max_size=3)

        def test_same():
            ax.assert_same_as("first", "dcg@1", max_size=2)
        """,
        "-rA",
        "-p",
        "no:cacheprovider",
        "--axiometrics-laws=off",
        "--axiometrics-no-cache",
    )
    summary = result.stdout.str()
    reason = "violates, as expected: axiometrics.toml, first: only the first document is looked at"
    assert f"XFAIL test_it.py::test_all[first-priority-universal] - {reason}" in summary
    assert f"XFAIL test_it.py::test_one - {reason}" in summary
    assert "PASSED test_it.py::test_same" in summary


@pytest.mark.slow
@pytest.mark.parametrize(("constraint", "outcome"), [("priority", "passed"), ("confidence", "failed")])
def test_a_full_hit_of_the_cache_imports_no_target(
    constraint: str, outcome: str, run: Any, pytester: pytest.Pytester
) -> None:
    """The module writes a line whenever it is imported, and whenever its metric is called; a failure is told whole."""
    log = Path(pytester.path, "log")
    pytester.makepyfile(
        logged=f"""
        def note(word):
            with open({str(log)!r}, "a") as file:
                print(word, file=file)
        note("import")
        def halved(gains, ideal):
            note("call")
            return sum(gain * 0.5 ** i for i, gain in enumerate(gains))
        """
    )
    counted = []
    for _ in range(2):
        log.write_text("")
        run(
            using('["logged.py:halved"]', f'constraints=["{constraint}"]').replace("max_size=6", "max_size=3"),
            "--axiometrics-cache-dir=cells",
        ).assert_outcomes(**{outcome: 1})
        counted.append({word: log.read_text().split().count(word) for word in ("import", "call")})
    assert counted[0]["import"] > 0
    assert counted[0]["call"] > 0
    assert counted[1] == {"import": 0, "call": 0}


def test_a_pinned_counterexample_is_tried_before_any_search(run: Any, pytester: pytest.Pytester) -> None:
    body = ordered(
        counting(
            using(
                "[purity]",
                'signature="labels", constraints=["size-vs-quantity"], max_examples=0, '
                'expected_violations={"size-vs-quantity": "known"}',
            ).replace("max_size=6", "max_size=7")
        )
    )
    searched = run(body, "-s", "--axiometrics-corpus=evidence", "--axiometrics-pin", "--axiometrics-laws=off")
    searched.assert_outcomes(xfailed=1)
    pinned = evidence("counted", "size-vs-quantity")
    before = pinned.read_bytes()
    assert b'"documents": 7' in before
    replayed = run(body, "-s", "--axiometrics-corpus=evidence", "--axiometrics-pin", "--axiometrics-laws=off")
    replayed.assert_outcomes(xfailed=1)
    assert calls(replayed) < 30
    assert calls(replayed) < calls(searched)
    # what a search this short could not see
    run(body, "--axiometrics-corpus=evidence", "--axiometrics-max-size=4").assert_outcomes(xfailed=1)
    assert pinned.read_bytes() == before
    run(body, "--axiometrics-max-size=4").assert_outcomes(failed=1)


@pytest.mark.slow
def test_a_pinned_counterexample_that_is_none_any_more_is_not_believed(run: Any, pytester: pytest.Pytester) -> None:
    body = using("[purity]", 'constraints=["rag-bag"]')
    run(body, "--axiometrics-corpus=evidence", "--axiometrics-pin").assert_outcomes(failed=1)
    pinned = evidence("purity", "rag-bag")
    before = pinned.read_bytes()
    # the same name, another metric: BCubed F keeps Rag Bag
    mended = textwrap.dedent(BCUBED) + textwrap.dedent(body)
    run(mended, "--axiometrics-corpus=evidence").assert_outcomes(passed=1)
    assert pinned.read_bytes() == before
    run(mended, "--axiometrics-corpus=evidence", "--axiometrics-pin").assert_outcomes(passed=1)
    assert json.loads(pinned.read_text(encoding="utf-8"))["holds"] is True


def test_a_pinned_counterexample_without_a_value_is_a_warning(run: Any) -> None:
    body = using("[purity]", 'constraints=["rag-bag"], max_examples=0')
    run(body, "--axiometrics-corpus=evidence", "--axiometrics-pin", "--axiometrics-laws=off").assert_outcomes(failed=1)
    pinned = evidence("purity", "rag-bag")
    before = pinned.read_bytes()
    undefined = "\ndef purity(labels_true, labels_pred):\n    return float('nan') if len(labels_true) > 4 else 1.0\n"
    options = "--axiometrics-corpus=evidence", "--axiometrics-pin", "--axiometrics-laws=off", "-W", "default"
    ran = run(undefined + textwrap.dedent(body), *options)
    ran.assert_outcomes(skipped=1, warnings=1)
    assert "PinWarning: axiometrics: purity/rag-bag@universal: the pinned counterexample has no" in ran.stdout.str()
    assert pinned.read_bytes() == before
    run(undefined + textwrap.dedent(body), *options[:-2]).assert_outcomes(failed=1)


def test_a_damaged_file_is_one_line(run: Any) -> None:
    body = using("[purity]", 'constraints=["rag-bag"]')
    run(body, "--axiometrics-corpus=evidence", "--axiometrics-pin")
    evidence("purity", "rag-bag").write_text("{", encoding="utf-8")
    ran = run(body, "--axiometrics-corpus=evidence")
    ran.assert_outcomes(failed=1)
    shown = ran.outlines[ran.outlines.index(next(line for line in ran.outlines if "= FAILURES" in line)) : -2]
    assert len(shown) == 4, "a head, the test, the line, and the summary"
    assert re.match(
        r"axiometrics: 'evidence/\S+rag-bag.universal.json' is not pinned evidence \(.*\): delete it, it is made anew$",
        shown[2],
    )


@pytest.mark.slow
def test_pytest_and_the_command_line_share_their_evidence(
    run: Any, command: Any, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(
        using("[purity]", 'constraints=["rag-bag", "homogeneity"], max_examples=0'),
        "--axiometrics-corpus=evidence",
        "--axiometrics-pin",
    )
    before = {path: path.read_bytes() for path in Path("evidence").rglob("*.json")}
    assert {*before} == {evidence("purity", "rag-bag"), evidence("purity", "homogeneity")}
    Path("below").mkdir()
    for folder, target, corpus in (
        (".", "test_it.py:purity", "evidence"),
        (".", "test_it:purity", "./evidence"),
        ("below", "../test_it.py:purity", "../evidence"),
    ):
        monkeypatch.chdir(Path(pytester.path, folder))
        line = [
            "check",
            target,
            "-c",
            "rag-bag",
            "-c",
            "homogeneity",
            "--max-size",
            "3,homogeneity=6",
            "--max-examples",
            "0",
            "--corpus",
            corpus,
        ]
        assert (
            f"{target}/rag-bag@universal: the search found no violation, the pinned counterexample is one"
            in command(*line).err
        )
        monkeypatch.chdir(pytester.path)
        assert {path: path.read_bytes() for path in Path("evidence").rglob("*.json")} == before
    verified = command("verify", "--target", "test_it.py:purity", *map(str, before))
    assert (verified.code, verified.out.count("verified") >= 1) == (0, True)


@pytest.mark.slow
def test_functions_of_one_name_have_files_of_their_own(pytester: pytest.Pytester) -> None:
    inside = """
        def test_inside(axiometrics_check):
            def mine(labels_true, labels_pred):
                return -1.0
            axiometrics_check(mine, "homogeneity", expected="it is constant")
    """
    for name, metric in (("one", "constant"), ("other", "purity")):
        body = (
            METRICS.replace(f"def {metric}", "def mine"),
            using("[mine]", 'constraints=["homogeneity"], max_examples=0'),
            inside,
        )
        pytester.makepyfile(**{f"test_{name}": "".join(map(textwrap.dedent, body))})
    ran = pytester.runpytest_inprocess("-q", *INSIDE, *LOAD, "--axiometrics-corpus=evidence", "--axiometrics-pin")
    ran.assert_outcomes(passed=1, failed=1, xfailed=2)
    cells = [(path, json.loads(path.read_text(encoding="utf-8"))) for path in Path("evidence").rglob("*.json")]
    assert {cell["metric"]: cell["holds"] for _, cell in cells} == {
        "test_one.py:mine": False,
        "test_other.py:mine": True,
        "test_one.py:test_inside.mine": False,
        "test_other.py:test_inside.mine": False,
    }
    assert len({path.parent.name.lower() for path, _ in cells}) == 4


def test_the_evidence_of_another_metric_of_that_name_is_not_believed(run: Any) -> None:
    """Ours is called as a function of the user is, and has a proof; a function that fails has no evidence at all."""
    pinning = "--axiometrics-corpus=evidence", "--axiometrics-pin"
    ours = 'axiometrics_check("purity", "homogeneity", max_examples=0)'
    users = 'axiometrics_check(purity, "homogeneity", max_examples=0)'
    fails = "def purity(labels_true, labels_pred):\n        raise ValueError('no')"
    run(
        f"\n    {fails}\n    def test_it(axiometrics_check):\n        {ours}\n        {users}\n", *pinning
    ).assert_outcomes(failed=1)
    (path,) = Path("evidence").rglob("*.json")
    assert json.loads(path.read_text(encoding="utf-8"))["metric"] == "purity"
    assert path.parent.name == "purity"


# --- options

OPTIONS = [
    ("--axiometrics-report=nowhere/matrix.json", "--axiometrics-report: cannot write 'nowhere/matrix.json'"),
    ("--axiometrics-report=matrix.xyz", "no format has this suffix; known are .txt"),
    ("--axiometrics-corpus=nowhere", "no corpus in 'nowhere'"),
    ("--axiometrics-pin", "--axiometrics-pin: name the folder with --axiometrics-corpus=DIR"),
    ("--axiometrics-max-size=x", "'x' is not a size"),
    ("--axiometrics-max-examples=-1", "--axiometrics-max-examples '-1': write a whole number from 0"),
    ("--axiometrics-seed=x", "--axiometrics-seed 'x': write a whole number"),
    ("--axiometrics-max-examples=²", "--axiometrics-max-examples '²': write a whole number from 0"),
    ("--axiometrics-timeout=nan", "--axiometrics-timeout 'nan': write seconds above 0"),
    ("--axiometrics-timeout=0.0", "--axiometrics-timeout '0.0': write seconds above 0"),
    ("--axiometrics-require=x", "--axiometrics-require 'x': write proof, exhaustive, or exhaustive:N"),
]


@pytest.mark.parametrize(("option", "message"), OPTIONS)
def test_a_mistake_in_an_option_is_one_line(run: Any, option: str, message: str) -> None:
    ran = run(using("[purity]"), option)
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in ran.errlines if line]
    assert line.startswith("ERROR: ")
    assert message in line


@pytest.mark.skipif(not hasattr(os, "fork"), reason="functions are called in forks")
@pytest.mark.slow
def test_a_function_that_never_returns_fails_its_tests_and_ends(run: Any) -> None:
    """It would hang without the option."""
    ran = run(
        using("[endless]", 'constraints=["rag-bag"]').replace(
            "@ax", "def endless(labels_true, labels_pred):\n            while True: pass\n        @ax"
        ),
        "--axiometrics-timeout=0.2",
    )
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["*gave no answer for 0.2 s*"])


def test_every_option_has_the_prefix(run: Any) -> None:
    shown = run("", "--help").stdout.str()
    group = shown.partition("constraints on evaluation metrics (axiometrics):")[2].partition("\n\n")[0]
    options = re.findall(r"^ {2}(-\S+)", group, re.MULTILINE)
    assert len(options) == 14
    assert all(name.startswith("--axiometrics-") for name in options)
    assert "@pytest.mark.axiometrics(metrics, expected_violations=None, ...)" in run("", "--markers").stdout.str()


# --- the report

REPORTED = """
    @ax.parametrize_with_constraints(["rr", "bcubed-f", purity, constant], max_size=6, max_examples=20,
                                     constraints=["*ness", "priority", "rag-bag"],
                                     expected_violations={"purity": {"rag-bag": "known"}})
    def test_constraints(metric, constraint):
        constraint.check(metric)

    def test_by_the_fixture(axiometrics_check):
        axiometrics_check("ap", "confidence", expected="known", max_size=3)
"""


def content(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for cell in data["cells"]:
        del cell["evidence"]["seconds"]
    return data


@pytest.fixture
def alone(run: Any, pytester: pytest.Pytester) -> tuple[list[str], dict[str, Any]]:
    """Outcomes and report of a run in one process."""
    ran = run(REPORTED, "-rA", "--axiometrics-report=m.json")
    return outcomes_of(ran.stdout.str()), content(Path(pytester.path, "m.json"))


def apart(pytester: pytest.Pytester, *options: str) -> tuple[list[str], dict[str, Any]]:
    """Outcomes and report of the same tests in processes of their own."""
    Path(pytester.path, "m.json").unlink()
    ran = pytester.runpytest_subprocess("-rA", "-W", "error", *LOAD, "--axiometrics-report=m.json", *options)
    assert ran.ret == pytest.ExitCode.TESTS_FAILED
    assert ran.stdout.str().count("cells written to m.json") == 1
    return outcomes_of(ran.stdout.str()), content(Path(pytester.path, "m.json"))


def outcomes_of(shown: str) -> list[str]:
    return sorted(re.findall(r"^(?:PASSED|FAILED|XFAIL|SKIPPED|ERROR) \S+", shown, re.MULTILINE))


def test_the_report_is_a_matrix_of_what_was_checked(alone: tuple[list[str], dict[str, Any]]) -> None:
    _, data = alone
    assert [metric["id"] for metric in data["metrics"]] == ["bcubed-f", "ap", "rr", "constant", "purity"]
    matrix = Matrix.from_json(
        {**data, "cells": [{**cell, "evidence": {**cell["evidence"], "seconds": 0.0}} for cell in data["cells"]]}
    )
    assert matrix.cell("bcubed-f", "rag-bag").holds
    assert {c.constraint for c in matrix if c.metric == "purity" and c.holds is False} == FAILS & {
        "rag-bag",
        "completeness",
    }
    assert matrix.cell("ap", "confidence").holds is False
    assert sum(matrix.counts.values()) == len(matrix) == 9


@pytest.mark.slow
def test_several_processes_say_the_same(alone: tuple[list[str], dict[str, Any]], pytester: pytest.Pytester) -> None:
    pytester.makeconftest("""
        from pathlib import Path
        def pytest_sessionfinish(session):
            gathers = session.config.pluginmanager.has_plugin("axiometrics-gatherer")
            Path(f"{'worker' if hasattr(session.config, 'workerinput') else 'controller'}-{gathers}").touch()
    """)
    assert apart(pytester, "-n", "2") == alone
    assert {path.name for path in Path(pytester.path).glob("*-*e")} == {"worker-False", "controller-True"}


@pytest.mark.thorough
def test_neither_order_nor_cache_nor_hypothesis_beside_matters(
    alone: tuple[list[str], dict[str, Any]], pytester: pytest.Pytester
) -> None:
    pytester.makeconftest("""
        def pytest_collection_modifyitems(items):
            items.reverse()
        def pytest_runtest_logreport(report):
            assert len(getattr(report, "axiometrics", ())) == (report.when == "call" and "test_it.py" in report.nodeid)
    """)
    pytester.makepyfile(
        test_other=(
            "from hypothesis import given, strategies as st\n@given(st.integers())\ndef "
            "test_other(x):\n    assert x == x\n"
        )
    )
    outcomes, data = apart(pytester, "-p", "no:cacheprovider", "--hypothesis-seed=7", "--hypothesis-show-statistics")
    assert data == alone[1]
    assert outcomes == sorted([*alone[0], "PASSED test_other.py::test_other"])


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("suffix", "begins"), [("csv", "task,metric,constraint"), ("md", "| "), ("txt", "CLUSTERING"), ("json", "{")]
)
def test_any_format_by_its_suffix(run: Any, pytester: pytest.Pytester, suffix: str, begins: str) -> None:
    run(using('["bcubed-f"]', 'constraints=["rag-bag"]'), f"--axiometrics-report=matrix.{suffix}").assert_outcomes(
        passed=1
    )
    assert begins in Path(pytester.path, f"matrix.{suffix}").read_text(encoding="utf-8")


def test_a_report_of_nothing_is_not_written(run: Any, pytester: pytest.Pytester) -> None:
    ran = run("def test_it(): pass", "--axiometrics-report=matrix.json")
    assert "axiometrics: no metric was checked: matrix.json is not written" in ran.outlines
    assert not Path(pytester.path, "matrix.json").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device is full here")
@pytest.mark.parametrize(
    ("metric", "code"), [("bcubed-f", pytest.ExitCode.USAGE_ERROR), ("purity", pytest.ExitCode.TESTS_FAILED)]
)
def test_a_report_that_cannot_be_written_takes_nothing_away(run: Any, metric: str, code: pytest.ExitCode) -> None:
    os.symlink("/dev/full", "full.json")
    ran = run(using(f'["{metric}"]', 'constraints=["rag-bag"]'), "--axiometrics-report=full.json", "--color=yes")
    assert ran.ret == code
    (line,) = [line for line in ran.outlines if "cannot write" in line]
    assert line == "\x1b[31maxiometrics: cannot write 'full.json': No space left on device\x1b[0m"
    failed = code is pytest.ExitCode.TESTS_FAILED
    assert ("score(better) and score(worse) both equal " in ran.stdout.str()) == failed
    assert ("1 failed" if failed else "1 passed") in ran.outlines[-1]
    assert "INTERNALERROR" not in ran.stdout.str() + ran.stderr.str()


def test_a_report_asked_for_by_a_broken_link_leaves_the_link(run: Any) -> None:
    os.symlink("nowhere.json", "link.json")
    run("def test_it(): pass", "--axiometrics-report=link.json").assert_outcomes(passed=1)
    assert os.path.islink("link.json")


@pytest.mark.slow
def test_metrics_of_one_name_are_told_apart(pytester: pytest.Pytester) -> None:
    for name, metric in (("one", "constant"), ("other", "purity")):
        body = textwrap.dedent(METRICS).replace(f"def {metric}", "def mine") + textwrap.dedent(
            using("[mine]", 'constraints=["homogeneity"]')
        )
        pytester.makepyfile(**{f"test_{name}": body})
    pytester.runpytest_inprocess("-q", *INSIDE, *LOAD, "--axiometrics-report=matrix.json").assert_outcomes(
        passed=1, failed=1
    )
    verdicts = {cell["metric"]: cell["holds"] for cell in content(Path(pytester.path, "matrix.json"))["cells"]}
    assert verdicts == {"test_one.py:mine": False, "test_other.py:mine": True}


SAME_NAME = """
    from functools import partial

    class Scorer:
        def __init__(self, worth):
            self.worth = worth
        def __call__(self, labels_true, labels_pred):
            return self.worth * purity(labels_true, labels_pred)

    def test_one(axiometrics_check):
        axiometrics_check(Scorer(1), "homogeneity", max_size=4, max_examples=0)

    def test_other(axiometrics_check):
        axiometrics_check(Scorer(0), "homogeneity", max_size=4, max_examples=0, expected="it is constant")

    @pytest.mark.parametrize("worth", [2, 3])
    def test_both(axiometrics_check, worth):
        axiometrics_check(Scorer(worth), "homogeneity", max_size=4, max_examples=0)
        axiometrics_check(Scorer(0), "homogeneity", max_size=6, max_examples=0, expected="it is constant")

    @ax.parametrize_with_constraints([Scorer(1)], constraints=["homogeneity", "completeness"], max_size=3,
                                     max_examples=0, expected_violations={"completeness": "purity"})
    def test_all(metric, constraint):
        constraint.check(metric)

    @pytest.mark.parametrize("size", [3, 5])
    def test_sizes(axiometrics_check, size):
        axiometrics_check(purity, "homogeneity", max_size=size, max_examples=0)
"""


@pytest.mark.parametrize("whatever", [(), pytest.param(((), ("-n", "2")), marks=pytest.mark.thorough)])
def test_metrics_that_no_name_leads_to_are_told_apart_by_their_tests_whatever_the_order(
    run: Any, pytester: pytest.Pytester, whatever: tuple[tuple[str, ...], ...]
) -> None:
    options = "--axiometrics-report=m.json", "--axiometrics-corpus=evidence", "--axiometrics-pin"
    first = run(SAME_NAME, *options)
    first.assert_outcomes(passed=4, xfailed=4)
    report, pins = content(Path("m.json")), {path: path.read_bytes() for path in Path("evidence").rglob("*.json")}
    cells = {
        (cell["metric"], cell["constraint"]): (cell["holds"], cell["evidence"]["size"]) for cell in report["cells"]
    }
    assert cells == {
        ("Scorer", "completeness"): (False, 2),
        ("purity", "homogeneity"): (True, 5),
        ("test_it.py:test_all.Scorer", "homogeneity"): (True, 3),
        ("test_it.py:test_one.Scorer", "homogeneity"): (True, 4),
        ("test_it.py:test_other.Scorer", "homogeneity"): (False, 2),
        ("test_it.py:test_both[2].Scorer", "homogeneity"): (True, 4),
        ("test_it.py:test_both[2].Scorer#2", "homogeneity"): (False, 2),
        ("test_it.py:test_both[3].Scorer", "homogeneity"): (True, 4),
        ("test_it.py:test_both[3].Scorer#2", "homogeneity"): (False, 2),
    }
    pinned = {(cell["metric"], cell["constraint"]): cell["holds"] for cell in map(json.loads, pins.values())}
    assert pinned == {
        ("test_it.py:purity", "homogeneity"): True,
        ("test_it.py:test_all.Scorer", "homogeneity"): True,
        ("test_it.py:test_all.Scorer", "completeness"): False,
        ("test_it.py:test_one.Scorer", "homogeneity"): True,
        ("test_it.py:test_other.Scorer", "homogeneity"): False,
    }
    assert (
        sum(
            "is not pinned: metrics of this name differ; give each a name of its own" in line for line in first.outlines
        )
        == 2
    )
    pytester.makeconftest("def pytest_collection_modifyitems(items): items.reverse()")
    for more in whatever:
        shutil.rmtree("evidence")
        ran = pytester.runpytest_subprocess("-W", "error", *LOAD, *options, *more)
        ran.assert_outcomes(passed=4, xfailed=4)
        assert content(Path("m.json")) == report
        assert {path: path.read_bytes() for path in Path("evidence").rglob("*.json")} == pins


@pytest.mark.slow
def test_weaker_evidence_is_pinned_with_a_word(run: Any) -> None:
    body = using("[purity]", 'constraints=["homogeneity"], max_examples=0')
    pinning = "--axiometrics-corpus=evidence", "--axiometrics-pin"
    assert "pinned as" not in run(body, *pinning, "--axiometrics-max-size=5").stdout.str()
    assert "pinned as" not in run(body, *pinning, "--axiometrics-max-size=6").stdout.str()
    said = (
        "axiometrics: test_it.py:purity/homogeneity@universal: pinned as satisfies (exhaustive to "
        "6), is now satisfies (exhaustive to 4)"
    )
    assert [line for line in run(body, *pinning, "--axiometrics-max-size=4").outlines if "pinned as" in line] == [said]


@pytest.mark.slow
def test_an_expectation_that_a_short_search_does_not_meet_says_how_short(run: Any) -> None:
    body = """
        def late(labels_true, labels_pred):
            return purity(labels_true, labels_pred) if len(labels_true) < 6 else 1.0

        @ax.parametrize_with_constraints([late], constraints=["homogeneity"], max_examples=0,
                                         expected_violations={"homogeneity": "known"})
        def test_it(metric, constraint):
            constraint.check(metric)
    """
    run(body).assert_outcomes(xfailed=1)
    ran = run(body, "--axiometrics-max-size=5")
    ran.assert_outcomes(failed=1)
    assert (
        "is not there: found satisfies on exhaustive evidence to 5; search further, or remove it "
        "from expected_violations, or look at"
    ) in ran.stdout.str()


# --- what it costs


def test_the_plugin_is_declared() -> None:
    declared = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    assert declared["project"]["entry-points"]["pytest11"] == {"axiometrics": MODULE}


@pytest.mark.parametrize("options", [(), pytest.param(("--collect-only",), marks=pytest.mark.slow)])
def test_who_does_not_use_it_loads_nothing_of_it(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    pytester.makepyfile("def test_it(): pass")
    pytester.makeconftest("""
        import sys
        def pytest_unconfigure():
            heavy = {"axiometrics", "numpy", "sympy", "scipy", "mpmath"}
            print("loaded:", *sorted(name for name in sys.modules if name.partition(".")[0] in heavy))
    """)
    ran = pytester.runpytest_subprocess("-s", *LOAD, *options)
    assert ran.ret == 0
    assert f"loaded: axiometrics {MODULE}" in ran.outlines
