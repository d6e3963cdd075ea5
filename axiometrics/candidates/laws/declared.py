"""The declarations of the laws: the part of an input that is varied, and the value that must not change."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from axiometrics.candidates.laws.calls import Arguments
from axiometrics.core.organization import Organization
from axiometrics.tasks.organizations import ORGANIZATION

Vary = Callable[[Arguments, random.Random], Iterator[Arguments]]


@dataclass(frozen=True)
class Law:
    """A law that an implementation must obey.

    Attributes
    ----------
    name, statement : the id of the law, and what must hold
    vary : by signature, a function from arguments to those with which the call is repeated; the same objects stand for
        a second call on them
    at_least : whether the varied input must score at least as high, instead of the same
    without : the forms (`list forms`) to which the law does not apply
    warns : whether a metric that breaks the law is certainly wrong, so that its user is warned; it is not set for laws
        about ties and scores, because the way to break ties is a custom, and some metrics measure the scores themselves
    numbers : whether only numbers are compared, because a missing value is a custom
    """

    name: str
    statement: str
    vary: Mapping[str, Vary]
    at_least: bool = False
    without: tuple[str, ...] = ()
    warns: bool = True
    numbers: bool = False


def _tied(scores: Any) -> bool:
    values = list(scores.values()) if isinstance(scores, Mapping) else list(scores)
    return len(set(values)) < len(values)


def _again(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    yield arguments


def _orders(n: int, chance: random.Random) -> Iterator[list[int]]:
    """The reverse order, and a random order."""
    yield list(range(n))[::-1]
    yield chance.sample(range(n), n)


def _rearranged(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    """Both sides of a list of documents, in another order of the documents."""
    for order in _orders(len(arguments[0]), chance):
        yield tuple(side[order] for side in arguments)


def _refilled(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    """The same mappings, filled in another order."""
    yield tuple(dict(reversed(side.items())) for side in arguments)
    yield tuple(dict(chance.sample(list(side.items()), len(side))) for side in arguments)


def _only(tied: bool, vary: Vary) -> Vary:
    """The variation, restricted to inputs whose scores are tied, or to inputs whose scores are not."""

    def varied(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
        if _tied(arguments[1]) is tied:
            yield from vary(arguments, chance)

    return varied


def _rewritten(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    """Organizations whose clusters, and the documents in them, are written in another order. Documents of one level
    have no ranks, even where the level holds singletons.
    """

    def shuffled(side: Organization) -> Organization:
        return Organization(
            [[chance.sample(c, len(c)) for c in chance.sample(level, len(level))] for level in side.levels], side.tail
        )

    yield tuple(
        Organization([[c[::-1] for c in level[::-1]] for level in side.levels], side.tail) for side in arguments
    )
    yield tuple(map(shuffled, arguments))


def _names(documents: list[str], chance: random.Random) -> Iterator[dict[str, str]]:
    """Other names: the same names in reverse, and names whose order differs between numbers, texts and case."""
    yield dict(zip(documents, documents[::-1], strict=True))
    fresh = [*(f"{i}" for i in range(9, 9 + len(documents))), *"zZaA"]
    yield dict(zip(documents, chance.sample(fresh, len(documents)), strict=True))


def _renamed(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    qrel, run = arguments
    for name in _names(sorted({*qrel, *run}), chance):
        yield {name[d]: grade for d, grade in qrel.items()}, {name[d]: score for d, score in run.items()}


def _renamed_organizations(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    for name in _names(sorted(frozenset.union(*(side.documents for side in arguments))), chance):
        yield tuple(side.renamed(name) for side in arguments)


def _relabelled(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    """Other labels on one side at a time: in reverse, with gaps and below 0, and as texts."""
    for i, side in enumerate(arguments):
        for labels in (side.max() - side, 7 * side - 3, np.array([f"c{label}" for label in side.tolist()])):
            yield (*arguments[:i], labels, *arguments[i + 1 :])


def _other_scores(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    """Other scores that give the same order: close together, far apart, and below 0."""
    gold, scores = arguments
    for factor, offset in ((1 / 2**30, 1.0), (1e6, 0.0), (1.0, -100.0)):
        yield (
            gold,
            {d: offset + factor * score for d, score in scores.items()}
            if isinstance(scores, Mapping)
            else offset + factor * scores,
        )


def _perfect_labels(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    yield arguments[0], arguments[0]


def _perfect_run(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    """A run of the relevant documents by grade, without other documents."""
    ideal = sorted((d for d, grade in arguments[0].items() if grade > 0), key=lambda d: -arguments[0][d])
    if ideal:
        yield arguments[0], {d: float(len(ideal) - i) for i, d in enumerate(ideal)}


def _perfect_scores(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    yield arguments[0], arguments[0].astype(float)


def _perfect_gains(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    if arguments[1]:
        yield arguments[1], arguments[1]


def _perfect_organization(arguments: Arguments, chance: random.Random) -> Iterator[Arguments]:
    """The gold itself; for a ranking, its documents with one document in each level."""
    gold = arguments[1]
    yield (Organization.ranking(d for _, _, d in gold.occurrences()) if gold.tail else gold), gold


_SIGNATURES = ("labels", "classification", "gains", "trec", "scores")

_NO_SCORES = ("id-lists",)
"""Forms without scores, in which no two documents share a place."""

_NO_LABELS = ("cluster-sets", "pairs")
"""Forms of clusterings in which clusters have no labels."""

_NO_ORDER = ("table", "confusion-matrix", "confusion-matrix-positive-first")
"""Forms of decisions that do not list documents."""

LAWS = (
    Law(
        "same-again",
        "a second call on the same objects gives the same value",
        dict.fromkeys((*_SIGNATURES, ORGANIZATION.name), _again),
    ),
    Law(
        "input-order",
        "the order in which documents are listed changes nothing",
        {
            "labels": _rearranged,
            "classification": _rearranged,
            "trec": _only(False, _refilled),
            "scores": _only(False, _rearranged),
            ORGANIZATION.name: _rewritten,
        },
        without=_NO_ORDER,
    ),
    Law(
        "document-names",
        "renaming documents changes nothing",
        {"trec": _only(False, _renamed), ORGANIZATION.name: _renamed_organizations},
    ),
    Law(
        "cluster-labels",
        "relabelling clusters or classes changes nothing",
        {"labels": _relabelled},
        without=_NO_LABELS,
    ),
    Law(
        "score-order",
        "run scores count by their order alone",
        {"trec": _other_scores, "scores": _other_scores},
        without=_NO_SCORES,
        warns=False,
    ),
    Law(
        "ties-by-order",
        "where run scores are tied, the order of the input does not decide",
        {"trec": _only(True, _refilled), "scores": _only(True, _rearranged)},
        without=_NO_SCORES,
        warns=False,
    ),
    Law(
        "ties-by-name",
        "where run scores are tied, the names of the documents do not decide",
        {"trec": _only(True, _renamed)},
        without=_NO_SCORES,
        warns=False,
    ),
    Law(
        "perfect-is-best",
        "no output scores higher than the perfect one, nor has a number where that has none",
        {
            "labels": _perfect_labels,
            "classification": _perfect_labels,
            "gains": _perfect_gains,
            "trec": _perfect_run,
            "scores": _perfect_scores,
            ORGANIZATION.name: _perfect_organization,
        },
        at_least=True,
    ),
)
"""Every law, in the order of the tables."""

WARNINGS = tuple(replace(law, numbers=law.at_least) for law in LAWS if law.warns)
"""The laws that are broken only by a mistake. The user of a metric that breaks one of them is warned."""
