"""Where a metric leaves a definition that it equals on all plain inputs: documents without judgement, repeats, topics.

These inputs have no place in the golds and outputs of a task. So what a metric does with them is measured by calls
(`candidates.conduct`), and each fact is compared with what every definition says of it: a document without judgement
earns nothing, a document that is listed again earns nothing more, and the value of several topics is the mean of their
values. Definitions speak of lists without repeats, so a repeat that earns more is told beside: it refutes none. To
raise there is no departure, since a metric without a value is compared nowhere; nor is a custom, as a repeated document
that is dropped, or keeps its rank.
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
"""The facts of which definitions speak, and what they say."""

OUTSIDE = frozenset({"repeated"})
"""Facts of inputs that have no place in a definition at all: it speaks of lists without repeats. A metric that leaves
it there equals it on all lists of which it speaks, and the answer says so.
"""

NO_VALUE = frozenset({RAISES, NO_NUMBER, EACH})
"""What is said of a metric that has no value there."""

WORDS: Mapping[str, str] = {
    "unjudged": "documents without judgement",
    "repeated": "lists with repeats",
    "topics": "several topics",
}
"""For each fact, the inputs that show it, in words."""


def departures(facts: Conduct | None, metric: Metric) -> list[ConductFact]:
    """The facts of a metric that are not those of the definition which it equals on plain inputs."""
    judged_only = {"left out"} if "judged-only" in metric.traits else set()
    allowed = {name: words | (judged_only if name == "unjudged" else set()) for name, words in BY_DEFINITION.items()}
    told = {} if facts is None else facts.facts
    return [told[name] for name, words in allowed.items() if name in told and not _may_be(told[name], words | NO_VALUE)]


def limits(departing: Sequence[ConductFact]) -> str:
    """In words, of which inputs alone it holds that a metric equals a definition; empty where of all.

    >>> limits([ConductFact("repeated", "counts again", "recall(['a'], ['a', 'a', 'x'])", 2.0)])
    "This holds of lists without repeats. A document that is listed twice counts again: recall(['a'], ['a', 'a', 'x']) \
gives 2."
    """
    said = [f"{NAMES[fact.name].capitalize()} {fact.said}." for fact in departing]
    return " ".join(["This holds of lists without repeats.", *said]) if said else ""


def apart(
    differing: Sequence[tuple[str, ConductFact, ConductFact]],
) -> list[tuple[str, ConductFact, ConductFact]]:
    """The facts by which two metrics are not equal, of those that differ: both have a value there."""
    return [
        entry
        for entry in differing
        if entry[0] in BY_DEFINITION and not any(_may_be(fact, NO_VALUE) for fact in entry[1:])
    ]


def tried(facts: Conduct | None) -> tuple[list[str], list[str]]:
    """In words, on which of these inputs a metric does what definitions say, and on which it has no value."""
    told = {} if facts is None else facts.facts
    known = [name for name in WORDS if name in told]
    as_defined = [WORDS[name] for name in known if _may_be(told[name], BY_DEFINITION[name])]
    return as_defined, [WORDS[name] for name in known if _may_be(told[name], NO_VALUE)]


def missing(facts: Conduct | None) -> list[str]:
    """In words, which of these inputs of a ranking the form of a metric could not show."""
    if facts is None or facts.task != "ranking":
        return []
    return [words for name, words in WORDS.items() if name not in facts.facts]


def _may_be(fact: ConductFact, words: Set[str]) -> bool:
    return bool(set(fact.word.split(OR)) & words)
