"""Proofs that ship with the package: the files are up to date, and nothing in them is believed that does not hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.evidence import Proven
from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Theorem, entries_about
from axiometrics.running import plan, shipped_proofs
from axiometrics.running import run as runner
from axiometrics.running.cache import Cache
from axiometrics.running.candidate import builtin
from axiometrics.running.settings import Search
from axiometrics.running.shipped_proofs import FOLDER, ShippedProof, rests_on, shipped
from axiometrics.running.sources import Sources, sources
from axiometrics.services.proof_files import needed, proofs_of
from axiometrics.verification import verify_cell
from tests.cells import without_time

CURE = "run `make proofs` and commit what it writes"
Ship = Callable[..., None]
CELL = "jaccard", "clustering:completeness", "universal"


def in_files() -> list[ShippedProof]:
    lines = [line for file in Path(str(FOLDER)).glob("*.jsonl") for line in file.read_bytes().splitlines()]
    return [json.decode(line, type=ShippedProof) for line in lines]


def parts(metric: str, constraint: str, reading: str) -> tuple[Metric, Constraint, Reading]:
    (declared,) = registry.match_constraints(constraint)
    return registry.judged_metric(metric, declared.task), declared, declared.reading(reading)


def settled(metric: str, constraint: str, reading: str, **search: Any) -> Cell:
    matrix = runner.run(
        [builtin(registry.metric(metric, ("clustering",)))],
        registry.match_constraints(constraint),
        Search.of("4,ranking=5", **search),
        readings=reading,
    )
    return matrix.cells[0]


def verified(cell: Cell) -> str:
    (constraint,) = registry.match_constraints(f"{cell.task}:{cell.constraint}")
    return verify_cell(json.decode(json.encode(cell.to_json())), constraint, {}).status


@pytest.fixture
def ship(monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Makes some proofs the only ones that ship."""

    def only(*proofs: ShippedProof) -> None:
        def about(metric: str, constraint: Constraint, reading: str) -> list[ShippedProof]:
            own = {"metric": metric, "constraint": constraint.name, "reading": reading}
            return [proof for proof in proofs if own.items() <= proof.proof.items()]

        monkeypatch.setattr(shipped_proofs, "about", about)
        monkeypatch.setattr(plan, "about", about)

    return only


def test_every_shipped_proof_rests_on_the_modules_that_are_there() -> None:
    proofs = in_files()
    assert len(proofs) > 500
    stale = {
        (proof["metric"], proof["constraint"])
        for entry in proofs
        for proof in [entry.proof]
        for metric, constraint, _ in [parts(proof["metric"], proof["constraint"], proof["reading"])]
        if entry.rests != rests_on(metric.base, constraint)
    }
    assert not stale, f"{CURE}: {len(stale)} pairs of a metric and a constraint have changed, e.g. {sorted(stale)[:3]}"


def test_every_proof_that_is_asked_for_ships_and_no_other() -> None:
    """Of what theorems may prove: the slow test below says which of them do."""
    may, words = set(), set()
    for metric, constraint in needed():
        for reading in constraint.readings:
            for entry in entries_about(metric, constraint, reading):
                if isinstance(entry, Theorem):
                    may.add((metric.id, constraint.name, reading.name, entry.words, entry.holds))
    words = {
        tuple(proof.proof[name] for name in ("metric", "constraint", "reading", "words", "holds"))
        for proof in in_files()
    }
    assert words <= may, CURE
    assert len(words) == len(in_files()), "each once"
    assert len(may - words) < 30, f"{CURE}: few theorems are tried on settings that they do not cover"


@pytest.mark.parametrize(
    "share", [pytest.param(32, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.thorough)]
)
def test_the_files_are_what_is_proved_and_linked_now(share: int) -> None:
    """A share of 1 makes all proofs again. A share of 32 makes those of one in 32 of the pairs of a metric and a
    constraint; a digest of the source says which, so they are others when the source changes.
    """

    def taken(rests: str | None) -> bool:
        return rests is not None and int(rests, 16) % share == 0

    made = [
        proof
        for metric, constraint in needed()
        if taken(rests_on(metric.base, constraint))
        for proof in proofs_of(metric, constraint)
    ]
    kept = [proof for proof in in_files() if taken(proof.rests)]
    assert made
    assert set(map(json.encode, kept)) ^ set(map(json.encode, made)) == set(), CURE


def test_a_shipped_proof_is_what_a_run_would_find(ship: Ship) -> None:
    taken = settled(*CELL)
    ship()
    cell = settled(*CELL)
    assert isinstance(taken.evidence, Proven)
    assert isinstance(cell.evidence, Proven)
    assert (taken.evidence.link_checked, cell.evidence.link_checked) == ("when the package was built", None)
    assert without_time([replace(taken, evidence=replace(taken.evidence, link_checked=None))]) == without_time([cell])


def test_a_run_with_a_seed_of_its_own_links_the_proof_itself() -> None:
    evidence = settled(*CELL, seed=1).evidence
    assert isinstance(evidence, Proven)
    assert evidence.link_checked is None


@pytest.mark.parametrize(
    "module",
    [
        "axiometrics.metrics.clustering.counting_pairs",
        "axiometrics.definitions.clustering.counting_pairs",
        "axiometrics.constraints.clustering.completeness",
        "axiometrics.constraints.clustering.vocabularies.completeness",
        "axiometrics.tasks.clustering",
        "axiometrics.core.exact",
    ],
)
def test_a_proof_is_linked_at_once_where_what_it_rests_on_has_changed(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped_sources = sources()

    class EditedModules(Sources):
        def source(self, path: Path) -> bytes:
            return super().source(path) + (b"\nEDITED = 1\n" if path == shipped_sources.file(module) else b"")

    edited = EditedModules()
    edited._noted = shipped_sources._noted.copy()
    monkeypatch.setattr(shipped_proofs, "_digest", shipped_proofs._digest.__wrapped__)
    assert shipped(theorem(), *parts(*CELL), 0) is not None
    monkeypatch.setattr(shipped_proofs, "sources", lambda: edited)
    assert shipped(theorem(), *parts(*CELL), 0) is None


def theorem() -> Theorem:
    (entry,) = entries_about(*parts(*CELL))
    assert isinstance(entry, Theorem)
    return entry


def forged(**changed: Any) -> ShippedProof:
    """The shipped proof of the cell with fields of the proof changed."""
    entry = shipped(theorem(), *parts(*CELL), 0)
    assert entry is not None
    return ShippedProof(entry.rests, entry.link, {**entry.proof, **changed})


@pytest.mark.parametrize(
    "changed",
    [
        {"excess": "1"},
        {"steps": []},
        {"steps": None},
        {"facts": ["1 > 0"]},
        {"holds": False},
        {"words": "Because."},
        {"schema": "axiometrics/proof/0"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_shipped_argument_that_does_not_hold_is_not_believed(changed: dict[str, Any], ship: Ship) -> None:
    ship(forged(**changed))
    cell = settled(*CELL)
    assert isinstance(cell.evidence, Proven)
    assert cell.evidence.link_checked is None, "it is proved and linked at once"
    assert cell.evidence.proof is not None
    assert cell.evidence.proof["excess"] != "1"


def test_an_argument_about_a_different_metric_is_found_out_by_verify(ship: Ship) -> None:
    """What the digest is for: one who forges it, and the name of the metric, is believed by `matrix` alone."""
    other_proof = next(
        proof
        for proof in in_files()
        if (proof.proof["constraint"], proof.proof["reading"]) == CELL[1:]
        and proof.proof["metric"] not in CELL
        and proof.proof["excess"] != forged().proof["excess"]
    )
    about_ours = {**other_proof.proof, "metric": CELL[0], "words": theorem().words}
    ship(ShippedProof(other_proof.rests, "proved", about_ours))
    if other_proof.rests != forged_rests():
        own = settled(*CELL).evidence
        assert isinstance(own, Proven)
        assert own.link_checked is None, "the digest is the one of the other metric"
    ship(ShippedProof(forged_rests(), "proved", about_ours))
    cell = settled(*CELL)
    assert isinstance(cell.evidence, Proven)
    assert cell.evidence.link_checked
    assert verified(cell) == "failed"


def forged_rests() -> str:
    digest = rests_on(CELL[0], parts(*CELL)[1])
    assert digest is not None
    return digest


def test_a_cell_that_is_kept_is_not_used_where_other_proofs_ship(ship: Ship, tmp_path: Path) -> None:
    def computed() -> Cell:
        candidate, (constraint,) = (
            builtin(registry.metric(CELL[0], ("clustering",))),
            registry.match_constraints(CELL[1]),
        )
        cache = Cache(tmp_path, lambda text: None)
        return runner.run([candidate], [constraint], Search.of("4"), readings=CELL[2], cache=cache).cells[0]

    assert computed().to_json() == computed().to_json(), "with the same time taken: it was kept"
    assert computed().evidence.to_json()["detail"]["link_checked"]
    ship()
    assert "link_checked" not in computed().evidence.to_json()["detail"]
