"""Measures of a list of names, as people write them; what each computes is worked out by hand."""

import math
from collections.abc import Sequence

from tests.comparison.strangers.reading import TrueSentence, none

Names = Sequence[str]


def _dcg(hits: Sequence[float]) -> float:
    return sum(hit / math.log2(place + 2) for place, hit in enumerate(hits))


def _ap(relevant: Names, retrieved: Names) -> float:
    at = [place for place, name in enumerate(retrieved, 1) if name in relevant]
    return sum(seen / place for seen, place in enumerate(at, 1)) / len(set(relevant)) if relevant else 0.0


def _first(relevant: Names, retrieved: Names) -> int:
    return next((place for place, name in enumerate(retrieved, 1) if name in relevant), 0)


def gain_of_ten(relevant: Names, retrieved: Names) -> float:
    ideal = _dcg([1] * min(10, len(relevant)))
    return _dcg([name in relevant for name in retrieved[:10]]) / ideal if ideal else 0.0


def gain_of_three(retrieved_docs: Names, expected_docs: Names) -> float:
    ideal = _dcg([1] * min(3, len(expected_docs)))
    return _dcg([name in expected_docs for name in retrieved_docs[:3]]) / ideal if ideal else 0.0


def gain_rounded(relevant: Names, retrieved: Names) -> float:
    return round(gain_of_ten(relevant, retrieved), 4)


def gain_discounted_late(relevant: Names, retrieved: Names) -> float:
    def total(hits: Sequence[bool]) -> float:
        return sum(hit / max(1.0, math.log2(place)) for place, hit in enumerate(hits, 1))

    ideal = total([True] * min(10, len(relevant)))
    return total([name in relevant for name in retrieved[:10]]) / ideal if ideal else 0.0


def gain_of_a_threefold_ideal(relevant: Names, retrieved: Names) -> float:
    ideal = _dcg([3] * min(3, len(relevant)))
    return _dcg([name in relevant for name in retrieved[:3]]) / ideal if ideal else 0.0


def gain_of_the_whole_ideal(relevant: Names, retrieved: Names) -> float:
    return _dcg([name in relevant for name in retrieved[:10]]) / _dcg([1] * len(relevant))


def gain_in_natural_logarithms(relevant: Names, retrieved: Names) -> float:
    return sum(1 / math.log(place + 1) for place, name in enumerate(retrieved, 1) if name in relevant)


def average(relevant: Names, retrieved: Names) -> float:
    return _ap(relevant, retrieved)


def average_in_percent(relevant: Names, retrieved: Names) -> float:
    return round(100 * _ap(relevant, retrieved))


def average_to_three_digits(relevant: Names, retrieved: Names) -> float:
    return float(f"{_ap(relevant, retrieved):.3f}")


def average_from_minus_one(relevant: Names, retrieved: Names) -> float:
    return 2 * _ap(relevant, retrieved) - 1


def average_of_ten(actual: Names, predicted: Names) -> float:
    at = [place for place, name in enumerate(predicted[:10], 1) if name in actual]
    return sum(seen / place for seen, place in enumerate(at, 1)) / min(len(actual), 10)


def average_by_trapezoids(relevant: Names, retrieved: Names) -> float:
    seen, total = 0, 0.0
    for before, name in enumerate(retrieved):
        if name in relevant:
            left = seen / before if before else 1.0
            seen += 1
            total += (left + seen / (before + 1)) / 2
    return total / len(relevant)


def recall_of_ten(retrieved: Names, relevant: Names) -> float:
    return len(set(retrieved[:10]) & set(relevant)) / len(set(relevant)) if relevant else 0.0


def recall_of_all(relevant: Names, retrieved: Names, k: int = 10) -> float:
    """The cut is forgotten."""
    return len(set(retrieved) & set(relevant)) / len(set(relevant))


def precision_of_all(relevant: Names, retrieved: Names) -> float:
    return len(set(retrieved) & set(relevant)) / len(retrieved) if retrieved else 0.0


def precision_over_what_can_be_found(relevant: Names, retrieved: Names) -> float:
    return sum(name in relevant for name in retrieved[:10]) / min(10, len(relevant))


def precision_of_a_short_list(relevant: Names, retrieved: Names) -> float:
    return sum(name in relevant for name in retrieved[:5]) / min(5, len(retrieved)) if retrieved else 0.0


def hits_among_ten(relevant: Names, retrieved: Names) -> float:
    return float(sum(name in relevant for name in retrieved[:10]))


def any_hit(recommended_items: Names, liked_items: Names) -> float:
    return float(bool(set(recommended_items[:10]) & set(liked_items)))


def precision_at_the_number_of_relevant(relevant: Names, retrieved: Names) -> float:
    return len(set(retrieved[: len(relevant)]) & set(relevant)) / len(relevant)


def f_of_sets(relevant: Names, retrieved: Names) -> float:
    both = len(set(relevant) & set(retrieved))
    return 2 * both / (len(set(relevant)) + len(set(retrieved))) if both else 0.0


def f_of_sets_for_recall(relevant: Names, retrieved: Names) -> float:
    both = len(set(relevant) & set(retrieved))
    return 5 * both / (4 * len(set(relevant)) + len(set(retrieved))) if both else 0.0


def f_of_any_hit(relevant: Names, retrieved: Names) -> float:
    top = retrieved[:10]
    precision = sum(name in relevant for name in top) / len(top) if top else 0.0
    recall = float(any(name in relevant for name in top))
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def first_hit(actual: Names, predicted: Names) -> float:
    place = _first(actual, predicted)
    return 1 / place if place else 0.0


def first_hit_rounded(relevant: Names, retrieved: Names) -> float:
    place = _first(relevant, retrieved[:10])
    return round(1 / place, 5) if place else 0.0


def first_hit_from_zero(relevant: Names, retrieved: Names) -> float:
    """Ranks are counted from 0, and 1 is added twice."""
    place = _first(relevant, retrieved)
    return 1 / (place + 1) if place else 0.0


def every_hit_reciprocal(relevant: Names, retrieved: Names) -> float:
    return sum(1 / place for place, name in enumerate(retrieved, 1) if name in relevant) / len(relevant)


def patience(relevant: Names, retrieved: Names) -> float:
    return sum(0.2 * 0.8**place for place, name in enumerate(retrieved) if name in relevant)


def patience_of_a_half(relevant: Names, retrieved: Names) -> float:
    return sum(0.5**place for place, name in enumerate(retrieved, 1) if name in relevant)


def patience_unscaled(relevant: Names, retrieved: Names) -> float:
    return sum(3 * 0.9**place for place, name in enumerate(retrieved) if name in relevant)


READINGS = (
    TrueSentence(gain_of_ten, "ndcg@10(gain=binary)", "It equals nDCG@10"),
    TrueSentence(gain_of_three, "ndcg@3(gain=binary)", "It equals nDCG@3"),
    TrueSentence(gain_rounded, "ndcg@10(gain=binary)", "rounded to 4 digits"),
    TrueSentence(gain_discounted_late, "ndcg@10(gain=binary,discount=jarvelin,b=2)", "It equals nDCG@10"),
    TrueSentence(gain_of_a_threefold_ideal, "ndcg@3(gain=binary)", "It equals 1/3 * nDCG@3"),
    TrueSentence(gain_of_the_whole_ideal, "ndcg@10(ideal=whole,gain=binary)", "It equals nDCG@10"),
    TrueSentence(gain_in_natural_logarithms, "dcg(gain=binary)", "It equals 1/ln 2 * DCG"),
    TrueSentence(average, "ap", "It equals AP (ap)"),
    TrueSentence(average_in_percent, "ap", "It equals 100 * AP, rounded to 0 digits"),
    TrueSentence(average_to_three_digits, "ap", "It equals AP, rounded to 3 digits"),
    TrueSentence(average_from_minus_one, "ap", "It equals 2 * AP - 1"),
    TrueSentence(average_of_ten, "ap@10(per=reachable)", "It equals AP@10"),
    none(average_by_trapezoids),
    TrueSentence(recall_of_ten, "r@10", "It equals R@10"),
    TrueSentence(recall_of_all, "set-recall", "It equals Set recall"),
    TrueSentence(precision_of_all, "set-precision", "It equals Set precision"),
    TrueSentence(precision_over_what_can_be_found, "r@10(per=reachable)", "It equals R@10"),
    TrueSentence(precision_of_a_short_list, "p@5(per=retrieved)", "It equals P@5"),
    TrueSentence(hits_among_ten, "p@10", "It equals 10 * P@10"),
    TrueSentence(any_hit, "success@10", "It equals Success@10"),
    TrueSentence(precision_at_the_number_of_relevant, "r-precision", "It equals R-precision"),
    TrueSentence(f_of_sets, "set-f(beta=1)", "It equals Set F"),
    TrueSentence(f_of_sets_for_recall, "set-f(beta=2)", "It equals Set F(beta=2)"),
    none(f_of_any_hit),
    TrueSentence(first_hit, "rr", "It equals RR"),
    TrueSentence(first_hit_rounded, "rr@10", "It equals RR@10, rounded to 5 digits"),
    none(first_hit_from_zero),
    none(every_hit_reciprocal),
    TrueSentence(patience, "rbp(p=0.8)", "It equals RBP(p=0.8)"),
    TrueSentence(patience_of_a_half, "rbp(p=0.5)", "It equals RBP(p=0.5)"),
    TrueSentence(patience_unscaled, "rbp(p=0.9)", "It equals 30 * RBP(p=0.9)"),
)
