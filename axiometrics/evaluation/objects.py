"""An evaluation of what people hold in Python: it is scored, tested and explained as files are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from axiometrics.core.errors import FileError
from axiometrics.core.organization import Organization
from axiometrics.core.task import FileKind
from axiometrics.evaluation.choices import AS_THEY_ARE, DataChoices
from axiometrics.evaluation.coding import Coded
from axiometrics.evaluation.given import Retrieved, demand_one_order, given, given_gold, labels_by_document
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.organizations import Organized
from axiometrics.evaluation.plain_data import PlainSide, is_plain
from axiometrics.evaluation.scoring import Evaluation
from axiometrics.evaluation.side_by_side import read_sides
from axiometrics.registry.tasks import file_kinds
from axiometrics.tasks.organizations import ORGANIZATIONS, QRELS

GOLD = "the gold"
"""How an object that is the gold is named where a file has its path."""


def evaluation_of(
    gold: Any,
    systems: Mapping[str, Any],
    labelled: bool | None = False,
    overlap: bool = False,
    choices: DataChoices = AS_THEY_ARE,
) -> Evaluation:
    """An evaluation of objects; `labelled` says that a dictionary from documents holds their labels, None that nothing
    says it, and `overlap` lets systems hand in what the rules of their task forbid.

    Raises `FileError` for what is not known, and for two sides that do not fit.

    >>> evaluation_of([0, 0, 1], {"mine": [0, 1, 1]}).kind.name
    'labels'
    """
    if hasattr(gold, "renamed"):
        values = tuple(Organized(name, _value(name, gold, system)) for name, system in systems.items())
        return Evaluation(_kind(gold), Organized(GOLD, gold), systems=values, overlap=overlap)
    for system in systems.values():
        demand_one_order(gold, system)
    once = given_gold(gold, labelled, choices)
    if is_plain(once):
        sides = [PlainSide(name, system) for name, system in systems.items()]
        return Evaluation.of_sides(read_sides(PlainSide(GOLD, gold), sides, choices), choices)
    together = isinstance(once, (Coded, Labels)) and choices.documents != "same"
    later = replace(choices, **_LATER)
    held = {} if together else {name: given(once, system, labelled, later) for name, system in systems.items()}
    runs = {name: one for name, one in held.items() if isinstance(one, Retrieved)}
    if runs:
        qrels = replace(next(iter(runs.values())).qrels, path=GOLD)
        given_runs = tuple(replace(one.run, path=name) for name, one in runs.items())
        return Evaluation(QRELS, qrels, runs=given_runs, choices=choices)
    labels = [labels_by_document(system, name) for name, system in systems.items()]
    return Evaluation.of_labels(choices.label_kind, labels_by_document(once, GOLD), labels, choices)


_LATER: Mapping[str, Any] = {"noise": None, "documents": "same", "missing": "label"}
"""What is chosen for the documents of all systems together, and not for each system."""


def _value(name: str, gold: Any, system: Any) -> Any:
    """What a system returned. Raises `FileError` where it is not a value of a task, as the gold is."""
    if not hasattr(system, "renamed"):
        raise FileError(f"{name} is {type(system).__name__}, and the gold is {type(gold).__name__}: give both alike")
    return system


def _kind(gold: Any) -> FileKind:
    """The kind of file that holds such a gold."""
    if isinstance(gold, Organization):
        return ORGANIZATIONS
    kinds = [kind for kind in file_kinds().values() if kind.data is type(gold)]
    if not kinds:
        raise FileError(f"the gold is {type(gold).__name__}, which no metric scores: give a gold of a task")
    return kinds[0]
