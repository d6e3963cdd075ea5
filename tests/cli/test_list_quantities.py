"""`axiometrics list quantities`: the vocabulary of a constraint, in each form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from axiometrics import registry

Command = Callable[..., Any]


def test_quantities_in_words_and_facts_with_their_marks(command: Command) -> None:
    ran = command("list", "quantities", "ranking:priority")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("ranking:priority, readings universal, single, graded\n")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "i whole number the rank of the upper document" in lines
    assert "g - c >= 0 arithmetic all a relevant document has a grade of 1 or more" in lines
    assert "N - 1 = 0 sketch single the sketches of all cases show it" in lines
    assert "c >= 0 sketch all the sketches of all cases show it" in lines


def test_of_a_name_that_two_tasks_have_both_are_listed(command: Command) -> None:
    heads = [line for line in command("list", "quantities", "priority").out.splitlines() if ", readings " in line]
    assert heads == [
        "filtering:priority, readings universal, interior",
        "ranking:priority, readings universal, single, graded",
    ]
    alone = command("list", "quantities", "priority", "--task", "filtering").out
    assert [line for line in alone.splitlines() if ", readings " in line] == heads[:1]


def test_in_markdown_they_are_tables_under_a_heading(command: Command) -> None:
    lines = command("list", "quantities", "size-vs-quantity", "--format", "markdown").out.splitlines()
    assert lines[0] == "## clustering:size-vs-quantity, readings universal, picture, strong"
    (fact,) = [line for line in lines if line.startswith("| EW - ")]
    assert [part.strip() for part in fact.split("|")][2:4] == ["arithmetic", "all"]
    assert "Of each term the kernel checks (t + 1)*log(t + 1) - t*log(t)" in fact.replace("\\*", "*")


def test_in_json_each_reading_has_its_facts(command: Command) -> None:
    entries = json.loads(command("list", "quantities", "ranking:deepness", "--format", "json").out)["quantities"]
    (constraint,) = registry.match_constraints("deepness")
    assert [entry["reading"] for entry in entries] == [reading.name for reading in constraint.readings]
    assert {entry["constraint"] for entry in entries} == {"ranking:deepness"}
    by_reading = {entry["reading"]: {fact["fact"]: fact for fact in entry["facts"]} for entry in entries}
    assert by_reading["single"]["N - 1 = 0"] == {
        "fact": "N - 1 = 0",
        "mark": "sketch",
        "why": "the sketches of all cases show it",
        "each": None,
    }
    assert "N - 1 = 0" not in by_reading["same-run"]
    assert by_reading["same-run"]["I > 0"]["each"] == "g*log(2)/log(r + 1) > 0"
    assert entries[0]["quantities"][0] == {
        "name": "i",
        "means": "the rank of the upper document of the shallow swap",
        "whole": True,
    }


def test_a_fact_is_listed_for_the_readings_of_the_constraint_alone(command: Command) -> None:
    """Constraints on scores share a vocabulary: B - A > 0 is no fact of stability, and a fact of both readings of
    pointwise dominance.
    """
    lines = [" ".join(line.split()) for line in command("list", "quantities", "stability").out.splitlines()]
    assert not [line for line in lines if line.startswith("B - A > 0")]
    assert "N*M - C >= 0 arithmetic sup none of the N differences is above the greatest" in lines
    lines = [" ".join(line.split()) for line in command("list", "quantities", "pointwise-dominance").out.splitlines()]
    assert [line.split()[5:7] for line in lines if line.startswith("B - A > 0")] == [["arithmetic", "all"]]
    assert not [line for line in lines if line.startswith("N*M")]


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("quantities", "embedded-deepness"), "organization:embedded-deepness has no vocabulary"),
        (("quantities", "priority", "--task", "clustering"), "'priority' (of clustering) has no vocabulary"),
        (("quantities", "nothing"), "no constraint 'nothing'"),
        (("quantities",), "`list quantities` takes a constraint"),
        (("metrics", "ranking:priority"), "only `list quantities` takes a constraint"),
        (("quantities", "deepness", "-m", "ap"), "only `list open` is about cells"),
    ],
)
def test_what_has_no_quantities_is_told(command: Command, arguments: tuple[str, ...], reason: str, form: str) -> None:
    ran = command("list", *arguments, "--format", form)
    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.err
