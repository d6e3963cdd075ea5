"""Build an evaluation of objects of Python. It is scored, tested and explained in the same way as one of files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.core.task import FileKind
from axiometrics.evaluation.choices import AS_THEY_ARE, DataChoices
from axiometrics.evaluation.objects import as_one_query, demand_one_order, held
from axiometrics.evaluation.organizations import Organized
from axiometrics.evaluation.python_data import demand_common_topics, demand_no_matrix, rows_of
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.evaluation.sides import together
from axiometrics.evaluation.trec import Qrels, Run
from axiometrics.registry.tasks import file_kinds
from axiometrics.tasks.organizations import ORGANIZATIONS, QRELS

GOLD = "the gold"
"""The name of a gold that is an object. It stands where a file has its path."""


def evaluation_of(
    gold: Any, systems: Mapping[str, Any], overlap: bool = False, choices: DataChoices = AS_THEY_ARE
) -> Evaluation:
    """Build an evaluation of objects. `overlap` permits systems to return outputs that the rules of their task forbid.

    Raises `FileError` for an object of an unknown form, and for two sides that do not fit each other.

    >>> evaluation_of([0, 0, 1], {"mine": [0, 1, 1]}).kind.name
    'labels'
    """
    if hasattr(gold, "renamed"):
        values = tuple(Organized(name, _value(name, gold, system)) for name, system in systems.items())
        return Evaluation(_kind(gold), Organized(GOLD, gold), systems=values, overlap=overlap)
    for system in systems.values():
        demand_one_order(gold, system)
    gold, systems = as_one_query(gold, systems, choices)
    held_gold, held_systems = (
        held(gold, GOLD, gold=True),
        {name: held(system, name) for name, system in systems.items()},
    )
    if isinstance(held_gold, np.ndarray):
        rows = {name: rows_of(held_gold, system) for name, system in held_systems.items()}
        runs = tuple(replace(of.run, path=name) for name, of in rows.items())
        return Evaluation(QRELS, next(iter(rows.values())).qrels, runs=runs, choices=choices)
    both = together(held_gold, demand_no_matrix(held_systems.values()), choices)
    for run in both.systems:
        if isinstance(both.gold, Qrels) and isinstance(run, Run):
            demand_common_topics(both.gold, run)
    return Evaluation.of_sides(both, choices)


def _value(name: str, gold: Any, system: Any) -> Any:
    """The output of a system. Raises `FileError` if it is not a value of a task while the gold is one."""
    if not hasattr(system, "renamed"):
        raise FileError(f"{name} is {type(system).__name__}, and the gold is {type(gold).__name__}: give both alike")
    return system


def _kind(gold: Any) -> FileKind:
    """The kind of file that would hold this gold. Raises `FileError` if no task has such golds."""
    if isinstance(gold, Organization):
        return ORGANIZATIONS
    kinds = [kind for kind in file_kinds().values() if kind.data is type(gold)]
    if not kinds:
        raise FileError(f"the gold is {type(gold).__name__}, which no metric scores: give a gold of a task")
    return kinds[0]
