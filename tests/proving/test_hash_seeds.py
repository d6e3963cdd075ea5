"""Proofs do not hang on the order of sets: the JSON of two processes with other hash seeds is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import axiometrics

LINE = (
    "matrix",
    "--no-cache",
    "-q",
    "-m",
    "tbg",
    "-m",
    "rbp",
    "-m",
    "nmi",
    "-m",
    "bcubed-f",
    "-m",
    "f",
    "--reading",
    "all",
    "--format",
    "json",
)
SMALL = ("--max-size", "3,thresholds=70", "--max-examples", "0")


@pytest.mark.thorough
def test_another_hash_seed_finds_the_same_proofs() -> None:
    proofs = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(axiometrics.__file__).parents[1])}
        ran = subprocess.run(
            [sys.executable, "-m", "axiometrics", *LINE, *SMALL],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert '"proof":' in ran.stdout
        proofs.add("\n".join(part.partition(", ")[2] for part in ran.stdout.split('"seconds": ')))
    assert len(proofs) == 1
