"""Find the further sizes for which an answer holds."""

from __future__ import annotations

from dataclasses import replace

from axiometrics.core.case import Case
from axiometrics.core.task import Task
from axiometrics.possibility.document import Grows
from axiometrics.possibility.exact import Answer, Certificate, NotDecided
from axiometrics.possibility.question import Question
from axiometrics.possibility.rows import Row
from axiometrics.verification.statements import admitted

FURTHER = ("further1", "further2", "further3")
"""The documents that are added to a case, one after the other, to see whether it stays a case."""


def grows(question: Question, answer: Answer) -> Grows | None:
    """`nested` where each size contains the smaller ones; `embedded` where each line of a certificate is a case again
    with one, two and three further documents, which stand alike in gold and outputs; otherwise `this size only`. None
    where nothing was decided.

    Where a constraint has to be violated, the answer holds for this size only: a larger size has more cases, one of
    which may be violated, and a smaller size may lack the violated case.
    """
    if isinstance(answer, NotDecided):
        return None
    if question.more:
        return "this size only"
    if question.task.nested:
        return "nested"
    if isinstance(answer, Certificate) and all(embeds(question.task, row) for _, row in answer.weights):
        return "embedded"
    return "this size only"


def embeds(task: Task, row: Row) -> bool:
    """Whether the case of a row is a case again with one, two and three further documents."""
    case = row.case
    if task.grown is None or any(type(output) is tuple for output in case.outputs.values()):
        return False
    for document in FURTHER:
        case = grown_case(task, case, document)
        if isinstance(admitted(row.place.constraint, row.place.reading, case, row.demand.words), str):
            return False
    return True


def grown_case(task: Task, case: Case, document: str) -> Case:
    """The case with a further document in gold and outputs. The case must be without parameters."""
    assert task.grown is not None
    return replace(
        case,
        gold=task.grown(case.gold, document),
        outputs={role: task.grown(output, document) for role, output in case.outputs.items()},
        golds={role: task.grown(gold, document) for role, gold in case.golds.items()},
    )
