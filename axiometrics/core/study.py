"""A study as data: which metrics a paper looks at, under which constraints and readings, and what it claims of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable

from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import AxiometricsError, DeclarationError, UnknownNameError

ALL = "all"
"""The name for every study together in `--study`; no study may have this name."""


@dataclass(frozen=True)
class ConstraintChoice:
    """A constraint as a study looks at it.

    Attributes
    ----------
    constraint : its name, `task:id`
    readings : names of the readings that the study looks at, the study's default first; empty: all readings of the
        constraint, in the order in which it declares them

    Raises
    ------
    DeclarationError
        For a name without a task, and for readings that are not a tuple of distinct names.
    """

    constraint: str
    readings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.constraint, str) or not all(self.constraint.partition(":")):
            raise DeclarationError(f"a study names the constraint {self.constraint!r}: write task:id")
        _demand_names(f"the choice of {self.constraint}", "readings", self.readings)

    @property
    def task(self) -> str:
        """The task of the constraint."""
        return self.constraint.partition(":")[0]

    def of(self, constraint: Constraint) -> Constraint:
        """The constraint with the chosen readings only. Raises `UnknownNameError` for a reading that it does not have.

        The readings themselves stay as they are declared, so a verdict does not depend on the study that asks for it.
        """
        return (
            replace(constraint, readings=tuple(map(constraint.reading, self.readings))) if self.readings else constraint
        )


@dataclass(frozen=True)
class Study:
    """The subject of one paper: its metrics, its constraints in their readings, and its claims.

    Attributes
    ----------
    name : the name for `--study` and `audit`
    title : its subject, in one line
    source : the paper, with its DOI
    metrics : names of metrics, with parameters where the study gives them a value, in the order of the paper; may be
        empty, for a study that brings constraints to any metric
    constraints : names `task:id`, or `ConstraintChoice` where the study does not look at all readings or has another
        default, in the order of the paper
    claims : the file of published claims that `axiometrics audit` compares with what is computed, or None
    lacking : the parts of the paper that cannot be computed, with the reason, for `list open`
    own : of a study in a file, the metrics of its author: TARGETs, and names of the file

    Raises
    ------
    DeclarationError
        For a text that is empty or is not a text, for the name `all`, and for metrics or constraints that are not a
        tuple of distinct names. `demand_known` sees whether the names exist, once everything is loaded.
    """

    name: str
    title: str
    source: str
    metrics: tuple[str, ...] = ()
    constraints: tuple[str | ConstraintChoice, ...] = ()
    claims: Traversable | None = None
    lacking: tuple[tuple[str, str], ...] = ()
    own: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in ("name", "title", "source"):
            text = getattr(self, field)
            if not isinstance(text, str) or not text.strip():
                raise DeclarationError(f"a study has {field}={text!r}: expected a text that says something")
        if self.name == ALL:
            raise DeclarationError(f"a study is named {ALL!r}, which means every study: rename it")
        _demand_names(f"the study {self.name}", "metrics", self.metrics)
        if not isinstance(self.constraints, tuple) or not all(
            isinstance(chosen, str | ConstraintChoice) for chosen in self.constraints
        ):
            raise DeclarationError(
                f"the study {self.name} has constraints={self.constraints!r}: expected a tuple of names task:id "
                f"and of ConstraintChoice"
            )
        _demand_names(f"the study {self.name}", "constraints", tuple(chosen.constraint for chosen in self.choices))
        if self.claims is not None and not isinstance(self.claims, Traversable):
            raise DeclarationError(
                f"the study {self.name} has claims={self.claims!r}: expected a file of its package, "
                f'importlib.resources.files(__name__) / "claims.json"'
            )

    @property
    def choices(self) -> tuple[ConstraintChoice, ...]:
        """The constraints, each as a choice."""
        return tuple(ConstraintChoice(chosen) if isinstance(chosen, str) else chosen for chosen in self.constraints)

    @property
    def tasks(self) -> tuple[str, ...]:
        """The tasks of the constraints, by which the names of the metrics are read."""
        return tuple(dict.fromkeys(chosen.task for chosen in self.choices))

    def demand_known(self, metric: Callable[[str], object], constraint: Callable[[str], Constraint | None]) -> None:
        """Raise `DeclarationError` if the study names a metric or a constraint that does not exist.

        `metric` finds a metric by name and raises where there is none or where a parameter cannot have that value;
        `constraint` finds a constraint by `task:id`, or None.
        """
        for name in self.metrics:
            try:
                metric(name)
            except AxiometricsError as error:
                raise DeclarationError(f"the study {self.name}: {error}") from None
        for chosen in self.choices:
            declared = constraint(chosen.constraint)
            if declared is None:
                raise DeclarationError(
                    f"the study {self.name} names the constraint {chosen.constraint!r}, which is not declared: "
                    f"`axiometrics list constraints` shows all"
                )
            try:
                chosen.of(declared)
            except UnknownNameError as error:
                raise DeclarationError(f"the study {self.name}: {error}") from None


def choices_of(studies: Iterable[Study], task: str) -> tuple[ConstraintChoice, ...]:
    """The choices of constraints of a task, from the first study that has any for this task; empty where no study has
    one.
    """
    for study in studies:
        choices = tuple(chosen for chosen in study.choices if chosen.task == task)
        if choices:
            return choices
    return ()


def _demand_names(whose: str, field: str, names: object) -> None:
    """Raise `DeclarationError` unless it is a tuple of distinct texts."""
    if not isinstance(names, tuple) or not all(isinstance(name, str) and name for name in names):
        raise DeclarationError(f"{whose} has {field}={names!r}: expected a tuple of names")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise DeclarationError(f"{whose} has {field} with {twice[0]!r} twice: leave one out")
