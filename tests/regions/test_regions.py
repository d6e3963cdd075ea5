"""Regions: their end points by independent sources, their verdicts by brute force, and what is declared wrongly is
refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, product
from math import ceil, log, prod
from random import Random

import pytest
import sympy
from scipy.optimize import brentq

from axiometrics import registry
from axiometrics.core.constraint import Constraint, Quantifier
from axiometrics.core.errors import ParameterError
from axiometrics.core.evidence import ParameterRegion
from axiometrics.core.exact import sign
from axiometrics.core.metric import Metric
from axiometrics.core.parameter import Parameter
from axiometrics.kernel.check_proof import ProofError, prove, read_claim, read_term
from axiometrics.regions import region as regions
from axiometrics.regions.page import holds_text, region_json
from axiometrics.regions.ranking._common import swapped
from axiometrics.regions.region import (
    ArguedPart,
    EstablishedRegion,
    Parametrized,
    Region,
    described,
    establish,
    known,
    tied,
)
from axiometrics.symbolic.sets import End, Interval, image, solved, united, zeros
from axiometrics.verification.regions.evaluations import excess
from axiometrics.verification.regions.words import interval_text
from axiometrics.verification.scorers import scorer

REALS = Interval(None, None)
X = sympy.Symbol("x")


@cache
def region_of(metric: str, about: str, parameter: str, reading: str | None = None) -> EstablishedRegion:
    chosen = registry.constraint(about)
    return regions.region(
        registry.metric(metric), chosen, chosen.readings[0] if reading is None else chosen.reading(reading), parameter
    )


ASKED = {
    "dcg": ("dcg(discount=jarvelin)", "dcg(discount=power)", "dcg@10"),
    **{base: (base, f"{base}@10") for base in ("ndcg", "ap", "rr", "err", "q-measure", "rbp")},
    "rs-ranking": ("rs-ranking", "rs-ranking(reading=tail-lookup)", "rs-ranking(reading=tail-certain)"),
}
"""Of metrics by base, the settings that are asked about where they are not the default."""


def example_of(base: str, entry: Region) -> str:
    """The setting that a region is asked about."""
    return next(metric for metric in ASKED.get(base, (base,)) if entry.when(registry.metric(metric)))


BY_N = [
    entry
    for entry in regions.regions()
    if entry.metrics[0].startswith("rs-") and entry.parameter == "n" and "closeness" not in entry.constraint
]
"""What is the same again by n as by Wn."""
CELLS = [
    (example_of(base, entry), entry, reading)
    for entry in regions.regions()
    if entry not in BY_N
    for base in entry.metrics
    for reading in entry.readings
]


LONG = {
    ("rs-ranking", "ranking:deepness", "single"): pytest.mark.thorough,
    ("rs-ranking", "ranking:deepness", "same-run"): pytest.mark.slow,
    ("rs-ranking", "ranking:priority", "single"): pytest.mark.thorough,
    ("dcg(discount=power)", "ranking:closeness-threshold", "prose"): pytest.mark.thorough,
    ("dcg(discount=jarvelin)", "ranking:closeness-threshold", "prose"): pytest.mark.slow,
    ("idiv-ndcg", "diversity:minor-intents", "paper"): pytest.mark.slow,
    ("dsharp-ndcg", "diversity:minor-intents", "paper"): pytest.mark.thorough,
    ("dsharp-q", "diversity:minor-intents", "paper"): pytest.mark.thorough,
}
"""What it takes long to establish; CI establishes one of each constraint."""


@pytest.mark.few(12)
@pytest.mark.parametrize(
    ("metric", "entry", "reading"),
    [
        pytest.param(
            metric,
            entry,
            reading,
            id=f"{metric}-{entry.constraint}-{reading}-{entry.parameter}",
            marks=LONG.get((metric, entry.constraint, reading), ()),
        )
        for metric, entry, reading in CELLS
    ],
)
def test_every_region_is_established(metric: str, entry: Region, reading: str) -> None:
    of = region_of(metric, entry.constraint, entry.parameter, reading)
    assert of.linked > 0
    assert len(of.evaluated) >= 2
    assert described(
        of.metric, registry.constraint(entry.constraint), registry.constraint(entry.constraint).reading(reading)
    )
    ends = {end for interval in of.holds for end in (interval.low, interval.high) if end is not None}
    whole = of.scale.range
    values = [point.value for point in of.evaluated]
    for end in ends - {whole.low, whole.high}:
        # a hair below 1 only more documents win than can be written down
        long_duels = "power" in metric and reading == "prose"
        near = Fraction(1) if whole.whole else Fraction(1, 5) if long_duels else Fraction(1, 400)
        assert any(end.side(value) >= 0 and abs(value - end.number) <= near for value in values)
        assert any(end.side(value) <= 0 and abs(value - end.number) <= near for value in values)
    # no case is too long here: to either side of each end of each part, as far as the parameter goes
    if of.constraint.quantifier is Quantifier.FOR_ALL:
        step = Fraction(1) if whole.whole else Fraction(1, 1000)
        for low, high in {
            end.between()
            for _, own, _ in of.parts
            for i in of.scale.values(own)
            for end in (i.low, i.high)
            if end is not None
        }:
            wanted = {low, high, low - step, high if low < high else high + step}
            assert {value for value in wanted if value in whole} <= set(values)
    for part, _, shown in of.parts:
        assert shown
        for argument in shown:
            assert argument.proof["holds"] is part.holds
            prove(argument.proof)


# --- end points by other sources


def test_rbp_ends_at_the_reciprocal_of_the_plastic_number_and_of_the_tribonacci_constant() -> None:
    for reading, equation in (("prose", X**3 - X - 1), ("printed", X**3 - X**2 - X - 1)):
        (interval,) = region_of("rbp", "ranking:closeness-threshold", "p", reading).holds
        assert interval.low is not None
        (constant,) = sympy.Poly(equation, X).real_roots()
        assert abs(sympy.Rational(str(interval.low.number)) - 1 / constant) < 1e-15
        assert interval.high == End(Fraction(1))
        assert not interval.low_closed
        assert not interval.high_closed


@pytest.mark.few(1)
@pytest.mark.parametrize(("reading", "least"), [("prose", 3), ("printed", 2)])
def test_rs_ends_where_the_least_n_ties(reading: str, least: int) -> None:
    """By section 3.3's weights, written here once more in floats: of n = 2..8 that one needs the least c."""

    def worth(c: float, rank: int, length: int) -> float:
        w = c / ((c + rank - 1) * (c + rank))
        return w / (1 - w) * c / (c + length) + w * c / length

    def won(c: float, n: int) -> float:
        below = range(n + 1, 2 * n + 1) if reading == "prose" else range(n, 2 * n + 1)
        single, many = worth(c, 1, 2 * n), sum(worth(c, rank, 2 * n) for rank in below)
        return 2 * single / (len(below) * single + 1) - 2 * many / (many + 1)

    ends = {n: brentq(won, 0.1, 20, args=(n,), xtol=1e-13) for n in range(2, 9)}
    assert min(ends, key=lambda n: ends[n]) == least
    (by_wn,) = region_of("rs-ranking", "ranking:closeness-threshold", "wn", reading).holds
    assert by_wn.high is not None
    wn = float(by_wn.high.number)
    assert (1 - wn) * 30 / wn == pytest.approx(ends[least], abs=1e-9)
    (by_n,) = region_of("rs-ranking", "ranking:closeness-threshold", "n", reading).holds
    assert by_n.low is not None
    assert by_n.low.value == ceil(ends[least] * 4)  # c = n/4


def by_jarvelin(b: float, rank: int) -> float:
    """What a gain of 1 is worth, by section 2.2 of Jarvelin & Kekalainen (2002), in floats."""
    return 1 if rank < b else log(b) / log(rank)


@pytest.mark.few(1)
@pytest.mark.parametrize(("reading", "apart"), [("same-run", 2), ("single", 1), ("any-context", 1)])
def test_the_discount_of_2002_ends_where_two_swaps_cost_the_same(reading: str, apart: int) -> None:
    """The deepest swap that costs most is found among many, the base by bisection."""
    (interval,) = region_of("dcg(discount=jarvelin)", "ranking:deepness", "b", reading).holds

    def more(b: float) -> float:
        cost = [by_jarvelin(b, rank) - by_jarvelin(b, rank + 1) for rank in range(1, 60)]
        return min(cost[i] - cost[j] for i in range(20) for j in range(i + apart, 50))

    assert interval.low == End(Fraction(1))
    assert interval.high is not None
    assert not interval.high_closed
    assert float(interval.high.number) == pytest.approx(
        brentq(lambda b: more(b) - 1e-13, 1.3, 1.99, xtol=1e-14), abs=1e-9
    )


# --- verdicts by brute force


def test_rbp_by_floats() -> None:
    for reading, more in (("prose", 0), ("printed", 1)):
        of = region_of("rbp", "ranking:closeness-threshold", "p", reading)
        for k in range(1, 200):
            p = Fraction(k, 200)
            wins = any(float(p) ** (n - more) * (1 - float(p) ** (n + more)) > 1 - float(p) for n in range(2, 400))
            assert wins is any(p in interval for interval in of.holds), p


def test_cuts_by_counting() -> None:
    for reading, more in (("prose", 0), ("printed", 1)):
        of = region_of("p", "ranking:closeness-threshold", "k", reading)
        for k in range(1, 30):
            wins = any(max(0, min(k, 2 * n) - (n - more)) > 1 for n in range(2, 40))
            assert wins is any(Fraction(k) in interval for interval in of.holds), k


def test_cuts_by_shares() -> None:
    """nDCG: of the many those among the first k against the one on top."""
    for reading, more in (("prose", 0), ("printed", 1)):
        of = region_of("ndcg@10", "ranking:closeness-threshold", "k", reading)
        for k in range(1, 30):
            wins = any(
                sum(log(2) / log(rank + 1) for rank in range(n + 1 - more, min(k, 2 * n) + 1)) > 1 for n in range(2, 40)
            )
            assert wins is any(Fraction(k) in interval for interval in of.holds), k


def test_many_below_win_in_the_end_by_any_base() -> None:
    """The argument says from which n on; brute force, that it is so there, and for bases near 1 not yet at n = 12."""
    for reading, more in (("prose", 0), ("printed", 1)):
        of = region_of("dcg(discount=jarvelin)", "ranking:closeness-threshold", "b", reading)
        ((_, _, (argument,)),) = of.parts
        late = 0
        for b in (1.01, 1.05, 1.2, 1.5, 2.0, 3.5, 10.0, 40.0):
            begin = ceil(b + 8 * (b / (b - 1)) ** 2)
            assert read_term(argument.proof["from"]).equals(read_term("x + 8*x**2/(x - 1)**2"))
            assert all(
                sum(by_jarvelin(b, rank) for rank in range(n + 1 - more, 2 * n + 1)) > 1
                for n in (begin, begin + 1, 2 * begin)
            )
            late += sum(by_jarvelin(b, rank) for rank in range(13 - more, 25)) <= 1
        assert late


SEARCHED = [
    "dcg(discount=jarvelin,b=1.66)",
    "dcg(discount=jarvelin,b=1.846)",
    "q-measure(beta=0)",
    "q-measure(beta=0.1)",
    "ndcg@5",
]


@pytest.mark.thorough
def test_the_search_says_the_same() -> None:
    """Where a search settles a cell by a counterexample, or a theorem by a proof at one value, the region agrees; so it
    does with what was only searched.
    """
    import axiometrics as ax

    cells = ax.matrix(metrics=SEARCHED, constraints=["ranking:*"], reading="all", max_size=4)
    settled = {"proof": 0, "counterexample": 0}
    for cell in cells:
        metric, chosen = registry.metric(cell.metric), registry.constraint(f"ranking:{cell.constraint}")
        for parameter, holds in described(metric, chosen, chosen.reading(cell.reading)):
            value = metric.values[parameter.name]
            assert isinstance(value, Fraction)
            inside = any(value in interval for interval in holds)
            assert cell.holds in ((inside,) if cell.evidence.kind in settled else (inside, True)), (
                cell.metric,
                cell.constraint,
                cell.reading,
            )
            if cell.evidence.kind in settled:
                settled[cell.evidence.kind] += 1
    assert min(settled.values()) > 10


@pytest.mark.parametrize(
    ("metric", "parameter"),
    [
        ("q-measure", "beta"),
        pytest.param("rs-ranking", "wn", marks=pytest.mark.slow),
        ("ndcg@10", "k"),
        ("p", "k"),
    ],
)
def test_costs_of_swaps_by_the_independent_definitions(metric: str, parameter: str) -> None:
    """The case of a region that fails for all values is none for the independent scorer either; no small case is where
    it holds for all.
    """
    chosen = registry.constraint("ranking:deepness")
    for reading in chosen.readings:
        of = region_of(metric, chosen.name, parameter, reading.name)
        ((part, _, (argument,)),) = of.parts
        for value in of.scale.values(of.parts[0][1])[0].samples(4):
            judge = scorer(of.metric.with_values(**{parameter: value}).id, {})
            assert judge is not None
            cases = (
                [argument.case(of.scale.x(value))]
                if argument.case
                else [case for n in range(3, 6) for case in islice(reading.judged.cases(n), 60)]
            )
            for case in cases:
                assert reading.judged.admits(case) is None
                scores = {role: judge.score(output, case.gold) for role, output in case.outputs.items()}
                assert reading.demand.met(sign(reading.demand.excess(scores))) is part.holds, (value, case)


def test_the_discount_of_2002_by_floats() -> None:
    of = region_of("dcg(discount=jarvelin)", "ranking:priority", "b", "universal")
    for k in range(21, 80):
        b = Fraction(k, 20)
        worth = [1 / max(1, log(i) / log(b)) for i in range(1, 40)]
        assert all(above > below for above, below in pairwise(worth)) is any(b in interval for interval in of.holds), b


@pytest.mark.parametrize("parameter", ["tp", "fp", "fn", "tn"])
def test_utility_by_its_weights(parameter: str) -> None:
    random = Random(parameter)
    for _ in range(6):
        weights = {name: Fraction(random.randint(-3, 3)) for name in ("tp", "fp", "fn", "tn")}
        of = region_of(
            "utility(" + ",".join(f"{name}={value}" for name, value in weights.items()) + ")",
            "filtering:priority",
            parameter,
        )
        for k in range(-10, 11):
            w = {**weights, parameter: Fraction(k, 2)}
            kept = w["tp"] > w["fn"] and w["tn"] > w["fp"]
            assert kept is any(w[parameter] in interval for interval in of.holds)


@pytest.mark.parametrize(
    ("metric", "parameter", "values"),
    [
        ("rs-ranking", "n", [1, 5, 6, 13, 14, 20]),
        ("rs-ranking", "wn", [Fraction(k, 100) for k in (20, 70, 89, 90, 95, 96)]),
        ("rbp", "p", [Fraction(k, 100) for k in (5, 30, 54, 55, 70, 75, 76, 90)]),
        ("q-measure", "beta", [0, Fraction(1, 10), 1, 50]),
        ("ndcg@10", "k", [1, 2, 3, 4, 5, 6, 7, 12]),
    ],
)
def test_duels_by_the_independent_definitions(metric: str, parameter: str, values: Sequence[int | Fraction]) -> None:
    chosen = registry.constraint("ranking:closeness-threshold")
    for reading in chosen.readings:
        of = region_of(metric, chosen.name, parameter, reading.name)
        for value in values:
            judge = scorer(registry.metric(metric).with_values(**{parameter: value}).id, {})
            assert judge is not None
            duels = (reading.duels.case(n, judge.closed) for n in (2, 3))  # the n for which the least values do
            wins = any(excess(case, chosen, reading, judge) < 0 for case in duels)
            assert wins is any(Fraction(value) in interval for interval in of.holds), (reading.name, value)


# --- what is not so is refused


def declared(base: str, about: str, parameter: str, reading: str) -> tuple[Region, Metric, Constraint, Parameter]:
    chosen = registry.constraint(about)
    metric = registry.metric(base).reduced(chosen.task)
    (entry,) = (e for e in known(metric, chosen, chosen.reading(reading)) if e.parameter == parameter)
    return entry, metric, chosen, next(p for p in metric.parameters if p.name == parameter)


def like(part: ArguedPart, other: ArguedPart) -> bool:
    return (part.given, part.holds) == (other.given, other.holds)


def refused(
    base: str, about: str, parameter: str, reading: str, change: Callable[[ArguedPart], ArguedPart | None]
) -> None:
    entry, metric, chosen, of = declared(base, about, parameter, reading)
    parts = entry.parts(metric, reading)
    changed = tuple(altered for altered in map(change, parts) if altered is not None)
    with pytest.raises(AssertionError, match=f"{metric.base}/{chosen.id}@{reading} by {parameter}"):
        establish(replace(entry, parts=lambda metric, reading: changed), metric, chosen, chosen.reading(reading), of)


SPLIT = [
    ("rbp", "ranking:closeness-threshold", "p", "prose"),
    ("rbp", "ranking:closeness-threshold", "p", "printed"),
    ("p", "ranking:closeness-threshold", "k", "prose"),
    ("rs-ranking", "ranking:closeness-threshold", "n", "printed"),
    ("utility", "filtering:priority", "tp", "universal"),
    ("f", "filtering:priority", "beta", "interior"),
    ("lam", "filtering:priority", "smoothing", "universal"),
    ("q-measure", "ranking:priority", "beta", "graded"),
    ("ndcg@10", "ranking:closeness-threshold", "k", "prose"),
    ("ndcg@10", "ranking:closeness-threshold", "k", "printed"),
    ("nrbp", "ranking:closeness-threshold", "p", "prose"),
    ("idiv-q@2", "diversity:minor-intents", "gamma", "paper"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("base", "about", "parameter", "reading"), SPLIT)
def test_another_region_is_refused(base: str, about: str, parameter: str, reading: str) -> None:
    """Without a part; with an end point moved; with a verdict turned; with another excess."""
    parts = declared(base, about, parameter, reading)[0].parts(registry.metric(base), reading)
    assert {part.holds for part in parts} == {True, False}
    ask = (base, about, parameter, reading)
    for gone in parts:
        refused(*ask, lambda part, gone=gone: None if like(part, gone) else part)  # type: ignore[misc]
        refused(*ask, lambda part, gone=gone: replace(part, holds=not part.holds) if like(part, gone) else part)  # type: ignore[misc]
    for shift in ("x + 1/100", "x - 1/100"):
        moved = {
            part.given: tuple(
                f"{read_claim(text).term} {read_claim(text).relation} 0".replace("x", f"({shift})")
                for text in part.given
            )
            for part in parts
        }
        refused(*ask, lambda part, moved=moved: replace(part, given=moved[part.given]))  # type: ignore[misc]

    def more(p: Parametrized, show: Callable[[Parametrized], object]) -> None:
        show(p)
        p.excess = f"2*({p.excess}) + 1/1000"

    for own in parts:
        refused(
            *ask,
            lambda part, own=own: replace(part, show=lambda p: more(p, part.show)) if like(part, own) else part,  # type: ignore[misc]
        )


@pytest.mark.parametrize(("reading", "there"), [("single", "log(3)"), ("same-run", "log(4)")])
def test_another_base_is_refused(reading: str, there: str) -> None:
    """The base up to which swaps cost less and less, with another rank in its formula; without the part beyond it, and
    with the next one's case there.
    """
    ask = ("dcg(discount=jarvelin)", "ranking:deepness", "b", reading)
    parts = declared(*ask)[0].parts(registry.metric(ask[0]), reading)
    refused(*ask, lambda part: replace(part, given=tuple(text.replace(there, "log(5)") for text in part.given)))
    refused(*ask, lambda part: None if like(part, parts[1]) else part)
    refused(*ask, lambda part: replace(part, show=parts[2].show) if like(part, parts[1]) else part)


def test_many_below_do_not_win_earlier_by_the_same_argument() -> None:
    def earlier(part: ArguedPart) -> ArguedPart:
        def show(p: Parametrized) -> None:
            about = p.about

            def sooner(*names: str, start: int | str | None = None) -> None:
                about(*names, start=f"({start})/2")

            p.about = sooner  # type: ignore[method-assign]
            part.show(p)

        return replace(part, show=show)

    for side in ("deepness", "closeness"):
        refused("dcg(discount=jarvelin)", f"ranking:{side}-threshold", "b", "prose", earlier)


def test_an_argument_about_one_case_does_not_show_that_all_hold() -> None:
    entry, metric, chosen, of = declared("p", "ranking:priority", "k", "universal")
    (part,) = entry.parts(metric, "universal")
    wrong = replace(entry, parts=lambda metric, reading: (replace(part, holds=True),))
    with pytest.raises(AssertionError, match="one case cannot show that"):
        establish(wrong, metric, chosen, chosen.reading("universal"), of)


def test_the_case_of_an_argument_is_told_by_one_and_the_parameter() -> None:
    """`verify` makes it again from what is saved: a case that changes otherwise from value to value is refused."""
    ask = ("p", "ranking:priority", "k", "universal")
    refused(*ask, lambda part: replace(part, show=tied(lambda x: swapped(x + x % 2))))
    # the same for every k, where it matters
    refused(*ask, lambda part: replace(part, show=tied(lambda x: swapped(Fraction(0)))))


def test_failing_for_every_n_is_shown_for_every_n() -> None:
    refused("rbp", "ranking:closeness-threshold", "p", "prose", lambda part: replace(part, before=None))

    def but_three(part: ArguedPart) -> ArguedPart:
        return (
            part
            if part.before is None
            else replace(part, before=([n for n in part.before[0] if n != 3], part.before[1]))
        )

    refused("rbp", "ranking:closeness-threshold", "p", "prose", but_three)


def test_an_argument_is_compared_with_the_metric() -> None:
    """With Wn = 1/100 no n lets R*S's argument begin where a duel can be evaluated."""
    entry, _, chosen, of = declared("rs-ranking", "ranking:deepness-threshold", "n", "prose")
    with pytest.raises(AssertionError, match="can be compared with the metric: it begins too late"):
        establish(entry, registry.metric("rs-ranking(wn=0.01)"), chosen, chosen.reading("prose"), of)


def test_where_an_argument_begins_too_late_nothing_is_declared() -> None:
    chosen = registry.constraint("ranking:deepness-threshold")
    ((_, _, (argument,)),) = region_of("rs-ranking", chosen.name, "n").parts
    for over, there in ((20, True), (21, False)):  # c = over - 1 at n = 1
        metric = registry.metric(f"rs-ranking(wn=1/{over})")
        begin = read_term(argument.proof["from"].replace("x", str(over - 1))).value
        assert begin is not None
        assert (begin <= 400) is there
        assert ("n" in {entry.parameter for entry in known(metric, chosen)}) is there
        assert ("n" in {parameter.name for parameter, _ in described(metric, chosen, chosen.readings[0])}) is there


def test_a_great_other_parameter_leaves_values_to_compare_at() -> None:
    for n in (200, 1000, 10**12):
        of = region_of(f"rs-ranking(n={n})", "ranking:deepness-threshold", "wn")
        assert of.linked >= 4
        assert all(point.value in of and 1 - point.value <= Fraction(20, n) for point in of.evaluated)


def test_that_all_fail_takes_a_case() -> None:
    entry, metric, chosen, of = declared("rbp", "ranking:priority", "p", "universal")
    (part,) = entry.parts(metric, "universal")
    with pytest.raises(AssertionError, match="is shown by one case"):
        establish(
            replace(entry, parts=lambda metric, reading: (replace(part, holds=False),)),
            metric,
            chosen,
            chosen.readings[0],
            of,
        )


def test_what_is_not_known_is_said() -> None:
    with pytest.raises(
        ParameterError, match=r"no region is known for rbp\(p=0.8\) under r|no number 'q' as a parameter: it has p"
    ):
        region_of("rbp", "ranking:priority", "q")
    with pytest.raises(ParameterError, match="it has none"):
        region_of("auc", "ranking:priority", "k")
    with pytest.raises(ParameterError, match=r"known of p: .*closeness-threshold by k \(prose, printed\)"):
        region_of("p", "ranking:priority", "k", "graded")
    with pytest.raises(ParameterError, match="a region is known with ndcg@k"):
        region_of("ndcg", "ranking:priority", "k")
    with pytest.raises(ParameterError, match="no region is known"):
        region_of("rs-ranking(reading=tail-lookup)", "ranking:priority", "wn")


# --- sets


def test_roots_are_sympys() -> None:
    random = Random(7)
    for _ in range(20):
        coefficients = [random.choice((-1, 1)), *(random.randint(-6, 6) for _ in range(random.randint(1, 5)))]
        p = sympy.Poly(coefficients, X) * random.choice(
            (sympy.Poly(1, X), sympy.Poly(2 * X - 3, X), sympy.Poly((X**2 - 2) ** 2, X))
        )
        ends = sorted(zeros(read_claim(f"{p.as_expr().expand()} > 0")), key=lambda end: end.number)
        expected = sorted({root.evalf(40) for root in p.real_roots()})
        assert len(ends) == len(expected), p
        for end, root in zip(ends, expected, strict=True):
            assert abs(sympy.Rational(str(end.number)) - root) < 1e-15
            for step in (Fraction(-1, 10**9), Fraction(1, 10**9)):
                assert end.side(end.number + step) == (1 if step > 0 else -1)


def test_solutions_are_where_products_have_that_sign() -> None:
    random = Random(11)
    for _ in range(25):
        roots = [Fraction(random.randint(-6, 6), random.choice((1, 2, 3))) for _ in range(random.randint(1, 3))]
        sign, relation = random.choice(("", "-")), random.choice((">", ">="))
        text = f"{sign}({'*'.join(f'(x - ({root}))' for root in roots)}) {relation} 0"
        claim = read_claim(text)
        for k in range(-50, 51):
            value = Fraction(k, 6)
            term = prod(value - root for root in roots) * (-1 if sign else 1)
            assert (term > 0 if claim.strict else term >= 0) is any(
                value in interval for interval in solved([text], REALS)
            ), (text, value)


def test_two_inequalities_within_bounds() -> None:
    within = Interval(End(Fraction(0)), End(Fraction(3)), True, False)
    assert [interval_text(i, "x") for i in solved(["(x - 1)*(x - 2) >= 0", "x**2 - 2 < 0"], within)] == ["0 <= x <= 1"]
    assert [interval_text(i, "x") for i in solved(["(x - 1)**2 > 0"], within)] == ["0 <= x < 1", "1 < x < 3"]
    assert [interval_text(i, "x") for i in solved(["-(x - 1)**2 >= 0"], within)] == ["x = 1"]
    assert solved(["-x**2 - 1 >= 0"], within) == []
    assert solved([], within) == [within]


def test_whole_numbers() -> None:
    within = Interval(End(Fraction(1)), None, True, whole=True)
    assert [interval_text(i, "k") for i in solved(["x**2 - 10 > 0"], within)] == ["k >= 4"]
    assert [interval_text(i, "k") for i in solved(["x**2 - 9 > 0"], within)] == ["k >= 4"]
    assert [interval_text(i, "k") for i in solved(["10 - x**2 > 0"], within)] == ["1 <= k <= 3"]
    assert [interval_text(i, "k") for i in solved(["(x - 2)*(5 - x) > 0"], within)] == ["3 <= k <= 4"]
    assert solved(["(2*x - 7)*(15 - 4*x) > 0"], within) == []
    assert Fraction(7, 2) not in within


def test_logarithms() -> None:
    within = Interval(End(Fraction(1)), None)
    (interval,) = solved(["2*log(3) - 3*log(x)*log(2) > 0"], within)
    assert interval.high is not None
    assert float(interval.high.number) == pytest.approx(
        float(sympy.exp(2 * sympy.log(3) / (3 * sympy.log(2)))), rel=1e-12
    )
    assert Fraction(28, 10) in interval
    assert Fraction(29, 10) not in interval
    with pytest.raises(ProofError, match="linear in x or in log"):
        solved(["x*log(x) - 1 > 0"], within)
    with pytest.raises(ProofError, match="alone describe"):
        solved(["x - y > 0"], within)


def test_quotients_of_logarithms() -> None:
    """log(3) x = log(2) (1 - x) at log(2)/log(6); where they cancel out the end point is rational."""
    within = Interval(End(Fraction(0)), End(Fraction(1)), True, True)
    (above,) = solved(["x*log(3) - (1 - x)*log(2) > 0"], within)
    (below,) = solved(["(1 - x)*log(2) - x*log(3) >= 0"], within)
    assert above.low is not None
    assert float(above.low.number) == pytest.approx(float(sympy.log(2) / sympy.log(6)), rel=1e-12)
    assert united([above, below]) == [within]
    assert not above.shares(below)
    assert above.low.side(Fraction(386, 1000)) < 0 < above.low.side(Fraction(387, 1000))
    assert zeros(read_claim("x*log(9) - log(3) > 0")) == [End(Fraction(1, 2))]


def test_images() -> None:
    whole = Interval(End(Fraction(0)), End(Fraction(1)))
    inside = solved(["x**2 - 2 > 0"], Interval(End(Fraction(0)), None))
    moved = image(inside[0], read_term("30/(x + 30)"), read_term("30*(1 - x)/x"), whole)
    assert moved is not None
    assert moved.low == End(Fraction(0))
    assert moved.high is not None
    assert float(moved.high.number) == pytest.approx(30 / (30 + 2**0.5), rel=1e-14)
    counted = Interval(End(Fraction(1)), None, True, whole=True)
    four_fold = image(inside[0], read_term("4*x"), read_term("x/4"), counted)
    assert four_fold is not None
    assert interval_text(four_fold, "n") == "n >= 6"
    assert (
        image(
            solved(["1/10 - x > 0"], Interval(End(Fraction(0)), None))[0], read_term("4*x"), read_term("x/4"), counted
        )
        is None
    )


def test_unions() -> None:
    def between(low: int, high: int, low_closed: bool, high_closed: bool) -> Interval:
        return Interval(End(Fraction(low)), End(Fraction(high)), low_closed, high_closed)

    for closed, high_closed in product((True, False), repeat=2):
        joined = united([between(1, 2, True, high_closed), between(0, 1, False, closed)])
        assert joined == [between(0, 2, False, high_closed)]
        assert len(united([between(1, 2, False, high_closed), between(0, 1, False, closed)])) == (1 if closed else 2)


def test_the_same_in_words_and_numbers() -> None:
    of = region_of("rbp", "ranking:closeness-threshold", "p")
    data = region_json(of)
    (interval,) = data["holds"]
    assert interval == {"from": pytest.approx(0.7548776662466927), "to": 1.0, "from_closed": False, "to_closed": False}
    (exact,) = data["exact"]["holds"]
    low, high = map(Fraction, exact["from"]["between"])
    p = sympy.Poly(sympy.sympify(exact["from"]["polynomial"]), sympy.Symbol("p"))
    assert p.count_roots(sympy.Rational(str(low)), sympy.Rational(str(high))) == 1
    assert holds_text(of.holds, of.scale.parameter) == "0.7548776662... < p < 1"
    assert of.current
    assert not region_of("rbp(p=0.7)", "ranking:closeness-threshold", "p").current


def test_cells_tell_their_regions() -> None:
    import axiometrics as ax

    cells = ax.matrix(
        metrics=["rbp(p=0.7)", "f", "ap"], constraints=["closeness-threshold", "filtering:priority"], reading="all"
    )
    regions = {(cell.metric, cell.reading): cell.regions for cell in cells}
    assert regions["rbp(p=0.7)", "prose"] == [ParameterRegion("p", "0.7548776662... < p < 1")]
    assert regions["f(beta=1)", "interior"] == [ParameterRegion("beta", "beta > 0")]
    assert regions["ap", "prose"] == []
    assert cells.cell("rbp(p=0.7)", "closeness-threshold").holds is False
