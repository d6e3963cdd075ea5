"""How a metric is called, found by trial calls where neither its author, an adapter nor its parameters say so.

Each function here is written in a way that is found in libraries or in people's own code; the value that is expected of
it is worked by hand.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import axiometrics as ax
from axiometrics import candidates as targets
from axiometrics.candidates.declaration import Policy
from axiometrics.candidates.selection import evident_task
from axiometrics.core.errors import TargetError
from axiometrics.core.organization import Organization

RUN, GOLD = "n1 > a > n2 > b > ...", "a b c > n1 n2"
"""A run with relevant documents at ranks 2 and 4, of three: AP (1/2 + 2/4) / 3 = 1/3."""
CLUSTERS, CLASSES = "{a b} {c d}", "{a b c} {d}"
ACCEPTED, RIGHT = "a b > c d", "a c > b d"


def agreement(x: Any, y: Any) -> float:
    """The share of pairs of documents on which two clusterings agree: Rand."""
    pairs = [(i, j) for i in range(len(x)) for j in range(i)]
    return sum((x[i] == x[j]) == (y[i] == y[j]) for i, j in pairs) / len(pairs) if pairs else 1.0


def sets_agree(a: Any, b: Any) -> float:
    """Rand on lists of sets."""

    def labels(sets: Any) -> list[int]:
        where = {d: k for k, cluster in enumerate(sets) for d in cluster}
        return [where[d] for d in sorted(where)]

    assert all(isinstance(cluster, set) for cluster in a)
    return agreement(labels(a), labels(b))


def right(x: Any, y: Any) -> float:
    """Accuracy, on arrays."""
    return float(np.mean(np.asarray(x) == np.asarray(y)))


def loss(x: Any, y: Any) -> float:
    """The share of wrong decisions."""
    return 1 - right(x, y)


def average_precision(relevant: Any, ranked: Any) -> float:
    """AP of names in rank order."""
    hits, total = 0, 0.0
    for rank, document in enumerate(ranked, 1):
        if document in relevant:
            hits += 1
            total += hits / rank
    return total / len(relevant) if relevant else 0.0


def recommended(relevant: Any, retrieved: Any, k: int) -> float:
    """AP cut at k, as recommender libraries call it."""
    return average_precision(relevant, retrieved[:k])


def with_sets(a: Any, b: Any) -> float:
    """AP that needs a set: a list has no `intersection`."""
    return average_precision(a.intersection(b) | a, b)


def by_user(actual: Any, predicted: Any, k: int = 10) -> float:
    """The mean of AP over users."""
    assert all(isinstance(ids, list) for ids in actual)
    return float(np.mean([average_precision(a, p[:k]) for a, p in zip(actual, predicted, strict=True)]))


def early(gold: Any, run: Any) -> float:
    """Gives more numbers for decisions than for runs, but a run is not a list of decisions."""
    return sum(1 / (rank + 2) for rank, document in enumerate(run) if document in gold)


def run_first(run: Any, qrels: Any) -> float:
    """AP of dictionaries, the output first."""
    return average_precision({d for d, g in qrels.items() if g}, sorted(run, key=lambda d: -run[d]))


def by_topic(a: Any, b: Any) -> dict[str, float]:
    """AP of each topic."""
    return {topic: run_first(b[topic], a[topic].copy()) for topic in a}


def of_gains(r: Any) -> float:
    """DCG of gains in rank order."""
    return float(sum(gain / np.log2(rank + 2) for rank, gain in enumerate(r)))


def of_gains_at(r: Any, k: int) -> float:
    """DCG cut at k."""
    return of_gains(r[:k])


def of_rows(t: Any, s: Any) -> float:
    """AP of rows of scores, the mean over topics."""
    assert t.ndim == s.ndim == 2
    return float(
        np.mean([average_precision(set(np.flatnonzero(y)), np.argsort(-x)) for y, x in zip(t, s, strict=True)])
    )


def of_tables(judged: Any, found: Any) -> float:
    """AP of tables."""
    relevant = set(judged.doc_id[judged.relevance > 0])
    return average_precision(relevant, list(found.sort_values("score", ascending=False).doc_id))


class Accumulating:
    """Accuracy in the way of training loops."""

    def __init__(self) -> None:
        self.seen: list[float] = []

    def update(self, preds: Any, target: Any) -> None:
        """Take decisions."""
        self.seen.append(right(preds, target))

    def compute(self) -> float:
        """The mean over what was given."""
        return sum(self.seen) / len(self.seen)


@pytest.mark.parametrize(
    ("function", "signature", "form", "output", "gold", "expected"),
    [
        (agreement, "labels", "", CLUSTERS, CLASSES, 1 / 2),
        (sets_agree, "labels", "sets", CLUSTERS, CLASSES, 1 / 2),
        (right, "classification", "", ACCEPTED, RIGHT, 1 / 2),
        (loss, "classification", "", ACCEPTED, RIGHT, 1 / 2),
        (average_precision, "trec", "items", RUN, GOLD, 1 / 3),
        (early, "trec", "items", RUN, GOLD, 1 / 3 + 1 / 5),
        (recommended, "trec", "items k=10", RUN, GOLD, 1 / 3),
        (with_sets, "trec", "item-sets", RUN, GOLD, 1 / 3),
        (by_user, "trec", "users", RUN, GOLD, 1 / 3),
        (run_first, "trec", "output-first", RUN, GOLD, 1 / 3),
        (by_topic, "trec", "topics", RUN, GOLD, 1 / 3),
        (of_gains, "gains", "alone", RUN, GOLD, 1 / np.log2(3) + 1 / np.log2(5)),
        (of_gains_at, "gains", "alone k=10", RUN, GOLD, 1 / np.log2(3) + 1 / np.log2(5)),
        (of_rows, "scores", "rows", "n1 > a > n2 > b > c", GOLD, (1 / 2 + 2 / 4 + 3 / 5) / 3),
        (Accumulating, "classification", "output-first", ACCEPTED, RIGHT, 1 / 2),
    ],
)
def test_the_signature_is_found_and_the_value_is_right(
    function: Callable[..., Any], signature: str, form: str, output: str, gold: str, expected: float
) -> None:
    subject = targets.candidate(function)
    judge: Any = subject.judge(subject.tasks[0])
    assert (judge.declared.signature, judge.declared.form) == (signature, form)
    assert "trial calls allow" in subject.inferred
    assert judge.score(Organization.parse(output), Organization.parse(gold)) == pytest.approx(expected)


def test_tables_are_found() -> None:
    pytest.importorskip("pandas")
    judge: Any = targets.candidate(of_tables).judge("ranking")
    assert judge.declared.form == "tables"
    assert judge.score(Organization.parse(RUN), Organization.parse(GOLD)) == pytest.approx(1 / 3)


def of_named_tables(query: str, document: str, grade: str) -> Callable[..., float]:
    """The share of three that is relevant at the top of a run, in tables with these columns."""

    def f(qrels: Any, run: Any) -> float:
        relevant = set(zip(qrels[query], qrels[document][qrels[grade] > 0], strict=False))
        rows = run.sort_values("score", ascending=False)[:3]
        return sum(row[1] in {d for _, d in relevant} for row in zip(rows[query], rows[document], strict=True)) / 3

    return f


@pytest.mark.parametrize(
    ("columns", "form"),
    [(("q_id", "doc_id", "score"), "tables-ranx"), (("qid", "docno", "label"), "tables-pyterrier")],
)
def test_tables_of_two_more_libraries_are_found(columns: tuple[str, str, str], form: str) -> None:
    pytest.importorskip("pandas")
    judge: Any = targets.candidate(of_named_tables(*columns)).judge("ranking")
    judge.prepare(0)
    assert judge.declared.form == form
    assert judge.score(Organization.parse(RUN), Organization.parse(GOLD)) == pytest.approx(1 / 3)


def hits_by_user(rating_true: Any, rating_pred: Any) -> float:
    """The share of the first three rows that hit, as libraries of recommender systems compute it: the tables are joined
    on user and item.
    """
    top = rating_pred.sort_values("prediction", ascending=False)[:3]
    joined = top.merge(rating_true[rating_true["rating"] > 0], on=["userID", "itemID"])[["userID", "itemID", "rating"]]
    return len(joined) / 3


@pytest.mark.slow
def test_tables_with_usual_names_of_columns_are_found() -> None:
    pytest.importorskip("pandas")
    judge: Any = targets.candidate(hits_by_user, "ranking").judge("ranking")
    assert judge.declared.form == "tables-named"
    assert judge.score(Organization.parse(RUN), Organization.parse(GOLD)) == pytest.approx(1 / 3)


def test_of_a_column_with_an_unusual_name_the_error_says_what_to_do() -> None:
    pytest.importorskip("pandas")

    def odd(truth: Any, found: Any) -> float:
        return float((truth["Aktenzeichen"] == found["Aktenzeichen"]).mean())

    with pytest.raises(TargetError, match=r"a column 'Aktenzeichen' .* itemID.* write a function .*\(qrel, run\)"):
        targets.candidate(odd, "ranking")


def same_decisions(estimator: Any, X: Any, y: Any) -> float:
    return float((estimator.predict(X) == y).mean())


def precision_by_rank(estimator: Any, X: Any, y: Any) -> float:
    best = np.argsort(-estimator.decision_function(X), kind="stable")
    return float((y[best] / np.arange(1, len(y) + 1)).sum())


def same_clusters(gold: Any, system: Any) -> float:
    return len(gold & system) / len(gold | system)


def loss_of_mine(y_true: Any, y_pred: Any, weight: float) -> float:
    return weight * float((y_true != y_pred).mean())


@pytest.mark.parametrize(
    ("function", "task", "form", "output", "gold", "expected"),
    [
        (same_decisions, "filtering", "scorer", ACCEPTED, RIGHT, 1 / 2),
        (precision_by_rank, "ranking", "scorer", "n1 > a > n2 > b", "a b > n1 n2", 1 / 2 + 1 / 4),
        (same_clusters, "clustering", "set-of-sets", "{a} {b c}", "{a} {b} {c}", 1 / 4),
    ],
)
def test_estimators_and_sets_of_sets_are_found(
    function: Callable[..., Any], task: str, form: str, output: str, gold: str, expected: float
) -> None:
    given = None if form == "scorer" else "cluster-sets"  # sets of anything tell nothing of what they are
    judge: Any = targets.candidate(function, signature=given).judge(task)
    assert judge.declared.form == form
    assert judge.score(Organization.parse(output), Organization.parse(gold)) == pytest.approx(expected)


def test_a_scorer_of_a_function_of_the_user_is_that_function() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    scorer = metrics.make_scorer(loss_of_mine, greater_is_better=False, weight=4)
    subject = targets.candidate(scorer)
    judge: Any = subject.judge("filtering")
    assert judge.score(Organization.parse(ACCEPTED), Organization.parse(RIGHT)) == pytest.approx(-4 / 2)


def test_a_function_by_target_is_tried_where_it_is_contained(tmp_path: Path) -> None:
    path = tmp_path / "tried_by_target.py"
    path.write_text("def f(x, y):\n    return sum(a == b for a, b in zip(x, y)) / max(1, len(x))\n")
    subject = targets.load(f"{path}:f")
    assert subject.tasks == ("filtering",)
    assert "form decisions, gold-first, as" in subject.inferred


def test_what_compares_labels_one_by_one_is_asked_for_its_form_as_a_metric_of_clusterings(tmp_path: Path) -> None:
    """The metric depends on the names of the labels, which its laws report. Other forms fit no worse."""
    path = tmp_path / "zipped.py"
    path.write_text("def g(t, p):\n    return sum(a == b for a, b in zip(t, p)) / len(t)\n")
    assert targets.load(f"{path}:g", "clustering", "labels").about["settled_by"] == "declared"


def test_names_that_are_usual_for_a_form_do_not_count_against_what_the_calls_show() -> None:
    def mine(y_true: Any, y_score: Any) -> float:
        return of_rows(y_true, y_score)

    matrix = ax.check(mine, constraints=["ranking:priority"], max_size=3, max_examples=0)
    assert matrix.cell("mine", "priority").evidence.kind != "error"
    assert targets.candidate(mine).about["form"] == "scores"
    assert "y_true=[[" in targets.candidate(mine).about["called"]


def of_one_topic(qrel: Any, run: Any) -> float:
    return average_precision({name for name in qrel if qrel[name]}, sorted(run, key=lambda name: -run[name]))


def by_topic_or_nothing(qrels: Any, run: Any) -> float:
    """The mean average precision of topics; 0 where what is given is not by topic."""
    topics = [topic for topic, judged in qrels.items() if isinstance(judged, dict)]
    values = [of_one_topic(qrels[topic], run.get(topic, {})) for topic in topics]
    return sum(values) / len(values) if values else 0.0


@pytest.mark.parametrize(
    ("metric", "form", "first"),
    [
        (of_one_topic, "qrel-run", "of_one_topic(qrel={'d1': 1}, run={'d1': "),
        (by_topic_or_nothing, "qrel-run", "by_topic_or_nothing(qrels={'topic': {'d1': 1}}, run={'topic': {'d1': "),
        (lambda y_true, y_score: of_rows(y_true, y_score), "scores", "<lambda>(y_true=[["),
    ],
    ids=["one-topic", "topics", "rows"],
)
def test_a_declared_form_covers_all_ways_to_pass_the_same_data(metric: Any, form: str, first: str) -> None:
    about = targets.candidate(metric, None, form).about
    assert (about["form"], about["order"], about["settled_by"]) == (form, "gold-first", "declared")
    assert about["called"].startswith(first)


def ranked_rightly(a: Any, b: Any) -> float:
    """The share of pairs of a relevant document and another one in which the first has the greater score."""
    pairs = [(y > z) + (y == z) / 2 for x, y in zip(a, b, strict=True) if x for w, z in zip(a, b, strict=True) if not w]
    return float(sum(pairs) / len(pairs)) if pairs else 0.0


@pytest.mark.parametrize(
    ("options", "form"),
    [
        ({"constraints": ["ranking:priority"]}, "scores"),
        ({"constraints": ["filtering:priority"]}, "decisions"),
        ({"study": "sakai2010"}, ""),
    ],
    ids=["ranking", "filtering", "neither"],
)
def test_constraints_of_one_task_tell_the_task_where_nothing_else_does(options: Any, form: str) -> None:
    policy = Policy(evident_task=evident_task(options.get("constraints"), options.get("study")))
    if form:
        assert targets.candidate(ranked_rightly, policy=policy).about["form"] == form
        assert ax.check(ranked_rightly, max_size=2, max_examples=0, **options).metrics[0]["form"] == form
    else:
        with pytest.raises(ax.AmbiguousForm):
            targets.candidate(ranked_rightly, policy=policy)


def test_constraints_of_one_task_do_not_count_against_what_the_calls_show() -> None:
    assert targets.candidate(right, policy=Policy(evident_task="clustering")).tasks == ("filtering",)


def test_a_form_of_one_argument_has_no_order() -> None:
    def gain(gains: Any) -> float:
        return float(sum(gains))

    assert targets.candidate(gain, None, "gains").about["order"] is None
    assert targets.candidate(gain).about["order"] is None


def test_what_fits_nothing_is_told_with_the_cure() -> None:
    def constant(a: Any, b: Any, c: Any) -> float:
        return 0.0

    def text(a: Any, b: Any) -> str:
        return "0.5"

    with pytest.raises(ax.AmbiguousForm, match="leave several ways to call it"):
        targets.candidate(constant)
    with pytest.raises(TargetError, match=r"no form fits.*give --form, one of labels") as caught:
        targets.candidate(text)
    assert "\n" not in str(caught.value)


def patience(gains: Any, ideal: Any, persistence: float) -> float:
    return float(sum(gain * persistence**rank for rank, gain in enumerate(gains)))


def report(relevant: Any, retrieved: Any) -> dict[str, float]:
    return {"rr": 1.0, "f1": 0.5}


@pytest.mark.parametrize(("function", "cure"), [(patience, "patience(persistence=...)"), (report, 'report["rr"]')])
def test_what_needs_more_than_two_arguments_or_gives_several_values_is_told_the_line_to_write(
    function: Callable[..., Any], cure: str
) -> None:
    with pytest.raises(TargetError) as caught:
        targets.candidate(function)
    assert cure in str(caught.value)


def share(x: Any, y: Any) -> float:
    """The share of the documents of y that are in x: precision of sets, or recall if y is the gold."""
    return len(set(x) & set(y)) / len(set(y))


def test_a_measure_of_one_side_is_asked_for_its_order_and_answered() -> None:
    with pytest.raises(ax.AmbiguousForm) as caught:
        targets.candidate(share)
    definitions = {(r.trial.hypothesis.public, r.trial.hypothesis.order): r.definition for r in caught.value.readings}
    assert definitions == {("id-lists", "gold-first"): "set-precision", ("id-lists", "output-first"): "set-recall"}
    assert "share(x=['d0'" in str(caught.value)
    judged: Any = targets.candidate(share, signature="output-first").judge("ranking")
    # two of the three relevant documents are among the four retrieved
    assert judge_of(judged) == pytest.approx(2 / 3)
    assert judge_of(targets.candidate(share, signature="id-lists gold-first").judge("ranking")) == pytest.approx(2 / 4)


def judge_of(judge: Any) -> float:
    return float(judge.score(Organization.parse(RUN), Organization.parse(GOLD)))


def test_a_trial_call_that_ends_the_process_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ending_at_a_trial.py"
    path.write_text("import os\n\n\ndef f(x, y):\n    os._exit(3)\n")
    with pytest.raises(TargetError, match="ended or hung"):
        targets.load(f"{path}:f")


def test_a_form_that_is_declared_is_shown_with_as_many_arguments_as_the_function_takes() -> None:
    def halves(gains: Any) -> float:
        return float(sum(gain / 2**rank for rank, gain in enumerate(gains, 1)))

    assert re.fullmatch(r"halves\(gains=\[[\d, ]+\]\)", targets.candidate(halves, signature="gains").about["called"])


def test_a_set_is_shown_in_one_order_and_an_object_by_its_class() -> None:
    def hit(ranked: Any, gold: set[str]) -> float:
        return float(bool(gold & set(ranked[:2])))

    def right_share(estimator: Any, X: Any, y: Any) -> float:
        return float((estimator.predict(X) == y).mean())

    names = re.findall(r"'\w+'", targets.candidate(hit).about["called"].partition("gold=")[2])
    assert names == sorted(names) != []
    shown = targets.candidate(right_share, "filtering").about["called"]
    assert shown.startswith("right_share(estimator=<Estimator>, X=")
