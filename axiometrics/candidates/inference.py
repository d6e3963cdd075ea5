"""The inference of how a metric is called, by trial calls whose results are doubted.

The names of the parameters reveal the form of few functions, and suggest a wrong form for many: `f(relevant,
retrieved)` takes lists of names in one package and two sets of decisions in another. A wrong guess is worse than no
guess, because all further verdicts are then about something else than the metric. So every way to call the metric is a
hypothesis, and trial calls speak against most of them (`candidates.trials`). Hypotheses with equal values on all trials
count as one. Where several are left, a hypothesis that makes the metric a known definition has priority. Then the names
of the parameters count, but never against the evidence of the calls. Where several hypotheses are still left, nothing
is judged: all of them are shown, and the user is asked (`AmbiguousForm`).

A metric is not refused because of a defect. Where something speaks against every way to call it, the least doubted way
is taken, and the user sees what speaks against it. But a function that was written for something else (boxes, two
rankings without a gold, forecasts) looks the same. So this way is shown and asked about, too, where nothing but the
calls speaks for it: neither a known definition nor a name (`_is_bare_guess`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from json import dumps
from typing import Any

from axiometrics import registry
from axiometrics.candidates.containment.call import Caller, Number
from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.declaration import OLDER, demand_form, forms
from axiometrics.candidates.hypotheses import STAGES, Hypothesis, hypotheses
from axiometrics.candidates.likely import definition_of
from axiometrics.candidates.parameter_names import (
    WORD,
    gold_first,
    leaning,
    measures_numbers,
    probabilities_among,
    support,
)
from axiometrics.candidates.refusal import line_to_write, of_probabilities, refusal
from axiometrics.candidates.trials import Trial, near, tried
from axiometrics.candidates.written_call import bare_name, first_call
from axiometrics.core.errors import ParameterError, TargetError, UnknownNameError
from axiometrics.core.rational import rounded
from axiometrics.core.signature import GOLD_FIRST, OUTPUT_FIRST
from axiometrics.core.time_limit import NO_LIMIT, TimeLimit

FEW, MANY = 3, 8
"""A way to call a metric is doubted where another way gives at least `MANY` different values, and `FEW` times as many
as this one.
"""


@dataclass(frozen=True)
class Settled:
    """The way in which a metric is called.

    Attributes
    ----------
    trial : the trial of this way
    by : the source of the decision: `declared`, `name`, `values` or `library`
    definition : the id of the definition that the metric equals on the trial calls; empty where there is none
    alone : whether no other way was tried
    unfinished : whether the time did not allow all trial calls
    """

    trial: Trial
    by: str
    definition: str = ""
    alone: bool = False
    unfinished: bool = False

    @property
    def form(self) -> str:
        """The name of the form for people."""
        return self.trial.hypothesis.public

    @property
    def order(self) -> str | None:
        """The order of the arguments: `gold-first` or `output-first`; None where gold and output are not two."""
        return self.trial.hypothesis.order


UNFINISHED = "the time was up before all trial calls were made"
"""The words that are added to a form that was found before all trial calls could be made."""


class AmbiguousForm(TargetError):
    """A metric can be called in two ways that lead to different verdicts, and nothing decides between them; or in one
    way for which nothing speaks but that the calls give numbers.

    Attributes
    ----------
    target, parameters : the metric, and the names of its parameters
    readings : the ways to call the metric
    name : the name under which axiometrics.toml lists the metric; empty where it is not listed
    """

    question = True

    def __init__(self, target: str, parameters: Sequence[str], readings: Sequence[Settled], name: str = "") -> None:
        self.target, self.parameters, self.readings, self.name = target, tuple(parameters), tuple(readings), name
        super().__init__(target)

    def listed(self, target: str, name: str = "") -> AmbiguousForm:
        """The same question about the metric under this TARGET, and under this name of a configuration file."""
        return AmbiguousForm(target, self.parameters, self.readings, name)

    def __str__(self) -> str:
        head = "its values and the names of its parameters leave several ways to call it. Say which:"
        lines = "one of these lines"
        if len(self.readings) == 1:
            head = (
                "calls in this way give numbers, but neither these nor the names of its parameters tell whether it was "
                "written for that. If so, say it; if not, write a function of another form (axiometrics list "
                "forms), which calls it:"
            )
            lines = "this line"
        each = {self.option(reading): reading for reading in self.readings[::-1]}  # one option may cover several ways
        shown = [reading for reading in self.readings if each[self.option(reading)] is reading]
        ways = [f"  {self.option(reading)}: {self.called(reading)}{self._is(reading)}" for reading in shown]
        place = "in axiometrics.toml, below [targets]" if ":" in self.target else "above the function"
        return "\n".join([f"{self.target}: {head}", *ways, f"Or write {lines} {place}:", *map(self.line, shown)])

    def _is(self, reading: Settled) -> str:
        if reading.definition:
            return f" has the values of {reading.definition} in the trial calls"
        return "".join(f"; but {why}" for why in reading.trial.against.values()) if len(self.readings) == 1 else ""

    def _settings(self, reading: Settled) -> list[tuple[str, str]]:
        """The settings that choose a reading."""
        is_open = len(self.readings) == 1 or len({way.form for way in self.readings}) > 1
        form = [("form", reading.form)] if is_open else []
        return [*form, *([("order", reading.order)] if reading.order else [])]

    def option(self, reading: Settled) -> str:
        """The options of the command line that choose a reading."""
        return " ".join(f"--form {said}" if key == "form" else f"--{said}" for key, said in self._settings(reading))

    def line(self, reading: Settled) -> str:
        """The line that fixes the reading for good: a line of axiometrics.toml or, for a metric without a TARGET, of a
        decorator.
        """
        said = ", ".join(f'{key} = "{value}"' for key, value in self._settings(reading))
        if ":" not in self.target:
            return f"  @ax.metric({said.replace(' = ', '=')})"
        name = self.name or bare_name(self.target)
        key = name if re.fullmatch("[A-Za-z0-9_-]+", name) else dumps(name)
        return f"  {key} = {{target = {dumps(self.target)}, {said}}}"

    def to_json(self) -> list[dict[str, str | None]]:
        """The readings as JSON."""
        return [
            {
                "form": reading.form,
                "order": reading.order,
                "called": self.called(reading),
                "equal": reading.definition or None,
            }
            for reading in self.readings
        ]

    def called(self, reading: Settled) -> str:
        """The call that is shown of a reading."""
        return first_call(reading.trial, self.target, self.parameters)


def read_form(text: str | None, order: str | None = None) -> tuple[str | None, str | None]:
    """Split a text into the name of a form (of a signature, or as people call it) and the order of the arguments.

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


def said(chosen: Settled) -> str:
    """A sentence that says how the form was found, and what speaks against it."""
    trial, how = chosen.trial, {"name": "from the names of its parameters, as"}.get(chosen.by, "by")
    hypothesis = trial.hypothesis
    order = f", {hypothesis.order}" if hypothesis.order else ""
    words = f"form {hypothesis.public}{order}, {how} {trial.calls} trial calls allow"
    words = words.replace("by ", "as ") if chosen.by == "values" else words
    against = [*filter(None, trial.against.values()), *([UNFINISHED] if chosen.unfinished else [])]
    return f"{words}{''.join(f'; but {why}' for why in against)}"


def settled(
    caller: Caller,
    description: Description,
    name: str,
    task: str | None = None,
    form: str | None = None,
    order: str | None = None,
    limit: TimeLimit = NO_LIMIT,
    evident: str | None = None,
) -> Settled:
    """Find the way in which a metric is called, by trial calls within a limit of time. A given form and order restrict
    the ways; the ways of the `evident` task are preferred.

    Raises `AmbiguousForm` where several ways are left, `TargetError` where none is left.
    """
    if form is None and len(description.needed) <= 2 and probabilities_among(description.parameters):
        raise TargetError(of_probabilities(description, name))
    first = hypotheses(description, task, 0, evident)
    usual = [way for way in first if way.is_plain and form is None and _is_named(way, description)]
    usual.sort(key=lambda way: way.public == "labels")  # y_true and y_pred: try decisions before labels
    named = next((way for way in usual if support(description.parameters, way.public) >= USUAL), None)
    trials = [] if named is None else [tried(caller, named, limit)]
    if trials and form is None and _needs_probabilities(caller, trials[0]):
        raise TargetError(of_probabilities(description, name))
    if trials and _is_borne_out(trials[0]):
        return Settled(trials[0], "name", alone=True, unfinished=trials[0].unfinished)
    if named is None and task is not None and form is None:
        _demand_task(description, name, task)
    for stage in range(STAGES):
        ways = [
            way
            for way in hypotheses(description, task, stage, evident, order)
            if form in (None, *way.names) and order in (None, way.order) and way != named
        ]
        made: dict[Hypothesis, Trial] = {}
        for way in ways if limit.seconds is None else sorted(ways, key=partial(_place, description)):
            made[way] = tried(caller, way, limit)
            if made[way].unfinished:
                break
            if sum(trial.died for trial in (*trials, *made.values())) > DEATHS:
                raise TargetError(f"{name}: trial calls ended or hung the process of the metric: give --form")
        trials += [made[way] for way in ways if way in made]
        if any(trial.unfinished or (trial.varied and not trial.against) for trial in trials):
            break
    drift = next((trial.drift for trial in trials if trial.drift), "")
    left = _merged((trial for trial in trials if trial.numbers), gold_first(description.parameters))
    unfinished = any(trial.unfinished for trial in trials)
    if unfinished and form is None and all(trial.against or trial.unfinished for trial in left):
        raise TargetError(f"{name}: {UNFINISHED}: give --form, or a greater --budget")
    if not left:
        refused = next((trial for trial in trials if usual and trial.hypothesis == usual[0]), None)
        if refused is None or line_to_write(description, name, [refused]):
            raise TargetError(refusal(description, name, trials))
        return Settled(refused, "name")  # each cell reports why there is no value
    definitions = {id(trial): definition_of(trial) for trial in left}
    by_values, by_names = (_least_doubted(left, definitions, names, evident) for names in ((), description.parameters))
    readings = [
        Settled(trial, "values" if len(by_values) == 1 else "name", definitions[id(trial)], unfinished=unfinished)
        for trial in by_names
    ]
    is_guessed = form is None and order is None and _is_bare_guess(caller, readings[0], description.parameters)
    if (len(readings) > 1 or is_guessed) and not drift:
        raise AmbiguousForm(name, description.parameters, readings)
    readings[0].trial.drift = drift
    if form is None and _heeds_numbers(caller, readings[0].trial):
        if measures_numbers(bare_name(name)):
            why = "its name says that it takes probabilities or other numbers, and it gives values for them"
            raise TargetError(of_probabilities(description, name, why))
        if not _bears_its_name(readings[0], bare_name(name)):
            readings[0].trial.against["numbers"] = OF_CLASSES_ALONE
    return readings[0]


IDEALS = ([[1, 0, 1], [1, 1]], [[1, 0, 1], [2, 1, 1, 1]])
"""Two calls with the same gains and different ideal gains."""


def _is_bare_guess(caller: Caller, reading: Settled, names: Sequence[str]) -> bool:
    """Whether nothing speaks for the only way to call a metric but that its calls give numbers: the metric is not a
    known definition in this way, no name speaks for the form, and either a defect speaks against the way, or nearly any
    function gives numbers when it is called so. The latter holds for gains in rank order, which are a list of numbers,
    and for one table alone, which numpy takes for a matrix. A known definition of gains does not count where the metric
    does not heed the ideal gains that it is given, or fails on some gains.
    """
    hypothesis = reading.trial.hypothesis
    if support(names, hypothesis.public):
        return False
    entry = next((entry for entry in hypothesis.of.forms if entry.name in hypothesis.form.split()), None)
    is_alone, is_generic = entry is not None and entry.takes == 1, entry is not None and entry.generic
    # The mean of one of two lists is a known metric of gains. And numpy repeats a single ideal gain, so that a function
    # of two lists of one length gives numbers for some gains. So a known definition says little in both cases.
    if reading.definition and not (
        hypothesis.of.ideal and (reading.trial.reasons or not (is_alone or _values_differ(caller, hypothesis, IDEALS)))
    ):
        return False
    if any(is_generic or name not in OWN for name in reading.trial.against):
        return True
    if hypothesis.public == "gains":
        return not (is_alone and any(map(leaning, names[:1])))
    return is_alone and hypothesis.public == "frames"


def _is_borne_out(trial: Trial) -> bool:
    """Whether a trial confirms a form that the names of the parameters indicate. Few, equal or missing values do not
    count against the form. The form also counts as confirmed where the metric died or gave two values for one input,
    because the cells report such defects, with the input.
    """
    doubted = set(trial.against) - {"constant", "outputs alike"}
    return bool(trial.numbers and not doubted) or trial.died or bool(trial.drift)


PROBABLE = ([[1, 0, 1, 0], [0.9, 0.2, 0.6, 0.4]], [[1, 0, 1, 0], [0.7, 0.1, 0.8, 0.3]])
"""Two calls with the same classes. The probabilities differ, but rank all items of class 1 above the others."""


def _needs_probabilities(caller: Caller, trial: Trial) -> bool:
    """Whether a metric takes probabilities although the names of its parameters indicate scores. Such a metric fails on
    some of the scores, or its value changes with their scale; and it gives two different values on probabilities in the
    same order.
    """
    if trial.hypothesis.signature != "scores" or trial.died or trial.unfinished:
        return False
    if not trial.reasons and "score-scale" not in trial.against:
        return False
    return _values_differ(caller, trial.hypothesis, PROBABLE)


OF_CLASSES_ALONE = (
    "numbers between 0 and 1 that are on the same side of 0.5 give different values: if it takes probabilities or "
    "other numbers, the verdicts are about the classes 0 and 1 alone"
)
"""The remark on a metric that is called with classes, and gives values for other numbers, too."""

NUMBERS = ([[1, 0, 1, 0], [0.9, 0.6, 0.7, 0.4]], [[1, 0, 1, 0], [0.6, 0.9, 0.8, 0.3]])
"""Two calls with the same classes. Each number is on the same side of 0.5 in both calls, but the order of the numbers
differs.
"""


def _bears_its_name(reading: Settled, name: str) -> bool:
    """Whether a metric has the values of a known definition in the trial calls, and a name of this definition."""
    with suppress(UnknownNameError, ParameterError):
        return registry.metric(name, (reading.trial.hypothesis.task,)).id == reading.definition
    return False


def _heeds_numbers(caller: Caller, trial: Trial) -> bool:
    """Whether a metric that is called with arrays of classes gives two different values for numbers on the same side of
    0.5.
    """
    hypothesis = trial.hypothesis
    if hypothesis.public != "decisions" or not hypothesis.is_plain or trial.died or trial.unfinished or trial.drift:
        return False
    return _values_differ(caller, hypothesis, NUMBERS)


def _values_differ(caller: Caller, hypothesis: Hypothesis, calls: Sequence[Any]) -> bool:
    """Whether each of two calls gives a number, and the two numbers differ."""
    answers = caller.attempt(hypothesis.how, list(calls))
    values = [rounded(answer.value) for answer in answers if isinstance(answer, Number)]
    return len(values) == len(calls) and not near(*values)


def _demand_task(description: Description, name: str, task: str) -> None:
    """Raise `TargetError` where the names of the parameters indicate a form of another task."""
    for way in hypotheses(description, None, 0):
        if way.is_plain and support(description.parameters, way.public) >= USUAL and way.task != task:
            raise TargetError(f"{name}: form {way.public} is of task {way.task}, not {task!r}")


def _is_named(hypothesis: Hypothesis, description: Description) -> bool:
    """Whether a usual pair of parameter names indicates this form, and the order of its arguments."""
    first = gold_first(description.parameters)
    return support(description.parameters, hypothesis.public) > WORD and first in (None, hypothesis.gold_first)


def _place(description: Description, hypothesis: Hypothesis) -> tuple[bool, bool, float, bool]:
    """The sort key of a hypothesis where the time may not allow all of them. Hypotheses that the names of the
    parameters make likely come first, and of each signature first its plain form.
    """
    first = gold_first(description.parameters)
    other_order = hypothesis.gold_first != (True if first is None else first)
    named = support(description.parameters, hypothesis.public)
    return not hypothesis.is_plain, other_order, -named, hypothesis.public == "labels"


def _least_doubted(
    trials: Sequence[Trial], definitions: Mapping[int, str], names: Sequence[str], evident: str | None
) -> list[Trial]:
    """The trials against which the least speaks. The values, the names of the parameters, and the task of the
    constraints on which the metric is judged are counted.
    """
    most = max(trial.distinct for trial in trials)
    doubts = [
        _doubt(trial, names, definitions[id(trial)], most) - EVIDENT * (trial.hypothesis.task == evident)
        for trial in trials
    ]
    return [trial for trial, doubt in zip(trials, doubts, strict=True) if doubt < min(doubts) + CLEAR]


USUAL = 7
"""The least support by the names of the parameters with which a form is tried before all others."""

DEATHS = 1
"""The number of trials that may end or hang the process of a metric before the user is asked for the form."""

CLEAR = 1.0
"""The least difference in doubt between two ways to call a metric with which the less doubted one is taken."""

DEFINITION, ORDER, RARE, UNNAMED, FEWER, WRITTEN, SEVERE = 6.0, 2.0, 1.0, 3.0, 1.0, 3.0, 4.0
"""Weights of the doubt. `DEFINITION` counts for a way to call that makes the metric a known definition. The others
count against a way: `ORDER`, where the names of the parameters stand in the other order; `RARE`, where the form is
rare; `UNNAMED`, where no name indicates gains; `FEWER`, where it gives few values and another way gives many;
`WRITTEN`, where the value depends on how the data is written; `SEVERE`, for any other defect, such as an argument
without effect.
"""

UNUSUAL = DEFINITION
"""The weight against an unusual form. It equals the weight of a known definition. So a function that is a known metric
only in an unusual form has no advantage over its usual forms, and the user is asked.
"""

EVIDENT = 3.0
"""The weight for a way to call whose task is that of the constraints on which the metric is judged."""

OWN = {"perfect": 1.0, "outputs alike": 1.0, "constant": 6.0}
"""Defects with a weight of their own. `perfect` and `outputs alike` weigh little, because metrics that are called
correctly have these defects, too: a metric of exact matches has the second.
"""


def _doubt(trial: Trial, names: Sequence[str], definition: str, most: int) -> float:
    """The weight of all that speaks against a way to call a metric, less the weight of all that speaks for it."""
    hypothesis, signature = trial.hypothesis, trial.hypothesis.of
    invariances = set(signature.invariances)
    written = sum(name in invariances for name in trial.against)
    doubt = sum(OWN.get(name, SEVERE) for name in trial.against if name not in invariances)
    doubt += (WRITTEN if written else 0) + max(0, written - 1)
    named = support(names, hypothesis.public)
    doubt -= named
    parts = hypothesis.form.split()
    doubt += RARE * any(form.stage == 1 and form.name in parts for form in signature.forms)
    doubt += UNUSUAL * any(form.unusual and form.name in parts for form in signature.forms)
    doubt += UNNAMED * (signature.ideal and not named)
    doubt += FEWER * (FEW * trial.distinct <= most and most >= MANY)
    first = gold_first(names)
    doubt += ORDER * (first is not None and first != hypothesis.gold_first)
    return doubt - DEFINITION * (bool(definition) and not written)


def _merged(trials: Iterable[Trial], order: bool | None) -> list[Trial]:
    """One trial from each group of trials with equal values on the same golds and outputs. From each group, the first
    choice is a trial in the order that the names indicate; then the trial with the fewest reasons against it; then a
    trial with the gold first.
    """
    first: dict[tuple[object, ...], Trial] = {}

    def place(trial: Trial) -> tuple[object, ...]:
        gold_first = trial.hypothesis.gold_first
        return order is not None and gold_first != order, len(trial.against), not gold_first

    for trial in sorted(trials, key=place):
        values = tuple("" if value != value else round(value, 6) for value in trial.values)
        first.setdefault((trial.hypothesis.signature, values), trial)
    return list(first.values())
