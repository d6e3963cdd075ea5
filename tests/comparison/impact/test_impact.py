"""Edits in real outputs, judged: against the definitions of the metrics, scipy, and counts made by hand."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.comparison.impact import measurement
from axiometrics.comparison.impact.excerpt import WHOLE, excerpt
from axiometrics.comparison.impact.judgement import EditJudge
from axiometrics.comparison.impact.measurement import Impact, ImpactRow, clopper_pearson, drawn, measure
from axiometrics.comparison.impact.outputs import of_objects
from axiometrics.comparison.impact.selection import with_edits
from axiometrics.core.case import Case
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.edits import ListedEdits, RealEdits
from axiometrics.core.errors import ParameterError, TaskError, UnknownNameError
from axiometrics.core.exact import sign
from axiometrics.core.organization import Organization
from axiometrics.evaluation.choices import DataChoices
from axiometrics.running.candidate import builtin
from axiometrics.schemas import schema

parse = Organization.parse

TASKS = ("clustering", "filtering", "ranking")


def labels(documents: int, classes: int, clusters: int, noise: float, seed: int = 1) -> tuple[list[int], list[int]]:
    """Classes, and clusters each of which belongs to a class, but for some documents that are anywhere."""
    chance = random.Random(seed)
    gold = [chance.randrange(classes) for _ in range(documents)]
    each = clusters // classes
    system = [
        chance.randrange(clusters) if chance.random() < noise else label * each + chance.randrange(each)
        for label in gold
    ]
    return gold, system


def run_of_grades(grades: str) -> dict[str, float]:
    """A run whose documents are named by their grades."""
    return {f"g{grade}-{i}": float(len(grades) - i) for i, grade in enumerate(grades)}


JUDGED = {f"g{grade}-{i}": int(grade) for i, grade in enumerate("1011002100")}
RUN = run_of_grades("1011002100")

SMALL: dict[str, tuple[Any, Any, list[str]]] = {
    "clustering": (
        *labels(40, 6, 18, 0.3),
        ["bcubed-f", "v-measure", "nmi(average=geometric)", "purity", "adjusted-rand", "edit-distance", "jaccard"],
    ),
    "filtering": ([1, 1, 0, 0, 0, 1], [1, 0, 1, 0, 0, 0], ["precision", "f", "accuracy", "lam"]),
    "ranking": ({"q": JUDGED}, {"q": RUN}, ["ap", "p@5", "ndcg", "rr", "rbp", "dcg", "rs-ranking"]),
}


@pytest.mark.parametrize("task", TASKS)
def test_the_counts_are_those_of_the_definitions(task: str) -> None:
    gold, system, metrics = SMALL[task]
    impact = ax.impact(gold=gold, systems=system, metrics=metrics)
    (output,) = of_objects(gold, {"system": system}, DataChoices(tasks=[task])).of(task)
    seen = 0
    for row in impact.rows:
        assert row.constraint.edits is not None
        demand, places = row.constraint.edits.demand, row.constraint.edits.places(*output.values())
        definition = registry.definition(row.metric, task)
        assert definition is not None
        signs = []
        for number in range(places.number):
            case = places.case(number)
            scores = {role: definition(value, case.gold) for role, value in case.outputs.items()}
            if None not in scores.values():
                signs.append(sign(demand.excess(scores)))
        assert (row.places, row.edits, row.undefined) == (places.number, len(signs), places.number - len(signs))
        assert (row.violated, row.tied) == (sum(excess <= 0 for excess in signs), signs.count(0)), row
        assert row.whole == (row.undefined == 0)
        assert (row.worst is None) == (row.violated == 0)
        seen += len(signs)
    assert seen > 10


def test_what_is_drawn_is_drawn_from_all_edits_alike() -> None:
    """Each of 12 edits of 3 outputs is drawn in about half of the tries, and never twice in one."""
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(600):
        chosen = drawn([4, 0, 3, 5], 6, seed)
        edits = [(i, number) for i, numbers in chosen.items() for number in numbers]
        assert len(edits) == len(set(edits)) == 6
        counts.update(edits)
    assert set(counts) == {(i, number) for i, size in enumerate([4, 0, 3, 5]) for number in range(size)}
    assert all(230 < count < 370 for count in counts.values())


@pytest.mark.parametrize(("successes", "trials"), [(0, 7), (7, 7), (3, 11), (500, 1000), (1, 1)])
def test_the_interval_is_that_of_scipy(successes: int, trials: int) -> None:
    peer = stats.binomtest(successes, trials).proportion_ci(method="exact")
    assert clopper_pearson(successes, trials) == pytest.approx((peer.low, peer.high))


def test_the_share_of_edits_that_are_drawn_is_near_the_share_of_all() -> None:
    gold, system = labels(400, 5, 60, 0.25)
    chosen = with_edits(["homogeneity"], ["clustering"])
    outputs = of_objects(gold, {"a": system}, DataChoices(tasks=["clustering"]))
    candidate = [builtin(registry.metric("edit-distance"))]
    whole = measure(outputs, candidate, chosen, 10**6).rows[0]
    some = measure(outputs, candidate, chosen, 60, 4).rows[0]
    assert whole.whole
    assert whole.interval == (whole.share, whole.share)
    assert not some.whole
    assert (some.edits, some.places) == (60, whole.places)
    assert some.interval is not None
    assert whole.share is not None
    assert some.interval[0] <= whole.share <= some.interval[1]
    assert 0 < whole.share < 1


def test_rag_bag_where_noisy_clusters_are_large() -> None:
    """What holds on the 20 newsgroups: a stray in a large cluster of noise is a greater error to counts of pairs and to
    entropies than one in a small clean cluster; to BCubed it never is.
    """
    gold = [0] * 6 + [1] * 5 + list(range(2, 12)) * 3
    system = [0] * 6 + [1] * 5 + [2] * 10 + [3] * 10 + [4] * 10
    metrics = ["v-measure", "nmi", "variation-of-information", "adjusted-rand", "rand", "jaccard", "bcubed-f"]
    impact = ax.impact(gold=gold, systems=system, metrics=metrics, constraints=["rag-bag"])
    assert {row.metric: row.share for row in impact.rows} == {
        "bcubed-f" if name == "bcubed-f" else registry.metric(name, ("clustering",)).id: float(name != "bcubed-f")
        for name in metrics
    }
    assert [row.edits for row in impact.rows] == [2 * 3] * len(metrics)


def test_small_clusters_whose_classes_continue_elsewhere() -> None:
    """BCubed F satisfies size vs quantity where classes are whole (the default reading), and not where they are not."""
    gold = [0] * 4 + [c for c in range(1, 8) for _ in range(2)]
    whole = [0] * 4 + [c for c in range(1, 8) for _ in range(2)]
    kept = ax.impact(gold=gold, systems=whole, metrics=["bcubed-f"], constraints=["size-vs-quantity"]).rows[0]
    assert (kept.edits, kept.violated) == (35, 0)  # 7 over 3
    more = ax.impact(
        gold=[*gold, *[c for c in range(1, 8) for _ in range(30)]],
        systems=[*whole, *[c + 10 for c in range(1, 8) for _ in range(30)]],
        metrics=["bcubed-f"],
        constraints=["size-vs-quantity"],
    ).rows[0]
    assert (more.edits, more.share) == (35, 1.0)


def test_bcubed_f_goes_wrong_where_the_class_of_the_large_cluster_is_small() -> None:
    """Precision stays; recall loses 2n/A of the large cluster, and the sum of 2/A of the pairs (docs/impact.md)."""
    sizes = [5, 6, 8, 9, 12, 20]  # each class has a cluster of three, one of two, and other documents alone
    gold = [c for c, size in enumerate(sizes) for _ in range(size)]
    system = [100 * c + (k // 3 if k < 5 else k) for c, size in enumerate(sizes) for k in range(size)]
    (row,) = ax.impact(gold=gold, systems=system, metrics=["bcubed-f"], constraints=["size-vs-quantity"]).rows
    wrong = [
        Fraction(2, sizes[large]) >= sum(Fraction(1, sizes[c]) for c in pairs)
        for large in range(6)
        for pairs in combinations([c for c in range(6) if c != large], 2)
    ]
    assert (row.edits, row.violated) == (len(wrong), sum(wrong))
    assert 0 < row.violated < row.edits


def test_ties_of_logarithms_are_recognised_in_large_tables() -> None:
    """Clean and noisy clusters of one size: V-measure is the same, whatever else is there. Floats cannot say so."""
    gold, system = labels(1500, 10, 100, 0.5)
    for i, size in enumerate((7, 7)):
        gold += [100 + i] * size if i == 0 else list(range(200, 200 + size))
        system += [1000 + i] * size
    impact = ax.impact(gold=gold, systems=system, metrics=["v-measure"], constraints=["rag-bag"], max_edits=5)
    assert impact.rows[0].undecided == 0
    constraint = registry.match_constraints("clustering:rag-bag")[0]
    assert constraint.edits is not None
    (output,) = of_objects(gold, {"a": system}, DataChoices(tasks=["clustering"])).of("clustering")
    places = constraint.edits.places(*output.values())
    last = places.number - 1
    judge = EditJudge(builtin(registry.metric("v-measure")), "clustering")
    (verdict,) = judge.verdicts(places, [last], constraint.edits.demand)
    assert verdict.sign == 0


def test_runs_are_judged_by_topic_and_metrics_of_judged_documents_by_these_alone() -> None:
    gold = {"q1": {"a": 1, "b": 0, "c": 1}, "q2": {"a": 1}, "q3": {"z": 1}}
    runs = {
        "one": {"q1": {"a": 5.0, "x": 4.0, "b": 3.0, "c": 2.0}, "q2": {"x": 2.0, "a": 1.0}},
        "other": {"q1": {"c": 5.0, "b": 4.0, "x": 3.0}, "q2": {}},
    }
    impact = ax.impact(gold=gold, systems=runs, metrics=["ap", "bpref"], constraints=["ranking:priority", "confidence"])
    assert {(row.metric, row.constraint.id): row.places for row in impact.rows} == {
        ("ap", "priority"): 2,  # a x and c b
        ("bpref", "priority"): 2,  # a b, without x, and c b
        ("ap", "confidence"): 3,
        ("bpref", "confidence"): 3,
    }
    worst = impact.row("ap", "ranking:confidence").worst
    assert worst is not None
    assert (worst.system, worst.topic, worst.relation) == ("one", "q1", "tied")


def test_a_metric_of_a_user_is_judged_by_its_calls() -> None:
    def alone(labels_true: Any, labels_pred: Any) -> float:
        return -float(len(set(labels_pred)))

    gold, system, _ = SMALL["clustering"]
    impact = ax.impact(
        gold=gold,
        systems=system,
        metrics=[alone],
        constraints=["homogeneity", "completeness"],
        max_edits=5,
        task="clustering",
        form="labels",
    )
    assert [(row.metric, row.share) for row in impact.rows] == [("alone", 1.0), ("alone", 0.0)]


def row_of(**counts: int) -> ImpactRow:
    priority = registry.match_constraints("ranking:priority")[0]
    counted: dict[str, Any] = {
        "places": 0,
        "edits": 0,
        "violated": 0,
        "tied": 0,
        "undefined": 0,
        "undecided": 0,
        **counts,
    }
    return ImpactRow("mine", "mine", priority, **counted, worst=None)


def test_the_interval_takes_what_is_not_decided_as_rewarded_and_as_not() -> None:
    of_all = row_of(places=100, edits=10, violated=2, undecided=90)
    assert (of_all.share, of_all.interval, of_all.whole) == (None, (0.02, 0.92), False)
    assert row_of(places=20, edits=10, violated=2, undecided=10).share == 0.2
    of_some = row_of(places=1000, edits=10, undecided=90)
    assert of_some.interval == (0.0, clopper_pearson(90, 100)[1])
    without_value = row_of(places=100, edits=50, violated=25, undefined=50)
    assert without_value.interval == (0.5, 0.5)
    assert row_of(places=5, undecided=5).interval is None


def test_floats_of_a_metric_of_a_user_decide_nothing_within_what_so_many_documents_round() -> None:
    """2^-38 is beyond the bound of a thousand documents, 2^-40, and within that of ten thousand, 10000 * 2^-50."""

    def slightly(gains: Any, ideal: Any) -> float:
        return 0.5 + (2.0**-38 if gains[0] else 0.0)

    for documents, decided in ((900, 1), (10_000, 0)):
        run = {f"d{i}": float(-i) for i in range(documents)}
        impact = ax.impact(
            gold={"q": {"d0": 1}},
            systems={"q": run},
            metrics=[slightly],
            constraints=["ranking:priority"],
            task="ranking",
        )
        (row,) = impact.rows
        assert (row.edits, row.undecided, row.violated) == (decided, 1 - decided, 0)


LONG = """
def p10(gains, ideal):
    return sum(1.0 for gain in gains[:10] if gain) / 10


def ap10(gains, ideal):
    hits = [i for i, gain in enumerate(gains[:10], 1) if gain]
    return sum(n / i for n, i in enumerate(hits, 1)) / max(1, sum(1 for gain in ideal if gain))


def rr(gains, ideal):
    return next((1 / i for i, gain in enumerate(gains, 1) if gain), 0.0)


def half(gains, ideal):
    return sum(0.5**i for i, gain in enumerate(gains, 1) if gain)


def steep(gains, ideal):
    return sum(0.001**i for i, gain in enumerate(gains, 1) if gain)


def saturated(gains, ideal):
    left = 1.0
    for i, gain in enumerate(gains, 1):
        left *= 1 - 0.5**i if gain else 1
    return 1 - left
"""


def long_runs(seed: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Four topics of fifty retrieved documents each, of sixty that are nearly all judged."""
    chance = random.Random(seed)
    gold: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for topic in "abcd":
        documents = [f"d{i}" for i in range(60)]
        gold[topic] = {d: int(chance.random() < 0.35) for d in documents if chance.random() < 0.9}
        chance.shuffle(documents)
        run[topic] = {d: -float(i) for i, d in enumerate(documents[:50])}
    return gold, run


def test_ties_of_a_metric_of_a_user_in_long_runs_are_those_of_the_exact_metric(tmp_path: Path) -> None:
    """What has no tie far down, but floats that lose its differences, is not accused."""
    path = tmp_path / "long.py"
    path.write_text(LONG, encoding="utf-8")
    gold, run = long_runs(5)
    names = ["p10", "ap10", "rr", "half", "steep", "saturated"]
    impact = ax.impact(
        gold=gold,
        systems=run,
        metrics=[f"{path}:{name}" for name in names],
        constraints=["ranking:priority", "confidence"],
        task="ranking",
        form="gains",
    )
    grades = [[gold[topic].get(d, 0) for d in sorted(of, key=lambda d: -of[d])] for topic, of in run.items()]
    falls = [(row, i) for row in grades for i in range(49) if row[i] and not row[i + 1]]
    ties = {
        "p10": sum(i != 9 for _, i in falls),
        "ap10": sum(i > 9 for _, i in falls),
        "rr": sum(any(row[:i]) for row, i in falls),
    }
    rows = {(row.metric.rpartition(":")[-1], row.constraint.id): row for row in impact.rows}
    for name, expected in ties.items():
        row = rows[name, "priority"]
        assert (row.edits, row.violated, row.tied, row.undecided) == (len(falls), expected, expected, 0), name
    for name in ("half", "steep", "saturated"):
        row = rows[name, "priority"]
        assert row.violated == 0, name
        assert row.edits + row.undecided == len(falls)
    assert rows["half", "priority"].undecided
    steep = rows["steep", "priority"]  # decided in the first few ranks
    assert steep.undecided > steep.edits > 0
    assert (steep.share, steep.interval) == (None, (0.0, steep.undecided / len(falls)))
    for name in names:  # none looks at a document below the run
        row = rows[name, "confidence"]
        assert (row.edits, row.tied) == (4, 4), name
    text = str(impact)
    assert "share: - where no edit was decided, or fewer than could not be decided" in text
    data = impact.page().data()
    jsonschema.validate(data, schema("impact"))
    assert {row["share"] for row in data["rows"] if row["undecided"] > row["edits"]} == {None}


def test_what_is_not_judged_or_without_a_row_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold").write_text("q 0 a 1\nq 0 b 0\nq 0 c -1\np 0 a 1\n", encoding="utf-8")
    lines = [f"q Q0 {d} 1 {9 - i} x\n" for i, d in enumerate("axbcy")]
    Path("run").write_text("".join(["r Q0 a 1 1 x\n", *lines]), encoding="utf-8")

    def impact(*options: str) -> Any:
        ran = CliRunner().invoke(main, ["impact", *options, "-q", "--format", "json"])
        assert ran.exit_code == 0, ran.stderr
        data = json.loads(ran.stdout)
        jsonschema.validate(data, schema("impact"))
        return data

    expected = [
        "run: 2 of 5 retrieved documents are not judged: irrelevant here",
        "run: 1 retrieved document with a negative grade: irrelevant here",
        "run: 1 topic of the gold missing (p): empty rankings",
        "run: 1 topic not in the gold (r): no edits there",
    ]
    options = ("gold", "run", "-m", "bpref", "-m", "p@1", "-c", "ranking:priority")
    data = impact(*options)
    assert data["remarks"] == expected
    # a x b c y for P@1, in which x is irrelevant; a b for bpref
    assert {row["metric"]: row["places"] for row in data["rows"]} == {"bpref": "1", "p@1": "1"}
    Path("yes").write_text("a,1\nb,0\nc,0\n", encoding="utf-8")
    Path("said").write_text("a,1\nb,1\nc,0\n", encoding="utf-8")
    data = impact("yes", "said", "-m", "v-measure", "-m", "accuracy", "-c", "homogeneity")
    assert data["unused"] == [{"metric": "Accuracy", "why": "a metric of filtering; the constraints are on clustering"}]
    assert [row["metric"] for row in data["rows"]] == ["v-measure"]


def test_places_are_told_of_the_metrics_that_have_them() -> None:
    """In r1 x r2 y, of which x and y are not judged, both relevant documents stand above irrelevant ones; in r1 r2
    none does.
    """
    gold = {"q": {"r1": 1, "r2": 1, "n": 0}}
    impact = ax.impact(
        gold=gold,
        systems={"q": {"r1": 5.0, "x": 4.0, "r2": 3.0, "y": 2.0}},
        metrics=["bpref", "ap"],
        constraints=["ranking:priority"],
    )
    assert {row.metric: row.places for row in impact.rows} == {"bpref": 0, "ap": 2}
    said = " ".join(str(impact).split())
    assert "places 2 in these outputs, all of them made; of metrics that look at judged documents only" in said
    assert "or need all judged: none in these outputs" in said


MINE = """
def early(gains, ideal):
    weights = [5, 4, 3, 2, 1]
    return sum(w * g for w, g in zip(weights, gains)) / sum(weights)


def missed(gains, ideal):
    return -sum(gain / (i + 1) for i, gain in enumerate(gains))


def enormous(gains, ideal):
    return 10**400 * sum(w * g for w, g in zip([5, 4, 3, 2, 1], gains))


def short(gains, ideal):
    if len(gains) > 3 and not gains[0]:
        raise ValueError("the first is bad")
    return float(sum(gains))
"""


def test_a_metric_of_a_user_is_named_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE, encoding="utf-8")
    Path("gold").write_text("".join(f"q 0 {d} {grade}\n" for d, grade in JUDGED.items()), encoding="utf-8")
    runs = {"a": "1011002100", "b": "0110012100"}
    for name, grades in runs.items():
        lines = [f"q Q0 {d} 1 {score} x\n" for d, score in run_of_grades(grades).items()]
        Path(name).write_text("".join(lines), encoding="utf-8")

    def impact(*options: str) -> Any:
        ran = CliRunner().invoke(main, ["impact", "gold", "a", "b", "-c", "ranking:priority", "-q", *options])
        return ran if ran.exit_code else json.loads(ran.stdout)

    data = impact("-m", "mine.py:early", "-m", "ap", "-m", "mine.py:missed", "--format", "json")
    shares = {row["metric"]: (row["edits"], row["violated"], row["tied"]) for row in data["rows"]}
    own = [run_in(grades) for grades in runs.values()]
    falls = [i for run in own for i in range(len(run) - 1) if run[i] and not run[i + 1]]
    beyond = sum(i >= 5 for i in falls)  # both ranks weigh nothing
    assert len(falls) > beyond > 0
    assert shares == {
        "ap": (len(falls), 0, 0),
        "mine.py:early": (len(falls), beyond, beyond),
        "mine.py:missed": (len(falls), 0, 0),  # a loss, which is inferred
    }
    (row,) = impact("-m", "mine.py:enormous", "--format", "json")["rows"]
    assert (row["violated"], row["tied"], row["edits"] + row["undecided"]) == (beyond, beyond, len(falls))
    why = impact("--why", "mine.py:early", "mine.py:missed", "--format", "json")
    assert [row["metric"] for row in why["rows"]] == ["mine.py:early", "mine.py:missed"]
    failed = impact("-m", "mine.py:short")
    assert failed.exit_code == 2
    assert "mine.py:short fails on an edit" in failed.stderr
    assert "the first is bad" in failed.stderr


def run_in(grades: str) -> list[int]:
    """The grades of that run by the gold JUDGED, in which documents of other names are irrelevant."""
    return [JUDGED.get(document, 0) for document in run_of_grades(grades)]


# --- why


def test_what_the_steps_are_worth_sums_to_the_differences() -> None:
    gold, system = labels(60, 5, 5, 0.6)
    alone = list(range(60))
    impact = ax.impact(
        gold=gold,
        systems={"some": system, "alone": alone},
        metrics=["v-measure"],
        why=("v-measure", "bcubed-f"),
        max_edits=50,
    )
    why = impact.why
    assert why is not None
    assert why.systems == ["alone", "some"]
    for k in range(2):
        assert sum(step.worth[k] for step in why.steps) == pytest.approx(why.scores[k][0] - why.scores[k][1])
    assert why.scores[0][0] > why.scores[0][1]
    assert why.scores[1][0] < why.scores[1][1]
    homogeneity, completeness, joined = why.steps
    assert min(homogeneity.worth) > 0
    assert max(completeness.worth) < 0
    assert joined.worth == pytest.approx([0, 0])
    assert "Edits of constraints lead from some to alone" in str(impact)


def test_the_constraint_that_metrics_judge_most_differently_comes_first() -> None:
    runs = {"a": {"q": run_of_grades("10011010")}, "b": {"q": run_of_grades("01111000")}}
    gold = {"q": {d: int(d[1]) for run in runs.values() for d in run["q"]}}
    impact = ax.impact(gold=gold, systems=runs, metrics=["ap"], why=("rr", "ap"), constraints=["ranking:priority"])
    why = impact.why
    assert why is not None
    assert why.systems == ["a", "b"]
    (contrast,) = why.contrasts
    # RR sees the first relevant document alone: of 1 0 in a three times, at ranks 1, 5 and 7, and in b once, at rank 5
    assert (contrast.edits, contrast.violated, contrast.one_only) == (4, [3, 0], 3)
    assert why.steps == []


def test_metrics_that_order_all_alike_have_no_reason() -> None:
    gold, system, _ = SMALL["clustering"]
    impact = ax.impact(gold=gold, systems=system, metrics=["purity"], why=("purity", "bcubed-f"))
    assert impact.compared == {"purity": "Purity", "bcubed-f": "BCubed F"}
    assert impact.why is None
    assert "order no two of these systems differently" in str(impact)
    with pytest.raises(TaskError, match="ap is a metric of ranking, and the gold holds labels"):
        ax.impact(gold=gold, systems=system, metrics=["purity"], why=("purity", "ap"))
    with pytest.raises(ParameterError, match="two metrics"):
        ax.impact(gold=gold, systems=system, metrics=["purity"], why=("purity",))  # type: ignore[arg-type]


# --- what is asked


def test_the_list_of_constraints_says_which_have_edits_and_why_others_have_none() -> None:
    ran = CliRunner().invoke(main, ["list", "constraints"])
    listed = " ".join(ran.stdout.partition("Edits in real outputs")[2].split())
    assert all(constraint.name in listed for constraint in registry.constraints() if constraint.edits is not None)
    assert "filtering:non-informative the constraint describes how outputs score" in listed
    assert listed.count("clustering:rag-bag") == 1
    assert listed.index("clustering:rag-bag") < listed.index("filtering:non-informative")


def test_a_constraint_without_edits_is_refused_with_those_that_have_some() -> None:
    with pytest.raises(UnknownNameError, match=r"closeness-threshold has no edits: one pair of runs.* some pair is"):
        with_edits(["closeness-threshold"], ["ranking"])
    with pytest.raises(UnknownNameError, match="on another task"):
        with_edits(["rag-bag"], ["ranking"])
    assert [constraint.name for constraint in with_edits(["ranking:*"], ["ranking"])] == [
        "ranking:priority",
        "ranking:deepness",
        "ranking:confidence",
    ]
    with pytest.raises(UnknownNameError, match="has edits yet"):
        with_edits(["*-threshold"], ["ranking"])


def test_edits_of_another_package_are_made_as_ours_are() -> None:
    """A constraint with edits that are written out: the run turned around."""

    def turned(gold: Organization, output: Organization) -> Iterator[Case]:
        run = [d for _, _, d in output.occurrences()]
        yield Case(gold, {"better": output, "worse": Organization.ranking(run[::-1])}, "turned around")

    priority = registry.match_constraints("ranking:priority")[0]
    own = Constraint(
        "turned",
        "ranking",
        "Turned",
        "...",
        "...",
        (Reading("all", "...", priority.readings[0].cases, "ap", "rr"),),
        edits=RealEdits("a run is turned around => Q falls", ListedEdits.of(turned)),
    )
    outputs = of_objects({"q": {"a": 1}}, {"s": {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}}, DataChoices(tasks=["ranking"]))
    measured = measure(outputs, [builtin(registry.metric(name)) for name in ("ap", "p@3")], [own])
    assert [(row.metric, row.edits, row.violated, row.tied) for row in measured.rows] == [
        ("ap", 1, 0, 0),
        ("p@3", 1, 1, 1),
    ]


def test_outputs_that_are_not_of_the_task_are_refused_by_name() -> None:
    with pytest.raises(TaskError, match="system: the system output is not a partition"):
        ax.impact(gold=parse("{a b} c"), systems=parse("{a b} {b c}"), metrics=["bcubed-f"], constraints=["rag-bag"])


OVERLAPPING = "{a1 a2 a3} {b1 b2} {b2 b3} z"
"""A clustering with a document in two clusters, whose clusters are its own classes."""


def test_constraints_whose_edits_need_a_partition_are_left_out_of_overlapping_clusters_and_say_why() -> None:
    overlapping = parse(OVERLAPPING)
    impact = ax.impact(
        gold=overlapping, systems=overlapping, metrics=["bcubed-extended-f", "bcubed-extended-precision"]
    )
    assert [(row.metric, row.constraint.id, row.edits, row.violated) for row in impact.rows] == [
        ("bcubed-extended-f", "size-vs-quantity-overlap", 3, 0),
        ("bcubed-extended-precision", "size-vs-quantity-overlap", 3, 3),
    ]
    need_a_partition = ["homogeneity", "completeness", "rag-bag", "size-vs-quantity"]
    assert list(impact.left_out) == [f"clustering:{id}" for id in need_a_partition]
    assert all("the gold is not a partition" in why for why in impact.left_out.values())
    assert impact.complete
    data = impact.to_json()
    jsonschema.Draft202012Validator(schema("impact")).validate(data)
    assert {entry["constraint"]: entry["why"] for entry in data["left_out"]} == impact.left_out
    assert "Left out: their edits cannot be made here" in str(impact)
    by_glob = ax.impact(gold=overlapping, systems=overlapping, metrics=["bcubed-extended-f"], constraints=["size-*"])
    assert list(by_glob.left_out) == ["clustering:size-vs-quantity"]


def test_why_two_metrics_differ_leaves_the_same_constraints_out() -> None:
    systems = {"a": parse("{a1 a2 a3 b1 b2} {b2 b3} z"), "b": parse("{a1 a2} {a3} {b1 b2} {b2 b3} z")}
    two = ("bcubed-extended-precision", "bcubed-extended-recall")
    impact = ax.impact(gold=parse(OVERLAPPING), systems=systems, metrics=list(two), why=two)
    assert impact.why is not None
    assert [contrast.constraint for contrast in impact.why.contrasts] == ["size-vs-quantity-overlap"]


def test_an_interruption_keeps_the_constraints_that_are_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    gold, system, _ = SMALL["clustering"]
    judged = measurement.Edited.judged

    def interrupted(self: Any, *rest: Any) -> Any:
        if self.constraint.id == "completeness":
            raise KeyboardInterrupt
        return judged(self, *rest)

    monkeypatch.setattr(measurement.Edited, "judged", interrupted)
    impact = ax.impact(gold=gold, systems=system, metrics=["purity"])
    assert not impact.complete
    assert [row.constraint.id for row in impact.rows] == ["homogeneity"]
    assert impact.missing[0] == "clustering:completeness"
    assert {"clustering:rag-bag", "clustering:size-vs-quantity"} < set(impact.missing)
    assert "incomplete: it was stopped before these were finished: clustering:completeness, cl" in str(impact)


# --- the case that is shown


def test_an_excerpt_shows_the_edit_of_a_large_case() -> None:
    gold, system = labels(900, 5, 40, 0.3)
    impact = ax.impact(gold=gold, systems=system, metrics=["edit-distance"], constraints=["homogeneity"], max_edits=30)
    worst = impact.rows[0].worst
    assert worst is not None
    part = excerpt(worst.case)
    assert part is not None
    assert part.documents <= 2 * WHOLE
    changed = [
        set(map(frozenset, left.levels[0])) ^ set(map(frozenset, right.levels[0]))
        for left, right in [tuple(part.outputs.values())]
    ]
    assert len(changed[0]) == 3  # a cluster and its two parts
    assert all(part.gold.documents == output.documents for output in part.outputs.values())


def test_an_excerpt_of_a_long_run_has_the_documents_near_the_edit_in_its_gold() -> None:
    grades = "".join(random.Random(2).choices("001", k=300))
    gold = {"q": {f"g{grade}-{i}": int(grade) for i, grade in enumerate(grades)}}
    impact = ax.impact(
        gold=gold, systems={"q": run_of_grades(grades)}, metrics=["p@10"], constraints=["ranking:priority"]
    )
    worst = impact.rows[0].worst
    assert worst is not None
    part = excerpt(worst.case)
    assert part is not None
    assert part.outputs == worst.case.outputs
    assert part.gold.size < 40
    assert "An excerpt" in str(impact)


# --- the command


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    gold, system = labels(60, 5, 20, 0.2)
    for name, side in (("gold", gold), ("a", system), ("alone", range(60))):
        text = "".join(f"d{i},{label}\n" for i, label in enumerate(side))
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    (tmp_path / "qrels").write_text("".join(f"1 0 {d} {grade}\n" for d, grade in JUDGED.items()), encoding="utf-8")
    lines = "".join(f"1 Q0 {d} 0 {score} x\n" for d, score in RUN.items())
    (tmp_path / "run").write_text(lines, encoding="utf-8")
    return tmp_path


def invoke(*words: str) -> Any:
    return CliRunner().invoke(main, ["impact", *words])


@pytest.mark.parametrize(
    "words",
    [
        ("gold.csv", "a.csv", "alone.csv", "-m", "v-measure", "-m", "purity", "--why", "v-measure", "bcubed-f"),
        ("gold.csv", "a.csv", "--why", "v-measure", "bcubed-f"),
        ("qrels", "run", "-m", "ap", "-m", "p@3"),
    ],
    ids=["clusterings", "no reason", "runs"],
)
def test_what_the_command_writes_is_what_its_schema_says(words: tuple[str, ...], files: Path) -> None:
    ran = invoke(*words, "--max-edits", "20", "--format", "json")
    assert ran.exit_code == 0, ran.output
    data = json.loads(ran.stdout)
    jsonschema.Draft202012Validator(schema("impact")).validate(data)
    assert all(row["reading"] == "on-data" for row in data["rows"])
    assert all((row["share"] is None) == (row["edits"] == 0 or row["undecided"] > row["edits"]) for row in data["rows"])
    assert ("why" in data) == ("--why" in words)


def test_the_command_and_python_say_the_same(files: Path) -> None:
    ran = invoke("qrels", "run", "-m", "ap", "-m", "p@3", "--format", "csv")
    impact = ax.impact(gold={"1": JUDGED}, systems={"1": RUN}, metrics=["ap", "p@3"])
    lines = ran.stdout.splitlines()
    assert lines[0] == "metric,constraint,reading,edits,violated,tied,share,low,high"
    assert [line.split(",")[:6] for line in lines[1:]] == [
        [row.metric, row.constraint.name, "on-data", *map(str, (row.edits, row.violated, row.tied))]
        for row in impact.rows
    ]
    whole = json.loads(invoke("qrels", "run", "-m", "ap", "--format", "json").stdout)
    assert whole["rows"][0]["all"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("-c", "closeness-threshold"), 2, "has no edits: one pair of runs"),
        (("-c", "rag-bag"), 2, "is on another task than these files"),
        (("-c", "no-such"), 2, "no-such"),
        (("--reading", "universal"), 2, "edits in real outputs have one reading, on-data"),
        (("-m", "v-measure"), 2, "holds TREC qrels"),
        (("--why", "ap", "ap"), 2, "does not name two metrics"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: tuple[str, ...], code: int, message: str, files: Path) -> None:
    ran = invoke("qrels", "run", *words)
    assert (ran.exit_code, ran.stdout) == (code, "")
    assert message in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_of_overlapping_labels_a_glob_leaves_out_what_is_not_defined_and_a_name_is_refused(files: Path) -> None:
    lines = ["a1,A", "a2,A", "a3,A", "b1,B", "b2,B", "b2,C", "b3,C", "z,D"]
    (files / "overlapping.csv").write_text("\n".join(lines), encoding="utf-8")
    both = ("overlapping.csv", "overlapping.csv")
    ran = invoke(*both, "-m", "*bcubed-*f", "--format", "csv")
    assert ran.exit_code == 0
    assert "left out, as they are not defined on these files: adjusted-bcubed-f, bcubed-f" in ran.stderr
    assert [line.split(",")[:2] for line in ran.stdout.splitlines()[1:]] == [
        ["bcubed-extended-f", "clustering:size-vs-quantity-overlap"]
    ]
    for words, message in (
        (("-m", "v-measure"), "line 6: a second label for item 'b2'"),
        (("-c", "rag-bag"), "the gold is not a partition"),
    ):
        ran = invoke(*both, *words)
        assert (ran.exit_code, ran.stdout) == (2, "")
        assert message in ran.stderr


def test_where_no_constraint_with_edits_is_of_the_task_of_the_metrics_both_are_named(files: Path) -> None:
    (files / "parts").write_text("{a b} c > {d e}\n", encoding="utf-8")
    ran = invoke("parts", "parts", "--as", "organization", "-m", "rs-priority", "-c", "clustering:*")
    assert ran.exit_code == 5
    assert "the metrics are of organization, and the constraints of others: clustering:homoge" in ran.stderr


def test_what_is_interrupted_goes_beside_the_file_that_was_named(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any, **__: Any) -> Impact:
        return Impact((), ("run",), 1000, 0, ("ranking:priority",))

    monkeypatch.setattr(measurement, "measure", stopped)
    ran = invoke("qrels", "run", "-o", "found.json")
    assert ran.exit_code == 130
    assert not (files / "found.json").exists()
    data = json.loads((files / "found.partial.json").read_text(encoding="utf-8"))
    assert (data["complete"], data["missing"]) == (False, ["ranking:priority"])
    assert "interrupted" in ran.stderr


def test_arrays_and_one_output_alone_are_taken(tmp_path: Path) -> None:
    gold, system, _ = SMALL["clustering"]
    impact = ax.impact(gold=np.array(gold), systems=np.array(system), metrics=["purity"], constraints=["completeness"])
    named = ax.impact(gold=gold, systems={"s": system}, metrics=["purity"], constraints=["completeness"])
    assert (impact.rows[0].edits, impact.rows[0].violated) == (named.rows[0].edits, named.rows[0].violated)
    assert (impact.systems, named.systems) == (("system",), ("s",))
    assert "axiometrics/impact/1" in json.dumps(impact.to_json())
    assert "Completeness" in impact._repr_html_()
    impact.save(tmp_path / "found.html")
    assert (tmp_path / "found.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_label_files_and_packed_files_are_read_as_score_reads_them(tmp_path: Path) -> None:
    """A header of unknown names is a document without --header yes, and the cure for a large file can be followed."""
    texts = {"gold": "thing,0\nd1,0\nd2,0\nd3,0\nd4,0\n", "a": "thing,group\nd1,x\nd2,x\nd3,y\nd4,y\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode() + b"\n" * 2**20))
    arguments = [
        "impact",
        *(str(tmp_path / name) for name in ("gold", "a")),
        "-m",
        "v-measure",
        "-c",
        "completeness",
        "-q",
    ]
    edit_counts = [
        json.loads(CliRunner().invoke(main, [*arguments, "--header", header, "--format", "json"]).stdout)["rows"][0][
            "edits"
        ]
        for header in ("yes", "no")
    ]
    assert edit_counts == [1, 3], "two clusters of one class can be merged, or two of three"
    packed = [*(f"{word}.gz" if word.startswith(str(tmp_path)) else word for word in arguments), "--header", "yes"]
    ran = CliRunner().invoke(main, [*packed, "--max-unpacked", "1"])
    assert (ran.exit_code, "--max-unpacked" in ran.stderr) == (2, True)
    assert CliRunner().invoke(main, [*packed, "--max-unpacked", "2"]).exit_code in (0, 5)
