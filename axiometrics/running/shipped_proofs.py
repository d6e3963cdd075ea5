"""Proofs that ship with the package, as data.

To find a proof and to link it to its metric (docs/proofs.md) takes most of the time of a matrix, and the result is the
same on every machine as long as the metric, its definition, its task, the constraint and the vocabulary are the same.
So each shipped proof is bound to a digest of these modules and of all modules that they import (`sources`). If the
installed modules have the same digest, the link counts as checked when the package was built, and only the argument is
checked, as in every run. Otherwise the proof is made and linked in this run. Versions of Python and of other packages
are not in the digest: whether a formula is that of a definition does not depend on them.

`make proofs` writes the files. A test makes all proofs anew and compares them with the files. `axiometrics verify`
links each proof again, shipped or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.documents import Document
from axiometrics.core.metric import Metric
from axiometrics.kernel.check_proof import SCHEMA, ProofError
from axiometrics.proving.theorem import Theorem
from axiometrics.running.sources import sources
from axiometrics.verification.proofs import check_argument, demand_short

FOLDER = files("axiometrics.proving").joinpath("shipped")
"""The folder of the shipped proofs. It has one file for each task, which holds one proof a line."""

SEED = 0
"""The seed of the larger cases that were drawn when the shipped proofs were linked. A run with another seed links each
proof itself.
"""


BESIDE = (
    "axiometrics",
    "axiometrics.core.page",
    "axiometrics.registry",
    "axiometrics.registry.entry_points",
    "axiometrics.registry.tasks",
    "axiometrics.studies",
    "axiometrics.tasks.drawing",
)
"""Modules that are imported but change no value, so that the digest leaves them out: the version number, the code that
shows cases and results, and the code that finds declarations.
"""


class ShippedProof(Document, frozen=True):
    """A proof, the way in which it is linked to its metric, and the digest of the modules on which the link rests."""

    rests: str
    link: str | dict[str, int]
    proof: Mapping[str, Any]


def shipped(
    theorem: Theorem, metric: Metric, constraint: Constraint, reading: Reading, seed: int
) -> ShippedProof | None:
    """The shipped proof of a theorem, after a check of its argument.

    None where no proof ships, or where this run has to check the link itself.
    """
    says = {"schema": SCHEMA, "words": theorem.words, "holds": theorem.holds}
    shipped_proof = next(
        (entry for entry in about(metric.id, constraint, reading.name) if says.items() <= entry.proof.items()), None
    )
    if shipped_proof is None or seed != SEED or shipped_proof.rests != rests_on(metric.base, constraint):
        return None
    try:
        _, scope = check_argument(shipped_proof.proof, constraint, reading, theorem.holds)
        demand_short(shipped_proof.proof, scope)
    except (ProofError, TypeError, AttributeError, KeyError, ValueError, RecursionError):
        return None  # the file was changed: the run makes the proof anew
    return shipped_proof


def ships(metric: Metric, constraint: Constraint, reading: str) -> bool:
    """Whether the package ships a proof that the metric satisfies the reading in cases of every size. The proof has to
    rest on the modules as they are now. Its argument is not checked here.
    """
    proofs = [
        entry for entry in about(metric.id, constraint, reading) if entry.proof["holds"] and "start" not in entry.proof
    ]
    return any(entry.rests == rests_on(metric.base, constraint) for entry in proofs)


def about(metric: str, constraint: Constraint, reading: str) -> list[ShippedProof]:
    """The proofs about a cell that ship with the package. Their arguments are not checked here."""
    return _in_file(constraint.task).get((metric, constraint.name, reading), [])


def proved(task: str, constraint: str, reading: str) -> set[str]:
    """The metrics with a shipped proof that they satisfy a reading, even if the code has changed since."""
    return {
        metric
        for (metric, *place), proofs in _in_file(task).items()
        if place == [constraint, reading] and any(entry.proof["holds"] for entry in proofs)
    }


@cache
def _in_file(task: str) -> Mapping[tuple[Any, ...], list[ShippedProof]]:
    by_place: dict[tuple[Any, ...], list[ShippedProof]] = {}
    file = FOLDER.joinpath(f"{task}.jsonl")
    for line in file.read_bytes().splitlines() if file.is_file() else ():
        entry = msgspec.json.decode(line, type=ShippedProof)
        by_place.setdefault(tuple(entry.proof.get(name) for name in ("metric", "constraint", "reading")), []).append(
            entry
        )
    return by_place


def rests_on(base: str, constraint: Constraint) -> str | None:
    """A digest of the modules that define the metric of that base and the demands of the constraint; None where it is
    not known.
    """
    return _digest(base, constraint.name, constraint.task, constraint.vocabulary)


@cache
def _digest(base: str, constraint: str, task: str, vocabulary: str) -> str | None:
    homes = registry.homes()
    own = next(
        (metric.task for metric in registry.metrics_named(base) if task in registry.judged_in(metric.task)), task
    )
    name = f"{own}:{base}"
    kinds = (("metric", name), ("definition", name), ("constraint", constraint), ("task", task), ("task", own))
    starts = [*map(homes.get, kinds), vocabulary]
    return sources().digest(filter(None, starts), BESIDE) if all(starts) else None
