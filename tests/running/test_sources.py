"""The code that a cell rests on: a change of it makes the cell anew, and a change of anything else keeps it."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import axiometrics
from axiometrics import candidates, registry
from axiometrics.running import plan, sources
from axiometrics.running.cache import NOTES, Cache
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search, Sizes
from axiometrics.running.sources import FOUND, SHIPPED, Sources

RUN, FINDING = "axiometrics.running.run", "axiometrics.candidates.targets"
KNOWN = Sources()
SIZES = Sizes.read("3,rag-bag=5,size-vs-quantity=7,thresholds=5")


class Edited(Sources):
    """The modules as they are, but for one or all."""

    def __init__(self, edit: Callable[[bytes], bytes], *modules: str) -> None:
        super().__init__()
        self.edit, self.places = edit, {KNOWN.file(module) for module in modules}
        assert None not in self.places, "a module that is not there"
        self._noted = KNOWN._noted.copy()

    def source(self, path: Path) -> bytes:
        return self.edit(super().source(path)) if path in self.places or not self.places else super().source(path)


def starts_of(metric: str, constraint: str, proofs: bool = True) -> set[str]:
    homes, task = registry.homes(), constraint.partition(":")[0]
    name = f"{task}:{metric}"
    own = {homes["metric", name], homes.get(("definition", name), RUN)} if proofs else {FINDING}
    if proofs:
        own.add(registry.match_constraints(constraint)[0].vocabulary or RUN)
    return {*own, homes["constraint", constraint], homes["task", task], RUN}


def code(texts: Sources, metric: str, constraint: str, monkeypatch: pytest.MonkeyPatch, proofs: bool = True) -> str:
    """The digest for a cell of a metric of ours, or (without proofs) of a user's metric."""
    monkeypatch.setattr(sources, "sources", lambda: texts)
    task = constraint.partition(":")[0]
    modules = sources.code.__wrapped__(tuple(starts_of(metric, constraint, proofs)), task, proofs)
    assert modules is not None
    return modules


def more(source: bytes) -> bytes:
    return source + b"\nEDITED = 1\n"


def said_differently(source: bytes) -> bytes:
    """The same code with other docstrings, without comments, and laid out anew."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Expr(ast.Constant("said differently"))
    return ast.unparse(ast.fix_missing_locations(tree)).encode() + b'\n"""And a note."""\n# and a comment\n'


SAID_DIFFERENTLY = Edited(said_differently)


@pytest.mark.slow
def test_no_comment_docstring_or_layout_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = "ap", "ranking:priority"
    assert code(SAID_DIFFERENTLY, *cell, monkeypatch) == code(KNOWN, *cell, monkeypatch)
    others = [("dcg", "ranking:priority"), ("ap", "ranking:deepness"), ("lam", "filtering:priority")]
    assert len({code(KNOWN, *other, monkeypatch) for other in [cell, *others]}) == 4


AP = {
    "the metric": "axiometrics.metrics.ranking.average_precision",
    "what it is given": "axiometrics.tasks.ranking.counts",
    "the task": "axiometrics.tasks.ranking",
    "its definition": "axiometrics.definitions.ranking.average_precision",
    "the constraint": "axiometrics.constraints.ranking.priority",
    "its generator": "axiometrics.generators.rankings",
    "the search": "axiometrics.search.for_all",
    "what makes a case smaller": "axiometrics.generators.shrinking",
    "exact numbers": "axiometrics.core.exact",
    "arithmetic": "axiometrics.core.arithmetic",
    "the settlement": "axiometrics.running.settled_cells",
    "the run": RUN,
    "the version": "axiometrics",
    "what finds them": "axiometrics.registry",
    "a theorem": "axiometrics.proving.theorems.ranking.average_precision",
    "a region": "axiometrics.regions.ranking.rbp",
    "its vocabulary": "axiometrics.constraints.ranking.vocabularies.priority",
    "the checker of proofs": "axiometrics.verification.proofs",
    "its rules": "axiometrics.kernel.check_proof",
}
NOT_AP = {
    "another metric": "axiometrics.metrics.ranking.gain",
    "another metric's definition": "axiometrics.definitions.ranking.gain",
    "another task": "axiometrics.tasks.filtering.counts",
    "a study": "axiometrics.studies.amigo2013",
    "another constraint": "axiometrics.constraints.ranking.deepness",
    "a report": "axiometrics.reports.html",
    "a command": "axiometrics.cli.commands.matrix",
    "the Python door": "axiometrics.api",
    "the plugin": "axiometrics.pytest_plugin",
    "the audit": "axiometrics.auditing.audit",
    "a comparison": "axiometrics.comparison.differences",
    "the scoring of files": "axiometrics.evaluation.scoring",
    "a theorem of another task": "axiometrics.proving.theorems.clustering.bcubed",
    "a region of another task": "axiometrics.regions.filtering.f",
    "how users' metrics are called": "axiometrics.candidates.blackbox",
}


@pytest.mark.parametrize("name", AP)
def test_a_change_of_what_a_cell_rests_on_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = code(KNOWN, "ap", "ranking:priority", monkeypatch)
    assert code(Edited(more, AP[name]), "ap", "ranking:priority", monkeypatch) != before


@pytest.mark.parametrize("name", NOT_AP)
def test_a_change_elsewhere_does_not_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = code(KNOWN, "ap", "ranking:priority", monkeypatch)
    assert code(Edited(more, NOT_AP[name]), "ap", "ranking:priority", monkeypatch) == before


def test_a_formula_that_changes_by_a_sign_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = code(KNOWN, "ap", "ranking:priority", monkeypatch)
    home = registry.homes()["metric", "ranking:ap"]
    file = KNOWN.file(home)
    assert file is not None
    assert b"r.total)" in file.read_bytes()
    changed = Edited(lambda source: source.replace(b"r.total)", b"-r.total)", 1), home)
    assert code(changed, "ap", "ranking:priority", monkeypatch) != before


@pytest.mark.parametrize(
    ("module", "counts"),
    [
        ("axiometrics.candidates.blackbox", True),
        ("axiometrics.candidates.containment.server", True),
        ("axiometrics.search.sampling", True),
        ("axiometrics.constraints.ranking.priority", True),
        ("axiometrics.proving.theorems.ranking.average_precision", False),
        ("axiometrics.metrics.ranking.average_precision", False),
        ("axiometrics.reports.html", False),
    ],
)
def test_what_the_cell_of_a_users_metric_rests_on(module: str, counts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    before = code(KNOWN, "", "ranking:priority", monkeypatch, proofs=False)
    assert (code(Edited(more, module), "", "ranking:priority", monkeypatch, proofs=False) != before) is counts


def test_a_version_that_computes_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = code(KNOWN, "ap", "ranking:priority", monkeypatch)
    monkeypatch.setattr(sources, "version", lambda name: "0")
    monkeypatch.setattr(sources, "_versions", sources._versions.__wrapped__)
    assert code(KNOWN, "ap", "ranking:priority", monkeypatch) != before


# --- against what really runs


CELLS = [
    ("ap", "ranking:priority"),
    ("rbp", "ranking:deepness"),
    ("dcg", "ranking:deepness-threshold"),
    ("f", "filtering:priority"),
    ("f", "filtering:non-informative"),
    pytest.param("bcubed-f", "clustering:rag-bag", marks=pytest.mark.slow),
    pytest.param("variation-of-information", "clustering:homogeneity", marks=pytest.mark.slow),
    ("rs-priority", "organization:embedded-confidence"),
    ("", "ranking:priority"),
    ("", "ranking:deepness-threshold"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("metric", "constraint"), CELLS)
def test_each_function_that_is_called_for_a_cell_stands_in_a_module_that_counts(metric: str, constraint: str) -> None:
    command = [sys.executable, str(Path(__file__).with_name("called.py")), metric, constraint]
    called = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=500).stdout)
    task = constraint.partition(":")[0]
    starts = starts_of(metric, constraint, proofs=bool(metric))
    if metric:
        starts |= {member for package in FOUND for member in KNOWN.members(f"{package}.{task}")}
    files = {str(KNOWN.file(module)) for start in starts for module in KNOWN.rests(start)}
    resolved = {str(Path(file).resolve()) for file in files}
    assert len(called) > 10
    assert not {file for file in called if str(Path(file).resolve()) not in resolved}


def test_what_a_cell_rests_on_finds_modules_by_walking_only_where_it_is_known() -> None:
    """Whoever adds an import by a name that is put together must see to it that `FOUND` or the key covers it."""
    starts = {RUN, FINDING, *registry.homes().values()}
    folders = [f"{package}.{task}" for package in FOUND for task in registry.tasks.names()]
    starts |= {member for folder in folders for member in KNOWN.members(folder)}
    walking = set()
    public = {f"axiometrics.{name}" for name in axiometrics._HOMES}
    public |= {f"axiometrics.candidates.{name}" for name in candidates.__all__}
    for module in {module for start in starts for module in KNOWN.rests(start)}:
        assert not KNOWN._module(module)[1] & public, module
        file = KNOWN.file(module)
        assert file is not None
        nodes = list(ast.walk(ast.parse(file.read_bytes())))
        names = {getattr(node, "attr", None) or getattr(node, "id", None) for node in nodes}
        walking |= {module} if names & {"import_module", "__import__", "iter_modules", "walk_packages"} else set()
    assert walking <= {
        "axiometrics.verification.statements",  # by which `verify` admits cases; no cell is found by them
        "axiometrics.core.matrix",  # looks names of other libraries up, when somebody asks for a cell
        "axiometrics",  # the public names, which nothing that counts asks for
        "axiometrics.candidates",  # the same
        "axiometrics.registry.tasks",  # `homes`
        "axiometrics.core.task",  # `axiometrics.registry.tasks`, and by names in quotes
        "axiometrics.registry",  # metrics and constraints: those of the cell are asked for by `homes`
        "axiometrics.registry.formulas",  # formulas of pages, which no cell asks for
        "axiometrics.registry.other_names",  # what a name means, which is settled before a cell is asked for
        "axiometrics.proving.declared",  # theorems and regions: `FOUND`
        "axiometrics.core.vocabulary",  # by a name in quotes
        "axiometrics.candidates.containment.description",  # a user's metric: `dependencies`
        "axiometrics.candidates.libraries",  # adapters, which the process of a metric runs: `dependencies`
        "axiometrics.tasks.forms",  # pandas and torch, which a user's metric takes: `dependencies`
        "axiometrics.running.sources",  # which only looks
        "axiometrics.core.page",  # reports, which print what was found: `SHOWN`; and pandas
        "axiometrics.core.cell",  # its explanation: `SHOWN`
        "axiometrics.relations.kernels",  # numba
        "axiometrics.evaluation.parquet",  # pyarrow, for files of data; no cell is found by them
    }


# --- packages of others


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Sources]]:
    """Writes the files of a package `added_to_test`, and gives what reads it."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(**files: str) -> Sources:
        for name, text in {"__init__": "", **files}.items():
            path = tmp_path / "added_to_test" / f"{name.replace('__of__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        added = Sources({"added_to_test"})
        added._noted = KNOWN._noted  # by the texts of modules: each is analysed once
        return added

    yield write
    assert not [name for name in sys.modules if name.startswith("added_to_test")], "nothing is imported to be read"


@pytest.mark.parametrize(
    "text",
    [
        "import added_to_test.part",
        "from added_to_test import part",
        "from added_to_test.part import thing",
        "from . import part",
        "def late():\n    load('added_to_test.part')",
        "from .part import thing as other",
        "from added_to_test import *",
        "def late():\n    try:\n        pass\n    except OSError:\n        import added_to_test.part",
        "class One:\n    async def late(self):\n        with open('x') as y:\n            from . import part",
        "match 1:\n    case 2:\n        from . import part",
        "if TYPE_CHECKING:\n    pass\nelse:\n    from . import part",
        "import added_to_test.between",
    ],
)
def test_an_import_counts_however_it_is_written(text: str, package: Callable[..., Sources]) -> None:
    added = package(start=text, part="thing = 1\n", between="import added_to_test.part\n")
    assert "added_to_test.part" in added.rests("added_to_test.start")
    assert "added_to_test" in added.rests("added_to_test.start")


@pytest.mark.parametrize(
    "text",
    [
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from added_to_test import part",
        "import typing\nif typing.TYPE_CHECKING:\n    import added_to_test.part",
        "import part",
        "'import added_to_test.part'  # import added_to_test.part",
        "import json, numpy.linalg",
    ],
)
def test_what_is_not_imported_does_not_count(text: str, package: Callable[..., Sources]) -> None:
    added = package(start=text, part="thing = 1\n")
    assert added.rests("added_to_test.start") == {"added_to_test", "added_to_test.start"}


def test_a_package_that_adds_metrics_counts_whole(package: Callable[..., Sources], tmp_path: Path) -> None:
    def digest(**files: str) -> str | None:
        return package(**files).digest(["added_to_test.start"])

    first = digest(start="one = 1", found="two = 2")
    assert first is not None
    assert digest(start="one = 1  # with a word") == first
    assert len({first, digest(start="one = 2"), digest(start="one = 1", found="two = 3")}) == 3
    before = digest()
    (tmp_path / "added_to_test" / "data.json").write_text("{}", encoding="utf-8")
    assert digest() != before
    added = package()
    assert added.digest([RUN]) == Sources().digest([RUN]), "and only where a cell rests on it"


def test_of_code_that_is_not_a_file_nothing_is_said(package: Callable[..., Sources]) -> None:
    assert package().digest(["added_to_test.start"]) is None
    assert package(start="one = (").digest(["added_to_test.start"]) is not None, "one that Python cannot read"
    assert Sources().digest(["json"]) is None, "and what does not count cannot be begun with"


# --- what was read is noted


def test_what_was_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = KNOWN.digest([RUN])
    KNOWN._news = True
    KNOWN.note(tmp_path / NOTES)
    again = Sources()
    again.recall(tmp_path / NOTES)
    monkeypatch.setattr(ast, "parse", lambda source: pytest.fail("read again"))
    assert again.digest([RUN]) == expected
    again.note(tmp_path / "other")
    assert not (tmp_path / "other").exists(), "nothing new"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "[" * 10**5, '{"sum": "", "noted": {}}', '{"sum": 1, "noted": []}']
)
def test_a_damaged_note_counts_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / NOTES).write_text(text, encoding="utf-8")
    texts = Sources()
    texts.recall(tmp_path / NOTES)
    assert texts.digest(["axiometrics.core.errors"]) == KNOWN.digest(["axiometrics.core.errors"])
    texts.note(tmp_path)


@pytest.mark.parametrize("noted", [None, 5, [], "text", ["digest", 5]])
def test_a_forged_note_is_read_anew(noted: object, tmp_path: Path) -> None:
    KNOWN._news = True
    KNOWN.note(tmp_path / NOTES)
    forged = dict.fromkeys(json.loads((tmp_path / NOTES).read_text(encoding="utf-8"))["noted"], noted)
    text = json.dumps({"sum": sources._sum(json.dumps(forged)), "noted": forged})
    (tmp_path / NOTES).write_text(text, encoding="utf-8")
    texts = Sources()
    texts.recall(tmp_path / NOTES)
    assert texts._noted == forged
    assert texts.digest(["axiometrics.core.errors"]) == KNOWN.digest(["axiometrics.core.errors"])


def test_what_ships_is_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The notes beside the shipped proofs say of each module that has not changed since what its text says."""
    notes = json.loads(SHIPPED.read_bytes())["noted"]
    texts, shipped = Sources(), Sources(notes=SHIPPED)
    modules = sorted(texts.rests("axiometrics.metrics.clustering.bcubed"))
    assert shipped.digest(modules) == texts.digest(modules)
    shared = notes.keys() & texts._noted.keys()
    assert shared, "make proofs"
    assert {about: notes[about] for about in shared} == {about: texts._noted[about] for about in shared}
    assert not shipped._news or shared != texts._noted.keys()


# --- the cells


def test_only_the_cells_of_what_changed_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Cache(tmp_path, pytest.fail)

    def made(texts: Sources) -> set[tuple[str, str]]:
        """The cells that were not found."""
        new = set()
        before = {path.name for path in tmp_path.rglob("*.json")}
        monkeypatch.setattr(sources, "sources", lambda: texts)
        monkeypatch.setattr(plan, "sources", lambda: texts)
        sources.code.cache_clear()
        metrics = [builtin(registry.metric(name)) for name in ("ap", "dcg")]
        chosen = [*registry.match_constraints("ranking:priority"), *registry.match_constraints("confidence")]
        run(metrics, chosen, Search(SIZES, 0), cache=kept)
        for path in tmp_path.rglob("*.json"):
            if path.name not in before:
                cell = json.loads(path.read_text(encoding="utf-8"))["cell"]
                new.add((cell["metric"], cell["constraint"]))
        return new

    try:
        everything = {(metric, constraint) for metric in ("ap", "dcg") for constraint in ("priority", "confidence")}
        assert made(KNOWN) == everything
        assert made(KNOWN) == set()
        assert made(SAID_DIFFERENTLY) == set()
        assert made(Edited(more, "axiometrics.reports.html")) == set()
        assert made(Edited(more, registry.homes()["metric", "ranking:dcg"])) == {
            ("dcg", "priority"),
            ("dcg", "confidence"),
        }
        second = made(Edited(more, registry.homes()["constraint", "ranking:confidence"]))
        assert second == {("ap", "confidence"), ("dcg", "confidence")}
        assert made(Edited(more, "axiometrics.core.exact")) == everything
    finally:
        sources.code.cache_clear()
