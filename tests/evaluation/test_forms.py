"""Files in the forms that evaluators have: each form scores as the TREC or label files that say the same."""

import bz2
import gzip
import io
import json
import lzma
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import axiometrics
from axiometrics import registry
from axiometrics.core.errors import FileError, ParameterError
from axiometrics.evaluation.choices import DataChoices
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.forms import judgements, labels, system_run
from axiometrics.evaluation.scores import Wanted
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.evaluation.tables import TableColumns
from axiometrics.evaluation.trec import text

GRADES = {"q1": {"d1": 2, "d2": 0, "d3": 1}, "7": {"d1": 1, "x y": 1}}
SCORES = {"q1": {"d3": 2.5, "d2": 2.0, "d1": -1.0}, "7": {"d9": 1.0, "d1": 0.5}}


def rows(data: dict[str, dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [(topic, document, x) for topic, of in data.items() for document, x in of.items()]


def table(names: tuple[str, str, str], mark: str) -> Callable[[dict[str, dict[str, Any]]], bytes]:
    def text(data: dict[str, dict[str, Any]]) -> bytes:
        lines = [names, *((topic, document, str(x)) for topic, document, x in rows(data))]
        return "\n".join(mark.join(line) for line in lines).encode()

    return text


def json_lines(names: tuple[str, str, str]) -> Callable[[dict[str, dict[str, Any]]], bytes]:
    return lambda data: "\n".join(json.dumps(dict(zip(names, row, strict=True))) for row in rows(data)).encode()


FORMS: dict[str, tuple[Callable[..., bytes], Callable[..., bytes], str]] = {
    "BEIR": (
        table(("query-id", "corpus-id", "score"), "\t"),
        table(("query-id", "corpus-id", "score"), "\t"),
        "",
    ),
    "ir_datasets, CSV": (
        table(("query_id", "doc_id", "relevance"), ","),
        table(("query_id", "doc_id", "score"), ","),
        "",
    ),
    "JSON lines": (json_lines(("qid", "docno", "label")), json_lines(("qid", "docno", "score")), ""),
    "ranx": (lambda data: json.dumps(data).encode(), lambda data: json.dumps(data, indent=1).encode(), ""),
    "other names": (
        table(("anfrage", "dok", "note"), ";"),
        table(("anfrage", "dok", "wert"), ";"),
        "query=anfrage,document=dok,grade=note,score=wert",
    ),
    "no header": (
        lambda data: table(("", "", ""), "\t")(data).split(b"\n", 1)[1],
        lambda data: table(("", "", ""), "\t")(data).split(b"\n", 1)[1],
        "query=1,document=2,grade=3,score=3",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_judgements_and_runs_are_read_in_every_form(form: str, tmp_path: Path) -> None:
    gold, system, columns = FORMS[form]
    said = TableColumns.parse(columns)
    qrels = judgements(Source("gold", gold(GRADES)), said)
    assert {t: {text(d): grade for d, grade in of.items()} for t, of in qrels.topics.items()} == GRADES
    run = system_run(Source("run", system(SCORES)), said)
    scores = {t: dict(zip(map(text, of.documents), of.values.tolist(), strict=True)) for t, of in run.topics.items()}
    assert scores == SCORES
    (tmp_path / "gold").write_bytes(gold(GRADES))
    (tmp_path / "run").write_bytes(system(SCORES))
    evaluation = Evaluation.read(str(tmp_path / "gold"), [str(tmp_path / "run")], DataChoices(columns=said))
    assert evaluation.kind.name == "qrels"
    by_topic = {row.topic: row.value for row in evaluation.score([Wanted(registry.metric("ap"))]).rows}
    assert by_topic == {"q1": pytest.approx((1 + 2 / 3) / 2), "7": 0.25, "all": pytest.approx((5 / 6 + 0.25) / 2)}


def test_ranks_stand_for_scores_that_are_missing() -> None:
    run = system_run(Source("run", b"7\td1\t2\n7\td2\t1\n"), TableColumns.parse("query=1,document=2,rank=3"))
    assert run.topics["7"].values.tolist() == [-2.0, -1.0]
    run = system_run(Source("run", b"qid,pid,rank\n7,d1,2\n7,d2,1\n"))
    assert run.topics["7"].values.tolist() == [-2.0, -1.0]


@pytest.mark.parametrize(
    ("gold", "columns"),
    [
        (b"# judged\nq1\t0\td1\t2\nq1\t0\td3\t1\n", "query=1,document=2,rank=3"),  # as MS MARCO has them
        (b"query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td3\t1\n", "query=1,document=2,rank=3"),
        (b"q1\td1\t2\nq1\td3\t1\n", "query=1,document=2,rank=3"),
        (b"q1 d1 x 2\nq1 d3 x 1\n", "query=1,document=2,grade=4,rank=3"),
    ],
)
def test_numbers_of_columns_leave_the_other_side_alone(gold: bytes, columns: str, tmp_path: Path) -> None:
    (tmp_path / "gold").write_bytes(gold)
    (tmp_path / "run").write_bytes(b"q1\td3\t1\nq1\td2\t2\nq1\td1\t3\n")
    (tmp_path / "trec").write_bytes(b"q1 Q0 d3 1 9 me\nq1 Q0 d2 2 8 me\nq1 Q0 d1 3 7 me\n")
    (tmp_path / "named").write_bytes(b"qid,docid,score\nq1,d3,9\nq1,d2,8\nq1,d1,7\n")
    systems = [str(tmp_path / name) for name in ("run", "named")]
    evaluation = Evaluation.read(str(tmp_path / "gold"), systems, DataChoices(columns=TableColumns.parse(columns)))
    assert {row.value for row in evaluation.score([Wanted(registry.metric("ap"))]).rows} == {(1 + 2 / 3) / 2}
    said = TableColumns.parse("query=1,document=2,grade=3")
    assert system_run(Source("trec", (tmp_path / "trec").read_bytes()), said).topics["q1"].values.tolist() == [9, 8, 7]


def test_beside_the_document_that_is_named_stands_the_label() -> None:
    said = TableColumns.parse("document=satz,label=thema")
    assert labels(Source("system", b"satz,gruppe\ns1,1\ns2,2\n"), said=said).labels == {"s1": ["1"], "s2": ["2"]}


@pytest.mark.parametrize(("header", "documents"), [("auto", 0), ("yes", 0), ("no", 4)])
def test_numbered_columns_do_not_hold_a_header(header: str, documents: int) -> None:
    table, said = Source("file", b"satz,x,thema\ns1,0,a\ns2,0,b\ns3,0,b\n"), TableColumns.parse("document=1,label=3")
    if documents:
        assert labels(table, header, said=said).size == documents
    else:
        with pytest.raises(
            FileError, match="say --columns document=satz,label=thema if they are, and else --header no"
        ):
            labels(table, header, said=said)


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
def test_parquet_is_read_where_a_library_is_there(library: str) -> None:
    pytest.importorskip(library)
    columns = dict(zip(("query_id", "doc_id", "relevance"), zip(*rows(GRADES), strict=True), strict=True))
    out = io.BytesIO()
    if library == "polars":
        import_module("polars").DataFrame({name: list(values) for name, values in columns.items()}).write_parquet(out)
    else:
        arrow = import_module("pyarrow")
        import_module("pyarrow.parquet").write_table(arrow.table({n: list(v) for n, v in columns.items()}), out)
    assert judgements(Source("gold", out.getvalue())).topics["7"] == {"d1": 1, "x y": 1}


def only(library: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A library that reads parquet; the others are not found any more."""
    module = pytest.importorskip(library)

    def imported(name: str) -> Any:
        if name.partition(".")[0] == library:
            return import_module(name)
        raise ImportError(name)

    monkeypatch.setattr("axiometrics.evaluation.parquet.import_module", imported)
    return module


TOO_MUCH = r"the parquet file unpacks to more than 16,777,216 bytes: .* --max-unpacked"


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
def test_parquet_that_would_fill_the_memory_is_refused(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million times the same three values are some hundred bytes in the file."""
    module = only(library, monkeypatch)
    names, row, many, out = ("query_id", "doc_id", "relevance"), ("q", "d", 1), 10**6, io.BytesIO()
    columns = {name: [value] * many for name, value in zip(names, row, strict=True)}
    if library == "polars":
        module.DataFrame(columns).write_parquet(out)
    else:
        import_module("pyarrow.parquet").write_table(module.table(columns), out)
    assert len(out.getvalue()) < 10**5
    with pytest.raises(FileError, match=TOO_MUCH):
        judgements(Source("gold", out.getvalue(), most=2**24))


ENCODINGS: dict[str, dict[str, Any]] = {
    "a dictionary": {},
    "a dictionary that Arrow knows of": {"stored": True},
    "the rest after a common beginning": {"column_encoding": {"doc_id": "DELTA_BYTE_ARRAY"}, "use_dictionary": False},
}


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_long_name_that_a_parquet_file_holds_once_is_counted_as_often_as_it_occurs(
    library: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of a million signs in twenty rows; without a limit it is read."""
    only(library, monkeypatch)
    arrow, settings, many, out = pytest.importorskip("pyarrow"), dict(ENCODINGS[encoding]), 20, io.BytesIO()
    stored, name = settings.pop("stored", False), "d" * 10**6
    names = arrow.array([name] * many)
    columns = {"query_id": list(map(str, range(many))), "doc_id": names.dictionary_encode() if stored else names}
    table = arrow.table({**columns, "relevance": [1] * many, "lists": [[1]] * many})
    import_module("pyarrow.parquet").write_table(table, out, **settings)
    assert len(out.getvalue()) < 3 * 10**5
    with pytest.raises(FileError, match=TOO_MUCH):
        judgements(Source("gold", out.getvalue(), most=2**24))
    assert judgements(Source("gold", out.getvalue(), most=2**25)).topics["7"] == {name: 1}


def test_parquet_without_a_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("axiometrics.evaluation.parquet.import_module", none)
    with pytest.raises(FileError, match=r"a parquet file, which needs pyarrow or polars: pip install"):
        judgements(Source("gold", b"PAR1..."))


def array(values: Any) -> bytes:
    out = io.BytesIO()
    np.save(out, np.array(values))
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [array([1, 0, 1]), array(["1", "0", "1"]), b"[1, 0, 1]", b'["1", "0", "1"]', b"1,1\n2,0\n3,1\n"],
)
def test_labels_are_read_in_every_form(content: bytes) -> None:
    assert labels(Source("gold", content)).labels == {"1": ["1"], "2": ["0"], "3": ["1"]}


def test_label_tables_have_named_columns() -> None:
    for content, columns in (
        (b"id,text,cluster\nd1,hello,A\nd2,you,B\n", "document=id"),
        (b"id\ttext\tkind\nd1\thello\tA\nd2\tyou\tB\n", "document=id,label=kind"),
        (b'{"document": "d1", "label": "A"}\n{"document": "d2", "label": "B"}\n', ""),
    ):
        labelled = labels(Source("gold", content), said=TableColumns.parse(columns))
        assert labelled.labels == {"d1": ["A"], "d2": ["B"]}


KEY = """#begin document (wsj/1); part 000
wsj 0 0 The (3
wsj 0 1 cat 3)
wsj 0 2 saw (4)|(3
wsj 0 3 its (5)
wsj 0 4 tail 3)

#end document
#begin document (wsj/2); part 000
wsj 0 0 It (3)
#end document
"""


def test_mentions_of_coreference_keys_are_labelled_by_their_chains() -> None:
    chains = labels(Source("key", KEY.encode())).labels
    first, two = "(wsj/1); part 000", "(wsj/2); part 000"
    assert chains == {
        f"{first} 0-1": [f"{first} 3"],
        f"{first} 2-2": [f"{first} 4"],
        f"{first} 3-3": [f"{first} 5"],
        f"{first} 2-4": [f"{first} 3"],
        f"{two} 0-0": [f"{two} 3"],
    }


@pytest.mark.parametrize("packed", [gzip.compress, bz2.compress, lzma.compress])
def test_packed_files_are_read(packed: Callable[[bytes], bytes], tmp_path: Path) -> None:
    (tmp_path / "run").write_bytes(packed(b"1 Q0 d1 1 2.5 t\n" * 1))
    assert system_run(Source(str(tmp_path / "run"))).topics["1"].documents == [b"d1"]
    broken = packed(bytes(range(256)) * 40)[:-30]
    (tmp_path / "broken").write_bytes(broken)
    with pytest.raises(FileError, match="file is broken"):
        Source(str(tmp_path / "broken")).loaded()


def test_comments_whole_decimals_a_fifth_column_and_tags_of_several_words_do_no_harm(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold", tmp_path / "run"
    gold.write_text("# judged in May\n1 0 a 1.0 .7\n  # and June\n1 0 b 0 .9\n\n1 0 #c 2 1\n", encoding="utf-8")
    system.write_text("1 Q0 a 1 2.5 my run\n1 Q0 #c 2 2 my run\n1 Q0 x 3 1 my run\n", encoding="utf-8")
    scores = Evaluation.read(str(gold), [str(system)]).score([Wanted(registry.metric("ap"))])
    assert [row.value for row in scores.rows] == [1.0, 1.0]
    assert scores.remarks == [
        f"{gold}: a fifth column in 3 lines is not looked at, and the fourth is the grade: is it, or have ids a blank, "
        "which moves the columns?"
    ]


@pytest.mark.parametrize(
    ("read", "content", "message"),
    [
        (judgements, b"qid,docid,rel\nq,d,much\n", "line 2: grade 'much' is not a number"),
        (judgements, b"qid,docid,rel\nq,d,1\n\nq,d,1\n", "line 4: document 'd' occurs twice for topic 'q'"),
        (judgements, b"qid,docid,rel\nq,d\n", "line 2: 2 columns, and 3 are named"),
        (judgements, b"qid,docid,rel\nq,,1\n", "line 2: nothing stands in the column 'docid'"),
        (judgements, b"qid,docid,rel\nall,d,1\n", "line 2: a topic is called 'all'"),
        (judgements, b"qid,docid,rel\nq,d,4000\n", "line 2: grade 4000 is above 1000"),
        (judgements, b"qid,qid,docid\nq,d,4\n", "line 1: a column name occurs twice"),
        (judgements, b'{"a": 3, "qid": 1, "docid": 2, "b": 4}\n', "no column is the grade: it has a, qid, docid, b"),
        (
            judgements,
            b'{"qid": 1, "docid": 2, "rel": 1}\n{"qid": 1}\n',
            "line 2: not an object with the fields",
        ),
        (judgements, b'{"qid": 1, "docid": 2, "rel": 1}\n{"qid"\n', "line 2: no JSON"),
        (judgements, b'{"q": {"d": "high"}}', "grade 'high' of document 'd' of topic 'q' is not a number"),
        (judgements, b'{"q": {"d": [1]}}', "JSON that is neither"),
        (judgements, array([1, 2]), "an array of numpy, which holds labels"),
        (system_run, b"qid,docid,score\nq,d,nan\n", "line 2: score 'nan' is not a finite number"),
        (system_run, b"qid,docid,score\nq,d,1\nq,d,1\n", "line 3: document 'd' occurs twice"),
        (system_run, b'{"q": {"d": null}}', "score 'None' of document 'd' of topic 'q'"),
        (labels, array([[1, 2]]), "an array of shape"),
        (labels, b"\x93NUMPY\x01", "the array cannot be read"),
        (labels, b'[1, {"a": 2}]', "place 2: \"{'a': 2}\" is not a label"),
        (labels, b"[]", "no labels: give a label for each item"),
        (labels, b"#begin document (a)\nw (1\n#end document\n", "line 3: chain 1 begins a mention that does not end"),
        (labels, b"#begin document (a)\nw 1)\n#end document\n", "line 2: chain 1 ends a mention that does not begin"),
        (labels, b"#begin document (a)\nw (x)\n", "line 2: '(x)' is not a mark of coreference"),
        (labels, b"#begin document (a)\nw -\n", "a coreference key without mentions"),
    ],
)
def test_what_is_wrong_in_a_form_is_one_line(read: Any, content: bytes, message: str) -> None:
    with pytest.raises(FileError) as raised:
        read(Source("file", content))
    assert message in str(raised.value)
    assert str(raised.value).startswith("file")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        *("document", "paper=1", "query=", "query=1,document=doc", "gold=1,system=2,system=B"),
        *("gold=A,gold=B,system=C", "gold=A,system=B,system=B", "query=a,document=b,document=c"),
    ],
)
def test_columns_that_say_nothing_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="--columns"):
        TableColumns.parse(text)


def test_a_table_holds_several_systems(tmp_path: Path) -> None:
    """By hand: A has 3 of 4 items right, B has 2; each is what a table of it alone gives."""
    (tmp_path / "t.csv").write_text("id,true,A,B\nw,1,1,0\nx,0,0,0\ny,1,1,1\nz,0,1,1\n")
    path = str(tmp_path / "t.csv")
    both = axiometrics.evaluate(gold=path, metrics=["accuracy"], columns={"gold": "true", "system": ["A", "B"]})
    scores = {row["system"]: row["value"] for row in both.to_json()["rows"] if row["topic"] == "all"}
    assert scores == {f"{path}:A": 0.75, f"{path}:B": 0.5}


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ("gold=true,system=A,system=C", "no column 'C'"),
        ("gold=true,system=C", "no column 'C'"),
        ("gold=true,system=A,item=key", "no column 'key'"),
        ("gold=true,system=A,system=true", "both gold and system"),
    ],
)
def test_columns_of_both_sides_are_those_that_are_named(tmp_path: Path, columns: str, problem: str) -> None:
    (tmp_path / "t.csv").write_text("id,true,A,pred\nw,1,1,0\nx,0,0,0\n")
    with pytest.raises(FileError, match=problem):
        Evaluation.read(str(tmp_path / "t.csv"), None, DataChoices(columns=TableColumns.parse(columns)))


HEADER = "{{'descr': {0!r}, 'fortran_order': False, 'shape': {1}, }}"


@pytest.mark.parametrize(
    ("kind", "shape", "said"),
    [
        ("<U0", "(1000000000,)", "an array of 1000000000 empty places"),
        ("<f8", "(10000000000000,)", r"the array cannot be read \(Unable to allocate"),
        ("<f8", "(" + "9" * 30 + ",)", "the array cannot be read"),
        ("<U1", "(3,", "the array cannot be read"),
        ("<U1", "(3,)", "the array cannot be read"),
        ("<U1", "[" * 3000, "the array cannot be read"),
    ],
)
def test_an_array_that_is_not_what_its_header_says_is_refused(kind: str, shape: str, said: str) -> None:
    header = HEADER.format(kind, shape).encode() + b"\n"
    content = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\xff" * 100
    with pytest.raises(FileError, match=said) as error:
        labels(Source("labels.npy", content))
    assert "\n" not in str(error.value)
