"""Other people's metrics: found by name, called by signature, judged as black boxes in floats (or exactly, where they say they can)."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.util
import inspect
import math
import random
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from numbers import Real as RealNumber
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from axiometrics.core.arithmetic import Array
from axiometrics.core.case import Case, Demand
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import TargetError
from axiometrics.core.organization import Organization
from axiometrics.generators.blocks import Universe
from axiometrics.generators.filterings import organize
from axiometrics.runner import Subject
from axiometrics.search import Decision, MetricFailedError

F = TypeVar("F", bound=Callable[..., Any])

LONGEST_TIE = 30
"""Ranks (or documents) up to which equal floats are taken for a tie: further on, terms below one ulp of the score vanish."""

BOUND = 2.0**-40
"""The error bound of a metric in double precision, as a share of the greatest score involved (and of 1): within it no difference is a verdict.

Thousands of roundings of 2**-53 stay below it; metrics that return single or half precision get theirs from the precision they return.
"""

VARIANTS = 6
"""Relabellings and reorderings under which a tie must stay bitwise equal."""

SIZES = {"clustering": 8, "filtering": 10, "ranking": 10}
"""Sizes to which a black box is searched unless told, by task; calls cost a thousand times more than our formulas."""

APART = {
    ("rag-bag", "universal"): 9,
    ("rag-bag", "sizes"): 8,
    ("rag-bag", "strong"): 8,
    ("size-vs-quantity", "universal"): 10,
    ("size-vs-quantity", "strong"): 10,
    ("size-vs-quantity-overlap", "distinct"): 3,
    ("size-vs-quantity-overlap", "shared"): 3,
    ("priority", "graded"): 5,
    ("deepness", "any-context"): 6,
}
"""The same for readings that have a size of their own."""

THRESHOLD = 200
"""n to which the duels of a black box are held unless told."""

EXAMPLES = 200
"""Random cases beyond the enumerated sizes that a black box is tried on unless told."""


# --- signatures: from organizations to the arguments of a call ---------------------------------------------------------------------


def _labels(system: Organization, gold: Organization, number: type) -> tuple[Any, ...]:
    documents = [d for _, _, d in gold.occurrences()]
    sides = ({d: j for _, j, d in organization.occurrences()} for organization in (gold, system))
    return tuple(np.array([side[d] for d in documents]) for side in sides)


def _classification(system: Organization, gold: Organization, number: type) -> tuple[Any, ...]:
    documents = [d for _, _, d in gold.occurrences()]
    firsts = ({d for i, _, d in organization.occurrences() if i == 0} for organization in (gold, system))
    return tuple(np.array([int(d in first) for d in documents]) for first in firsts)


def _ranked_gains(system: Organization, gold: Organization, number: type) -> tuple[Any, ...]:
    grades = gold.grades()
    return (
        [number(grades.get(d, 0)) for _, _, d in system.occurrences()],
        [number(grade) for grade in sorted(grades.values(), reverse=True) if grade > 0],
    )


def _trec(system: Organization, gold: Organization, number: type) -> tuple[Any, ...]:
    ranked = [d for _, _, d in system.occurrences()]
    return gold.grades(), {d: float(len(ranked) - i) for i, d in enumerate(ranked)}


def _scores(system: Organization, gold: Organization, number: type) -> tuple[Any, ...]:
    grades, (_, run) = gold.grades(), _trec(system, gold, number)
    return np.array(list(grades.values())), np.array([run.get(d, 0.0) for d in grades])


def _organization(system: Organization, gold: Organization, number: type) -> tuple[Any, ...]:
    return system, gold


@dataclass(frozen=True)
class Signature:
    """How a metric is called: `arguments` builds what is passed by position; `closed` says that every document is listed in the gold."""

    name: str
    call: str
    tasks: tuple[str, ...]
    parameters: tuple[tuple[str, ...], ...]
    arguments: Callable[[Organization, Organization, type], tuple[Any, ...]]
    closed: bool = False


SIGNATURES = {
    s.name: s
    for s in (
        Signature("labels", "f(labels_true, labels_pred)", ("clustering",), (("labels_true", "labels_pred"),), _labels),
        Signature("classification", "f(y_true, y_pred) with 0/1", ("filtering",), (("y_true", "y_pred"),), _classification),
        Signature("gains", "f(gains, ideal), gains in rank order", ("ranking",), (("gains", "ideal"),), _ranked_gains),
        Signature("trec", "f(qrel, run), {doc: grade} and {doc: score}", ("ranking",), (("qrel", "run"), ("qrels", "run")), _trec, closed=True),
        Signature("scores", "f(y_true, y_score), per judged document", ("ranking",), (("y_true", "y_score"),), _scores, closed=True),
        Signature("organization", "f(system, gold)", ("clustering", "filtering", "ranking"), (("system", "gold"),), _organization),
    )
}
"""The signatures of a user's metric, by name."""


@dataclass(frozen=True)
class Declaration:
    """What is known of a user's metric beyond its code: by `@metric(...)`, by the options of a command, or inferred."""

    task: str | None = None
    signature: str | None = None
    exact: bool = False
    graded: bool = False
    overlapping: bool = False
    inferred: str = ""


def metric(*, task: str | None = None, signature: str | None = None, exact: bool = False, graded: bool = False, overlapping: bool = False) -> Callable[[F], F]:
    """Say how a metric of yours is to be called and judged; the function stays what it is.

    Parameters
    ----------
    task : `clustering`, `filtering` or `ranking`, where the signature leaves it open
    signature : one of `labels`, `classification`, `gains`, `trec`, `scores`, `organization`
    exact : it takes and returns exact numbers (`Fraction`), and is then decided exactly
    graded : gains beyond 0/1 mean something to it
    overlapping : it is defined where documents stand in several clusters (signature `organization`)

    >>> @metric(task="clustering", signature="labels")
    ... def mine(labels_true, labels_pred):
    ...     return 1.0
    >>> mine([0], [0])
    1.0
    """
    if signature is not None and signature not in SIGNATURES:
        raise TargetError(f"no signature {signature!r}: known are {', '.join(SIGNATURES)}")

    def mark(function: F) -> F:
        function.__dict__["__axiometrics__"] = Declaration(task, signature, exact, graded, overlapping)
        return function

    return mark


# --- finding a target --------------------------------------------------------------------------------------------------------------


def load(target: str, task: str | None = None, signature: str | None = None) -> Subject:
    """The user's metric named by `module:attribute` or `path/to/file.py:attribute`, ready for the runner.

    Raises `TargetError`, in one line, where it cannot be imported, is not callable, or its signature cannot be inferred.
    """
    declared = _declare(_find(target), target, task, signature)
    return _subject(target, declared, partial(_load_judge, target, task, signature), portable=True)


def subject(function: Callable[..., Any], task: str | None = None, signature: str | None = None) -> Subject:
    """A callable as the runner takes it; its id is its name."""
    name = getattr(function, "__name__", type(function).__name__)
    declared = _declare(function, name, task, signature)
    return _subject(name, declared, partial(BlackBox, name, function, declared), portable=False)


def scorer(target: str, task: str | None = None, signature: str | None = None) -> Callable[[Organization, Organization], float]:
    """The user's metric as a function of system and gold, in floats."""
    judge = _load_judge(target, task, signature, task or "")
    return lambda system, gold: float(judge.score(system, gold))


def _load_judge(target: str, task: str | None, signature: str | None, of_task: str) -> BlackBox:
    function = _find(target)
    return BlackBox(target, function, _declare(function, target, task, signature), of_task)


def _subject(name: str, declared: Declaration, judge: Callable[[str], BlackBox], portable: bool) -> Subject:
    assert declared.signature is not None
    tasks = (declared.task,) if declared.task else SIGNATURES[declared.signature].tasks
    entry: dict[str, Any] = {"id": name, "base": name, "params": {}, "display": name, "family": "user", "task": tasks[0], "source": "user"}
    return Subject({**entry, "inferred": declared.inferred}, tasks, judge, portable)


def _find(target: str) -> Any:
    """The object a target names."""
    place, colon, attribute = target.rpartition(":")
    if not colon or not place or not attribute:
        raise TargetError(f"{target!r} is no metric of ours and no target: write module:attribute or path/to/file.py:attribute")
    module = _module(place, target)
    found: Any = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            known = _of_library(place, attribute)
            if known is not None:
                return known
            close = difflib.get_close_matches(part, [name for name in dir(found) if not name.startswith("_")], 3)
            cure = f"did you mean {' or '.join(close)}?" if close else "check the spelling"
            raise TargetError(f"{place} has no attribute {part!r}: {cure}")
        found = getattr(found, part)
    return found


def _module(place: str, target: str) -> Any:
    path = Path(place)
    is_file = place.endswith(".py") or path.is_file()
    if is_file and not path.is_file():
        raise TargetError(f"no file {place!r} for {target!r}: check the path")
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
            warnings.simplefilter("ignore")
            return _execute(str(path.resolve())) if is_file else importlib.import_module(place)
    except KeyboardInterrupt:
        raise
    except ModuleNotFoundError as error:
        raise TargetError(f"cannot import {place!r}: no module {error.name!r} here; install it, or give path/to/file.py:attribute") from None
    except BaseException as error:
        raise TargetError(f"cannot import {place!r}: {_one_line(error)}") from None


@cache
def _execute(path: str) -> Any:
    """The module of a file, which may import its neighbours."""
    name = Path(path).stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(Path(path).parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _of_library(place: str, attribute: str) -> Any:
    """A measure that a library makes from a name, e.g. `nDCG@10` of ir_measures."""
    if place != "ir_measures":
        return None
    import ir_measures

    try:
        return ir_measures.parse_measure(attribute)
    except (NameError, ValueError, SyntaxError, TypeError, AssertionError):
        return None


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' + text if text else ''}"[:300]


# --- what a target is ----------------------------------------------------------------------------------------------------------------


def _declare(function: Any, name: str, task: str | None, signature: str | None) -> Declaration:
    """Options before declaration before inference."""
    known: Declaration = getattr(function, "__axiometrics__", None) or Declaration()
    inferred = ""
    chosen = signature or known.signature
    graded = known.graded
    if _is_ir_measure(function):
        chosen = "trec"
        graded = str(function).startswith(("nDCG", "ERR", "DCG"))
        inferred = "an ir_measures measure: ranking, signature trec"
    elif not callable(function):
        raise TargetError(f"{name} is a {type(function).__name__}, not a function: name a callable")
    elif chosen is None:
        chosen = _inferred_signature(function, name)
        inferred = f"signature {chosen}, from its parameters {SIGNATURES[chosen].call}"
        graded = graded or getattr(function, "__name__", "") in {"dcg_score", "ndcg_score"}
    if chosen not in SIGNATURES:
        raise TargetError(f"no signature {chosen!r}: known are {', '.join(SIGNATURES)}")
    wanted = task or known.task
    tasks = SIGNATURES[chosen].tasks
    if wanted is not None and wanted not in tasks:
        raise TargetError(f"{name}: signature {chosen} is of task {' or '.join(tasks)}, not {wanted!r}")
    if inferred and wanted is None:
        inferred += f"; task {' and '.join(tasks)}"
    return Declaration(wanted, chosen, known.exact, graded, known.overlapping, inferred)


def _is_ir_measure(function: Any) -> bool:
    return type(function).__module__.startswith("ir_measures.") and hasattr(function, "iter_calc")


def _inferred_signature(function: Any, name: str) -> str:
    """By the names of the first two parameters."""
    try:
        parameters = tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        parameters = ()
    for signature in SIGNATURES.values():
        if parameters[:2] in signature.parameters:
            return signature.name
    known = "; ".join(f"{s.name}: {s.call}" for s in SIGNATURES.values())
    raise TargetError(f"{name}({', '.join(parameters)}): its signature cannot be told from its parameters; give --signature, one of {known}")


def _caller(function: Any) -> Callable[..., Any]:
    """The function, or what stands for a measure that is no function."""
    return partial(_ir_measure, function) if _is_ir_measure(function) else function


def _ir_measure(measure: Any, qrel: Mapping[str, int], run: Mapping[str, float]) -> Any:
    for found in measure.iter_calc({"topic": qrel}, {"topic": run}):
        return found.value
    return None


# --- judging -------------------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class BlackBox:
    """Judges a user's metric by calling it. A difference counts only outside the error bound; a tie only where rounding cannot have made it."""

    id: str
    function: Any
    declared: Declaration
    task: str
    used: set[str] = field(default_factory=set)
    examples: int = EXAMPLES
    _known: dict[Any, float] = field(default_factory=dict)
    _bound: float = BOUND

    @property
    def signature(self) -> Signature:
        assert self.declared.signature is not None
        return SIGNATURES[self.declared.signature]

    @property
    def exact(self) -> bool:
        return self.declared.exact

    @property
    def closed(self) -> bool:
        return self.signature.closed

    def serves(self, reading: Reading) -> str | None:
        """Why the reading does not apply, or None."""
        if reading.needs == "graded" and not self.declared.graded:
            return "the metric does not say that it is graded: @axiometrics.metric(graded=True)"
        if reading.needs == "overlapping" and not self.declared.overlapping:
            return "the metric does not say that it takes overlapping clusters: @axiometrics.metric(overlapping=True)"
        return None

    def cap(self, constraint: Constraint, reading: Reading, asked: int | None) -> int | None:
        """A black box is searched less far unless told."""
        if asked is not None or reading.finite:
            return asked
        if constraint.quantifier in {Quantifier.EXISTS, Quantifier.EVENTUALLY}:
            return THRESHOLD
        return APART.get((constraint.id, reading.name), SIZES[constraint.task])

    def score(self, system: Organization, gold: Organization) -> Any:
        """What the metric says of a system output, a float or (declared exact) a `Fraction`.

        Raises `MetricFailedError` with the input where it raises or returns no finite number.
        """
        arguments = self.signature.arguments(system, gold, Fraction if self.exact else int)
        data = {"gold": gold.to_json(), "output": system.to_json()}
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
                warnings.simplefilter("ignore")
                value = _caller(self.function)(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise MetricFailedError(f"raised {_one_line(error)} on gold {gold}, output {system}", data) from None
        return self._number(value, f"on gold {gold}, output {system}", data)

    def _number(self, value: Any, where: str, data: Mapping[str, Any]) -> Any:
        if isinstance(value, np.ndarray) and value.ndim == 0:
            value = value.item()
        if not isinstance(value, RealNumber) and not isinstance(value, np.number):
            raise MetricFailedError(f"returned {_short(value)}, no number, {where}", data)
        if self.exact:
            if not isinstance(value, (int, Fraction)):
                raise MetricFailedError(f"declares itself exact but returned the {type(value).__name__} {value!r} {where}", data)
            return Fraction(value)
        if isinstance(value, complex) or not math.isfinite(value):
            raise MetricFailedError(f"returned {_short(value)} {where}", data)
        if isinstance(value, np.floating):
            self._bound = max(self._bound, float(np.finfo(value.dtype).eps) * BOUND * 2.0**52)
        return float(value)

    def values(self, universe: Universe, index: Array) -> Array:
        """The values of these elements, each asked once, and the first of them twice: a metric that disagrees with itself is found out."""
        found = np.empty(len(index))
        kind = type(universe).__name__
        if len(index):
            self._demand_agreement(*universe.outputs(int(index[0]), self.closed))
        for place, k in enumerate(index.tolist()):
            signature = universe.signature(k, self.closed)
            if signature is None or (kind, signature) not in self._known:
                value = float(self.score(*universe.outputs(k, self.closed)))
                if signature is None:
                    found[place] = value
                    continue
                self._known[kind, signature] = value
            found[place] = self._known[kind, signature]
        return found

    def _demand_agreement(self, system: Organization, gold: Organization) -> None:
        first, second = (float(self.score(system, gold)) for _ in range(2))
        if not self._close(first - second, first, second):
            data = {"gold": gold.to_json(), "output": system.to_json()}
            raise MetricFailedError(f"disagreed with itself: {first!r}, then {second!r} on gold {gold}, output {system}", data)

    def _close(self, difference: float, *scores: float) -> bool:
        """Whether rounding alone may have made this difference."""
        return abs(difference) <= self._bound * max(1.0, *(abs(score) for score in scores))

    def decide(self, case: Case, demand: Demand) -> Decision:
        """The sign of the required difference, or None within the error bound where rounding may have made or hidden a tie."""
        scores = self._scores(case, demand)
        excess = demand.excess(scores)
        if self.exact:
            return Decision((excess > 0) - (excess < 0), scores)
        if not self._close(excess, *scores.values()):
            for output in case.outputs.values():
                self._demand_agreement(output, case.gold)
            return Decision(1 if excess > 0 else -1, scores)
        if excess == 0 and max(output.size for output in case.outputs.values()) <= LONGEST_TIE:
            variants = (self._scores(_renamed(case, seed), demand) for seed in range(VARIANTS))
            if all(demand.excess(other) == 0 for other in variants):
                return Decision(0, scores)
        return Decision(None, scores, reason="within the error bound")

    def _scores(self, case: Case, demand: Demand) -> dict[str, Any]:
        known: dict[int, Any] = {}
        scores = {}
        for role in demand.roles:
            output = case.outputs[role]
            if id(output) not in known:
                known[id(output)] = self.score(output, case.gold)
            scores[role] = known[id(output)]
        return scores

    def score_table(self, table: tuple[int, int, int, int]) -> Any:
        """The score of a table of counts (tp, fp, fn, tn)."""
        sets, gold = organize(table)
        return self.score(Organization.filtering(sets["positive"], sets["negative"]), gold)

    def show(self, score: Any) -> Any:
        """A float as it is, an exact number as a string."""
        return str(score) if self.exact else score


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _renamed(case: Case, seed: int) -> Case:
    """The same case with other names for its documents, and clusters and levels written in another order."""
    chance = random.Random(seed)
    documents = sorted(case.gold.documents.union(*(output.documents for output in case.outputs.values())))
    names = [f"d{i}" for i in range(len(documents))]
    chance.shuffle(names)
    name = dict(zip(documents, names, strict=True))

    def shuffled(organization: Organization) -> Organization:
        levels = []
        for level in organization.levels:
            clusters = [chance.sample([name[d] for d in cluster], len(cluster)) for cluster in level]
            chance.shuffle(clusters)
            levels.append(clusters)
        return Organization(levels, organization.tail)

    gold = shuffled(case.gold)
    return Case(gold, {role: shuffled(output) for role, output in case.outputs.items()}, case.edit)
