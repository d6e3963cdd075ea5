"""A program that makes the files of the proofs that ship with the package (`running.shipped_proofs`).

`make proofs`, which runs `python -m axiometrics.services.proof_files`, proves every theorem about the cells that
studies and audits need. It links a proof to its metric again only where the proof, or the digest of the code on which
it rests, differs from that in the file; with `--all` it links all proofs, which takes minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import json

from axiometrics import registry
from axiometrics.auditing.claims import builtin_claims, claims_of, read_claims
from axiometrics.auditing.kind import kind_of
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.files import write_whole
from axiometrics.core.metric import Metric
from axiometrics.judging import ExactJudge
from axiometrics.proving.argument import NotProvedError
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.registry import studies
from axiometrics.running.settled_cells import linked
from axiometrics.running.shipped_proofs import FOLDER, SEED, ShippedProof, about, rests_on
from axiometrics.running.sources import SHIPPED, sources


def needed() -> Iterator[tuple[Metric, Constraint]]:
    """Yield each metric and constraint of which a study or an audit needs a cell. The metric is given in the form that
    the task of the constraint judges.
    """
    pairs: dict[tuple[str, str], None] = {}
    for study in studies.asked("all"):
        names = [constraint.name for constraint in studies.constraints([study])]
        pairs |= {
            (metric.id, name): None
            for metric in studies.metrics([study])
            for name in names
            if name.partition(":")[0] in registry.judged_in(metric.task)
        }
    for study_name in builtin_claims():
        for claim in claims_of(read_claims(study_name)):
            pairs |= {(want.metric, want.constraint): None for want in kind_of(claim).cells(claim)}
    constraints = registry.constraints_by_name()
    for metric_name, name in pairs:
        constraint = constraints[name]
        metric = registry.judged_metric(metric_name, constraint.task)
        if constraint.task in registry.judged_in(metric.task):
            yield metric.reduced(constraint.task), constraint


def proofs_of(metric: Metric, constraint: Constraint, all_anew: bool = True) -> Iterator[ShippedProof]:
    """Yield the proofs of a metric in each reading of a constraint. Each is made now, and linked to the metric where
    this is necessary.
    """
    rests = rests_on(metric.base, constraint)
    if rests is None:
        return
    for declared in constraint.readings:
        reading = declared.asked_of(metric)
        if ExactJudge(metric).serves(reading) is not None:
            continue  # the reading is about what the metric does not take
        shipped = (
            [] if all_anew else [proof for proof in about(metric.id, constraint, reading.name) if proof.rests == rests]
        )
        for theorem in entries_about(metric, constraint, reading):
            if isinstance(theorem, Theorem):
                with suppress(NotProvedError):
                    yield _made(theorem, metric, constraint, reading, rests, shipped)


def _made(
    theorem: Theorem, metric: Metric, constraint: Constraint, reading: Reading, rests: str, shipped: list[ShippedProof]
) -> ShippedProof:
    """The proof that a theorem gives. Raises `NotProvedError` where there is none."""
    if shipped:
        proof = json.decode(json.encode(theorem.prove(metric, constraint, reading)))
        if (kept := next((saved for saved in shipped if saved.proof == proof), None)) is not None:
            return kept
    proof, link = linked(theorem, metric, constraint, reading, SEED)
    return ShippedProof(rests, link, proof)


def main() -> None:
    """Write the files of proofs, and the notes about the modules on which the proofs rest."""
    SHIPPED.unlink(missing_ok=True)  # else the notes about earlier modules would be written again
    by_task: dict[str, list[bytes]] = {}
    for metric, constraint in needed():
        made = proofs_of(metric, constraint, all_anew="--all" in sys.argv[1:])
        by_task.setdefault(constraint.task, []).extend(json.encode(proof) + b"\n" for proof in made)
    folder = Path(str(FOLDER))
    for old in folder.glob("*.jsonl"):
        old.unlink()
    for name, lines in by_task.items():
        if lines:
            write_whole(folder / f"{name}.jsonl", b"".join(sorted(lines)))
    sources().note(SHIPPED)


if __name__ == "__main__":
    main()
