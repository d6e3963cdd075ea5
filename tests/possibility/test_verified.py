"""`verify` re-checks an answer of `possible`, and notices what was changed in it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics.cli import main


@pytest.fixture(scope="module")
def refuted() -> dict[str, Any]:
    return ax.possible(["organization:gold-is-best", "organization:levels-keep-clusters"], size=3).to_json()


@pytest.fixture(scope="module")
def tabled() -> dict[str, Any]:
    return ax.possible(["clustering:homogeneity", "clustering:completeness"], size=4).to_json()


def verified(data: dict[str, Any], path: Path) -> tuple[int, str]:
    saved = path / "p.json"
    saved.write_text(json.dumps(data))
    found = CliRunner().invoke(main, ["verify", str(saved)])
    return found.exit_code, found.stdout + found.stderr


def test_what_was_saved_is_verified(refuted: dict[str, Any], tabled: dict[str, Any], tmp_path: Path) -> None:
    assert verified(refuted, tmp_path)[0] == verified(tabled, tmp_path)[0] == 0


def weight(line: dict[str, Any]) -> None:
    line["weight"] = "2"


def no_weight(line: dict[str, Any]) -> None:
    line["weight"] = "-1"


def other_case(line: dict[str, Any]) -> None:
    outputs = line["case"]["outputs"]
    role = max(outputs)
    outputs[role] = line["case"]["gold"]


def same_names(line: dict[str, Any]) -> None:
    names = next(iter(line["renamings"].values()))
    names[max(names)] = names[min(names)]


def other_names(line: dict[str, Any]) -> None:
    names = next(iter(line["renamings"].values()))
    first, *_, last = sorted(names)
    names[first], names[last] = names[last], names[first]


def other_constraint(line: dict[str, Any]) -> None:
    line["constraint"] = "reversed-levels"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (weight, "do not cancel"),
        (no_weight, "cannot have"),
        (other_case, "not a case of"),
        (same_names, "a name of its own"),
        (other_names, "do not cancel"),
        (other_constraint, "was not asked"),
    ],
)
def test_a_forged_line_fails(
    change: Callable[[dict[str, Any]], None], says: str, refuted: dict[str, Any], tmp_path: Path
) -> None:
    forged = copy.deepcopy(refuted)
    change(forged["certificate"][0])
    code, said = verified(forged, tmp_path)
    assert code == 1
    assert says in " ".join(said.split())


def test_a_line_that_is_left_out_fails(refuted: dict[str, Any], tmp_path: Path) -> None:
    assert verified({**refuted, "certificate": refuted["certificate"][:1]}, tmp_path)[0] == 1
    assert verified({**refuted, "certificate": None}, tmp_path)[0] == 1


def test_a_table_that_is_changed_fails(tabled: dict[str, Any], tmp_path: Path) -> None:
    """Every value made equal, one value left out, one value given twice."""
    same = [{**entry, "value": "0"} for entry in tabled["table"]]
    for forged in (same, tabled["table"][1:], [*tabled["table"], tabled["table"][0]]):
        code, said = verified({**tabled, "table": forged}, tmp_path)
        assert code == 1, said


def test_an_answer_that_says_the_opposite_fails(
    refuted: dict[str, Any], tabled: dict[str, Any], tmp_path: Path
) -> None:
    assert verified({**refuted, "answer": "possible"}, tmp_path)[0] == 1
    assert verified({**tabled, "answer": "impossible"}, tmp_path)[0] == 1


def test_an_implication_is_verified_case_by_case(tmp_path: Path) -> None:
    found = ax.possible("ranking:priority", implies="ranking:priority@single", size=3).to_json()
    assert found["implies"]["answer"] == "yes"
    assert verified(found, tmp_path)[0] == 0
    harder = ax.possible("ranking:priority", violates="ranking:priority@single", size=3).to_json()
    assert harder["certificates"]
    assert verified(harder, tmp_path)[0] == 0
    forged = copy.deepcopy(harder)
    forged["certificates"][0][0]["weight"] = "3"
    assert verified(forged, tmp_path)[0] == 1
