"""The settings of a search: one record, which the command line, Python and the pytest plugin fill in.

If each of them had its own list of options, a new setting would have to be added in several places, and a wrong value
might be refused in one of them only. So the defaults and checks are here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Quantifier, Reading
from axiometrics.core.errors import ParameterError, UnknownNameError
from axiometrics.search import Effort

SMALL, SMALL_THRESHOLD = 4, 20
"""The small sizes, at which a user's metric is searched first: the number of documents (more, where a reading has its
first case at a greater size), and the n of a threshold.
"""

DIGITS = 9
"""The most digits of a size."""


@dataclass(frozen=True)
class Sizes:
    """The requested sizes: one for all constraints, and separate ones by constraint, task, or `thresholds`.

    >>> Sizes.read("7,rag-bag=11,ranking=12").apart["rag-bag"]
    11
    """

    general: int | None = None
    apart: Mapping[str, int] | None = None

    @classmethod
    def read(cls, text: str | int | None) -> Sizes:
        """Read `N`, `name=N,...` or both.

        Raises `ParameterError` for a text that is not a size, and `UnknownNameError` for an unknown name.
        """
        general: int | None = None
        apart: dict[str, int] = {}
        for part in filter(None, str("" if text is None else text).replace(" ", "").split(",")):
            name, equals, value = part.rpartition("=")
            if not re.fullmatch(f"0*[1-9][0-9]{{0,{DIGITS - 1}}}", value):
                shown = f"{value[:20]}..." if len(value) > 20 else value or "nothing"
                raise ParameterError(
                    f"--max-size {part[:40]}: {shown!r} is not a size: give a whole number from 1, of up to "
                    f"{DIGITS} digits, or name=N,..."
                )
            if not equals:
                general = int(value)
            elif name in size_names():
                apart[name] = int(value)
            else:
                raise UnknownNameError(
                    f"--max-size {part}: no constraint or task {name!r}: known are {', '.join(sorted(size_names()))}"
                )
        return cls(general, apart)

    def of(self, constraint: Constraint, reading: Reading) -> int | None:
        """The requested size of a reading; None for the default of the reading.

        Readings named `picture` have one size. A threshold takes only a size that is given for thresholds.
        """
        apart = self.apart or {}
        threshold = constraint.quantifier in {Quantifier.EXISTS, Quantifier.EVENTUALLY}
        for name in (
            constraint.name,
            constraint.id,
            *(["thresholds"] if threshold else []),
            *([] if threshold else [constraint.task]),
        ):
            if name in apart and not reading.finite:
                return apart[name]
        return None if reading.finite or threshold else self.general

    def to_json(self) -> Any:
        """The sizes as the settings of a matrix have them."""
        return {"general": self.general, **(self.apart or {})} if self.apart else self.general


def size_names() -> set[str]:
    """The names that may have a size of their own."""
    return {"thresholds"} | {name for c in registry.constraints() for name in (c.id, c.name, c.task)}


@dataclass(frozen=True)
class Search:
    """The settings of a run: how far it searches, and with which seed, processes and limits.

    Attributes
    ----------
    sizes : how far the cases are enumerated
    max_examples : the number of random cases beyond the enumerated ones; None for none on a metric that is decided
        exactly, and some on a metric in floats
    seed : the seed of the random cases; the same seed draws the same cases
    jobs : the number of processes
    budget : the seconds after which unfinished cells become `undetermined`, unless a theorem settles a cell that was
        begun
    quick : whether the small sizes alone are searched
    proofs : whether theorems prove or refute the reading for greater sizes than were searched
    """

    sizes: Sizes = field(default_factory=Sizes)
    max_examples: int | None = None
    seed: int = 0
    jobs: int = 1
    budget: float | None = None
    quick: bool = False
    proofs: bool = True

    def __post_init__(self) -> None:
        if self.max_examples is not None and self.max_examples < 0:
            raise ParameterError(f"max_examples is {self.max_examples}: give a whole number from 0")

    @classmethod
    def of(cls, max_size: str | int | None = None, **more: Any) -> Search:
        """The settings with the sizes as `--max-size` has them.

        >>> Search.of("7,rag-bag=11", seed=3).to_json()
        {'max_size': {'general': 7, 'rag-bag': 11}, 'max_examples': None, 'seed': 3}
        """
        return cls(Sizes.read(max_size), **more)

    def effort(self, constraint: Constraint, reading: Reading) -> Effort:
        """How far one reading of a constraint is searched."""
        if self.quick:
            return self.small(constraint, reading)
        return Effort(self.sizes.of(constraint, reading), self.max_examples, self.seed)

    def small(self, constraint: Constraint, reading: Reading) -> Effort:
        """The search of a reading at the least sizes at which it has cases, without random cases."""
        requested, examples = self.sizes.of(constraint, reading), self.max_examples or 0
        if reading.finite:
            return Effort(requested, examples, self.seed)
        if constraint.quantifier in {Quantifier.EXISTS, Quantifier.EVENTUALLY}:
            return Effort(min(SMALL_THRESHOLD, requested or SMALL_THRESHOLD), examples, self.seed)
        most = reading.cases.largest(requested)
        size = min(SMALL, most)
        if constraint.quantifier.over_cases:
            while size < most and next(iter(reading.judged.blocks(size)), None) is None:
                size += 1
        return Effort(size, examples, self.seed)

    def to_json(self) -> dict[str, Any]:
        """The settings that the verdicts depend on, as a matrix records them."""
        return {"max_size": self.sizes.to_json(), "max_examples": self.max_examples, "seed": self.seed}
