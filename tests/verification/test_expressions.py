"""Exact scores as text: what is read, and what is refused without being run."""

from fractions import Fraction as F
from typing import Any

import hypothesis.strategies as st
import pytest
import sympy
from hypothesis import example, given

from axiometrics.core.errors import FileError
from axiometrics.core.exact import Real, exp2, log, power, sign, sqrt
from axiometrics.verification.expressions import read_exact
from axiometrics.verification.scorers import compare, show


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("11/13", F(11, 13)),
        (" -3 ", F(-3)),
        ("0.125", F(1, 8)),
        ("1 - 2 - 3", F(-4)),
        ("8/4/2", F(1)),
        ("2*(1 + 3)**2", F(32)),
        ("-2**2", F(-4)),
        ("(-2)**2", F(4)),
        ("2**-3", F(1, 8)),
        ("2**3**2", F(512)),
        ("9**4000", F(9**4000)),
        ("4**(1/2)", F(2)),
        ("4**(-3/2)", F(1, 8)),
        ("+5 + -5", F(0)),
        ("log(1)", F(0)),
        ("log(8)/log(2)", F(3)),
        ("sqrt(2)*sqrt(8)", F(4)),
        ("sqrt(log(2)*log(2)) - log(2)", F(0)),  # the root of a square is not a root
        ("sqrt((-log(2))*(-log(2))) - log(2)", F(0)),
        ("sqrt((log(2) - log(3))*(log(2) - log(3))) + log(2) - log(3)", F(0)),
        ("log(2)**2 - log(2)*log(2)", F(0)),
        ("log(2)**(-1)", 1 / log(2)),
        ("sqrt(2)**(1/2)", sqrt(sqrt(2))),
        ("3**(1/3)*9**(1/3)", F(3)),
        ("(4/9)**(-7/2)", F(3, 2) ** 7),
        ("15**(1/3)*2**(2/3)", power(F(60), F(1, 3))),
        ("2**(-1307/14000)", exp2(F(-1307, 14000))),
        ("(log(3) + 1)/(2*log(2))", (log(3) + 1) / (2 * log(2))),
    ],
)
def test_what_a_text_stands_for(text: str, expected: Any) -> None:
    assert sign(read_exact(text) - expected) == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a number is missing at character 1"),
        ("1 +", "a number is missing at character 4"),
        ("1 2", "unexpected '2' at character 3"),
        ("pi", "unexpected 'pi' at character 1"),
        ("__import__('os')", "unexpected '__import__'"),
        ("1 // 2", "unexpected '/'"),
        ("1e5", "unexpected 'e5'"),
        ("nan", "unexpected 'nan'"),
        ("(1", "a ')' is missing"),
        ("log 2", "a '(' is missing"),
        ("1/0", "a division by zero"),
        ("1/(log(4) - 2*log(2))", "a division by zero"),
        ("0**-1", "a division by zero"),
        ("log(0)", "the logarithm of what is not a positive fraction"),
        ("log(-1)", "the logarithm of what is not a positive fraction"),
        ("log(sqrt(2))", "the logarithm of what is not a positive fraction"),
        (f"log({10**18 + 1})", "the logarithm of what is not a positive fraction"),
        ("sqrt(-1)", "the square root of a negative number"),
        ("(1 - log(3))**(1/2)", "the square root of a negative number"),
        ("(1 + log(3))**(1/3)", "a root other than the square root"),
        ("(-3)**(1/3)", "a root other than the square root"),
        (f"{10**18 + 1}**(1/3)", "a root of a number beyond 1e+18"),
        ("9**4000*(10**18)**(9001/3)", "a power with too many digits"),
        ("2**log(2)", "an exponent that is not a fraction up to 4096"),
        ("9**9**9", "an exponent that is not a fraction up to 4096"),
        ("(9**4000)**4000", "a power with too many digits"),
        ("log(2)**100", "too high a power"),
        ("(" * 100, "too much nesting"),
        ("-" * 100 + "1", "too much nesting"),
        ("*".join(["log(2)"] * 100), "too many factors"),
        ("1" * 5000, "too many digits"),
        (
            "1/(sqrt(sqrt(2) + 1) - sqrt(sqrt(2) + 1)*(sqrt(3 + 2*sqrt(2)) - sqrt(2)))",
            "a division by zero",
        ),
    ],
)
def test_what_is_refused(text: str, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        read_exact(text)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


EXPRESSIONS = st.recursive(
    st.one_of(
        st.fractions(-5, 5, max_denominator=9),
        st.integers(2, 30).map(log),
        st.integers(2, 30).map(sqrt),
        st.fractions(-3, 3, max_denominator=9).map(exp2),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
    ),
    max_leaves=5,
)


@given(EXPRESSIONS)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert compare(read_exact(str(value)), value) == 0


@example("01")
@example("1.50 - 2*(3/4)")
@given(st.text(alphabet="0123456789+-*/(). logsqrt", max_size=30))
def test_any_text_is_read_as_sympy_reads_it_or_refused(text: str) -> None:
    try:
        value = read_exact(text)
    except FileError:
        return
    assert abs(float(value) - float(sympy.sympify(text.strip(), rational=True))) <= 1e-9 * max(1, abs(float(value)))


def test_two_forms_of_a_root_are_the_same() -> None:
    difference = log(3) - log(2)
    root = sqrt(difference * difference)  # which no common form with the first shows
    assert compare(difference, root) == 0
    assert compare(difference, 2 * root) == -1
    assert compare(-difference, -root) == 0


@pytest.mark.parametrize(
    ("score", "text"),
    [(F(3, 4), "3/4"), (F(1, 3**50), "1.3929555690985384e-24"), (log(2), "log(2)"), (0.5, "0.5")],
)
def test_scores_in_messages(score: Any, text: str) -> None:
    assert show(score) == text


def test_long_scores_are_shortened() -> None:
    long = sum((log(i) for i in range(2, 40)), Real("log", (F(2),)))
    assert show(long) == f"{float(long):.17g}"
