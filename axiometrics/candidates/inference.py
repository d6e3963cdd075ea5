"""How a metric is called, found out by trial calls where nothing says so.

The names of parameters tell the signature of few functions: `f(x, y)` says nothing, and `f(relevant, retrieved, k)` is
called with names where another is called with numbers. So a metric of which neither its author nor an adapter nor the
names say how it is called is called on some small cases, in each form of each signature. A form fits where the metric
gives numbers, tells outputs apart, scores none better than the perfect one (or, of a loss, none worse), and gives one
value for all ways to write the same arguments. Of those that fit, one that a name of a parameter tells counts first:
`f(gold, run)` is not called with decisions. Then one in which the metric gives several values counts before one in
which it gives two, as where lists are compared that have nothing in common; then one whose arguments are
not rewritten; then one whose arguments can be written in many ways, since it is hard to fit by chance: a measure of
clusterings gives numbers for decisions too, but a measure of decisions is not the same when labels change their names.
What was found is said, and a signature that is given counts before it. Calls go where the metric is contained, so that
a trial can neither end nor hang the run.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from axiometrics.candidates.containment.call import Caller, CallForm, Failed
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.invariance import rewritten
from axiometrics.candidates.small_values import values
from axiometrics.core.case import Case
from axiometrics.core.errors import TargetError
from axiometrics.core.rational import rounded
from axiometrics.core.signature import OUTPUT_FIRST, Signature
from axiometrics.core.task import task as task_of
from axiometrics.registry.tasks import called_by, signatures

CASES = 10
"""Small cases on which a form is tried."""

SEVERAL = 4
"""Different values on the small cases that show a metric to look at more than whether two lists are equal."""

REWRITTEN = 3
"""Of so many cases the arguments are written in other ways."""

CUTS = ("k", "n", "top_k", "topk", "cutoff", "at", "at_k", "N", "K")
"""What a parameter is called that says how many ranks count."""

CUT = 10
"""What such a parameter is, where it has no default and the TARGET binds none."""

_OUTPUT = """
pred preds prediction predictions predicted y_pred y_hat yhat y_score y_scores score scores output outputs system run
response retrieved recommended recommendations ranking ranked ranked_list hypothesis clusters labels_pred sys results
result top"""
_GOLD = """
true truth gold golds ground_truth target targets y_true y labels_true label labels reference references relevant qrel
qrels actual key expected classes ideal gt"""
OUTPUT_NAMES, GOLD_NAMES = frozenset(_OUTPUT.split()), frozenset(_GOLD.split())
"""What the parameters are called that take the output and the gold, in any case of letters."""

TOLERANCE = 2.0**-30
"""The difference between two values, as a share of the greater one (and of 1), that rounding may make."""


@dataclass(frozen=True)
class Fit:
    """A signature and a form in which a metric can be called.

    Attributes
    ----------
    signature : the signature
    task : the task of the cases that were tried
    form : the form, empty where the arguments are those of the signature
    named : whether the function has a parameter with a name that tells this signature alone
    tells : whether it tells outputs apart, and keeps the perfect output best or worst
    sound : whether it tells, and heeds no way of writing
    distinct : how many different values it gave
    cases : calls that were tried
    """

    signature: Signature
    task: str
    form: str
    named: bool
    tells: bool
    sound: bool
    distinct: int
    cases: int

    @property
    def rank(self) -> tuple[bool, int, bool, int]:
        """What fits better ranks higher: a name that tells it, several values, arguments that are not rewritten, and
        many ways to write them.
        """
        freedoms = len(self.signature.variations)
        return self.named, min(self.distinct, SEVERAL), self.plain and freedoms > 0, freedoms

    @property
    def plain(self) -> bool:
        """Whether the arguments are those of the signature, not rewritten."""
        return not any(one.name in self.form.split() for one in self.signature.forms)


def output_first(parameters: Sequence[str]) -> bool:
    """Whether the names of the parameters say that the output comes before the gold.

    >>> output_first(["preds", "target"]), output_first(["y_true", "y_pred"]), output_first(["x", "y"])
    (True, False, False)
    """
    first, second = ([name.lower() for name in parameters[:2]] + ["", ""])[:2]
    return (first in OUTPUT_NAMES and second not in OUTPUT_NAMES) or (
        second in GOLD_NAMES and first not in GOLD_NAMES and first != "x"
    )


def by_trial(caller: Caller, found: Description, name: str, task: str | None = None) -> Fit:
    """The signature and form in which a metric can be called, found by trial calls.

    Raises `TargetError` where there is none, or several between which nothing decides.
    """
    fits = list(_fits(caller, found, task))
    # what tells outputs apart by the arguments of a signature as they are is not called with rewritten ones
    told = {fit.signature.name for fit in fits if fit.plain and fit.tells}
    credible = [fit for fit in fits if fit.plain or fit.signature.name not in told]
    sound = [fit for fit in credible if fit.sound] or [fit for fit in credible if fit.tells and fit.plain]
    if sound:
        return max(sound, key=lambda fit: fit.rank)
    given = f"{name}({', '.join(found.parameters)})"
    known = ", ".join(signatures())
    if len({fit.signature.name for fit in fits}) == 1:
        return fits[0]
    if fits:
        several = ", ".join(dict.fromkeys(fit.signature.name for fit in fits))
        raise TargetError(
            f"{given}: its signature cannot be inferred. Trial calls give numbers for the signatures {several}, and "
            f"none "
            f"of them scores the perfect output best; give --signature, one of {known}"
        )
    if lacking := _lacking(caller, found):
        raise TargetError(f"{given}: its signature cannot be inferred. {lacking}")
    raise TargetError(
        f"{given}: its signature cannot be inferred. Neither the names of its parameters nor trial calls on small "
        f"cases "
        f"fit one; write a function of (labels_true, labels_pred), (y_true, y_pred), (gains, ideal), (qrel, run) or "
        f"(y_true, y_score), or give --signature, one of {known}"
    )


def _lacking(caller: Caller, found: Description) -> str:
    """What to do for a metric that asks tables for a column which they do not have; empty where it does not."""
    for signature in signatures().values():
        form = max(signature.forms, key=lambda one: len(one.columns), default=None)
        if form is None or not form.columns or not len(found.needed) <= form.takes <= len(found.parameters):
            continue
        (system, gold), *_ = _cases(signature, called_by(signature.name)[0])
        answers = caller.attempt(CallForm(signature.name, False, form.name), [signature.plain(system, gold)])
        asked = _COLUMN.match(answers[0].reason) if answers and isinstance(answers[0], Failed) else None
        if asked is not None:
            return (
                f"Called with tables of pandas, it asks for a column {asked[1]!r} that is not among those tried: "
                f"{', '.join(form.columns)}. Use these names, or write a function of the dictionaries (qrel, run) that "
                f"makes the tables"
            )
    return ""


_COLUMN = re.compile(r"raised KeyError: '([^']+)'")


def form_of(caller: Caller, signature: Signature, task: str) -> str:
    """The first form of a signature in which a metric gives numbers; empty where there is none but the plain one."""
    for form in ("", *(one.name for one in signature.forms)):
        if _tried(caller, signature, task, form) is not None:
            return form
    return ""


def _said(signature: Signature, form: str) -> str:
    words = signature.words(form)
    return f"signature {signature.name}{f' with {words}' if words else ''}"


def said(fit: Fit) -> str:
    """What was found, in words."""
    return f"{_said(fit.signature, fit.form)}, by trial calls on {fit.cases} small cases"


def _fits(caller: Caller, found: Description, task: str | None) -> Iterator[Fit]:
    for signature in signatures().values():
        tasks = [name for name in called_by(signature.name) if task in (None, name)]
        if len(tasks) != 1 or not signature.tried:
            continue
        named = not _own_names(signature).isdisjoint(found.parameters)
        for form in _forms(signature, found):
            fit = _tried(caller, signature, tasks[0], form)
            if fit is not None:
                fit = replace(fit, named=named)
                yield fit
                if fit.sound:
                    break


def _own_names(signature: Signature) -> set[str]:
    """The names of parameters that tell this signature and no other one that is tried."""
    others = {name for one in signatures().values() if one.tried and one.name != signature.name for name in _names(one)}
    return _names(signature) - others


def _names(signature: Signature) -> set[str]:
    return {name for names in signature.parameters for name in names}


def _forms(signature: Signature, found: Description) -> Iterator[str]:
    """The forms of a signature that fit the number of parameters, as texts; the plain one first."""
    bound = [f"{name}={CUT}" for name in found.needed[1:] if name in CUTS][:1]
    most = len(found.parameters) - len(bound) if found.parameters else 2
    least = len(found.needed) - len(bound)
    order = [OUTPUT_FIRST] if output_first(found.parameters) else []
    for name, takes in (("", 2), *((form.name, form.takes) for form in signature.forms)):
        if least <= takes <= most:
            yield " ".join([*filter(None, [name]), *(order if takes == 2 else []), *bound])


def _tried(caller: Caller, signature: Signature, task: str, form: str) -> Fit | None:
    """How a metric does in a form; None where it does not give numbers."""
    how = CallForm(signature.name, False, form)
    tried: dict[str, float | None] = {}

    def value(arguments: Any) -> float | None:
        key = repr(arguments)
        if key not in tried:
            answers = caller.attempt(how, [arguments])
            if not answers:
                raise TargetError("a trial call ended or hung the process of the metric: give --signature")
            failed = isinstance(answers[0], Failed)
            tried[key] = None if failed else rounded(getattr(answers[0], "value", math.nan))
        return tried[key]

    of, chance = task_of(task), random.Random(0)
    better = worse = differs = failed = numbers = 0
    seen: set[float] = set()
    steady = True
    for i, (system, gold) in enumerate(_cases(signature, task)):
        best = of.perfect(gold)
        if not isinstance(best, of.output):
            best = system
        first, plain = signature.plain(best, gold), signature.plain(system, gold)
        top, other = value(first), value(plain)
        failed += (top is None) + (other is None)
        if failed > 2 + i:
            return None
        if top is None or other is None or top != top or other != other:
            continue
        numbers += 1
        seen.add(round(other, 9))
        rounding = TOLERANCE * max(1, abs(top))
        better, worse = better + (other > top + rounding), worse + (other < top - rounding)
        differs += abs(top - other) > rounding
        if i < REWRITTEN:
            for _, _, arguments, _ in rewritten(signature, system, gold, chance, True):
                again = value(arguments)
                steady = steady and (again is None or again != again or abs(again - other) <= rounding)
    if not numbers:
        return None
    tells = bool(differs) and not (better and worse)
    return Fit(signature, task, form, False, tells, steady and tells, len(seen), len(tried))


def _cases(signature: Signature, task: str) -> list[tuple[Any, Any]]:
    """Some small cases, with outputs that are not perfect."""
    of = task_of(task)
    found = [
        pair
        for pair in values(task, frozenset(), 12, (), 0)
        if len(pair[1].documents) > 2 and of.perfect(pair[1]) != pair[0]
    ]
    chosen = found[-4:] + random.Random(1).sample(found[:-4], min(CASES - 4, max(0, len(found) - 4)))
    if signature.closed:
        chosen = [(system, Case(gold, {"system": system}).closed().gold) for system, gold in chosen]
    return chosen
