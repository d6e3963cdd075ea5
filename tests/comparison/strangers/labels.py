"""Measures of two lists of labels, of clusterings and of decisions, as people write them and report their faults."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log, sqrt
from typing import Any

import numpy as np

from tests.comparison.strangers.reading import NONE, TrueSentence, none

Labels = Sequence[int]


def _groups(keys: Labels, values: Labels) -> list[Counter[int]]:
    """For each key, how often each value stands beside it."""
    groups: dict[int, Counter[int]] = {}
    for key, value in zip(keys, values, strict=True):
        groups.setdefault(key, Counter())[value] += 1
    return list(groups.values())


def _purity(clusters: Labels, classes: Labels) -> float:
    return sum(max(group.values()) for group in _groups(clusters, classes)) / len(clusters)


def _b_cubed(of: Labels, by: Labels) -> float:
    return sum(n * n / sum(group.values()) for group in _groups(by, of) for n in group.values()) / len(of)


def majority_share(y_true: Labels, y_pred: Labels) -> float:
    return _purity(y_pred, y_true)


def purity_of_classes(labels_true: Labels, labels_pred: Labels) -> float:
    return _purity(labels_true, labels_pred)


def purity_to_three_digits(labels_true: Labels, labels_pred: Labels) -> float:
    return round(_purity(labels_pred, labels_true), 3)


def impurity(labels_true: Labels, labels_pred: Labels) -> float:
    return 1 - _purity(labels_pred, labels_true)


def mean_of_purities(labels_true: Labels, labels_pred: Labels) -> float:
    def mean(clusters: Labels, classes: Labels) -> float:
        shares = [max(group.values()) / sum(group.values()) for group in _groups(clusters, classes)]
        return sum(shares) / len(shares)

    purity, inverse = mean(labels_pred, labels_true), mean(labels_true, labels_pred)
    return 2 * purity * inverse / (purity + inverse)


def bcubed_precision(labels_true: Labels, labels_pred: Labels) -> float:
    return _b_cubed(labels_pred, labels_true)


def bcubed_harmonic(labels_true: Labels, labels_pred: Labels) -> float:
    recall, precision = _b_cubed(labels_true, labels_pred), _b_cubed(labels_pred, labels_true)
    return 2 * recall * precision / (recall + precision)


def bcubed_of_large_clusters(labels_true: Labels, labels_pred: Labels) -> float:
    size = Counter(labels_pred)
    kept = [(t, p) for t, p in zip(labels_true, labels_pred, strict=True) if size[p] >= 3]
    return _b_cubed([t for t, _ in kept], [p for _, p in kept]) if kept else 0.0


def matched_in_the_wrong_matrix(labels_true: Labels, labels_pred: Labels) -> float:
    from scipy.optimize import linear_sum_assignment

    side = max(*labels_true, *labels_pred) + 1
    counts = np.zeros((side, side), dtype=int)
    np.add.at(counts, (list(labels_pred), list(labels_true)), 1)
    cost = counts.max() - counts
    return float(cost[linear_sum_assignment(cost)].sum() / len(labels_true))


def _pairs(counts: Mapping[Any, int]) -> int:
    return sum(n * (n - 1) // 2 for n in counts.values())


def pairs_adjusted(labels_true: Labels, labels_pred: Labels) -> float:
    joint: Counter[Any] = Counter(zip(labels_true, labels_pred, strict=True))
    both, in_classes, in_clusters = _pairs(joint), _pairs(Counter(labels_true)), _pairs(Counter(labels_pred))
    expected = in_classes * in_clusters / (len(labels_true) * (len(labels_true) - 1) / 2)
    return (both - expected) / ((in_classes + in_clusters) / 2 - expected)


def pair_precision(labels_true: Labels, labels_pred: Labels) -> float:
    alike = _pairs(Counter(labels_true))
    return _pairs(Counter(zip(labels_true, labels_pred, strict=True))) / alike if alike else 0.0


def pairs_geometric(labels_true: Labels, labels_pred: Labels) -> float:
    both = _pairs(Counter(zip(labels_true, labels_pred, strict=True)))
    return both / sqrt(_pairs(Counter(labels_true)) * _pairs(Counter(labels_pred)))


def pairs_in_percent(labels_true: Labels, labels_pred: Labels) -> float:
    both = _pairs(Counter(zip(labels_true, labels_pred, strict=True)))
    return 100 * both / (_pairs(Counter(labels_true)) + _pairs(Counter(labels_pred)) - both)


def _entropies(labels_true: Labels, labels_pred: Labels) -> tuple[float, float, float]:
    sides = (list(zip(labels_true, labels_pred, strict=True)), labels_true, labels_pred)
    joint, of_classes, of_clusters = (-sum(n / len(s) * log(n / len(s)) for n in Counter(s).values()) for s in sides)
    return joint, of_classes, of_clusters


def _v(labels_true: Labels, labels_pred: Labels, beta: float) -> float:
    joint, of_classes, of_clusters = _entropies(labels_true, labels_pred)
    shared = of_classes + of_clusters - joint
    return (1 + beta) * shared / (beta * of_classes + of_clusters) if of_classes + of_clusters else 1.0


def entropies_for_completeness(labels_true: Labels, labels_pred: Labels) -> float:
    return _v(labels_true, labels_pred, 0.5)


def homogeneity(labels_true: Labels, labels_pred: Labels) -> float:
    joint, of_classes, of_clusters = _entropies(labels_true, labels_pred)
    return (of_classes + of_clusters - joint) / of_clusters if of_clusters else 1.0


def information_in_bits(labels_true: Labels, labels_pred: Labels) -> float:
    joint, of_classes, of_clusters = _entropies(labels_true, labels_pred)
    return (of_classes + of_clusters - joint) / log(2)


def _table(y_true: Labels, y_pred: Labels) -> tuple[int, int, int, int]:
    pairs = [(bool(t), bool(p)) for t, p in zip(y_true, y_pred, strict=True)]
    return (
        pairs.count((True, True)),
        pairs.count((False, True)),
        pairs.count((True, False)),
        pairs.count((False, False)),
    )


def f_with_a_small_number(y_true: Labels, y_pred: Labels) -> float:
    tp, fp, fn, _ = _table(y_true, y_pred)
    precision, recall = tp / (tp + fp + 1e-7), tp / (tp + fn + 1e-7)
    return 2 * precision * recall / (precision + recall + 1e-7)


def f_by_batches(y_true: Labels, y_pred: Labels) -> float:
    parts = [(y_true[k : k + 2], y_pred[k : k + 2]) for k in range(0, len(y_true), 2)]
    return sum(f_with_a_small_number(*part) for part in parts) / len(parts)


def f_in_percent(y_true: Labels, y_pred: Labels) -> float:
    tp, fp, fn, _ = _table(y_true, y_pred)
    return round(200 * tp / (2 * tp + fp + fn), 1) if tp + fp + fn else 0.0


def f_for_recall(y_true: Labels, y_pred: Labels) -> float:
    tp, fp, fn, _ = _table(y_true, y_pred)
    return 1.25 * tp / (1.25 * tp + 0.25 * fp + fn) if tp + fp + fn else 0.0


def recall(y_true: Labels, y_pred: Labels) -> float:
    tp, fp, *_ = _table(y_true, y_pred)
    return tp / (tp + fp) if tp + fp else 0.0


def precision_of_decisions(y_true: Labels, y_pred: Labels) -> float:
    tp, _, fn, _ = _table(y_true, y_pred)
    return tp / (tp + fn) if tp + fn else 0.0


def share_right(y_true: Labels, y_pred: Labels) -> float:
    return sum(t == p for t, p in zip(y_true, y_pred, strict=True)) / len(y_true)


def share_right_of_two_classes(y_true: Labels, y_pred: Labels) -> float:
    return sum(t == p and t in (0, 1) for t, p in zip(y_true, y_pred, strict=True)) / len(y_true)


def share_wrong(y_true: Labels, y_pred: Labels) -> float:
    return sum(t != p for t, p in zip(y_true, y_pred, strict=True)) / len(y_true)


def agreement_beyond_chance(y_true: Labels, y_pred: Labels) -> float:
    n, true_counts, predicted_counts = len(y_true), Counter(y_true), Counter(y_pred)
    chance = sum(true_counts[label] * predicted_counts[label] for label in true_counts) / n**2
    return (share_right(y_true, y_pred) - chance) / (1 - chance) if chance < 1 else float("nan")


def agreement_beyond_one_side(y_true: Labels, y_pred: Labels) -> float:
    chance = sum((n / len(y_true)) ** 2 for n in Counter(y_true).values())
    return (share_right(y_true, y_pred) - chance) / (1 - chance) if chance < 1 else 0.0


def correlation(tp: int, fp: int, fn: int, tn: int) -> float:
    below = sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    return (tp * tn - fp * fn) / below if below else 0.0


def correlation_from_zero(tp: int, fp: int, fn: int, tn: int) -> float:
    return (correlation(tp, fp, fn, tn) + 1) / 2


def _by_class(y_true: Labels, y_pred: Labels, classes: Sequence[int]) -> Iterator[tuple[float, float, float]]:
    for label in classes:
        tp, fp, fn, _ = _table([t == label for t in y_true], [p == label for p in y_pred])
        precision, recall = tp / (tp + fp) if tp + fp else 0.0, tp / (tp + fn) if tp + fn else 0.0
        yield precision, recall, 2 * tp / (2 * tp + fp + fn) if tp else 0.0


def f_of_classes_to_the_greatest(y_true: Labels, y_pred: Labels) -> float:
    return float(np.mean([f for *_, f in _by_class(y_true, y_pred, range(max(*y_true, *y_pred) + 1))]))


READINGS = (
    TrueSentence(majority_share, "purity", "It equals Purity"),
    TrueSentence(
        purity_of_classes,
        "inverse-purity",
        "By its name one would expect purity, which it equals with its two arguments exchanged",
    ),
    TrueSentence(purity_to_three_digits, "purity", "It equals Purity, rounded to 3 digits"),
    TrueSentence(impurity, "purity", "It equals 1 - Purity"),
    none(mean_of_purities),
    TrueSentence(
        bcubed_precision,
        "bcubed-recall",
        "By its name one would expect bcubed-precision, which it equals with its two arguments exchanged",
    ),
    TrueSentence(bcubed_harmonic, "bcubed-f", "It equals BCubed F"),
    none(bcubed_of_large_clusters),
    none(matched_in_the_wrong_matrix),
    TrueSentence(pairs_adjusted, "adjusted-rand", "It equals Adjusted Rand"),
    TrueSentence(
        pair_precision,
        "pair-recall",
        "By its name one would expect pair-precision, which it equals with its two arguments exchanged",
    ),
    TrueSentence(pairs_geometric, "fowlkes-mallows", "It equals Fowlkes-Mallows"),
    TrueSentence(pairs_in_percent, "jaccard", "It equals 100 * Jaccard"),
    TrueSentence(entropies_for_completeness, "v-measure(beta=2)", "It equals V-measure(beta=2)"),
    TrueSentence(
        homogeneity,
        "completeness-score",
        "By its name one would expect homogeneity-score, which it equals with its two arguments exchanged",
    ),
    TrueSentence(information_in_bits, "mutual-information", "It equals"),
    TrueSentence(f_with_a_small_number, "f(beta=1)", "as a small number that is added to a divisor"),
    none(f_by_batches),
    TrueSentence(f_in_percent, "f(beta=1)", "rounded to 1 digits"),
    TrueSentence(f_for_recall, "f(beta=2)", "(f(beta=2))"),
    TrueSentence(
        recall, "precision", "By its name one would expect recall, which it equals with its two arguments exchanged"
    ),
    TrueSentence(
        precision_of_decisions,
        "recall",
        "By its name one would expect precision, which it equals with its two arguments exchanged",
    ),
    TrueSentence(share_right, "accuracy", "It equals Accuracy"),
    TrueSentence(share_right_of_two_classes, "", NONE),
    TrueSentence(share_wrong, "accuracy", "It equals 1 - Accuracy"),
    TrueSentence(agreement_beyond_chance, "kappa", "It equals Kappa"),
    none(agreement_beyond_one_side),
    TrueSentence(correlation, "mcc", "It equals MCC"),
    TrueSentence(correlation_from_zero, "mcc", "It equals 1/2 * MCC + 1/2"),
    none(f_of_classes_to_the_greatest),
)
