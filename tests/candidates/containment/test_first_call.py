"""The first call of a metric in a process may take longer than the others: numba compiles a function when it is
called.
"""

from pathlib import Path

import pytest

from axiometrics.candidates.containment import CallForm, Failed, Number, started, worker

GAINS = CallForm("gains", False)
ONE = [[1], [1]]
METRIC = """
import time
calls = []
def metric(gains, ideal):
    calls.append(gains)
    time.sleep({seconds} if len(calls) == {number} else 0)
    return 1.0
"""


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "TIMEOUT", 0.3)
    monkeypatch.setattr(worker, "FIRST", 1.0)


def written(folder: Path, seconds: float, number: int) -> str:
    path = folder / "mine.py"
    path.write_text(METRIC.format(seconds=seconds, number=number))
    return f"{path}:metric"


def test_a_first_call_that_takes_long_gives_its_value(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    process, _ = started(written(tmp_path, 0.7, 1))
    assert process.ask(GAINS, [ONE, ONE]) == [Number(1.0, 2.0**-52)] * 2
    assert process.again(GAINS, [ONE]) == [Number(1.0, 2.0**-52)]  # a second process compiles it anew
    process.close()
    assert "the first call takes longer than 0.3 s, and has 1 s" in capfd.readouterr().err


def test_a_later_call_has_the_time_of_one_call(tmp_path: Path) -> None:
    process, _ = started(written(tmp_path, 30, 2))
    first, second = process.attempt(GAINS, [ONE]), process.ask(GAINS, [ONE])
    process.close()
    assert isinstance(first[0], Number)
    assert isinstance(second[0], Failed)
    assert second[0].reason.startswith("gave no answer for 0.3 s")


def test_a_time_that_is_given_counts_for_the_first_call_too(tmp_path: Path) -> None:
    process, _ = started(written(tmp_path, 30, 1), 0.2)
    (answer,) = process.ask(GAINS, [ONE])
    process.close()
    assert isinstance(answer, Failed)
    assert answer.reason.startswith("gave no answer for 0.2 s")


def test_a_metric_that_hangs_waits_for_one_long_first_call_only(tmp_path: Path) -> None:
    process, _ = started(written(tmp_path, 30, 1))
    (answer,) = process.ask(GAINS, [ONE])
    process.close()
    assert isinstance(answer, Failed)
    assert answer.reason.startswith("gave no answer for 1 s")
    assert process.first == process.timeout
