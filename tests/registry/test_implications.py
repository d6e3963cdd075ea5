"""Which readings follow from which: each declaration holds for every small case, and no implication that small cases
suggest is left undeclared without a reason.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, islice

import pytest
from hypothesis import HealthCheck, given, settings

from axiometrics import registry
from axiometrics.core.case import GAIN, NO_LOSS, Case
from axiometrics.core.constraint import Quantifier
from axiometrics.core.errors import DeclarationError
from axiometrics.core.family import follows_cut
from axiometrics.core.implication import Implication, implies
from axiometrics.core.metric import Metric
from axiometrics.core.task import task
from axiometrics.generators import strategies
from axiometrics.generators.patterns import Rewrites
from axiometrics.generators.strategies import drawable
from axiometrics.registry import implications
from axiometrics.registry.implications import FalseImplicationError, Link, Place, agreeing, following, weaker
from tests.families import family_of

PLACES = [Place(c, r) for c in registry.constraints() if c.quantifier is Quantifier.FOR_ALL for r in c.readings]

FEW, SOME, MANY = 20, 30, 2000
"""Cases of a reading on which undeclared implications are looked for, and on which each declaration is tried, at once
and by the slow test.
"""

OWN = "each case has a demand or parameters of its own, which carrying a case to another reading does not know"

PICTURE = "the better output of the one case is the gold, which says nothing of other cases"

SAME_DATA = "a metric of filtering is judged by both, so nothing has to be carried"

NOT_DECLARED = {
    ("clustering:gold-is-best@any", "clustering:completeness@picture"): PICTURE,
    ("clustering:gold-is-best@any", "clustering:homogeneity@picture"): PICTURE,
    ("filtering:priority@universal", "classification:monotonicity@both-in-gold"): SAME_DATA,
    ("filtering:priority@universal", "classification:monotonicity@both"): SAME_DATA,
    ("best-in-context:bep-only-precision-1@any", "best-in-context:bep-only-precision-1@all-beps"): OWN,
    ("best-in-context:closer-raises-eprum@mean", "best-in-context:closer-raises-eprum@level"): OWN,
    ("focused:bounded@any-run", "focused:bounded@plain"): OWN,
    ("in-context:F-range@footnote-7", "in-context:F-range@formula"): OWN,
    ("in-context:F-range@formula", "in-context:F-range@footnote-7"): OWN,
    ("thorough:ideal-order-only@plain", "thorough:ideal-scores-1@plain"): OWN,
}
"""Implications that small cases suggest, and why they are not declared."""

NOT_LOOKED_AT = {
    "diversity": "its cases have demands and parameters of their own, which carrying does not know yet",
    "scoring": "its cases have demands and parameters of their own, which carrying does not know yet",
}
"""Tasks whose readings are not looked through for implications that nobody declares, and why."""


@cache
def small(place: Place, most: int) -> tuple[Case, ...]:
    """The smallest cases of a reading."""
    family = place.reading.judged
    ranks = family.unit == "ranks"  # of such a family a size has the cases of smaller sizes too
    sizes = [5] if ranks else range(1, family.largest(None) + 1)
    return tuple(islice(chain.from_iterable(map(family.cases, sizes)), most))


def at_least(stronger: Place, less: Place) -> bool:
    """Whether one demand implies the other."""
    demand, wanted = stronger.demand, less.demand
    return replace(demand, by=wanted.by, words=wanted.words) == wanted and (demand.by == wanted.by or demand.strict)


@pytest.mark.parametrize("link", implications.implications(), ids=lambda link: f"{link.stronger[0]}=>{link.weaker}")
def test_each_of_the_smallest_cases_of_the_weaker_reading_is_a_case_of_a_stronger_one(link: Link) -> None:
    cases = small(link.weaker, SOME)
    assert cases
    for case in cases:
        place, there = link.admitting(case)
        assert place in link.stronger
        assert there.outputs.keys() == set(place.demand.roles)


@pytest.mark.thorough
@pytest.mark.parametrize("link", implications.implications(), ids=lambda link: f"{link.stronger[0]}=>{link.weaker}")
def test_every_small_case_of_the_weaker_reading_is_a_case_of_a_stronger_one(link: Link) -> None:
    """All cases of the sizes that are searched, as far as they are not too many, closed ones among them, and larger
    ones drawn at random.
    """
    cases = small(link.weaker, MANY)
    of = link.weaker.constraint.task
    same_task = all(place.constraint.task == of for place in link.stronger)
    closable = same_task and any(trait.name == "closed" for trait in task(of).traits)
    for case in (*cases, *(case.closed() for case in cases[:SOME] if closable), *drawn(link.weaker)):
        assert link.admitting(case)[0] in link.stronger


@pytest.mark.parametrize("cut", range(1, 11))
def test_declarations_hold_for_metrics_that_look_at_few_ranks(cut: int) -> None:
    """A reading that has no case for such a metric is not judged, and nothing follows from it."""
    compared = set()
    for link in implications.implications():
        weak = link.weaker.reading.within(cut)
        if follows_cut(weak.cases) and weak.too_short(cut) is None:
            cases = list(islice(chain.from_iterable(map(weak.judged.cases, range(1, 6))), SOME))
            assert cases, f"{link.weaker} has no case with {cut} ranks, and does not say so"
            for case in cases:
                assert link.admitting(case, cut)[0].reading.too_short(cut) is None
            compared.add(link.weaker.name)
    assert ("diversity:minor-intents@paper" in compared) == (cut > 1)


def drawn(place: Place) -> list[Case]:
    """Random larger cases of a reading."""
    family, cases = place.reading.cases, list[Case]()
    if drawable(family):

        @settings(max_examples=30, suppress_health_check=list(HealthCheck))
        @given(strategies.cases(family, min(family.largest(None), 8)))
        def draw(case: Case) -> None:
            cases.append(case)

        draw()
    return cases


def test_each_of_several_readings_is_needed() -> None:
    """Of readings that imply another one together, each has cases that the others do not have."""
    several = [link for link in implications.implications() if len(link.stronger) > 1]
    assert len(several) == 3
    for link in several:
        admitted = [
            frozenset(place.name for place in link.stronger if place.reading.judged.admits(link.carry(case)) is None)
            for case in small(link.weaker, 5 * SOME)
        ]
        assert {place.name for place in link.stronger} == {
            name for names in admitted if len(names) == 1 for name in names
        }


def _meet(place: Place, other: Place) -> bool:
    """Whether some metric has cells under both readings, or metrics that agree have."""
    here, there = place.constraint.task, other.constraint.task
    return here == there or any(
        {here, there} <= {metric.task, *metric.agrees} for metric in registry.metrics(controls=True)
    )


def suggested() -> Iterator[tuple[str, str]]:
    """Stronger and weaker readings where every small case of the weaker one is a case of the stronger one."""
    looked_at = [place for place in PLACES if place.constraint.task not in NOT_LOOKED_AT]
    for less in looked_at:
        cases = small(less, FEW)
        for more in looked_at:
            if (
                more != less
                and more.reading.demand.roles == less.reading.demand.roles
                and not any(case.golds for case in cases)
                and _meet(more, less)
                and less.name not in following({more.name})
                and at_least(more, less)
                and all(more.reading.judged.admits(case) is None for case in cases)
                and all(more.reading.judged.admits(case) is None for case in small(less, 20 * SOME))
            ):
                yield more.name, less.name


@pytest.mark.slow
def test_what_small_cases_suggest_is_declared() -> None:
    assert set(suggested()) == set(NOT_DECLARED)


def test_what_follows_is_found_through_others() -> None:
    assert following({"clustering:rag-bag@strong"}) == {
        "clustering:rag-bag@strong",
        "clustering:rag-bag@sizes",
        "clustering:rag-bag@universal",
        "clustering:rag-bag@picture",
    }
    both = {"organization:gold-is-best@levels", "organization:gold-is-best@clusters"}
    assert "organization:gold-is-best@weak" in following(both)
    assert not any("gold-is-best" in name for name in following({min(both)}) - both)


def test_readings_of_other_tasks_can_refute() -> None:
    names = [place.name for place, _ in weaker("organization:embedded-ranking-priority@clustered")]
    assert names[-3:] == ["ranking:priority@universal", "ranking:priority@graded", "ranking:priority@single"]


AGREEMENTS = [(metric, of) for metric in registry.metrics(controls=True) for of in metric.agrees]


@pytest.mark.parametrize(("metric", "of"), AGREEMENTS, ids=lambda part: getattr(part, "base", part))
def test_metrics_that_agree_give_equal_values_on_all_small_inputs(metric: Metric, of: str) -> None:
    """In every variant of one parameter, those that mean nothing beside the other defaults aside."""
    numbers = {"n": Fraction(2), "wn": Fraction(1, 2)}
    usual = {parameter.name: parameter.default for parameter in metric.parameters}
    choices = [{p.name: c} for p in metric.parameters for c in p.choices if not p.when or usual[p.when[0]] == p.when[1]]
    for chosen in choices or [{}]:
        for values in (chosen, {**chosen, **numbers}) if "reading" in chosen else (chosen,):
            mine = metric.with_values(**values)
            translated = agreeing(mine, of)
            assert translated is not None
            assert translated.task == of
            assert translated.values == {name: mine.values[name] for name in translated.values}
            compared = 0
            for world in task(of).worlds:
                if world.trait in ("", *translated.traits) and world.trait != "overlapping":
                    for documents in range(1, 4):
                        for outputs in world.outputs(documents, False):
                            for i in range(len(outputs)):
                                system = outputs.output(i)
                                values_of = [measure.exact(system, outputs.gold) for measure in (mine, translated)]
                                assert values_of[0] == values_of[1] or all(value != value for value in values_of)
                                compared += 1
            assert compared >= 15


def test_a_metric_agrees_with_itself_and_with_nobody_else_unless_it_says_so() -> None:
    ap = registry.metric("ap")
    assert agreeing(ap, "ranking") is ap
    assert agreeing(ap, "organization") is None


def test_declarations_that_cannot_be_right_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    constraints = registry.constraints()
    rag_bag = next(c for c in constraints if c.id == "rag-bag")
    weak = replace(
        rag_bag.reading("universal"),
        name="weak",
        cases=replace(family_of(rag_bag.reading("sizes"), Rewrites), demand=NO_LOSS),
    )

    def declaring(*declared: Implication) -> None:
        mine = replace(rag_bag, id="mine", readings=(*rag_bag.readings, weak), implications=declared)
        monkeypatch.setattr(registry, "constraints", lambda: (*constraints, mine))
        implications.implications.__wrapped__()

    declaring(*implies("sizes", "universal", "weak"))
    with pytest.raises(DeclarationError, match="about clustering:mine@large"):
        declaring(*implies("large", "universal"))
    with pytest.raises(DeclarationError, match="ranking:deepness-threshold@prose"):
        declaring(*implies("sizes", "ranking:deepness-threshold@prose"))
    with pytest.raises(DeclarationError, match="does not imply"):
        declaring(*implies("weak", "universal"))
    with pytest.raises(DeclarationError, match="does not imply"):
        declaring(*implies("sizes", "ranking:deepness@single"))
    with pytest.raises(DeclarationError, match="expected a tuple"):
        Implication("sizes", "universal")  # type: ignore[arg-type]
    assert GAIN.strict


def test_a_case_that_a_declaration_is_wrong_about_is_an_error() -> None:
    places = {place.name: place for place in PLACES}
    wrong = Link((places["clustering:rag-bag@universal"],), places["clustering:rag-bag@picture"], lambda case: case)
    (picture,) = small(wrong.weaker, FEW)
    with pytest.raises(FalseImplicationError, match="clustering:rag-bag@universal does not admit it"):
        wrong.admitting(picture)
