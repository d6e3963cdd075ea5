"""The list of seeded faults: mistakes that a person could make in the source, each with the tests that notice it.

One file of TOML for each part of the house. Its table `tests` gives the tests of a source file; a fault may name its
own. `run.py` makes the faults, one at a time, in copies of the source, and says which no test notices. A text of the
source that changes is mended here too: `test_faults.py` says which fault no longer applies.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class SeededFault:
    """A mistake in the source.

    Attributes
    ----------
    part, number : the file of the list that it stands in, without its ending, and its place in it from 1
    file : the source file, from the top of the repository
    old, new : a text that stands once in the file, and the mistake that takes its place
    breaks : what no longer holds
    tests : files of tests, or single tests, of which one at least has to fail
    """

    part: str
    number: int
    file: str
    old: str
    new: str
    breaks: str
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the fault is called: `generators-12`."""
        return f"{self.part}-{self.number}"

    def made(self, source: str) -> str:
        """The source with the fault. Raises `ValueError` where the text that it replaces does not stand there once."""
        if (times := source.count(self.old)) != 1:
            raise ValueError(
                f"{self.name}: expected once in {self.file}, but it stands there {times} times: {self.old}"
            )
        return source.replace(self.old, self.new)


def seeded_faults() -> list[SeededFault]:
    """All faults of the list, in its order."""
    listed = []
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for number, fault in enumerate(content["fault"], 1):
            tests = tuple(fault.pop("tests", None) or content["tests"][fault["file"]])
            listed.append(SeededFault(path.stem, number, **fault, tests=tests))
    return listed
