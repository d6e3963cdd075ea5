"""A command that is interrupted while it computes: a complete file that is there stays as it was, to the byte, and what
was finished, where a command writes that, stands beside it and says what is missing.
"""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from axiometrics.comparison.impact.document import ImpactDocument
from axiometrics.core.documents import read
from axiometrics.core.files import partial
from axiometrics.core.matrix import Matrix
from axiometrics.reports.atlas import write_site
from axiometrics.running import job
from tests.cli.test_formats import WRITERS

QRELS = "".join(f"{topic} 0 d{k} {k % 2}\n" for topic in (1, 2) for k in range(4))
FILES = {
    "qrels": QRELS,
    "run": "".join(f"{topic} Q0 d{k} {k} {9 - k} a\n" for topic in (1, 2) for k in range(4)),
    "other": "".join(f"{topic} Q0 d{k} {k} {k} b\n" for topic in (1, 2) for k in range(4)),
}
INTERRUPTED = {
    "atlas": (("saved.json", "--no-audit", "--severity", "0", "--lattice", "0"), "reports.atlas.site"),
    "audit": (("inex2006",), "auditing.audits"),
    "audit-library": (("sklearn",), "candidates.library_audit.audit"),
    "check": (("ap", "-c", "confidence", "--max-size", "3", "--no-cache"), "running.job.settle"),
    "compare": (("rand", "jaccard"), "comparison.identification.compare"),
    "conventions": (("precision", "--size", "3"), "possibility.conventions_search.kept"),
    "diff": (("saved.json", "saved.json"), "comparison.differences.compare"),
    "doctor": ((), "registry.definitions"),
    "explain": (("ap", "confidence", "--max-size", "3", "--no-cache"), "running.job.settle"),
    "identify": (("rand",), "comparison.identification.identify"),
    "impact": (("qrels", "run", "-c", "priority"), "comparison.impact.measurement.Edited.judged"),
    "list": (("metrics",), "registry.metrics"),
    "matrix": (("-m", "ap", "-c", "confidence", "--max-size", "3", "--no-cache"), "running.job.settle"),
    "meta": (("qrels", "run", "other"), "evaluation.metric_agreement.of_scores"),
    "possible": (("-c", "ranking:priority", "--size", "3"), "possibility.asking.decided"),
    "recommend": (("--require", "confidence"), "comparison.recommendation.recommend"),
    "region": (("rbp", "priority", "p"), "regions.region.region"),
    "score": (("qrels", "run"), "evaluation.scoring.Evaluation.score"),
    "separate": (("precision", "recall"), "comparison.separation.separate"),
    "strength": (("--task", "filtering"), "comparison.strength.strength"),
    "verify": (("saved.json",), "services.recheck.recheck"),
}
"""What each command is asked, and what it computes with, where it is interrupted."""

IN_PART = {"check", "explain", "impact", "matrix"}
"""The commands that write what was finished."""


def test_every_command_that_writes_is_interrupted() -> None:
    assert set(INTERRUPTED) == {*WRITERS, "atlas"}


def interrupt(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.usefixtures("files_here")
@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interrupted_command_leaves_the_complete_file(
    name: str, tmp_path: Path, command: Callable[..., Any], matrix_of: Callable[..., Matrix], monkeypatch: Any
) -> None:
    options, computes = INTERRUPTED[name]
    (tmp_path / "saved.json").write_text(json.dumps(matrix_of(["ap"], ["confidence"], max_size=3).to_json()))
    whole = tmp_path / "site" / "search.js" if name == "atlas" else tmp_path / "found.json"
    if name == "atlas":
        write_site(str(whole.parent), [(whole.name, "complete")])
    whole.write_text("complete")
    before = {path.name for path in tmp_path.iterdir()}
    monkeypatch.setattr(f"axiometrics.{computes}", interrupt)
    ran = command(name, *options, "-o", str(whole.parent if name == "atlas" else whole))
    assert (ran.code, ran.out, whole.read_text()) == (130, "", "complete")
    assert "interrupted" in ran.err.splitlines()[-1]
    made = {path.name for path in tmp_path.iterdir()} - before
    beside = Path(partial(str(whole)))
    assert made == ({beside.name} if name in IN_PART else set())
    if name in IN_PART:
        said = json.loads(beside.read_text(encoding="utf-8"))
        assert said["complete"] is False
        assert read(said, ImpactDocument).missing == ["ranking:priority"] if name == "impact" else said["missing"] > 0


def stopped(seen: list[Any]) -> Callable[..., Iterator[Any]]:
    """A run that is interrupted when it has found one cell."""
    computed = job._computed

    def call(*arguments: Any) -> Iterator[Any]:
        for cell in computed(*arguments):
            if seen:
                raise KeyboardInterrupt
            seen.append(cell[0])
            yield cell

    return call


def test_what_a_stopped_run_lacks_is_told_to_the_last_cell(
    command: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of metrics of a further task, and those of readings that are not shown, on which `differs` rests."""
    for step in ("settle", "gone_beyond"):  # proofs take long
        monkeypatch.setattr(job, step, lambda cell, *_, **__: cell)
    options = (
        "matrix",
        "-m",
        "alpha-ndcg",
        "-m",
        "ap",
        "-c",
        "ranking:priority",
        "--max-size",
        "3",
        "--max-examples",
        "0",
        "--no-cache",
        "-q",
    )
    assert command(*options, "--reading", "all", "-o", str(tmp_path / "m.json")).code == 0
    whole = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    seen: list[Any] = []
    monkeypatch.setattr(job, "_computed", stopped(seen))
    assert command(*options, "--reading", "all", "-o", str(tmp_path / "m.json")).code == 130
    part = json.loads((tmp_path / "m.partial.json").read_text(encoding="utf-8"))
    names = [
        {tuple(cell[word] for word in ("task", "metric", "constraint", "reading")) for cell in cells}
        for cells in (whole["cells"], part["cells"], part["missing_cells"])
    ]
    assert len({name for _, name, _, _ in names[0]}) == 2
    assert (names[0], names[1] & names[2]) == (names[1] | names[2], set())
    seen.clear()
    alone = ("matrix", "-m", "ap", *options[5:], "-o", str(tmp_path / "one.json"))
    assert command(*alone).code == 130
    data = json.loads((tmp_path / "one.partial.json").read_text(encoding="utf-8"))
    assert (len(data["cells"]), data["complete"]) == (1, False)
    assert {cell["reading"] for cell in data["missing_cells"]} == {"single", "graded"}


@pytest.mark.skipif(not hasattr(signal, "SIGTERM"), reason="there is no such signal")
def test_sigterm_is_an_interruption(command: Callable[..., Any], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(job, "settle", lambda *_, **__: signal.raise_signal(signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    try:
        ran = command("matrix", "-m", "ap", "-c", "confidence", "--max-size", "3", "-o", str(tmp_path / "m.json"))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert (ran.code, [path.name for path in tmp_path.iterdir()]) == (130, ["m.partial.json"])
