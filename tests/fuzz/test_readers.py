"""Files are data: whatever stands in one, its reader gives what it read or one clear line, and neither a traceback nor
code that runs.

Each reader gets valid files spoilt by Hypothesis, byte by byte, line by line, and (JSON) value by value.
"""

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometrics import auditing, registry
from axiometrics.cli import main
from axiometrics.cli.expectations import read_all
from axiometrics.comparison.diff_page import page
from axiometrics.comparison.differences import compare
from axiometrics.core.cell import Cell
from axiometrics.core.matrix import Matrix
from axiometrics.core.organization import Organization
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.labels import read_labels
from axiometrics.evaluation.organizations import read_value
from axiometrics.evaluation.trec import read_qrels, read_run
from axiometrics.judging import ExactJudge
from axiometrics.reports.text import page as text
from axiometrics.running import run as runner
from axiometrics.running.cache import Cache
from axiometrics.running.cache import key as key_of
from axiometrics.running.candidate import builtin
from axiometrics.running.settings import Search, Sizes
from axiometrics.services.corpus import Corpus, replayed
from axiometrics.services.expectations import key as key_of_cell
from axiometrics.tasks.organizations import ORGANIZATIONS
from tests.alterations import at, places
from tests.fuzz.spoilt import JUNK, quick, refused_or, spoilt, spoilt_bytes


def command(capsys: pytest.CaptureFixture[str], *args: str) -> int:
    """The exit code of a command, which must be none of an internal error."""
    with pytest.raises(SystemExit) as ended:
        main.main(list(args))
    captured = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    assert ended.value.code in {0, 1, 2, 5}, captured.err
    assert "Traceback" not in captured.err
    if ended.value.code == 2:
        assert captured.err.startswith("axiometrics: error: ")
        assert len(captured.err.splitlines()) == 1
    return ended.value.code


@pytest.fixture(scope="module", name="matrix")
def a_matrix() -> dict[str, Any]:
    """A saved matrix with a counterexample, a proof, a search, a threshold and a finite reading."""
    chosen = [
        registry.match_constraints(name)[0]
        for name in ("ranking:priority", "deepness-threshold", "clustering:homogeneity")
    ]
    candidates = [builtin(registry.metric(name)) for name in ("rr", "purity")]
    searched = runner.run(candidates, chosen, readings="all", search=Search(sizes=Sizes.read("4,thresholds=8")))
    return json.loads(json.dumps(searched.to_json()))  # type: ignore[no-any-return]


# --- matrices


@quick
@given(data=st.data())
def test_verify(
    matrix: dict[str, Any], data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "matrix.json"
    path.write_bytes(data.draw(spoilt(matrix)))
    command(capsys, "verify", str(path))


@quick
@given(data=st.data())
def test_diff(matrix: dict[str, Any], data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(json.dumps(matrix))
    new.write_bytes(data.draw(spoilt(matrix)))
    command(capsys, "diff", str(old), str(new))


def test_diff_with_junk_in_every_place(matrix: dict[str, Any]) -> None:
    small = {**matrix, "metrics": matrix["metrics"][:1], "constraints": matrix["constraints"][:1]}
    small["cells"] = [next(cell for cell in matrix["cells"] if cell["counterexample"])]
    del small["covers"]
    whole = Matrix.from_json(small)
    refused = 0
    for path in places(small):
        for junk in JUNK:
            copy = deepcopy(small)
            at(copy, path[:-1])[path[-1]] = deepcopy(junk)
            read = refused_or(partial(Matrix.from_json, copy))
            refused += read is None
            if isinstance(read, Matrix):
                refused_or(lambda: text(page(compare(whole, read))))  # noqa: B023
    assert refused > 100


@quick
@given(data=st.data())
def test_a_cached_cell(matrix: dict[str, Any], data: st.DataObject, tmp_path: Path) -> None:
    key = key_of("a cell")
    kept = Cache(tmp_path, pytest.fail)
    whole = Cell.from_json(matrix["cells"][0])
    kept.put(key, whole)
    (path,) = (file for file in tmp_path.rglob("*") if file.is_file())
    assert kept.get(key) == whole
    path.write_bytes(data.draw(spoilt(json.loads(path.read_text()))))
    cell = Cache(tmp_path, lambda text: None).get(key)
    assert cell is None or isinstance(cell, Cell)
    path.unlink()


@quick
@given(data=st.data())
def test_pinned_evidence(matrix: dict[str, Any], data: st.DataObject, tmp_path: Path) -> None:
    """A spoilt file is refused in a line, or holds a cell whose counterexample is tried again without harm."""
    whole = Cell.from_json(next(cell for cell in matrix["cells"] if cell["counterexample"]))
    corpus = Corpus.at(tmp_path, writing=True)
    of = key_of_cell(whole)
    path = corpus.file(of)
    corpus.pin([whole])
    assert corpus.pinned(of) is not None
    path.write_bytes(data.draw(spoilt(json.loads(path.read_text()))))
    cell = refused_or(lambda: corpus.pinned(of))
    if isinstance(cell, Cell):
        constraint = registry.match_constraints(f"{cell.task}:{cell.constraint}")[0]
        judge = ExactJudge(registry.metric(cell.metric))
        refused_or(lambda: replayed(cell, constraint.reading(cell.reading), judge, path))
    path.unlink()


# --- claims

CLAIMS: dict[str, Any] = {
    "schema": "axiometrics/claims/1",
    "source": "a paper",
    "families": {"two": {"members": ["ap", "rr"], "named": ["ap"]}},
    "claims": [
        {
            "id": "a",
            "kind": "score",
            "source": "1",
            "claim": "x",
            "published": "1",
            "metric": "ap",
            "gold": "a > ...",
            "system": "a > ...",
        },
        {
            "id": "b",
            "kind": "figure",
            "source": "1",
            "claim": "x",
            "published": ".5",
            "expression": {"one": "1 - 1/2", "other": "2/3"},
        },
        {
            "id": "c",
            "kind": "consistent",
            "source": "1",
            "claim": "x",
            "published": "-0.89",
            "elsewhere": {"Table 7": "-0.96"},
        },
        {
            "id": "d",
            "kind": "equal",
            "source": "1",
            "claim": "x",
            "published": "equal",
            "left": "f",
            "right": ["f"],
            "task": "filtering",
            "documents": 1,
        },
        {
            "id": "e",
            "kind": "order",
            "source": "1",
            "claim": "x",
            "published": ">",
            "metric": "bcubed-extended-f",
            "gold": "{a b c} {d e} {d e}",
            "left": "{a b c} d d e e",
            "right": "{a b} c {d e} {d e}",
        },
    ],
}


@quick
@given(content=spoilt(CLAIMS))
def test_claims(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "claims.json"
    path.write_bytes(content)
    command(capsys, "audit", str(path), "-q")


def test_the_claims_to_be_spoilt_are_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert auditing.claims_of(CLAIMS)
    path = tmp_path / "claims.json"
    path.write_text(json.dumps(CLAIMS))
    assert command(capsys, "audit", str(path)) == 0


# --- organizations, labels, judgements, runs

FILES: dict[str, tuple[Callable[[Source], object], list[bytes]]] = {
    "organization": (
        partial(read_value, kind=ORGANIZATIONS),
        [b'{d1 "d 2"} d3 > {} > d4\n > ...\n', b'{"levels": [[["d1"], ["d2", "d3"]], []], "tail": true}', b"{a b} c"],
    ),
    "labels": (read_labels, [b"document,label\nd1,a\nd1,b\nd2,b\n", b'd1\ta\nd2\tb\n"d3"\tc\n']),
    "qrels": (read_qrels, [b"301 0 d1 1\n301 0 d2 0\n302 0 d1 2\n", gzip.compress(b"301 0 d1 1\n", mtime=0)]),
    "run": (
        read_run,
        [
            b"301 Q0 d1 1 9.5 me\n301 Q0 d2 2 -1e-3 me\n302 Q0 d2 1 7 me\n",
            gzip.compress(b"301 Q0 d1 1 9.5 me\n", mtime=0),
        ],
    ),
}


@pytest.mark.parametrize("name", FILES)
@quick
@given(data=st.data())
def test_files_that_are_scored(name: str, data: st.DataObject) -> None:
    read, whole = FILES[name]
    content = data.draw(st.one_of(*(spoilt_bytes(intact) for intact in whole), st.binary(max_size=60)))
    refused_or(lambda: read(Source("here", content)))


@pytest.mark.parametrize("name", FILES)
@quick
@given(data=st.data())
def test_files_on_disk_that_are_scored(name: str, data: st.DataObject, tmp_path: Path) -> None:
    read, whole = FILES[name]
    path = tmp_path / "file"
    path.write_bytes(data.draw(st.one_of(*map(spoilt_bytes, whole))))
    refused_or(lambda: read(Source(str(path))))


@quick
@given(spoilt({"levels": [[["d1"], ["d2", "d3"]], []], "tail": True}))
def test_organizations_in_json(content: bytes) -> None:
    refused_or(lambda: read_value(Source("here", content), ORGANIZATIONS))


@quick
@given(st.text(alphabet='ab{}>."\\ \n\t\ud800\u2028', max_size=30))
def test_organizations_in_text(text: str) -> None:
    organization = refused_or(lambda: Organization.parse(text))
    if isinstance(organization, Organization):
        assert Organization.parse(str(organization)) == organization
        assert Organization.from_json(json.loads(json.dumps(organization.to_json()))) == organization


# --- what no reader survives without a limit of its own

HOPELESS = [
    b"",
    b" ",
    b"[" * 100_000,
    b'{"levels":' * 100_000,
    b'{"a":' * 100_000,
    b"1" * 10_000,
    b"null",
    b"NaN",
    b'"x"',
    b"\xff\xfe{",
    gzip.compress(b"{}", mtime=0)[:-4],
]


@pytest.mark.parametrize("content", HOPELESS, ids=lambda content: repr(content[:12]))
def test_hopeless_files(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    for line in (["verify"], ["diff", str(path)], ["audit"]):
        assert command(capsys, *line, str(path)) == 2
    for read, _ in FILES.values():
        refused_or(partial(read, Source(str(path))))


# --- expectations


@quick
@given(content=spoilt_bytes(b"# what we know\nap/deepness=violated\nrr/ranking:priority@universal=holds # so it is\n"))
def test_expectations(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "expected"
    path.write_bytes(content)
    refused_or(lambda: read_all((), str(path)))


# --- the command that scores them

SCORED: dict[str, tuple[bytes, bytes]] = {
    "qrels and a run": (FILES["qrels"][1][0], FILES["run"][1][0]),
    "qrels with intents": (b"1 1 d1 1\n1 2 d1 1\n1 2 d2 1\n", b"1 Q0 d1 1 9.5 me\n1 Q0 d2 2 8 me\n"),
    "a table": (b"query_id,doc_id,relevance\nq,d1,2\nq,d2,0\n", b"query_id,doc_id,score\nq,d1,2.5\nq,d2,0.5\n"),
    "JSON lines": (
        b'{"query_id": "q", "doc_id": "d1", "relevance": 1}\n',
        b'{"query_id": "q", "doc_id": "d1", "score": 1}\n',
    ),
    "JSON of ranx": (b'{"q": {"d1": 1, "d2": 0}}', b'{"q": {"d1": 1.5, "d2": 0.5}}'),
    "labels": (FILES["labels"][1][0], b"document,label\nd1,x\nd2,y\n"),
    "a list of labels": (b'["a", "a", "b"]', b"[0, 1, 1]"),
    "organizations": (b"a > b c > ...", b"a {b c} > d > ..."),
    "articles": (b"a1: article(3+2 p(2+2))@0; a2: article(1+0); L=100", b"a1/p[1] > a2"),
    "a topic": (b'{"intents": {"i": "1"}, "grades": {"d1": {"i": 1}}}', b"d1 > d2 > ..."),
}


def _spoilt(content: bytes) -> st.SearchStrategy[bytes]:
    try:
        return spoilt(json.loads(content))
    except ValueError:
        return spoilt_bytes(content)


@pytest.mark.parametrize("name", SCORED)
@quick
@given(data=st.data())
def test_score(name: str, data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = SCORED[name]
    first = data.draw(st.booleans())
    (tmp_path / "gold").write_bytes(data.draw(_spoilt(gold)) if first else gold)
    (tmp_path / "system").write_bytes(system if first else data.draw(_spoilt(system)))
    options = data.draw(st.sampled_from([[], ["--explain"], ["--per-topic"], ["-m", "ap"], ["-m", "rs-*"]]))
    command(capsys, "score", str(tmp_path / "gold"), str(tmp_path / "system"), "-q", *options)
