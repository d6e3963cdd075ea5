"""`axiometrics score`: formats, options, exit codes, one clear line for every mistake."""

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from axiometrics import registry

if TYPE_CHECKING:
    from tests.conftest import Ran

QRELS = "1 0 a 1\n1 0 b 0\n2 0 c 2\n3 0 x 0\n4 0 a 1\n"
RUN = "1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n2 Q0 c 1 3 t\n3 Q0 c 1 3 t\n9 Q0 c 1 3 t\n"
TIED = "1 Q0 a 1 1 t\n1 Q0 b 2 1 t\n2 Q0 c 1 3 t\n3 Q0 x 1 1 t\n4 Q0 a 1 1 t\n"
GOLD = "document,label\nd1,A\nd2,A\nd3,B\n"
SYSTEM = "d1\tx\nd2\ty\nd3\ty\n"
OVERLAP = "d1\tx\nd2\tx\nd3\ty\nd3\tx\n"
ORGANIZATION = "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...\n"
FILES = {
    "qrels": QRELS,
    "run": RUN,
    "tied": TIED,
    "gold.csv": GOLD,
    "system.tsv": SYSTEM,
    "overlap.tsv": OVERLAP,
    "gold.txt": ORGANIZATION,
}


pytestmark = pytest.mark.usefixtures("files_here")

Score = Callable[..., "Ran"]


def values(ran: "Ran") -> dict[tuple[str, str, str], float | None]:
    """The rows of JSON by system, topic and metric."""
    return {(row["system"], row["topic"], row["metric"]): row["value"] for row in json.loads(ran.out)["rows"]}


@pytest.fixture
def score(command: Score) -> Score:
    return lambda *arguments: command("score", *arguments)


# --- formats


def test_a_document_that_is_accepted_wrongly_is_a_mistake_of_precision_and_one_that_is_missed_of_recall(
    score: Score,
) -> None:
    Path("gold").write_text("document,label\na,yes\nb,yes\nc,no\nd,no\ne,no\n", encoding="utf-8")
    Path("found").write_text("document,label\na,yes\nb,no\nc,yes\nd,yes\ne,no\n", encoding="utf-8")
    ran = score("gold", "found", "-m", "precision", "-m", "filtering:recall", "--format", "json")
    assert {name[2]: value for name, value in values(ran).items()} == {"precision": pytest.approx(1 / 3), "recall": 0.5}


def test_systems_are_sorted_with_the_best_first(score: Score) -> None:
    Path("worse").write_text("1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n", encoding="utf-8")
    Path("without").write_text("9 Q0 a 1 1 t\n", encoding="utf-8")
    ran = score("qrels", "worse", "run", "-m", "rr", "-m", "judged@10", "--sort", "rr")
    lines = [line.split() for line in ran.out.splitlines() if line.startswith(("worse", "run"))]
    assert [line[0] for line in lines[:2]] == ["run", "worse"]


def test_text_has_means_and_says_what_is_missing(score: Score) -> None:
    ran = score("qrels", "run")
    assert ran.code == 0
    read_as, _, header, rule, means, blank, *facts = ran.out.splitlines()
    assert read_as == "read as: judgements of 4 topics, 1 system"
    assert header.split() == ["system", "AP", "nDCG", "RR", "P@10", "R*S(W30=0.8)"]
    assert set(rule) == {"-", " "}
    assert means.split()[:4] == ["run", "0.3750", "0.4077", "0.3750"]
    assert blank == ""
    assert facts == [
        "qrels: 4 topics, highest grade 2; means over all of them",
        "qrels: nothing is relevant in 1 topic; what is undefined there counts 0, as in trec_eval",
        "run: 3 of 4 topics; 1 missing, counted as empty rankings; 1 topic not in qrels, ignored",
    ]
    assert ran.err.splitlines() == [
        "axiometrics: run: ranks contradict scores in 1 topic (1): documents are ordered by score, the highest first, "
        "as in trec_eval",
        "axiometrics: run: 1 topic of qrels missing (4), counted as empty rankings; --topics both leaves them out",
        "axiometrics: run: 1 topic not in qrels (9), ignored",
    ]


def test_text_has_topics_on_demand(score: Score) -> None:
    lines = score("qrels", "run", "-m", "ap", "--per-topic").out.splitlines()
    assert [line.split() for line in lines[4:9]] == [
        ["run", "1", "0.5000"],
        ["run", "2", "1.0000"],
        ["run", "3", "0.0000"],
        ["run", "4", "0.0000"],
        ["run", "all", "0.3750"],
    ]


def test_wide_tables_are_turned_or_parted(score: Score) -> None:
    turned = score("qrels", "run", "tied", "-m", "*").out
    assert turned.splitlines()[2].split() == ["metric", "run", "tied"]
    parted = score("qrels", "run", "-m", "*", "--per-topic").out
    assert parted.count("system    topic") > 1
    assert max(map(len, (turned + parted).splitlines())) <= 120


def test_markdown_is_one_table(score: Score) -> None:
    out = score("qrels", "run", "tied", "-m", "ap", "--format", "markdown", "--topics", "both").out
    assert [line.split() for line in out.splitlines()[2:6]] == [
        ["|", "system", "|", "AP", "|"],
        ["|:---------|-----------:|"],
        ["|", "run", "|", "0.5000", "|"],
        ["|", "tied", "|", "**0.6250**", "|"],
    ]
    assert "- run: 3 of 4 topics; 1 missing, left out; 1 topic not in qrels, ignored" in out


def test_csv_has_every_row_and_every_digit(score: Score) -> None:
    ran = score("qrels", "run", "-m", "ndcg", "-m", "auc", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert list(rows[0]) == ["system", "topic", "metric", "value"]
    numbers = {(row["topic"], row["metric"]): row["value"] for row in rows}
    assert numbers["1", "ndcg"] == "0.6309297535714575"
    assert numbers["3", "auc"] == ""
    assert len(rows) == 2 * 5


def test_json_follows_the_schema(score: Score) -> None:
    ran = score("qrels", "run", "tied", "-m", "ap", "-m", "p", "-m", "auc", "--format", "json")
    document: dict[str, Any] = json.loads(ran.out)
    assert document["schema"] == "axiometrics/scores/1"
    assert document["settings"] == {"ties": "trec", "topics": "gold", "undefined": "zero", "gmax": 2}
    assert document["topics"] == [
        {"system": "run", "missing": ["4"], "extra": ["9"]},
        {"system": "tied", "missing": [], "extra": []},
    ]
    for row in document["rows"]:
        assert list(row) == ["system", "topic", "metric", "value"]
        assert row["value"] is None or isinstance(row["value"], float)
    assert [(row["system"], row["topic"], row["metric"]) for row in document["rows"]] == [
        (system, topic, metric)
        for system in ("run", "tied")
        for topic in ("1", "2", "3", "4", "all")
        for metric in ("ap", "p@10", "auc")
    ]
    assert values(ran)["tied", "3", "auc"] is None


@pytest.mark.parametrize(
    ("name", "start"), [("x.json", "{"), ("x.csv", "system,topic"), ("x.md", "- read as:"), ("x.txt", "read as:")]
)
def test_the_format_goes_by_the_suffix(score: Score, name: str, start: str) -> None:
    ran = score("qrels", "tied", "-m", "ap", "-o", name)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert Path(name).read_text(encoding="utf-8").startswith(start)


# --- options


def test_ties(score: Score) -> None:
    default, trec, expected = (
        score("qrels", "tied", "-m", "ap", "--format", "json", *how)
        for how in ((), ("--ties", "trec"), ("--ties", "expected"))
    )
    assert values(default) == values(trec)
    assert values(trec)["tied", "1", "ap"] == 0.5
    assert values(expected)["tied", "1", "ap"] == 0.75
    assert json.loads(expected.out)["settings"]["ties"] == "expected"
    assert "tied scores in 1 topic, in trec_eval's order" in score("qrels", "tied").out
    assert (
        "tied scores in 1 topic, each order as likely, values are expectations"
        in score("qrels", "tied", "--ties", "expected").out
    )


def test_too_many_ties(score: Score) -> None:
    Path("many").write_text("".join(f"1 Q0 d{i} 1 0 t\n" for i in range(50)), encoding="utf-8")
    Path("judged").write_text("".join(f"1 0 d{i} {i % 2}\n" for i in range(50)), encoding="utf-8")
    assert score("judged", "many", "--ties", "expected").code == 0
    ran = score("judged", "many", "--ties", "expected", "-m", "rs-ranking")
    assert ran.code == 2
    assert ran.err.startswith(
        "axiometrics: error: many: topic '1': the expectation of "
        "rs-ranking(n=30,wn=0.8,reading=listed) would take some 1e14 rankings"
    )
    assert ran.err.endswith("break the ties in the run, leave the metric out, or say --ties trec\n")


def test_undefined(score: Score) -> None:
    ran = score("qrels", "run", "-m", "ap", "--undefined", "skip", "--format", "json")
    assert values(ran)["run", "3", "ap"] is None
    assert values(ran)["run", "all", "ap"] == 0.5


def test_quiet(score: Score) -> None:
    assert score("qrels", "run", "-q").err == ""


def test_metrics_studies_and_parameters(score: Score) -> None:
    def metrics(*args: str) -> list[str]:
        return list(dict.fromkeys(name for _, _, name in values(score("qrels", "tied", "--format", "json", *args))))

    assert metrics() == ["ap", "ndcg", "rr", "p@10", "rs-ranking(n=30,wn=0.8,reading=listed)"]
    assert metrics("--ties", "expected") == ["ap", "ndcg", "rr", "p@10"]
    assert metrics("-m", "*") == [metric.id for metric in registry.metrics() if metric.task == "ranking"]
    assert metrics("-m", "r*", "-m", "rr") == [
        "r@10",
        "rr",
        "r-precision",
        "rbp(p=0.8)",
        "rs-ranking(n=30,wn=0.8,reading=listed)",
    ]
    assert metrics("-m", "rbp(p=1/2)", "-m", "ap", "--param", "p=0.95") == ["rbp(p=0.95)", "ap"]
    assert metrics("-m", "ndcg@5", "-m", "ndcg(k=5)") == ["ndcg@5"]
    assert metrics("--study", "amigo2013", "-m", "bpref")[-3:] == [
        "tbg",
        "rs-ranking(n=30,wn=0.8,reading=listed)",
        "bpref",
    ]


def test_kind_can_be_said(score: Score) -> None:
    Path("four").write_text("a 0 b 1\n", encoding="utf-8")
    assert score("four", "gold.txt", "--as", "organization").code == 0
    assert "gold.txt, line 1: 14 columns" in score("four", "gold.txt").err


def test_gzip(score: Score) -> None:
    Path("qrels.gz").write_bytes(gzip.compress(QRELS.encode()))
    Path("packed").write_bytes(gzip.compress(RUN.encode()))
    plain, packed = (
        values(score("qrels", "run", "--format", "json")),
        values(score("qrels.gz", "packed", "--format", "json")),
    )
    assert list(plain.values()) == list(packed.values())


def test_the_same_system_twice_is_one(score: Score) -> None:
    assert score("qrels", "run", "run", "-m", "ap", "--format", "csv").out.count(",all,") == 1


# --- labels and organizations


def test_labels(score: Score) -> None:
    ran = score("gold.csv", "system.tsv")
    assert ran.out.splitlines()[0] == "read as: labels of 3 items, 2 classes, 1 system"
    assert ran.out.splitlines()[2].split()[:3] == ["system", "BCubed", "Precision"]
    assert "gold.csv: 3 items, 2 labels; its first line was taken for a header" in ran.out
    scored = score("gold.csv", "system.tsv", "-m", "bcubed-f", "--format", "json")
    assert values(scored) == {("system.tsv", "all", "bcubed-f"): pytest.approx(2 / 3)}


def test_overlapping_labels(score: Score) -> None:
    ran = score("gold.csv", "system.tsv", "overlap.tsv")
    assert "Extended BCubed F" in ran.out
    assert "overlap.tsv: 3 items, 2 labels, overlapping" in ran.out
    glob = score("gold.csv", "overlap.tsv", "-m", "bcubed-*", "--format", "csv")
    assert (
        glob.err
        == "axiometrics: left out, as they are not defined on these files: bcubed-precision, bcubed-recall, bcubed-f\n"
    )
    assert len(glob.out.splitlines()) == 4
    assert score("gold.csv", "overlap.tsv", "-m", "purit*").code == 2


def test_numbers_of_documents_without_a_counterpart_are_counted(score: Score) -> None:
    """ADM has no value without a score of each document; in the pool d2 has the score 0: 1 - (.1 + .4)/2."""
    Path("urs").write_text("d1:0.8 d2:0.4\n", encoding="utf-8")
    Path("srs").write_text("d1:0.9 d3:0.4\n", encoding="utf-8")
    ran = score("urs", "srs", "-m", "adm(sample=pool)", "-m", "adm", "--format", "json")
    assert [row["value"] for row in json.loads(ran.out)["rows"]] == [pytest.approx(1 - (0.1 + 0.4) / 2), None]
    assert "srs: 1 document without a relevance in urs (d3)" in ran.err
    assert "srs: 1 document of urs without a score (d2)" in ran.err


def test_organizations(score: Score) -> None:
    Path("system.json").write_text(
        json.dumps({"levels": [[["d1"], ["d2", "d3", "d4"]], [["d4", "d5"]]], "tail": True}), encoding="utf-8"
    )
    ran = score("gold.txt", "system.json", "gold.txt", "--format", "json")
    scores = values(ran)
    assert scores["gold.txt", "all", "rs-priority(n=30,wn=0.8,reading=listed)"] == pytest.approx(1)
    rest = [
        value
        for (system, _, metric), value in scores.items()
        if system == "system.json" and metric.startswith("sensitivity")
    ]
    assert rest
    assert all(value is not None and 0 < value < 1 for value in rest)


# --- mistakes


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["missing", "run"], "cannot read 'missing': No such file or directory"),
        (["qrels", "missing"], "cannot read 'missing': No such file or directory"),
        (["run", "qrels"], "run: this looks like a run, and GOLD comes first: give the qrels, then the runs"),
        (
            ["qrels", "qrels"],
            "qrels, line 1: 4 columns in '1 0 a 1'; a line of a run has 6: topic, Q0, document, rank, score, tag",
        ),
        (["gold.csv", "run"], "run, line 1: no tab, comma or semicolon in '1 Q0 a 1 1 t'"),
        (["qrels", "run", "-m", "nope"], "no metric 'nope'"),
        (
            ["qrels", "run", "-m", "purity"],
            "purity is a metric of clustering, and qrels holds TREC qrels: take one of ranking",
        ),
        (["qrels", "run", "-m", "ap", "--param", "p=0.5"], "none of ap has a parameter 'p'"),
        (["qrels", "run", "-m", "p@0"], "p: k=0 is outside [1, inf)"),
        (["qrels", "run", "--study", "nope"], "no study 'nope'"),
        (["qrels", "run", "--as", "labels"], "qrels, line 1: no tab, comma or semicolon"),
        (
            ["qrels", "run", "--header", "yes"],
            "--header is for labels and decisions and ordinal, and qrels holds qrels",
        ),
        (["gold.csv", "system.tsv", "--ties", "trec"], "--ties is for qrels, and gold.csv holds labels"),
        (["qrels", "run", "-o", "no/where"], "cannot write 'no/where'"),
        (["qrels"], "qrels: no SYSTEM is given, and this file does not hold both sides: name a second file"),
        (
            ["gold.csv", "overlap.tsv", "-m", "purity"],
            "overlap.tsv, line 4: a second label for item 'd3', and purity is defined on partitions only",
        ),
        (["gold.txt", "gold.txt", "-m", "ap"], "gold.txt: ap: level 1 of the system"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(score: Score, args: list[str], message: str) -> None:
    ran = score(*args)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"axiometrics: error: {message}"), ran.err
    assert len(ran.err.splitlines()) == 1


def test_nothing_evaluated_is_exit_5(score: Score) -> None:
    Path("other").write_text("q1 Q0 a 1 1 t\n", encoding="utf-8")
    ran = score("qrels", "other", "-o", "out.json")
    assert ran.code == 5
    assert ran.err == (
        "axiometrics: error: nothing was evaluated: no topic of the gold is in other: it has "
        "'q1', the gold '1'; name the topics alike\n"
    )
    assert not Path("out.json").exists()


def test_help_states_the_defaults(score: Score) -> None:
    out = " ".join(score("--help-all").out.split())
    for phrase in (
        "trec (default): as trec_eval orders them",
        "gold (default): all topics of GOLD",
        "zero (default): as 0, as in trec_eval",
        "Without -m the metrics are: ap, ndcg, rr, p@10 and rs-ranking",
    ):
        assert phrase in out


# --- files that may be of two kinds

BLANKS, COLUMN = "d1 A\nd2 A\nd3 B\n", "A\nA\nB\n"


@pytest.mark.parametrize(
    ("gold", "system", "why"),
    [
        (BLANKS, "d1 x\nd2 y\nd3 y\n", "gold: this may be a label file (documents and labels parted by blanks)"),
        (COLUMN, "x\ny\ny\n", "gold: this may be a label file (one label a line)"),
        ("0\n1\n1\n", "1\n0\n0\n", "gold: this may be a label file (one label a line)"),
        ("d1 A 1\nd2 A 1\n", "d1 x 1\nd2 y 1\n", "gold: this may be a label file (columns parted by blanks)"),
        ("document label\nd1 A\n", "d1 x\n", "gold: this may be a label file"),
        ("{d1 d2} d3\n", BLANKS, "system: this may be a label file (documents and labels parted by blanks)"),
        ("{d1 d2} d3\n", COLUMN, "system: this may be a label file (one label a line)"),
    ],
)
def test_a_file_that_may_be_labels_or_an_organization_is_refused(
    score: Score, gold: str, system: str, why: str
) -> None:
    Path("gold").write_text(gold, encoding="utf-8")
    Path("system").write_text(system, encoding="utf-8")
    ran = score("gold", "system")
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err
    assert ran.err.rstrip().endswith("say --as labels or --as organization")
    assert ran.err.count("\n") == 1


def test_what_is_nothing_known_is_no_organization(score: Score) -> None:
    """One line of words has nothing that tells what it is, so that it is read as an organization only where that is
    said.
    """
    Path("gold").write_text("d1 A\n", encoding="utf-8")
    ran = score("gold", "gold")
    assert (ran.code, ran.out) == (2, "")
    assert (
        "the kind of this file cannot be recognised; it is none of qrels (2 of 4 columns in 'd1 A'), a table" in ran.err
    )
    assert "an organization (no {, > or ...): give --as" in ran.err
    assert "1 level" in score("gold", "gold", "--as", "organization").out


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        (BLANKS, "d1 x\nd2 y\nd3 y\n"),
        ("document label\n" + BLANKS, "d1\tx\nd2\ty\nd3\ty\n"),
        (COLUMN, "x\ny\ny\n"),
        ("class\n" + COLUMN, "x\ny\ny\n\n"),
    ],
)
def test_labels_parted_by_blanks_or_alone_are_read_where_the_user_says_so(score: Score, gold: str, system: str) -> None:
    """The scores are those of the same labels in a file that is told by its content."""
    Path("gold").write_text(gold, encoding="utf-8")
    Path("system").write_text(system, encoding="utf-8")
    ran = score("gold", "system", "--as", "labels", "--format", "json")
    assert ran.code == 0
    expected = score("gold.csv", "system.tsv", "--format", "json")
    assert [*values(ran).values()] == [*values(expected).values()]
    assert score("gold", "system", "--as", "organization").code in (0, 2)


def test_labels_that_nobody_can_part_are_refused(score: Score) -> None:
    for text, why in (
        ("d1 A 1\nd2 B 1\n", "no tab, comma or semicolon"),
        ("A\n\nB\n", "line 2: a blank line between labels"),
        ("A\nd2 B\n", "no tab, comma or semicolon"),
    ):
        Path("gold").write_text(text, encoding="utf-8")
        ran = score("gold", "gold", "--as", "labels")
        assert (ran.code, ran.out) == (2, "")
        assert why in ran.err
