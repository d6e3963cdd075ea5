"""What the site shows beside the verdicts and what takes minutes to compute: severities, the constraints that exclude
each other, audits, and how metrics behave.

Each result is kept in `generated/computed/` with a digest of what it depends on, so that it is computed once.
Severities and relations that are not found within the set time are left out, as in `axiometrics atlas`.
"""

import hashlib
import json
import pickle
from dataclasses import replace
from functools import cache
from pathlib import Path

from msgspec import structs

import axiometrics
from axiometrics import registry
from axiometrics.candidates.conduct import conduct
from axiometrics.core.errors import AxiometricsError
from axiometrics.possibility.relations import task_relations
from axiometrics.possibility.relations_page import constraint_lattice
from axiometrics.possibility.severity import with_severities
from axiometrics.running.candidate import builtin

FOLDER = Path(__file__).parents[1] / "generated" / "computed"

SEVERITY, LATTICE = 3, 4
"""Seconds for all severities of a study, and for the relations of the constraints of a task. With ten studies and
twelve tasks, a site that is built anew spends a minute and a half on them; the commands have more time.
"""

RESTS_ON = ("core", "constraints", "generators", "metrics", "possibility", "tasks", "registry", "search", "judging")
"""The packages whose code decides severities and relations. A change in one of them makes all of these be computed
anew.
"""

ALL = ("", "constraints", "generators", "metrics", "reports")
"""The folders with all code, on which audits and conduct rest."""


@cache
def _code(folders):
    """A digest of the code and of the data beside it."""
    home, seen = Path(axiometrics.__file__).parent, hashlib.sha256()
    for folder in folders:
        for path in sorted((home / folder).rglob("*")):
            if path.suffix in (".py", ".json", ".jsonl"):
                seen.update(path.read_bytes())
    return seen.hexdigest()


def _kept(name, about, compute, folders=RESTS_ON):
    """The result of `compute`, taken from its file if the file was written for the same code and the same `about`."""
    path, key = FOLDER / f"{name}.pickle", hashlib.sha256(f"{_code(folders)} {about}".encode()).hexdigest()
    try:
        with path.open("rb") as file:
            old_key, result = pickle.load(file)
        if old_key == key:
            return result
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError, ValueError):
        pass
    result = compute()
    FOLDER.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps((key, result)))
    return result


def severe(study):
    """The study with a matrix whose violations have their severity."""

    def judge(cell):
        is_ours = registry.is_metric(cell.metric)
        return builtin(registry.judged_metric(cell.metric, cell.task)).judge(cell.task) if is_ours else None

    def compute():
        matrix = with_severities(study.matrix, judge, SEVERITY)
        return [getattr(cell.evidence, "severity", None) for cell in matrix.cells]

    cells = study.matrix.cells
    about = json.dumps([[cell.task, cell.metric, cell.constraint, cell.reading, cell.holds] for cell in cells])
    severities = _kept(f"severity-{study.name}", about, compute)
    whole = [_with(cell, severity) for cell, severity in zip(cells, severities, strict=True)]
    return replace(study, matrix=replace(study.matrix, cells=tuple(whole)))


def _with(cell, severity):
    if severity is None:
        return cell
    return structs.replace(cell, evidence=structs.replace(cell.evidence, severity=severity))


@cache
def lattice(task):
    """What the constraints of a task exclude and imply. None where nothing was found, or where the relations cannot be
    computed.
    """

    def compute():
        try:
            relations = task_relations(task, LATTICE)
        except AxiometricsError:
            return None
        return constraint_lattice(relations) if relations and (relations.sets.conflicts or relations.implied) else None

    return _kept(f"lattice-{task}", task, compute)


def audit(study):
    """The audit of the claims of a study."""
    return _kept(f"audit-{study}", study, lambda: axiometrics.audit(study), ALL)


def behaviour():
    """The facts about conduct that calls of each metric show, by its name."""

    def compute():
        return {metric.name: conduct(builtin(metric)).facts for metric in registry.metrics()}

    return _kept("conduct", "", compute, ALL)
