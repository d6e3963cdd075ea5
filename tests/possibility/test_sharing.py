"""Programs shared out among processes: the answers are those of one process, and what was found is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics.possibility import conventions_search, lattice
from axiometrics.possibility.document import PossibleDocument
from axiometrics.possibility.requests import PossibleRequest, answers
from axiometrics.possibility.sharing import Sharing

RANKINGS = ("append-relevant", "extension", "localization", "realizable", "realizable-full", "confidence")
ASKED = [
    PossibleRequest(RANKINGS, task="ranking", size=3, conflicts=True),
    PossibleRequest(["ranking:priority"], size=3, implies="ranking:priority@single"),
    PossibleRequest(["ranking:priority@single"], size=3, implies="ranking:priority"),
    PossibleRequest(["ranking:priority"], ["ranking:extension"], size=3),
]


def stopped_after(results: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """What finds results, until there are so many, and then Ctrl-C."""
    done: list[Any] = []

    def call(*arguments: Any) -> Any:
        if len(done) == results:
            raise KeyboardInterrupt
        done.append(function(*arguments))
        return done[-1]

    return call


def last(request: PossibleRequest, sharing: Sharing) -> PossibleDocument:
    *_, final = answers(request, sharing=sharing)
    return final


@pytest.mark.slow
def test_two_processes_find_the_conventions_of_one() -> None:
    conventions = [
        ax.conventions("precision", ["filtering:priority", "filtering:*"], size=3, jobs=jobs) for jobs in (1, 2)
    ]
    assert conventions[0].to_json() == conventions[1].to_json()
    assert conventions[0].inputs > 0


def test_ctrl_c_keeps_the_conventions_that_were_found(
    command: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("conventions", "fowlkes-mallows", "--size", "3", "-q", "-o", str(tmp_path / "c.json"))
    assert command(*arguments).code == 0
    whole = json.loads((tmp_path / "c.json").read_text())
    monkeypatch.setattr(conventions_search, "_kept_at", stopped_after(2, conventions_search._kept_at))
    assert command(*arguments).code == 130
    part = json.loads((tmp_path / "c.partial.json").read_text())
    assert (part["complete"], part["keeps"]) == (False, whole["keeps"][:2])


@pytest.mark.slow
@pytest.mark.parametrize("request_", ASKED, ids=["conflicts", "yes", "no", "not"])
def test_two_processes_answer_as_one(request_: PossibleRequest) -> None:
    assert last(request_, Sharing(2)).to_json() == last(request_, Sharing()).to_json()


def test_questions_and_rows_are_sent_by_the_names_of_their_constraints() -> None:
    """What a worker is sent has the numbers of orbits that this process has."""
    import pickle

    from axiometrics.possibility.question import question
    from axiometrics.possibility.rows import place_named

    of = question([place_named(f"ranking:{name}@any") for name in ("zero", "additive")], size=3)
    sent, rows = pickle.loads(pickle.dumps((of, list(of.rows()))))
    assert [row.comparison for row in sent.rows()] == [row.comparison for row in of.rows()]
    assert [(row.place.name, row.case, row.comparison) for row in rows] == [
        (row.place.name, row.case, row.comparison) for row in of.rows()
    ]


def test_ctrl_c_keeps_the_conflicts_that_were_found_beside_a_complete_file(
    command: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [word for name in RANKINGS for word in ("-c", f"ranking:{name}")]
    arguments = ("possible", *names, "--size", "3", "--conflicts", "-q", "-o", str(tmp_path / "p.json"))
    assert command(*arguments).code == 0
    whole = json.loads((tmp_path / "p.json").read_text())
    monkeypatch.setattr(lattice, "_settled", stopped_after(3, lattice._settled))
    ran = command(*arguments)
    assert (ran.code, ran.out) == (130, "")
    assert "not all" in ran.err
    assert str(tmp_path / "p.partial.json") in ran.err
    part = json.loads((tmp_path / "p.partial.json").read_text())
    assert json.loads((tmp_path / "p.json").read_text()) == whole
    assert (whole["complete"], part["complete"]) == (True, False)
    assert 0 < len(part["conflicts"]) < len(whole["conflicts"])
    assert all(conflict in whole["conflicts"] for conflict in part["conflicts"])
    assert len(part["certificates"]) == len(part["conflicts"])
    assert command("verify", str(tmp_path / "p.partial.json"), "-q").code == 0
