"""Exact scores written shorter: the same number, by two other ways to compute it, and the same text for equal ones."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from axiometrics.core.closed_forms import LONGEST, reduced, shared, short
from axiometrics.core.decimals import equations, scores_text, value

SHORT = {
    "(2/5)*log(5/2) + (3/5)*log(5/3)": "2/5*log(5/2) + 3/5*log(5/3)",
    "(-2/5)*log(3/2) + (-1/5)*log(3) + (-2/5)*log(2)": "-3/5*log(3)",
    "(-1)*(3/5)*log(3)/((-1)*((-2/5)*log(5/2) + (-3/5)*log(5))) + 1": (
        "(5*log(5) - 3*log(3) - 2*log(2))/(5*log(5) - 2*log(2))"
    ),
    "((2/3)*log(3/2) + (1/3)*log(3))/((-1)*((-2/3)*log(3/2) + (-1/3)*log(3)))": "1",
    "log(1/2)/log(8)": "-1/3",
    "log(9) + (-2)*log(3)": "0",
    "3/sqrt(15)": "3/sqrt(15)",
    "17/70": "17/70",
    "-4": "-4",
}
"""Scores of metrics, and what people are shown."""

KEPT = ("exp(2)", "log(0)", "log(-1)", "log(log(2))", "2**9999", "x", "nan", "1/0", "", "log(2", "0.5", "log(2, 3)")
"""Texts of which there is no reduced form."""


@pytest.mark.parametrize(("score", "text"), SHORT.items())
def test_a_score_is_short_and_the_same(score: str, text: str) -> None:
    assert short(score) == text
    assert sympy.simplify(sympy.sympify(f"({score}) - ({text})", rational=True)) == 0


numbers = st.builds(Fraction, st.integers(1, 60), st.integers(1, 60)).map(str)
sums = st.lists(st.tuples(st.sampled_from(["", "(-2/5)*", "(3/7)*", "2*"]), numbers), min_size=1, max_size=4).map(
    lambda terms: " + ".join(f"{weight}log({number})" for weight, number in terms)
)


@settings(max_examples=15)
@given(sums, sums)
def test_the_reduced_form_is_the_same_number(top: str, below: str) -> None:
    """To sixty digits, computed without it; a quotient whose divisor is 0 has none."""
    for text in (top, f"({top})/({below})", f"1 - ({below})*({top})/2"):
        form, number = reduced(text), value(text)
        if form is None:
            assert number is None or reduced(below) == "0"
            continue
        for written in (form, short(text)):
            again = value(written)
            assert number is not None
            assert again is not None
            assert abs(Decimal(str(float(number))) - Decimal(str(float(again)))) < Decimal("1e-9")
            difference = sympy.sympify(f"({text}) - ({written})", rational=True).evalf(40)
            assert abs(difference) < sympy.Float("1e-30")


@settings(max_examples=40)
@given(sums)
def test_the_order_of_the_terms_does_not_change_the_form(text: str) -> None:
    backwards = " + ".join(reversed(text.split(" + ")))
    assert reduced(text) == reduced(backwards)
    assert shared({"better": text, "worse": backwards}) is not None
    assert shared({"better": text, "worse": f"{text} + log(1000003)"}) is None


@pytest.mark.parametrize("text", [*KEPT, f"log({'+'.join('1' * LONGEST)})"])
def test_what_is_no_such_number_is_left_as_it_is(text: str) -> None:
    assert reduced(text) is None
    assert short(text) == text
    assert shared({"a": text, "b": "1"}) is None


def test_roots_that_are_not_the_same_are_not_taken_for_equal() -> None:
    assert shared({"a": "sqrt(2)*sqrt(3)", "b": "sqrt(6)"}) is None, "true, and not shown by the form"
    assert shared({"a": "sqrt(log(4))", "b": "sqrt(2*log(2))"}) is not None
    assert shared({"a": "sqrt(2)", "b": "sqrt(3)"}) is None


def test_a_tie_is_shown_as_one_value() -> None:
    tied = {"better": "(2/5)*log(5/2) + (3/5)*log(5/3)", "worse": "(3/5)*log(5/3) + (2/5)*log(5/2)"}
    assert scores_text(tied).splitlines() == [
        "score(better) and score(worse) both equal 0.673011..., as 2/5*log(5/2) + 3/5*log(5/3)",
        "demanded: score(better) > score(worse)",
        "found:    the difference is 0, tied",
    ]
    zero = "(log(4) + (-2)*log(2))/(1 + log(2))"
    assert equations({"x": zero, "y": "1"}) == ["x = 0", "y = 1"], "no digits that only rounding makes"
    assert equations({"x": None, "y": None}) == ["x is undefined", "y is undefined"]
    assert equations({"x": 0.25, "y": 0.25}) == ["x and y both equal 0.25"]
    assert equations({"x": "0", "y": "0"}) == ["x and y both equal 0"]


def test_scores_that_only_decimals_cannot_tell_apart_are_both_shown() -> None:
    near = {"better": "log(2)", "worse": f"log(2) + 1/{10**70}"}
    assert "equal" not in scores_text(near)
