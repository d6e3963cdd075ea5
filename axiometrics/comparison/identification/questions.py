"""Answers to two questions about a metric: which definition it computes, and whether its name is the name of that
definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from axiometrics.candidates import import_records
from axiometrics.candidates.conduct import conduct
from axiometrics.comparison.identification.comparison import compare
from axiometrics.comparison.identification.departures import OUTSIDE, departures, limits
from axiometrics.comparison.identification.identity import Identification
from axiometrics.comparison.identification.identity_search import IdentitySearch
from axiometrics.comparison.identification.name_claims import claim_of
from axiometrics.core.progress import Progress, silent
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate, builtin

SECONDS = 60.0
"""The default time limit of one identification in seconds, trial calls included."""

UNMEASURED = "The time was up (--budget) before all of its behaviour was measured."


def identify(
    candidate: Candidate,
    task: str | None = None,
    *,
    size: int | None = None,
    seed: int = 0,
    limit: TimeLimit = NO_LIMIT,
    progress: Progress = silent,
) -> Identification:
    """Find the definition of the catalogue that a metric computes, or the nearest one. A metric of several tasks is
    identified in the task in which a definition is equal, or else comes nearest.

    Parameters
    ----------
    candidate : a built-in metric or a user's
    task : the task, needed where the metric is called in the same way in several tasks
    size : the number of documents up to which all inputs are tried, as far as the world of the task goes; by default
        as many as keep the inputs of each world within a few thousands
    seed : the seed with which larger inputs are drawn
    limit : the time limit; when it is over, the answer rests on the inputs that were tried so far
    """
    tasks = candidate.tasks if task is None else (task,)
    results = []
    for i, of in enumerate(tasks):
        progress(i, len(tasks), f"{candidate.id} as a metric of {of}")
        results.append(IdentitySearch(candidate, of, size, seed, limit.divided(len(tasks) - i)).answer())
        if results[-1].equal:
            break
    best = max(results, key=lambda result: (result.equal, result.agreement.share))
    facts = conduct(candidate, best.task, limit)
    departs = departures(facts, best.metric) if best.equal and best.metric is not None else []
    return replace(
        best,
        conduct=facts,
        equal=best.equal and {fact.name for fact in departs} <= OUTSIDE,
        departures=tuple(departs),
        unfinished=" ".join(filter(None, [best.unfinished, "" if facts.is_whole else UNMEASURED])),
        calling=candidate.calling,
    )


def misnamed(candidate: Candidate, task: str, size: int, cache: Cache | None = None) -> list[str]:
    """A sentence on a difference between a user's metric and our metric of the same name. Empty if the user's metric
    has none of our names, if it binds an argument that its name does not explain, if it is our metric in some variant,
    or if no input up to this size separates the two.
    """
    claim = claim_of(candidate.id, task)
    if claim is None or claim.unread or candidate.metric is not None:
        return []
    ours = claim.metric
    like = builtin(ours)

    def differing() -> Iterator[str]:
        if not IdentitySearch(candidate, task, size, 0).is_some(ours):
            compared = compare(candidate, like, task, size=size, facts=False)
            yield from [] if compared.agreement.difference is None else [compared.short]

    modules = (__name__, *filter(None, [like.home]))
    return import_records.remembered(f"misnamed to {size}", modules, candidate, task, cache, differing)


@dataclass(frozen=True)
class EqualDefinition:
    """A definition that a metric equals.

    Attributes
    ----------
    id : the id of the definition
    inputs : the number of inputs on which the two were compared
    limits : in words, the only inputs on which the two are equal; empty where they are equal on all
    """

    id: str
    inputs: int
    limits: str = ""


def equal_definition(candidate: Candidate, task: str, size: int, cache: Cache | None = None) -> EqualDefinition | None:
    """The definition of a task that a user's metric equals wherever both have a value: on all inputs up to this size,
    on larger drawn inputs, on calls that are written in other ways, and on the inputs outside of the definition that
    `identify` tries. None where there is none.
    """
    if candidate.metric is not None:
        return None

    def lines() -> Iterator[str]:
        equal = IdentitySearch(candidate, task, size, 0).own()
        if equal is None:
            return
        metric, inputs = equal
        departing = departures(conduct(candidate, task), metric)
        if {fact.name for fact in departing} <= OUTSIDE:
            yield from (metric.id, str(inputs), limits(departing))

    remembered = import_records.remembered(f"equal to {size}", (__name__,), candidate, task, cache, lines)
    return EqualDefinition(remembered[0], int(remembered[1]), remembered[2]) if remembered else None
