"""Cells that a region settles: what `matrix` saves passes, and what was tampered with does not."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.cell import Cell
from axiometrics.core.errors import FileError
from axiometrics.core.evidence import Exhaustive, Scan
from axiometrics.core.matrix import SCHEMA
from axiometrics.kernel.check_proof import ProofError
from axiometrics.regions.cells_by_region import by_regions
from axiometrics.running.candidate import builtin
from axiometrics.running.run import run
from axiometrics.running.settings import Search
from axiometrics.verification import verify_cell, verify_document
from axiometrics.verification.regions.region import check_saved_regions, check_settled
from axiometrics.verification.scorers import MismatchError

JSON = dict[str, Any]

CUT = ("p@3000", "ranking:deepness-threshold", "prose")
CLOSE = ("rs-ranking(n=10)", "ranking:closeness-threshold", "prose")
POWER = ("dcg(discount=power,a=0.95)", "ranking:closeness-threshold", "prose")
BELOW = ("ndcg@100000", "ranking:priority", "universal")
SETTLED = [CUT, CLOSE, POWER, BELOW, ("rbp(p=0.9999)", *CUT[1:])]


@cache
def _saved(metric: str, about: str, reading: str) -> JSON:
    measure, chosen = registry.metric(metric), registry.constraint(about)
    if about == "ranking:priority":  # a search would be long, and says nothing
        cell = by_regions(
            Cell("ranking", measure.id, chosen.id, reading, True, Exhaustive(True, 9, 10)),
            measure,
            chosen,
            chosen.reading(reading),
        )
    else:
        (cell,) = run([builtin(measure)], [chosen], readings=reading, search=Search.of("thresholds=20")).cells
    saved: JSON = json.loads(json.dumps(cell.to_json()))
    return saved


def saved(key: tuple[str, str, str]) -> JSON:
    return copy.deepcopy(_saved(*key))


def checked(cell: JSON, check: Callable[..., str] = check_settled) -> str:
    chosen, metric = registry.constraint(f"{cell['task']}:{cell['constraint']}"), registry.definition(cell["metric"])
    assert metric is not None
    return check(cell, chosen, chosen.reading(cell["reading"]), metric, "the cell")


def refused(cell: JSON, reason: str) -> None:
    with pytest.raises((MismatchError, ProofError)) as caught:
        checked(cell)
    assert reason in str(caught.value)


def exact_region(cell: JSON) -> JSON:
    region: JSON = next(region for region in cell["evidence"]["detail"]["region"] if "exact" in region)
    return region


@pytest.mark.few(1)
@pytest.mark.parametrize("key", SETTLED, ids=["-".join(key) for key in SETTLED])
def test_what_was_saved_is_checked(key: tuple[str, str, str]) -> None:
    cell = saved(key)
    assert cell["evidence"]["kind"] == "region"
    words = checked(cell)
    assert "as a symbol" in words
    assert ("recomputed n = 2" in words) is ("threshold" in key[1])
    assert checked(cell, check_saved_regions) in words


@pytest.mark.few(2)
@pytest.mark.parametrize("key", SETTLED, ids=["-".join(key) for key in SETTLED])
def test_another_verdict_is_refused(key: tuple[str, str, str]) -> None:
    cell = saved(key)
    cell["holds"] = not cell["holds"]
    refused(cell, "and the cell say the opposite of each other at ")
    exact_region(cell)["exact"]["current"] = cell["holds"]
    refused(cell, "exact.current")
    cell["holds"] = None
    refused(cell, "")


@pytest.mark.slow
def test_another_set_is_refused() -> None:
    cell = saved(CLOSE)
    region = exact_region(cell)
    assert region["holds"].startswith("0 < wn < 0.747")
    for key, value, reason in (
        ("holds", "every wn (0 < wn < 1)", "holds by wn is"),
        ("holds", region["holds"].replace("0.747", "0.757"), "holds by wn is"),
        ("param", "n", "wn has no place here"),
        ("param", "k", "no number 'k'"),
    ):
        changed = saved(CLOSE)
        exact_region(changed)[key] = value
        refused(changed, reason)
    changed = saved(CLOSE)
    exact_region(changed)["exact"]["holds"][0]["to"] = {"value": "4/5"}
    refused(changed, "exact.holds")


def test_a_region_of_another_metric_is_refused() -> None:
    for metric, reason in (
        ("p@2999", "a proof is about metric 'p@3000'"),
        ("ndcg@3000", "a proof is about metric 'p@3000'"),
    ):
        refused(saved(CUT) | {"metric": metric}, reason)
    changed: JSON = json.loads(json.dumps(saved(CUT)).replace("p@3000", "ndcg@3000"))
    refused(changed, "the excess is not that of the metric")
    refused(saved(CUT) | {"metric": "ndcg"}, "exact.current")
    changed = json.loads(json.dumps(saved(BELOW)).replace("ndcg@100000", "ndcg"))
    refused(changed, "k is not a number in 'ndcg'")


def test_words_alone_settle_nothing() -> None:
    cell = saved(CUT)
    del exact_region(cell)["exact"]
    refused(cell, "none is saved with its arguments")
    assert checked(cell, check_saved_regions) == ""
    del cell["evidence"]["detail"]["region"]
    refused(cell, "none is saved with its arguments")
    for junk in (7, ["x"], [None]):
        cell["evidence"]["detail"]["region"] = junk
        with pytest.raises(FileError):
            checked(cell)


@pytest.mark.slow
def test_the_n_scanned_are_as_recomputed_and_as_the_region_says() -> None:
    """B wins at no n, says the region of CLOSE; of CUT, that A wins from n = 3000 on, which to 20 tells nothing."""
    changes: tuple[tuple[tuple[str, str, str], JSON, str], ...] = (
        (CLOSE, {"n": [5]}, "n = 5"),
        (CUT, {"n": [3]}, "at n = 3 A "),
        (CUT, {"n0": 2}, "n0 = 2 does not follow: no argument begins by n = 21"),
        (CUT, {"n0": 20}, "n0 = 20 does not follow"),
        (POWER, {"n": [20]}, "at n = 20 B does not win"),
    )
    for key, change, reason in changes:
        cell = saved(key)
        cell["evidence"]["detail"] |= change
        refused(cell, reason)
    malformed: tuple[JSON, ...] = ({"scanned": 10**12}, {"n": [["x"]]}, {"n": "2"}, {"scanned": None})
    for change in malformed:
        cell = saved(CUT)
        cell["evidence"]["detail"] |= change
        with pytest.raises(FileError):
            checked(cell)


def test_an_n0_follows_from_where_the_argument_begins() -> None:
    """RBP(p=0.8): A wins from n = 6 on, and the argument is from n = 16 on."""
    measure, chosen = registry.metric("rbp(p=0.8)"), registry.constraint(CUT[1])

    def settled(last: int) -> JSON:
        scan = Scan(last, list(range(6, last + 1)), 6)
        cell = Cell("ranking", measure.id, chosen.id, "prose", True, Exhaustive(True, last - 1, last, scan=scan))
        data: JSON = json.loads(json.dumps(by_regions(cell, measure, chosen, chosen.reading("prose")).to_json()))
        return data

    cell = settled(20)
    assert cell["evidence"]["detail"]["n0"] == 6
    assert "recomputed n = 2" in checked(cell)
    for n0 in (5, 7, 20):
        cell["evidence"]["detail"]["n0"] = n0
        refused(cell, f"n0 = {n0} does not follow from the n listed up to 20")
    short = settled(14)
    assert short["evidence"]["detail"]["n0"] is None
    short["evidence"]["detail"]["n0"] = 6
    refused(short, "n0 = 6 does not follow")


def test_verify_checks_them() -> None:
    for key in (CUT, BELOW):
        cell, chosen = saved(key), registry.constraint(key[1])
        assert verify_cell(cell, chosen, {}).status == "verified"
        (outcome,) = verify_document({"schema": SCHEMA, "cells": [cell]}, [chosen], {})
        assert (outcome.status, outcome.reason) == ("verified", checked(cell))
        cell["holds"] = not cell["holds"]
        result = verify_cell(cell, chosen, {})
        assert (result.status, "say the opposite" in result.reason) == ("failed", True)
    result = verify_cell(
        saved(CUT) | {"metric": "mine"}, registry.constraint(CUT[1]), {"mine": lambda system, gold: 0.0}
    )
    assert (result.status, result.reason) == (
        "failed",
        "mine has no second definition, so a region of it cannot be checked",
    )


def test_regions_beside_other_evidence_are_checked_where_their_arguments_are_saved() -> None:
    (cell,) = json.loads(
        json.dumps(
            [
                c.to_json()
                for c in run([builtin(registry.metric("ndcg@3"))], [registry.constraint("ranking:priority")]).cells
            ]
        )
    )
    assert cell["evidence"]["kind"] == "counterexample"
    region = copy.deepcopy(exact_region(saved(BELOW)))
    cell["evidence"]["detail"]["region"] = [json.loads(json.dumps(region).replace("ndcg@100000", "ndcg@3"))]
    result = verify_cell(cell, registry.constraint("ranking:priority"), {})
    assert (result.status, "as a symbol" in result.reason) == ("verified", True)
    cell["evidence"]["detail"]["region"][0]["holds"] = "every k (k >= 1)"
    assert verify_cell(cell, registry.constraint("ranking:priority"), {}).status == "failed"
