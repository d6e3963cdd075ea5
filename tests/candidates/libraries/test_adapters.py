"""One layer of adapters: a metric of a library is the same by TARGET, as a function, and in an audit."""

from functools import partial
from typing import Any

import pytest

import axiometrics as ax
from axiometrics import candidates as targets
from axiometrics import registry
from axiometrics.candidates import libraries
from axiometrics.candidates.containment.description import describe, find, resolved
from axiometrics.candidates.expression import Result
from axiometrics.core.case import Case
from axiometrics.core.organization import Organization
from axiometrics.core.signature import Signature
from axiometrics.registry.tasks import signature

SIDES = {
    "clustering": ("{a b c} {d e} {f}", "{a b} {c d e} {f}"),
    "filtering": ("a b c > d e", "a b d > c e"),
    "ranking": ("a > x > b > y > ...", "a b > x y z"),
}
"""For each task a gold and an output on which no metric divides 0 by 0."""

DIFFERS = {("permetrics", "v_measure_score"), ("permetrics", "homogeneity_score"), ("permetrics", "completeness_score")}
"""Metrics that are not what their names say: their logarithm ratios are of another table than that of the labels."""

SLOW = {"genieclust", "ranx"}
"""Libraries whose import takes many seconds."""


def value(member: libraries.Member, function: Any) -> float:
    """What a metric gives on the output and the gold of its task."""
    output, gold = map(Organization.parse, SIDES[member.task])
    how: Signature = signature(member.signature)
    if how.closed:
        gold = Case(gold, {"system": output}).closed().gold
    return float(function(*how.arguments(output, gold, int)))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in libraries.names()]
)
@pytest.mark.filterwarnings("ignore:unsafe cast")  # of numba, when it compiles ranx
def test_every_metric_gives_what_ours_of_the_same_name_gives(name: str) -> None:
    library = libraries.library(name)
    if library.version is None:
        pytest.skip(f"{library.distribution} is not installed")
    for member, function in library.load().values():
        if member.task not in SIDES:
            continue
        actual = value(member, function)
        if member.ours and (name, member.name) not in DIFFERS:
            output, gold = map(Organization.parse, SIDES[member.task])
            assert actual == pytest.approx(
                float(registry.metric(member.ours, (member.task,)).exact(output, gold)), abs=2e-5
            ), member


@pytest.mark.parametrize(
    ("target", "member"),
    [
        ("sklearn.metrics:ndcg_score", "ndcg_score"),
        ("sklearn.metrics.cluster:v_measure_score", "v_measure_score"),
        ("neg:sklearn.metrics:hamming_loss", "-hamming_loss"),
        ("sklearn.metrics:fbeta_score(beta=2)", "fbeta_score(beta=2)"),
        ("ir_measures:P@10", "P@10"),
        ("ir_measures:nDCG@10", "nDCG@10"),
        ("pytrec_eval:ndcg_cut_10", "ndcg_cut_10"),
        ("bcubed:fscore", "fscore"),
        ("clusim.sim:nmi", "nmi"),
        ('igraph:compare_communities(method="nmi")', "compare_communities(method=nmi)"),
        ("permetrics:ClusteringMetric.rand_score", "rand_score"),
        ("pycm:F1[1]", "F1[1]"),
        ("pycm:Kappa", "Kappa"),
        ("scorch.scores:muc[2]", "muc[2]"),
        ("bcubed_metrics.bcubed:Bcubed[micro_f1_score]", 'Bcubed["micro_f1_score"]'),
        ("rbo:rbo(p=0.9)", "rbo(p=0.9)"),
        ("imblearn.metrics:geometric_mean_score", "geometric_mean_score"),
        ("pyndeval:alpha-nDCG@10", "alpha-nDCG@10"),
    ],
)
def test_a_target_is_the_metric_of_the_audit(target: str, member: str) -> None:
    library = libraries.library(target.rpartition(":")[0].removeprefix("neg:").partition(".")[0])
    if library.version is None:
        pytest.skip(f"{library.distribution} is not installed")
    metric, function = library.load()[member]
    subject = find(target)
    declared = describe(subject).declared
    assert (declared["task"], declared["signature"], declared["graded"]) == (
        metric.task,
        metric.signature,
        metric.graded,
    )
    assert declared["inferred"].startswith(f"the adapter of {library.distribution}")
    if metric.task in SIDES:
        assert value(metric, subject) == pytest.approx(value(metric, function))


@pytest.mark.slow
def test_what_python_hands_over_is_adapted_too() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    ir_measures = pytest.importorskip("ir_measures")
    for given, name, called in (
        (metrics.ndcg_score, "ndcg_score", "scores"),
        (partial(metrics.fbeta_score, beta=2), "fbeta_score(beta=2)", "decisions"),
        (metrics.make_scorer(metrics.fbeta_score, beta=2), "fbeta_score(beta=2)", "decisions"),
        (ir_measures.nDCG @ 5, "nDCG@5", "qrel-run"),
    ):
        candidate = targets.candidate(given)
        assert candidate.id == name
        assert f"form {called}" in candidate.inferred
    assert ax.check(metrics.ndcg_score, constraints=["confidence"], max_size=3, max_examples=0).metrics[0]["task"]


def test_a_scorer_has_its_sign() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    output, gold = map(Organization.parse, SIDES["filtering"])
    lossy = targets.candidate(metrics.make_scorer(metrics.zero_one_loss, greater_is_better=False))
    judge: Any = lossy.judge("filtering")
    assert judge.score(output, gold) == pytest.approx(-0.4)
    named: Any = find("sklearn.metrics:f1_macro")
    assert isinstance(named, libraries.Adapted)


def test_a_form_that_is_asked_for_counts_before_the_adapter() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    assert resolved(metrics.f1_score, "labels") is metrics.f1_score
    assert isinstance(resolved(metrics.f1_score, "classification"), libraries.Adapted)
    assert targets.candidate(metrics.f1_score, signature="labels").tasks == ("clustering",)
    assert find("form=labels:sklearn.metrics:f1_score") is metrics.f1_score
    assert find("signature=labels:sklearn.metrics:f1_score") is metrics.f1_score  # the older spelling
    assert isinstance(find("form=decisions:sklearn.metrics:f1_score"), libraries.Adapted)


def test_a_function_of_ones_own_of_the_same_name_is_not_adapted() -> None:
    def ndcg_score(y_true: Any, y_score: Any) -> float:
        return 1.0

    assert resolved(ndcg_score) is ndcg_score
    assert resolved(Result(ndcg_score, (0,))).function is ndcg_score
