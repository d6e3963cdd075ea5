"""Saved separations and strengths that were tampered with: none passes, some only where the search is repeated.

What this cannot refuse without strictness: a case that is larger than the smallest, where the file says that no more
was searched; a pair of metrics that is said to be alike, and that no case of the set separates; a mutant that is said
not to be rejected. With it: a mistake in the formula of a mutant, which has no second definition.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from axiometrics import api
from axiometrics.core.errors import FileError

JSON = dict[str, Any]
Change = Callable[[JSON], object]


@cache
def saved(kind: str) -> JSON:
    if kind == "pair":
        return api.separate("v-measure", "bcubed-f", max_size=4).to_json()
    if kind == "alike":
        return api.separate("dcg", "ndcg", max_size=2).to_json()
    if kind == "cover":
        return api.separate_all("filtering", max_size=3).to_json()
    return api.strength(["filtering:priority"], max_size=4).to_json()


def outcomes(data: JSON, *, strict: bool = False) -> list[tuple[str, str]]:
    return [(item.status, item.reason) for item in api.verify(data, strict=strict, seed=0).items]


def changed(kind: str, change: Change) -> JSON:
    data = copy.deepcopy(saved(kind))
    change(data)
    assert data != saved(kind)
    return data


@pytest.mark.parametrize("kind", ["pair", "cover", "strength"])
@pytest.mark.parametrize("strict", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_what_was_computed_is_verified(kind: str, strict: bool) -> None:
    assert {status for status, _ in outcomes(saved(kind), strict=strict)} == {"verified"}


@pytest.mark.parametrize("kind", ["pair", "cover", "strength"])
def test_a_field_that_no_such_document_has_is_refused(kind: str) -> None:
    for change in (
        lambda data: data.update(reviewed="yes"),
        lambda data: data["metrics" if kind != "strength" else "mutants"][0].update(reviewed="yes"),
    ):
        (said,) = (reason for status, reason in outcomes(changed(kind, change)) if status == "failed")
        assert "unknown field `reviewed`" in said


def test_that_nothing_separates_is_searched_again_only_if_strict() -> None:
    (outcome,) = outcomes(saved("alike"))
    assert outcome[0] == "nothing to check"
    (outcome,) = outcomes(saved("alike"), strict=True)
    assert outcome == ("verified", "searched again, with the same result")


def of_case(change: Change) -> Change:
    return lambda data: change(data["case"])


def exchange(entry: JSON, a: str, b: str) -> None:
    entry[a], entry[b] = entry[b], entry[a]


PAIRS: list[tuple[Change, str]] = [
    (of_case(lambda case: case["prefers"].update({"bcubed-f": "y"})), "bcubed-f prefers x when computed again"),
    (of_case(lambda case: case["prefers"].update({"bcubed-f": None})), "bcubed-f prefers x when computed again"),
    (of_case(lambda case: case["scores"]["bcubed-f"].update(x="5/8")), "bcubed-f(x) is 5/7 when computed again"),
    (of_case(lambda case: exchange(case["outputs"], "x", "y")), "when computed again"),
    (of_case(lambda case: case["outputs"].update(x=case["outputs"]["y"])), "when computed again"),
    (of_case(lambda case: case.update(documents=4)), "gold and outputs have 3 items, but the file says 4"),
    (of_case(lambda case: case.update(occurrences=8)), "the case has 9 occurrences, the file says 8"),
    (lambda data: data.update(minimal=False), "minimal is False, which does not follow"),
    (lambda data: data.update(searched={"clustering": 2}), "minimal is True, which does not follow"),
    (lambda data: data.update(undecided=1), "minimal is True, which does not follow"),
    (lambda data: data.update(exact=False), "exact=False"),
    (lambda data: data.update(separated=False), "separated is False, and a case is saved"),
    (lambda data: data.update(case=None), "separated is True, and no case is saved"),
    (lambda data: data.update(case=None, separated=False), "but says whether it is the smallest"),
    (lambda data: data["metrics"][0].update(display="BCubed F"), "its display is 'V-measure'"),
    (lambda data: data["metrics"].pop(), "at least two different metrics"),
]


@pytest.mark.parametrize(("change", "reason"), PAIRS)
def test_a_forged_separation_is_refused(change: Change, reason: str) -> None:
    checks = outcomes(changed("pair", change))
    assert any(status == "failed" and reason in why for status, why in checks), checks


def test_a_case_of_another_two_metrics_is_refused() -> None:
    """V-measure and NMI are one number, so no case separates them."""

    def renamed(data: JSON) -> None:
        data["metrics"][1] = {**data["metrics"][0], "id": "nmi", "base": "nmi", "display": "NMI"}
        for key in ("scores", "prefers"):
            data["case"][key]["nmi"] = data["case"][key].pop("bcubed-f")

    assert any("nmi(x) is" in why for _, why in outcomes(changed("pair", renamed)))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(cases=15), "cases is 14, the file says 15"),
        (lambda data: data.update(undefined=2), "undefined is 0, the file says 2"),
        (lambda data: data.update(separated=False, case=None, minimal=None), "separated is True, the file says False"),
        (lambda data: data.update(searched={"clustering": 99}), "searched is {'clustering': 3}"),
    ],
)
def test_a_separation_that_was_not_searched_is_found_out(change: Change, reason: str) -> None:
    checks = outcomes(changed("pair", change), strict=True)
    assert any(status in ("failed", "not re-run") for status, _ in checks), checks
    assert any(reason in why or "no search goes as far" in why for _, why in checks), checks


def turn(prefers: JSON) -> None:
    name = next(name for name, said in prefers.items() if said == "x")
    prefers[name] = "y"


def drop_a_case(data: JSON) -> None:
    data["set"].pop()


def call_alike(data: JSON) -> None:
    """What only the last case separates is said to be alike, and the set to be as small as can be."""
    lost = data["set"].pop()["separates"]
    kept = [pair for case in data["set"] for pair in case["separates"]]
    data["alike"] += [pair for pair in lost if pair not in kept]
    data["least"] = len(data["set"])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: turn(data["set"][0]["prefers"]), "when computed again"),
        (lambda data: data["set"][0]["separates"].pop(), "the file does not say that the case separates"),
        (lambda data: data["set"][0]["separates"].append(data["alike"][0]), "the file says that the case separates"),
        (lambda data: data["set"][0].update(documents=9), "the file says 9"),
        (
            lambda data: data["alike"].append(data["set"][0]["separates"][0]),
            "is separated, but the file says that the two are alike",
        ),
        (drop_a_case, "is not mentioned"),
        (lambda data: data.update(minimal=not data["minimal"]), "minimal is"),
        (lambda data: data.update(floor=40), "the floor 40"),
    ],
)
def test_a_forged_set_of_cases_is_refused(change: Change, reason: str) -> None:
    checks = outcomes(changed("cover", change))
    assert any(status == "failed" and reason in why for status, why in checks), checks


@pytest.mark.slow
def test_metrics_that_are_not_alike_are_found_out_by_the_search() -> None:
    data = changed("cover", call_alike)
    assert {status for status, _ in outcomes(data)} == {"verified"}
    assert {status for status, _ in outcomes(data, strict=True)} == {"failed"}


def verdict(data: JSON, rejected: bool) -> JSON:
    """The first verdict of the kind whose original satisfies the constraint."""
    verdicts = data["constraints"][0]["mutants"]
    entry: JSON = next(entry for entry in verdicts if entry["rejected"] is rejected and entry["original_satisfies"])
    return entry


def acquit(data: JSON) -> None:
    """A mutant that was rejected is said to hold, with all counts set right."""
    rejection, row = verdict(data, True), data["constraints"][0]
    rejection.update(rejected=False, kind="exhaustive", counterexample=None, relation=None)
    row["rejected"] -= 1
    row["original_satisfies"]["rejected"] -= 1
    for said in (row, row["original_satisfies"]):
        said["share"] = str(Fraction(said["rejected"], said["tried"]))
    entry = next(entry for entry in data["mutants"] if entry["id"] == rejection["id"])
    entry.update(caught=[], ordered_alike=False)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: verdict(data, True)["counterexample"]["scores"].update(better="7"), "when computed again"),
        (lambda data: verdict(data, True).update(relation="unequal"), "the file says unequal"),
        (lambda data: verdict(data, True).update(counterexample=None), "the file holds no counterexample"),
        (lambda data: verdict(data, True).update(size=1), "but the file says that its size is 1"),
        (lambda data: verdict(data, True).update(rejected=False), "does not say that it is rejected"),
        (lambda data: verdict(data, False).update(rejected=True), "the file holds no counterexample"),
        (lambda data: verdict(data, False).update(rejected=None), "of all the verdicts are"),
        (lambda data: data["constraints"][0].update(rejected=27), "of all the verdicts are"),
        (lambda data: data["constraints"][0].update(share="1"), "of all the verdicts are"),
        (lambda data: data["constraints"][0]["original_satisfies"].update(tried=0), "of original_satisfies"),
        (lambda data: data["constraints"][0]["mutants"].pop(), "of all the verdicts are"),
        (lambda data: data["constraints"].append(data["constraints"][0]), "two rows with this name"),
        (lambda data: data["mutants"][0].update(caught=["filtering:priority@universal"]), "is caught by"),
        (lambda data: data["mutants"][0].update(operator="sign"), "there is no mutant"),
        (lambda data: data["mutants"].append({**data["mutants"][0], "id": "mine"}), "there is no mutant 'mine'"),
        (lambda data: data["mutants"].pop(), "is left out"),
        (lambda data: data["descriptive"].append("filtering:priority"), "is said to describe"),
    ],
)
def test_a_forged_strength_is_refused(change: Change, reason: str) -> None:
    checks = outcomes(changed("strength", change))
    assert any(status == "failed" and reason in why for status, why in checks), checks


def test_a_metric_that_fails_the_same_case_does_not_satisfy_the_constraint() -> None:
    """A mutant of a metric that fails Priority is said to have failed by its mistake alone."""
    data = copy.deepcopy(saved("strength"))
    verdicts = data["constraints"][0]["mutants"]
    for entry in verdicts:
        entry["original_satisfies"] = True
    assert any("satisfies the constraint, but it fails the same case" in why for _, why in outcomes(data))


@pytest.mark.slow
def test_a_mutant_that_was_acquitted_is_found_out_by_the_search() -> None:
    data = changed("strength", acquit)
    assert {status for status, _ in outcomes(data)} == {"verified"}
    assert [status for status, _ in outcomes(data, strict=True)] == ["failed", "failed"]


def test_metrics_of_users_are_run_only_as_targets(tmp_path: Any) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def mine(y_true, y_pred):\n    return sum(a == b for a, b in zip(y_true, y_pred))\n")
    target = f"{path}:mine"
    data = api.separate(target, "precision", form="classification", max_size=3).to_json()
    assert [item.status for item in api.verify(data).items] == ["not re-run"]
    again = api.verify(data, targets=[target], task="filtering", form="classification").items
    assert [item.status for item in again] == ["verified"], again


PLACES = {
    "pair": ("case.gold", "case.outputs", "case.scores", "case.prefers", "metrics.0", "searched.clustering"),
    "cover": ("set.0", "set.0.gold", "set.0.prefers", "set.0.separates", "alike.0", "alone", "reasons", "metrics.0.id"),
    "strength": (
        *("constraints.0", "constraints.0.mutants", "constraints.0.mutants.0", "constraints.0.mutants.0.rejected"),
        *("constraints.0.mutants.0.original_satisfies", "constraints.0.original_satisfies"),
        *("mutants.0", "mutants.0.id"),
    ),
}


@pytest.mark.few(4)
@pytest.mark.parametrize("kind", list(PLACES))
@pytest.mark.parametrize("junk", [None, 7, "x", [], {"a": None}])
def test_no_junk_anywhere_gets_further_than_an_error_of_one_line(kind: str, junk: Any) -> None:
    data = copy.deepcopy(saved(kind))
    for place in (*(name for name in data if name != "schema"), *PLACES[kind]):
        *path, last = (int(step) if step.isdigit() else step for step in place.split("."))
        at: Any = data
        for step in path:
            at = at[step]
        if isinstance(at, list) and len(at) <= int(last):
            continue
        before, at[last] = at[last], junk
        try:
            reasons = [why for _, why in outcomes(data)]
        except FileError as error:
            reasons = [str(error)]
        assert not any("\n" in why for why in reasons), (place, reasons)
        at[last] = before
