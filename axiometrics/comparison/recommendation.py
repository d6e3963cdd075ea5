"""Recommend the metrics that satisfy given requirements, or say which requirements to give up where no metric does.

A choice among metrics is a choice among constraints. Each metric of a task is compared with the constraints that are
required and those that are forbidden. Where a metric meets all of them, the metrics are ordered by their evidence:
proved before searched before sampled. Where none does, the answer is the cost of the requirements: the smallest sets of
them that must be given up for a metric to be left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from axiometrics import registry
from axiometrics.comparison import task_questions
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.errors import ParameterError, UnknownNameError
from axiometrics.core.evidence import KINDS
from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Presentable
from axiometrics.core.progress import Progress, silent
from axiometrics.core.study import ConstraintChoice
from axiometrics.possibility.asking import together
from axiometrics.possibility.document import PossibleDocument
from axiometrics.possibility.question import question
from axiometrics.possibility.row_lists import cases_at
from axiometrics.possibility.rows import NotLinearError, demand_linear
from axiometrics.registry import studies
from axiometrics.registry.implications import Place
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import Candidate
from axiometrics.running.run import run
from axiometrics.running.settings import Search


@dataclass(frozen=True)
class Wish:
    """A wish that a constraint, in one reading, is satisfied, or that it is violated.

    Attributes
    ----------
    named : the constraint as the user named it
    """

    constraint: Constraint
    reading: str
    holds: bool
    named: str

    @property
    def words(self) -> str:
        """The wish as conflicts name it."""
        return self.named if self.holds else f"not {self.named}"

    def met(self, cell: Cell) -> bool:
        """Whether the cell says that the wish is fulfilled. A cell without a verdict fulfils nothing."""
        return cell.holds is self.holds


@dataclass(frozen=True)
class WishNotAsked:
    """A wish about which `possible` cannot be asked, and the reason: a part of a sentence that begins after a colon."""

    wish: Wish
    why: str


@dataclass(frozen=True)
class Recommended:
    """A metric, its cells in the order of the wishes, and the wishes that it does not meet."""

    id: str
    display: str
    cells: tuple[Cell, ...]
    missing: tuple[Wish, ...]

    @property
    def strength(self) -> tuple[int, ...]:
        """The key by which metrics are ordered, smallest first: the number of wishes that are not met, then the
        weakness of the evidence.
        """
        places = [KINDS.index(cell.evidence.kind) for cell in self.cells]
        return (len(self.missing), *(-places.count(i) for i in range(len(KINDS))))


@dataclass(frozen=True, repr=False)
class Recommendation(Presentable):
    """The metrics that were tried: those that meet all wishes first, ordered by the strength of their evidence.

    Attributes
    ----------
    task : the task of the metrics
    wishes : the required constraints, then the forbidden ones
    tried : every metric that was tried
    possible : where no metric meets all wishes, whether any metric could meet the wishes of which a linear program can
        be made; None where there are no such wishes
    not_asked : where no metric meets all, the wishes of which no linear program can be made
    prices : by the id of a metric, its violations of constraints that are not required, where some were looked at
    answers : the answers about the task that the wishes come from, by question
    """

    task: str
    wishes: tuple[Wish, ...]
    tried: tuple[Recommended, ...]
    possible: PossibleDocument | None = None
    not_asked: tuple[WishNotAsked, ...] = ()
    prices: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def metrics(self) -> tuple[Recommended, ...]:
        """The metrics that meet all wishes."""
        return tuple(metric for metric in self.tried if not metric.missing)

    @property
    def nearest(self) -> tuple[Recommended, ...]:
        """The metrics that miss the fewest wishes; none where a metric meets all wishes."""
        fewest = min((len(metric.missing) for metric in self.tried), default=0)
        return () if self.metrics else tuple(metric for metric in self.tried if len(metric.missing) == fewest)

    @property
    def conflicts(self) -> tuple[tuple[Wish, ...], ...]:
        """The smallest sets of wishes such that a metric is left once all wishes of one set are given up. No set
        contains another. Empty where a metric meets all wishes.
        """
        missed = {frozenset(metric.missing) for metric in self.tried}
        least = {group for group in missed if not any(smaller < group for smaller in missed)}
        in_order = (tuple(wish for wish in self.wishes if wish in group) for group in least)
        return (
            ()
            if self.metrics
            else tuple(sorted(in_order, key=lambda conflict: (len(conflict), [w.words for w in conflict])))
        )


def wishes(required: Iterable[str], forbidden: Iterable[str], task: str | None) -> tuple[Wish, ...]:
    """The wishes of one task from required and forbidden constraints, each given as `CONSTRAINT[@READING]`.

    Raises `UnknownNameError` for an unknown name, `ParameterError` where nothing is required, the task is not
    clear, or the same thing is required and forbidden.
    """
    demands = [(name, True) for name in required] + [(name, False) for name in forbidden]
    if not demands:
        questions = task_questions.options(task)
        example = next((of.shows for (of, *_) in questions.values() if task), "homogeneity")
        answer = f", or answer a question about your task: {', '.join(f'--{name}' for name in questions)}"
        cure = f"name a constraint, e.g. --require {example}" if questions or task is None else "name a constraint"
        raise ParameterError(f"nothing is required: {cure}{answer if questions else ''}")
    at_hand = () if task is None else (task,)
    constraints = {name: registry.match_constraints(name.partition("@")[0], at_hand) for name, _ in demands}
    common = set.intersection(*({c.task for c in named} for named in constraints.values()))
    if task is not None:
        common &= {task}
    if len(common) != 1:
        of = "; ".join(f"{name}: {', '.join(sorted({c.task for c in named}))}" for name, named in constraints.items())
        cure = "name one with --task" if common else "require constraints of one task"
        raise ParameterError(
            f"the constraints have {'several tasks' if common else 'no task'} in common ({of}): {cure}"
        )
    (chosen,) = common
    by_reading: dict[tuple[str, str], Wish] = {}
    for name, holds in demands:
        for constraint in (c for c in constraints[name] if c.task == chosen):
            if constraint.quantifier is Quantifier.DESCRIBES:
                raise ParameterError(f"{constraint.id} describes metrics and has no verdicts, so it cannot be required")
            reading = constraint.reading(name.partition("@")[2] or None).name
            before = by_reading.setdefault((constraint.name, reading), Wish(constraint, reading, holds, name))
            if before.holds is not holds:
                raise ParameterError(f"{constraint.id}@{reading} is both required and forbidden: drop one")
    return tuple(by_reading.values())


def choice(name: str | None, task: str) -> list[Candidate]:
    """The metrics to choose from: all built-in metrics of the task, those of a study, those of a library, or named
    metrics, divided by commas.

    Raises `UnknownNameError` where nothing of these kinds has the name.
    """
    from axiometrics.candidates import libraries
    from axiometrics.candidates.library_audit import candidates
    from axiometrics.candidates.selection import candidate
    from axiometrics.running.candidate import builtin

    if name is None or name in studies.studies():
        among = None if name is None else studies.metrics(studies.asked(name))
        return [builtin(metric) for metric in registry.metrics_of(task, among)]
    for library in map(libraries.library, libraries.names()):
        if name in (library.name, library.module, library.distribution):
            return [metric for metric in candidates(library.name) if task in metric.tasks]
    named = [part.strip() for part in re.split(r",(?![^(]*\))", name)]
    if len(named) > 1 or registry.is_named(name):
        return [candidate(target, task) for target in named]
    raise UnknownNameError(
        f"no study and no library {name!r}: studies are {', '.join(studies.studies())}, libraries are "
        f"{', '.join(libraries.names())}; or name metrics, divided by commas"
    )


def recommend(
    task: str | None = None,
    require: Iterable[str] = (),
    forbid: Iterable[str] = (),
    *,
    answers: Mapping[str, str] | None = None,
    among: str | None = None,
    search: Search | None = None,
    cache: Cache | None = None,
    progress: Progress = silent,
) -> Recommendation:
    """Recommend the metrics of a task that satisfy the required constraints and violate the forbidden ones.

    Parameters
    ----------
    task : may be left out where the constraints are of one task
    require, forbid : `CONSTRAINT` or `CONSTRAINT@READING`; without a reading the first one counts
    answers : answers about the task by question (`task_questions`), which require constraints, too. The price of a
        metric is the set of those constraints that the answers leave open and that it violates
    among : a study or a library, from whose metrics to choose; by default all built-in metrics

    >>> recommend("filtering", ["priority"], search=Search.of(6)).metrics[0].id
    'utility(tp=2,fp=-1,fn=0,tn=0)'
    """
    answered = answers or {}
    task = task_questions.task_of(answered, task) if answered else task
    wished = _wished(require, forbid, task, answered)
    chosen = list(dict.fromkeys(wish.constraint for wish in wished))
    of_study = wider(chosen[0].task, [(wish.constraint.name, wish.reading) for wish in wished])
    candidates = choice(among or of_study, chosen[0].task)
    left_open = task_questions.left_open_by(task, answered) if task and answered else ()
    priced = wishes(left_open, (), task) if left_open else ()
    chosen = list(dict.fromkeys([*chosen, *(wish.constraint for wish in priced)]))
    if of_study is not None:  # other readings are not shown, and their search takes long
        read: dict[Constraint, tuple[str, ...]] = {}
        for wish in (*wished, *priced):
            read[wish.constraint] = tuple(dict.fromkeys((*read.get(wish.constraint, ()), wish.reading)))
        chosen = [ConstraintChoice(constraint.name, readings).of(constraint) for constraint, readings in read.items()]
    matrix = run(candidates, chosen, search, readings="all", cache=cache, progress=progress)
    recommendation = replace(judged(matrix, wished), answers=answered, prices=_prices(matrix, wished, priced))
    if recommendation.metrics:
        return recommendation
    answer, not_asked = _possible(wished)
    return replace(recommendation, possible=answer, not_asked=not_asked)


def wider(task: str, wished: Iterable[tuple[str, str]]) -> str | None:
    """The study from whose metrics to choose, where it looks at each of these constraints in its reading
    (`task_questions.WIDER`).

    >>> wider("classification", [("classification:monotonicity", "several")])
    'multiclass'
    """
    name = task_questions.WIDER.get(task)
    if name is None:
        return None
    looked_at = {
        constraint.name: {of.name for of in constraint.readings}
        for constraint in studies.constraints(studies.asked(name))
    }
    return name if all(reading in looked_at.get(constraint, ()) for constraint, reading in wished) else None


def _wished(
    require: Iterable[str], forbid: Iterable[str], task: str | None, answers: Mapping[str, str]
) -> tuple[Wish, ...]:
    """The wishes of a user, together with those that the answers ask for. Raises `ParameterError` where there is no
    wish.
    """
    forbidden = list(forbid)
    required = [*(task_questions.required_by(task, answers) if task else ()), *require]
    if answers and not required and not forbidden:
        raise ParameterError(f"these answers leave every metric of {task}: give an answer that asks for something")
    return wishes(required, forbidden, task)


def _prices(matrix: Matrix, wished: Iterable[Wish], priced: Iterable[Wish]) -> dict[str, tuple[Cell, ...]]:
    """By metric, the cells of the constraints that it violates and that nobody required."""
    wanted = {(wish.constraint.id, wish.reading) for wish in wished}
    others = {(wish.constraint.id, wish.reading) for wish in priced} - wanted
    prices: dict[str, tuple[Cell, ...]] = {}
    for cell in matrix:
        if cell.holds is False and (cell.constraint, cell.reading) in others:
            prices[cell.metric] = (*prices.get(cell.metric, ()), cell)
    return prices


def _possible(wished: Iterable[Wish]) -> tuple[PossibleDocument | None, tuple[WishNotAsked, ...]]:
    """Whether any metric could meet those wishes of which a linear program can be made, at the default size of
    `possible`; and the wishes of which no program can be made. The document is None where there is no wish of the first
    kind.
    """
    places = {wish: Place(wish.constraint, wish.constraint.reading(wish.reading)) for wish in wished}
    reasons = {wish: _why_not_asked(place) for wish, place in places.items()}
    linear = [wish for wish in places if not reasons[wish]]
    not_asked = [WishNotAsked(wish, why) for wish, why in reasons.items() if why]
    if not linear:
        return None, tuple(not_asked)
    size = question([places[wish] for wish in linear]).size
    # A constraint without cases is satisfied by every metric. To ask that it be violated needs a greater size.
    empty = [wish for wish in linear if not wish.holds and not any(cases_at(places[wish], size))]
    not_asked += [
        WishNotAsked(wish, f"it has no case of size {size}, so that nothing violates it there") for wish in empty
    ]
    required, forbidden = (
        [places[wish] for wish in linear if wish.holds is holds and wish not in empty] for holds in (True, False)
    )
    if not (required or forbidden):
        return None, tuple(not_asked)
    return together(question(required, forbidden, size)), tuple(not_asked)


def _why_not_asked(place: Place) -> str:
    """The reason why no linear program can be made of a constraint; empty where one can be made."""
    try:
        demand_linear(place)
    except NotLinearError as error:
        return error.why
    return ""


def judged(matrix: Matrix, wished: tuple[Wish, ...]) -> Recommendation:
    """The recommendation that follows from the cells of a matrix for these wishes."""
    by_place = {(cell.metric, cell.constraint, cell.reading): cell for cell in matrix}
    tried = []
    for entry in matrix.metrics:
        cells = tuple(by_place[entry["id"], wish.constraint.id, wish.reading] for wish in wished)
        missing = tuple(wish for wish, cell in zip(wished, cells, strict=True) if not wish.met(cell))
        tried.append(Recommended(str(entry["id"]), str(entry["display"]), cells, missing))
    return Recommendation(wished[0].constraint.task, wished, tuple(sorted(tried, key=lambda metric: metric.strength)))
