"""Metrics of filtering against scikit-learn, and against definitions written on documents or rates."""

import math
import random
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from sklearn import metrics as sk

from axiometrics import registry
from axiometrics.core.arithmetic import conventions
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.metrics.organization.reliability import READINGS, reliability_priority, sensitivity_priority

Table = tuple[int, int, int, int]
"""tp, fp, fn, tn."""


def tables(documents: int) -> Iterator[Table]:
    """Every table of that many documents."""
    for tp in range(documents + 1):
        for fp in range(documents + 1 - tp):
            for fn in range(documents + 1 - tp - fp):
                yield tp, fp, fn, documents - tp - fp - fn


def drawn(seed: int, cases: int) -> Iterator[Table]:
    rng = random.Random(seed)
    for _ in range(cases):
        yield rng.randrange(30), rng.randrange(30), rng.randrange(30), rng.randrange(1, 30)


CASES = [table for n in range(1, 5) for table in tables(n)] + list(drawn(1, 20))


def labels(table: Table) -> tuple[list[int], list[int]]:
    """Relevance and prediction of each document."""
    tp, fp, fn, tn = table
    return [1] * tp + [0] * fp + [1] * fn + [0] * tn, [1] * (tp + fp) + [0] * (fn + tn)


def organizations(table: Table) -> tuple[Organization, Organization]:
    """System and gold."""
    truth, predicted = labels(table)
    sides = [
        [[f"d{i}" for i, label in enumerate(side) if label == wanted] for wanted in (1, 0)]
        for side in (predicted, truth)
    ]
    return Organization.filtering(*sides[0]), Organization.filtering(*sides[1])


def score(name: str, table: Table) -> float:
    return float(registry.metric(name).exact(*organizations(table)))


def lam_by_logits(table: Table, smoothing: float = 0) -> float:
    """Lam% as TREC 2005 defines it, through the logits themselves; nan where they are infinite against each other or a
    class is absent.
    """
    tp, fp, fn, tn = (count + smoothing for count in table)
    if not tp + fn or not fp + tn:
        return math.nan
    hm, sm = fn / (tp + fn), fp / (fp + tn)
    mean = (logit(hm) + logit(sm)) / 2
    return 1 - 1 / (1 + math.exp(-mean)) if math.isfinite(mean) else {math.inf: 0.0, -math.inf: 1.0}.get(mean, math.nan)


def logit(p: float) -> float:
    if p in (0, 1):
        return math.inf if p else -math.inf
    return math.log(p / (1 - p))


def product_form(table: Table) -> float:
    """F of the products of precisions and of recalls, section 4.3.1; 0 where a set is empty."""
    tp, fp, fn, tn = table
    margins = [tp + fp, fn + tn, tp + fn, fp + tn]
    r = tp / margins[0] * (tn / margins[1]) if margins[0] and margins[1] else 0.0
    s = tp / margins[2] * (tn / margins[3]) if margins[2] and margins[3] else 0.0
    return 2 * r * s / (r + s) if r + s else 0.0


def on_labels(peer: Callable[..., float], **options: object) -> Callable[[Table], float]:
    return lambda table: float(peer(*labels(table), **options))


def both_classes_only(peer: Callable[[Table], float]) -> Callable[[Table], float]:
    return lambda table: peer(table) if table[0] + table[2] and table[1] + table[3] else math.nan


PEERS: dict[str, Callable[[Table], float]] = {
    "precision": on_labels(sk.precision_score, zero_division=0.0),
    "recall": on_labels(sk.recall_score, zero_division=0.0),
    "f": on_labels(sk.f1_score, zero_division=0.0),
    "f(beta=2)": on_labels(sk.fbeta_score, beta=2, zero_division=0.0),
    "f(beta=0.5)": on_labels(sk.fbeta_score, beta=0.5, zero_division=0.0),
    "accuracy": on_labels(sk.accuracy_score),
    # scikit-learn leaves an absent class out of the mean
    "macro-accuracy": both_classes_only(on_labels(sk.balanced_accuracy_score)),
    "kappa": lambda table: on_labels(sk.cohen_kappa_score, labels=[0, 1])(table),
    "mcc": on_labels(sk.matthews_corrcoef),
    "utility": lambda table: 2 * table[0] - table[1],
    "utility(tp=1,fp=-0.5,fn=-2,tn=0.25)": lambda table: table[0] - 0.5 * table[1] - 2 * table[2] + 0.25 * table[3],
    "lam": lam_by_logits,
    "lam(smoothing=0.5)": lambda table: lam_by_logits(table, 0.5),
    "rs-filtering": product_form,
}


@pytest.mark.few(6)
@pytest.mark.parametrize("name", PEERS)
def test_metric_agrees_with_another_implementation(name: str) -> None:
    for table in CASES:
        ours = score(name, table)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what scikit-learn warns of at 0/0 is asked for
            theirs = PEERS[name](table)
        if name == "kappa" and math.isnan(ours):
            assert 0 in (table[0] + table[3], table[1] + table[2]), table
            assert sum(count > 0 for count in table) == 1, table
            continue
        assert ours == pytest.approx(theirs, abs=1e-12, nan_ok=True), table


@pytest.mark.parametrize("reading", READINGS)
def test_rs_is_the_general_rs_of_two_levels_and_the_product_form(reading: str) -> None:
    """Section 4.3.1: R is the product of the precisions on the positive and the negative set, S that of the recalls;
    exactly, in every reading.
    """
    metric, general = (
        registry.metric(f"{name}(n=7,wn=0.3,reading={reading})") for name in ("rs-filtering", "rs-priority")
    )
    for table in [table for n in range(1, 7) for table in tables(n)]:
        system, gold = organizations(table)
        tp, fp, fn, tn = table
        if all((tp + fp, fn + tn, tp + fn, fp + tn)):
            arguments = system, gold, Fraction(7), Fraction(3, 10), reading
            assert reliability_priority(*arguments) == Fraction(tp, tp + fp) * Fraction(tn, fn + tn)
            assert sensitivity_priority(*arguments) == Fraction(tp, tp + fn) * Fraction(tn, fp + tn)
        assert metric.exact(system, gold) == general.exact(system, gold), table


def test_all_positive_and_all_negative_score_zero_by_rs() -> None:
    """Section 4.3.1: "it assigns a zero-score to the all-relevant and all-irrelevant baselines"."""
    for relevant in range(1, 6):
        for irrelevant in range(1, 6):
            assert score("rs-filtering", (relevant, irrelevant, 0, 0)) == 0
            assert score("rs-filtering", (0, 0, relevant, irrelevant)) == 0


@pytest.mark.parametrize(
    ("name", "system", "gold", "value", "convention"),
    [
        ("precision", "{} > a b", "a > b", 0, "precision is 0 where nothing is positive"),
        ("recall", "a > b", "{} > a b", 0, "recall is 0 where nothing is relevant"),
        ("f", "{} > a b", "{} > a b", 0, "F is 0 where nothing is positive or relevant"),
        ("mcc", "{} > a b", "a > b", 0, "MCC is 0 where a margin is empty"),
        ("rs-filtering", "a b > {}", "a > b", 0, "R is 0 where the positive or the negative set is empty"),
        ("rs-filtering", "a > b", "{} > a b", 0, "S is 0 where the gold has one class only"),
    ],
)
def test_a_convention_is_named(name: str, system: str, gold: str, value: int, convention: str) -> None:
    with conventions() as used:
        assert registry.metric(name).exact(Organization.parse(system), Organization.parse(gold)) == value
    assert convention in used


def test_the_convention_of_rs_at_zero_is_named() -> None:
    with conventions() as used:
        assert registry.metric("rs-filtering").exact(Organization.parse("b > a"), Organization.parse("a > b")) == 0
    assert used


def test_no_convention_is_named_where_none_is_used() -> None:
    with conventions() as used:
        for metric in registry.metrics():
            if metric.task == "filtering":
                metric.exact(Organization.parse("a b > c d"), Organization.parse("a c > b d"))
    assert not used


@pytest.mark.parametrize(
    ("system", "gold", "problem"),
    [
        ("a b", "a > b", "has 1 level, a filtering has 2 and no tail"),
        ("a > b > ...", "a > b", "has 2 levels and a tail"),
        ("a b > a", "a > b", "a document occurs twice"),
        ("a > b", "a > c", "'b' is missing from the gold"),
    ],
)
def test_what_is_no_filtering_is_refused(system: str, gold: str, problem: str) -> None:
    with pytest.raises(TaskError, match=problem):
        registry.metric("f").exact(Organization.parse(system), Organization.parse(gold))
