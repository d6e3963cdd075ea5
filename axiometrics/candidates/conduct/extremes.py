"""The values of a metric for the perfect output, for an empty gold and an empty output, and the range of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from axiometrics.candidates.conduct.facts import ConductFact
from axiometrics.candidates.conduct.probes import RAISES
from axiometrics.candidates.conduct.subject import Call, Subject, value_of
from axiometrics.candidates.laws.calls import CallResult, is_number, same
from axiometrics.candidates.small_values import values
from axiometrics.core.case import Case
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.organization import Organization
from axiometrics.core.task import task as task_of

DRAWN, LONGER = 60, (20, 32)
"""The number of random inputs whose values are looked at, and the numbers of documents of the longest inputs."""

MOST = 600
"""The most inputs that are looked at."""

EMPTY_GOLD = ("nothing relevant", "neither positive nor relevant")
EMPTY_OUTPUT = ("nothing retrieved", "nothing positive")
"""The names that tasks give to their degenerate inputs."""


def perfect(subject: Subject) -> ConductFact | None:
    """The value of the perfect output: one number or, where the metric is not normalised, the least and the greatest
    value.
    """
    calls = calls_of(subject, perfect_outputs(subject))
    numbers = numbers_of(calls, subject.ask(calls))
    if not numbers:
        return None
    (lowest, low), (_, high) = min(numbers, key=_value), max(numbers, key=_value)
    if same(low, high):
        return ConductFact("perfect", f"{_value((None, low)):.6g}", "", low.value, f"{len(numbers)} golds")
    least, greatest = _ends(low, high)
    return ConductFact("perfect", f"{least} to {greatest} (not normalised)", subject.written(lowest), value_of(low))


def empty_gold(subject: Subject) -> ConductFact | None:
    """The value of a metric where nothing is relevant, or where there is no document at all."""
    if subject.signature.name == "labels":
        return _told(subject, "empty-gold", [[], []])
    return _degenerate(subject, "empty-gold", EMPTY_GOLD)


def empty_output(subject: Subject) -> ConductFact | None:
    """The value of a metric where nothing is retrieved, or where the system decides for no document."""
    return None if subject.signature.name == "scores" else _degenerate(subject, "empty-output", EMPTY_OUTPUT)


def values_seen(subject: Subject) -> ConductFact | None:
    """The range of the values that were seen."""
    pairs = islice(values(subject.task, subject.traits, DRAWN, LONGER, 0), MOST)
    calls = calls_of(subject, chain(pairs, perfect_outputs(subject)))
    numbers = numbers_of(calls, subject.ask(calls))
    if not numbers:
        return None
    (_, low), (_, high) = min(numbers, key=_value), max(numbers, key=_value)
    least, greatest = _ends(low, high)
    return ConductFact("values", f"in [{least}, {greatest}]", "", None, f"{len(numbers)} inputs")


def perfect_outputs(subject: Subject) -> Iterator[tuple[Any, Any]]:
    """Yield golds with their perfect outputs: small golds and, for rankings, longer ones. A gold that has to list every
    document also lists those of another output.
    """
    of = task_of(subject.task)
    others = {gold: output for output, gold in islice(values(subject.task, subject.traits, 0, (), 0), MOST)}
    grades = (1, 2) if "graded" in subject.traits else (1,)
    if any(trait.name == "graded" for trait in of.traits):
        others |= {_relevant(n, grade): Organization.ranking(["n1"]) for n in (1, 2, 5, 12) for grade in grades}
    for gold, output in others.items():
        if isinstance(gold, Organization) and gold.levels and not gold.levels[0]:
            continue  # nothing is relevant: this is an empty gold
        best = of.perfect(gold)
        if isinstance(best, of.output):
            closed = subject.signature.closed
            yield best, Case(gold, {"system": best, "other": output}).closed().gold if closed else gold


def _relevant(number: int, grade: int) -> Organization:
    """A gold with the given number of relevant documents. One of them has the given grade, the others have grade 1."""
    grades = {f"d{i}": 1 for i in range(1, number + 1)}
    return Organization.graded({**grades, "d1": grade, "n1": 0})


def call_of(subject: Subject, output: Any, gold: Any) -> Call | None:
    """The call for an output and a gold. It lists every document where the arguments have to; None where there is no
    such call.
    """
    closed = Case(gold, {"system": output}).closed().gold if subject.signature.closed else gold
    try:
        return subject.signature.plain(output, closed)
    except (AxiometricsError, KeyError):
        return None


def calls_of(subject: Subject, pairs: Iterable[tuple[Any, Any]]) -> list[Call]:
    """The calls for outputs with their golds, where there are such calls."""
    made = (call_of(subject, output, gold) for output, gold in pairs)
    return [call for call in made if call is not None]


def numbers_of(calls: Sequence[Call], results: Sequence[CallResult]) -> list[tuple[Call, CallResult]]:
    """The calls that gave a number, each with its result."""
    return [(call, result) for call, result in zip(calls, results, strict=True) if is_number(result.value)]


def _value(pair: tuple[Any, CallResult]) -> float:
    return float(pair[1].value)


def _ends(low: CallResult, high: CallResult) -> tuple[str, str]:
    """The least and the greatest value, with enough digits to distinguish them."""
    pairs = [(f"{_value((None, low)):.{n}g}", f"{_value((None, high)):.{n}g}") for n in (4, 7, 10)]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[-1])


def _degenerate(subject: Subject, name: str, kinds: Sequence[str]) -> ConductFact | None:
    of = task_of(subject.task)
    texts = next((of.degenerate[kind] for kind in kinds if kind in of.degenerate), None)
    if texts is None:
        return None
    call = call_of(subject, of.output.parse(texts[0]), of.gold.parse(texts[1]))
    return None if call is None else _told(subject, name, call)


def _told(subject: Subject, name: str, call: Call) -> ConductFact:
    (result,) = subject.ask([call])
    value = value_of(result)
    word = RAISES if isinstance(value, str) else "no value" if value is None else f"{value:.6g}"
    return ConductFact(name, word, subject.written(call), value)
