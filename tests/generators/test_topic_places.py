"""Edits in real runs of diversity: all that the families of small cases know of a run, no others, and counted alike."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import axiometrics as ax
from axiometrics import registry
from axiometrics.cli import main
from axiometrics.core.aggregates import Coverage
from axiometrics.core.case import Case
from axiometrics.core.errors import TaskError
from axiometrics.core.exact import sign
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic
from axiometrics.generators.topic_cases import graded_topics, ranks, short_runs
from axiometrics.tasks.diversity.counts import coverage

EDITED = {
    constraint.id: constraint
    for constraint in registry.constraints()
    if constraint.task == "diversity" and constraint.edits is not None
}


def all_cases(name: str, gold: Topic, output: Organization) -> list[Case]:
    edits = EDITED[name].edits
    assert edits is not None
    places = edits.places(gold, output)
    return [places.case(number) for number in range(places.number)]


def runs_of(case: Case) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(ranks(output)) for output in case.outputs.values())


def test_only_the_document_of_a_likelier_intent_belongs_above_the_other() -> None:
    grades = {"d1": {"i1": 1}, "d2": {"i2": 1}}
    run = Organization.ranking(["d1", "d2"])
    for weights, number in (((2, 1), 1), ((1, 1), 0), ((1, 2), 0)):
        chances = {f"i{k}": Fraction(weight, sum(weights)) for k, weight in enumerate(weights, 1)}
        assert len(all_cases("intent-probability", Topic(chances, grades), run)) == number


@pytest.mark.parametrize(
    ("name", "role"),
    [("graded", "better"), ("minor-intents", "worse"), ("novelty", "better"), ("no-double-discount", "A")],
)
def test_the_edits_of_a_run_are_the_cases_of_the_family_that_it_is_part_of(name: str, role: str) -> None:
    """Irrelevant documents have other names in the family, so outputs are compared by their relevant documents."""
    family: Any = EDITED[name].readings[0].judged
    made = 0
    for gold in graded_topics(3):
        of_run: dict[tuple[str, ...], set[Any]] = {}
        for case in family.listing.lists(gold, None):
            of_run.setdefault(tuple(ranks(case.outputs[role])), set()).add(shown(gold, case))
        for run in short_runs(gold, 3):
            cases = all_cases(name, gold, run)
            assert all(case.outputs[role] == run for case in cases)
            assert {family.admits(case) for case in cases} <= {None}
            assert len(set(map(runs_of, cases))) == len(cases)
            assert {shown(gold, case) for case in cases} == of_run.get(tuple(ranks(run)), set())
            made += len(cases)
    assert made >= 8


def shown(gold: Topic, case: Case) -> Any:
    return tuple((role, tuple(d if gold.of(d) else "" for d in ranks(output))) for role, output in case.outputs.items())


def test_the_likelier_of_two_intents_that_nothing_else_serves() -> None:
    gold = Topic.parse("P(i)=1/2 P(j)=3/10 P(k)=1/5 | a: i | b: j | c: k | d: k")
    family: Any = EDITED["intent-probability"].reading("pool").judged
    for run in permutations("abc"):
        cases = all_cases("intent-probability", gold, Organization.ranking(run))
        rising = [k for k in range(2) if run[k] < run[k + 1]]
        assert len(cases) == len(rising)
        assert {family.admits(case) for case in cases} <= {None}
    twice = Organization.ranking(["a", "d", "x", "c"])
    assert all_cases("intent-probability", gold, twice) == []  # two documents serve k


TOPIC = "P(i)=1/2 P(j)=1/4 P(k)=1/4 | a: i=2 j | b: i j | c: j | d: k | e: j | f: i | g: i | h: j"
RUN = Organization.ranking(["x1", "a", "b", "x2", "c", "x3", "f"])


def test_counts_are_those_of_the_cases_and_shares_those_of_the_definitions() -> None:
    gold = Topic.parse(TOPIC)
    impact = ax.impact(gold=gold, systems=RUN, metrics=["alpha-ndcg@10", "i-rec@4", "div-ndcg@5", "ndcg-ia@10"])
    assert {row.constraint.id for row in impact.rows} == set(EDITED)
    seen = 0
    for row in impact.rows:
        edits, definition = row.constraint.edits, registry.definition(row.metric)
        assert edits is not None
        assert definition is not None
        cases = all_cases(row.constraint.id, gold, RUN)
        signs = [
            sign(edits.demand.excess({role: definition(output, gold) for role, output in case.outputs.items()}))
            for case in cases
        ]
        wrong = sum(not edits.demand.met(difference) for difference in signs)
        assert (row.places, row.edits, row.violated) == (len(cases), len(cases), wrong), row.constraint.id
        seen += len(cases)
        counts = edits.places(gold, RUN).counts(range(len(cases)), True) if cases else {}
        for role, stack in (counts or {}).items():
            assert isinstance(stack, Coverage)
            for k, case in enumerate(cases):
                alone = coverage(case.outputs[role], gold, exact=True)
                assert np.array_equal(stack.gains[k if len(stack.gains) > 1 else 0], alone.gains.reshape(7, 3))
    assert seen > 40


def test_a_clustering_has_no_edits_of_runs() -> None:
    with pytest.raises(TaskError, match="is not a ranking"):
        all_cases("novelty", Topic.parse(TOPIC), Organization.parse("{a b} > c"))


QRELS = """1 i a 1
1 j a 1
1 i b 1
1 j c 1
1 k d 1
2 i a 1
2 j b 1
"""


def test_files_with_intents_have_edits_and_probabilities(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold").write_text(QRELS, encoding="utf-8")
    Path("run").write_text("1 Q0 a 1 3 s\n1 Q0 b 2 2 s\n1 Q0 x 3 1 s\n2 Q0 a 1 2 s\n2 Q0 b 2 1 s\n", encoding="utf-8")
    Path("chances").write_text("1 i .5\n1 j .3\n1 k .2\n2 i .6\n2 j .4\n", encoding="utf-8")

    def impact(*options: str) -> Any:
        ran = CliRunner().invoke(main, ["impact", "gold", "run", "-q", "--format", "csv", *options])
        assert ran.exit_code == 0, ran.stderr
        return [tuple(line.split(",")[:5]) for line in ran.stdout.splitlines()[1:]]

    # topic 1: b is redundant, and d of a missing intent; a is not, since j is served by nothing else
    assert impact("-m", "i-rec@10", "-m", "precision-ia@10", "-c", "minor-intents") == [
        ("i-rec@10", "diversity:minor-intents", "on-data", "1", "0"),
        ("precision-ia@10", "diversity:minor-intents", "on-data", "1", "1"),
    ]
    # topic 2: a of the likelier intent above b
    options = ("-m", "ndcg-ia@10", "-c", "intent-probability")
    assert impact(*options) == [("ndcg-ia@10", "diversity:intent-probability", "on-data", "0", "0")]
    assert impact(*options, "--probabilities", "chances") == [
        ("ndcg-ia@10", "diversity:intent-probability", "on-data", "1", "0")
    ]
