"""The measurement of the facts about a metric, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.candidates.conduct import extremes, labels, own, rankings
from axiometrics.candidates.conduct.facts import NAMES, Conduct, ConductFact
from axiometrics.candidates.conduct.subject import Subject, TimeIsUp
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit
from axiometrics.running.candidate import Candidate

QUESTIONS: Mapping[str, Callable[[Subject], ConductFact | None]] = {
    "values": extremes.values_seen,
    "perfect": extremes.perfect,
    "symmetric": labels.symmetric,
    "ties": rankings.ties,
    "unjudged": rankings.unjudged,
    "repeated": rankings.repeated,
    "topics": rankings.topics,
    "unanswered-topic": rankings.unanswered,
    "empty-gold": extremes.empty_gold,
    "empty-output": extremes.empty_output,
    "fractional-grade": rankings.fractional_grade,
    "negative-grade": rankings.negative_grade,
    "unknown-label": labels.unknown_label,
}
"""The function that measures each fact. Calls for which every metric is written come first, because an unusual call may
end the process of a metric.
"""


def conduct(candidate: Candidate, task: str | None = None, limit: TimeLimit = NO_LIMIT) -> Conduct:
    """The facts that the form of a metric can show, measured by calls.

    Parameters
    ----------
    candidate : one of our metrics, or a user's metric
    task : one of the tasks of the metric; by default the first
    limit : the limit of time; when it is over, the facts are those that were measured so far
    """
    task = candidate.tasks[0] if task is None else task
    judge = candidate.judge(task)
    return conduct_of(Subject.of(judge) if isinstance(judge, BlackBox) else own.subject(candidate), limit)


def conduct_of(subject: Subject, limit: TimeLimit = NO_LIMIT) -> Conduct:
    """The facts that calls of a subject show within a limit of time."""
    facts, subject, is_whole = {}, replace(subject, limit=limit), True
    for name, measured in QUESTIONS.items():
        try:
            fact = measured(subject)
        except TimeIsUp:
            is_whole = False
            break
        if not subject.lives():
            break
        if fact is not None:
            facts[name] = fact
    inputs = " ".join([subject.signature.name, *sorted(subject.traits & {"graded", "overlapping"})])
    return Conduct(subject.name, subject.task, {name: facts[name] for name in NAMES if name in facts}, inputs, is_whole)
