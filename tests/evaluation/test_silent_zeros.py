"""Files that could be scored wrongly, or 0, without a word: they are read rightly, or it is said what is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import axiometrics as ax
from axiometrics.core import files as whole_files
from axiometrics.core.errors import ParameterError
from axiometrics.evaluation import files

if TYPE_CHECKING:
    from tests.conftest import Ran

Scored = Callable[..., dict[str, Any]]

SELF = {"gold": "d7 0 d1 1\nd7 0 d2 0\n", "run": "d7 Q0 d7 1 9 t\nd7 Q0 d1 2 5 t\nd7 Q0 d2 3 4 t\n"}


@pytest.fixture(name="scored")
def quietly_scored(command: Callable[..., "Ran"], tmp_path: Path) -> Scored:
    """The JSON of `score -q` on a gold and a run of these contents, and what their means are."""

    def run(gold: str, system: str, *options: str) -> dict[str, Any]:
        paths = [tmp_path / "gold", tmp_path / "run"]
        for path, content in zip(paths, (gold, system), strict=True):
            path.write_bytes(content.encode())
        ran = command("score", *map(str, paths), "-q", "--format", "json", *options)
        assert (ran.code, ran.err) == (0, "")
        document: dict[str, Any] = json.loads(ran.out)
        document["means"] = {row["metric"]: row["value"] for row in document["rows"] if row["topic"] == "all"}
        document["remarks"] = [remark.replace(f"{tmp_path}/", "") for remark in document["remarks"]]
        return document

    return run


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n\r", "\r\r\n"])
def test_any_line_end_is_read(scored: Scored, end: str) -> None:
    gold = f"q1 0 d1 1{end}q1 0 d2 0{end}q2 0 d3 1"
    document = scored(gold, f"q1 Q0 d2 1 3 t{end}q1 Q0 d1 2 2 t\nq2 Q0 d3 1 2 t{end}", "-m", "rr")
    assert document["means"] == {"rr": 3 / 4}
    assert document["remarks"] == []


def test_lines_that_have_run_together_are_refused_where_the_content_shows_the_kind(
    command: Callable[..., "Ran"], tmp_path: Path
) -> None:
    gold, run = tmp_path / "gold", tmp_path / "run"
    gold.write_text("q1 0 d1 1\nq1 0 d2 0q2 0 d3 1\n")
    run.write_text(SELF["run"])
    ran = command("score", str(gold), str(run))
    assert ran.code == 2
    assert f"{gold}, line 2: 7 columns in 'q1 0 d2 0q2 0 d3 1'; a line of qrels has 4" in ran.err
    assert "if two lines have run together, end each of them by a line break" in ran.err


def test_intents_are_read_as_strictly(command: Callable[..., "Ran"], tmp_path: Path) -> None:
    gold, run = tmp_path / "gold", tmp_path / "run"
    gold.write_text("q1 1 d1 1\nq1 2 d1\xa0 1\n")
    run.write_text("q1 Q0 x 1 2 t\n")
    ran = command("score", str(gold), str(run), "--as", "diversity-qrels")
    assert ran.code == 2
    assert f"{gold}, line 2: the blank U+00A0 of Unicode" in ran.err
    gold.write_bytes(b"q1 1 d1 1\rq1 2 d1 1\r")
    ran = command("score", str(gold), str(run), "--as", "diversity-qrels", "--format", "json", "-q")
    (remark,) = json.loads(ran.out)["remarks"]
    assert "none of the 1 document that the run retrieves in the topics of" in remark
    for content in ("qid,docno,score\nq1,x,2\n", '{"q1": {"x": 2}}', '{"q1": ["x"]}'):  # the same in other forms
        run.write_text(content)
        again = command("score", str(gold), str(run), "--as", "diversity-qrels", "--format", "json", "-q")
        assert (again.code, json.loads(again.out)["remarks"]) == (0, [remark])


def test_the_id_of_the_topic_is_remarked_on_and_dropped(scored: Scored) -> None:
    as_it_is = scored(*SELF.values(), "-m", "rr")
    assert as_it_is["means"] == {"rr": 1 / 2}
    assert as_it_is["remarks"] == [
        "run: the document with the id of the topic is retrieved in 1 topic (d7): if it is the query itself, "
        "--drop-self leaves it out"
    ]
    dropped = scored(*SELF.values(), "-m", "rr", "--drop-self")
    assert dropped["means"] == {"rr": 1}
    assert dropped["remarks"] == ["run: the document with the id of the topic is left out of 1 topic (d7)"]


@pytest.mark.parametrize(
    "line", ["score --explain -m rr", "score --explain", "impact -m rr -c priority", "impact -m rr -c confidence"]
)
@pytest.mark.parametrize(("option", "said"), [("--drop-self", "is left out of"), ("-q", "is retrieved in")])
def test_explanations_and_edits_say_what_of_the_topic_itself_is_left_out(
    command: Callable[..., "Ran"], tmp_path: Path, line: str, option: str, said: str
) -> None:
    for name, content in SELF.items():
        (tmp_path / name).write_text(content)
    name, *options = line.split()
    ran = command(name, *(str(tmp_path / name) for name in SELF), *options, option, "-q", "--format", "json")
    remarks = json.loads(ran.out)["remarks"]
    left_out = [remark for remark in remarks if f"the document with the id of the topic {said} 1 topic (d7)" in remark]
    assert len(left_out) == 1


def test_impact_says_how_files_were_read_and_what_was_left_out(command: Callable[..., "Ran"], tmp_path: Path) -> None:
    for name, content in (("gold", "1,a\n2,a\n3,b\n4,\n5,b\n"), ("system", "1,x\n2,x\n3,y\n4,y\n5,NA\n")):
        (tmp_path / name).write_text(content)
    options = ["-m", "bcubed-f", "-c", "homogeneity", "--missing", "drop", "--format", "json", "-q"]
    document = json.loads(command("impact", str(tmp_path / "gold"), str(tmp_path / "system"), *options).out)
    assert document["read_as"] == "read as: labels of 3 items, 2 classes, 1 system"
    assert document["remarks"] == ["2 items without a label left out"]


def test_a_topic_whose_id_is_relevant_to_it_is_left_alone(scored: Scored) -> None:
    assert scored("d7 0 d7 1\n", SELF["run"], "-m", "rr")["remarks"] == []


def test_python_drops_the_id_of_the_topic() -> None:
    gold, system = {"d7": {"d1": 1}}, {"d7": {"d7": 9.0, "d1": 5.0}}
    assert ax.score(gold=gold, system=system, metrics=["rr"]) == {"rr": 1 / 2}
    assert ax.score(gold=gold, system=system, metrics=["rr"], drop_self=True) == {"rr": 1}
    with pytest.warns(UserWarning, match="left out of 1 topic"):
        page = ax.evaluate(gold=gold, systems={"mine": system}, metrics=["rr"], drop_self=True)
    assert [row["value"] for row in page.to_json()["rows"]] == [1, 1]
    impact = ax.impact(gold=gold, systems={"mine": system}, metrics=["rr"], drop_self=True)
    assert impact.remarks == ("mine: the document with the id of the topic is left out of 1 topic (d7)",)
    runs = {"mine": {**system, "d8": {"d9": 1}}, "other": {"d7": {"d7": 3.0, "d2": 1.0}, "d8": {"d9": 1}}}
    means = ax.meta(gold={**gold, "d8": {"d9": 1}}, systems=runs, metrics=["rr"], drop_self=True).metrics[0].means
    assert means == (1, 1 / 2)
    with pytest.raises(ParameterError, match="drop_self"):
        ax.score(gold=[0, 1], system=[0, 1], metrics=["bcubed-f"], drop_self=True)
    with pytest.raises(ParameterError, match="drop_self"):
        ax.evaluate(gold=[0, 1], systems={"mine": [0, 1]}, metrics=["bcubed-f"], drop_self=True)


@pytest.mark.parametrize(
    ("lines", "topics"),
    [
        (["q1 Q0 d1 1 .1 t", "q1 Q0 d2 2 .9 t"], 1),
        (["q1 Q0 d2 2 .9 t", "q1 Q0 d1 1 .1 t"], 1),
        (["q1 Q0 d1 1 .9 t", "q1 Q0 d2 2 .1 t"], 0),
        (["q1 Q0 d2 2 .1 t", "q1 Q0 d1 1 .9 t"], 0),
        (["q1 Q0 d1 2 .5 t", "q1 Q0 d2 1 .5 t"], 0),  # equal scores
        (["q1 Q0 d1 0 .1 t", "q1 Q0 d2 0 .9 t"], 0),  # equal ranks
        (["q1 Q0 d1 - .1 t", "q1 Q0 d2 1 .9 t"], 0),  # not ranks
        (["q1 Q0 d1 1 .1 t", "q2 Q0 d1 1 .5 t", "q1 Q0 d2 12 .9 t"], 1),  # a topic in two parts
        (["q1 Q0 d1 9 .9 t", "q1 Q0 d2 10 .1 t", "q2 Q0 d1 1 .1 t", "q2 Q0 d2 2 .9 t"], 1),
    ],
)
def test_ranks_that_contradict_scores_are_remarked_on(scored: Scored, lines: list[str], topics: int) -> None:
    document = scored("q1 0 d1 1\nq2 0 d1 1\n", "\n".join(lines), "-m", "rr", "--topics", "both")
    said = [remark for remark in document["remarks"] if "contradict" in remark]
    assert len(said) == bool(topics)
    assert all(f"ranks contradict scores in {topics} topic" in remark for remark in said)


def test_what_is_left_out_is_counted_in_json(scored: Scored) -> None:
    """A fifth column of numbers, negative grades, topics of one file alone, and nothing that is judged."""
    gold = "q1 0 d1 1 5\nq1 0 d2 -1 5\nq2 0 d1 1 5\n"
    document = scored(gold, "q1 Q0 x1 1 2 t\nq1 Q0 x2 2 1 t\nq9 Q0 d1 1 1 t\n", "-m", "rr")
    assert document["means"] == {"rr": 0}
    assert [remark.split(" (")[0].split(",")[0].split(":")[:2] for remark in document["remarks"]] == [
        ["gold", " 1 negative grade"],
        ["gold", " a fifth column in 3 lines is not looked at"],
        ["run", " 1 topic of gold missing"],
        ["run", " 1 topic not in gold"],
        ["run", " gold judges none of the 2 documents that the run retrieves in its topics"],
    ]
    assert any("1 of 2 topics" in fact for fact in document["facts"])


def test_a_gold_of_one_class_is_remarked_on(scored: Scored) -> None:
    gold, several, whole = "d1,A\nd2,A\nd3,A\n", "d1,x\nd2,y\nd3,y\n", "d1,x\nd2,x\nd3,x\n"
    document = scored(gold, several, "-m", "adjusted-rand", "-m", "bcubed-f")
    assert document["means"]["adjusted-rand"] == 0
    assert document["remarks"] == [
        "gold: all items have the label 'A': adjusted-rand is 0 for each output of several clusters, such as run"
    ]
    assert scored(gold, whole, "-m", "adjusted-rand")["remarks"] == []
    assert scored(gold, several, "-m", "bcubed-f")["remarks"] == []


def test_explain_and_meta_hold_their_remarks(command: Callable[..., "Ran"], tmp_path: Path) -> None:
    gold, run, other = tmp_path / "gold", tmp_path / "run", tmp_path / "other"
    gold.write_text("q1 0 d1 1\nq2 0 d1 1\n")
    run.write_text("q1 Q0 d1 1 2 t\nq2 Q0 d1 1 2 t\n")
    other.write_text("q1 Q0 d2 1 2 t\n")
    paths = [str(gold), str(run), str(other)]
    ran = command("meta", *paths, "-m", "ap", "-m", "rr", "-q", "--format", "json")
    assert any("1 topic of" in remark and "missing (q2)" in remark for remark in json.loads(ran.out)["remarks"])
    ran = command("score", *paths, "--explain", "--topic", "q2", "-q", "--format", "json")
    assert json.loads(ran.out)["remarks"] == [f"{other}: topic q2 missing, explained as an empty ranking"]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_files_of_many_blocks_may_have_any_line_end(scored: Scored, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks are so short that some of them end between CR and LF."""
    monkeypatch.setattr(files, "BLOCK", 30)
    monkeypatch.setattr(files, "LINE", 60)
    names = [f"d{i:0{1 + i % 9}d}" for i in range(40)]
    gold, run = ([f"q1 0 {name} {i % 2}" for i, name in enumerate(names)], [f"q1 Q0 {d} 1 {d[1:]} t" for d in names])
    document = scored(end.join(gold), end.join(run), "-m", "rr", "-m", "ap", "--as", "qrels")
    assert document["means"]["rr"] == 1
    assert document["means"]["ap"] == pytest.approx(sum((k + 1) / (2 * k + 1) for k in range(20)) / 20)
    assert document["remarks"] == []


CONTRARY = [("q1", "d1", 1, 0.1), ("q1", "d2", 2, 0.9), ("q2", "d1", 1, 3), ("q3", "d1", 1, 1), ("q3", "d2", 2, 2)]
COLUMNS = ("query_id", "doc_id", "rank", "score")


@pytest.mark.parametrize(
    "table",
    [
        "\n".join(",".join(map(str, row)) for row in (COLUMNS, *CONTRARY)),
        "\n".join(json.dumps(dict(zip(COLUMNS, row, strict=True))) for row in CONTRARY),
        json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in CONTRARY]),
        "\n".join(f"{query} Q0 {document} {rank} {score} t" for query, document, rank, score in CONTRARY),
    ],
)
def test_ranks_that_contradict_scores_are_said_in_runs_of_every_form(scored: Scored, table: str) -> None:
    document = scored("q1 0 d1 1\nq2 0 d1 1\nq3 0 d2 1\n", table, "-m", "rr")
    assert document["means"] == {"rr": (1 / 2 + 1 + 1) / 3}
    assert document["remarks"] == [
        "run: ranks contradict scores in 2 topics (q1, q3): documents are ordered by score, the highest first, as in "
        "trec_eval"
    ]


def test_runs_beside_lists_may_have_any_size(scored: Scored, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_files, "LARGEST", 500)
    run = "# mine\n" + "".join(f"q1 Q0 d{i} {i} {-i} t\n" for i in range(100))
    assert scored('{"q1": ["d1", "d3"]}', run, "-m", "ap")["means"] == {"ap": (1 / 2 + 2 / 4) / 2}
