"""The picture beside a question: the smallest case of its constraint, drawn as a counterexample is drawn."""

from __future__ import annotations

from axiometrics import registry
from axiometrics.comparison.task_questions import TaskQuestion
from axiometrics.core.case import Case
from axiometrics.core.cell import drawn_values
from axiometrics.core.constraint import Quantifier
from axiometrics.core.task import task

N, MOST = 3, 12
"""The n of a duel that is drawn, and the greatest size at which the smallest case of a constraint is looked for."""


def picture(question: TaskQuestion) -> str:
    """Draw the case of a question in ASCII.

    >>> from axiometrics.comparison.task_questions import questions_of
    >>> print(picture(questions_of("clustering")[0]))
    gold  better  worse
    a1    a1 *    {a1 b1} *
    b1    b1 *
    """
    case = pictured_case(question)
    if not case.is_single:
        return drawn_values(question.task, case)
    outputs = {role.replace("_", " "): output for role, output in case.outputs.items()}
    return task(question.task).draw(case.gold, outputs)


def pictured_case(question: TaskQuestion) -> Case:
    """The case that is drawn for a question."""
    name, _, reading_name = question.shows.partition("@")
    constraint = registry.constraint(f"{question.task}:{name}")
    reading = constraint.reading(reading_name or None)
    if constraint.quantifier in (Quantifier.EVENTUALLY, Quantifier.EXISTS):
        return reading.duels.case(N)
    family = reading.judged
    return next(case for size in range(1, MOST + 1) for case in family.cases(size))
