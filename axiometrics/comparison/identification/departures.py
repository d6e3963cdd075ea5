"""Find where a metric departs from a definition that it equals on all plain inputs: documents without judgement,
repeated documents, several topics.

The golds and outputs of a task cannot hold these inputs. So the behaviour of a metric on them is measured by calls
(`candidates.conduct`), and each fact is compared with the statement of every definition: a document without judgement
earns nothing, a document that is listed again earns nothing more, and the value of several topics is the mean of their
values. Definitions speak of lists without repeats, so a repeat that earns more refutes no definition and is reported
beside it. An error raised there is not a departure, since a metric without a value is not compared. A custom is not
a departure either: a repeated document may be dropped, or may keep its rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from axiometrics.candidates.conduct import Conduct, ConductFact
from axiometrics.candidates.conduct.facts import NAMES, OR
from axiometrics.candidates.conduct.probes import NO_NUMBER, RAISES
from axiometrics.candidates.conduct.rankings import EACH
from axiometrics.core.metric import Metric

BY_DEFINITION: Mapping[str, Set[str]] = {
    "unjudged": {"counts as irrelevant"},
    "repeated": {"counts once"},
    "topics": {"mean"},
}
"""The facts about which definitions say something, each with the words that agree with the definition."""

OUTSIDE = frozenset({"repeated"})
"""The facts about inputs that are outside of every definition, since definitions speak of lists without repeats. A
metric that departs there still equals the definition on all lists without repeats, and the answer says so.
"""

NO_VALUE = frozenset({RAISES, NO_NUMBER, EACH})
"""The words of a fact that say that the metric has no value there."""

WORDS: Mapping[str, str] = {
    "unjudged": "documents without judgement",
    "repeated": "lists with repeats",
    "topics": "several topics",
}
"""For each fact, the inputs that show it, in words."""


def departures(facts: Conduct | None, metric: Metric) -> list[ConductFact]:
    """The facts of a metric that differ from those of the definition which it equals on plain inputs."""
    judged_only = {"left out"} if "judged-only" in metric.traits else set()
    allowed = {name: words | (judged_only if name == "unjudged" else set()) for name, words in BY_DEFINITION.items()}
    by_name = {} if facts is None else facts.facts
    return [
        by_name[name]
        for name, words in allowed.items()
        if name in by_name and not _may_be(by_name[name], words | NO_VALUE)
    ]


def limits(departing: Sequence[ConductFact]) -> str:
    """A sentence that limits the statement that a metric equals a definition to the inputs on which it holds; empty
    where it holds on all inputs.

    >>> limits([ConductFact("repeated", "counts again", "recall(['a'], ['a', 'a', 'x'])", 2.0)])
    "This holds of lists without repeats. A document that is listed twice counts again: recall(['a'], ['a', 'a', 'x']) \
gives 2."
    """
    said = [f"{NAMES[fact.name].capitalize()} {fact.said}." for fact in departing]
    return " ".join(["This holds of lists without repeats.", *said]) if said else ""


def apart(
    differing: Sequence[tuple[str, ConductFact, ConductFact]],
) -> list[tuple[str, ConductFact, ConductFact]]:
    """Of the facts that differ, those that make two metrics unequal: both metrics have a value there."""
    return [
        entry
        for entry in differing
        if entry[0] in BY_DEFINITION and not any(_may_be(fact, NO_VALUE) for fact in entry[1:])
    ]


def tried(facts: Conduct | None) -> tuple[list[str], list[str]]:
    """Two lists of these inputs, in words: those on which the metric does what definitions say, and those on which it
    has no value.
    """
    by_name = {} if facts is None else facts.facts
    measured = [name for name in WORDS if name in by_name]
    as_defined = [WORDS[name] for name in measured if _may_be(by_name[name], BY_DEFINITION[name])]
    return as_defined, [WORDS[name] for name in measured if _may_be(by_name[name], NO_VALUE)]


def missing(facts: Conduct | None) -> list[str]:
    """The inputs of this kind, in words, that the form of a ranking metric cannot show."""
    if facts is None or facts.task != "ranking":
        return []
    return [words for name, words in WORDS.items() if name not in facts.facts]


def _may_be(fact: ConductFact, words: Set[str]) -> bool:
    return bool(set(fact.word.split(OR)) & words)
