"""The tasks of element retrieval: how many small cases there are, by the numbers of the specification and by formulas,
what is refused, and how metrics agree with their definitions on all small worlds.
"""

import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from math import comb, perm
from pathlib import Path
from typing import Any

import pytest

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.errors import TaskError
from axiometrics.core.library import Library
from axiometrics.core.metric import Metric
from axiometrics.core.organization import Organization
from axiometrics.core.task import task
from axiometrics.generators import libraries
from axiometrics.registry.tasks import tasks
from axiometrics.verification import verify_document
from tests.metrics.variants import variants

Command = Callable[..., Any]

TASKS = [of.name for of in tasks() if of.gold is Library]


def test_articles_are_as_many_as_the_specification_says() -> None:
    assert [len(libraries.articles(k, 1, relevant=False)) for k in range(1, 6)] == [2, 6, 27, 129, 681]
    assert [len(libraries.articles(k, 1)) for k in range(1, 6)] == [1, 4, 21, 111, 621]
    assert [len(libraries.articles(k, 2, relevant=False)) for k in range(1, 5)] == [5, 30, 270, 2730]
    assert [len(libraries.articles(k, 2)) for k in range(1, 5)] == [3, 24, 243, 2601]
    assert [len(libraries.small(k)) for k in range(1, 5)] == [3, 24, 243, 111]


def test_articles_are_listed_once_up_to_the_order_of_siblings() -> None:
    for characters in (1, 2):
        articles = libraries.articles(4, characters)
        assert len({libraries.code(article, {}) for article in articles}) == len(articles)


def test_runs_of_an_article_without_alike_siblings_are_all_orders() -> None:
    chain = Library.parse("article(0+0 sec(0+0 p(1+1)))")
    assert len(libraries.runs(chain)) == sum(perm(3, length) for length in (1, 2, 3))
    twins = Library.parse("article(0+0 p(1+1) p(1+1))")
    # half of the runs that name a twin, and the article alone
    assert len(libraries.runs(twins)) == 1 + (15 - 1) // 2


def test_lists_and_entries_are_counted_by_formulas() -> None:
    """A list with r gains above 0 has C(7 - r, 3) multisets of at most 4 - r further ones; only the empty one of a list
    of zeros is left out.
    """
    expected = sum(
        comb(length, r) * 3**r * comb(7 - r, 3) - (r == 0) for length in range(1, 5) for r in range(length + 1)
    )
    assert len(libraries.lists()) == expected
    distances = sum(comb(length, r) * 4**r * (3 - max(r, 1) + 1) for length in range(1, 4) for r in range(length + 1))
    assert len(libraries.entries()) == distances


@pytest.mark.parametrize("name", TASKS)
def test_worlds_hold_every_small_case_once(name: str) -> None:
    of = task(name)
    (world,) = of.worlds
    for documents in range(1, world.default + 1):
        for outputs in world.outputs(documents, False):
            listed = [outputs.output(k) for k in range(len(outputs))]
            assert len(set(listed)) == len(listed)
            for output in listed:
                of.demand(output, outputs.gold)
                of.rules(output, outputs.gold)
                assert outputs.documents == len(outputs.gold.documents | output.documents)


@pytest.mark.few(7)
@pytest.mark.parametrize("metric", [m for m in registry.metrics() if m.task in TASKS], ids=lambda metric: metric.base)
def test_metrics_and_definitions_agree(metric: Metric) -> None:
    """On all small cases, those with overlap too, and on larger ones drawn."""
    chance = random.Random(7)
    settings, pairs = variants(metric), small(metric.task)
    each = min(len(pairs), 700, 2700 // len(settings))
    for setting in settings:
        ours, theirs = registry.metric(setting), registry.definition(setting)
        assert theirs is not None
        for gold, output in chance.sample(pairs, each) + larger(metric.task, chance, 40 * each // 700):
            value, second = ours.exact(output, gold), theirs(output, gold)
            assert (value != value and second is None) or value == second, (ours.id, str(gold), str(output))


def small(name: str) -> list[tuple[Library, Organization]]:
    if name == "best-in-context":
        listed = (libraries.of_distances(*entry) for entry in libraries.entries())
        return [(gold, libraries.run(run)) for gold, run in listed]
    golds = [gold for k in range(1, 5) for gold in libraries.small(k, relevant=False)]
    if name == "in-context":
        return [(gold, libraries.in_context([answer])) for gold in golds for answer in libraries.answers(gold)]
    return [(gold, libraries.run(run)) for gold in golds for run in libraries.runs(gold)]


def larger(name: str, chance: random.Random, number: int) -> list[tuple[Library, Organization]]:
    """Libraries of several articles, and runs of many of their elements; runs of articles are tried elsewhere, since
    the scores of text refuse them.
    """
    pairs = []
    for _ in range(0 if name == "in-context" else number):
        gold = joined(chance)
        if name == "best-in-context":
            names = chance.sample([a.name for a in gold.articles], chance.randint(1, len(gold.articles)))
            run = [f"{name}@{chance.randint(0, gold.by_name[name].characters)}" for name in names]
        else:
            run = chance.sample(sorted(gold.elements), chance.randint(1, len(gold.elements)))
        pairs.append((gold, libraries.run(run)))
    return pairs


def joined(chance: random.Random) -> Library:
    roots = [libraries.planted(chance.choice(libraries.trees(chance.randint(1, 4), 2))) for _ in range(10)]
    plain = Library.of(*roots[: chance.randint(1, 10)])
    points = (f"{article}@{chance.randint(0, article.characters)}" for article in plain.articles)
    return Library.parse("; ".join([*points, "L=3"]))


@pytest.mark.parametrize("name", ["gp", "gp@2", "gr", "gr@2", "agp"])
def test_runs_of_several_articles_agree_with_the_definition(name: str) -> None:
    chance = random.Random(3)
    ours, theirs = registry.metric(name), registry.definition(name)
    assert theirs is not None
    for _ in range(60):
        gold = joined(chance)
        clusters = [chance.choice(libraries.answers(gold, article.name)) for article in gold.articles] + [("z",)]
        run = libraries.in_context(chance.sample(clusters, chance.randint(1, len(clusters))))
        value, second = ours.exact(run, gold), theirs(run, gold)
        assert (value != value and second is None) or value == second


def test_a_run_is_cut_at_1500() -> None:
    gold = Library.parse("; ".join(f"d{i}: article(1+1)@0" for i in range(1502)))
    run = Organization.ranking(f"d{i}" for i in range(1502))
    points = Organization.ranking(f"d{i}@0" for i in range(1502))
    assert registry.metric("xcg@2000").exact(run, gold) == 1500
    assert registry.metric("gain-recall@2000").exact(run, gold) * 1502 == 1500
    assert registry.metric("gr@2000").exact(run, gold) * 1502 == 1500
    assert registry.metric("bepd").exact(points, gold) * 1502 == 1500


GOLD = "a1: article(1+1 sec(2+1 p(1+1)))@0; a2: article(3+0)"


@pytest.mark.parametrize(
    ("name", "system", "message"),
    [
        ("thorough", "a1 > a1", "the element 'a1' occurs twice"),
        ("thorough", "{a1 a2}", "write one element a level"),
        ("thorough", "a1 a2", "write one element a level"),
        ("focused", "a1/sec[2]", "the article 'a1' has no element 'a1/sec[2]'"),
        ("in-context", "{a1 a2}", "elements of several articles"),
        ("in-context", "{a1/sec[1]} > {a1/sec[1]/p[1]}", "the article 'a1' occurs twice"),
        ("in-context", "a1 a2", "several clusters"),
        ("in-context", "a2/p[1]", "has no element 'a2/p[1]'"),
        ("best-in-context", "a1", "'a1' is not an entry point"),
        ("best-in-context", "a1@x", "'a1@x' is not an entry point"),
        ("best-in-context", "a1@²", "is not an entry point"),
        ("best-in-context", "a1@9", "lies behind its article of 4 characters"),
        ("best-in-context", "a1@0 > a1@1", "the article 'a1' occurs twice"),
    ],
)
def test_what_is_not_of_the_task_is_refused(name: str, system: str, message: str) -> None:
    gold, output = Library.parse(GOLD), Organization.parse(system)
    with pytest.raises(TaskError, match=r".*") as refused:
        task(name).demand(output, gold)
    assert message in str(refused.value)
    base = {"thorough": "maep", "focused": "nxcg", "in-context": "agp", "best-in-context": "bepd"}[name]
    definition = registry.definition(base)
    assert definition is not None
    for score in (registry.metric(base).exact, definition):
        with pytest.raises(TaskError):
            score(output, gold)


def test_an_entry_point_with_more_digits_than_python_reads_is_refused() -> None:
    with pytest.raises(TaskError, match="is not an entry point"):
        task("best-in-context").demand(Organization.parse("a1@" + "9" * 5000), Library.parse(GOLD))


def test_a_saved_entry_point_with_more_digits_than_python_reads_fails() -> None:
    cells = ax.matrix(["eprum-rank@10(a=0.1)"], ["closer-entry-point"], max_size=2, max_examples=0).to_json()["cells"]
    cell = next(cell for cell in cells if cell["counterexample"])
    outputs = re.sub("@[0-9]+", "@" + "9" * 5000, json.dumps(cell["counterexample"]["outputs"]), count=1)
    cell["counterexample"]["outputs"] = json.loads(outputs)
    (item,) = verify_document(cell, registry.constraints(), {})
    assert (item.status, item.reason[:26]) == ("failed", "the precondition does not ")


def test_an_article_that_is_not_listed_has_nothing_relevant() -> None:
    gold = Library.parse(GOLD)
    assert registry.metric("xcg").exact(Organization.parse("b/p[3] > b"), gold) == 0
    assert registry.metric("gr").exact(Organization.parse("{b/p[3] b/p[1]}"), gold) == 0
    assert registry.metric("bepd").exact(Organization.parse("b@99"), gold) == 0


def test_overlap_is_refused_where_the_task_forbids_it() -> None:
    gold, run = Library.parse(GOLD), Organization.parse("a1 > a1/sec[1]/p[1]")
    task("thorough").rules(run, gold)
    for name, text in (("focused", "a1 > a1/sec[1]/p[1]"), ("in-context", "{a1 a1/sec[1]/p[1]}")):
        with pytest.raises(TaskError, match="the elements 'a1' and 'a1/sec\\[1\\]/p\\[1\\]' overlap"):
            task(name).rules(Organization.parse(text), gold)
    twice = Organization.parse("{a1 a1/sec[1]/p[1]}")
    assert registry.metric("text-precision").exact(twice, gold) == Fraction(3 + 1, 4 + 1)


def test_other_names_keep_the_places() -> None:
    names = task("focused").names(["a", "a/sec[1]", "b", "b/p[2]"], random.Random(1))
    assert sorted(names) == ["a", "a/sec[1]", "b", "b/p[2]"]
    assert names["a/sec[1]"] == f"{names['a']}/sec[1]"
    assert {names["a"], names["b"]} == {"d0", "d1"}


# --- files and users' metrics


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., list[str]]:
    def write(*texts: str) -> list[str]:
        paths = [tmp_path / f"file{i}" for i in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        return list(map(str, paths))

    return write


SCORED = "a1: article(0+0 sec(3+2 p(2+2)) sec(1+0))@0\na2: article(5+5)\nL=100\n"


def scores(command: Command, *arguments: str) -> dict[str, float]:
    output = command("score", *arguments, "--format", "json")
    return {row["metric"]: row["value"] for row in json.loads(output.out)["rows"]}


def test_files_are_recognised_and_scored_by_what_fits(files: Callable[..., list[str]], command: Command) -> None:
    for text in (SCORED, json.dumps(Library.parse(SCORED).to_json())):
        gold, *systems = files(text, "a1/sec[1] > a2", "a1@3 > a2@0")
        assert set(scores(command, gold, systems[0])) == {"maep", "gain-recall@1500", "nxcg@10", "agp", "gp@10"}
        assert set(scores(command, gold, systems[1])) == {"bepd(a=0.1)", "eprum(a=0.1)"}
    assert scores(command, gold, systems[1], "-m", "bepd")["bepd(a=0.1)"] == pytest.approx(10 / 13)
    assert scores(command, gold, systems[0], "-m", "agp", "--as", "library")["agp"] == pytest.approx((5 / 6 + 1) / 2)


def test_overlap_in_a_file_is_refused_or_allowed(files: Callable[..., list[str]], command: Command) -> None:
    gold, system = files(SCORED, "a1/sec[1] > a2 > a1/sec[1]/p[1]")
    refused = command("score", gold, system, "-m", "nxcg@10")
    assert refused.code == 2
    assert "the elements 'a1/sec[1]' and 'a1/sec[1]/p[1]' overlap" in refused.err
    assert len(refused.err.splitlines()) == 1
    assert set(scores(command, gold, system, "-m", "nxcg@10", "--overlap", "allow")) == {"nxcg@10"}
    cluster = files(SCORED, "{a1/sec[1] a1/sec[1]/p[1]}")[1]
    assert scores(command, gold, cluster, "-m", "text-precision", "--overlap", "allow")[
        "text-precision"
    ] == pytest.approx(6 / 7)
    twice = files(SCORED, "a1 > a1")[1]
    assert command("score", gold, twice, "-m", "maep").code == 2


MINE = """
from fractions import Fraction

def found(system, library):
    relevant = {p for p, e in library.elements.items() if e.highlighted}
    return sum(1 / (i + 1) for i, _, d in system.occurrences() if d in relevant)
"""


def test_a_users_metric_is_called_with_the_values(tmp_path: Path) -> None:
    from axiometrics import api

    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    gold, system = Library.parse("article(0+0 sec(1+1) p(1+0))"), Organization.parse("a1 > a1/sec[1]")
    target = f"{file}:found"
    assert api.score(gold=gold, system=system, metrics=[target], task="thorough") == {target: 0.5}
