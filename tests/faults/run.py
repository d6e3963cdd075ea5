"""Make each seeded fault in a copy of the source, and run the tests that are to notice it.

    python -m tests.faults.run [--jobs N] [NAME ...]

A name chooses faults: `generators-12`, or `generators` for a whole part. First the tests of the chosen faults run
without any fault, since tests that fail anyway prove nothing. Of each fault one line says `killed` (a test failed),
`survived` (all tests passed: write the missing assertion), or `does not apply` (the text is gone, or pytest could not
begin, so that no test judged it). The run ends with 1 if any fault was not killed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults.seeded import ROOT, SeededFault, seeded_faults

LIMIT = 900
"""Seconds that the tests of one fault may take; they take a few. A fault that keeps them from ending is noticed."""

CODES = {0: "survived", 1: "killed"}
"""By the exit code of pytest, what became of a fault. Any other code says that no test judged it."""


def copied(folder: Path) -> Path:
    """The tracked files of the repository as they are now, in a new folder."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(ROOT / name):  # else it is deleted, and the deletion is not committed yet
            shutil.copy2(ROOT / name, target, follow_symlinks=False)
    return folder


def ended(copy: Path, tests: list[str], limit: float | None, *options: str) -> tuple[int | None, str]:
    """The exit code of pytest in a copy of the source, None where the limit was reached, and its output."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *options, *tests]
    command += ["--tb=line", "--hypothesis-profile=fast"]
    around = {"PYTHONPATH": str(copy), "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")}
    try:
        ran = subprocess.run(
            command, cwd=copy, env={**os.environ, **around}, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return ran.returncode, ran.stdout + ran.stderr


def outcome(fault: SeededFault, copy: Path) -> tuple[str, str]:
    """What becomes of a fault in a copy of the source, and the last lines that explain it; the copy is mended again."""
    path = copy / fault.file
    try:
        source = path.read_text(encoding="utf-8")
        changed = fault.made(source)
    except (OSError, ValueError) as error:
        return "does not apply", str(error)
    path.write_text(changed, encoding="utf-8")
    try:
        code, said = ended(copy, list(fault.tests), LIMIT, "-x")
    finally:
        path.write_text(source, encoding="utf-8")
    if code is None:
        return "killed", f"the tests did not end within {LIMIT} s"
    return CODES.get(code, "does not apply"), "\n".join(said.splitlines()[-4:])


def chosen(names: list[str]) -> list[SeededFault]:
    """The faults of these names and parts, or all."""
    every = seeded_faults()
    unknown = set(names) - {name for fault in every for name in (fault.part, fault.name)}
    if unknown:
        sys.exit(f"no seeded fault or part is called {', '.join(sorted(unknown))}")
    return [fault for fault in every if not names or {fault.part, fault.name} & set(names)]


def main() -> None:
    """Say what becomes of the chosen faults."""
    parser = argparse.ArgumentParser(description="make seeded faults, and see whether tests notice them")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a fault or a part of the list (default: all)")
    parser.add_argument("--jobs", type=int, default=1, help="copies of the source that are used at once (default: 1)")
    parser.add_argument("--without-faults-first", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    faults = chosen(options.names)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copies = [copied(Path(folder) / str(number)) for number in range(options.jobs)]
        if options.without_faults_first:
            tests = list(dict.fromkeys(test for fault in faults for test in fault.tests))
            code, said = ended(copies[0], tests, None)
            if code != 0:
                sys.exit(f"the tests fail without any fault:\n{said}")
        unkilled = judged(faults, copies)
    sys.exit(1 if unkilled else 0)


def judged(faults: list[SeededFault], copies: list[Path]) -> int:
    """Say of each fault what became of it; how many were not killed."""
    free, lock, results = list(copies), threading.Lock(), dict[str, int]()

    def judge(fault: SeededFault) -> None:
        with lock:
            copy = free.pop()
        began = time.monotonic()
        result, said = outcome(fault, copy)
        with lock:
            free.append(copy)
            results[result] = results.get(result, 0) + 1
            sys.stdout.write(f"{fault.name} {result} ({time.monotonic() - began:.0f} s): {fault.breaks}\n")
            if result != "killed":
                sys.stdout.write(f"  {fault.file}: {fault.old!r} -> {fault.new!r}\n  {said}\n")
            sys.stdout.flush()

    with ThreadPoolExecutor(len(copies)) as pool:
        list(pool.map(judge, faults))
    sys.stdout.write(", ".join(f"{number} {result}" for result, number in sorted(results.items())) + "\n")
    return len(faults) - results.get("killed", 0)


if __name__ == "__main__":
    main()
