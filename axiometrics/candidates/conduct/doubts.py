"""Doubts: the few behaviours of a metric that are certainly mistakes, each shown by calls.

Most differences between metrics are customs, and are reported as facts. A false warning is worse than no warning,
because people then turn all warnings off. So each kind of mistake is tested only on calls that the form of the metric
allows, and compared with other values of the same metric. DCG is not bounded, recall at 10 is below 1 for more than ten
relevant documents, kappa can be below 0, and precision counts documents that are listed twice; none of these is a
mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, permutations
from statistics import fmean
from typing import Any

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.called import single_rounding
from axiometrics.candidates.conduct import rankings
from axiometrics.candidates.conduct.extremes import MOST, calls_of, numbers_of, perfect_outputs
from axiometrics.candidates.conduct.probes import RAISES
from axiometrics.candidates.conduct.subject import Call, Subject
from axiometrics.candidates.laws.calls import is_number
from axiometrics.candidates.small_values import values
from axiometrics.core.margins import SINGLE_ROUNDING
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit

DRAWN, LONGER = 60, (20,)
"""The number of random inputs that are tried, and the number of documents of the longest input."""

BY_MISTAKE = re.compile(r"raised (KeyError|IndexError|TypeError|AttributeError|UnboundLocalError)\b")
"""Exceptions that no function raises on purpose to refuse its input."""

TIED = 3
"""The number of documents that share a score."""

Doubt = Callable[[Subject, bool], Iterator[str]]


def doubts(judge: BlackBox, limit: TimeLimit = NO_LIMIT) -> Iterator[str]:
    """The certain mistakes in a user's metric, each in one line, and at most one of each kind. They are looked for as
    long as the limit of time allows; a call that was not made shows no mistake.
    """
    yield from doubts_of(Subject.of(judge, limit), judge.declared.range, bool(judge.loss))


def doubts_of(subject: Subject, limits: tuple[float, float] | None = None, is_loss: bool = False) -> Iterator[str]:
    """The certain mistakes in the metric of a subject, with the range that this metric declares."""
    if limits is not None:
        yield from islice(outside(subject, limits), 1)
    for doubt in DOUBTS:
        if not subject.lives():
            return
        yield from islice(doubt(subject, is_loss), 1)


def _inputs(subject: Subject) -> list[Call]:
    return calls_of(subject, islice(values(subject.task, subject.traits, DRAWN, LONGER, 0), MOST))


def outside(subject: Subject, limits: tuple[float, float]) -> Iterator[str]:
    """Report values outside the range that the metric declares."""
    low, high = limits
    calls = [*_inputs(subject), *calls_of(subject, perfect_outputs(subject))]
    for call, result in numbers_of(calls, subject.ask(calls)):
        value = float(result.value)
        if value < low - SINGLE_ROUNDING or value > high + SINGLE_ROUNDING:
            yield f"range: {subject.written(call)} gives {value:.6g}, outside the declared range [{low:g}, {high:g}]"


def raising(subject: Subject, is_loss: bool) -> Iterator[str]:
    """Report a call that raises on a usual input: at least two documents, relevant ones and others. Report also an
    exception that is not raised on purpose, on a document without judgement or a topic without an answer.
    """
    calls = [call for call in _inputs(subject) if _is_usual(subject, call)]
    for call, result in zip(calls, subject.ask(calls), strict=True):
        if isinstance(result.value, str) and result.value.startswith("raised"):
            yield f"no-exception: {subject.written(call)} {result.value}"
            return
    for measured in (rankings.unjudged, rankings.unanswered):
        fact = measured(subject)
        if fact is not None and fact.word == RAISES and BY_MISTAKE.match(str(fact.value)):
            yield f"no-exception: {fact.input} {fact.value}"


def _is_usual(subject: Subject, call: Call) -> bool:
    if subject.signature.name not in ("trec", "scores", "classification", "labels"):
        return True
    gold, _ = subject.signature.sides(call)
    grades = list(gold.values()) if isinstance(gold, dict) else gold
    return len(grades) > 1 and (subject.signature.name == "labels" or (any(grades) and not all(grades)))


def repeating(subject: Subject, is_loss: bool) -> Iterator[str]:
    """Report a relevant document that scores higher than the perfect output when it is listed again and again, and
    higher than equally many relevant documents that are all in the gold.
    """
    if subject.signature.name != "trec" or not rankings.shows(subject, rankings.LISTED):
        return
    sign = -1 if is_loss else 1
    for n in (2, 3):
        again: Call = [{"a": 1}, {"a": [float(n - i) for i in range(n)]}]
        perfect: Call = [{"a": 1}, {"a": 1.0}]
        many: Call = [{f"a{i}": 1 for i in range(n)}, {f"a{i}": float(n - i) for i in range(n)}]
        results = [result.value for result in subject.ask([again, perfect, many])]
        numbers = [sign * float(value) for value in results if is_number(value)]
        if len(numbers) == 3 and _is_above(numbers[0], max(numbers[1:])):
            yield (
                f"repeats: {subject.written(again)} gives {sign * numbers[0]:.6g}, more than the perfect output, which "
                f"gives {sign * numbers[1]:.6g}"
            )


def tying(subject: Subject, is_loss: bool) -> Iterator[str]:
    """Report equal scores that, in the mean over all names and orders of documents, earn more than the orders without
    ties.
    """
    tied, orders = _tied(subject)
    if not tied:
        return
    results = [result.value for result in subject.ask([*tied, *orders])]
    if not all(map(is_number, results)):
        return
    sign = -1 if is_loss else 1
    numbers = [sign * float(value) for value in results]
    mean, plain = fmean(numbers[: len(tied)]), fmean(numbers[len(tied) :])
    if _is_above(mean, plain):
        yield (
            f"ties: equal scores earn {sign * mean:.6g} in the mean over all names and orders of documents, and the "
            f"orders without ties {sign * plain:.6g}: {subject.written(tied[0])}"
        )


def _tied(subject: Subject) -> tuple[list[Call], list[Call]]:
    """Calls in which one relevant document and two others share a score, in all orders and with all names; and the
    calls in which the relevant document has each rank.
    """
    if subject.signature.name == "scores":
        golds = [[int(i == at) for i in range(TIED)] for at in range(TIED)]
        ranked = [float(TIED - i) for i in range(TIED)]
        return [[gold, [1.0] * TIED] for gold in golds], [[gold, ranked] for gold in golds]
    if subject.signature.name != "trec" or not rankings.shows_scores(subject):
        return [], []
    names = [f"d{i}" for i in range(TIED)]
    judged = [{name: int(name == relevant) for name in names} for relevant in names]
    tied: list[Call] = [
        [{name: qrel[name] for name in order}, dict.fromkeys(order, 1.0)]
        for qrel in judged
        for order in permutations(names)
    ]
    ranks = {name: float(TIED - i) for i, name in enumerate(names)}
    return tied, [[qrel, ranks] for qrel in judged]


def naming(subject: Subject, is_loss: bool) -> Iterator[str]:
    """Report a value of several topics that depends on their names, and not on the order in which they are listed."""
    if subject.signature.name != "trec" or not rankings.shows(subject, rankings.BY_TOPIC):
        return
    sides = [({"a": 1, "n": 0}, {"a": 2.0, "n": 1.0}), ({"b": 1, "m": 0}, {"m": 2.0, "b": 1.0}), ({"c": 1}, {"x": 1.0})]

    def several(names: Sequence[str], order: Sequence[int] = (0, 1, 2)) -> list[dict[str, Any]]:
        return [{names[i]: sides[i][side] for i in order} for side in (0, 1)]

    plain, listed = several(["t1", "t2", "t3"]), several(["t1", "t2", "t3"], (2, 0, 1))
    for names in (["t3", "t1", "t2"], ["10", "9", "b"]):
        call = several(names)
        first, order, second = (result.value for result in subject.ask([plain, listed, call]))
        if not (is_number(first) and is_number(order) and is_number(second)):
            return
        if _differ(float(first), float(second)) and not _differ(float(first), float(order)):
            yield (
                f"topic-names: {subject.written(plain)} gives {float(first):.6g}, and with other names of the topics "
                f"{subject.written(call)} gives {float(second):.6g}"
            )


DOUBTS: tuple[Doubt, ...] = (repeating, tying, naming, raising)
"""The kinds of mistakes. Mistakes that show in values, and not as an exception, come first."""


def _is_above(first: float, second: float) -> bool:
    return first > second and _differ(first, second)


def _differ(first: float, second: float) -> bool:
    return abs(first - second) > single_rounding(first, second)
