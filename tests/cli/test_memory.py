"""How the process of a command keeps memory: set for a command, and not where a program calls one."""

import gc
from collections.abc import Iterator

import pytest

from axiometrics.cli import main, memory


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[tuple[int, int, int]]:
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


def test_cycles_are_looked_for_more_rarely_and_still_found() -> None:
    memory.keep()
    assert gc.get_threshold()[0] == memory.OBJECTS
    assert gc.isenabled()


def test_a_program_that_calls_a_command_keeps_its_own(
    thresholds: tuple[int, int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert gc.get_threshold() == thresholds


def test_without_glibc_the_rest_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    memory.keep()
    assert gc.get_threshold()[0] == memory.OBJECTS
