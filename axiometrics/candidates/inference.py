"""How a metric is called, found out by trial calls, and doubted.

The names of parameters tell the form of few functions, and the wrong one of many: `f(relevant, retrieved)` takes lists
of names in one package and two sets of decisions in another. A wrong guess is worse than none, because everything that
is said of the metric afterwards is said of something else. So every way to call the metric is a hypothesis, and trial
calls speak against most of them (`candidates.trials`). Hypotheses with equal values on all trials are one. Where
several are left, one that makes the metric a definition that we know counts before the others; then the names of the
parameters count, which never count against what the calls show. Where two are left all the same, nothing is judged:
both are shown, and the user is asked (`AmbiguousForm`).

A metric is not refused for a defect. Where something speaks against each of the ways, the one way that gives varied
numbers is taken, with the call that speaks against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from json import dumps
from typing import Any

from axiometrics.candidates.containment.call import Answer, Caller, CallForm, Failed, Number
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.declaration import OLDER, demand_form, forms
from axiometrics.candidates.likely import definition_of
from axiometrics.candidates.parameter_names import WORD, gold_first, support
from axiometrics.candidates.small_values import values
from axiometrics.candidates.trials import FAILING, Hypothesis, Trial, telling, tried
from axiometrics.core.errors import TargetError
from axiometrics.core.rational import rounded
from axiometrics.core.signature import GOLD_FIRST, OUTPUT_FIRST, Signature
from axiometrics.registry.tasks import called_by, signatures
from axiometrics.registry.tasks import signature as signature_of

CUTS = ("k", "n", "top_k", "topk", "cutoff", "at", "at_k", "N", "K")
"""What a parameter is called that says how many ranks count."""

LISTS = ("k_values", "ks", "cutoffs")
"""What a parameter is called that takes several of these."""

CUT = 10
"""What such a parameter is, where it has no default and the TARGET binds none."""

FEW, MANY = 3, 8
"""A way to call that gives so many times fewer different values than another is doubted, where that gives so many."""


@dataclass(frozen=True)
class Settled:
    """The way in which a metric is called.

    Attributes
    ----------
    trial : the trial of it
    by : what settled it: `declared`, `name`, `values` or `library`
    definition : the definition that it is by the trial calls, if one
    alone : whether no other way was tried
    """

    trial: Trial
    by: str
    definition: str = ""
    alone: bool = False

    @property
    def form(self) -> str:
        """The name of the form for people."""
        return self.trial.hypothesis.public

    @property
    def order(self) -> str | None:
        """The order of the arguments: `gold-first` or `output-first`; None where gold and output are not two."""
        return self.trial.hypothesis.order


class AmbiguousForm(TargetError):
    """A metric can be called in two ways that lead to different verdicts, and nothing decides between them.

    Attributes
    ----------
    target, parameters : the metric, and the names of its parameters
    readings : the ways, each with its definition where it is one
    name : the name under which axiometrics.toml lists the metric; empty where it does not
    """

    question = True

    def __init__(self, target: str, parameters: Sequence[str], readings: Sequence[Settled], name: str = "") -> None:
        self.target, self.parameters, self.readings, self.name = target, tuple(parameters), tuple(readings), name
        super().__init__(target)

    def listed(self, target: str, name: str = "") -> AmbiguousForm:
        """The same question of a metric under this TARGET, and the name under which a file lists it."""
        return AmbiguousForm(target, self.parameters, self.readings, name)

    def __str__(self) -> str:
        head = f"{self.target}: its values and the names of its parameters leave several ways to call it. Say which:"
        ways = [f"  {self.option(one)}: {self.called(one)}{self._is(one)}" for one in self.readings]
        place = "in axiometrics.toml, below [targets]" if ":" in self.target else "above the function"
        return "\n".join([head, *ways, f"Or write one of these lines {place}:", *map(self.line, self.readings)])

    def _is(self, reading: Settled) -> str:
        return f" is {reading.definition}" if reading.definition else ""

    def _settings(self, reading: Settled) -> list[tuple[str, str]]:
        """What has to be said for a reading."""
        several = len({one.form for one in self.readings}) > 1
        form = [("form", reading.form)] if several else []
        return [*form, *([("order", reading.order)] if reading.order else [])]

    def option(self, reading: Settled) -> str:
        """The options of the command line that choose a reading."""
        return " ".join(f"--form {said}" if key == "form" else f"--{said}" for key, said in self._settings(reading))

    def line(self, reading: Settled) -> str:
        """The line that says for good which reading is meant: of axiometrics.toml, or of a decorator where the metric
        has no TARGET.
        """
        said = ", ".join(f'{key} = "{value}"' for key, value in self._settings(reading))
        if ":" not in self.target:
            return f"  @ax.metric({said.replace(' = ', '=')})"
        name = self.name or _bare(self.target)
        key = name if re.fullmatch("[A-Za-z0-9_-]+", name) else dumps(name)
        return f"  {key} = {{target = {dumps(self.target)}, {said}}}"

    def to_json(self) -> list[dict[str, str | None]]:
        """The readings as JSON has them."""
        return [
            {"form": one.form, "order": one.order, "called": self.called(one), "equal": one.definition or None}
            for one in self.readings
        ]

    def called(self, reading: Settled) -> str:
        """The call of a reading that is shown."""
        return first_call(reading.trial, self.target, self.parameters)


SHOWN_OF = 200
"""Small outputs and golds among which the call that is shown is chosen."""

SHOWN = 160
"""Characters of an argument that are shown of a call: the calls that are shown first are shorter, and can be pasted."""

NAMED_COLUMNS = 3
"""Columns that are named of a table that is too long to be shown."""


def first_call(trial: Trial, name: str, parameters: Sequence[str]) -> str:
    """The first call of a trial that gave a number, as people write it."""
    return "" if trial.called is None else written_call(trial.hypothesis.how, trial.called, name, parameters)


def written_call(how: CallForm, plain: Any, name: str, parameters: Sequence[str]) -> str:
    """A call as people write it: `ap(relevant=['d1'], retrieved=['d2', 'd1'])`."""
    given: list[str] = []

    def record(*arguments: Any, **named: Any) -> float:
        names = [*parameters, *[""] * len(arguments)]
        pairs = [*zip(names, arguments, strict=False), *named.items()]
        given.extend(f"{f'{key}=' if key else ''}{_short(value)}" for key, value in pairs)
        return 0.0

    signature = signature_of(how.signature)
    try:
        signature.called(record, how.form, signature.build(plain, int))
    except ImportError:
        return f"{name}: {signature.words(how.form)}"
    return f"{_bare(name)}({', '.join(given)})"


def _bare(name: str) -> str:
    """The name of the function of a TARGET."""
    return re.sub(r"[(\[].*", "", name).rpartition(":")[2] or name


_OBJECT = re.compile(r"<(?:[\w.<>]*\.)?_?(\w+) object at 0x[0-9a-f]+>")
"""An object without a text of its own: what Python shows of it differs from run to run."""


def _short(value: Any) -> str:
    if hasattr(value, "columns"):
        return _table(value)
    text = " ".join(_written(value.tolist() if hasattr(value, "tolist") else value).split())
    text = _OBJECT.sub(r"<\1>", text)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _table(frame: Any) -> str:
    """A table of pandas or polars as Python writes it, or its length and its columns where that is too long."""
    library, names = type(frame).__module__.partition(".")[0], list(frame.columns)
    text = f"{library}.DataFrame({ {name: frame[name].to_list() for name in names}!r})"
    if len(text) <= SHOWN:
        return text
    more = f" and {len(names) - NAMED_COLUMNS} more" if len(names) > NAMED_COLUMNS else ""
    return f"<table of {library}, {len(frame)} rows, columns {', '.join(map(str, names[:NAMED_COLUMNS]))}{more}>"


def _written(value: Any) -> str:
    """A value as Python writes it. The members of a set are sorted, so that the text is the same in every run."""
    if not isinstance(value, set | frozenset):
        return f"[{', '.join(map(_written, value))}]" if isinstance(value, list) else repr(value)
    inside = ", ".join(sorted(map(_written, value)))
    return f"frozenset({{{inside}}})" if isinstance(value, frozenset) else f"{{{inside}}}"


def read_form(text: str | None, order: str | None = None) -> tuple[str | None, str | None]:
    """The name of a form, as a signature or as people call it, and the order of the arguments, as a text names them.

    >>> read_form("trec output-first"), read_form("id-lists"), read_form(None)
    (('trec', 'output-first'), ('id-lists', None), (None, None))
    """
    parts = (text or "").split()
    orders = [part for part in parts if part in (GOLD_FIRST, OUTPUT_FIRST)]
    names = [part for part in parts if part not in orders]
    name = names[0] if names else None
    older = {new: old for old, new in OLDER.items()}
    name = older.get(name, name) if name is not None else None
    if len(names) > 1:
        raise TargetError(f"there is no form {text!r}: the forms are {', '.join(forms())}")
    demand_form(name)
    return name, orders[0] if orders else order


def named_values(found: Description, task: str | None) -> str | None:
    """The signature that passes the values of a task as they are, and which the names of the parameters tell."""
    for signature in signatures().values():
        tasks = [of for of in called_by(signature.name) if task in (None, of)]
        if tasks and not signature.tried and found.parameters in signature.parameters:
            return signature.name
    return None


def takes_values(caller: Caller, how: CallForm, task: str | None) -> bool:
    """Whether a metric can be called with the values of a task as they are: else parameters of these names take other
    data. A call that ends or hangs the process of the metric does not speak against it.
    """
    return any(not isinstance(answer, Failed) for answer in _small_answers(caller, how, task))


SMALL = 40
"""The small outputs and golds on which it is seen whether a metric can be called in a form."""


def _small_answers(caller: Caller, how: CallForm, task: str | None) -> Iterator[Answer | None]:
    """What a metric does with small outputs and golds in a form; None, and nothing after it, where a call ended or hung
    its process.
    """
    tasks = [of for of in called_by(how.signature) if task in (None, of)]
    signature = signature_of(how.signature)
    for output, gold in islice(values(tasks[0], frozenset(), 0, (), 0), SMALL) if tasks else ():
        answers = caller.attempt(how, [signature.plain(output, gold)])
        yield answers[0] if answers else None
        if not answers:
            return


def called_as(how: CallForm, name: str, parameters: Sequence[str], task: str | None) -> str:
    """A small call in a form that is known, as people write it; empty where the task has no small inputs."""
    tasks = [of for of in called_by(how.signature) if task in (None, of)]
    signature = signature_of(how.signature)
    small = islice(values(tasks[0], frozenset(), 0, (), 0), SHOWN_OF) if tasks else ()
    calls = [signature.plain(output, gold) for output, gold in small if len(gold.documents | output.documents) > 1]
    return written_call(how, max(calls, key=telling), name, parameters) if calls else ""


def form_of(caller: Caller, how: CallForm, task: str | None) -> str:
    """Of the forms that share the declared name with the plain one, such as one topic and several, the first in which
    small calls give different numbers. Where the plain form gives no number at all, any form of the signature is tried.
    """
    signature = signature_of(how.signature)
    every = [name for stage in range(STAGES) for name, _ in _spellings(signature, stage)]
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
    """The numbers that a metric gives in a form, until two are different; None where a call ended or hung its
    process.
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


def said(chosen: Settled) -> str:
    """What was found, in words."""
    trial, how = chosen.trial, {"name": "from the names of its parameters, as"}.get(chosen.by, "by")
    hypothesis = trial.hypothesis
    order = f", {hypothesis.order}" if hypothesis.order else ""
    words = f"form {hypothesis.public}{order}, {how} {trial.calls} trial calls allow"
    words = words.replace("by ", "as ") if chosen.by == "values" else words
    return f"{words}{''.join(f'; but {why}' for why in trial.against.values() if why)}"


def settled(
    caller: Caller,
    found: Description,
    name: str,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    evident: str | None = None,
) -> Settled:
    """The way in which a metric is called, of this form and in this order where they are given; the `evident` task
    speaks for its ways.

    Raises `AmbiguousForm` where two are left, `TargetError` where there is none.
    """
    usual = [one for one in hypotheses(found, task, 0) if one.is_plain and form is None and _is_named(one, found)]
    usual.sort(key=lambda one: one.public == "labels")  # y_true and y_pred are decisions first
    named = next((one for one in usual if support(found.parameters, one.public) >= USUAL), None)
    trials = [] if named is None else [tried(caller, named)]
    if trials and _is_borne_out(trials[0]):
        return Settled(trials[0], "name", alone=True)
    if named is None and task is not None and form is None:
        _demand_task(found, name, task)
    for stage in range(STAGES):
        asked = [
            one
            for one in hypotheses(found, task, stage)
            if form in (None, one.public, one.signature) and order in (None, one.order) and one != named
        ]
        for one in asked:
            trials.append(tried(caller, one))
            if sum(trial.died for trial in trials) > DEATHS:
                raise TargetError(f"{name}: trial calls ended or hung the process of the metric: give --form")
        if any(trial.varied and not trial.against for trial in trials):
            break
    drift = next((trial.drift for trial in trials if trial.drift), "")
    left = _merged((trial for trial in trials if trial.numbers), gold_first(found.parameters))
    if not left:
        refused = next((trial for trial in trials if usual and trial.hypothesis == usual[0]), None)
        if refused is None or line_to_write(found, name, [refused]):
            raise TargetError(refusal(found, name, trials))
        return Settled(refused, "name")  # each cell tells why there is no value
    known = {id(trial): definition_of(trial) for trial in left}
    by_values, by_names = (_least_doubted(left, known, names, evident) for names in ((), found.parameters))
    readings = [Settled(trial, "values" if len(by_values) == 1 else "name", known[id(trial)]) for trial in by_names]
    if len(readings) > 1 and not drift:
        raise AmbiguousForm(name, found.parameters, readings)
    readings[0].trial.drift = drift
    return readings[0]


def _is_borne_out(trial: Trial) -> bool:
    """Whether nothing but that values are few or missing speaks against a form that names tell: what has no value, or
    two for one input, is told of each cell, with the input.
    """
    return bool(trial.numbers and not set(trial.against) - {"constant"}) or trial.died or bool(trial.drift)


def _demand_task(found: Description, name: str, task: str) -> None:
    """Raise `TargetError` where the names of the parameters tell a form of other tasks."""
    for one in hypotheses(found, None, 0):
        if one.is_plain and support(found.parameters, one.public) >= USUAL and one.task != task:
            raise TargetError(f"{name}: form {one.public} is of task {one.task}, not {task!r}")


def _is_named(hypothesis: Hypothesis, found: Description) -> bool:
    """Whether a usual pair of names tells a form, and the order in which its arguments stand."""
    first = gold_first(found.parameters)
    return support(found.parameters, hypothesis.public) > WORD and first in (None, hypothesis.gold_first)


def _least_doubted(
    trials: Sequence[Trial], known: Mapping[int, str], names: Sequence[str], evident: str | None
) -> list[Trial]:
    """The trials against which the least speaks, by their values, by the names of the parameters, and by the task of
    the constraints on which the metric is asked.
    """
    most = max(trial.distinct for trial in trials)
    doubts = [
        _doubt(trial, names, known[id(trial)], most) - EVIDENT * (trial.hypothesis.task == evident) for trial in trials
    ]
    return [trial for trial, doubt in zip(trials, doubts, strict=True) if doubt < min(doubts) + CLEAR]


USUAL = 7
"""How much the names of the parameters have to speak for a form to be tried before all others."""

DEATHS = 1
"""How often trial calls may end or hang the process of a metric before its form is asked for."""

STAGES = 3
"""How many stages of forms there are (`Form.stage`)."""

CLEAR = 1.0
"""By how much less has to speak against one way to call a metric than against another one that it is taken."""

DEFINITION, ORDER, RARE, UNNAMED, FEWER, WRITTEN, SEVERE = 6.0, 2.0, 1.0, 3.0, 1.0, 3.0, 4.0
"""How much counts for a way to call that makes the metric a definition; and against one in which the names of the
parameters stand in the other order; whose form is rare; whose gains no name tells; that gives few values where another
gives many; in which the way of writing matters; and in which an argument is not heeded.
"""

EVIDENT = 3.0
"""How much it speaks for a way to call that it is of the task of the constraints on which the metric is asked."""

OWN = {"perfect": 1.0, "constant": 6.0}
"""How much defects count that have a weight of their own: metrics that are called rightly have the first one, too."""


def _doubt(trial: Trial, names: Sequence[str], definition: str, most: int) -> float:
    """How much speaks against a way to call a metric, less what speaks for it."""
    hypothesis, signature = trial.hypothesis, trial.hypothesis.of
    invariances = set(signature.invariances)
    written = sum(name in invariances for name in trial.against)
    doubt = sum(OWN.get(name, SEVERE) for name in trial.against if name not in invariances)
    doubt += (WRITTEN if written else 0) + max(0, written - 1)
    named = support(names, hypothesis.public)
    doubt -= named
    parts = hypothesis.form.split()
    doubt += RARE * any(form.stage == 1 and form.name in parts for form in signature.forms)
    doubt += UNNAMED * (signature.ideal and not named)
    doubt += FEWER * (FEW * trial.distinct <= most and most >= MANY)
    first = gold_first(names)
    doubt += ORDER * (first is not None and first != hypothesis.gold_first)
    return doubt - DEFINITION * (bool(definition) and not written)


def hypotheses(found: Description, task: str | None, stage: int) -> Iterator[Hypothesis]:
    """The ways to call a metric with so many parameters that are tried at this stage (`Form.stage`)."""
    bound = [f"{name}={[CUT] if name in LISTS else CUT}" for name in found.needed[1:] if name in (*CUTS, *LISTS)][:1]
    most = len(found.parameters) - len(bound) if found.parameters else 2
    least = len(found.needed) - len(bound)
    for signature in signatures().values():
        tasks = [name for name in called_by(signature.name) if task in (None, name)]
        if len(tasks) != 1 or not signature.tried:
            continue
        for name, takes in _spellings(signature, stage):
            if least <= takes <= most:
                for order in ("", signature.other_order) if takes == 2 else ("",):
                    yield Hypothesis(signature.name, " ".join(filter(None, [name, order, *bound])), tasks[0])


def _spellings(signature: Signature, stage: int) -> Iterator[tuple[str, int]]:
    """The forms of a signature, the plain one first, with the number of arguments that each takes."""
    yield from [] if stage else [("", 2)]
    yield from ((form.name, form.takes) for form in signature.forms if form.stage == stage)


def _merged(trials: Iterable[Trial], order: bool | None) -> list[Trial]:
    """One trial of those with equal values on the same golds and outputs: one in the order that the names tell, then
    that against which least speaks, then one with the gold first.
    """
    first: dict[tuple[object, ...], Trial] = {}

    def place(trial: Trial) -> tuple[object, ...]:
        gold_first = trial.hypothesis.gold_first
        return order is not None and gold_first != order, len(trial.against), not gold_first

    for trial in sorted(trials, key=place):
        values = tuple("" if value != value else round(value, 6) for value in trial.values)
        first.setdefault((trial.hypothesis.signature, values), trial)
    return list(first.values())


_PARTS = re.compile(r"which is not a number \(TARGET\[(.+?)\] is its (first part|number)\)")
_COLUMN = re.compile(r"raised (?:KeyError: '|ColumnNotFoundError: (?:unable to find column )?\"?)([^'\";]+)")


def refusal(found: Description, name: str, trials: Sequence[Trial]) -> str:
    """Why a metric cannot be called in any way, with the line to write where that can be told."""
    given = f"{name}({', '.join(found.parameters)})"
    line = line_to_write(found, name, trials)
    if line:
        return f"{given}: {line}"
    return (
        f"{given}: no form fits. Neither the names of its parameters nor trial calls on small cases tell how it is "
        f"called: give --form, one of {', '.join(forms())} (axiometrics list forms)"
    )


def line_to_write(found: Description, name: str, trials: Sequence[Trial]) -> str:
    """What a metric needs or returns that no form knows, with the line to write; empty where trials do not tell."""
    reasons = [reason for trial in trials for reason in trial.reasons]
    of_tables = [reason for trial in trials if trial.hypothesis.has_columns for reason in trial.reasons]
    return _more_parameters(found, name, reasons) or _parts(found, name, reasons) or _columns(found, name, of_tables)


def _more_parameters(found: Description, name: str, reasons: Sequence[str]) -> str:
    extra = [one for one in found.needed[2:] if one not in CUTS]
    if not extra:
        return ""
    bound = ", ".join(f"{one}=..." for one in extra)
    return f"it needs {', '.join(extra)} too: bind a value in the TARGET, as {name}({bound})"


def _parts(found: Description, name: str, reasons: Sequence[str]) -> str:
    match = next((match for reason in reasons if (match := _PARTS.search(reason))), None)
    if match is None:
        return ""
    several = (
        "several values: name one" if match[2] == "first part" else "an object: name the part of it that is a number"
    )
    return f"it returns {several}, as {name}[{match[1]}]"


def _columns(found: Description, name: str, reasons: Sequence[str]) -> str:
    columns = {column for signature in signatures().values() for form in signature.forms for column in form.columns}
    asked = next((m[1] for reason in reasons if (m := _COLUMN.search(reason)) and m[1] not in columns), "")
    if not asked or not columns:
        return ""
    return (
        f"called with tables, it asks for a column {asked!r} that is not among those tried: "
        f"{', '.join(sorted(columns))}. Use these names, or write a function of "
        "dictionaries, f(qrel, run), that makes the tables"
    )
