"""`axiometrics score --explain`: every kind of file, topics, formats, what is refused and how."""

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from axiometrics.core.organization import Organization
from axiometrics.definitions.organization import reliability as definition
from axiometrics.relations.judgement import READINGS

if TYPE_CHECKING:
    from tests.conftest import Ran

FILES = {
    "gold.txt": "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...\n",
    "three.txt": "d1 {d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...\n",
    "flat.txt": "{d1 d2} d3\n",
    "other.txt": "d1 {d2 d3}\n",
    "order.txt": "d1 > d2 > d3\n",
    "sorted.txt": "d1 d2 > d3\n",
    "judged.txt": "d1 > d2 d3\n",
    "level.txt": "{}\n",
    "gold.csv": "document,label\nd1,A\nd2,A\nd3,B\n",
    "system.tsv": "d1\tx\nd2\ty\nd3\ty\n",
    "overlap.tsv": "d1\tx\nd2\tx\nd2\ty\nd3\ty\n",
    "yes.csv": "d1,1\nd2,1\nd3,0\nd4,0\n",
    "kept.csv": "d1,yes\nd2,no\nd3,yes\nd4,no\n",
    "qrels": "301 0 a 2\n301 0 b 1\n301 0 n 0\n302 0 c 1\n303 0 n 0\n",
    "run": "301 Q0 n 1 9 t\n301 Q0 b 2 8 t\n301 Q0 z 3 8 t\n303 Q0 a 1 1 t\n",
    "single": "302 0 c 1\n",
    "lone": "302 Q0 c 1 1 t\n",
    "strange": "q1 Q0 a 1 1 t\n",
    "empty.run": "303 Q0 a 1 1 t\n",
}

NUMBER = {"type": ["string", "number"], "pattern": "^[0-9]+(/[0-9]+)?$"}
SIDE = {
    "type": "object",
    "required": ["value", "lost", "lacking", "documents", "relations"],
    "additionalProperties": False,
    "properties": {
        "value": NUMBER,
        "lost": NUMBER,
        "lacking": {"type": "string"},
        "documents": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["document", "weight", "lost", "listed"],
                "additionalProperties": False,
                "properties": {
                    "document": {"type": ["string", "null"]},
                    "weight": NUMBER,
                    "lost": NUMBER,
                    "listed": {"type": "boolean"},
                },
            },
        },
        "relations": {
            "type": ["array", "null"],
            "items": {
                "type": "object",
                "required": ["documents", "weight", "lost", "times", "found", "words"],
                "additionalProperties": False,
                "properties": {
                    "documents": {"type": "array", "items": {"type": ["string", "null"]}, "minItems": 2, "maxItems": 2},
                    "weight": NUMBER,
                    "lost": NUMBER,
                    "times": {"type": "integer", "minimum": 1},
                    "found": {"type": "integer", "minimum": 0},
                    "words": {"type": "string"},
                },
            },
        },
    },
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["schema", "read_as", "explanations", "remarks"],
    "additionalProperties": False,
    "properties": {
        "schema": {"const": "axiometrics/explanation/1"},
        "read_as": {"type": "string"},
        "remarks": {"type": "array", "items": {"type": "string"}},
        "explanations": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": [
                    "system",
                    "gold",
                    "topic",
                    "relation",
                    "n",
                    "wn",
                    "reading",
                    "exact",
                    "organizations",
                    "rs",
                    "reliability",
                    "sensitivity",
                    "notes",
                ],
                "properties": {
                    "system": {"type": "string"},
                    "gold": {"type": "string"},
                    "topic": {"type": ["string", "null"]},
                    "relation": {"enum": ["priority", "clustering"]},
                    "n": NUMBER,
                    "wn": NUMBER,
                    "reading": {"enum": list(READINGS)},
                    "exact": {"type": "boolean"},
                    "organizations": {"type": "object", "required": ["system", "gold"]},
                    "rs": NUMBER,
                    "reliability": SIDE,
                    "sensitivity": SIDE,
                    "notes": {"type": "array", "items": {"type": "string"}},
                },
            },
        },
    },
}


pytestmark = pytest.mark.usefixtures("files_here")

Explain = Callable[..., "Ran"]


def explanations(ran: "Ran") -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(ran.out)["explanations"]
    return entries


def titles(ran: "Ran") -> list[str]:
    return [
        line for line, rule in zip(ran.out.splitlines(), ran.out.splitlines()[1:], strict=False) if set(rule) == {"-"}
    ]


@pytest.fixture
def score(command: Explain) -> Explain:
    return lambda *arguments: command("score", *arguments)


@pytest.fixture
def explain(score: Explain) -> Explain:
    return lambda *args: score(*args, "--explain")


# --- kinds of files


def test_an_organization_in_text(explain: Explain) -> None:
    """The sums by hand are in tests/evaluation/test_loss.py; here, how they are shown."""
    ran = explain("gold.txt", "three.txt", "--param", "n=10", "-m", "rs-relatedness")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "read as: an organization, 1 system\n\n\n"
        "three.txt against gold.txt: clustering relations (n = 10, Wn = 0.8)\n"
        "-------------------------------------------------------------------\n"
        "R = 1; nothing is lost\n"
        "S = 29/39 = 0.743589...; 10/39 = 0.256410... is lost\n"
        "R*S = 29/34 = 0.852941...\n"
        "\n"
        "system                gold (loss of S)\n"
        "1  d1 {d3 d4}         1  d1 {d2(60.0%) d3(20.0%) d4(20.0%)}\n"
        "2  {d4 d5} {d6 d7}    2  {d4 d5} {d6 d7}\n"
        "3  {d6 d7}            3  {d6 d7}\n"
        "   ...                   ...\n"
        "\n"
        "In brackets: the share of the loss that falls on a document there, of S in the gold.\n"
        "\n"
        "document         weight     lost     weight      lost    share of\n"
        "              in system    for R    in gold     for S    all loss\n"
        "----------  -----------  -------  ---------  --------  ----------\n"
        "d2                    -        -   0.153846  0.153846       60.0%\n"
        "d3             0.181818        0   0.153846  0.051282       20.0%\n"
        "d4             0.229665        0   0.190476  0.051282       20.0%\n"
        "d1             0.181818        0   0.153846         0          0%\n"
        "d5             0.047847        0   0.036630         0          0%\n"
        "d6             0.070730        0   0.055678         0          0%\n"
        "d7             0.070730        0   0.055678         0          0%\n"
        "...            0.217391        0   0.200000         0          0%\n"
        "sum                   1        0          1  0.256410        100%\n"
        "\n"
        "What S loses, by relations of the gold:\n"
        " 4/39  40.0%  d2 and d3 in one cluster: d2 is not in the system\n"
        " 4/39  40.0%  d2 and d4 in one cluster: d2 is not in the system\n"
        " 2/39  20.0%  d2 itself: not in the system\n"
        "10/39   100%  1 - S\n"
    )


@pytest.mark.parametrize(
    ("files", "relations"),
    [
        (["gold.txt", "three.txt"], ["priority", "clustering"]),
        (["flat.txt", "other.txt"], ["clustering"]),
        (["order.txt", "judged.txt"], ["priority"]),
        (["flat.txt", "order.txt"], ["priority", "clustering"]),
        (["level.txt", "level.txt"], ["clustering"]),
        (["gold.csv", "system.tsv"], ["clustering"]),
        (["gold.csv", "overlap.tsv"], ["clustering"]),
        (["yes.csv", "kept.csv"], ["priority", "clustering"]),
        (["single", "lone"], ["priority"]),
    ],
)
def test_what_means_something_is_explained(explain: Explain, files: list[str], relations: list[str]) -> None:
    ran = explain(*files, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert [entry["relation"] for entry in explanations(ran)] == relations


def test_labels_of_yes_and_no_are_a_filtering(explain: Explain) -> None:
    """One of two right on either side: R = S = 1/4; every one of the four relations but d1 above d4 is wrong."""
    ran = explain("yes.csv", "kept.csv", "-m", "rs-filtering")
    assert "R = 1/4 = 0.25; 3/4 = 0.75 is lost" in ran.out
    assert re.search(
        r"^positive  d1\(16\.7%\) d3\(33\.3%\) +relevant  d1\(16\.7%\) d2\(33\.3%\)$", ran.out, re.MULTILINE
    )
    lines = [line.split("  ")[-1] for line in ran.out.splitlines() if " above " in line]
    assert lines == [
        "d1 above d2: both relevant in the gold",
        "d3 above d2: the other way round in the gold",
        "d3 above d4: both irrelevant in the gold",
        "d1 above d3: both positive in the system",
        "d2 above d3: the other way round in the system",
        "d2 above d4: both negative in the system",
    ]


def test_filterings_in_organizations_are_named_as_such(explain: Explain) -> None:
    ran = explain("judged.txt", "sorted.txt", "-m", "rs-filtering")
    assert re.search(r"^positive  d1 d2\(66\.7%\) +relevant  d1\(33\.3%\)$", ran.out, re.MULTILINE)
    assert re.search(r"^negative  d3\(33\.3%\) +irrelevant  d2\(66\.7%\) d3$", ran.out, re.MULTILINE)
    assert "d2 above d3: both irrelevant in the gold" in ran.out
    assert "d2 above d3: on one level in the gold" in explain("judged.txt", "sorted.txt").out


def test_several_systems_are_explained_in_turn(explain: Explain) -> None:
    ran = explain("order.txt", "judged.txt", "order.txt", "flat.txt", "-m", "rs-priority")
    assert [title.split()[0] for title in titles(ran)] == ["judged.txt", "order.txt", "flat.txt"]
    assert "R = 0; by convention: the system has no priority relation (one level and no tail)" in ran.out


def test_one_empty_level_is_an_organization(explain: Explain) -> None:
    ran = explain("order.txt", "level.txt")
    assert ran.code == 0
    assert "R = 0; by convention: the system has no priority relation (nothing is listed)" in ran.out
    assert "d1 above d2: neither is in the system" in ran.out


def test_the_example_of_the_documentation(explain: Explain) -> None:
    document = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
    command, _, shown = document.split("## Why a score is what it is")[1].split("```\n")[1].partition("\n")
    Path("system.txt").write_text(FILES["three.txt"], encoding="utf-8")
    words = command.removeprefix("$ axiometrics score ").split()
    assert explain(*(word for word in words if word != "--explain")).out == shown


# --- metrics and parameters


def test_a_metric_gives_relation_and_parameters(explain: Explain) -> None:
    ran = explain(
        "gold.txt", "three.txt", "-m", "sensitivity-priority(n=7,wn=0.5,reading=tail-certain)", "--format", "json"
    )
    (entry,) = explanations(ran)
    assert (entry["relation"], entry["n"], entry["wn"], entry["reading"]) == ("priority", "7", "1/2", "tail-certain")
    gold, system = (Organization.parse(FILES[name]) for name in ("gold.txt", "three.txt"))
    assert Fraction(entry["sensitivity"]["value"]) == definition.sensitivity_priority(
        system, gold, Fraction(7), Fraction(1, 2), "tail-certain"
    )


def test_metrics_of_one_relation_are_one_explanation(explain: Explain) -> None:
    ran = explain(
        "gold.txt",
        "three.txt",
        "-m",
        "reliability-priority",
        "-m",
        "rs-priority",
        "-m",
        "sensitivity-priority(n=7)",
        "--format",
        "json",
    )
    assert [(entry["relation"], entry["n"]) for entry in explanations(ran)] == [("priority", "30"), ("priority", "7")]


def test_what_a_glob_brings_along_is_left_out(explain: Explain) -> None:
    ran = explain("order.txt", "judged.txt", "-m", "*", "--format", "json")
    assert ran.code == 0
    assert [entry["relation"] for entry in explanations(ran)] == ["priority"]
    others, left = ran.err.splitlines()
    assert others == "axiometrics: left out, as only R, S and R*S are explained: purity, inverse-purity, f-purity, ..."
    assert left.startswith("axiometrics: left out, as they mean nothing on these files: rs-clustering(")
    assert "rs-ranking" in left  # judged.txt is not a ranking
    runs = explain("single", "lone", "-m", "r*", "--format", "json")
    assert [entry["relation"] for entry in explanations(runs)] == ["priority"]
    assert runs.err.startswith("axiometrics: left out, as only R, S and R*S are explained: ")


def test_rs_of_rankings_is_that_of_the_metric(explain: Explain, score: Explain) -> None:
    """A gold without tail: its last level is irrelevant, and irrelevant documents are without number."""
    (entry,) = explanations(explain("judged.txt", "order.txt", "-m", "rs-ranking", "--format", "json"))
    assert Organization.from_json(entry["organizations"]["gold"]) == Organization.parse("d1 > ...")
    (row,) = json.loads(score("judged.txt", "order.txt", "-m", "rs-ranking", "--format", "json").out)["rows"]
    assert float(Fraction(entry["rs"])) == pytest.approx(row["value"], abs=1e-15)


@pytest.mark.parametrize("reading", READINGS)
def test_what_is_explained_is_what_is_scored(explain: Explain, score: Explain, reading: str) -> None:
    cases = [
        (["qrels", "run"], "rs-ranking", ["--topic", "301"], "301"),
        (["yes.csv", "kept.csv"], "rs-filtering", [], "all"),
        (["gold.csv", "overlap.tsv"], "rs-clustering", [], "all"),
        (["gold.txt", "three.txt"], "rs-priority", [], "all"),
        (["gold.txt", "three.txt"], "rs-relatedness", [], "all"),
    ]
    for files, metric, more, topic in cases:
        options = [*files, "-m", metric, "--param", f"reading={reading}", "--format", "json"]
        (entry,) = explanations(explain(*options, *more))
        (row,) = [row for row in json.loads(score(*options).out)["rows"] if row["topic"] == topic]
        assert float(Fraction(entry["rs"])) == pytest.approx(row["value"], abs=1e-12), metric


# --- topics


def test_a_topic_of_runs(explain: Explain) -> None:
    ran = explain("qrels", "run", "--topic", "301")
    assert titles(ran) == ["run against qrels, topic 301: priority relations (n = 30, Wn = 0.8, reading listed)"]
    assert re.search(r"^1  n\([0-9.]+%\) +grade 2  a\([0-9.]+%\)$", ran.out, re.MULTILINE)
    # tied with b: trec_eval sorts by id, descending
    assert re.search(r"^2  z\([0-9.]+%\) +grade 1  b\([0-9.]+%\)$", ran.out, re.MULTILINE)
    assert "2 documents have tied scores: they stand in trec_eval's order" in ran.out
    assert "n above b: n is not relevant" in ran.out
    assert "n above z: neither is relevant" in ran.out
    assert "a above the tail: not retrieved" in ran.out
    assert "a above b: a is not retrieved" in ran.out


def test_the_only_topic_need_not_be_named(explain: Explain) -> None:
    ran = explain("single", "lone")
    assert (ran.code, ran.err) == (0, "")
    assert "topic 302" in ran.out
    assert re.search(r"^1  c +relevant  c$", ran.out, re.MULTILINE)
    assert explain("single", "lone", "--topic", "302", "--ties", "trec").out == ran.out


def test_a_topic_that_the_run_lacks_is_an_empty_ranking(explain: Explain) -> None:
    ran = explain("qrels", "run", "--topic", "302")
    assert ran.code == 0
    assert ran.err == "axiometrics: run: topic 302 missing, explained as an empty ranking\n"
    assert "R = 0; by convention: the system has no priority relation (nothing is listed)" in ran.out
    assert "S = 0; 1 is lost" in ran.out
    assert "the run lacks the topic: it is an empty ranking" in ran.out
    assert explain("qrels", "run", "--topic", "302", "-q").err == ""


def test_a_topic_without_relevant_documents(explain: Explain) -> None:
    ran = explain("qrels", "run", "--topic", "303")
    assert "S = 0; by convention: the gold has no priority relation (nothing is listed)" in ran.out
    assert "a above the tail: not relevant" in ran.out


def test_no_shared_topic_is_exit_5(explain: Explain) -> None:
    for topic in ([], ["--topic", "301"]):
        ran = explain("qrels", "strange", "-o", "out.json", *topic)
        assert (ran.code, ran.out) == (5, "")
        assert ran.err == (
            "axiometrics: error: nothing was evaluated: no topic of the gold is in strange: it has "
            "'q1', the gold '301'; name the topics alike\n"
        )
        assert not Path("out.json").exists()


# --- formats


@pytest.mark.parametrize(
    "files", [["gold.txt", "three.txt"], ["gold.csv", "overlap.tsv"], ["single", "lone"], ["level.txt", "order.txt"]]
)
def test_json_follows_the_schema_and_sums_exactly(explain: Explain, files: list[str]) -> None:
    ran = explain(*files, "--format", "json", "--top", "1")
    jsonschema.validate(json.loads(ran.out), SCHEMA)
    for entry in explanations(ran):
        for name in ("reliability", "sensitivity"):
            side = entry[name]
            lost = Fraction(side["lost"])
            assert lost == (0 if side["lacking"] else 1 - Fraction(side["value"]))
            assert (
                lost
                == sum(Fraction(cost["lost"]) for cost in side["documents"])
                == sum(Fraction(cost["lost"]) for cost in side["relations"])
            )


def test_csv(explain: Explain) -> None:
    ran = explain("yes.csv", "kept.csv", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert list(rows[0]) == ["system", "side", "relation", "document", "weight", "lost"]
    for relation in ("priority", "clustering"):
        for side in ("R", "S"):
            mine = [row for row in rows if (row["relation"], row["side"]) == (relation, side)]
            assert {row["document"] for row in mine} == {"d1", "d2", "d3", "d4"}
            assert sum(float(row["weight"]) for row in mine) == 1
            assert sum(float(row["lost"]) for row in mine) == {"priority": 0.75, "clustering": 0.5}[relation]


def test_markdown(explain: Explain) -> None:
    out = explain("yes.csv", "kept.csv", "--format", "markdown", "-m", "rs-filtering", "--top", "1").out
    assert out.startswith(
        "- read as: decisions on 4 items, 2 classes, positive label 1 and yes, 1 system\n\n"
        "## kept.csv against yes.csv: priority relations (reading listed)\n\n- R = 1/4 = 0.25; 3/4 = 0.75 is lost\n"
    )
    assert out.count("```") == 2
    assert [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in out.splitlines() if line.startswith("| d")
    ] == [
        ["document", "weight in system", "lost for R", "weight in gold", "lost for S", "share of all loss"],
        ["d3", "1/4", "1/4", "1/4", "1/4", "33.3%"],
    ]
    assert "| 3 others |" in re.sub(" +", " ", out)
    assert "| 2 others |" in re.sub(" +", " ", out)
    assert "What R loses, by relations of the system:" in out


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("x.json", "{"),
        ("x.csv", "system,side,relation,document,weight,lost\n"),
        ("x.md", "- read as: an organization, 1 system\n\n## "),
        ("x.txt", "read as: an organization, 1 system\n\n\nthree.txt "),
    ],
)
def test_the_format_goes_by_the_suffix(explain: Explain, name: str, start: str) -> None:
    ran = explain("gold.txt", "three.txt", "-o", name)
    assert (ran.code, ran.out) == (0, "")
    assert Path(name).read_text(encoding="utf-8").startswith(start)


def test_top(explain: Explain) -> None:
    for top, rest in (("1", 4), ("3", 2), ("4", 0), ("10", 0)):
        out = explain("gold.txt", "three.txt", "-m", "rs-priority", "--top", top).out
        assert (f"{rest} others" in out.split("What S loses")[1]) == bool(rest)


# --- mistakes


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["qrels", "run"], "qrels has 3 topics (301, 302, 303), and --explain takes one topic: give --topic 301"),
        (
            ["qrels", "empty.run"],
            "qrels has 3 topics (301, 302, 303), and --explain takes one topic: give --topic 303",
        ),
        (["qrels", "run", "--topic", "9"], "no topic '9' in the gold: qrels has 3 topics (301, 302, 303)"),
        (
            ["single", "run", "lone", "--topic", "301"],
            "no topic '301' in the gold, though run has it: single has 1 topic (302)",
        ),
        (
            ["gold.txt", "three.txt", "--topic", "301"],
            "--topic is for qrels, and gold.txt holds an organization: leave it out",
        ),
        (
            ["qrels", "run", "-m", "ndcg(ideal=run)"],
            "ndcg(ideal=run) is not a sum over documents, so no document contributes a part of it: name ap",
        ),
        (["gold.csv", "system.tsv", "-m", "rs-clustering", "-m", "bcubed-f"], "bcubed-f cannot be explained"),
        (["gold.csv", "system.tsv", "-m", "v-*"], "v-measure is not a sum over documents"),
        (["gold.csv", "system.tsv", "--study", "nope"], "no study 'nope'"),
        (
            ["qrels", "run", "-m", "rs-priority", "--topic", "301"],
            "rs-priority(n=30,wn=0.8,reading=listed) is a metric of organization, and qrels holds",
        ),
        (
            ["gold.csv", "system.tsv", "-m", "rs-filtering"],
            "gold.csv, line 2: rs-filtering(n=30,wn=0.8,reading=listed) takes decisions: label 'A' says neither",
        ),
        (
            ["order.txt", "order.txt", "-m", "rs-c*"],
            "none of rs-clustering(n=30,wn=0.8,reading=listed) means anything on these files",
        ),
        (
            ["gold.txt", "three.txt", "-m", "rs-filtering"],
            "three.txt: rs-filtering(n=30,wn=0.8,reading=listed): the system d1 {d3 d4}",
        ),
        (
            ["gold.txt", "three.txt", "-m", "rs-clustering"],
            "three.txt: rs-clustering(n=30,wn=0.8,reading=listed): the system d1 {d3 d4}",
        ),
        (
            ["gold.txt", "three.txt", "-m", "rs-ranking"],
            "three.txt: rs-ranking(n=30,wn=0.8,reading=listed): level 1 of the system",
        ),
        (
            ["gold.txt", "three.txt", "--param", "p=3"],
            "none of rs-priority(n=30,wn=0.8,reading=listed), rs-relatedness",
        ),
        (["gold.txt", "three.txt", "--param", "wn=1"], "rs-priority: wn=1 is outside (0, 1)"),
        (["gold.txt", "three.txt", "--top", "0"], "Invalid value for '--top'"),
        (
            ["qrels", "run", "--ties", "expected"],
            "--ties expected means nothing with --explain, which takes one ranking apart: leave it out",
        ),
        (["qrels", "run", "--topics", "both"], "--topics means nothing with --explain"),
        (["qrels", "run", "--undefined", "skip"], "--undefined means nothing with --explain"),
        (["qrels", "run", "--per-topic"], "--per-topic means nothing with --explain"),
        (["gold.txt", "missing"], "cannot read 'missing': No such file or directory"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(explain: Explain, args: list[str], message: str) -> None:
    ran = explain(*args)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"axiometrics: error: {message}"), ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("option", [["--topic", "301"], ["--top", "3"]])
def test_options_of_explain_mean_nothing_without_it(score: Explain, option: list[str]) -> None:
    ran = score("qrels", "run", *option)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"axiometrics: error: {option[0]} means nothing without --explain: leave it out")


def test_help_teaches(score: Explain) -> None:
    out = " ".join(score("--help-all").out.split())
    for phrase in (
        "--explain shows why R and S have their values",
        "--explain --topic 301",
        "Default: 10",
        "sum to 1 - R and 1 - S",
    ):
        assert phrase in out
