"""What other packages add: an example package, installed for real, and packages whose entry points cannot be used."""

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from axiometrics import registry
from axiometrics.packs import PACKS, Pack
from axiometrics.registry.entry_points import load

ROOT = Path(__file__).parents[2]
EXAMPLE = Path(__file__).parent / "example_package"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip installed the example package."""
    pytest.importorskip("setuptools", minversion="77", reason="building the example package needs setuptools")
    source, target = tmp_path_factory.mktemp("source") / "example", tmp_path_factory.mktemp("installed")
    shutil.copytree(EXAMPLE, source)
    options = (
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--quiet",
        "--disable-pip-version-check",
        "--target",
        str(target),
    )
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, str(source)], check=True, capture_output=True, timeout=240
    )
    return target


def run(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line with that folder on the path."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(path), str(ROOT)]), "PYTHONWARNINGS": "error"}
    return subprocess.run(
        [sys.executable, "-m", "axiometrics", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_an_installed_package_adds_a_metric_a_constraint_and_a_pack(installed: Path) -> None:
    found = run(
        installed,
        "matrix",
        "--pack",
        "decisions",
        "-c",
        "improvement",
        "-c",
        "filtering:priority",
        "--format",
        "json",
        "-q",
    )
    assert (found.returncode, found.stderr) == (0, "")
    verdicts = {(cell["metric"], cell["constraint"]): cell["holds"] for cell in json.loads(found.stdout)["cells"]}
    # tp/(tp+fp+fn) stays 0 while tp = 0, whatever leaves the positive set; with tp >= 1 a move to the right set raises
    # tp or lowers fp
    assert verdicts[("overlap", "improvement")] is True
    assert verdicts[("overlap", "priority")] is False
    assert verdicts[("accuracy", "improvement")] is True


@pytest.mark.parametrize(
    ("metric", "old", "new"),
    [("overlap", "ratio(t.tp,", "ratio(-t.tp,"), ("f", ">= 1)", ">= 0)")],
    ids=["metric", "constraint"],
)
def test_no_cell_is_taken_that_rests_on_former_code_of_another_package(
    installed: Path, tmp_path: Path, metric: str, old: str, new: str
) -> None:
    """Between two runs the metric is turned round, or the constraint asks more: F stays 0 where the first error to go
    is an irrelevant document.
    """
    changed = shutil.copytree(installed, tmp_path / "changed", ignore=shutil.ignore_patterns("__pycache__"))
    module = changed / "axiometrics_example" / "__init__.py"
    verdicts = []
    for text in (module.read_text(encoding="utf-8"), module.read_text(encoding="utf-8").replace(old, new)):
        module.write_text(text, encoding="utf-8")
        found = run(changed, "matrix", "-m", metric, "-c", "improvement", "--format", "json", "-q")
        verdicts += [cell["holds"] for cell in json.loads(found.stdout)["cells"]]
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
    assert verdicts == [True, False]


OWN = ("-m", "overlap", "-m", "coverage(alpha=1/3)")
"""Metrics of the example package: one names its definition, the definition of the other has an entry point."""


def saved(path: Path, folder: Path, *arguments: str) -> Path:
    """A matrix with these metrics, as it is saved."""
    file = folder / "saved.json"
    found = run(path, "matrix", *arguments, "--reading", "all", "--max-size", "6", "-o", str(file), "-q")
    assert found.returncode == 0, found.stderr
    return file


def test_verify_recomputes_the_cells_of_another_package_by_its_definitions(installed: Path, tmp_path: Path) -> None:
    file = saved(installed, tmp_path, *OWN)
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    kinds = {(cell["metric"], cell["evidence"]["kind"]) for cell in cells}
    assert {("overlap", "counterexample"), ("coverage(alpha=1/3)", "counterexample")} <= kinds
    found = run(installed, "verify", "-v", str(file))
    assert (found.returncode, found.stderr) == (0, "")
    verified = sum(cell["evidence"]["kind"] in ("counterexample", "proof") for cell in cells)
    assert found.stdout.splitlines()[-1] == (
        f"verified {verified}, failed 0, not re-run 0, nothing to check {len(cells) - verified}"
    )


@pytest.mark.parametrize(
    ("old", "new", "metric", "reason"),
    [
        ("return Fraction(len(", "return 1 + Fraction(len(", "overlap", "on recomputation, the file says"),
        ("return sum(", "return 1 + sum(", "coverage", "on recomputation, the file says"),
        (
            "return Fraction(len(positive",
            "return float(len(positive",
            "overlap",
            "gives 0.0: expected an exact",
        ),
        ("    if not relevant:", "    if not missing:", "coverage", "definition of coverage raised NameError: name"),
        ("    if not relevant:", "    if not exit(3):", "coverage", "definition of coverage raised SystemExit: 3"),
        ("if not relevant:", "if relevant:", "coverage", "is undefined on recomputation"),
    ],
    ids=["formula", "by-entry-point", "float", "raises", "exits", "undefined"],
)
def test_a_wrong_definition_is_found_out(
    old: str, new: str, metric: str, reason: str, installed: Path, tmp_path: Path
) -> None:
    file = saved(installed, tmp_path, *OWN)
    changed = shutil.copytree(installed, tmp_path / "changed", ignore=shutil.ignore_patterns("__pycache__"))
    module = changed / "axiometrics_example" / "__init__.py"
    text = module.read_text(encoding="utf-8")
    assert old in text
    module.write_text(text.replace(old, new).replace("float(len(positive & relevant), len", "float(0 * len"))
    found = run(changed, "verify", str(file))
    assert found.returncode == 1, found.stderr
    failed = [line for line in found.stdout.splitlines() if line.startswith("failed: ")]
    assert failed
    assert all(line.startswith(f"failed: {metric}") for line in failed)
    assert reason in failed[0]


def test_a_metric_without_definition_is_not_rerun(tmp_path: Path) -> None:
    points = "[axiometrics.metrics]\nfine = other_module:FINE\n[axiometrics.definitions]\nfine = no_such_module:FINE\n"
    package(tmp_path, points, MODULE)
    file = saved(tmp_path, tmp_path, "-m", "fine", "-c", "filtering:priority")
    found = run(tmp_path, "verify", str(file))
    assert "not re-run: fine/filtering:priority@universal: fine has no second definition" in found.stdout
    assert found.stderr.splitlines()[0] == (
        "axiometrics: warning: the entry point fine of axiometrics.definitions, from other, is left out: "
        "ModuleNotFoundError: No module named 'no_such_module'"
    )


def test_doctor_counts_what_is_added(installed: Path) -> None:
    found = run(installed, "doctor")
    assert found.returncode == 0, found.stdout
    assert "ok     from other packages: 2 metrics, 2 definitions, 1 constraints, 1 packs" in found.stdout


def package(folder: Path, points: str, module: str = "", name: str = "other") -> None:
    """A package as pip leaves it: a module and its metadata."""
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(points)
    (folder / f"{name}_module.py").write_text(module)


MODULE = """
from axiometrics.core.metric import Metric
from axiometrics import registry
from axiometrics.packs import PACKS, Pack

def constant(counts):
    return 0 * counts.tp

OURS = Metric("ap", "AP", "ranking", "ranking", "nobody", constant)
FINE = Metric("fine", "Fine", "filtering", "filtering", "nobody", constant)
NOWHERE = Metric("nowhere", "Nowhere", "cooking", "cooking", "nobody", constant)
UNNAMED = Metric("My Metric", "My Metric", "filtering", "filtering", "nobody", constant)
SHOWN = Metric("shown", "Shown", "filtering", "filtering", "nobody", constant, shown=lambda values: values["p"])
PACK = Pack(metrics=("fine",))
"""

BAD = {
    "missing = no_such_module:METRICS": "ModuleNotFoundError: No module named 'no_such_module'",
    "nothing = other_module:NOTHING": "has no attribute 'NOTHING'",
    "clash = other_module:OURS": "the metric ap is already declared: rename it",
    "function = other_module:constant": "other_module:constant is a function: expected a Metric or a tuple of them",
    "unnamed = other_module:UNNAMED": "nobody can ask for a metric named 'My Metric': use a to z, digits, - and .",
    "shown = other_module:SHOWN": "KeyError: 'p'",
    "nowhere = other_module:NOWHERE": (
        "the metric nowhere is of the task 'cooking': expected one of clustering, filtering, ranking, organization"
    ),
}


@pytest.fixture
def load_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder on the path, for packages of a test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("other_module", "second_module"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


@pytest.mark.parametrize("point", BAD)
def test_an_entry_point_that_cannot_be_used_is_told_and_breaks_nothing(
    point: str, load_from: Path, caplog: pytest.LogCaptureFixture
) -> None:
    package(load_from, f"[axiometrics.metrics]\n{point}\nfine = other_module:FINE\n", MODULE)
    with caplog.at_level(logging.WARNING, "axiometrics"):
        names = [metric.base for metric in registry._our_metrics()]
        found = load(names, [c.name for c in registry._our_constraints()], PACKS, registry.TASK_ORDER)
    assert [metric.base for metric in found.metrics] == ["fine"]
    (problem,) = found.problems
    assert problem.startswith(f"the entry point {point.split()[0]} of axiometrics.metrics, from other, is left out: ")
    assert problem.endswith(BAD[point])
    assert [record.getMessage() for record in caplog.records] == [f"axiometrics: warning: {problem}"]


DEFINED = (
    MODULE
    + """
from fractions import Fraction
from axiometrics.core.definition import Definition
from axiometrics.core.parameter import Parameter

def nothing(output, gold, **parameters):
    return Fraction(0)

P = Parameter("p", Fraction(1), "a number")
RIGHT = Definition("fine", nothing)
UNKNOWN = (RIGHT, Definition("nosuch", nothing))
AP = Definition("ap", nothing)
TWICE = (RIGHT, RIGHT)
OTHER = Definition("fine", nothing, (P,))
DEFINED = Metric("defined", "Defined", "filtering", "filtering", "nobody", constant, definition=nothing)
AGAIN = Definition("defined", nothing)
"""
)

WRONG = {
    "missing = no_such_module:ONE": "ModuleNotFoundError: No module named 'no_such_module'",
    "function = other_module:nothing": ("other_module:nothing is a function: expected a Definition or a tuple of them"),
    "metric = other_module:FINE": "other_module:FINE is a Metric: expected a Definition or a tuple of them",
    "unknown = other_module:UNKNOWN": "it defines the metric 'nosuch', which nobody declares",
    "ours = other_module:AP": "the metric ap has a definition already: a metric has one",
    "twice = other_module:TWICE": "the metric fine has a definition already: a metric has one",
    "again = other_module:AGAIN": "the metric defined has a definition already: a metric has one",
    "other = other_module:OTHER": (
        "the definition of fine has the parameters p=1, the metric none: state the same names and defaults"
    ),
}


@pytest.mark.parametrize("point", WRONG)
def test_an_entry_point_of_a_definition_that_cannot_be_used_is_told_and_breaks_nothing(
    point: str, load_from: Path, caplog: pytest.LogCaptureFixture
) -> None:
    metrics = "[axiometrics.metrics]\nfine = other_module:FINE\ndefined = other_module:DEFINED\n"
    package(load_from, f"{metrics}[axiometrics.definitions]\n{point}\nz = other_module:RIGHT\n", DEFINED)
    with caplog.at_level(logging.WARNING, "axiometrics"):
        found = load([metric.base for metric in registry._our_metrics()], [], PACKS, registry.TASK_ORDER)
    assert set(found.definitions) == {"fine", "defined"}
    (problem,) = found.problems
    assert problem == (
        f"the entry point {point.split()[0]} of axiometrics.definitions, from other, is left out: {WRONG[point]}"
    )
    assert [record.getMessage() for record in caplog.records] == [f"axiometrics: warning: {problem}"]


def test_packs_and_constraints_that_clash_are_refused(load_from: Path) -> None:
    module = MODULE + "CLASH = Pack(constraints=(registry._our_constraints()[0],))\n"
    packs = "amigo2013 = other_module:PACK\nclash = other_module:CLASH\nmine = other_module:PACK\n"
    package(load_from, f"[axiometrics.metrics]\nfine = other_module:FINE\n[axiometrics.packs]\n{packs}", module)
    found = load([], [c.name for c in registry._our_constraints()], PACKS, registry.TASK_ORDER)
    assert found.packs == (("mine", Pack(metrics=("fine",))),)
    assert ["is already declared" in problem for problem in found.problems] == [True, True]


def test_a_pack_that_is_left_out_takes_no_name(load_from: Path) -> None:
    module = MODULE + "CLASH = Pack(constraints=(registry._our_constraints()[0],))\n"
    package(load_from, "[axiometrics.packs]\nmine = other_module:CLASH\n", module)
    package(
        load_from,
        "[axiometrics.packs]\nmine = second_module:EMPTY\n",
        "from axiometrics.packs import Pack\nEMPTY = Pack()\n",
        name="second",
    )
    found = load([], [c.name for c in registry._our_constraints()], PACKS, registry.TASK_ORDER)
    assert found.packs == (("mine", Pack()),)
    assert ["from other" in problem for problem in found.problems] == [True]


@pytest.mark.parametrize(
    ("metric", "reason"),
    [
        ("nosuch", "it names the metric 'nosuch', which nobody declares"),
        ("No Name!", "it names the metric 'No Name!', which nobody declares"),
        ("fine(p=1)", "fine has no parameter 'p': it takes none"),
        ("rbp(q=1)", "rbp has no parameter 'q': it takes p"),
        ("rbp(p=2)", "rbp: p=2 is outside (0, 1)"),
        ("rbp(p)", "rbp(p): 'p' is no parameter: write name=value"),
    ],
)
def test_a_pack_of_metrics_that_nobody_declares_is_left_out(metric: str, reason: str, load_from: Path) -> None:
    packs = f"WRONG = Pack(metrics=('ap', {metric!r}))\nRIGHT = Pack(metrics=('fine', 'ndcg@5', 'rbp(p=1/2)'))\n"
    points = "wrong = other_module:WRONG\nright = other_module:RIGHT\n"
    package(
        load_from, f"[axiometrics.metrics]\nfine = other_module:FINE\n[axiometrics.packs]\n{points}", MODULE + packs
    )
    ours = registry._our_metrics()
    found = load([metric.base for metric in ours], [], PACKS, registry.TASK_ORDER, ours)
    assert [name for name, _ in found.packs] == ["right"]
    assert found.problems == (f"the entry point wrong of axiometrics.packs, from other, is left out: {reason}",)


IMPORTS = {
    "import sys; sys.exit(4)": "SystemExit: 4",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "raise GeneratorExit": "GeneratorExit",
    "raise ValueError('a\\nb')": "ValueError: a b",
    "raise ValueError('x' * 1000)": f"ValueError: {'x' * 288}...",
    "class Mute(Exception):\n    def __str__(self): return 1 // 0\nraise Mute": "Mute",
}


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("code", IMPORTS)
def test_no_import_of_a_package_ends_anything(
    code: str, apart: bool, load_from: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package(load_from, "[axiometrics.metrics]\nbad = other_module:METRICS\n", f"print('hello')\n{code}\n")
    package(
        load_from,
        "[axiometrics.packs]\nempty = second_module:EMPTY\n",
        "from axiometrics.packs import Pack\nEMPTY = Pack()\n",
        name="second",
    )
    found = []
    if apart:  # in a thread, where there are no signals
        thread = threading.Thread(target=lambda: found.append(load([], [], (), registry.TASK_ORDER)))
        thread.start()
        thread.join()
    else:
        found.append(load([], [], (), registry.TASK_ORDER))
    assert found[0].problems == (
        f"the entry point bad of axiometrics.metrics, from other, is left out: {IMPORTS[code]}",
    )
    assert found[0].packs == (("empty", Pack()),)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "hello" in captured.err


@pytest.mark.parametrize(
    "code",
    [
        "{}",
        "try:\n    {}\nexcept BaseException:\n    METRICS = ()",
        "try:\n    {}\nexcept BaseException:\n    raise ValueError",
    ],
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_arrives_during_an_import_is_the_users(
    code: str, number: signal.Signals, load_from: Path
) -> None:
    sent = f"os.kill(os.getpid(), {int(number)}); time.sleep(10)"
    package(
        load_from, "[axiometrics.metrics]\nslow = other_module:METRICS\n", f"import os, time\n{code.format(sent)}\n"
    )
    former = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # as the command line has it
        with pytest.raises(KeyboardInterrupt):
            load([], [], (), registry.TASK_ORDER)
        assert {signal.getsignal(one) for one in former} == {signal.default_int_handler}
    finally:
        for one, handler in former.items():
            signal.signal(one, handler)


def test_a_list_of_entry_points_that_cannot_be_read_is_told(load_from: Path) -> None:
    package(load_from, "[axiometrics.packs]\nno entry point\n", name="broken")
    package(
        load_from,
        "[axiometrics.packs]\nempty = second_module:EMPTY\n",
        "from axiometrics.packs import Pack\nEMPTY = Pack()\n",
        name="second",
    )
    found = load([], [], (), registry.TASK_ORDER)
    assert ("empty", Pack()) in found.packs
    assert [problem.partition(":")[0] for problem in found.problems] == ["the entry points of broken cannot be read"]


def test_the_first_of_two_packages_that_clash_is_kept(load_from: Path) -> None:
    package(load_from, "[axiometrics.metrics]\nfine = other_module:FINE\n", MODULE)
    package(load_from, "[axiometrics.metrics]\nfine = other_module:FINE\n", name="second")
    found = load([], [], (), registry.TASK_ORDER)
    assert [metric.base for metric in found.metrics] == ["fine"]
    assert ["from second" in problem for problem in found.problems] == [True]


BROKEN = """
import sys
from axiometrics.core.metric import Metric

def raises(counts):
    print("evaluated")
    raise ValueError("no value")

def leaves(counts):
    sys.exit(4)

print("imported")
METRICS = tuple(Metric(f.__name__, f.__name__, "filtering", "filtering", "nobody", f) for f in (raises, leaves))
"""


def test_a_formula_that_raises_is_an_error_of_its_own_cells(tmp_path: Path) -> None:
    package(tmp_path, "[axiometrics.metrics]\nbroken = other_module:METRICS\n", BROKEN)
    found = run(
        tmp_path, "matrix", "-m", "raises", "-m", "leaves", "-m", "f", "--max-size", "3", "--format", "json", "-q"
    )
    assert found.returncode == 0, found.stderr
    cells = {
        (cell["metric"], cell["constraint"]): (cell["evidence"]["kind"], cell["message"])
        for cell in json.loads(found.stdout)["cells"]
    }
    assert {kind for (metric, _), (kind, _) in cells.items() if metric == "f(beta=1)"} == {
        "counterexample",
        "descriptive",
    }
    assert {told for (metric, _), told in cells.items() if metric == "raises"} == {
        ("error", "its formula raised ValueError: no value")
    }
    assert {told for (metric, _), told in cells.items() if metric == "leaves"} == {
        ("error", "its formula raised SystemExit: 4")
    }


def test_a_formula_that_raises_is_left_out_of_scores_or_refused_by_name(tmp_path: Path) -> None:
    package(tmp_path, "[axiometrics.metrics]\nbroken = other_module:METRICS\n", BROKEN)
    labels = tmp_path / "labels.csv"
    labels.write_text("a,1\nb,0\n")
    cure = "leave it out, or mend the package that declares it"
    found = run(
        tmp_path, "score", str(labels), str(labels), "-m", "rais*", "-m", "f", "--format", "csv", "--progress", "none"
    )
    assert (found.returncode, found.stdout.splitlines()[1:]) == (0, [f"{labels},all,f(beta=1),1.0"])
    assert found.stderr.splitlines() == [
        "imported",
        "evaluated",
        f"axiometrics: left out: raises: its formula raised ValueError: no value: {cure}",
    ]
    found = run(tmp_path, "score", str(labels), str(labels), "-m", "leaves", "-m", "f", "--progress", "none")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.splitlines()[1:] == [f"axiometrics: error: leaves: its formula raised SystemExit: 4: {cure}"]


def test_a_failing_entry_point_is_one_line_on_stderr_and_wrong_for_doctor(tmp_path: Path) -> None:
    package(tmp_path, "[axiometrics.metrics]\nmissing = no_such_module:METRICS\n")
    listed = run(tmp_path, "list", "metrics", "--task", "filtering")
    assert listed.returncode == 0
    assert listed.stderr.splitlines() == [
        (
            "axiometrics: warning: the entry point missing of axiometrics.metrics, from other, is "
            "left out: ModuleNotFoundError: No module named 'no_such_module'"
        )
    ]
    doctor = run(tmp_path, "doctor")
    assert doctor.returncode == 1
    assert "WRONG  the entry point missing of axiometrics.metrics" in doctor.stdout


def test_list_packs_shows_what_is_added(installed: Path) -> None:
    found = run(installed, "list", "packs", "--format", "json")
    assert {"name": "decisions", "metrics": ["overlap", "accuracy", "f(beta=1)"]} in json.loads(found.stdout)["packs"]
