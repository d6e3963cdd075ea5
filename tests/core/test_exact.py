"""Exact numbers: signs and ties of expressions with logarithms, roots and powers, held against sympy; what cannot be
decided says so.
"""

import math
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from axiometrics import registry
from axiometrics.core.errors import UndecidedError
from axiometrics.core.exact import Exact, Real, exp2, is_zero, log, power, sign, sqrt
from axiometrics.core.organization import Organization
from axiometrics.core.reals import prime_factors, primes

F = Fraction


class Twin(NamedTuple):
    """A number of ours and the same number in sympy."""

    ours: Exact
    theirs: Any


def rational(value: Fraction) -> Twin:
    return Twin(value, sympy.Rational(value.numerator, value.denominator))


small = st.fractions(min_value=-5, max_value=5, max_denominator=9)
positive = st.fractions(min_value=F(1, 9), max_value=9, max_denominator=9)

LEAVES = st.one_of(
    small.map(rational),
    positive.map(lambda x: Twin(log(x), sympy.log(rational(x).theirs))),
    positive.map(lambda x: Twin(sqrt(x), sympy.sqrt(rational(x).theirs))),
    small.map(lambda x: Twin(exp2(x), sympy.Integer(2) ** rational(x).theirs)),
    st.tuples(positive, small).map(
        lambda pair: Twin(power(*pair), rational(pair[0]).theirs ** rational(pair[1]).theirs)
    ),
)


def combined(parts: st.SearchStrategy[Twin]) -> st.SearchStrategy[Twin]:
    def arithmetic(op: str, left: Twin, right: Twin) -> Twin:
        if op == "/" and sign(right.ours) == 0:
            return left
        operations = {
            "+": lambda a, b: a + b,
            "-": lambda a, b: a - b,
            "*": lambda a, b: a * b,
            "/": lambda a, b: a / b,
        }
        return Twin(operations[op](left.ours, right.ours), operations[op](left.theirs, right.theirs))

    return st.builds(arithmetic, st.sampled_from("+-*/"), parts, parts)


numbers = st.recursive(LEAVES, combined, max_leaves=8)


def digits(expression: Any, places: int = 40) -> Any:
    return sympy.N(expression, places)


# --- values


@settings(max_examples=60)
@given(numbers)
def test_a_number_and_its_text_are_what_sympy_says(twin: Twin) -> None:
    assume(twin.theirs.is_finite)
    expected = digits(twin.theirs)
    again = digits(sympy.sympify(str(twin.ours)))
    assert abs(again - expected) <= 1e-30 * max(1, abs(expected))
    assert float(twin.ours) == pytest.approx(float(expected), rel=1e-12, abs=1e-15)


@settings(max_examples=60)
@given(numbers, numbers)
def test_comparisons_are_what_sympy_says(left: Twin, right: Twin) -> None:
    difference = digits(left.theirs - right.theirs, 60)
    assume(abs(difference) > 1e-40)
    assert (left.ours > right.ours) == (difference > 0)
    assert (left.ours >= right.ours) == (difference > 0)
    assert (left.ours < right.ours) == (difference < 0)
    assert (left.ours <= right.ours) == (difference < 0)
    assert left.ours != right.ours
    assert sign(left.ours - right.ours) == (1 if difference > 0 else -1)


@settings(max_examples=60)
@given(numbers, numbers, numbers)
@pytest.mark.slow
def test_rearranged_numbers_are_tied(a: Twin, b: Twin, c: Twin) -> None:
    """Laws of arithmetic hold exactly: the two sides are other expressions of the same number."""
    x, y, z = a.ours, b.ours, c.ours
    assert sign((x + y) + z - (z + (y + x))) == 0
    assert sign((x - y) - (-(y - x))) == 0
    assert sign(x * (y + z) - (y * x + z * x)) == 0
    assert x + y == y + x
    assert x * y == y * x
    assert x + 0 == x == 1 * x
    if sign(y) != 0:
        assert x / y * y == x
        assert (x / y) * (z / y) == x * z / (y * y)


# --- ties

TIES: dict[str, Exact] = {
    "logarithm of a power": log(8) - 3 * log(2),
    "logarithm of a product": log(6) - log(2) - log(3),
    "logarithm of a fraction": log(F(9, 4)) + 2 * log(2) - 2 * log(3),
    "logarithms in a quotient": log(4) / log(9) - log(2) / log(3),
    "a quotient of sums": (log(2) + log(3)) / log(36) - F(1, 2),
    "nested quotients": 1 / (log(2) / log(3) + 1) - log(3) / log(6),
    "product of logarithms": log(2) * log(9) - log(4) * log(3),
    "product of roots": sqrt(2) * sqrt(3) - sqrt(6),
    "root of a fraction": sqrt(F(1, 2)) - sqrt(2) / 2,
    "a denominator made rational": 1 / (sqrt(2) + 1) - (sqrt(2) - 1),
    "a square of a sum": (sqrt(2) + sqrt(3)) * (sqrt(2) + sqrt(3)) - 5 - 2 * sqrt(6),
    "roots of 8 and 2": sqrt(8) - 2 * sqrt(2),
    "halves of a power": exp2(F(1, 2)) * exp2(F(1, 2)) - 2,
    "a power and a root": exp2(F(1, 2)) - sqrt(2),
    "powers that add up": exp2(F(1, 3)) * exp2(F(5, 3)) - 4,
    "a common power": exp2(F(7, 3)) - 4 * exp2(F(1, 3)),
    "a factor out of a root": power(F(12), F(1, 2)) - 2 * power(F(3), F(1, 2)),
    "a root of a power": power(F(8), F(5, 9)) - power(F(2), F(5, 3)),
    "roots that make a whole number": power(F(6), F(1, 3)) * power(F(36), F(1, 3)) - 6,
    "roots that sympy multiplies only on one side": (
        power(F(3), F(2, 3)) / power(F(2), F(1, 3)) / power(F(2), F(1, 3))
        - power(F(3), F(2, 3)) / (power(F(2), F(1, 3)) * power(F(2), F(1, 3)))
    ),
    "roots of different order": power(F(2), F(1, 2)) * power(F(2), F(1, 3)) - power(F(32), F(1, 6)),
    "a root of a fraction": power(F(1, 3), F(1, 2)) - power(F(3), F(1, 2)) / 3,
    "a power and a square root": power(F(3), F(3, 2)) - 3 * sqrt(3),
    "sums of roots": sum((power(F(n), F(-1, 2)) for n in (1, 4, 9, 16)), F(0)) - F(25, 12),
    "root of a squared logarithm": sqrt(log(2) * log(2)) - log(2),
    "root of a product of logarithms": sqrt(log(4) * log(9)) - 2 * sqrt(log(2) * log(3)),
    "root of a squared sum of logarithms": sqrt((log(2) + log(3)) * (log(3) + log(2))) - log(6),
    "root of a squared difference of logarithms": sqrt((log(2) - log(3)) * (log(2) - log(3))) - (log(3) - log(2)),
    "root of a fraction of logarithms": log(2) / sqrt(log(2) * log(3)) - sqrt(log(2) / log(3)),
    "a factor out of a root of a sum": sqrt((2 * log(2) + 4 * log(3)) * log(5))
    - sqrt(2) * sqrt((log(2) + 2 * log(3)) * log(5)),
    "entropy of equal parts": F(1, 3) * log(3) * 3 - log(3),
    "nothing at all": log(7) - log(7),
}


@pytest.mark.parametrize("name", TIES)
def test_a_tie_is_recognised(name: str) -> None:
    assert sign(TIES[name]) == 0
    assert TIES[name] == 0
    assert float(TIES[name]) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("name", TIES)
@pytest.mark.parametrize("direction", [1, -1])
def test_a_tie_missed_by_a_hair_is_decided(name: str, direction: int) -> None:
    for hair in (F(1, 10**12), F(1, 10**40), F(1, 10**300)):
        assert sign(TIES[name] + direction * hair) == direction


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (log(F(10**40 + 1, 10**40)), 1),
        (log(F(10**40 - 1, 10**40)), -1),
        (sqrt(10**40 + 1) - 10**20, 1),
        (sqrt(10**60 - 1) - 10**30, -1),
        (exp2(F(1, 10**30)) - 1, 1),
        (485 * log(2) - 306 * log(3), 1),  # 3^306 and 2^485 agree in three digits
        (log(3) / log(2) - F(190537, 120213), -1),
        (sqrt(2) + sqrt(3) - F(math.isqrt(2 * 10**60) + math.isqrt(3 * 10**60), 10**30), 1),
    ],
)
def test_close_numbers_are_told_apart(number: Exact, expected: int) -> None:
    assert sign(number) == expected
    assert (number > 0) == (expected > 0)
    assert number != 0


def test_what_is_too_close_is_undecided_and_not_tied() -> None:
    """Beyond the greatest precision, and no identity: an error, never a tie."""
    near = exp2(F(1, 2**5000)) - 1
    with pytest.raises(UndecidedError, match="could not be decided at 4096 bits"):
        sign(near)
    with pytest.raises(UndecidedError):
        assert near == 0


def shares(*tables: tuple[int, int]) -> Exact:
    """sum of sqrt(a) / (sqrt(a) + sqrt(b)), as the mean of a metric with a smoothing term has it."""
    return sum((sqrt(F(a, 10**10)) / (sqrt(F(a, 10**10)) + sqrt(F(b, 10**10))) for a, b in tables), F(0))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (shares((200001, 150000800001), (150000800001, 200001)) - 1, 0),
        (shares((200001, 150000800001), (150000800001, 200001)) - 1 + F(1, 10**40), 1),
        (sqrt(F(10**20 * 7 + 7)) - sqrt(F(7)) * sqrt(F(10**20 + 1)), 0),
        (sqrt(F((10**13 + 37) ** 2 * 3)) - (10**13 + 37) * sqrt(F(3)), 0),
        (1 / (sqrt(F(2)) - sqrt(F(3))) + sqrt(F(2)) + sqrt(F(3)), 0),
        (sqrt(F(5)) / sqrt(F(10**31 + 33)) - sqrt(F(5, 10**31 + 33)), 0),
        (1 / (1 + sqrt(F(2)) + sqrt(F(3))) - (2 + sqrt(F(2)) - sqrt(F(6))) / 4, 0),
        (sqrt(F(2)) + sqrt(F(3)) - sqrt(F(5)) - F(909, 1000), 1),
    ],
)
def test_ties_of_square_roots_are_recognised_however_large_the_numbers(number: Exact, expected: int) -> None:
    """Where no prime has to be found: (10**13 + 37)**2 is a square that trial division does not see."""
    assert sign(number) == expected
    assert sign(-number) == -expected


@pytest.mark.parametrize("seed", range(20))
def test_a_product_of_sums_of_roots_is_the_sum_of_the_products(seed: int) -> None:
    random = Random(seed)
    a, b, c, d = (random.randint(1, 12) * sqrt(F(random.randint(1, 60), random.randint(1, 6))) for _ in range(4))
    number = (a + b) * (c - d) / (a + d) - (a * c - a * d + b * c - b * d) / (a + d)
    assert number == 0
    for near in (number + F(1, 10**50), number + sqrt(F(2)) - sqrt(F(2) + F(1, 10**50))):
        assert isinstance(near, Fraction) or not is_zero(near)
        assert near != 0


@pytest.mark.parametrize("exponent", [F(1, 2), F(-3, 4), F(7, 5)])
def test_powers_share_their_root_where_their_quotient_is_rational(exponent: Fraction) -> None:
    """By sympy's Pow, over all pairs of fractions of small numbers."""

    def root(base: Fraction) -> str:
        number = power(base, exponent)
        return "1" if isinstance(number, Fraction) else str(number.args[1] if number.op == "*" else number)

    assert len(str(power(F(12), F(2**60 + 1, 2**61)))) < 100

    bases = sorted({F(a, b) for a in range(1, 10) for b in range(1, 10)})
    for base, second in combinations(bases, 2):
        quotient = sympy.Pow(rational(base / second).theirs, rational(exponent).theirs)
        assert (root(base) == root(second)) is bool(quotient.is_Rational), (base, second)


def test_powers_of_what_is_not_above_0_are_refused() -> None:
    for base in (F(0), F(-2)):
        with pytest.raises(ValueError, match="only of a number above 0"):
            power(base, F(1, 2))


# --- arithmetic


def test_what_is_rational_stays_rational() -> None:
    assert log(F(1)) == F(0)
    for number in (sqrt(F(4, 9)), exp2(F(-3)), log(1), log(5) - log(5), 0 * log(5), 0 / log(5), sqrt(0)):
        assert isinstance(number, Fraction)
    assert isinstance(sqrt(F(1, 2)), Real)
    assert isinstance(2 + log(2) - log(2), Fraction)


def test_nothing_times_a_number_is_nothing() -> None:
    assert isinstance(sqrt(2) * 0, Fraction)


def test_undefined_stays_undefined() -> None:
    for value in (
        math.nan + log(2),
        log(2) + math.nan,
        math.nan * sqrt(2),
        sqrt(2) / math.nan,
        math.nan - log(2),
        log(2) - math.nan,
    ):
        assert isinstance(value, float)
        assert math.isnan(value)


def test_floats_and_strangers_are_refused() -> None:
    number: Any = log(2)
    for stranger in (0.5, "1", None):
        with pytest.raises(TypeError):
            number + stranger
        with pytest.raises(TypeError):
            stranger * number
        assert number != stranger
    with pytest.raises(TypeError):
        hash(number)
    with pytest.raises(ZeroDivisionError):
        number / 0


def test_integers_mix_in() -> None:
    assert 2 < 1 + log(3) < F(11, 5)
    assert 3 - log(3) > log(3) - 3
    assert max(F(1), log(3), sqrt(2)) == sqrt(2)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (log(F(3, 2)), "log(3/2)"),
        (-log(2), "-1*log(2)"),
        (F(1, 2) * log(2) / (log(3) + 1), None),
        (1 - log(2) / log(3), None),
        (-(log(2) - F(1, 2)), None),
        (log(2) / (log(3) * log(5)), None),
        (log(2) / (log(3) / log(5)), None),
        (log(2) / sqrt(2) / exp2(F(-1, 2)), None),
        (F(-2, 3) * (log(2) - F(4, 3)) * (sqrt(5) - 2), None),
        (sqrt(log(2) * log(3) - F(1, 7)), None),
        (exp2(F(-7, 3)) * 3, None),
    ],
)
def test_texts_are_read_back_by_sympy(number: Exact, text: str | None) -> None:
    written = str(number)
    if text is not None:
        assert sympy.simplify(sympy.sympify(written) - sympy.sympify(text)) == 0
    assert float(digits(sympy.sympify(written))) == pytest.approx(float(number), rel=1e-13)
    assert "+ -" not in written
    assert "--" not in written


# --- scores


def exact(name: str, system: str, gold: str) -> Any:
    return registry.metric(name).exact(Organization.parse(system), Organization.parse(gold))


@pytest.mark.parametrize("size", [2, 3, 5])
@pytest.mark.parametrize(
    "name",
    [
        "v-measure",
        "nmi(average=geometric)",
        "nmi(average=max)",
        "ami",
        "variation-of-information",
        "mutual-information",
    ],
)
def test_rag_bag_is_a_tie_of_entropy_metrics(name: str, size: int) -> None:
    """The stray in the clean or in the noisy cluster of as many documents: other sums of the same logarithms, equal
    exactly; BCubed tells them apart.
    """
    clean, noisy = [f"a{i}" for i in range(size)], [f"b{i}" for i in range(size)]
    gold = Organization.clustering([clean, *([d] for d in noisy), ["x"]])
    better, worse = Organization.clustering([clean, [*noisy, "x"]]), Organization.clustering([[*clean, "x"], noisy])
    scores = [registry.metric(name).exact(output, gold) for output in (better, worse)]
    assert all(isinstance(score, Real) for score in scores)
    assert scores[0] == scores[1]
    assert registry.metric("bcubed-f").exact(better, gold) > registry.metric("bcubed-f").exact(worse, gold)


def test_v_measure_ties_where_only_names_differ() -> None:
    value = exact("v-measure", "{a1 a2 b1} {b2 c1 c2}", "{a1 a2} {b1 b2} {c1 c2}")
    other = exact("v-measure", "{c1 c2 b1} {a1 a2 b2}", "{c1 c2} {b1 b2} {a1 a2}")
    assert isinstance(value, Real)
    assert value == other
    turned = exact("v-measure", "{a1 a2} {b1 b2} {c1 c2}", "{a1 a2 b1} {b2 c1 c2}")
    assert value == turned  # V is symmetric


def test_v_is_nmi_with_the_arithmetic_mean() -> None:
    for system, gold in (
        ("{a b} {c d e}", "{a c} {b d} e"),
        ("{a b c} {d e}", "{a b} {c d} e"),
        ("{a b} c d", "{a b c} d"),
    ):
        assert exact("v-measure", system, gold) == exact("nmi", system, gold)


def test_scores_of_rankings_tie_and_differ() -> None:
    gold = "a b > ..."
    assert exact("ndcg", "a > b", gold) == 1
    assert exact("dcg", "a > b", gold) == 1 + 1 / (log(3) / log(2))
    assert exact("ndcg", "a > x > b", gold) > exact("ndcg", "x > a > b", gold)
    assert exact("dcg", "x > x2 > a", gold) == F(1, 2)  # log2(4)
    assert exact("dcg(discount=jarvelin)", "a > b", gold) == 2
    assert exact("tbg", "a > b", gold) > exact("tbg", "a > x > b", gold)


# --- without sympy


LN2, LN3, LN6 = (log(F(n)) for n in (2, 3, 6))
MIXED = LN2 + sqrt(F(2))


@pytest.mark.parametrize(
    ("number", "zero"),
    [
        (LN2 / LN6 + LN3 / LN6 - 1, True),
        (LN2 * LN3 / (LN2 + LN3) - LN3 * LN2 / LN6, True),
        ((LN6 - LN3) / (2 * LN3) - log(F(4)) / log(F(81)), True),
        ((2 * MIXED) * LN3 / (MIXED + LN3) - (2 * LN3) * MIXED / (LN3 + MIXED), True),
        (LN2 / LN6 - LN3 / LN6, False),
        (LN2 * LN3 - LN6, False),
        (log(F(3, 2)) - LN6, False),
    ],
)
def test_quotients_of_logarithms_that_are_0_are_known_without_sympy(
    number: Real, zero: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (sympy.simplify(sympy.expand_log(sympy.sympify(str(number)), force=True)) == 0) == zero
    monkeypatch.setattr(sympy, "together", lambda x: (_ for _ in ()).throw(LookupError))
    if zero:
        assert is_zero(number)
    else:
        with pytest.raises(LookupError):
            is_zero(number)


@given(st.integers(1, 10**7) | st.sampled_from([1021**2, 1031 * 1033, 1021 * 1031**2, 2**61 - 1, 6 * 1019**3]))
def test_primes_are_those_of_sympy(number: int) -> None:
    assert dict(prime_factors(number)) == sympy.factorint(number)
    assert dict(primes(F(number, 360))) == sympy.factorrat(sympy.Rational(number, 360))
