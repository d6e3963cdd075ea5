"""Each seeded fault still applies to the source, and before a release: tests notice it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.faults.run import copied, outcome
from tests.faults.seeded import ROOT, SeededFault, seeded_faults


def stands(test: str) -> bool:
    """Whether there is a file of tests, and in it the test that is named."""
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.is_file() and (not name or f"def {name.partition('[')[0]}(" in path.read_text(encoding="utf-8"))


def test_each_fault_is_made_at_one_place_and_names_tests_that_exist() -> None:
    problems = []
    for fault in seeded_faults():
        try:
            changed = fault.made((ROOT / fault.file).read_text(encoding="utf-8"))
            if fault.file.endswith(".py"):
                ast.parse(changed)
        except (OSError, ValueError, SyntaxError) as error:
            problems.append(f"{fault.name}: {error}")
        problems += [f"{fault.name}: there is no test {test}" for test in fault.tests if not stands(test)]
    assert not problems, "\n".join(problems)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("faults"))


@pytest.mark.thorough
@pytest.mark.parametrize("fault", seeded_faults(), ids=lambda fault: fault.name)
def test_a_fault_is_noticed(fault: SeededFault, copy: Path) -> None:
    result, said = outcome(fault, copy)
    assert result == "killed", f"{fault.breaks}: {said}"
