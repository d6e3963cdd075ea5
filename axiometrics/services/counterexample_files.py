"""A program that makes the files of the counterexamples that ship with the package (`verification.shipped_cases`).

`make proofs`, which also runs `python -m axiometrics.services.counterexample_files`, computes the matrices of all
studies in all readings and the further cells that audits ask for, and keeps the counterexamples. It takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import json

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint
from axiometrics.core.files import write_whole
from axiometrics.core.metric import Metric
from axiometrics.registry import studies
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.services.proof_files import needed
from axiometrics.verification.shipped_cases import FOLDER, ShippedCounterexample


def _computed() -> Iterator[Cell]:
    """The cells of all studies, and then the further cells that audits need, in all readings."""
    made: set[tuple[str, str]] = set()
    for study in studies.asked("all"):
        metrics, constraints = studies.metrics([study]), studies.constraints([study])
        made |= {(metric.id, constraint.name) for metric in metrics for constraint in constraints}
        yield from run(list(map(builtin, metrics)), constraints, readings="all")
    for metric, constraint in needed():
        if (metric.id, constraint.name) not in made:
            yield from _of(metric, constraint)


def _of(metric: Metric, constraint: Constraint) -> Iterable[Cell]:
    return run([builtin(registry.judged_metric(metric.id, constraint.task))], [constraint], readings="all")


def counterexamples(cells: Iterable[Cell]) -> Iterator[ShippedCounterexample]:
    """Yield the counterexamples that the cells show, each once."""
    seen: set[tuple[str, str, str]] = set()
    for cell in cells:
        name = cell.metric, f"{cell.task}:{cell.constraint}", cell.reading
        if cell.counterexample is not None and name not in seen:
            seen.add(name)
            data = cell.to_json()
            yield ShippedCounterexample(*name, data["relation"], data["counterexample"])


def main() -> None:
    """Write the files."""
    by_task: dict[str, list[bytes]] = {}
    for counterexample in counterexamples(_computed()):
        by_task.setdefault(counterexample.constraint.partition(":")[0], []).append(json.encode(counterexample) + b"\n")
    folder = Path(str(FOLDER))
    for old in folder.glob("*.jsonl"):
        old.unlink()
    for task, lines in by_task.items():
        write_whole(folder / f"{task}.jsonl", b"".join(sorted(lines)))


if __name__ == "__main__":
    main()
