"""`Pack`, by which packages written for version 0.1 bring metrics and constraints under one name.

New packages declare a `axiometrics.core.study.Study` (entry-point group `axiometrics.studies`), and constraints by
themselves (`axiometrics.constraints`). A pack is read as a study (`axiometrics.registry.entry_points`).
"""

from __future__ import annotations

from dataclasses import dataclass

from axiometrics.core.constraint import Constraint
from axiometrics.core.errors import DeclarationError


@dataclass(frozen=True)
class Pack:
    """What another package adds under the name of an entry point of the group `axiometrics.packs`.

    Attributes
    ----------
    metrics : names of the metrics of the study, ours or another package's; may be empty
    constraints : constraints of its own. The study has them after those of the first study of each task of its metrics;
        elsewhere they apply only where `-c` names them.

    Raises
    ------
    DeclarationError
        For anything else than tuples of names and of `Constraint`.
    """

    metrics: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        for what, kind, given in (("metrics", str, self.metrics), ("constraints", Constraint, self.constraints)):
            if not isinstance(given, tuple) or not all(isinstance(one, kind) for one in given):
                raise DeclarationError(f"a pack has {what}={given!r}: expected a tuple of {kind.__name__}")
