"""Definitions of other packages: their calls end, whatever they do."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.definition import Definition
from axiometrics.core.errors import TaskError
from axiometrics.core.exact import log
from axiometrics.core.organization import Organization
from axiometrics.verification import limits
from axiometrics.verification.limits import OverdueError, bounded


def theirs(output: Any, gold: Any, k: Fraction = Fraction(2)) -> Any:
    """What a definition of another package may do."""
    if output == "for ever":
        while True:
            pass
    if output == "the end":
        os._exit(0)
    if output == "refused":
        raise TaskError("not of the task")
    if output == "broken":
        raise KeyError("a")
    return log(3) * k


def test_a_definition_that_does_not_end_is_ended() -> None:
    with pytest.raises(OverdueError, match=r"gave no score within 0.2 s"):
        bounded(Definition("theirs", theirs), 0.2)("for ever", "b")
    definition = bounded(Definition("theirs", theirs), 60.0)
    assert str(definition("a", "b")) == "2*log(3)"
    with pytest.raises(OverdueError, match="ended its process"):
        definition("the end", "b")
    with pytest.raises(TaskError, match="not of the task"):
        definition("refused", "b")
    with pytest.raises(KeyError, match="a"):
        definition("broken", "b")
    assert str(definition("a", "b")) == "2*log(3)"


def test_its_process_ends_with_the_caller() -> None:
    """A caller that is killed cannot end the fork. The fork has to end by itself when its pipe breaks. Until it does,
    it keeps our pipe open, too, and `subprocess.run` waits.
    """
    code = (
        "import os, signal\n"
        "from axiometrics.core.definition import Definition\n"
        "from axiometrics.verification.limits import bounded\n"
        "definition = bounded(Definition('theirs', lambda output, gold: os.getppid()), 60.0)\n"
        "assert definition('a', 'b') == os.getpid()\n"
        "print('asked', flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False, timeout=60)
    assert ran.stdout == "asked\n"


def test_verify_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from axiometrics import api
    from axiometrics.verification import Terms, verify_cell

    matrix = api.matrix(["rr"], ["ranking:priority"], max_size=3).to_json()
    (constraint,) = registry.match_constraints("ranking:priority")

    def endless(output: Organization, gold: Organization) -> Fraction:
        while True:
            pass

    monkeypatch.setattr(registry, "definition", lambda name, task: Definition("rr", endless))
    outcome = verify_cell(matrix["cells"][0], constraint, Terms({}, seconds=0.2))
    assert (outcome.status, "gave no score within 0.2 s" in outcome.reason) == ("failed", True)


def test_ours_are_called_directly() -> None:
    ours = registry.definition("rr")
    assert ours is not None
    assert limits.bounded(ours) is ours


@pytest.mark.parametrize(("seconds", "printed"), [("60", "within"), ("0.01", "over")])
def test_a_limit_leaves_nothing_behind_in_python(seconds: str, printed: str) -> None:
    """A call that is traced, as by a debugger, ended never in CPython 3.11, while Python still looked for an error."""
    code = (
        "import sys\n"
        "from axiometrics.verification.limits import OverworkedError, working\n"
        "try:\n"
        "    with working(float(sys.argv[1])):\n"
        "        while sys.argv[2] == 'over': pass\n"
        "except OverworkedError: print('over')\n"
        "else: print('within')\n"
        "sys.settrace(lambda *_: None)\n"
        "(lambda: None)()\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, seconds, printed], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout.strip()) == (0, printed)
