"""Where R and S are lost: by hand on Table 9 of Amigo et al. 2013, and against the O(n^2) definition of
`axiometrics.verification`.
"""

import csv
import io
import json
import random
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.errors import ParameterError
from axiometrics.core.organization import Organization
from axiometrics.definitions.organization import reliability as definition
from axiometrics.evaluation import loss, loss_drawing, loss_page
from axiometrics.evaluation.loss import Explanation, LossComparison, LossSide, Shape, explain
from axiometrics.evaluation.loss_cases import DEFAULTS, RELATIONS
from axiometrics.evaluation.loss_drawing import percent
from axiometrics.evaluation.loss_reasons import LossWords, lacking, named
from axiometrics.relations import READINGS, RelationCost
from axiometrics.reports.parts.formats import report

F = Fraction
parse = Organization.parse

GOLD = "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ..."
SYSTEMS = {
    1: "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > d6 d7 > ...",
    2: "d1 {d2 d3} d4 > {d4 d5} {d6 d7} > {d6 d7} > ...",
    3: "d1 {d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...",
    4: "d1 {d3 d4} > {d4 d5} {d6 d7} > {d6 d7 d8} > ...",
    5: "{d6 d7} > {d4 d5} {d6 d7} > d1 {d2 d3 d4} > ...",
}
"""Table 9 of the paper; its weights are n = 10, Wn = 0.8, so c = 5/2."""


def explained(system: str, gold: str, relation: str = "priority", reading: str = "listed", n: int = 10) -> Explanation:
    return explain(LossComparison(parse(system), parse(gold), relation, F(n), F(4, 5), reading))


def written(form: str, explanations: Sequence[Explanation], top: int, width: int = 120) -> str:
    return report(form).show(loss_page.page(explanations, top), width=width)


def as_text(explanations: Sequence[Explanation], top: int, width: int) -> str:
    return written("text", explanations, top, width)


def test_rs_is_the_harmonic_mean_of_r_and_s() -> None:
    explanation = explained(SYSTEMS[4], GOLD)
    r, s = explanation.reliability.value, explanation.sensitivity.value
    assert r != s
    assert 1 / explanation.rs == (1 / r + 1 / s) / 2
    assert explained("b > a", "a > b").rs == 0


def losses(side: LossSide) -> dict[str | None, Fraction]:
    return {cost.document: F(cost.lost) for cost in side.costs.documents if cost.lost}


def words(explanation: Explanation, side: LossSide) -> dict[str, Fraction]:
    assert side.relations is not None
    return {LossWords(explanation.comparison, side).text(cost): F(cost.lost) for cost in side.relations if cost.lost}


def organization(rng: random.Random) -> Organization:
    """A few levels of overlapping clusters, some of them empty, with or without tail."""
    names = [f"d{i}" for i in range(rng.randint(1, 7))]
    levels = [
        [rng.sample(names, rng.randint(1, min(3, len(names)))) for _ in range(rng.randint(0, 3))]
        for _ in range(rng.randint(0, 4))
    ]
    return Organization(levels, tail=rng.random() < 0.5 or not levels)


def drawn_at_random(seed: int, count: int) -> list[Explanation]:
    rng = random.Random(seed)
    kinds = list(product(("priority", "clustering"), READINGS))
    return [
        explain(LossComparison(organization(rng), organization(rng), *_kind(kinds[i % len(kinds)])))
        for i in range(count)
    ]


def _kind(kind: tuple[str, str]) -> tuple[str, Fraction, Fraction, str]:
    return kind[0], F(5), F(2, 3), kind[1]


# --- Table 9, by hand


def test_the_sensitivity_that_system_3_loses_to_an_unlisted_document() -> None:
    """Gold: w = 5/2 / (5/2 * 13/2) = 2/13 on level 1, 10/273 on level 2, 2/105 on level 3, T = 1/5; d2 alone is lost,
    with every relation it has.
    """
    explanation = explained(SYSTEMS[3], GOLD)
    assert explanation.reliability.lost == 0
    side = explanation.sensitivity
    first, second, third, tail = F(2, 13), F(10, 273), F(2, 105), F(1, 5)
    others = {level: 1 - count * weight for level, count, weight in ((1, 4, first), (2, 4, second), (3, 2, third))}

    def between(weight: Fraction, level: int) -> Fraction:
        return first * weight * (1 / others[1] + 1 / others[level])

    upper, lower = between(second, 2), between(second, 2) + between(third, 3)
    assert words(explanation, side) == {
        "d2 above the tail: not in the system": first * tail / others[1] + first * tail / (1 - tail),
        "d2 above d6: d2 is not in the system": lower,
        "d2 above d7: d2 is not in the system": lower,
        "d2 above d4: d2 is not in the system": upper,
        "d2 above d5: d2 is not in the system": upper,
    }
    assert losses(side)["d2"] == first
    assert losses(side)[None] == first * tail / (1 - tail)
    assert losses(side)["d5"] == first * second / others[2]
    assert explanation.rows[0].document == "d2"
    assert explanation.rows[0].system is None
    assert sum(losses(side).values()) == 1 - side.value == side.lost


def test_the_clusters_of_system_3() -> None:
    """{d2 d3 d4} weighs 2/13 a document, 2/39 a pair in order: d2 loses three of them, d3 and d4 one each."""
    explanation = explained(SYSTEMS[3], GOLD, "clustering")
    assert losses(explanation.sensitivity) == {"d2": F(6, 39), "d3": F(2, 39), "d4": F(2, 39)}
    assert words(explanation, explanation.sensitivity) == {
        "d2 and d3 in one cluster: d2 is not in the system": F(4, 39),
        "d2 and d4 in one cluster: d2 is not in the system": F(4, 39),
        "d2 itself: not in the system": F(2, 39),
    }
    assert explanation.sensitivity.costs.occurrences == (0, F(6, 39), F(2, 39), F(2, 39), 0, 0, 0, 0, 0, 0)


def test_the_clusters_of_systems_1_and_2() -> None:
    explanation = explained(SYSTEMS[1], GOLD, "clustering")
    assert words(explanation, explanation.sensitivity) == {
        "d6 and d7 in one cluster: 1 of 2 clusters in the system": (F(10, 273) + F(2, 105)) / 2
    }
    two = explained(SYSTEMS[2], GOLD, "clustering")
    assert words(two, two.sensitivity) == {
        f"{d} and d4 in one cluster: apart in the system": F(4, 39) for d in ("d2", "d3")
    }


@pytest.mark.parametrize(
    ("system", "r", "s"), [(1, "1", ".97"), (2, "1", ".8"), (3, "1", ".74"), (4, ".96", ".74"), (5, "1", "1")]
)
def test_published_clustering_values_are_what_is_not_lost(system: int, r: str, s: str) -> None:
    explanation = explained(SYSTEMS[system], GOLD, "clustering")
    for side, published in ((explanation.reliability, r), (explanation.sensitivity, s)):
        assert abs(1 - sum(losses(side).values()) - F(published)) <= F(1, 2 * 10 ** len(published.partition(".")[2]))


def test_reversed_levels_in_words() -> None:
    explanation = explained(SYSTEMS[5], GOLD)
    lines = words(explanation, explanation.reliability)
    assert "d6 above d1: the other way round in the gold" in lines
    assert "d6 above itself: not in the gold" not in lines
    assert not any("tail" in line for line in lines)


# --- sums


def test_losses_sum_to_what_the_definition_leaves() -> None:
    for explanation in drawn_at_random(1, 300):
        comparison = explanation.comparison
        judge = getattr(definition, f"reliability_{comparison.relation}")
        for side in (explanation.reliability, explanation.sensitivity):
            value = judge(side.own, side.other, comparison.n, comparison.wn, comparison.reading)
            assert side.value == value
            whole = 0 if side.costs.lacking else 1
            assert side.relations is not None
            assert side.lost == whole - value
            assert sum(cost.lost for cost in side.costs.documents) == whole - value
            assert sum(side.costs.occurrences) + side.of_tail == whole - value
            assert sum(cost.lost for cost in side.relations) == whole - value
            assert type(side.lost) is Fraction
        assert sum(row.lost for row in explanation.rows) == explanation.lost
        assert sum(explanation.share(row.lost) for row in explanation.rows) == bool(explanation.lost)
        assert [row.lost for row in explanation.rows] == sorted((row.lost for row in explanation.rows), reverse=True)
        assert {row.document for row in explanation.rows} - {
            None
        } == comparison.system.documents | comparison.gold.documents


def test_what_an_occurrence_loses_is_its_part_of_the_document() -> None:
    for explanation in drawn_at_random(2, 60):
        for side in (explanation.reliability, explanation.sensitivity):
            lost_of: dict[str, Fraction] = {}
            for (_, _, document), lost in zip(side.own.occurrences(), side.costs.occurrences, strict=True):
                lost_of[document] = lost_of.get(document, F(0)) + F(lost)
            assert {document: lost for document, lost in lost_of.items() if lost} == {
                d: lost for d, lost in losses(side).items() if d is not None
            }


def test_in_floats_the_same_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = drawn_at_random(3, 80)
    monkeypatch.setattr(loss, "EXACT", -1)
    for first, second in zip(exact, drawn_at_random(3, 80), strict=True):
        assert (first.exact, second.exact) == (True, False)
        for here, there in ((first.reliability, second.reliability), (first.sensitivity, second.sensitivity)):
            assert there.relations is None
            assert isinstance(there.value, float)
            assert float(here.lost) == pytest.approx(there.lost, abs=1e-12)
            assert bool(here.lost) == bool(there.lost)
            amounts = {cost.document: cost.lost for cost in there.costs.documents}
            assert {document for document, lost in amounts.items() if lost} == set(losses(here))
            assert {d: float(lost) for d, lost in losses(here).items()} == pytest.approx(
                {d: lost for d, lost in amounts.items() if lost}, abs=1e-12
            )
            assert [bool(lost) for lost in there.costs.occurrences] == [bool(lost) for lost in here.costs.occurrences]


@pytest.mark.parametrize("relation", ["priority", "clustering"])
def test_rounding_is_no_loss(monkeypatch: pytest.MonkeyPatch, relation: str) -> None:
    """Where two levels far down are exchanged, or none, floats leave a loss of 1e-17 here and there that is none."""
    names = [f"d{i}" for i in range(120)]
    levels = [[names[i : i + 3]] for i in range(0, 120, 3)]
    gold = Organization(levels, tail=True)
    for system in (gold, Organization([*levels[:20], levels[21], levels[20], *levels[22:]], tail=True)):
        monkeypatch.setattr(loss, "EXACT", 1000)
        exact = explain(LossComparison(system, gold, relation))
        monkeypatch.setattr(loss, "EXACT", 0)
        floats = explain(LossComparison(system, gold, relation))
        for side, rounded in ((exact.reliability, floats.reliability), (exact.sensitivity, floats.sensitivity)):
            assert bool(side.lost) == bool(rounded.lost)
            assert [bool(lost) for lost in side.costs.occurrences] == [bool(lost) for lost in rounded.costs.occurrences]
            assert {cost.document for cost in rounded.costs.documents if cost.lost} == set(losses(side))
        assert ("nothing is lost" in as_text([floats], 10, 80)) == (not exact.lost)


def test_a_list_of_relations_may_be_as_long_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, listed in ((4, True), (3, False)):
        monkeypatch.setattr(loss, "DOCUMENTS", number)
        monkeypatch.setattr(loss, "PAIRS", number)
        for relation, text in (("priority", "a > b > c > d"), ("clustering", "{a b} c")):
            assert (explained(text, text, relation).reliability.relations is not None) == listed


def test_long_lists_of_relations_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loss, "DOCUMENTS", 3)
    monkeypatch.setattr(loss_page, "DOCUMENTS", 3)
    monkeypatch.setattr(loss, "PAIRS", 2)
    monkeypatch.setattr(loss_page, "PAIRS", 2)
    explanation = explained("b > a", "a > b > c > d")
    assert (explanation.reliability.relations is None, explanation.sensitivity.relations is None) == (False, True)
    assert "Relations of the gold are not listed one by one: 4 documents are more than 3." in as_text(
        [explanation], 10, 80
    )
    assert "What R loses" in as_text([explanation], 10, 80)
    two = explained("{a b} c", "a {b c}", "clustering")
    assert two.reliability.relations is None
    assert "Relations of the system are not listed one by one: 4 pairs in clusters are more than 2." in as_text(
        [two], 10, 100
    )
    assert json.loads(written("json", [two], 10))["explanations"][0]["reliability"]["relations"] is None


# --- words


@pytest.mark.parametrize(
    ("system", "gold", "relation", "reading", "lines"),
    [
        ("b > a", "a > b", "priority", "listed", ["b above a: the other way round in the gold"]),
        ("b > a", "a b", "priority", "listed", ["b above a: on one level in the gold"]),
        ("b > a", "b > c", "priority", "listed", ["b above a: a is not in the gold"]),
        ("b > a", "c > d", "priority", "listed", ["b above a: neither is in the gold"]),
        ("b > ...", "a > ...", "priority", "listed", ["b above the tail: not in the gold"]),
        ("b > ...", "a > ...", "priority", "tail-certain", ["b above the tail: not in the gold"]),
        ("b > a", "b > ...", "priority", "tail-lookup", []),
        ("a > b", "b > ...", "priority", "tail-lookup", ["a above b: a is not in the gold"]),
        ("a > a", "a > b", "priority", "listed", ["a above itself: only once in the gold"]),
        ("a > a", "{a b} a", "priority", "listed", ["a above itself: on one level in the gold"]),
        ("a > a", "b", "priority", "listed", ["a above itself: not in the gold"]),
        ("a > b > b", "a > b", "priority", "listed",
         ["a above b: 1 of 2 times in the gold", "b above itself: only once in the gold"]),
        ("{a b}", "a b", "clustering", "listed", ["a and b in one cluster: apart in the gold"]),
        ("{a b} {a b}", "{a b}", "clustering", "listed",
         ["a and b in one cluster: 1 of 2 clusters in the gold", "a itself: 1 of 2 times in the gold",
          "b itself: 1 of 2 times in the gold"]),
        ('"a b" > "..."', '"..." > "a b"', "priority", "listed",
         ['"a b" above "...": the other way round in the gold']),
    ],
)  # fmt: skip
def test_relations_in_words(system: str, gold: str, relation: str, reading: str, lines: list[str]) -> None:
    explanation = explained(system, gold, relation, reading)
    assert list(words(explanation, explanation.reliability)) == lines


def test_the_other_side_in_words() -> None:
    explanation = explained("b > a", "a > b > c")
    assert set(words(explanation, explanation.sensitivity)) == {
        "a above b: the other way round in the system",
        "a above c: c is not in the system",
        "b above c: c is not in the system",
    }


def test_a_relation_that_is_there_in_words() -> None:
    explanation = explained("a > b > ...", "a > b > ...")
    assert explanation.reliability.relations is not None
    lines = [
        LossWords(explanation.comparison, explanation.reliability).text(cost)
        for cost in explanation.reliability.relations
    ]
    assert lines == [
        "a above b: so in the gold",
        "a above the tail: so in the gold",
        "b above the tail: so in the gold",
    ]
    two = explained("...", "...", "clustering")
    assert two.reliability.relations is not None
    assert [LossWords(two.comparison, two.reliability).text(cost) for cost in two.reliability.relations] == [
        "the tail: so in the gold"
    ]


def test_names_of_levels_are_used() -> None:
    shape = Shape(gold_levels=("relevant", "irrelevant"), system_levels=("positive", "negative"))
    explanation = explain(LossComparison(parse("a > b c"), parse("a b > c"), shape=shape))
    assert list(words(explanation, explanation.reliability)) == ["a above b: both relevant in the gold"]
    assert list(words(explanation, explanation.sensitivity)) == ["b above c: both negative in the system"]
    assert "positive" in as_text([explanation], 10, 80)


@pytest.mark.parametrize(
    ("system", "gold", "relation", "r", "s"),
    [
        ("a b", "a > b", "priority", "the system has no priority relation (one level and no tail)", ""),
        ("a > b", "{a b}", "priority", "", "the gold has no priority relation (one level and no tail)"),
        ("...", "a > ...", "priority", "the system has no priority relation (nothing is listed)", ""),
        ("{}", "a", "clustering", "the system has no clustering relation (nothing is listed)", ""),
        ("...", "a > ...", "clustering", "", ""),
    ],
)
def test_nothing_to_lose_in_words(system: str, gold: str, relation: str, r: str, s: str) -> None:
    explanation = explained(system, gold, relation)
    for side, why in ((explanation.reliability, r), (explanation.sensitivity, s)):
        assert lacking(side, relation) == (f"by convention: {why}" if why else "")
        if why:
            assert (side.value, side.lost) == (0, 0)
            assert f"{side.name} = 0; by convention: {why}\n" in as_text([explanation], 10, 120)


def test_no_loss_in_words() -> None:
    text = as_text([explained(GOLD, GOLD)], 10, 80)
    assert "R = 1; nothing is lost\nS = 1; nothing is lost\nR*S = 1\n" in text
    assert (
        "Nothing is lost: each relation of the system is in the gold, and each of the gold in the system."
        in " ".join(text.split())
    )
    assert "%" not in text
    assert "Nothing is lost" not in as_text([explained("{}", "{}", "clustering")], 10, 80)


# --- drawing and text


def read_back(lines: list[str], levels: int, flat: bool) -> Organization:
    """The organization that lines show, its marks taken off."""
    plain = [re.sub(r"\([<>]?[0-9.]+%\)", "", line) for line in lines]
    if flat:
        return parse(" ".join(plain))
    joined: list[str] = []
    for line in plain:
        start = re.match(r"\s*(\d+)  (\S.*)", line)
        if start and int(start[1]) == len(joined) + 1 <= levels:
            joined.append(start[2])
        elif line.strip() == "...":
            joined.append("...")
        else:
            joined[-1] += " " + line.strip()
    return parse(" > ".join(joined))


def test_a_short_organization_is_drawn_whole() -> None:
    for explanation in drawn_at_random(4, 120):
        for side in (explanation.reliability, explanation.sensitivity):
            lines = loss_drawing.drawn(side, (), 38)
            flat = len(side.own.levels) == 1 and not side.own.tail
            assert read_back(lines, len(side.own.levels), flat) == side.own
            assert loss_drawing.left_out(side) == (0, 0)
            marks = sum(lost > 0 for lost in side.costs.occurrences) + (side.of_tail > 0)
            assert "\n".join(lines).count("%)") == marks


def test_marks_are_shares_of_the_loss() -> None:
    explanation = explained(SYSTEMS[3], GOLD, "clustering")
    assert loss_drawing.drawn(explanation.sensitivity, (), 60) == [
        "1  d1 {d2(60.0%) d3(20.0%) d4(20.0%)}",
        "2  {d4 d5} {d6 d7}",
        "3  {d6 d7}",
        "   ...",
    ]
    assert loss_drawing.drawn(explanation.reliability, (), 60)[0] == "1  d1 {d3 d4}"


@pytest.mark.parametrize("size", [41, pytest.param(300, marks=pytest.mark.slow), 2000])
def test_a_long_organization_is_drawn_by_its_costliest(size: int) -> None:
    rng = random.Random(size)
    names = [f"d{i}" for i in range(size)]
    gold = Organization([[[d] for d in names[: size // 8]], [names[size // 8 : size // 4]]], tail=True)
    explanation = explain(LossComparison(Organization.ranking(rng.sample(names, size)), gold))
    text = as_text([explanation], 10, 80)
    assert len(text.splitlines()) < 120
    assert max(map(len, text.splitlines())) <= 80
    side = explanation.reliability
    lines = loss_drawing.drawn(side, (), 38)
    costliest = sorted(zip(side.costs.occurrences, side.own.occurrences(), strict=True), key=lambda pair: -pair[0])[:20]
    shown = re.findall(r"d\d+(?=\()", "\n".join(lines))
    assert {document for _, (_, _, document) in costliest} == set(shown)
    number, lost = loss_drawing.left_out(side)
    share = side.share(lost)
    assert number == size - 20
    assert share == 1 - (sum(lost for lost, _ in costliest) + side.of_tail) / side.lost
    counted = [int(number) for number in re.findall(r"(\d+) documents?", "\n".join(lines))]
    assert sum(counted) == size - 20
    assert f"the rest ({size - 20:,} of {size} occurrences, {percent(share)} of the loss) is only counted" in " ".join(
        text.split()
    )


def test_clusters_of_a_long_clustering_say_how_many_more_there_are() -> None:
    names = [f"d{i}" for i in range(60)]
    system = Organization.clustering([names[:30], names[30:59], names[59:]])
    gold = Organization.clustering([[*names[:29], names[59]], names[29:59]])
    side = explain(LossComparison(system, gold, "clustering")).reliability
    lines = loss_drawing.drawn(side, (), 80)
    shown = sum(len(re.findall(r"\bd\d+", line)) for line in lines)
    more = sum(int(number) for number in re.findall(r"\+(\d+)", "\n".join(lines)))
    hidden = sum(int(number) for number in re.findall(r"(\d+) documents?", "\n".join(lines)))
    assert shown + more + hidden == 60
    assert shown == 60 - loss_drawing.left_out(side)[0]
    assert "d29" in "\n".join(lines)  # the stranger costs most


def test_the_rest_of_a_level_is_counted_by_documents() -> None:
    """One of thirty clusters of two is torn apart; it is drawn with the first few that lose less, the others are a
    number.
    """
    pairs = [[f"a{i}", f"b{i}"] for i in range(30)]
    system = Organization([pairs, [["z"]]])
    gold = Organization([[*pairs[:29], ["a29"], ["b29"]], [["z"]]])
    lines = loss_drawing.drawn(explain(LossComparison(system, gold, "clustering")).reliability, (), 200)
    drawn = re.findall(r"[ab]\d+", lines[0])
    assert "{a29(50.0%) b29(50.0%)}" in lines[0]
    assert len(drawn) + sum(int(number) for number in re.findall(r"\+(\d+)", lines[0])) == 60
    assert lines[0].endswith(f"+{60 - len(drawn)}")


def test_forty_occurrences_are_drawn_whole() -> None:
    for size, whole in ((40, True), (41, False)):
        names = [f"d{i}" for i in range(size)]
        explanation = explain(LossComparison(Organization.ranking(names), Organization.ranking(names[::-1])))
        assert (loss_drawing.left_out(explanation.reliability) == (0, 0)) == whole


def test_names_are_never_broken() -> None:
    explanation = explained('"a b" "c d" > e', 'e > "a b" "c d"')
    assert loss_drawing.drawn(explanation.reliability, (), 5) == ['1  "a b"(33.3%)', '   "c d"(33.3%)', "2  e(33.3%)"]


def test_many_empty_levels_are_counted() -> None:
    explanation = explain(LossComparison(Organization([[]] * 500 + [[["a"]]], tail=True), parse("a > ...")))
    assert loss_drawing.drawn(explanation.reliability, (), 80) == ["  :  500 levels, 0 documents", "501  a", "     ..."]


def test_long_names_put_the_sides_one_above_the_other() -> None:
    explanation = explained(f"{'x' * 60} > b", f"b > {'x' * 60}")
    lines = as_text([explanation], 10, 80).splitlines()
    assert lines.index("gold (loss of S)") > lines.index("system (loss of R)") + 2
    assert '"a b"(50.0%)' in as_text([explained('"a b" > c', 'c > "a b"')], 10, 24)


def test_percent() -> None:
    assert [percent(F(x)) for x in ("0", "1", "1/2", "1/2000", "4/10000", "1999/2000", "9999/10000")] == [
        "0%",
        "100%",
        "50.0%",
        "0.1%",
        "<0.1%",
        "100.0%",
        ">99.9%",
    ]


def rows_under(text: str, heading: str) -> list[list[str]]:
    """The lines of a table below its heading, in cells."""
    lines = text.splitlines()
    start = lines.index(heading) + 1
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return [re.split(r"\s{2,}", line.strip()) for line in lines[start:end]]


@pytest.mark.parametrize("top", [1, 2, 3, 5, 50])
def test_what_is_shown_adds_up(top: int) -> None:
    explanation = explained("{a c} > b e > d", "{a b} > c d > e")
    text = as_text([explanation], top, 80)
    for side, of in ((explanation.reliability, "system"), (explanation.sensitivity, "gold")):
        *shown, total = rows_under(text, f"What {side.name} loses, by relations of the {of}:")
        assert total == [str(side.lost), "100%", f"1 - {side.name}"]
        assert sum(F(lost) for lost, _, _ in shown) == side.lost == 1 - side.value
        assert len(shown) == min(top + 1, len(words(explanation, side)))
        assert (shown[-1][2] == f"{len(words(explanation, side)) - top} others") == (
            top + 1 < len(words(explanation, side))
        )
    table = text[text.index("document  ") :].split("\n\n")[0].splitlines()[3:]
    cells = [re.split(r"\s{2,}", line.strip()) for line in table]
    assert len(cells) == min(top + 1, 5) + 1
    for column, expected in (
        (1, F(1)),
        (2, explanation.reliability.lost),
        (3, F(1)),
        (4, explanation.sensitivity.lost),
    ):
        *each, whole = [F(row[column]) for row in cells]
        assert sum(each) == whole == expected
    assert cells[-1][0] == "sum"


def test_tables_are_in_decimals_where_fractions_are_long() -> None:
    text = as_text([explained(SYSTEMS[5], GOLD)], 10, 80)
    assert "R = 21253237/33281325 = 0.638593...; 12028088/33281325 = 0.361406... is lost" in text
    assert re.search(r"^d4 +0\.088889  0\.062215   0\.190476  0\.080638       18\.5%$", text, re.MULTILINE)
    assert as_text([explained("b > a > ...", "a > ...", n=29)], 10, 80).count("/") < 8


def test_a_side_that_lists_none_of_the_rest_has_a_dash_there() -> None:
    text = as_text([explained("a > b", "c > d > e > f")], 3, 80)
    assert re.search(r"^3 others +- +- +3/4 +3/4 +37\.5%$", text, re.MULTILINE)


def test_the_reading_is_said_where_it_matters() -> None:
    for reading, said in (
        ("listed", "has no relation there"),
        ("tail-lookup", "is in its tail"),
        ("tail-certain", "part of what stands above the own tail"),
    ):
        assert said in " ".join(as_text([explained("a > b > ...", "b > ...", reading=reading)], 10, 80).split())
        assert said not in as_text([explained("a > b > ...", "b > a > ...", reading=reading)], 10, 80)


def test_floats_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loss, "EXACT", 1)
    text = " ".join(as_text([explained("b > a", "a > b")], 10, 80).split())
    assert "In floats, not exactly" in text
    assert "Relations of the system are not listed one by one" in text
    document = json.loads(written("json", [explained("b > a", "a > b")], 10))["explanations"][0]
    assert (document["exact"], document["reliability"]["lost"]) == (False, 1.0)


# --- JSON and CSV


def test_json_sums_exactly() -> None:
    many = drawn_at_random(5, 40)
    entries: list[dict[str, Any]] = json.loads(written("json", many, 1))["explanations"]
    for explanation, data in zip(many, entries, strict=True):
        assert Organization.from_json(data["organizations"]["system"]) == explanation.comparison.system
        for name, side in (("reliability", explanation.reliability), ("sensitivity", explanation.sensitivity)):
            entry = data[name]
            assert F(entry["value"]) == side.value
            assert sum(F(cost["weight"]) for cost in entry["documents"]) == (not entry["lacking"])
            for costs in (entry["documents"], entry["relations"]):
                assert sum(F(cost["lost"]) for cost in costs) == F(entry["lost"]) == (not entry["lacking"]) - side.value


def test_very_long_fractions_are_floats_in_json() -> None:
    run = Organization.ranking([f"d{i}" for i in range(2500)])
    gold = Organization([[[f"d{i}"] for i in range(0, 2500, 3)]], tail=True)
    data = json.loads(written("json", [explain(LossComparison(run, gold))], 10))["explanations"][0]
    assert data["exact"]
    assert {type(cost["lost"]) for cost in data["reliability"]["documents"]} == {str, float}
    assert sum(float(F(cost["lost"])) for cost in data["reliability"]["documents"]) == pytest.approx(
        1 - float(F(data["reliability"]["value"]))
    )


def test_csv_has_every_document_of_both_sides() -> None:
    explanation = explained('"..." > a > ...', "a b > ...")
    rows = list(csv.DictReader(io.StringIO(written("csv", [explanation], 1))))
    assert sorted((row["side"], row["document"]) for row in rows) == [
        ("R", '"..."'),
        ("R", "..."),
        ("R", "a"),
        ("S", "..."),
        ("S", "a"),
        ("S", "b"),
    ]
    assert {row["system"] for row in rows} == {"system"}
    for side in (explanation.reliability, explanation.sensitivity):
        assert sum(float(row["lost"]) for row in rows if row["side"] == side.name) == pytest.approx(float(side.lost))
    assert {row["relation"] for row in rows} == {"priority"}


def test_names() -> None:
    assert [named(document) for document in (None, "...", "a", "a b")] == ["...", '"..."', "a", '"a b"']


# --- metrics


def test_every_metric_of_the_family_is_explained() -> None:
    family = {metric.base for metric in registry.metrics() if metric.family == "reliability-sensitivity"}
    assert set(RELATIONS) == family
    assert {name for names in DEFAULTS.values() for name in names} <= family


def test_parameters_out_of_range_are_refused() -> None:
    with pytest.raises(ParameterError, match="wn=1"):
        explain(LossComparison(parse("a > b"), parse("a > b"), wn=F(1)))


def test_times_and_found_are_kept() -> None:
    explanation = explained(SYSTEMS[1], GOLD, "clustering")
    assert explanation.sensitivity.relations is not None
    first = explanation.sensitivity.relations[0]
    assert isinstance(first, RelationCost)
    assert (first.documents, first.times, first.found) == (("d6", "d7"), 2, 1)
