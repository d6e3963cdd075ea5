"""Every statement of a constraint, written a second time, and plainly, to decide whether a gold and outputs are a case.

The families in `generators/` make the cases that the search goes through. If `verify` asked the same family whether a
saved case is one of the constraint, a case that the family forgets would be forgotten by both, and a sentence such as
"no smaller case violates it" would be false without anything to tell. So each reading is written here once more, from
the text of the paper that stands beside it, in loops over documents and ranks. It is written for reading and not for
speed, and shares nothing with families, batches and recognisers.

A `Statement` looks at golds and outputs alone, whatever their size and the names of their documents, and gives the
cases of the reading that have this gold and these outputs, with what is demanded of their scores: none if they are not
a case, several where several things are demanded of the same outputs. Where some output of many has to attain a value,
the case has all outputs that have to be tried, and the shown one is among them. A file may show anything: the outputs
have the roles of the demand, but a role may have several outputs where it should have one. `where` makes a statement of
a question about a gold and one output for each role, as most are.

One module for each task has its statements, `STATEMENTS`, by `constraint@reading`; conditions that several of them
share stand in modules of their own. A constraint of another package has no statement here; its own family is asked.
Tests (`tests/verification/statements/`) hold each statement and its family together, in both directions. A statement
cannot tell which cases a search left out: that no smaller case is a violation rests on the family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from axiometrics.core import family
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Reading

Statement = Callable[..., Iterable[Case]]
"""Golds and outputs, and the rank at which the metric stops looking (None: at none) -> the cases of the reading that
they form. A statement about a choice of the metric takes the value of that parameter by its name, such as `base`
(`core.family.followed_by`).
"""


def where(holds: Callable[[Case], object]) -> Statement:
    """Return the statement of a reading whose cases have one gold and one output for each role, and meet `holds`."""
    return lambda shown, cut: (shown,) if shown.is_single and holds(shown) else ()


@cache
def of_task(task: str) -> Mapping[str, Statement]:
    """Return the statements of a task by `constraint@reading`; empty for a task of another package."""
    module = f"{__name__}.{task.replace('-', '_')}"
    if find_spec(module) is None:
        return MappingProxyType({})
    written: Mapping[str, Statement] = import_module(module).STATEMENTS
    return written


def statement(task: str, constraint: str, reading: str) -> Statement | None:
    """Return the statement of a reading; None for a constraint of another package."""
    return of_task(task).get(f"{constraint}@{reading}")


def admitted(
    constraint: Constraint,
    reading: Reading,
    shown: Case,
    words: str = "",
    parameters: Mapping[str, Any] = MappingProxyType({}),
) -> Case | str:
    """Return a saved case as its statement states it, with its demand; or in words why it is not a case.

    Where several things are demanded of the same outputs, `words` and `parameters` say which is meant: the words of the
    demand, and by role the texts of the values of parameters.
    """
    plain = statement(constraint.task, constraint.id, reading.name)
    if plain is None:
        return family.stated(reading.judged, shown, words, parameters)
    demand: Demand = reading.judged.demand
    cases = list(plain(shown, reading.cut, **dict(reading.chosen)))
    if not cases:
        return f"gold and outputs are not a case of {constraint.id}, read as {reading.name}: {reading.statement}"
    meant = [case for case in cases if not words or case.asked(demand).words == words]
    if not meant:
        return f"the constraint does not demand {words!r} of this case"
    return next((case for case in meant if case.to_json().get("parameters", {}) == parameters), meant[0])
