"""A check of an installation: the versions of its packages, and whether every declared thing can be loaded."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

from axiometrics import __version__
from axiometrics.core.page import Column, Facts, Page, Presentable, Section, Table

PEERS = ("bcubed", "clusim", "ir-measures", "pytest", "pytrec-eval-terrier", "ranx", "scikit-learn")
"""Packages whose metrics can be checked, or that can run the checks."""

CLUSTERS = ("distributed",)
"""The package of `--backend dask`."""


@dataclass(frozen=True, repr=False)
class Soundness(Presentable):
    """The results of the check.

    Attributes
    ----------
    checks : for each thing whether it is sound, and in words what was found
    """

    checks: tuple[tuple[bool, str], ...]

    @property
    def problems(self) -> int:
        """The number of faults."""
        return sum(not sound for sound, _ in self.checks)

    def page(self) -> Page:
        """A line for each thing that was checked, and the number of faults."""
        last = f"{self.problems} problems" if self.problems else "no problem"
        lines = [("", f"{'ok   ' if sound else 'WRONG'}  {line}") for sound, line in self.checks]
        rows = [("ok" if sound else "WRONG", line) for sound, line in self.checks]
        table = Table(
            (Column("", share=0.1), Column("found", share=0.85)), rows, as_text=(Facts([*lines, ("", last)]),)
        )
        findings = [{"sound": sound, "found": line} for sound, line in self.checks]
        data = {"checks": findings, "problems": self.problems}
        return Page("", [Section("", [table])], "axiometrics/doctor/1", lambda: data)


def soundness() -> Soundness:
    """Check the versions, the packages that are needed, and every declaration."""
    return Soundness((*_versions(), *_declarations()))


def _versions() -> Iterator[tuple[bool, str]]:
    yield (
        sys.version_info >= (3, 11),
        f"python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} processors",
    )
    yield True, f"axiometrics {__version__}"
    yield True, f"stdout encodes {sys.stdout.encoding}"
    yield True, f"a user's metric runs {_isolation()}"
    for name in _needed():
        version = _version(name)
        yield version is not None, f"{name} {version or 'is missing: install it'}"
    yield True, "peers: " + (", ".join(f"{name} {version}" for name in PEERS if (version := _version(name))) or "none")
    yield (
        True,
        "backends: " + ", ".join(["loky", *(f"{name} {version}" for name in CLUSTERS if (version := _version(name)))]),
    )


def _isolation() -> str:
    """The way in which a user's metric is isolated on this system (docs/versions.md)."""
    from axiometrics.candidates.containment import isolates

    if not isolates():
        return "in the process at hand, without limits: this system is not POSIX"
    if sys.platform != "linux":
        return "in a process of its own, with a limit of time; limits of memory exist on Linux only"
    return "in a process of its own, with limits of time and memory"


def _needed() -> list[str]:
    """The packages without which axiometrics does not run, as its own metadata lists them."""
    listed = metadata.requires("axiometrics") or []
    return sorted({re.split(r"[^\w.-]", requirement)[0] for requirement in listed if "extra ==" not in requirement})


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _declarations() -> Iterator[tuple[bool, str]]:
    """The declarations in the folders. All are loaded; the fault of one that cannot be loaded is one line."""
    from axiometrics import registry
    from axiometrics.evaluation.scores import counted
    from axiometrics.registry import studies
    from axiometrics.reports.parts import formats as reporting

    checks = (
        ("metrics", lambda: registry.metrics()),
        ("definitions", lambda: registry.definitions()),
        ("constraints", lambda: registry.constraints()),
        (
            "controls of readings",
            lambda: [
                registry.judged_metric(name, c.task)
                for c in registry.constraints()
                for r in c.readings
                for name in (r.keeps, r.breaks)
            ],
        ),
        ("studies", lambda: studies.studies()),
        ("reports", lambda: reporting.reports()),
    )
    for sort, find in checks:
        try:
            yield True, f"{len(find())} {sort}"
        except Exception as error:
            yield False, f"{sort}: {type(error).__name__}: {error}"
    try:
        added = registry.extensions()
    except Exception:
        return  # what is wrong with ours is said above
    counts = (
        counted(len(added.metrics), "metric"),
        counted(len(added.definitions), "definition"),
        counted(len(added.constraints), "constraint"),
        counted(len(added.studies), "study", "studies"),
    )
    yield True, f"from other packages: {', '.join(counts)}"
    yield from ((False, problem) for problem in added.problems)
