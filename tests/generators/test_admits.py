"""`admits` against a second judgement, on cases that were changed at random.

A counterexample is as good as the judgement that its case is one of the constraint, which `verify` leaves to `admits`
of a family. Here cases of each reading are changed in gold, outputs and roles. A changed case is one of the reading
exactly where it is, but for the names of documents, one of those that the family lists; nothing else of the family is
asked. What means nothing in a task is left out on both sides: clusters in filterings and rankings, empty levels where
levels have no numbers. A test beside it shows that no definition sees these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.case import Case
from axiometrics.core.errors import AxiometricsError
from axiometrics.core.family import CaseFamily
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases

DOCUMENTS, MOST = 4, 6
"""The most documents of a changed case; of readings whose smallest case has more, as many as that has, to `MOST`: the
documents of each case are renamed in all ways.
"""

FLAT = ("filtering", "ranking")
"""Tasks in which a cluster means nothing."""

CHANGED = 150
"""Cases that are changed for each reading."""


def organizations() -> Iterator[tuple[str, str]]:
    """The readings about organizations that do not list their cases only."""
    for constraint in registry.constraints():
        if constraint.task in (*FLAT, "clustering", "organization"):
            for reading in constraint.readings:
                if isinstance(reading.cases, CaseFamily) and not isinstance(reading.cases, PlainCases):
                    yield constraint.name, reading.name


READINGS = list(organizations())


def family_of(constraint: str, reading: str) -> Any:
    (about,) = registry.match_constraints(constraint)
    return about.reading(reading).cases


def sides(case: Case) -> list[Organization]:
    return [case.gold, *case.outputs.values()]


def named(case: Case) -> list[str]:
    return sorted(set().union(*(one.documents for one in sides(case))))


def unnamed(case: Case, task: str) -> Any:
    """What a case is apart from the names of its documents."""

    def levels(of: Organization, number: dict[str, int]) -> Any:
        if task in FLAT:
            return [sorted(number[d] for cluster in level for d in cluster) for level in of.levels]
        found = [sorted(sorted(number[d] for d in cluster) for cluster in level) for level in of.levels]
        return [level for level in found if level] if task == "organization" else found

    documents = named(case)
    orders = (dict(zip(documents, order, strict=True)) for order in permutations(range(len(documents))))
    return str(min([(levels(one, number), one.tail) for one in sides(case)] for number in orders))


@cache
def listed(constraint: str, reading: str) -> tuple[list[Case], frozenset[str], frozenset[str]]:
    """All small cases of a reading, what they are, and what they are with a gold that lists every document."""
    family, task = family_of(constraint, reading), constraint.partition(":")[0]
    cases: list[Case] = []
    most, size = DOCUMENTS, 0
    while size < family.greatest and most <= MOST and (not cases or family.complete(size) < most):
        size += 1
        cases += [case for case in family.cases(size) if case.documents <= most]
        if not cases and family.complete(size) >= most:
            most += 1
            size -= 1
    closed = (case.closed() for case in cases) if task == "ranking" else ()
    return cases, frozenset(unnamed(case, task) for case in cases), frozenset(unnamed(case, task) for case in closed)


def changed(case: Case, others: Sequence[Case], chance: Random) -> Case:
    """The case with one to three changes."""
    for _ in range(chance.randint(1, 3)):
        role, other = chance.choices(list(case.outputs), k=2)
        outputs = dict(case.outputs)
        what = chance.randrange(10)
        if what == 0:
            case = replace(case, outputs={**outputs, role: outputs[other], other: outputs[role]})
        elif what == 1:
            case = replace(case, outputs={**outputs, role: chance.choice(others).outputs[role]})
        elif what == 2:
            case = replace(case, gold=chance.choice(others).gold)
        elif what < 5:
            case = replace(case, gold=edited(case.gold, named(case), chance))
        else:
            case = replace(case, outputs={**outputs, role: edited(outputs[role], named(case), chance)})
    return case


def edited(of: Organization, documents: Sequence[str], chance: Random) -> Organization:
    """An organization in which a document moves, goes, comes or stands twice, or levels or clusters are joined or
    parted, or the tail comes or goes.
    """
    levels = [[list(cluster) for cluster in level] for level in of.levels]
    clusters = [(level, cluster) for level in levels for cluster in level]
    level, cluster = chance.choice(clusters) if clusters else ([], [])
    document = chance.choice(cluster) if cluster else chance.choice(documents)
    what, tail = chance.randrange(8), of.tail
    if what == 0:
        tail = not tail
    elif what == 1:
        levels.insert(chance.randrange(len(levels) + 1), [])
    elif what == 2 and len(levels) > 1:
        at = chance.randrange(len(levels) - 1)
        levels[at : at + 2] = [levels[at] + levels[at + 1]]
    elif what == 3 and len(level) > 1:
        level.remove(cluster)
        chance.choice(level).extend(cluster)
    elif what == 4 and len(cluster) > 1:
        cluster.remove(document)
        level.append([document])
    else:
        if what < 7 and cluster:
            cluster.remove(document)
            if not cluster:
                level.remove(cluster)
        if what > 5:
            document = chance.choice([*documents, "new"])
        if what != 5 or chance.random() < 0.8:
            into = chance.choice(levels) if levels and chance.random() < 0.7 else []
            if not any(into is one for one in levels):
                levels.insert(chance.randrange(len(levels) + 1), into)
            (chance.choice(into) if into and chance.random() < 0.4 else _new(into)).append(document)
    try:
        return Organization([one for one in levels if one or what == 1 or chance.random() < 0.3], tail)
    except AxiometricsError:
        return of


def _new(level: list[list[str]]) -> list[str]:
    level.append([])
    return level[-1]


@pytest.mark.parametrize(
    ("constraint", "reading"),
    [
        pytest.param(*names, marks=[] if names[0].startswith(FLAT) else pytest.mark.thorough, id="-".join(names))
        for names in READINGS
    ],
)
def test_a_changed_case_is_admitted_exactly_where_it_is_listed(constraint: str, reading: str) -> None:
    family, task = family_of(constraint, reading), constraint.partition(":")[0]
    cases, known, closed = listed(constraint, reading)
    if not cases:
        pytest.skip(f"its smallest case has more than {MOST} documents")
    most, chance, judged = max(case.documents for case in cases), Random(f"{constraint} {reading}"), []
    for _ in range(CHANGED):
        case = changed(chance.choice(cases), cases, chance)
        if len(named(case)) > most:
            continue
        what, admitted = unnamed(case, task), family.admits(case) is None
        judged.append(admitted)
        assert admitted <= (what in known or what in closed), sides(case)
        assert admitted >= (what in known), (family.admits(case), sides(case))
    assert sum(judged) > 2
    assert len(judged) - sum(judged) > CHANGED / 5


SAME = [
    ("filtering", "{a b} > {c d}", "a b > c d", "a c > b d"),
    ("filtering", "a {c b} > d", "a b c > d", "a > b c d"),
    ("organization", "{} > {a b} > c > ...", "{a b} > c > ...", "a {b c} > ..."),
    ("organization", "a > {} > {} > {b c} > ...", "a > {b c} > ...", "{b c} > a > ..."),
]


@pytest.mark.parametrize(("task", "one", "same", "gold"), SAME)
def test_no_definition_sees_what_is_left_out(task: str, one: str, same: str, gold: str) -> None:
    about = [metric for metric in registry.metrics() if metric.task == task]
    texts = [Organization.parse(text) for text in (one, same, gold)]
    for metric in about:
        of = registry.definition(metric.id)
        assert of is not None
        assert of(texts[0], texts[2]) == of(texts[1], texts[2]), metric.id
        assert of(texts[2], texts[0]) == of(texts[2], texts[1]), metric.id
    assert len(about) > 5


def test_no_definition_of_a_ranking_sees_clusters_in_the_gold() -> None:
    run = Organization.parse("a > n > b > c > ...")
    gold, clustered = Organization.parse("c > a b > ..."), Organization.parse("c > {a b} > ...")
    for metric in registry.metrics():
        if metric.task == "ranking":
            of = registry.definition(metric.id)
            assert of is not None
            golds = [Case(one, {"run": run}).closed().gold if of.closed else one for one in (gold, clustered)]
            assert of(run, golds[0]) == of(run, golds[1]), metric.id
