"""For which sizes an answer holds besides its own."""

from __future__ import annotations

from dataclasses import replace

from axiometrics.possibility.document import Grows
from axiometrics.possibility.exact import Answer, Certificate, NotDecided
from axiometrics.possibility.question import Question
from axiometrics.possibility.rows import Row
from axiometrics.verification.statements import admitted

FURTHER = ("further1", "further2", "further3")
"""Documents that are added to a case, one more each time, to see whether it stays a case."""


def grows(question: Question, answer: Answer) -> Grows | None:
    """`nested` where each size contains the smaller ones; `embedded` where each line of a certificate is a case again
    with one, two and three further documents, which stand in gold and outputs alike; else this size only.
    """
    if isinstance(answer, NotDecided):
        return None
    if question.task.nested:
        return "nested"
    if isinstance(answer, Certificate) and all(_embeds(question, row) for _, row in answer.weights):
        return "embedded"
    return "this size only"


def _embeds(question: Question, row: Row) -> bool:
    grown, case = question.task.grown, row.case
    if grown is None or any(type(output) is tuple for output in case.outputs.values()):
        return False
    for document in FURTHER:
        case = replace(
            case,
            gold=grown(case.gold, document),
            outputs={role: grown(output, document) for role, output in case.outputs.items()},
            golds={role: grown(gold, document) for role, gold in case.golds.items()},
        )
        if isinstance(admitted(row.place.constraint, row.place.reading, case, row.demand.words), str):
            return False
    return True
