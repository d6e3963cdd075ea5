"""Metrics of ranking against pytrec_eval, scikit-learn and scipy, and against definitions in plain Python."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy.stats import kendalltau
from sklearn.metrics import dcg_score, ndcg_score, roc_auc_score

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.aggregates import Gains
from axiometrics.core.arithmetic import conventions
from axiometrics.core.errors import TaskError
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.metrics.organization.reliability import READINGS
from axiometrics.proving.theorem import entries_about
from axiometrics.regions.region import known
from axiometrics.verification import Terms, verify_document
from tests.metrics.variants import variants

pytrec_eval: Any = import_module("pytrec_eval")


class Topic(NamedTuple):
    """A run by the grades of its documents, the grades of the relevant documents it misses, and how many irrelevant
    ones it misses.
    """

    run: tuple[int, ...]
    missed: tuple[int, ...] = ()
    further: int = 0

    @property
    def system(self) -> Organization:
        return Organization.ranking([f"d{i}" for i in range(len(self.run))])

    @property
    def grades(self) -> dict[str, int]:
        missed = (*self.missed, *[0] * self.further)
        return {f"d{i}": grade for i, grade in enumerate(self.run)} | {f"m{i}": grade for i, grade in enumerate(missed)}

    @property
    def gold(self) -> Organization:
        """The gold with its tail."""
        return Organization.graded(self.grades)

    @property
    def closed(self) -> Organization:
        """The gold that lists every document."""
        top = max(self.grades.values())
        return Organization([[[d] for d, grade in self.grades.items() if grade == g] for g in range(top, -1, -1)])

    @property
    def relevant(self) -> list[int]:
        """The gold's gains, best first."""
        return sorted((grade for grade in self.grades.values() if grade), reverse=True)


def topics(seed: int, cases: int, top: int = 1, longest: int = 9) -> Iterator[Topic]:
    """Random topics with at least one relevant document."""
    rng = random.Random(seed)
    while cases:
        run = tuple(rng.choice((0, rng.randint(0, top))) for _ in range(rng.randint(0, longest)))
        missed = tuple(rng.randint(1, top) for _ in range(rng.choice((0, 0, 1, 2, 4))))
        if any(run) or missed:
            cases -= 1
            yield Topic(run, missed, rng.choice((0, 1, 3)))


BINARY = [Topic((), (1,)), Topic((1,)), Topic((0,), (1,)), Topic((0, 0, 1)), *topics(1, 100), *topics(2, 4, longest=30)]
GRADED = [Topic((2, 1)), Topic((1, 2)), Topic((0, 3), (1,)), *topics(3, 80, top=3), *topics(4, 3, top=2, longest=30)]


def score(name: str, topic: Topic, closed: bool = False) -> float:
    return float(registry.metric(name).exact(topic.system, topic.closed if closed else topic.gold))


# --- pytrec_eval


def trec(cases: Sequence[Topic], measure: str, judged: int) -> list[float]:
    """What trec_eval gives, `judged` further irrelevant documents being judged; scores are whole numbers, which its
    floats hold exactly.
    """
    runs = {
        f"{i}": {f"d{rank}": float(len(topic.run) - rank) for rank in range(len(topic.run))}
        for i, topic in enumerate(cases)
    }
    qrels = {f"{i}": topic.grades | {f"x{k}": 0 for k in range(judged)} for i, topic in enumerate(cases)}
    evaluated = pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(runs)
    return [evaluated[f"{i}"][measure.replace(".", "_")] for i in range(len(cases))]


@pytest.mark.parametrize(
    ("name", "measure", "cases"),
    [
        ("ap", "map", BINARY),
        ("rr", "recip_rank", BINARY),
        ("p@10", "P.10", BINARY),
        ("p@3", "P.3", BINARY),
        ("r-precision", "Rprec", BINARY),
        ("ndcg", "ndcg", BINARY + GRADED),
        ("ndcg@3", "ndcg_cut.3", BINARY + GRADED),
        ("ndcg@10", "ndcg_cut.10", BINARY + GRADED),
        ("ap", "map", GRADED),
        ("r-precision", "Rprec", GRADED),
    ],
)
def test_metric_agrees_with_trec_eval(name: str, measure: str, cases: list[Topic]) -> None:
    retrieving = [topic for topic in cases if topic.run]  # trec_eval leaves out a topic without documents
    for topic, theirs in zip(retrieving, trec(retrieving, measure, 0), strict=True):
        assert score(name, topic) == pytest.approx(theirs, abs=1e-9), topic
        if len(topic.run) < 5:
            assert score(name, topic, closed=True) == pytest.approx(theirs, abs=1e-9), topic


def test_bpref_agrees_with_trec_eval() -> None:
    """In a closed collection all irrelevant documents are judged; with a tail more of them than there are relevant
    ones.
    """
    retrieving = [topic for topic in BINARY if topic.run]
    for topic, few, many in zip(retrieving, trec(retrieving, "bpref", 0), trec(retrieving, "bpref", 50), strict=True):
        assert score("bpref", topic, closed=True) == pytest.approx(few, abs=1e-9), topic
        assert score("bpref", topic) == pytest.approx(many, abs=1e-9), topic


# --- scikit-learn and scipy


def ranked_scores(topic: Topic) -> tuple[list[int], list[int]]:
    """Grade and score of each document of a closed collection; the unretrieved are tied at 0."""
    grades = list(topic.grades.values())
    return grades, [len(topic.run) - i for i in range(len(topic.run))] + [0] * (len(grades) - len(topic.run))


def test_auc_agrees_with_scikit_learn() -> None:
    compared = 0
    for topic in BINARY:
        grades, scores = ranked_scores(topic)
        ours = score("auc", topic, closed=True)
        if len(set(grades)) == 2:
            compared += 1
            assert ours == pytest.approx(float(roc_auc_score(grades, scores)), abs=1e-12), topic
        else:
            assert math.isnan(ours), topic
    assert compared > 80


@pytest.mark.parametrize("variant", ["a", "b"])
def test_kendall_agrees_with_scipy_and_with_counting(variant: str) -> None:
    for topic in BINARY + GRADED:
        grades, scores = ranked_scores(topic)
        ours = score(f"ranking:kendall-tau(variant={variant})", topic, closed=True)
        if variant == "b":
            theirs = float(kendalltau(grades, scores, variant="b").statistic) if len(grades) > 1 else math.nan
        else:
            signs = [
                np.sign(grades[i] - grades[j]) * np.sign(scores[i] - scores[j])
                for i in range(len(grades))
                for j in range(i)
            ]
            theirs = float(np.mean(signs)) if signs else math.nan
        assert ours == pytest.approx(theirs, abs=1e-12, nan_ok=True), topic


def test_dcg_and_the_ideal_of_the_run_agree_with_scikit_learn() -> None:
    for topic in BINARY[:40] + GRADED:
        if len(topic.run) < 2:
            continue
        truth, scores = [list(topic.run)], [list(range(len(topic.run), 0, -1))]
        assert score("dcg", topic) == pytest.approx(float(dcg_score(truth, scores)), abs=1e-12), topic
        if any(topic.run):
            assert score("ndcg(ideal=run)", topic) == pytest.approx(float(ndcg_score(truth, scores)), abs=1e-12), topic
            assert score("ndcg@3(ideal=run)", topic) == pytest.approx(
                float(ndcg_score(truth, scores, k=3)), abs=1e-12
            ), topic
        else:
            assert math.isnan(score("ndcg(ideal=run)", topic))


def test_exponential_gains_agree_with_scikit_learn() -> None:
    """scikit-learn has linear gains, so it is given 2^g - 1."""
    for topic in GRADED[:40]:
        if len(topic.run) < 2 or not any(topic.run):
            continue
        truth, scores = [[2**grade - 1 for grade in topic.run]], [list(range(len(topic.run), 0, -1))]
        assert score("dcg(gain=exp)", topic) == pytest.approx(float(dcg_score(truth, scores)), abs=1e-12), topic
        assert score("dcg@3(gain=exp)", topic) == pytest.approx(float(dcg_score(truth, scores, k=3)), abs=1e-12)
        assert score("ndcg@3(ideal=run,gain=exp)", topic) == pytest.approx(
            float(ndcg_score(truth, scores, k=3)), abs=1e-12
        ), topic


# --- definitions


def rbp(topic: Topic, p: float) -> float:
    return (1 - p) * sum(p**i for i, grade in enumerate(topic.run) if grade)


def err(topic: Topic) -> float:
    """Chapelle et al. 2009, algorithm 1."""
    going_on, total = 1.0, 0.0
    for rank, grade in enumerate(topic.run, 1):
        satisfied = (2**grade - 1) / 2 ** topic.relevant[0]
        total += going_on * satisfied / rank
        going_on *= 1 - satisfied
    return total


def q_measure(topic: Topic, beta: float) -> float:
    ideal, total = topic.relevant, 0.0
    for rank, grade in enumerate(topic.run, 1):
        if grade:
            above = topic.run[:rank]
            total += (sum(g > 0 for g in above) + beta * sum(above)) / (rank + beta * sum(ideal[:rank]))
    return total / len(ideal)


def tbg(topic: Topic) -> float:
    seconds, total = 0.0, 0.0
    for grade in topic.run:
        total += 0.4928 * math.exp(-seconds * math.log(2) / 224) if grade else 0.0
        seconds += 4.4 + (0.018 * 1000 + 7.8) * (0.64 if grade else 0.39)
    return total


def dcg_jarvelin(topic: Topic, base: float) -> float:
    """Järvelin & Kekäläinen 2002: gains before rank `base` are not discounted."""
    return sum(grade if rank < base else grade / math.log(rank, base) for rank, grade in enumerate(topic.run, 1))


def dcg(topic: Topic) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(topic.run, 1))


def ndcg_of(topic: Topic, worth: Callable[[int], float], k: int | None) -> float:
    """Gains of grades as `worth` has them, the first k of the run over the first k of all relevant documents."""
    gained, best = (
        sum(worth(grade) / math.log2(rank + 1) for rank, grade in enumerate(grades[:k], 1))
        for grades in (topic.run, topic.relevant)
    )
    return gained / best if best else math.nan


DEFINITIONS: dict[str, Callable[[Topic], float]] = {
    "rbp": lambda topic: rbp(topic, 0.8),
    "rbp(p=0.95)": lambda topic: rbp(topic, 0.95),
    "err": err,
    "q-measure": lambda topic: q_measure(topic, 1),
    "q-measure(beta=10)": lambda topic: q_measure(topic, 10),
    "q-measure(beta=0)": lambda topic: q_measure(topic, 0),
    "tbg": tbg,
    "dcg": dcg,
    "dcg(discount=jarvelin)": lambda topic: dcg_jarvelin(topic, 2),
    "dcg(discount=jarvelin,b=10)": lambda topic: dcg_jarvelin(topic, 10),
    "dcg(discount=jarvelin,b=2.5)": lambda topic: dcg_jarvelin(topic, 2.5),
    "dcg(discount=power)": lambda topic: sum(grade / rank for rank, grade in enumerate(topic.run, 1)),
    "dcg(discount=power,a=0.5)": lambda topic: sum(grade / math.sqrt(rank) for rank, grade in enumerate(topic.run, 1)),
    "dcg(discount=power,a=0)": lambda topic: sum(topic.run),
    "dcg@3": lambda topic: sum(grade / math.log2(rank + 1) for rank, grade in enumerate(topic.run[:3], 1)),
    "dcg(gain=exp)": lambda topic: sum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(topic.run, 1)),
    "p@5": lambda topic: sum(grade > 0 for grade in topic.run[:5]) / 5,
    "r@5": lambda topic: sum(grade > 0 for grade in topic.run[:5]) / len(topic.relevant),
    "success@3": lambda topic: float(any(topic.run[:3])),
    "ndcg@3(gain=binary)": lambda topic: ndcg_of(topic, lambda grade: float(grade > 0), 3),
    "ndcg(rel=2)": lambda topic: ndcg_of(topic, lambda grade: grade * (grade >= 2), None),
    "set-precision": lambda topic: sum(map(bool, topic.run)) / len(topic.run) if topic.run else math.nan,
    "set-recall": lambda topic: sum(map(bool, topic.run)) / len(topic.relevant),
    "set-f": lambda topic: 2 * sum(map(bool, topic.run)) / (len(topic.run) + len(topic.relevant)),
    "set-f(beta=2)": lambda topic: 5 * sum(map(bool, topic.run)) / (len(topic.run) + 4 * len(topic.relevant)),
    "judged@4": lambda topic: (
        sum(grade > 0 for grade in topic.run[:4]) / min(4, len(topic.run)) if topic.run else math.nan
    ),
}


@pytest.mark.few(8)
@pytest.mark.parametrize("name", DEFINITIONS)
def test_metric_agrees_with_its_definition(name: str) -> None:
    for topic in BINARY + GRADED:
        assert score(name, topic) == pytest.approx(DEFINITIONS[name](topic), abs=1e-12, nan_ok=True), topic


def test_q_measure_without_gain_is_average_precision() -> None:
    for topic in BINARY + GRADED:
        names = "q-measure(beta=0)", "ap"
        scores = [registry.metric(name).exact(topic.system, topic.gold) for name in names]
        assert scores[0] == scores[1], topic


# --- R*S


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("weights", ["n=30,wn=0.8", "n=3,wn=0.25"])
def test_rs_of_a_run_is_the_general_rs(weights: str, reading: str) -> None:
    """Prefix sums against the plain O(n^2) form on organizations: equal as fractions, golds of one grade or more."""
    fast, general = (
        registry.metric(f"rs-ranking({weights},reading={reading})"),
        registry.metric(f"rs-priority({weights},reading={reading})"),
    )
    for topic in [*topics(5, 100, longest=7), *topics(6, 100, top=3, longest=7)]:
        assert fast.exact(topic.system, topic.gold) == general.exact(topic.system, topic.gold), topic


def test_rs_of_a_run_judges_against_the_gold_with_tail() -> None:
    """Documents of grade 0 count as unlisted, whether or not the gold lists them."""
    for reading in READINGS:
        metric = registry.metric(f"rs-ranking(reading={reading})")
        for topic in BINARY[:60]:
            assert metric.exact(topic.system, topic.closed) == metric.exact(topic.system, topic.gold), topic


def test_rs_of_a_run_skips_empty_grades() -> None:
    metric, general = registry.metric("rs-ranking"), registry.metric("rs-priority")
    gold = Organization.parse("a > {} > b c > ...")
    for text in ("a > b > c", "b > a", "x > c", "..."):
        system = Organization(Organization.parse(text).levels, tail=True)
        assert metric.exact(system, gold) == general.exact(system, gold), text


# --- what is undefined, and what is refused


@pytest.mark.parametrize("name", ["ap", "r-precision", "q-measure", "bpref", "ndcg"])
def test_without_relevant_documents_a_normalized_metric_is_undefined(name: str) -> None:
    for system, gold in (("a > b", "..."), ("...", "..."), ("a > b", "{} > a b"), ("a", "{} > ...")):
        score = registry.metric(name).exact(Organization.parse(system), Organization.parse(gold))
        assert score != score, (system, gold)
        assert registry.metric("rs-ranking").exact(Organization.parse(system), Organization.parse(gold)) == 0, (
            "no relation to find, and none found"
        )


@pytest.mark.parametrize(
    "name",
    [
        metric.id
        for metric in registry.metrics()
        if metric.task == "ranking" and not metric.closed and "judgements" not in metric.traits
        if metric.base != "set-precision"  # which is undefined there (docs/conventions.md)
    ],
)
def test_an_empty_run_scores_zero(name: str) -> None:
    score = registry.metric(name).exact(Organization.parse("..."), Organization.parse("a b > ..."))
    assert score == 0
    assert isinstance(score, Fraction)


@pytest.mark.parametrize(
    ("system", "gold", "problem"),
    [
        ("{a b} > c", "a > ...", "level 1 of the system"),
        ("a b > c", "a > ...", "one document a level"),
        ("a > a", "a > ...", "ranks a document twice"),
        ("a > b", "a > a > ...", "grades a document twice"),
        ("a > b", "a > c", "document 'b' of the system is not in the gold, which has no tail"),
        ("{} > a", "a > ...", "does not hold exactly one document"),
    ],
)
def test_what_is_no_ranking_is_refused(system: str, gold: str, problem: str) -> None:
    with pytest.raises(TaskError, match=problem):
        registry.metric("ap").exact(Organization.parse(system), Organization.parse(gold))


@pytest.mark.parametrize("name", ["ranking:kendall-tau(variant=a)", "ranking:kendall-tau", "auc"])
def test_a_metric_of_closed_collections_refuses_a_tail(name: str) -> None:
    with pytest.raises(TaskError):
        registry.metric(name).exact(Organization.parse("n1 > r1"), Organization.parse("r1 r2 > ..."))


def test_the_convention_of_rs_at_zero_is_named() -> None:
    with conventions() as used:
        assert registry.metric("rs-ranking").exact(Organization.parse("n > ..."), Organization.parse("r > ...")) == 0
    assert used


# --- sums over ranks


VARIANTS = [name for metric in registry.metrics() if metric.task == "ranking" for name in variants(metric)]
"""Every metric of ranking, with other settings of its parameters."""


def gained(metric: Metric) -> dict[tuple[int, ...], float]:
    """What each run of up to four documents gains by its last one; irrelevant documents follow, up to rank 4. Grades 0,
    1, 2 where they mean anything.
    """
    counts = (3, 2) if "graded" in metric.traits else (3,)
    runs = [
        run
        for run in product(range(len(counts) + 1), repeat=4)
        if all(run.count(grade) <= count for grade, count in enumerate(counts, 1))
    ]
    looked_at = metric.closed or "judged-only" in metric.traits
    scores = metric.evaluate(
        Gains.of(runs, [counts] * len(runs), [6 if looked_at else 0] * len(runs), unlimited=not looked_at)
    )
    by_run = dict(zip(runs, scores.tolist(), strict=True))
    begun = {run[:rank] for run in runs for rank in range(1, 5)}
    return {run: by_run[run + (0,) * (4 - len(run))] - by_run[run[:-1] + (0,) * (5 - len(run))] for run in begun}


def counts_length(metric: Metric) -> bool:
    """Whether an irrelevant document at the end of a run of relevant ones changes the value."""
    full = Gains.of([[2, 2, 0]] * 2, [[1, 3]] * 2, [2] * 2, [2, 3], unlimited=not metric.closed)
    shorter, longer = metric.evaluate(full).tolist()
    return bool(shorter != longer)


def spread(gains: dict[tuple[int, ...], float], seen: Callable[[tuple[int, ...]], object]) -> float:
    """The most that the gains of runs differ of which the same is seen."""
    alike: dict[object, list[float]] = {}
    for run, gain in gains.items():
        alike.setdefault(seen(run), []).append(gain)
    return max(max(group) - min(group) for group in alike.values())


@pytest.mark.parametrize("name", VARIANTS)
def test_sums_over_ranks_are_declared_as_what_they_are(name: str) -> None:
    """By definition, over all short runs: the gain of a rank is the same whatever stands above (`rank`), or however it
    is ordered (`numbers`).
    """
    metric = registry.metric(name, ("ranking",))
    gains = gained(metric)
    if all(math.isnan(gain) for gain in gains.values()):
        assert metric.narrowing  # nothing has so high a grade
        return
    by_rank = spread(gains, lambda run: (len(run), run[-1]))
    by_numbers = spread(gains, lambda run: (len(run), run[-1], tuple(sorted(run[:-1]))))
    if metric.no_sum and metric.values[metric.no_sum[0]] in metric.no_sum[1:]:
        assert metric.adds_up == ""  # although with a cut of 1, or without a discount, it may be one by accident
        return
    assert all(
        difference < 1e-12 or difference > 1e-9 for difference in (by_rank, by_numbers)
    )  # no rounding near the threshold
    if metric.adds_up == "" and counts_length(metric):
        return  # a sum among runs of one length, which it does not declare
    kind = "rank" if by_rank < 1e-12 else "numbers" if by_numbers < 1e-12 else ""
    assert metric.adds_up == kind or (metric.narrowing and (metric.adds_up, kind) == ("numbers", "rank"))


@pytest.mark.parametrize("name", ["ndcg(ideal=run)", "ndcg@3(ideal=run)", "ndcg@3(ideal=top)"])
def test_an_ideal_of_the_run_makes_no_sum_over_ranks(name: str) -> None:
    assert spread(gained(registry.metric(name)), lambda run: (len(run), run[-1], tuple(sorted(run[:-1])))) > 1e-9


@pytest.mark.parametrize("name", ["ap@2", "rr@2", "err@2", "q-measure@2", "rbp@2", "ap(rel=2)", "p@2(rel=2)"])
def test_what_is_proved_of_a_metric_is_not_said_of_its_first_ranks(name: str) -> None:
    """A metric that looks at two ranks does not see a swap below them, which the whole metric is proved to see."""
    metric = registry.metric(name)
    proved = ("deepness-threshold", "closeness-threshold")  # of which a theorem speaks for each cut-off
    for constraint in (
        constraint
        for constraint in registry.constraints()
        if constraint.task == "ranking" and constraint.id not in proved
    ):
        for reading in constraint.readings:
            assert not entries_about(metric, constraint, reading)
            assert not known(metric, constraint, reading)
    if "rel" not in name:
        matrix = ax.matrix([name], ["ranking:priority"], max_size=4, max_examples=0)
        (cell,) = matrix
        assert cell.holds is False
        (outcome,) = verify_document(matrix.to_json(), registry.constraints(), Terms({}, 1))
        assert outcome.status == "verified"
