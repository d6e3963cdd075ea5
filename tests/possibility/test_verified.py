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
    ran = CliRunner().invoke(main, ["verify", str(saved)])
    return ran.exit_code, ran.stdout + ran.stderr


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
    implication = ax.possible("ranking:priority", implies="ranking:priority@single", size=3).to_json()
    assert implication["implies"]["answer"] == "yes"
    assert verified(implication, tmp_path)[0] == 0
    harder = ax.possible("ranking:priority", violates="ranking:priority@single", size=3).to_json()
    assert harder["certificates"]
    assert verified(harder, tmp_path)[0] == 0
    forged = copy.deepcopy(harder)
    forged["certificates"][0][0]["weight"] = "3"
    assert verified(forged, tmp_path)[0] == 1


@pytest.fixture(scope="module")
def nested() -> dict[str, Any]:
    return ax.possible(["ranking:append-relevant", "ranking:realizable"], size=3).to_json()


@pytest.fixture(scope="module")
def of_classes() -> dict[str, Any]:
    return ax.possible(["classification:monotonicity", "classification:constant-baseline"], size=3).to_json()


def test_one_value_of_a_table_that_is_changed_fails(tabled: dict[str, Any], tmp_path: Path) -> None:
    """Each value at which a demand of some case ends is lowered below all others, or raised above them."""
    failed = 0
    for at in range(len(tabled["table"])):
        for value in ("-99", "99"):
            forged = copy.deepcopy(tabled)
            forged["table"][at]["value"] = value
            failed += verified(forged, tmp_path)[0] == 1
    assert failed >= len(tabled["table"])


@pytest.mark.parametrize("growth", ["nested", "embedded"])
def test_a_growth_that_does_not_follow_fails(
    growth: str, refuted: dict[str, Any], tabled: dict[str, Any], of_classes: dict[str, Any], tmp_path: Path
) -> None:
    """None of these answers holds at other sizes as far as it shows; a certificate with a baseline never does."""
    for data in (refuted, tabled, of_classes):
        assert data["grows"] == "this size only"
        assert verified(data, tmp_path)[0] == 0
        code, said = verified({**data, "grows": growth}, tmp_path)
        assert code == 1, said


def test_a_growth_with_a_constraint_that_is_violated_fails(nested: dict[str, Any], tmp_path: Path) -> None:
    assert nested["grows"] == "nested"
    assert verified(nested, tmp_path)[0] == 0
    assert verified({**nested, "grows": "embedded"}, tmp_path)[0] == 1
    harder = ax.possible("ranking:priority", violates="ranking:priority@single", size=3).to_json()
    assert verified({**harder, "grows": "nested"}, tmp_path)[0] == 1


def test_a_size_that_is_changed_fails(
    refuted: dict[str, Any], tabled: dict[str, Any], nested: dict[str, Any], of_classes: dict[str, Any], tmp_path: Path
) -> None:
    """Of rankings, what is impossible at three ranks is so at more; the cases do not stand at one rank."""
    for data in (refuted, tabled, of_classes):
        for more in (-1, 1):
            code, said = verified({**data, "size": data["size"] + more}, tmp_path)
            assert code == 1, said
    assert verified({**nested, "size": 4}, tmp_path)[0] == 0
    assert verified({**nested, "size": 1}, tmp_path)[0] == 1


def test_an_implication_without_all_its_certificates_fails(tmp_path: Path) -> None:
    """Monotonicity implies that the gold is best, case by case."""
    names = "classification:monotonicity", "classification:gold-is-best"
    implication = ax.possible(names[0], implies=names[1], size=3).to_json()
    assert len(implication["certificates"]) > 1
    assert verified(implication, tmp_path)[0] == 0
    for first in (1, len(implication["certificates"])):
        assert verified({**implication, "certificates": implication["certificates"][first:]}, tmp_path)[0] == 1
    turned = {"name": f"{names[0]}@any", "answer": "yes"}
    converse = ax.possible(names[1], implies=names[0], size=3).to_json()
    assert converse["implies"]["answer"] == "no"
    assert verified(converse, tmp_path)[0] == 0
    assert verified({**converse, "implies": turned}, tmp_path)[0] == 1
    harder = ax.possible(names[0], violates=names[1], size=3).to_json()
    assert verified(harder, tmp_path)[0] == 0
    assert verified({**harder, "certificates": harder["certificates"][:1]}, tmp_path)[0] == 1


def test_a_conflict_under_another_name_fails(tmp_path: Path) -> None:
    conflicts = ax.possible("organization:*", size=3, conflicts=True).to_json()
    assert verified(conflicts, tmp_path)[0] == 0
    forged = copy.deepcopy(conflicts)
    forged["conflicts"][0] = forged["conflicts"][0][:1]
    assert verified(forged, tmp_path)[0] == 1


def test_a_distance_is_not_believed(tmp_path: Path) -> None:
    """Nothing in the file shows a distance, so that nothing is called verified."""
    nearest = ax.possible("clustering:completeness", size=3, near="purity").to_json()
    for distance in (nearest["near"]["distance"], "1/2"):
        code, said = verified({**nearest, "near": {**nearest["near"], "distance": distance}}, tmp_path)
        assert (code, "verified 0" in said, "nothing to check 1" in said) == (5, True, True)
