"""The form of a metric that is declared, or whose parameters have the names of a task's own values. A few small calls
show in which way the metric takes this data. No call counts against the declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from axiometrics.candidates.containment.call import Answer, Caller, CallForm, Failed, Number
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.hypotheses import STAGES, spellings
from axiometrics.candidates.small_values import values
from axiometrics.candidates.trials import FAILING
from axiometrics.core.rational import rounded
from axiometrics.registry.tasks import meant_by, signatures
from axiometrics.registry.tasks import signature as signature_of


def named_values(description: Description, task: str | None) -> str | None:
    """The signature that passes the values of a task unchanged, and that the names of the parameters indicate; None
    where there is none.
    """
    for signature in signatures().values():
        tasks = [of for of in meant_by(signature.name, task) if task in (None, of)]
        if tasks and not signature.tried and description.parameters in signature.parameters:
            return signature.name
    return None


def takes_values(caller: Caller, how: CallForm, task: str | None) -> bool:
    """Whether a metric can be called with the values of a task unchanged. If it cannot, its parameters of these names
    take other data. A call that ends or hangs the process of the metric does not speak against it.
    """
    return any(not isinstance(answer, Failed) for answer in _small_answers(caller, how, task))


SMALL = 40
"""The number of small outputs and golds on which it is tested whether a metric can be called in a form."""


def _small_answers(caller: Caller, how: CallForm, task: str | None) -> Iterator[Answer | None]:
    """Yield the answers of a metric to calls with small outputs and golds in a form. Where a call ended or hung the
    process of the metric, yield None and stop.
    """
    tasks = [of for of in meant_by(how.signature, task) if task in (None, of)]
    signature = signature_of(how.signature)
    for output, gold in islice(values(tasks[0], frozenset(), 0, (), 0), SMALL) if tasks else ():
        answers = caller.attempt(how, [signature.plain(output, gold)])
        yield answers[0] if answers else None
        if not answers:
            return


def form_of(caller: Caller, how: CallForm, task: str | None) -> str:
    """The first form in which small calls give different numbers, among the forms that share the declared name with the
    plain form. (For example, forms for one topic and for several topics may share a name.) Where the plain form gives
    no number at all, any form of the signature is tried.
    """
    signature = signature_of(how.signature)
    every = [name for stage in range(STAGES) for name, _ in spellings(signature, stage)]
    named = [name for name in every if signature.named(name) == signature.named("")]
    fewer = ""
    for name in (*named, *(name for name in every if name not in named)):
        if name and name not in named and fewer:
            break
        numbers = _small_numbers(caller, how._replace(form=name), task)
        if numbers is None or len(numbers) > 1:
            return name
        fewer = fewer or (name or PLAIN if numbers else "")
    return "" if fewer == PLAIN else fewer


PLAIN = "plain"
"""Stands for the form without a name."""


def _small_numbers(caller: Caller, how: CallForm, task: str | None) -> set[float] | None:
    """The numbers that a metric gives in a form, up to the second different one; None where a call ended or hung the
    process of the metric.
    """
    numbers: set[float] = set()
    failures = 0
    for answer in _small_answers(caller, how, task):
        if answer is None:
            return None
        if isinstance(answer, Number):
            numbers.add(rounded(answer.value))
        failures += isinstance(answer, Failed)
        if len(numbers) > 1 or (not numbers and failures >= FAILING):
            break
    return numbers
