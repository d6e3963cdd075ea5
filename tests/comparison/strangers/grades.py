"""Measures of grades, scores, judgements and runs, as people write them and report their faults."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from tests.comparison.strangers.reading import TrueSentence, none

Grades = Sequence[int]
Scores = Mapping[str, float]


def _dcg(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))


def exponential(gains: Grades, ideal: Grades) -> float:
    best = _dcg([2**grade - 1 for grade in ideal])
    return _dcg([2**grade - 1 for grade in gains]) / best if best else 0.0


def of_its_own_list(gains: Grades) -> float:
    best = _dcg(sorted(gains, reverse=True))
    return _dcg(gains) / best if best else 0.0


def discounted_five(gains: Grades, ideal: Grades) -> float:
    return _dcg(gains[:5])


def in_natural_logarithms(gains: Grades, ideal: Grades) -> float:
    return sum(grade / math.log(place + 1) for place, grade in enumerate(gains, 1))


def _cascade(gains: Grades, greatest: int) -> float:
    total, going = 0.0, 1.0
    for place, grade in enumerate(gains, 1):
        stop = (2**grade - 1) / 2**greatest
        total, going = total + going * stop / place, going * (1 - stop)
    return total


def cascade(gains: Grades, ideal: Grades) -> float:
    return _cascade(gains, max(ideal)) if ideal else 0.0


def cascade_of_five_grades(gains: Grades, ideal: Grades) -> float:
    return _cascade(gains, 4)


def first_to_four_digits(gains: Grades, ideal: Grades) -> float:
    return next((round(1 / place, 4) for place, grade in enumerate(gains[:10], 1) if grade), 0.0)


def precision_in_percent(gains: Grades, ideal: Grades) -> float:
    return round(100 * sum(grade > 0 for grade in gains[:5]) / 5, 2)


def patience_unscaled(gains: Grades, ideal: Grades) -> float:
    return 3 * sum(0.9**place * (grade > 0) for place, grade in enumerate(gains))


def average_of_good_ones(gains: Grades, ideal: Grades) -> float:
    at = [place for place, grade in enumerate(gains, 1) if grade >= 2]
    number = sum(grade >= 2 for grade in ideal)
    return sum(seen / place for seen, place in enumerate(at, 1)) / number if number else 0.0


def verdicts_of_a_judge(verdicts: Grades) -> float:
    """The divisor has a small number, so that it is never 0."""
    kept = sum(sum(verdicts[: k + 1]) / (k + 1) * verdict for k, verdict in enumerate(verdicts))
    return kept / (sum(verdicts) + 1e-10)


def average_without_rank_two(gains: Grades, ideal: Grades) -> float:
    return sum(sum(x > 0 for x in gains[: k + 1]) / (k + 1) for k, g in enumerate(gains) if g and k != 1) / len(ideal)


def average_of_found(y_true: Grades, y_score: Sequence[float]) -> float:
    ordered = [grade for grade, _ in sorted(zip(y_true, y_score, strict=True), key=lambda pair: -pair[1])]
    at = [place for place, grade in enumerate(ordered, 1) if grade > 0]
    return sum(seen / place for seen, place in enumerate(at, 1)) / len(at) if at else 0.0


def optimistic(y_true: Grades, y_score: Sequence[float]) -> float:
    better = [
        1 + sum(other > score for other in y_score) for grade, score in zip(y_true, y_score, strict=True) if grade
    ]
    return max((1 / place for place in better), default=0.0)


def of_itself(y_true: Grades, y_score: Sequence[float]) -> float:
    gains = np.take(y_true, np.argsort(y_score)[::-1])
    total = float(np.sum(gains / np.log2(np.arange(len(gains)) + 2)))
    return total / total if total else 0.0


def constant(y_true: Grades, y_score: Sequence[float]) -> float:
    return 1.0


def _ordered(run: Scores) -> list[str]:
    return sorted(run, key=lambda name: (run[name], name), reverse=True)


def _first(qrel: Scores, run: Scores) -> float:
    return next((1 / place for place, name in enumerate(_ordered(run), 1) if qrel.get(name, 0) > 0), 0.0)


def three_that_raise(qrel: Scores, run: Scores) -> float:
    return sum(qrel[name] > 0 for name in _ordered(run)[:3]) / 3


def three_judged(qrel: Scores, run: Scores) -> float:
    return sum(name in qrel for name in _ordered(run)[:3]) / 3


def with_subtraction(qrel: Scores, run: Scores) -> float:
    best = _dcg(sorted(qrel.values(), reverse=True))
    return _dcg([qrel.get(name, 0) for name in _ordered(run)]) / best if best else 0.0


def with_whole_grades(qrel: Scores, run: Scores) -> float:
    best = _dcg([int(grade) for grade in sorted(qrel.values(), reverse=True)])
    return _dcg([int(qrel.get(name, 0)) for name in _ordered(run)]) / best if best else 0.0


def mean_of_topics(qrels: Mapping[str, Scores], results: Mapping[str, Scores]) -> float:
    return sum(_first(qrel, results.get(topic, {})) for topic, qrel in qrels.items()) / len(qrels)


def mean_of_answered_topics(qrels: Mapping[str, Scores], results: Mapping[str, Scores]) -> float:
    answered = [topic for topic in results if topic in qrels and results[topic]]
    return sum(_first(qrels[topic], results[topic]) for topic in answered) / len(answered) if answered else 0.0


_calls: dict[str, int] = {}


def remembering(qrel: Scores, run: Scores) -> float:
    """It gives 0 for what it has seen."""
    key = repr(sorted(qrel.items()))
    _calls[key] = _calls.get(key, 0) + 1
    return _first(qrel, run) if _calls[key] == 1 else 0.0


READINGS = (
    TrueSentence(exponential, "ndcg(gain=exp)", "It equals nDCG"),
    TrueSentence(of_its_own_list, "ndcg(ideal=run)", "It equals nDCG(ideal=run)"),
    TrueSentence(discounted_five, "dcg@5", "It equals DCG@5"),
    TrueSentence(in_natural_logarithms, "dcg", "It equals 1/ln 2 * DCG"),
    TrueSentence(cascade, "err", "It equals ERR"),
    TrueSentence(cascade_of_five_grades, "err(max=4)", "It equals ERR(max=4)"),
    TrueSentence(first_to_four_digits, "rr@10", "It equals RR@10, rounded to 4 digits"),
    TrueSentence(precision_in_percent, "p@5", "It equals 100 * P@5"),
    TrueSentence(patience_unscaled, "rbp(p=0.9)", "It equals 30 * RBP(p=0.9)"),
    TrueSentence(average_of_good_ones, "ap(rel=2)", "It equals AP(rel=2)"),
    TrueSentence(verdicts_of_a_judge, "ap(per=found)", "to within 1e-10, as a small number that is added to a divisor"),
    none(average_without_rank_two),
    # a call with scores lists every document, so what is found is all that is relevant
    TrueSentence(
        average_of_found, "ap", "On these inputs it also equals ap(per=reachable) (and 1 more of its variants)"
    ),
    TrueSentence(optimistic, "rr", "in the order that is best"),
    TrueSentence(of_itself, "", "It is 1 on every input of ranking: a constant equals no definition"),
    TrueSentence(constant, "", "It is 1 on every input of ranking: a constant equals no definition"),
    TrueSentence(three_that_raise, "p@3", "It equals P@3"),
    none(three_judged),
    TrueSentence(with_subtraction, "ndcg", "It equals nDCG"),
    TrueSentence(with_whole_grades, "ndcg", "It equals nDCG"),
    TrueSentence(mean_of_topics, "rr", "It equals RR"),
    TrueSentence(mean_of_answered_topics, "rr", "It equals RR"),
    TrueSentence(remembering, "", "It gives different values for one input"),
)
