"""The edits of diversity constraints in real runs: neighbours exchange their ranks, a document is replaced by one that
the run does not retrieve, or two documents are added to it.

What an edit is, the families of small cases say (`topic_cases`); here its places in one long run are numbered. The
outputs of a stack of edits are counted at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from axiometrics.core.aggregates import Coverage
from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.cluster_edits import pair
from axiometrics.generators.running_totals import RunningTotals
from axiometrics.generators.topic_cases import Run, better_graded, likelier, ranks

Runs = Mapping[str, Run]
"""The runs of an edit by role."""


@dataclass(frozen=True, eq=False)
class TopicPlaces:
    """A real run with its topic, and the places of one kind of edit in it; the kinds say which there are."""

    gold: Topic
    output: Organization

    def __post_init__(self) -> None:
        if any(len(level) != 1 or len(level[0]) != 1 for level in self.output.levels) or not self.output.is_partition:
            raise TaskError("the system output is not a ranking: these edits are made where each level is one document")

    @cached_property
    def run(self) -> Run:
        """The documents in rank order."""
        return ranks(self.output)

    @cached_property
    def unretrieved(self) -> list[str]:
        """The relevant documents that the run does not have."""
        retrieved = set(self.run)
        return [document for document in self.gold.grades if document not in retrieved]

    @cached_property
    def served(self) -> Mapping[str, list[int]]:
        """For each intent the ranks, from 0, that serve it."""
        ranks: dict[str, list[int]] = {}
        for rank, document in enumerate(self.run):
            for intent in self.gold.of(document):
                ranks.setdefault(intent, []).append(rank)
        return ranks

    @property
    def number(self) -> int:
        """How many edits there are."""
        raise NotImplementedError

    def edited(self, number: int) -> tuple[Runs, str]:
        """The runs of the edit of that number by role, and the edit in words."""
        raise NotImplementedError

    def case(self, number: int) -> Case:
        """The edit as a case."""
        runs, words = self.edited(number)
        outputs = {role: self.output if run is self.run else Organization.ranking(run) for role, run in runs.items()}
        return Case(self.gold, outputs, words)

    def counts(self, numbers: Sequence[int], exact: bool) -> Mapping[str, Coverage]:
        """The counts of the runs of these edits, by role, on which the formulas of metrics are evaluated."""
        edits = [self.edited(number)[0] for number in numbers]
        return {role: self._counted([runs[role] for runs in edits], exact) for role in edits[0]}

    def _counted(self, runs: Sequence[Run], exact: bool) -> Coverage:
        counts = Coverage.judged(self.gold, runs[:1] if all(run is self.run for run in runs) else runs, exact)
        return replace(counts, documents=counts.documents[None], probabilities=counts.probabilities[None])

    def at(self, changes: Mapping[int, str]) -> Run:
        """The run with other documents at these ranks, counted from 0."""
        changed = list(self.run)
        for rank, document in changes.items():
            changed[rank] = document
        return changed


def _words(rank: int, which: str) -> str:
    return f"better is the real run; in worse its documents at ranks {rank + 1} and {rank + 2}, {which}, are exchanged"


class _Neighbours(TopicPlaces):
    """Two neighbours of which the upper one belongs there, by `before`, are exchanged, which makes the run worse."""

    which = ""

    def before(self, upper: str, lower: str) -> bool:
        raise NotImplementedError

    @cached_property
    def _ranks(self) -> list[int]:
        return [k for k in range(len(self.run) - 1) if self.before(self.run[k], self.run[k + 1])]

    @property
    def number(self) -> int:
        """How many such neighbours there are."""
        return len(self._ranks)

    def edited(self, number: int) -> tuple[Runs, str]:
        """The real run, and that with the two exchanged."""
        k = self._ranks[number]
        return {"better": self.run, "worse": self.at({k: self.run[k + 1], k + 1: self.run[k]})}, _words(k, self.which)


class GradedNeighbours(_Neighbours):
    """Two neighbours serve the same intents, and the upper one has the better grades."""

    which = "which serve the same intents, the upper one with better grades"

    def before(self, upper: str, lower: str) -> bool:
        """Whether both documents serve the same intents, and the upper one has the better grades."""
        return better_graded(self.gold, upper, lower)


class LikelierNeighbours(_Neighbours):
    """Two neighbours serve one intent each with the same grade, the upper one the likelier intent; no other document of
    the run serves either of the two.
    """

    which = "which alone serve an intent each, the upper one the likelier intent"

    def before(self, upper: str, lower: str) -> bool:
        """Whether the upper document serves a likelier intent than the lower one, and no other document of the run
        serves either of the two intents.
        """
        return likelier(self.gold, upper, lower) and all(
            len(self.served[intent]) == 1 for document in (upper, lower) for intent in self.gold.of(document)
        )


class _Replacements(TopicPlaces):
    """At one rank another document that the run does not have: the ranks, and the documents for each."""

    @cached_property
    def places(self) -> list[tuple[int, list[str]]]:
        """The ranks, from 0, with the documents that may be put there."""
        raise NotImplementedError

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(len(documents) for _, documents in self.places)

    @property
    def number(self) -> int:
        """How many pairs of a rank and a document there are."""
        return self._upto.total

    def replaced(self, number: int) -> tuple[int, str, Run]:
        """The rank, the document that is put there, and the run with it."""
        at, rest = self._upto.find(number)
        rank, documents = self.places[at]
        document = documents[rest]
        return rank, document, self.at({rank: document})


class NewIntents(_Replacements):
    """A document that serves one intent, which no other document of the run serves, is replaced by one that serves one
    intent which another document of the run serves, as likely and with the same grade: worse.
    """

    @cached_property
    def places(self) -> list[tuple[int, list[str]]]:
        """The ranks of documents of a new intent, and the documents of known ones."""
        listed = []
        for rank, document in enumerate(self.run):
            of = self.gold.of(document)
            if len(of) == 1 and all(len(self.served[intent]) == 1 for intent in of):
                listed.append(
                    (rank, [document for document in self.unretrieved if self._alike(of, self.gold.of(document))])
                )
        return listed

    def _alike(self, new: Mapping[str, int], old: Mapping[str, int]) -> bool:
        if len(old) != 1 or list(new.values()) != list(old.values()):
            return False
        (new_intent,), (old_intent,) = new, old
        chances = self.gold.probabilities
        return (
            new_intent != old_intent
            and chances[new_intent] == chances[old_intent]
            and bool(self.served.get(old_intent))
        )

    def edited(self, number: int) -> tuple[Runs, str]:
        """The real run, and that with the replacement."""
        rank, document, worse = self.replaced(number)
        words = (
            f"better is the real run, whose document {self.run[rank]} at rank {rank + 1} alone serves its intent; in "
            f"worse it is replaced by {document}, whose intent is served elsewhere"
        )
        return {"better": self.run, "worse": worse}, words


class MissingIntents(_Replacements):
    """A relevant document each of whose intents is served by another document of the run is replaced by a document of
    an intent that the run does not serve: better.
    """

    @cached_property
    def places(self) -> list[tuple[int, list[str]]]:
        """The ranks of redundant documents, and the documents of missing intents."""
        new = [d for d in self.unretrieved if any(intent not in self.served for intent in self.gold.of(d))]
        return [
            (rank, new)
            for rank, document in enumerate(self.run)
            if (of := self.gold.of(document)) and all(len(self.served[intent]) > 1 for intent in of)
        ]

    def edited(self, number: int) -> tuple[Runs, str]:
        """The real run, and that with the replacement."""
        rank, document, better = self.replaced(number)
        words = (
            f"worse is the real run; in better its redundant document {self.run[rank]} at rank {rank + 1} is replaced "
            f"by {document}, of an intent that the run does not serve"
        )
        return {"better": better, "worse": self.run}, words


class DoubleAdditions(TopicPlaces):
    """Two documents of an intent, which the run does not have, take the places of irrelevant ones: d, which serves no
    other intent, the lower one, and e the upper one. Above d, the run serves the intent already. Where e was put, d
    adds no less.

    With m_i such documents of intent i, o_i of them of no other intent, and n_i pairs of irrelevant ranks of which the
    lower one is below the first rank that serves it, there are o_i (m_i - 1) n_i edits of that intent.
    """

    @cached_property
    def _irrelevant(self) -> list[int]:
        return [rank for rank, document in enumerate(self.run) if not self.gold.of(document)]

    @cached_property
    def _intents(self) -> list[tuple[list[str], int, int]]:
        """For each intent that the run serves, its documents, those of no other intent first, the number of these, and
        the number of irrelevant ranks above the first rank that serves it.
        """
        pool: dict[str, list[str]] = {}
        for document in sorted(self.unretrieved, key=lambda d: len(self.gold.of(d)) > 1):
            for intent in self.gold.of(document):
                pool.setdefault(intent, []).append(document)
        return [
            (
                documents,
                sum(len(self.gold.of(document)) == 1 for document in documents),
                bisect_right(self._irrelevant, self.served[intent][0]),
            )
            for intent, documents in pool.items()
            if intent in self.served
        ]

    def _pairs(self, above: int) -> int:
        """The pairs of irrelevant ranks of which the lower one is none of the first `above`."""
        irrelevant = len(self._irrelevant)
        return (irrelevant * (irrelevant - 1) - above * (above - 1)) // 2

    @cached_property
    def _upto(self) -> RunningTotals:
        return RunningTotals(alone * (len(of) - 1) * self._pairs(above) for of, alone, above in self._intents)

    @property
    def number(self) -> int:
        """How many edits there are."""
        return self._upto.total

    def edited(self, number: int) -> tuple[Runs, str]:
        """The four runs."""
        at, rest = self._upto.find(number)
        documents, _, above = self._intents[at]
        which, places = divmod(rest, self._pairs(above))
        first, second = divmod(which, len(documents) - 1)
        d, e = documents[first], documents[second + (second >= first)]
        upper, lower = pair(places + above * (above - 1) // 2)
        s, r = self._irrelevant[upper], self._irrelevant[lower]
        runs = {"B_with_d": self.at({s: e, r: d}), "B": self.at({s: e}), "A_with_d": self.at({r: d}), "A": self.run}
        words = (
            f"A is the real run; B has {e} at rank {s + 1} in place of an irrelevant document; {d}, of one intent that "
            f"{e} serves too, is added to both at rank {r + 1}"
        )
        return runs, words
