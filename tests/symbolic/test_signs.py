"""Numbers as the verifier tells them apart: by intervals against mpmath's digits, by logarithms of primes against
sympy, and ties by either.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import prod

import mpmath
import pytest
import sympy

from axiometrics.core.decimals import value
from axiometrics.core.errors import FileError
from axiometrics.core.exact import Exact, Real, angle, log, power, sqrt
from axiometrics.core.exact import sign as by_core
from axiometrics.symbolic.logarithms import log_of, log_sum, primes
from axiometrics.symbolic.signs import sign, vanishes
from axiometrics.symbolic.surds import is_zero
from axiometrics.verification.expressions import read_exact


def drawn(chance: random.Random, depth: int = 3) -> tuple[Exact, mpmath.mpf]:
    """A number, and its digits by mpmath."""
    if not depth or chance.random() < 0.2:
        x = Fraction(chance.randint(1, 30), chance.randint(1, 30))
        value = mpmath.mpf(x.numerator) / x.denominator
        kind = chance.choice(["plain", "log", "sqrt", "power"])
        if kind == "log":
            return log(x + 1), mpmath.log(value + 1)
        if kind == "sqrt":
            return sqrt(x), mpmath.sqrt(value)
        return (power(x, Fraction(1, 3)), mpmath.cbrt(value)) if kind == "power" else (x, value)
    (left, a), (right, b) = drawn(chance, depth - 1), drawn(chance, depth - 1)
    operation = chance.choice("+-*/")
    if operation == "+":
        return left + right, a + b
    if operation == "-":
        return left - right, a - b
    if operation == "*" or by_core(right) == 0:
        return left * right, a * b
    return left / right, a / b


def test_signs_are_those_of_the_digits() -> None:
    chance = random.Random(5)
    with mpmath.workprec(400):
        for _ in range(300):
            number, digits = drawn(chance)
            expected = 0 if abs(digits) < mpmath.mpf(2) ** -300 else int(mpmath.sign(digits))
            assert sign(number) == expected, str(number)
            assert vanishes(number) is (expected == 0), str(number)


@pytest.mark.parametrize("bits", [300, 480, 520, 700])
def test_what_is_smaller_than_the_link_can_tell_vanishes_and_has_a_sign(bits: int) -> None:
    with mpmath.workprec(1000):
        small = log(3) - Fraction(int(mpmath.floor(mpmath.log(3) * 2**bits)), 2**bits)
    assert sign(small) == 1
    assert vanishes(small) is (bits > 512)
    assert not vanishes(Fraction(1, 2**bits))


def test_what_is_divided_by_nearly_0_does_not_vanish() -> None:
    with mpmath.workprec(1000):
        small = log(3) - Fraction(int(mpmath.floor(mpmath.log(3) * 2**600)), 2**600)
    assert not vanishes(small / small + log(2) / small)
    assert not vanishes(log(2) / (log(6) - log(3) - log(2) + small))


def test_primes_are_those_of_sympy() -> None:
    for k in (*range(1, 300), 2**19, 10**6, 999983):
        assert dict(primes(k)) == sympy.factorint(k)
        assert prod(p**times for p, times in primes(k)) == k
    assert primes(10**6 + 1) == ((10**6 + 1, 1),)
    for nothing in (0, -3):
        with pytest.raises(ValueError, match="no logarithm"):
            primes(nothing)


def test_equal_sums_of_logarithms_are_written_alike() -> None:
    chance = random.Random(7)
    for _ in range(100):
        terms = [(chance.randint(-9, 9), chance.randint(1, 60)) for _ in range(chance.randint(1, 6))]
        over = chance.randint(1, 12)
        plainly: Exact = Fraction(0)
        for weight, k in terms:
            plainly = plainly + Fraction(weight, over) * log(k)
        total = log_sum(terms, over)
        assert by_core(total - plainly) == 0
        assert str(total) == str(log_sum([(weight, k**2) for weight, k in terms], 2 * over))
        tied = prod(Fraction(k) ** weight for weight, k in terms) == 1
        assert (total == Fraction(0)) is tied
    assert by_core(log_of(Fraction(12, 35)) - log(Fraction(12, 35))) == 0


def test_a_tie_is_what_multiplies_out_to_0() -> None:
    chance = random.Random(9)
    for _ in range(60):
        a, b, c = (
            log_sum([(chance.randint(-5, 5), chance.randint(2, 12)), (chance.randint(1, 3), chance.randint(2, 12))])
            for _ in range(3)
        )
        expanded = (a + b) * (a - b) - a * a + b * b
        assert not isinstance(expanded, Real) or is_zero(expanded, sign)
        if by_core(c):
            quotient = (a + b) / c - a / c - b / c
            assert not isinstance(quotient, Real) or is_zero(quotient, sign)
        total = a * a + b * b + c * c
        assert not isinstance(total, Real) or is_zero(total, sign) is (by_core(total) == 0)
    assert is_zero(sqrt(2) * sqrt(3) - sqrt(6), sign)


SQUARES = [
    (sqrt(log(2) * log(8)), sqrt(3) * log(2)),
    (sqrt(log(4) * log(9)), 2 * sqrt(log(2) * log(3))),
    (sqrt(2 + sqrt(3)), (sqrt(6) + sqrt(2)) / 2),
    (sqrt(5 + 2 * sqrt(6)), sqrt(2) + sqrt(3)),
    (sqrt(log(2) * log(2) + 2 * log(2) * log(3) + log(3) * log(3)), log(6)),
    (sqrt(log(2) / log(3)), log(2) / sqrt(log(2) * log(3))),
    (sqrt(log(3) / (log(2) - log(3)) / (log(2) - log(3))), sqrt(log(3)) / (log(3) - log(2))),
    (power(Fraction(12), Fraction(1, 2)) * power(Fraction(3), Fraction(1, 3)), 2 * power(Fraction(3), Fraction(5, 6))),
]
"""Numbers that are the same, written in two ways."""


@pytest.mark.parametrize(("left", "right"), SQUARES, ids=str)
def test_ties_of_nested_roots_are_decided(left: Exact, right: Exact) -> None:
    assert sign(left - right) == 0
    assert sign(left - right + Fraction(1, 2**1000)) == 1
    assert sign(right - left - Fraction(1, 2**1000)) == -1
    assert sign(left + right) == 1
    assert not is_zero(left + right, sign)


@pytest.mark.parametrize(
    "metrics",
    [
        ["ndcg", "mcc"],
        pytest.param(["ndcg", "nmi(average=geometric)", "mcc", "tbg"], marks=pytest.mark.slow),
    ],
)
def test_the_verifier_asks_the_search_for_no_sign(metrics: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by its function nor by the operators of reals."""
    from axiometrics import api, registry
    from axiometrics.core import exact, reals
    from axiometrics.verification import Terms, verify_document

    matrix = api.matrix(metrics, None, "all", max_size=4).to_json()

    def refuse(x: object) -> int:
        raise AssertionError(f"the search was asked for the sign of {x}")

    monkeypatch.setattr(exact, "sign", refuse)
    monkeypatch.setattr(reals, "_deciders", [refuse])
    statuses = {item.status for item in verify_document(matrix, registry.constraints(), Terms({}, 1))}
    assert "failed" not in statuses
    assert "verified" in statuses
    assert sign(sqrt(2) * sqrt(3) - sqrt(6)) == 0


def arctangent(number: int) -> Exact:
    """The angle whose tangent is one over the number, in half turns."""
    return angle(Fraction(number) / sqrt(Fraction(number**2 + 1)))


@pytest.mark.parametrize(
    "number",
    [
        4 * arctangent(5) - arctangent(239) - Fraction(1, 4),  # Machin 1706
        arctangent(2) + arctangent(3) - Fraction(1, 4),
        angle(sqrt(Fraction(1, 3))) + angle(sqrt(Fraction(2, 3))) - Fraction(1, 2),
        Fraction(2, 7) * angle(Fraction(1, 3)) - angle(Fraction(-7, 9)) / Fraction(7),
        Fraction(1, 9) * angle(Fraction(-1, 3)) + angle(Fraction(1, 3)) / Fraction(9) - Fraction(1, 9),
        angle(sqrt(Fraction(1, 3))) + arctangent(4) + angle(-sqrt(Fraction(1, 3))) + angle(-4 / sqrt(Fraction(17))) - 2,
    ],
)
def test_sums_of_angles_are_told_from_0(number: Real) -> None:
    assert by_core(number) == sign(number) == 0
    for tiny in (Fraction(1, 10**30), Fraction(-1, 10**30)):
        assert by_core(number + tiny) == sign(number + tiny) == (1 if tiny > 0 else -1)


def test_angles_that_look_alike_are_told_apart() -> None:
    """The tangents 1/2 and 610/1219 are near each other; 610/1219 is not one of a rational multiple of the other."""
    near = angle(Fraction(1219) / sqrt(Fraction(1219**2 + 610**2))) - arctangent(2)
    assert by_core(near) == sign(near) == int(mpmath.sign(mpmath.atan(mpmath.mpf(610) / 1219) - mpmath.atan(0.5)))


def test_a_whole_number_of_half_turns_is_not_0() -> None:
    number = angle(Fraction(-1, 3)) + angle(Fraction(1, 3))
    assert by_core(number) == sign(number) == 1
    assert by_core(number - 1) == sign(number - 1) == 0


def test_angles_are_read_and_shown() -> None:
    for cosine in (Fraction(1, 3), -sqrt(Fraction(2, 7)), Fraction(-1, 2)):
        number = angle(cosine)
        text = str(number)
        assert sign(read_exact(text) - number) == 0
        assert float(sympy.sympify(text)) == pytest.approx(float(number), abs=1e-15)
        assert float(value(text) or 0) == pytest.approx(float(number), abs=1e-15)
    with pytest.raises(FileError, match="half turns"):
        read_exact("acos(1/3)")
    with pytest.raises(FileError, match="beyond 1"):
        read_exact("acos(4/3)/pi")
    with pytest.raises(ValueError, match="square is rational"):
        angle(log(2))
