"""The task of diversity: its worlds, signatures, drawing, files and examples."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pyndeval
import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.core.topic import Topic
from axiometrics.generators.topics import CHANCES, judged
from axiometrics.registry.tasks import signature

DIVERSITY = task("diversity")
TOPIC = Topic.parse("P(i1)=2/3 P(i2)=1/3 | d1: i1=2 i2 | d2: i1 | d3: i2")
RUN = Organization.ranking(["d2", "x", "d1"])


def test_the_world_has_every_topic_of_two_intents_and_two_grades() -> None:
    for documents, counts in ((1, {1: 2, 2: 4}), (2, {1: 5, 2: 34})):
        all_outputs = list(DIVERSITY.worlds[0].outputs(documents, False))
        anonymous = sum(len(judged(2, d, 2, True)) for d in range(1, documents + 1))
        assert len(all_outputs) == counts[1] + counts[2] + anonymous
        assert len({outputs.gold for outputs in all_outputs}) == len(all_outputs)
        for outputs in all_outputs:
            assert len({outputs.output(k) for k in range(len(outputs))}) == len(outputs)
            assert outputs.counts is not None
            metric = ax.task("diversity")
            assert metric is DIVERSITY


def test_counts_of_the_world_are_those_of_its_outputs_one_by_one() -> None:
    from axiometrics import registry

    assert DIVERSITY.counts is not None
    for metric in (m for m in registry.metrics() if m.task == "diversity"):
        for outputs in list(DIVERSITY.worlds[0].outputs(2, False))[::5]:
            assert outputs.counts is not None
            stacked = metric.evaluate(outputs.counts[0])
            for k in range(len(outputs)):
                alone = metric.evaluate(DIVERSITY.counts(outputs.output(k), outputs.gold, exact=False))
                assert stacked[k] == pytest.approx(alone.item(), abs=1e-12), metric.id


def test_what_is_not_a_run_or_a_topic_is_refused() -> None:
    assert DIVERSITY.counts is not None
    for run, said in (("{a b} > ...", "one document a level"), ("a > a > ...", "ranks a document twice")):
        with pytest.raises(TaskError, match=said):
            DIVERSITY.counts(Organization.parse(run), TOPIC)
    with pytest.raises(TaskError, match="is not a topic with intents"):
        DIVERSITY.counts(RUN, Organization.parse("a > ..."))


def test_the_arguments_of_the_signatures() -> None:
    intents = signature("intents").arguments(RUN, TOPIC, Fraction)
    assert intents == ([[2, 1, 0], [1, 0, 1]], [Fraction(2, 3), Fraction(1, 3)], [1, None, 0])
    grades, probabilities, run = signature("intents").arguments(RUN, TOPIC, int)
    assert (grades, probabilities, run) == ([[2, 1, 0], [1, 0, 1]], [2 / 3, 1 / 3], [1, None, 0])
    assert [type(p) for p in probabilities] == [float, float]
    assert signature("topic").arguments(RUN, TOPIC, int) == (RUN, TOPIC)
    assert CHANCES[2][1] == (Fraction(2, 3), Fraction(1, 3))


def covered(intents: Any, probabilities: Any, run: Any) -> float:
    reached = {i for i, grades in enumerate(intents) for d in run if d is not None and grades[d]}
    return len(reached) / len(intents)


def spoils(intents: Any, probabilities: Any, run: Any) -> float:
    intents[0][0] += 1
    return 0.0


@pytest.mark.parametrize(("given", "said"), [(covered, None), (spoils, "changed its input")])
def test_a_function_is_called_with_lists_that_it_must_leave_as_they_are(given: Any, said: str | None) -> None:
    from axiometrics.candidates.containment.call import CallForm, plain_answer

    of = signature("intents")
    answer = plain_answer(given, CallForm("intents", False), of.plain(RUN, TOPIC))
    assert answer == (1.0 if said is None else {"failed": said})


def test_a_case_is_drawn_rank_by_rank_with_the_intents() -> None:
    drawn = DIVERSITY.draw(TOPIC, {"better": RUN, "worse": Organization.ranking(["d3", "x"])})
    assert drawn.splitlines() == [
        "topic: P(i1)=2/3 P(i2)=1/3",
        "",
        "rank  better        worse",
        "   1  d2 i1 *       d3 i2 *",
        "   2  x .           x .",
        "   3  d1 i1=2 i2 *  - *",
    ]


# --- files

QRELS = "1 1 d1 1\n1 2 d1 1\n1 1 d2 2\n1 3 d9 0\n2 1 e 1\n2 2 e 1\n2 2 f 1\n3 1 g 0\n"
RUNS = "1 Q0 d2 1 9 t\n1 Q0 d1 2 8 t\n2 Q0 f 1 3 t\n2 Q0 a 2 3 t\n"


def scored(folder: Path, *more: str, gold: str = QRELS, run: str = RUNS, table: str = "") -> Any:
    for name, text in (("gold", gold), ("run", run), ("table", table)):
        (folder / name).write_text(text)
    return CliRunner().invoke(main, ["score", str(folder / "gold"), str(folder / "run"), *more, "--format", "json"])


def rows(result: Any) -> dict[tuple[str, str], float]:
    assert result.exit_code == 0, result.output
    return {(row["topic"], row["metric"]): row["value"] for row in json.loads(result.stdout)["rows"]}


def test_qrels_with_intents_are_recognised_and_scored(tmp_path: Path) -> None:
    """Topic 2: a stands before f, since ndeval breaks ties by document, ascending."""
    scores = rows(scored(tmp_path, "-m", "i-rec", "-m", "rr-ia", "-q"))
    assert scores["1", "i-rec@10"] == 1
    assert scores["1", "rr-ia"] == pytest.approx((1 + 1 / 2) / 2)
    assert scores["2", "rr-ia"] == pytest.approx(1 / 4)
    assert scores["all", "rr-ia"] == pytest.approx((3 / 4 + 1 / 4) / 2)


def test_a_table_gives_the_probabilities_of_the_intents(tmp_path: Path) -> None:
    """Intent 3 of topic 1 has no relevant document: 0.6 and 0.2 become 3/4 and 1/4."""
    table = "1 1 0.6\n1 2 0.2\n1 3 1/5\n2 1 1/3\n2 2 2/3\n"
    scores = rows(scored(tmp_path, "-m", "rr-ia", "--probabilities", str(tmp_path / "table"), "-q", table=table))
    assert scores["1", "rr-ia"] == pytest.approx(3 / 4 + 1 / 4 * 1 / 2)
    assert scores["2", "rr-ia"] == pytest.approx(2 / 3 * 1 / 2)


@pytest.mark.parametrize(
    ("gold", "table", "said"),
    [
        (QRELS + "1 1 d1 1\n", "", "occurs twice for intent '1' of topic '1'"),
        (QRELS + "2 1 d1 x\n", "", "gold, line 9: grade 'x' is not a whole number"),
        (QRELS + "2 1 d1 1000001\n", "", "gold, line 9: grade 1000001 is above"),
        (QRELS + "all 1 d1 1\n", "", "gold, line 9: a topic is called 'all'"),
        (QRELS + "2 1 d1\n", "", "gold, line 9: 3 columns in '2 1 d1'"),
        (QRELS, "1 1 0.6\n", "sum to 3/5"),
        (QRELS, "1 1 1\n2 1 1/2\n2 2 1/2\n", "topic '1' has no probability of intent '2'"),
        (QRELS, "1 1 2\n", "outside [0, 1]"),
        (QRELS, "1 1 x\n", "is not a number"),
        (QRELS, "1 1\n", "2 columns"),
    ],
)
def test_what_is_malformed_is_refused_with_its_line(tmp_path: Path, gold: str, table: str, said: str) -> None:
    more = ("--probabilities", str(tmp_path / "table")) if table else ("--as", "diversity-qrels")
    result = scored(tmp_path, *more, gold=gold, table=table)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_tied_runs_are_scored_as_ndeval_scores_them(tmp_path: Path) -> None:
    """Ids in mixed case and beyond ASCII, of which the bytes decide, and scores that differ beyond single precision."""
    chance, names = Random(5), ["a", "B", "é", "z9", "z10", "Z", "0"]
    qrels, run, judged, retrieved = "", "", [], []
    for topic in map(str, range(1, 31)):
        for document in chance.sample(names, 4):
            for intent in chance.sample("123", chance.randint(1, 3)):
                qrels += f"{topic} {intent} {document} 1\n"
                judged.append(pyndeval.SubtopicQrel(topic, intent, document, 1))
        for document in chance.sample(names, 6):
            score = chance.choice((1.0, 2.0, 2.0 + 1e-12))
            run += f"{topic} Q0 {document} 1 {score!r} t\n"
            retrieved.append(pyndeval.ScoredDoc(topic, document, score))
    theirs = pyndeval.ndeval(judged, retrieved, measures=["NRBP", "alpha-nDCG@5"])
    scores = rows(scored(tmp_path, "-m", "nrbp", "-m", "alpha-ndcg@5", "-q", gold=qrels, run=run))
    for topic, values in theirs.items():
        assert scores[topic, "nrbp(alpha=0.5,p=0.5)"] == pytest.approx(values["NRBP"], abs=2e-6)
        assert scores[topic, "alpha-ndcg@5(alpha=0.5)"] == pytest.approx(values["alpha-nDCG@5"], abs=2e-6)


def test_a_cut_run_scores_what_the_whole_run_scores(tmp_path: Path) -> None:
    """Where each metric that is asked for has a cut-off, the end of the run is not read. With nrbp, which has no
    cut-off, the whole run is read, and the other metrics have the same values.
    """
    chance, run = Random(6), "".join(f"1 Q0 n{k} 1 {1000 - k} t\n" for k in range(2, 30))
    run += "".join(f"1 Q0 {d} 1 {chance.choice((999.5, 997.5, 990.5))} t\n" for d in ("d1", "d2"))
    cut = [f"{metric.base}@3" for metric in registry.metrics() if metric.task == "diversity" and "k" in metric.values]
    assert len(cut) > 5
    options = [word for name in cut for word in ("-m", name)]
    alone = rows(scored(tmp_path, *options, "-q", run=run))
    beside = rows(scored(tmp_path, *options, "-m", "nrbp", "-q", run=run))
    assert alone == {key: value for key, value in beside.items() if not key[1].startswith("nrbp")}


def test_intents_that_no_document_shares_are_read_where_it_is_said(tmp_path: Path) -> None:
    qrels = "1 1 a 1\n1 2 b 1\n"
    refused = scored(tmp_path, "-m", "nrbp", gold=qrels)
    assert (refused.exit_code, "--as diversity-qrels" in refused.stderr) == (2, True)
    scores = rows(scored(tmp_path, "-m", "i-rec", "--as", "diversity-qrels", gold=qrels, run="1 Q0 a 1 1 t\n"))
    assert scores["all", "i-rec@10"] == 1 / 2


def test_a_topic_in_its_text_form_is_scored_against_a_run(tmp_path: Path) -> None:
    scores = rows(scored(tmp_path, "-q", gold=str(TOPIC), run=str(RUN)))
    assert scores["all", "idiv-q@10(gamma=0.5,beta=1)"] == pytest.approx(199 / 272)


def test_options_of_other_files_are_refused(tmp_path: Path) -> None:
    assert "--explain is about R and S" in scored(tmp_path, "--explain").stderr
    refused = scored(tmp_path, "--probabilities", "x", gold="1 0 a 1\n1 0 b 0\n")
    assert (refused.exit_code, "--probabilities is for files with intents" in refused.stderr) == (2, True)
    assert "--ties is for qrels" in scored(tmp_path, "--ties", "trec").stderr
