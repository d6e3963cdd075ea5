"""The questions that the command and Python ask, given by names."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from axiometrics import registry
from axiometrics.candidates.configuration import configuration
from axiometrics.candidates.selection import evident_task
from axiometrics.core.case import NUMBER, Case
from axiometrics.core.errors import ParameterError, TaskError, UnknownNameError
from axiometrics.core.progress import Progress, silent
from axiometrics.core.reals import Exact, Real
from axiometrics.possibility.asking import implied, lattice, near, together
from axiometrics.possibility.document import PossibleDocument
from axiometrics.possibility.lattice import Lattice
from axiometrics.possibility.near import Score
from axiometrics.possibility.question import question
from axiometrics.possibility.rows import NotLinearError, demand_linear
from axiometrics.possibility.sharing import ALONE, Sharing
from axiometrics.registry.implications import Place
from axiometrics.running.candidate import Candidate
from axiometrics.search import Decision, Judge


@dataclass(frozen=True)
class PossibleRequest:
    """A question, given by names.

    Attributes
    ----------
    constraints, negated : names or patterns, each in its first reading or as `NAME@READING`
    size : the size of the cases; None for the default of the task
    implies : a further constraint, of which is asked whether it follows
    near : a metric, whose distance from the constraint is asked
    conflicts : whether all sets of the constraints are asked for
    budget : the seconds after which undecided answers are undetermined; the list of cases is made in any case
    """

    constraints: Sequence[str]
    negated: Sequence[str] = ()
    task: str | None = None
    size: int | None = None
    implies: str | None = None
    near: Any = None
    conflicts: bool = False
    budget: float | None = None

    def __post_init__(self) -> None:
        if sum(map(bool, (self.negated, self.conflicts, self.implies, self.near))) > 1:
            raise ParameterError(
                "what must not hold, --conflicts, --implies and --near are different questions: ask one of them"
            )


def answers(
    request: PossibleRequest, progress: Progress = silent, sharing: Sharing = ALONE
) -> Generator[PossibleDocument]:
    """The answer to a request. Where all sets of constraints are asked for, a document is given after each set, and the
    last one is complete.

    Raises `UnknownNameError` for a name that is unknown, `ParameterError` where constraints are of several tasks or a
    question cannot be asked, `NotLinearError` for a constraint of which no linear program can be made.
    """
    places = linear_constraints(request.constraints, request.task)
    if not places:
        raise ParameterError("no constraint is named: name at least one with -c")
    if request.near and len(places) > 1:
        raise ParameterError(f"--near takes one constraint, and {len(places)} are named")
    others = [*request.negated, *([request.implies] if request.implies else [])]
    more = linear_constraints(others, places[0].constraint.task)
    end = inf if request.budget is None else time.time() + request.budget
    posed = question(places, more, request.size, end)
    if request.near:
        yield near(posed, *_scored(request.near, posed.task.name))
        return
    with sharing.ready() as perform:
        if request.conflicts:
            yield from lattice(posed, Lattice(), progress, perform)
        elif request.implies:
            yield implied(posed, progress, perform)
        else:
            yield together(posed, progress, perform)


def linear_constraints(names: Sequence[str], task: str | None) -> list[Place]:
    """The constraints that names and patterns mean. Of a pattern, those constraints are left out of which no linear
    program can be made, and those that need more than plain data of a metric, such as overlapping clusters.
    """
    parts = [name.partition("@") for name in names]
    of = task or evident_task([pattern for pattern, _, _ in parts])
    at_hand = [of] if of else []
    places: dict[Place, None] = {}
    for pattern, at, reading in parts:
        matched = [c for c in registry.match_constraints(pattern, at_hand) if of is None or c.task == of]
        for constraint in matched:
            place = Place(constraint, constraint.reading(reading if at else None))
            if len(matched) == 1 or (_is_linear(place) and not place.reading.needs):
                demand_linear(place)
                places[place] = None
    if names and not places:
        raise UnknownNameError(f"none of {', '.join(names)} is a constraint of which a linear program can be made")
    return list(places)


def _is_linear(place: Place) -> bool:
    try:
        demand_linear(place)
    except NotLinearError:
        return False
    return True


def _scored(metric: Any, task: str) -> tuple[str, Score]:
    """The name of a metric, and the function that scores it: exactly, or for a user's metric by the floats that it
    returns.
    """
    candidate = judged_in(metric, task)
    return candidate.id, scorer(candidate.judge(task))


def judged_in(metric: Any, task: str) -> Candidate:
    """A metric that constraints of the task judge, though it may be declared in another task. Raises `TaskError` where
    they do not.
    """
    is_ours = isinstance(metric, str) and registry.is_named(metric)
    candidate = configuration(None).candidate(metric, None if is_ours else task, at_hand={task})
    if task not in (*candidate.judged_in, *candidate.as_it_is):
        raise TaskError(f"{candidate.id} is a metric of {candidate.tasks[0]}, which no constraint of {task} judges")
    return candidate


def scorer(judge: Judge) -> Score:
    """A function that gives the exact value of a metric for an output and a gold; None where the metric is
    undefined.
    """
    return partial(_score, judge)


def _score(judge: Judge, output: Any, gold: Any) -> Exact | None:
    return number_of(judge.decide(Case(gold, {"output": output}), NUMBER))


def number_of(decision: Decision) -> Exact | None:
    """The score of a decision; None where it is undefined."""
    value = decision.scores.get("output")
    if value is None or value != value:
        return None
    return value if isinstance(value, Real) else Fraction(value)
