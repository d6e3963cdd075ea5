"""Metrics of filterings, from the documents that are relevant and those that are in the positive set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from axiometrics.core.counted import GREATEST, Quadrants
from axiometrics.core.definition import Definition, Score
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.parameter import Parameter
from axiometrics.core.reals import sqrt
from axiometrics.definitions.classes import Table, matrix_of, tables_of

ZERO, ONE = Fraction(0), Fraction(1)


def _positive(organization: Organization, role: str) -> set[str]:
    if len(organization.levels) != 2 or organization.tail or organization.size != len(organization.documents):
        raise TaskError(
            f"the {role} is not a filtering: two levels without tail are wanted, each document once, found "
            f"{organization}"
        )
    return {document for cluster in organization.levels[0] for document in cluster}


def table_of(system: Any, gold: Any) -> Quadrants:
    """The counts, document by document, or as they are given."""
    if isinstance(system, Quadrants):
        return system
    positive, relevant = _positive(system, "system"), _positive(gold, "gold")
    if system.documents != gold.documents:
        only = sorted(system.documents ^ gold.documents)
        raise TaskError(f"system and gold hold different documents: {', '.join(only)} on one side only")
    judged = [(d in positive, d in relevant) for d in gold.documents]
    return Quadrants(
        judged.count((True, True)),
        judged.count((True, False)),
        judged.count((False, True)),
        judged.count((False, False)),
    )


def precision(system: Organization, gold: Organization, average: str, over: str) -> Fraction | None:
    """tp / (tp + fp). Range [0, 1]; 0 where nothing is positive. van Rijsbergen 1979. With `average`, of all classes:
    see `averaged`.

    >>> precision(Organization.parse("a > b c > d"), Organization.parse("a b > c > d"), "macro", "all")
    Fraction(5, 6)
    """
    if average != "binary":
        return averaged(tables_of(system, gold), lambda t: (t.tp, t.tp + t.fp), average, over)
    t = table_of(system, gold)
    return ONE * t.tp / (t.tp + t.fp) if t.tp + t.fp else ZERO


def recall(system: Organization, gold: Organization, average: str, over: str) -> Fraction | None:
    """tp / (tp + fn). Range [0, 1]; 0 where nothing is relevant. van Rijsbergen 1979. With `average`, of all classes:
    see `averaged`.

    >>> recall(Organization.parse("a > b c > d"), Organization.parse("a b > c > d"), "macro", "all")
    Fraction(5, 6)
    """
    if average != "binary":
        return averaged(tables_of(system, gold), lambda t: (t.tp, t.tp + t.fn), average, over)
    t = table_of(system, gold)
    return ONE * t.tp / (t.tp + t.fn) if t.tp + t.fn else ZERO


def f(
    system: Organization, gold: Organization, beta: Fraction, average: str, over: str, of: str = "classes"
) -> Fraction | None:
    """(1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp). Range [0, 1]; 0 at 0/0. van Rijsbergen 1979, 1 - E. With
    `average`, of all classes: see `averaged`. Of the means, (1 + beta^2) P R / (beta^2 P + R) with mean precision P and
    mean recall R, 0 at 0/0: Opitz & Burst 2019, arXiv:1911.03347, tell the two apart.

    >>> system, gold = Organization.parse("a > b c > d"), Organization.parse("a b > c > d")
    >>> [f(system, gold, ONE, "macro", "all", of) for of in ("classes", "means")]
    [Fraction(7, 9), Fraction(5, 6)]
    """
    if of == "means":
        means = precision(system, gold, average, over), recall(system, gold, average, over)
        if means[0] is None or means[1] is None:
            return None
        return (1 + beta**2) * means[0] * means[1] / (beta**2 * means[0] + means[1]) if any(means) else ZERO

    def share(t: Quadrants) -> tuple[Fraction, Fraction]:
        right = (1 + beta**2) * t.tp
        return right, right + beta**2 * t.fn + t.fp

    if average != "binary":
        return averaged(tables_of(system, gold), share, average, over)
    right, whole = share(table_of(system, gold))
    return right / whole if whole else ZERO


Share = Callable[[Quadrants], tuple[Any, Any]]
"""The counts of a class -> the dividend and the divisor of a quotient."""


def averaged(tables: Sequence[Quadrants], share: Share, average: str, over: str) -> Fraction | None:
    """The quotients of all classes as one value, by the averages of scikit-learn. `macro` is the mean of the quotients,
    each of which is 0 at 0/0, over all classes or over the classes that are present in gold or output; `weighted` is
    their mean with the items of each class in the gold as weights; `micro` is the sum of the dividends over the sum of
    the divisors. Undefined without items.
    """
    if not sum(tables[0]):
        return None
    shares = [share(t) for t in tables]
    if average == "micro":
        micro: Fraction = ONE * sum(above for above, _ in shares) / sum(below for _, below in shares)
        return micro
    quotients = [ONE * above / below if below else ZERO for above, below in shares]
    if average == "weighted":
        items = [t.tp + t.fn for t in tables]
        return sum((ONE * k * value for k, value in zip(items, quotients, strict=True)), ZERO) / sum(items)
    counted = [value for t, value in zip(tables, quotients, strict=True) if over == "all" or t.tp + t.fp + t.fn]
    return sum(counted, ZERO) / len(counted)


def accuracy(system: Organization, gold: Organization) -> Fraction | None:
    """Rightly decided documents, (tp + tn) of two classes, over all documents. Range [0, 1]; undefined without
    documents. Amigo et al. 2013, section 2.2.

    >>> accuracy(Organization.parse("a > b c > d"), Organization.parse("a b > c > d"))
    Fraction(3, 4)
    """
    if _are_several(system, gold):
        table = matrix_of(system, gold)
        items = sum(map(sum, table))
        return Fraction(sum(table[k][k] for k in range(len(table))), items) if items else None
    t = table_of(system, gold)
    return ONE * (t.tp + t.tn) / sum(t) if sum(t) else None


def _are_several(system: Any, gold: Organization) -> bool:
    """Whether there are more than two classes."""
    return not isinstance(system, Quadrants) and len(gold.levels) > 2


def macro_accuracy(system: Organization, gold: Organization, over: str) -> Fraction | None:
    """The mean of the accuracies on relevant and irrelevant documents. Range [0, 1]; undefined where the gold lacks one
    of the two. Mitchell 1997. Of more than two classes, the mean of the accuracies on the items of each, or of each
    that occurs in the gold.

    >>> system, gold = Organization.parse("a > b c > {}"), Organization.parse("a b > c > {}")
    >>> macro_accuracy(system, gold, "gold"), macro_accuracy(system, gold, "all")
    (Fraction(3, 4), None)
    """
    if _are_several(system, gold) or over == "gold":
        return mean_of(accuracies_of(matrix_of(system, gold), over))
    t = table_of(system, gold)
    if not t.tp + t.fn or not t.fp + t.tn:
        return None
    return (ONE * t.tp / (t.tp + t.fn) + ONE * t.tn / (t.fp + t.tn)) / 2


def accuracies_of(table: Table, over: str) -> list[Fraction | None]:
    """The share of the items of each class that is called right; None of a class without items, which is left out
    where only those in the gold count.
    """
    shares = [ONE * row[k] / sum(row) if sum(row) else None for k, row in enumerate(table)]
    return [share for share in shares if share is not None or over == "all"]


def mean_of(shares: Sequence[Fraction | None]) -> Fraction | None:
    """The mean; None without shares, or where one has no value."""
    values = [share for share in shares if share is not None]
    return sum(values, ZERO) / len(values) if values and len(values) == len(shares) else None


def kappa(system: Organization, gold: Organization, weights: str) -> Fraction | None:
    """(observed - expected agreement) / (1 - expected agreement). Range [-1, 1]; undefined at 0/0. Cohen 1960.

    Of more than two classes, 1 - (sum of w(i, j) o(i, j)) / (sum of w(i, j) e(i, j)), where o is the share of items of
    class i that are called j, e the product of the shares of i in the gold and of j in the output, and w(i, j) is 1 for
    i != j, or |i - j|, or its square. Cohen 1968, equation 3.

    >>> system, gold = Organization.parse("a > b c > d"), Organization.parse("a b > c > d")
    >>> kappa(system, gold, "none"), kappa(system, gold, "quadratic")
    (Fraction(7, 11), Fraction(4, 5))
    """
    if _are_several(system, gold):
        return _weighted_kappa(matrix_of(system, gold), weights)
    t = table_of(system, gold)
    n = sum(t)
    if not n:
        return None
    expected = ONE * ((t.tp + t.fp) * (t.tp + t.fn) + (t.fn + t.tn) * (t.fp + t.tn)) / (n * n)
    return (ONE * (t.tp + t.tn) / n - expected) / (1 - expected) if expected != 1 else None


def _weighted_kappa(table: Table, weights: str) -> Fraction | None:
    n = sum(map(sum, table))
    if not n:
        return None
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    observed, expected = ZERO, ZERO
    for i in range(len(table)):
        for j in range(len(table)):
            weight = {"none": int(i != j), "linear": abs(i - j), "quadratic": (i - j) ** 2}[weights]
            observed += weight * Fraction(table[i][j], n)
            expected += weight * Fraction(rows[i] * columns[j], n * n)
    return 1 - observed / expected if expected else None


def mcc(system: Organization, gold: Organization) -> Score:
    """Matthews' correlation, (tp tn - fp fn) / sqrt((tp+fp)(tp+fn)(tn+fp)(tn+fn)). Range [-1, 1]; 0 at 0/0. Matthews
    1975. Of more than two classes, Gorodkin 2004, equation 8: the covariance of the indicators of the classes, summed,
    over the root of the product of the two variances.

    >>> mcc(Organization.parse("a > b c > d"), Organization.parse("a b > c > d")) ** 2
    Fraction(49, 100)
    """
    if _are_several(system, gold):
        return _gorodkin(matrix_of(system, gold))
    t = table_of(system, gold)
    product = (t.tp + t.fp) * (t.tp + t.fn) * (t.tn + t.fp) * (t.tn + t.fn)
    root = product.root() if hasattr(product, "root") else sqrt(Fraction(product))
    return ONE * (t.tp * t.tn - t.fp * t.fn) / root if product else ZERO


def _gorodkin(table: Table) -> Score:
    items = [(i, j) for i, row in enumerate(table) for j, many in enumerate(row) for _ in range(many)]

    def covariance(left: int, right: int) -> Fraction:
        """Of two labellings (0: the gold, 1: the output), over the items and over the classes."""
        total = ZERO
        for k in range(len(table)):
            first, second = [int(item[left] == k) for item in items], [int(item[right] == k) for item in items]
            means = Fraction(sum(first), len(items)), Fraction(sum(second), len(items))
            total += sum(((a - means[0]) * (b - means[1]) for a, b in zip(first, second, strict=True)), ZERO)
        return total

    if not items or not covariance(0, 0) or not covariance(1, 1):
        return ZERO
    return covariance(0, 1) / sqrt(covariance(0, 0) * covariance(1, 1))


def utility(
    system: Organization,
    gold: Organization,
    tp: Fraction,
    fp: Fraction,
    fn: Fraction,
    tn: Fraction,
) -> Fraction:
    """The sum of the documents' weights, signed: tp, fp, fn or tn by what each document is. Unbounded. TREC filtering
    track, linear utility.
    """
    t = table_of(system, gold)
    return tp * t.tp + fp * t.fp + fn * t.fn + tn * t.tn


def lam(system: Organization, gold: Organization, smoothing: Fraction) -> Score:
    """1 - logit^-1((logit hm + logit sm) / 2), hm = (fn + s) / (tp + fn + 2s), sm = (fp + s) / (fp + tn + 2s). Range
    [0, 1].

    Undefined where one of hm, sm is 0 and the other 1, or 0/0. Cormack & Lynam 2005.
    """
    t = table_of(system, gold)
    if not t.tp + t.fn + smoothing or not t.fp + t.tn + smoothing:
        return None
    hm = (t.fn + smoothing) / (t.tp + t.fn + 2 * smoothing)
    sm = (t.fp + smoothing) / (t.fp + t.tn + 2 * smoothing)
    if {hm, sm} == {ZERO, ONE}:
        return None
    if ONE in (hm, sm):
        return ZERO
    odds = sqrt(hm / (1 - hm) * (sm / (1 - sm)))  # the mean of two logits is the logarithm of this
    return 1 / (1 + odds)


BETA = Parameter("beta", ONE, "weight of recall", low=ZERO)

AVERAGE = Parameter(
    "average",
    "binary",
    "of the positive class, or of all classes: their mean, the sums of their counts, the mean weighted by the gold",
    choices=("binary", "macro", "micro", "weighted"),
    narrows=True,
    trait="several-classes",
)

OVER = Parameter(
    "over",
    "all",
    "all classes, or those that occur in gold or output",
    choices=("all", "present"),
    when=("average", "macro"),
)

AVERAGES = (AVERAGE, OVER)
"""How the value of one class becomes that of several."""

OF = Parameter(
    "of",
    "classes",
    "the mean of F, or the F of mean precision and mean recall",
    choices=("classes", "means"),
    when=("average", "macro"),
)

OVER_GOLD = Parameter(
    "over", "all", "all classes, or those that occur in the gold", choices=("all", "gold"), narrows=True
)

WEIGHTS = Parameter(
    "weights",
    "none",
    "of an error: 1, the distance of the classes in their order, or its square",
    choices=("none", "linear", "quadratic"),
    narrows=True,
    trait="ordered-classes",
)

DEFINITIONS = (
    Definition("precision", precision, AVERAGES, counted=GREATEST),
    Definition("recall", recall, AVERAGES, counted=GREATEST),
    Definition("f", f, (BETA, *AVERAGES, OF), counted=GREATEST),
    Definition("accuracy", accuracy, counted=GREATEST),
    Definition("macro-accuracy", macro_accuracy, (OVER_GOLD,), counted=GREATEST),
    Definition("kappa", kappa, (WEIGHTS,), counted=GREATEST),
    Definition("mcc", mcc, counted=GREATEST),
    Definition(
        "utility",
        utility,
        (
            Parameter("tp", Fraction(2), "weight of a relevant document that is positive"),
            Parameter("fp", Fraction(-1), "weight of an irrelevant document that is positive"),
            Parameter("fn", ZERO, "weight of a relevant document that is not"),
            Parameter("tn", ZERO, "weight of an irrelevant document that is not"),
        ),
        counted=GREATEST,
    ),
    Definition("lam", lam, (Parameter("smoothing", ZERO, "added to each count", low=ZERO),), counted=GREATEST),
)
