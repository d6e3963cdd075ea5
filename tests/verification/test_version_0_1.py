"""Files that version 0.1 saved are loaded and verified as the files of this version.

The files in `version_0_1` were written by the last commit of version 0.1: the default matrix in all readings, the check
of a user's metric, a region, a separation, and one claim of each kind and verdict of its audit.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.core.documents import written
from axiometrics.core.matrix import Matrix

SAVED = Path(__file__).parent / "version_0_1"


def unpacked(name: str) -> Any:
    """One of the files, as version 0.1 wrote it."""
    return json.loads(gzip.decompress((SAVED / f"{name}.json.gz").read_bytes()))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The files, unpacked."""
    for file in SAVED.glob("*.gz"):
        (tmp_path / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
    return tmp_path


def test_files_of_version_0_1_are_loaded(saved: Path) -> None:
    known = {"matrix": 568, "check": 5, "region": 1, "separation": 1, "audit": 26}
    assert {file.stem for file in saved.iterdir()} == set(known)
    assert len(ax.load(saved / "matrix.json").cells) == known["matrix"]
    assert len(ax.load(saved / "check.json").cells) == known["check"]
    assert written(ax.load(saved / "region.json")) == unpacked("region")
    assert len(ax.load(saved / "audit.json").claims) == known["audit"]
    assert ax.load(saved / "separation.json")


def test_a_region_of_version_0_1_is_verified(saved: Path) -> None:
    assert ax.verify(saved / "region.json").counts["verified"] == 1
    assert ax.verify(ax.load(saved / "region.json")).counts["verified"] == 1


def some(name: str, step: int) -> Matrix:
    """Each cell of the saved matrix whose number is a multiple of the step."""
    data = unpacked(name)
    return Matrix.from_json({**data, "cells": data["cells"][::step]})


def test_cells_of_version_0_1_are_verified() -> None:
    found = ax.verify(some("matrix", 23))
    reworded = {item.metric for item in found.items if item.status == "reworded"}
    assert {item.reason.partition(" is ")[0] for item in found.items if item.metric in reworded} == {"its statement"}
    rest = {"not re-run": 0, "nothing to check": 3, "reworded": len(reworded)}
    assert found.counts == {"verified": 22, "failed": 0, **rest}
    assert all(one in str(found) for one in reworded)


@pytest.mark.thorough
def test_every_cell_of_version_0_1_is_verified() -> None:
    found = ax.verify(some("matrix", 1))
    assert found.counts == {
        "verified": 495,
        "failed": 0,
        "not re-run": 0,
        "nothing to check": 73,
        "reworded": 12,
    }
