"""The edits of constraints on scores in a real output: a score becomes the relevance, two documents exchange their
scores, or all scores change and keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case
from axiometrics.core.edits import ListedEdits
from axiometrics.core.errors import TaskError
from axiometrics.core.scores import Relevance, Scores
from axiometrics.generators.running_totals import RunningTotals


def listed(edits: Callable[[Relevance, Scores], Iterator[Case]]) -> Callable[[Relevance, Scores], ListedEdits]:
    """The places of a generator of edits, in an output that scores the documents of the gold."""

    def checked(gold: Relevance, output: Scores) -> Iterator[Case]:
        demand_alike(gold, output)
        yield from edits(gold, output)

    return ListedEdits.of(checked)


def demand_alike(gold: Relevance, output: Scores) -> None:
    """Raise `TaskError` where the output does not score the documents of the gold."""
    if gold.documents != output.documents:
        raise TaskError("gold and system output have numbers for different documents: both need one for each")


def corrections(gold: Relevance, output: Scores) -> Iterator[Case]:
    """The score of one document becomes its relevance: better."""
    for document, score in output.pairs:
        if score != gold.numbers[document]:
            better = Scores(tuple((d, gold.numbers[d] if d == document else s) for d, s in output.pairs))
            words = f"worse is the real output; in better the score of {document} is its relevance"
            yield Case(gold, {"better": better, "worse": output}, words)


def all_corrected(gold: Relevance, output: Scores) -> Iterator[Case]:
    """All scores become the relevance, where they are off by a quarter on average: better."""
    off = sum((abs(score - gold.numbers[d]) for d, score in output.pairs), Fraction(0))
    if output.pairs and 4 * off >= len(output.pairs):
        better = Scores(tuple((d, gold.numbers[d]) for d, _ in output.pairs))
        yield Case(gold, {"better": better, "worse": output}, "worse is the real output, better the relevance itself")


def same_order(change: Callable[[Fraction], Fraction], words: str) -> Callable[[Any, Any], ListedEdits]:
    """Each score becomes another by a growing function: the order stays the same."""

    def edits(gold: Relevance, output: Scores) -> Iterator[Case]:
        changed = Scores(tuple((d, change(score)) for d, score in output.pairs))
        if changed != output:
            yield Case(gold, {"one": output, "other": changed}, f"one is the real output; in other {words}")

    return listed(edits)


@dataclass(frozen=True, eq=False)
class ScoreExchanges:
    """Two documents exchange their scores, of which the more relevant one has the greater score: worse."""

    gold: Relevance
    output: Scores

    def __post_init__(self) -> None:
        demand_alike(self.gold, self.output)

    @cached_property
    def _ranked(self) -> tuple[Array, Array]:
        """For each document, the place of its relevance among the different relevances, and the place of its score
        among the different scores.
        """
        columns = [self.gold.numbers[d] for d, _ in self.output.pairs], [score for _, score in self.output.pairs]
        places = [{number: i for i, number in enumerate(sorted(set(column)))} for column in columns]
        ranks = [np.array([place[n] for n in column]) for place, column in zip(places, columns, strict=True)]
        return ranks[0], ranks[1]

    def _below(self, i: int) -> Array:
        relevance, scores = self._ranked
        return np.flatnonzero((relevance < relevance[i]) & (scores < scores[i]))

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(len(self._below(i)) for i in range(len(self.output.pairs)))

    @property
    def number(self) -> int:
        """How many such pairs there are."""
        return self._upto.total

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Any] | None:
        """None: the outputs of each case are scored."""
        return None

    def case(self, number: int) -> Case:
        """The edit as a case."""
        i, rest = self._upto.find(number)
        j = int(self._below(i)[rest])
        pairs = list(self.output.pairs)
        (document, first), (partner, second) = pairs[i], pairs[j]
        pairs[i], pairs[j] = (document, second), (partner, first)
        words = f"better is the real output; in worse {document} and {partner} exchange their scores"
        return Case(self.gold, {"better": self.output, "worse": Scores(tuple(pairs))}, words)
