"""Every field of every kind of document that `verify` reads, altered by a program: each alteration is refused, or it is
one of a table, which says why nothing can refuse it.

Refused means: the file cannot be read (one clear line), an item fails, or an item that was verified is not verified any
more. An alteration that ends in any other error fails these tests. Fast tests take some alterations, spread over all,
and thorough ones take all of them.
"""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import islice
from typing import Any

import pytest

from axiometrics import api
from axiometrics.core.errors import AxiometricsError
from axiometrics.verification import Verification
from tests.alterations import altered, pattern, places

JSON = Any

KINDS = ("matrix", "cell", "cells", "region", "pair", "cover", "strength")

ALWAYS = {
    r"seconds": "the time that a run took is its own",
    r"proof(s\.#)?\.steps\.#(\..*)?\.id": "a step of a proof may have any name that no other step has",
    r"proof(s\.#)?\.(start|symbols(\..*)?|facts|define)": "the argument holds as it then stands, from fewer facts",
    r"scores\..*": "another way to write the same number",
    r"link|link_checked|lemmas": "left out, the cell says less of its proof",
    r"covers(\..*)?": "another way to name the same cells",
    r"relation": "left out, there is none",
    r"method": "left out, the cell says less of how it was found",
    r"outputs\.\w+\.tail|gold\.tail": "left out, it has the value that it has in the file",
    r"tried": "left out, the cell says less of what was tried",
    r"ties": "a case that separates without ties separates with ties, too; that no smaller one does is searched again",
    r"settings\.(max_size.*|max_examples|seed)": "the search is repeated with these settings, and says the same",
    r"constraints\.#\.readings(\.#)?": "a study may choose some of the readings",
    r"size|counts\..*|complete": "left out, the file says less",
}
"""What may be altered, as the end of a path, and why. Where the search is repeated, nothing else may be."""

UNREPEATED = {
    r"(cases|minimal|least|floor|undefined|undecided)": "said of a search, and counted as not re-run",
    r"(candidates|further|failures.*|searched.*)": "said of a search, and counted as not re-run",
    r"(size|scanned|n0|n(\.#)?)": "said of a search, and counted as not re-run",
    r"settings(\..*)?": "what the run was asked for, which bears on its search",
    r"version|statement": "a different version may have saved the file, which is told",
    r"(metrics\.#\.)(source|params(\..*)?)": "of a file of a different version",
    r"(differs|elsewhere|covers|counts|complete|constraints|metrics|message)(\..*)?": "left out, the file says less",
    r"(alike|alone|reasons|conventions)(\..*)?": "said of a search, or words beside it",
    r"operators(\..*)?|compared(\..*)?|.*ordered_alike": "of a strength: words, and what was compared in a search",
}
"""What may be altered besides, where the search is not repeated."""


LEFT_OUT = ("left out", "= None", "= {}", "= []")
"""How what was done ends, where a field says nothing any more."""


@cache
def saved(kind: str) -> JSON:
    if kind in ("cell", "cells"):
        return saved("matrix")["cells"][0] if kind == "cell" else saved("matrix")["cells"][:3]
    return json.loads(json.dumps(_computed(kind).to_json()))


def _computed(kind: str) -> Any:
    match kind:
        case "matrix":
            constraints = ["ranking:priority", "deepness-threshold", "completeness"]
            return api.matrix(["rr", "ap", "purity"], constraints, max_size="4,thresholds=9")
        case "region":
            return api.region("rbp", "closeness-threshold", "p")
        case "pair":
            return api.separate("v-measure", "bcubed-f", max_size=4)
        case "cover":
            return api.separate_all("filtering", max_size=2)
    return api.strength(["filtering:priority"], max_size=3)


WORK = 2
"""Seconds of processor time for each item, ten times what these files take. With the usual limit, a file that asks for
a search without an end (a size of 10**30) takes a minute to be refused, and all such files together an hour.
"""


def checked(data: JSON, strict: bool) -> Verification | None:
    """What comes of a document, None where it cannot be read."""
    lines: list[str] = []
    try:
        return api.verify(data, strict=strict, seed=0, work=WORK)
    except AxiometricsError as error:
        lines.append(str(error))
    assert "\n" not in lines[0], "one clear line"
    return None


def refused(verification: Verification | None, good: Verification, strict: bool) -> bool:
    if (
        verification is None
        or verification.counts["failed"]
        or verification.counts["verified"] < good.counts["verified"]
    ):
        return True
    return strict and bool(verification.unchecked or verification.not_rerun)


def accepted(kind: str, strict: bool, share: int) -> list[tuple[str, str]]:
    """The alterations that were not refused, each with the pattern of its path; one in `share` of them is made."""
    document = saved(kind)
    good = checked(document, strict)
    assert good is not None
    assert good.sound, good
    every = ((path, *alteration) for path in places(document) for alteration in altered(document, path))
    some = islice(every, 0, None, share)
    return [(pattern(path), what) for path, what, made in some if not refused(checked(made(), strict), good, strict)]


def unexplained(kind: str, strict: bool, share: int) -> list[tuple[str, str]]:
    table = ALWAYS if strict else ALWAYS | UNREPEATED

    def explained(path: str, what: str) -> bool:
        reasons = [reason for end, reason in table.items() if re.fullmatch(rf"(.*\.)?({end})", path)]
        return any(not reason.startswith("left out") or what.endswith(LEFT_OUT) for reason in reasons)

    return [(path, what) for path, what in accepted(kind, strict, share) if not explained(path, what)]


SHARES = {"matrix": 97, "cell": 11, "cells": 41, "region": 97, "pair": 17, "cover": 31, "strength": 1201}
"""Of how many alterations one is made by the fast tests."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("strict", [False, True])
def test_some_altered_fields(kind: str, strict: bool) -> None:
    assert unexplained(kind, strict, SHARES[kind] * (3 if strict else 1)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("strict", [False, True])
def test_each_altered_field(kind: str, strict: bool) -> None:
    assert unexplained(kind, strict, 1) == []


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("matrix", lambda data: data["constraints"][0].update(id=["priority"])),
        ("matrix", lambda data: data["constraints"][0].update(readings=[["universal"]])),
        ("matrix", lambda data: data["metrics"][0].update(id=["rr"])),
        ("matrix", lambda data: data["cells"][0].update(metric=["rr"])),
        ("matrix", lambda data: data.update(settings=-1)),
        ("pair", lambda data: data["metrics"][0].update(id=["v-measure"])),
        ("strength", lambda data: data["mutants"][0].update(id=["f"])),
        ("strength", lambda data: data["constraints"][0].update(constraint=["priority"])),
    ],
)
def test_a_list_where_a_name_stands_is_one_clear_line(kind: str, change: Any) -> None:
    data = json.loads(json.dumps(saved(kind)))
    change(data)
    assert checked(data, False) is None


def strictly(data: JSON) -> Verification:
    return api.verify(data, strict=True, seed=0, work=20)


def of_matrix(change: Any) -> JSON:
    data = json.loads(json.dumps(saved("matrix")))
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(version="0.1.0"), "the file was saved by version '0.1.0'"),
        (lambda data: data["constraints"][0].update(statement="the score rises"), "its statement is"),
        (lambda data: data["constraints"][0].update(source="nobody"), "its source is"),
        (lambda data: data["metrics"][0].update(source="nobody"), "its source is"),
        (lambda data: data["settings"].update(reading="all-of-them"), "the reading asked for is"),
        (lambda data: data["settings"].update(reading=["default"]), "the reading asked for is"),
        (lambda data: data["settings"].update(speed=1), "the settings are max_size, max_examples, seed, reading"),
        (lambda data: data["metrics"].append({**data["metrics"][0], "id": "nobodys"}), "it is not a built-in metric"),
        (lambda data: data["metrics"][0].update(source="a\x1b[2Jb"), "has signs that cannot be printed"),
        (lambda data: data["cells"][0]["evidence"]["detail"].update(convention="1 at 0/0"), "convention is None"),
    ],
)
def test_what_only_a_strict_check_refuses(change: Any, reason: str) -> None:
    failed = [item.reason for item in strictly(of_matrix(change)).items if item.status == "failed"]
    assert any(reason in message for message in failed), failed


def test_words_about_a_convention_are_those_of_the_case_if_strict() -> None:
    data = json.loads(json.dumps(saved("pair")))
    data["case"]["conventions"] = ["0/0 counts as 1"]
    verification = strictly(data)
    assert (verification.counts["failed"], verification.not_rerun) == (1, {})
    assert "conventions is" in verification.items[0].reason


def test_a_different_statement_of_a_different_version_fails_if_strict() -> None:
    def change(data: JSON) -> None:
        data["version"], data["constraints"][0]["statement"] = "0.1.0", "the score rises"

    data = of_matrix(change)
    assert api.verify(data, seed=0).counts["reworded"] == 1
    verification = strictly(data)
    assert ("reworded" in verification.counts, verification.counts["failed"]) == (False, 2)


def test_the_limits_of_a_strict_check_are_its_own() -> None:
    """A file of some bytes asks for 10**9 random cases."""
    cells = api.matrix(["ap"], ["ranking:deepness"], max_size=5).to_json()
    many = {**cells, "settings": {**cells["settings"], "max_examples": 10**9}}
    verification = strictly(many)
    assert [item.status for item in verification.items] == ["not re-run"]
    assert "100000 are drawn at most" in verification.items[0].reason
    slow = {**cells, "settings": {**cells["settings"], "max_examples": 90_000}}
    (item,) = api.verify(slow, strict=True, seed=0, work=0.5).items
    assert (item.status, "more than 0.5 s of processor time" in item.reason) == ("not re-run", True)


@pytest.mark.parametrize("kind", ["matrix", "pair", "cover"])
def test_what_a_file_says_of_a_search_is_counted_until_it_is_repeated(kind: str) -> None:
    plain = api.verify(saved(kind), seed=0)
    assert plain.sound
    cells = saved(kind).get("cells")
    minimal = 1 if cells is None else sum(cell["evidence"]["minimal"] is True for cell in cells)
    assert plain.not_rerun["minimality"] == minimal > 0
    assert "not re-run, and not part of what is verified: " in str(plain)
    assert plain.to_json()["not_rerun"] == plain.not_rerun
    strict = strictly(saved(kind))
    assert (strict.not_rerun, strict.unchecked, "not re-run, and" in str(strict)) == ({}, 0, False)
