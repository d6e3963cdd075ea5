"""What other packages add: an example package, installed for real, and packages whose entry points cannot be used."""

import json
import logging
import re
import shutil
import signal
import sys
import threading
from pathlib import Path

import pytest

from axiometrics import registry
from axiometrics.auditing.claims import builtin_claims
from axiometrics.registry.entry_points import Extensions
from axiometrics.registry.entry_points import load as load_all
from axiometrics.search.cells import OUT_OF_TIME
from tests.programs import install, run

ROOT = Path(__file__).parents[2]
EXAMPLE = Path(__file__).parent / "example_package"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip installed the example package."""
    pytest.importorskip("setuptools", minversion="77", reason="building the example package needs setuptools")
    return install(EXAMPLE, tmp_path_factory.mktemp("installed"))


@pytest.mark.slow
def test_an_installed_package_adds_a_metric_a_constraint_and_a_study(installed: Path) -> None:
    ran = run(installed, "matrix", "--study", "decisions", "--format", "json", "-q")
    assert (ran.returncode, ran.stderr) == (0, "")
    data = json.loads(ran.stdout)
    assert [(c["id"], c["readings"]) for c in data["constraints"]] == [
        ("improvement", ["universal"]),
        ("priority", ["interior", "universal"]),
    ]
    assert {(cell["constraint"], cell["reading"]) for cell in data["cells"]} == {
        ("improvement", "universal"),
        ("priority", "interior"),
    }
    verdicts = {(cell["metric"], cell["constraint"]): (cell["holds"], cell["differs"]) for cell in data["cells"]}
    # tp/(tp+fp+fn) stays 0 while tp = 0, whatever leaves the positive set; with tp >= 1 a move to the right set raises
    # tp or lowers fp
    assert verdicts[("overlap", "improvement")] == (True, [])
    assert verdicts[("overlap", "priority")] == (True, ["universal"])
    assert verdicts[("accuracy", "improvement")] == (True, [])


@pytest.mark.parametrize(
    ("metric", "old", "new"),
    [("overlap", "ratio(t.tp,", "ratio(-t.tp,"), pytest.param("f", ">= 1)", ">= 0)", marks=pytest.mark.slow)],
    ids=["metric", "constraint"],
)
@pytest.mark.slow
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
        ran = run(changed, "matrix", "-m", metric, "-c", "improvement", "--format", "json", "-q")
        verdicts += [cell["holds"] for cell in json.loads(ran.stdout)["cells"]]
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
    assert verdicts == [True, False]


OWN = ("-m", "overlap", "-m", "coverage(alpha=1/3)")
"""Metrics of the example package: one names its definition, the definition of the other has an entry point."""


def saved(path: Path, folder: Path, *arguments: str) -> Path:
    """A matrix with these metrics, as it is saved."""
    file = folder / "saved.json"
    ran = run(path, "matrix", *arguments, "--reading", "all", "--max-size", "6", "-o", str(file), "-q")
    assert ran.returncode == 0, ran.stderr
    return file


@pytest.mark.slow
def test_verify_recomputes_the_cells_of_another_package_by_its_definitions(installed: Path, tmp_path: Path) -> None:
    file = saved(installed, tmp_path, *OWN)
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    kinds = {(cell["metric"], cell["evidence"]["kind"]) for cell in cells}
    assert {("overlap", "counterexample"), ("coverage(alpha=1/3)", "counterexample")} <= kinds
    ran = run(installed, "verify", "-v", str(file))
    assert (ran.returncode, ran.stderr) == (0, "")
    verified = sum(cell["evidence"]["kind"] in ("counterexample", "proof") for cell in cells)
    assert ran.stdout.splitlines()[-1].startswith(
        f"verified {verified}, failed 0, not re-run 0, nothing to check {len(cells) - verified}"
    )


@pytest.mark.parametrize(
    ("old", "new", "metric", "reason"),
    [
        ("return Fraction(len(", "return 1 + Fraction(len(", "overlap", "when computed again, the file says"),
        ("return sum(", "return 1 + sum(", "coverage", "when computed again, the file says"),
        pytest.param(
            "return Fraction(len(positive",
            "return float(len(positive",
            "overlap",
            "gives 0.0: expected an exact",
            marks=pytest.mark.slow,
        ),
        ("    if not relevant:", "    if not missing:", "coverage", "definition of coverage raised NameError: name"),
        pytest.param(
            "    if not relevant:",
            "    if not exit(3):",
            "coverage",
            "definition of coverage raised SystemExit: 3",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "if not relevant:", "if relevant:", "coverage", "is undefined when computed again", marks=pytest.mark.slow
        ),
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
    ran = run(changed, "verify", str(file))
    assert ran.returncode == 1, ran.stderr
    failed = [line for line in ran.stdout.splitlines() if line.startswith("failed: ")]
    assert failed
    assert all(line.startswith(f"failed: {metric}") for line in failed)
    assert reason in failed[0]


def test_a_metric_without_definition_is_not_rerun(tmp_path: Path) -> None:
    points = "[axiometrics.metrics]\nfine = other_module:FINE\n[axiometrics.definitions]\nfine = no_such_module:FINE\n"
    package(tmp_path, points, MODULE)
    file = saved(tmp_path, tmp_path, "-m", "fine", "-c", "filtering:priority")
    ran = run(tmp_path, "verify", str(file))
    assert "not re-run: fine/filtering:priority@universal: fine has no second definition" in ran.stdout
    assert ran.stderr.splitlines()[0] == (
        "axiometrics: warning: the entry point fine of axiometrics.definitions, from other, is left out: "
        "ModuleNotFoundError: No module named 'no_such_module'"
    )


def test_doctor_counts_what_is_added(installed: Path) -> None:
    ran = run(installed, "doctor")
    assert ran.returncode == 0, ran.stdout
    assert "ok     from other packages: 2 metrics, 2 definitions, 1 constraint, 1 study" in ran.stdout


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
from axiometrics.core.study import ConstraintChoice, Study

def constant(counts):
    return 0 * counts.tp

OURS = Metric("ap", "AP", "ranking", "ranking", "nobody", constant)
FINE = Metric("fine", "Fine", "filtering", "filtering", "nobody", constant)
NOWHERE = Metric("nowhere", "Nowhere", "cooking", "cooking", "nobody", constant)
UNNAMED = Metric("My Metric", "My Metric", "filtering", "filtering", "nobody", constant)
SHOWN = Metric("shown", "Shown", "filtering", "filtering", "nobody", constant, shown=lambda values: values["p"])
"""

BAD = {
    "missing = no_such_module:METRICS": "ModuleNotFoundError: No module named 'no_such_module'",
    "nothing = other_module:NOTHING": "has no attribute 'NOTHING'",
    "clash = other_module:OURS": "the metric ap is already declared: rename it",
    "function = other_module:constant": "other_module:constant is a function: expected a Metric or a tuple of them",
    "unnamed = other_module:UNNAMED": "commands cannot take a metric named 'My Metric': use a to z, digits, - and .",
    "shown = other_module:SHOWN": "KeyError: 'p'",
    "nowhere = other_module:NOWHERE": (
        f"the metric nowhere is of the task 'cooking': expected one of {', '.join(registry.tasks.names())}"
    ),
}


def load() -> Extensions:
    """What is found besides ours."""
    ours = registry._our_metrics(), registry._our_constraints(), registry.our_studies()
    return load_all(*ours, registry.tasks.names())


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
        extensions = load()
    assert [metric.base for metric in extensions.metrics] == ["fine"]
    (problem,) = extensions.problems
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
    "unknown = other_module:UNKNOWN": "it defines the metric 'nosuch', which is not declared",
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
        extensions = load()
    assert set(extensions.definitions) == {"filtering:fine", "filtering:defined"}
    (problem,) = extensions.problems
    assert problem == (
        f"the entry point {point.split()[0]} of axiometrics.definitions, from other, is left out: {WRONG[point]}"
    )
    assert [record.getMessage() for record in caplog.records] == [f"axiometrics: warning: {problem}"]


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
        "[axiometrics.studies]\nempty = second_module:EMPTY\n",
        "from axiometrics.core.study import Study\nEMPTY = Study('empty', 'Empty', 'nobody')\n",
        name="second",
    )
    loaded = []
    if apart:  # in a thread, where there are no signals
        thread = threading.Thread(target=lambda: loaded.append(load()))
        thread.start()
        thread.join()
    else:
        loaded.append(load())
    assert loaded[0].problems == (
        f"the entry point bad of axiometrics.metrics, from other, is left out: {IMPORTS[code]}",
    )
    assert [study.name for study in loaded[0].studies] == ["empty"]
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
    former = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # as the command line has it
        with pytest.raises(KeyboardInterrupt):
            load()
        assert {signal.getsignal(number) for number in former} == {signal.default_int_handler}
    finally:
        for signal_number, handler in former.items():
            signal.signal(signal_number, handler)


def test_a_list_of_entry_points_that_cannot_be_read_is_told(load_from: Path) -> None:
    package(load_from, "[axiometrics.studies]\nno entry point\n", name="broken")
    package(
        load_from,
        "[axiometrics.studies]\nempty = second_module:EMPTY\n",
        "from axiometrics.core.study import Study\nEMPTY = Study('empty', 'Empty', 'nobody')\n",
        name="second",
    )
    extensions = load()
    assert "empty" in [study.name for study in extensions.studies]
    assert [problem.partition(":")[0] for problem in extensions.problems] == [
        "the entry points of broken cannot be read"
    ]


def test_the_first_of_two_packages_that_clash_is_kept(load_from: Path) -> None:
    package(load_from, "[axiometrics.metrics]\nfine = other_module:FINE\n", MODULE)
    package(load_from, "[axiometrics.metrics]\nfine = other_module:FINE\n", name="second")
    extensions = load()
    assert [metric.base for metric in extensions.metrics] == ["fine"]
    assert ["from second" in problem for problem in extensions.problems] == [True]


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
    ran = run(
        tmp_path, "matrix", "-m", "raises", "-m", "leaves", "-m", "f", "--max-size", "3", "--format", "json", "-q"
    )
    assert ran.returncode == 0, ran.stderr
    cells = {
        (cell["metric"], cell["constraint"]): (cell["evidence"]["kind"], cell["message"])
        for cell in json.loads(ran.stdout)["cells"]
    }
    assert {kind for (metric, _), (kind, _) in cells.items() if metric == "f(beta=1)"} == {
        "counterexample",
        "descriptive",
    }
    assert {message for (metric, _), message in cells.items() if metric == "raises"} == {
        ("error", "its formula raised ValueError: no value")
    }
    assert {message for (metric, _), message in cells.items() if metric == "leaves"} == {
        ("error", "its formula raised SystemExit: 4")
    }


def test_a_formula_that_raises_is_left_out_of_scores_or_refused_by_name(tmp_path: Path) -> None:
    package(tmp_path, "[axiometrics.metrics]\nbroken = other_module:METRICS\n", BROKEN)
    labels = tmp_path / "labels.csv"
    labels.write_text("a,1\nb,0\n")
    cure = "leave it out, or mend the package that declares it"
    ran = run(
        tmp_path, "score", str(labels), str(labels), "-m", "rais*", "-m", "f", "--format", "csv", "--progress", "none"
    )
    assert (ran.returncode, ran.stdout.splitlines()[1:]) == (0, [f"{labels},all,f(beta=1),1.0"])
    assert ran.stderr.splitlines() == [
        "imported",
        "evaluated",
        f"axiometrics: left out: raises: its formula raised ValueError: no value: {cure}",
    ]
    ran = run(tmp_path, "score", str(labels), str(labels), "-m", "leaves", "-m", "f", "--progress", "none")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.splitlines()[1:] == [f"axiometrics: error: leaves: its formula raised SystemExit: 4: {cure}"]


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


CONTRADICTED = """
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.implication import implies
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases

def perfect(documents):
    run = [f"d{k}" for k in range(1, documents + 1)]
    if documents > 1:
        yield Organization.parse("d1 > ..."), Organization.ranking(run), Organization.ranking(run[::-1])

FAMILY = PlainCases(perfect, measure=lambda case: len(case.outputs["better"].documents))
READING = Reading("plain", "a perfect run before its reverse", FAMILY, keeps="rr", breaks="judged")
IMPLIED = implies("plain", "ranking:priority@universal")
MINE = Constraint("reversal", "ranking", "Reversal", "perfect", "nobody", (READING,), implications=IMPLIED)
"""


def test_a_false_implication_of_another_package_is_told_and_loses_no_cell(tmp_path: Path) -> None:
    """RR and P@10 violate Priority, and only P@10 ties a perfect run and its reverse: Reversal does not imply it."""
    package(tmp_path, "[axiometrics.constraints]\nmine = other_module:MINE\n", CONTRADICTED)
    options = ("-m", "rr", "-m", "rbp", "-m", "p", "-c", "reversal", "-c", "ranking:priority", "--max-size", "4")
    ran = run(tmp_path, "matrix", *options, "-o", str(tmp_path / "m.json"), "--progress", "none", "--no-cache")
    assert (ran.returncode, ran.stdout) == (3, "")
    data = json.loads((tmp_path / "m.json").read_text())
    verdicts = {(cell["metric"], cell["constraint"]): cell["holds"] for cell in data["cells"]}
    assert data["complete"] is True
    assert verdicts == {
        ("rr", "priority"): False,
        ("rr", "reversal"): True,
        ("rbp(p=0.8)", "priority"): True,
        ("rbp(p=0.8)", "reversal"): True,
        ("p@10", "priority"): False,
        ("p@10", "reversal"): False,
    }
    (error,) = ran.stderr.splitlines()
    assert error.startswith(
        "axiometrics: error: a declaration is wrong: it is declared that ranking:reversal@plain implies "
        "ranking:priority@universal (`implications` of the constraint ranking:reversal). The case (gold "
    )
    assert "is a case of ranking:priority@universal, and ranking:reversal@plain does not admit it (" in error


def columns(path: Path, *arguments: str) -> list[str]:
    """The constraints of a matrix."""
    ran = run(path, "matrix", *arguments, "--max-size", "2", "--format", "json", "-q")
    assert ran.returncode == 0, ran.stderr
    return [f"{c['task']}:{c['id']}" for c in json.loads(ran.stdout)["constraints"]]


@pytest.mark.slow
def test_a_constraint_that_is_added_does_not_change_the_default_matrix(installed: Path, tmp_path: Path) -> None:
    """The package adds constraints on filterings and, in its pack, on rankings. All rows and columns are the same, and
    so are the cells of some metrics, each computed with the package and without it.
    """
    fixed = ("matrix", "--max-size", "2,thresholds=5", "--no-cache", "--format", "json", "-q")
    some = [word for metric in ("lam", "f", "ap", "rr") for word in ("-m", metric)]
    for arguments in ((*fixed, "--budget", "1e-9"), (*fixed, *some)):
        without, having = (
            re.sub(r'"seconds": [^,]*', '"seconds": 0', run(path, *arguments).stdout) for path in (tmp_path, installed)
        )
        data = [json.loads(text) for text in (without, having)]
        if (
            "--budget" in arguments
        ):  # which cells are finished is a matter of time: those are compared that both finished
            late = {
                at for document in data for at, cell in enumerate(document["cells"]) if cell["message"] == OUT_OF_TIME
            }
            assert 0 < len(late) < len(data[0]["cells"])
            named = ("task", "metric", "constraint", "reading")
            for document in data:
                for at, cell in enumerate(document["cells"]):  # so is what other readings of a constraint say
                    kept = named if at in late else cell.keys() - {"differs", "elsewhere"}
                    document["cells"][at] = {key: cell[key] for key in kept}
                del document["counts"]
        assert data[0] == data[1]
    listed = json.loads(run(installed, "list", "constraints", "--format", "json").stdout)["constraints"]
    assert "improvement" in {constraint["id"] for constraint in listed}


def test_a_constraint_applies_in_its_studies_and_where_it_is_asked_for(installed: Path) -> None:
    filtering = ["filtering:priority", "filtering:non-informative"]
    assert columns(installed, "-m", "overlap") == filtering
    assert columns(installed, "-m", "overlap", "-c", "improvement") == ["filtering:improvement"]
    assert columns(installed, "-m", "overlap", "-c", "filtering:*") == [*filtering, "filtering:improvement"]
    assert columns(installed, "-m", "rr", "--study", "decisions") == ["filtering:improvement", "filtering:priority"]


@pytest.mark.slow
def test_the_claims_of_a_study_are_audited(installed: Path) -> None:
    ran = run(installed, "audit", "decisions", "--format", "json", "-q", "--no-cache")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [claim["verdict"] for claim in json.loads(ran.stdout)["claims"]] == ["agrees"]
    listed = json.loads(run(installed, "list", "claims", "--format", "json").stdout)["claims"]
    assert [entry["name"] for entry in listed] == [*builtin_claims(), "decisions"]


def test_list_studies_shows_what_is_added(installed: Path) -> None:
    entries = json.loads(run(installed, "list", "studies", "--format", "json").stdout)["studies"]
    assert [entry["name"] for entry in entries] == [
        *(study.name for study in registry.our_studies()),
        "decisions",
    ]
    assert entries[-1] == {
        "name": "decisions",
        "title": "Metrics of decisions, by the documents that are right already",
        "source": "the example of docs/extending.md",
        "metrics": ["overlap", "accuracy", "f(beta=1)"],
        "constraints": [
            {"constraint": "filtering:improvement", "readings": ["universal"]},
            {"constraint": "filtering:priority", "readings": ["interior", "universal"]},
        ],
        "claims": True,
    }


STUDIES = """
CONSTRAINT = registry._our_constraints()[0]
GOOD = Study("good", "Good", "nobody", ("fine", "ndcg@5"), ("ranking:priority",))
METRIC = Study("metric", "A metric", "nobody", ("nosuch",))
VALUE = Study("value", "A value", "nobody", ("rbp(p=2)",))
ON = Study("on", "A constraint", "nobody", (), ("ranking:nosuch",))
READ = Study("read", "A reading", "nobody", (), (ConstraintChoice("ranking:priority", ("nosuch",)),))
TAKEN = Study("amigo2013", "Taken", "nobody")
"""
REFUSED = {
    "METRIC": "the study metric: it names the metric 'nosuch', which is not declared",
    "VALUE": "the study value: rbp: p=2 is outside (0, 1)",
    "ON": (
        "the study on names the constraint 'ranking:nosuch', which is not declared: "
        "`axiometrics list constraints` shows all"
    ),
    "READ": "the study read: ranking:priority has no reading 'nosuch': it has universal, single, graded",
    "TAKEN": "the study amigo2013 is already declared: rename it",
    "FINE": "other_module:FINE is a Metric: expected an axiometrics.core.study.Study",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_study_of_what_nobody_declares_is_left_out(name: str, load_from: Path) -> None:
    points = f"[axiometrics.studies]\na = other_module:{name}\nb = other_module:GOOD\n"
    package(load_from, f"[axiometrics.metrics]\nfine = other_module:FINE\n{points}", MODULE + STUDIES)
    extensions = load()
    assert [study.name for study in extensions.studies] == ["good"]
    assert extensions.problems == (
        f"the entry point a of axiometrics.studies, from other, is left out: {REFUSED[name]}",
    )


def test_a_constraint_that_is_declared_already_or_is_none_is_left_out(load_from: Path) -> None:
    points = "a = other_module:CONSTRAINT\nb = other_module:FINE\n"
    package(load_from, f"[axiometrics.constraints]\n{points}", MODULE + STUDIES)
    extensions = load()
    assert (extensions.constraints, extensions.metrics) == ((), ())
    assert [problem.partition("left out: ")[2] for problem in extensions.problems] == [
        f"the constraint {registry._our_constraints()[0].name} is already declared: rename it",
        "other_module:FINE is a Metric: expected a Constraint or a tuple of them",
    ]
