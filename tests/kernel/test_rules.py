"""The rules of proofs: each shows what is true by it, and refuses what is false or does not follow."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from axiometrics.kernel.check_proof import RULES, ProofError, changes, prove, scaled_value, sturm_chain
from axiometrics.proving.argument import Argument, NotProvedError

Step = dict[str, Any]


def shown(symbols: dict[str, bool], facts: list[str], *steps: Step, define: list[list[str]] | None = None) -> str:
    numbered = [{"id": f"s{i}", **step} for i, step in enumerate(steps)]
    return str(prove({"symbols": symbols, "facts": facts, "define": define or [], "steps": numbered})[0])


def refused(
    reason: str, symbols: dict[str, bool], facts: list[str], *steps: Step, define: list[list[str]] | None = None
) -> None:
    with pytest.raises(ProofError, match=reason):
        shown(symbols, facts, *steps, define=define)


X, XY = {"x": False}, {"x": False, "y": False}
FROM_2 = ["x - 2 >= 0"]


def positive(claim: str, of: dict[str, str], over: str, under: str = "1", **more: Any) -> Step:
    return {"claim": claim, "rule": "positive", "from": of, "numerator": over, "denominator": under, **more}


def test_positive_recomputes_its_certificate() -> None:
    step = positive("x**2 - 3*x + 3 > 0", {"q": FROM_2[0]}, "1 + q + q**2")
    assert shown(X, FROM_2, step) == "3 - 3*x + x**2 > 0"
    refused("another term", X, FROM_2, step | {"claim": "x**2 - 3*x + 2 > 0"})
    refused("negative coefficient", X, FROM_2, step | {"numerator": "1 - q + q**2"})
    refused("may be 0", X, FROM_2, positive("x - 2 > 0", {"q": FROM_2[0]}, "q"))
    assert shown(X, FROM_2, positive("x - 2 >= 0", {"q": FROM_2[0]}, "q")) == "-2 + x >= 0"
    refused("nothing here says that it is not 0", X, ["x >= 0"], positive("1/x >= 0", {"q": "x >= 0"}, "1", "q"))
    refused("nothing here is called", X, FROM_2, step | {"from": {"q": "x - 1 >= 0"}})
    refused("does not name", X, FROM_2, step | {"numerator": "1 + x"})
    refused("cannot be a name", X, FROM_2, step | {"from": {"x": FROM_2[0]}})
    refused("not an equation", X, FROM_2, positive("x - x = 0", {}, "0"))


def test_positive_takes_equations_into_account() -> None:
    facts = ["x - 2 >= 0", "y - 2*x = 0"]
    step = positive("y - x - 1 > 0", {"q": "x - 2 >= 0"}, "q + 1", zero={"y - 2*x = 0": "1"})
    assert shown(XY, facts, step) == "-1 - x + y > 0"
    refused("another term", XY, facts, step | {"zero": {"y - 2*x = 0": "2"}})
    refused("does not say that its term is 0", XY, facts, step | {"zero": {"x - 2 >= 0": "1"}})
    refused("is 0: name it under zero", XY, facts, positive("y - 2*x >= 0", {"q": "y - 2*x = 0"}, "q"))


def test_a_claim_must_be_defined_wherever_the_facts_hold() -> None:
    for claim, reason in {
        "1/(x - 3) > 0": "divides",
        "log(x - 2) >= 0": "> 0: show it first",
        "sqrt(x - 3) >= 0": ">= 0: show it first",
    }.items():
        refused(reason, X, FROM_2, {"claim": claim, "rule": "evident"})
    refused("not a symbol", X, FROM_2, {"claim": "y > 0", "rule": "evident"})
    refused("> 0: show it first", {"n": True, "x": False}, [], {"claim": "power(x, n) > 0", "rule": "evident"})


def test_what_is_evident() -> None:
    for claim in (
        "x > 0",
        "x + x**2 - 5 > 0",
        "(x - 1)**2*x > 0",
        "1/x > 0",
        "x - 2 >= 0",
        "power(1/2, n)*x > 0",
        "exp2(-1/3) > 0",
        "log(7) > 0",
        "x**2 >= 0",
    ):
        assert shown({"x": False, "n": True}, FROM_2, {"claim": claim, "rule": "evident"})
    for claim in ("x - 2 > 0", "x - 3 >= 0", "-x >= 0", "x**2 - 5*x + 7 > 0", "n > 0", "-power(1/2, n) >= 0"):
        refused("not evident", {"x": False, "n": True}, FROM_2, {"claim": claim, "rule": "evident"})
    assert shown(XY, ["x - y >= 0", "y - 1 >= 0"], {"claim": "x**2 - y >= 0", "rule": "evident"})


def test_logarithms() -> None:
    assert shown(X, FROM_2, {"claim": "log(x) > 0", "rule": "log", "at": "x"})
    assert shown(X, ["x - 1 >= 0"], {"claim": "log(x) >= 0", "rule": "log", "at": "x"})
    refused("show it first", X, ["x - 1 >= 0"], {"claim": "log(x) > 0", "rule": "log", "at": "x"})
    refused("show it first", X, ["x > 0"], {"claim": "log(x) >= 0", "rule": "log", "at": "x"})
    refused("is about", X, FROM_2, {"claim": "log(x) - 1 > 0", "rule": "log", "at": "x"})
    assert shown(X, ["x > 0"], {"claim": "x - 1 - log(x) >= 0", "rule": "log-bound", "at": "x"})
    assert shown(X, FROM_2, {"claim": "log(x) - 1 + 1/x > 0", "rule": "log-bound", "at": "x"})
    refused("strict only", X, ["x > 0"], {"claim": "x - 1 - log(x) > 0", "rule": "log-bound", "at": "x"})
    refused("neither", X, FROM_2, {"claim": "log(x) - x/2 > 0", "rule": "log-bound", "at": "x"})
    parts = [[1, "x*y"], [-1, "x"], [-1, "y"]]
    assert shown(
        XY, ["x > 0", "y > 0"], {"claim": "log(x*y) - log(x) - log(y) = 0", "rule": "log-product", "parts": parts}
    )
    refused(
        "do not make 1",
        XY,
        ["x > 0", "y > 0"],
        {"claim": "log(x*y) - log(x) = 0", "rule": "log-product", "parts": parts[:2]},
    )
    refused("> 0", XY, ["x*y > 0", "x >= 0"], {"claim": "log(x*y) = 0", "rule": "log-product", "parts": parts})


def test_roots() -> None:
    assert shown(X, ["x >= 0"], {"claim": "sqrt(x)**2 - x = 0", "rule": "sqrt", "at": "x"})
    assert shown(
        XY, ["x - y > 0", "y >= 0"], {"claim": "sqrt(x) - sqrt(y) > 0", "rule": "sqrt", "at": "x", "against": "y"}
    )
    refused(
        "show it first",
        XY,
        ["x - y >= 0", "y >= 0"],
        {"claim": "sqrt(x) - sqrt(y) > 0", "rule": "sqrt", "at": "x", "against": "y"},
    )
    refused(
        "difference",
        XY,
        ["x - y > 0", "y >= 0"],
        {"claim": "sqrt(x) - 2*sqrt(y) > 0", "rule": "sqrt", "at": "x", "against": "y"},
    )
    refused("not the square", X, ["x >= 0"], {"claim": "sqrt(x)**2 - 2*x = 0", "rule": "sqrt", "at": "x"})


def test_powers() -> None:
    symbols, facts = {"q": False, "n": True}, ["q > 0", "1 - q > 0", "n - 1 >= 0"]
    assert shown(symbols, facts, {"claim": "1 - power(q, n) > 0", "rule": "power", "base": "q", "exponent": "n"})
    assert shown(symbols, facts, {"claim": "1 - power(q, n)/q >= 0", "rule": "power", "base": "q", "exponent": "n - 1"})
    refused(
        "show it first",
        symbols,
        facts,
        {"claim": "1 - power(q, n)/q > 0", "rule": "power", "base": "q", "exponent": "n - 1"},
    )
    refused(
        "show it first",
        symbols,
        ["q > 0", "n - 1 >= 0"],
        {"claim": "1 - power(q, n) >= 0", "rule": "power", "base": "q", "exponent": "n"},
    )
    refused(
        "what follows", symbols, facts, {"claim": "2 - power(q, n) > 0", "rule": "power", "base": "q", "exponent": "n"}
    )


def test_powers_keep_the_order_of_their_bases() -> None:
    symbols, facts = {"u": False, "v": False, "e": False}, ["v > 0", "u - v > 0", "e > 0"]
    step = {"claim": "power(u, e) - power(v, e) > 0", "rule": "power", "base": "u", "below": "v", "exponent": "e"}
    assert shown(symbols, facts, step)
    assert shown(
        symbols, ["v > 0", "u - v >= 0", "e >= 0", "u > 0"], step | {"claim": "power(u, e) - power(v, e) >= 0"}
    )
    for weaker in (
        ["v > 0", "u - v >= 0", "u > 0", "e > 0"],
        ["v > 0", "u - v > 0", "u > 0", "e >= 0"],
        ["v > 0", "u > 0", "e > 0"],
    ):
        refused("show it first", symbols, weaker, step)
    refused("show it first", symbols, ["u > 0", "v >= 0", "u - v > 0", "e > 0"], step)
    refused("what follows", symbols, facts, step | {"claim": "power(v, e) - power(u, e) > 0"})
    refused("what follows", symbols, facts, step | {"claim": "power(u, e) - 2*power(v, e) > 0"})
    refused("what follows", symbols, facts, step | {"claim": "power(u, e) - power(v, e) = 0"})
    bernoulli = {"claim": "2 - power(4, 1/2) = 0", "rule": "power", "base": "4", "below": "1", "exponent": "1/2"}
    refused("what follows", {}, [], bernoulli)


def test_powers_of_one_base_multiply() -> None:
    symbols = {"u": False, "e": False}
    step = {
        "claim": "power(u, 1/2)*power(u, 1/2) - u = 0",
        "rule": "power",
        "base": "u",
        "exponent": "1/2",
        "times": "1/2",
    }
    assert shown(symbols, ["u > 0"], step)
    refused("show it first", symbols, ["u >= 0"], step | {"claim": "0 = 0"})
    refused("what follows", symbols, ["u > 0"], step | {"claim": "power(u, 1/2)*power(u, 1/2) - 2*u = 0"})
    refused("what follows", symbols, ["u > 0"], step | {"times": "1/3"})
    assert shown(
        symbols,
        ["u > 0"],
        {
            "claim": "power(u, e/2)*power(u, e/3) - power(u, 5*e/6) = 0",
            "rule": "power",
            "base": "u",
            "exponent": "e/2",
            "times": "e/3",
        },
    )


def test_a_term_that_rises_from_where_it_is_not_negative() -> None:
    start = [{"id": "a", "claim": "1 - log(2) >= 0", "rule": "evaluate"}]
    slope = [
        {
            "id": "b",
            "claim": "1 - 1/x >= 0",
            "rule": "positive",
            "from": {"q": "beyond"},
            "numerator": "q + 1",
            "denominator": "q + 2",
        }
    ]
    step = {"claim": "x - 1 - log(x) >= 0", "rule": "derivative", "by": "x", "low": "2", "start": start, "slope": slope}
    assert shown(X, FROM_2, step)
    refused("neither start nor slope", X, FROM_2, step | {"claim": "x - 1 - log(x) > 0"})
    refused("another term", X, FROM_2, step | {"claim": "x - log(x) >= 0"})
    refused("show it first", X, ["x - 1 >= 0"], step)
    rising = {
        "claim": "x - 2 > 0",
        "rule": "derivative",
        "by": "x",
        "low": "2",
        "start": [{"id": "a", "claim": "2 - 2 >= 0", "rule": "evaluate"}],
        "slope": [{"id": "b", "claim": "1 > 0", "rule": "evaluate"}],
    }
    assert shown(X, ["x - 2 > 0"], rising)
    refused("neither start nor slope", X, FROM_2, rising)  # it is 0 where it begins
    upper = ["x - 2 >= 0", "3 - x >= 0"]  # what is known of x at its place is not known on the way there
    falling = [{"id": "b", "claim": "3 - x >= 0", "rule": "evident"}]
    refused(
        "not evident",
        X,
        upper,
        {
            "claim": "3*x - x**2/2 - 4 >= 0",
            "rule": "derivative",
            "by": "x",
            "low": "2",
            "start": [{"id": "a", "claim": "6 - 2 - 4 >= 0", "rule": "evaluate"}],
            "slope": falling,
        },
    )


def test_cases_must_cover_all() -> None:
    def case(assume: str) -> Step:
        return {"assume": assume, "steps": [{"id": f"in {assume}", "claim": "x**2 >= 0", "rule": "evident"}]}

    step = {"claim": "x**2 >= 0", "rule": "cases"}
    assert shown(X, [], step | {"cases": [case("x >= 0"), case("-x > 0")]})
    assert shown({"x": True}, [], step | {"cases": [case("x - 3 >= 0"), case("2 - x >= 0")]})
    for remaining in ("-x - 1 > 0", "x - 1 >= 0", "-x - 1 >= 0", "x = 0"):
        refused("cover", X, [], step | {"cases": [case("x >= 0"), case(remaining)]})
    refused("cover", X, [], step | {"cases": [case("x > 0"), case("-x > 0")]})
    refused("cover", {"x": True}, [], step | {"cases": [case("x/2 >= 0"), case("-x/2 - 1 >= 0")]})
    refused("two cases", X, [], step | {"cases": [case("x >= 0")]})
    inside = [{"id": "a", "claim": "x >= 0", "rule": "evident"}]
    refused(
        "not evident",
        X,
        [],
        {
            "claim": "x >= 0",
            "rule": "cases",
            "cases": [{"assume": "x >= 0", "steps": inside}, {"assume": "-x > 0", "steps": inside}],
        },
    )


def test_values_tried_one_by_one() -> None:
    symbols, facts = {"n": True}, ["n - 2 >= 0", "9 - n >= 0"]
    assert shown(symbols, facts, {"claim": "power(2, n) - n**2 + 1 >= 0", "rule": "finite", "by": "n", "of": facts})
    refused(
        "the sign is", symbols, facts, {"claim": "power(2, n) - n**2 > 0", "rule": "finite", "by": "n", "of": facts}
    )
    for claim in ("n - 2 > 0", "9 - n > 0"):  # false of the least value alone, and of the greatest
        refused("the sign is 0", symbols, facts, {"claim": claim, "rule": "finite", "by": "n", "of": facts})
    refused("a whole number", {"n": False}, facts, {"claim": "n > 0", "rule": "finite", "by": "n", "of": facts})
    refused("in this order", symbols, facts, {"claim": "n > 0", "rule": "finite", "by": "n", "of": facts[::-1]})
    assert shown({}, [], {"claim": "log(3) - 1 > 0", "rule": "evaluate"})
    refused("the sign is -1", {}, [], {"claim": "log(2) - 1 > 0", "rule": "evaluate"})


def test_sturm_counts_roots_as_numpy_finds_them() -> None:
    random = np.random.default_rng(0)
    for _ in range(200):
        roots = sorted(int(k) for k in random.integers(-6, 6, size=int(random.integers(1, 6))))
        p = [Fraction(round(c)) for c in np.poly(roots)]
        low, high = Fraction(int(random.integers(-13, 13)), 2), Fraction(13)
        if scaled_value(p, low) and scaled_value(p, high):
            chain = sturm_chain(p)
            assert changes(chain, low) - changes(chain, high) == len({r for r in roots if r > low})
            assert changes(chain, low) - changes(chain, None) == len({r for r in roots if r > low})


def test_sturm_shows_what_no_coefficients_show() -> None:
    step = {"claim": "x**3 - 3*x**2 + 1/4*x + 3 > 0", "rule": "sturm", "by": "x", "of": ["x >= 0", "1 - x >= 0"]}
    assert shown(X, ["x >= 0", "1 - x >= 0"], step)
    refused("root there", X, ["x >= 0", "3 - x >= 0"], step | {"of": ["x >= 0", "3 - x >= 0"]})
    refused("root there", X, ["x >= 0"], step | {"of": ["x >= 0"]})
    refused("not above 0", X, ["x - 2 >= 0"], step | {"of": ["x - 2 >= 0"]})
    refused("not above 0", X, ["x - 2 >= 0"], step | {"claim": "x - 2 > 0", "of": ["x - 2 >= 0"]})
    refused("polynomials", X, ["x - 2 >= 0"], {"claim": "1/x > 0", "rule": "sturm", "by": "x", "of": ["x - 2 >= 0"]})


def test_sums() -> None:
    symbols, facts = {"n": True}, ["n - 1 >= 0"]
    each = [{"id": "each", "claim": "k - 1 >= 0", "rule": "evident"}]
    step = {"claim": "sum(k, 1, n, k) - n >= 0", "rule": "sum", "sum": "sum(k, 1, n, k)", "total": "k", "each": each}
    assert shown(symbols, facts, step)
    exact = [{"id": "each", "claim": "k - (k*(k + 1)/2 - (k - 1)*k/2) = 0", "rule": "identity"}]
    assert shown(
        symbols, facts, step | {"claim": "sum(k, 1, n, k) - n*(n + 1)/2 = 0", "total": "k*(k - 1)/2", "each": exact}
    )
    refused("as the claim says", symbols, facts, step | {"claim": "sum(k, 1, n, k) - n - 1 >= 0"})
    refused(
        "not evident",
        symbols,
        facts,
        step | {"total": "2*k", "each": [{"id": "e", "claim": "k - 2 >= 0", "rule": "evident"}]},
    )
    refused("strict only", symbols, facts, step | {"claim": "sum(k, 1, n, k) - n > 0"})
    refused("show it first", {"n": True}, [], step)


def test_lemmas() -> None:
    lemma = {
        "symbols": XY,
        "facts": ["x > 0", "y > 0"],
        "steps": [{"id": "l", "claim": "x + y > 0", "rule": "evident"}],
    }
    step = {"claim": "a**2 + 3 > 0", "rule": "lemma", "lemma": lemma, "at": {"x": "a**2", "y": "3"}}
    assert shown({"a": False}, ["a > 0"], step)
    refused("the lemma needs", {"a": False}, [], step)
    refused("something else", {"a": False}, ["a > 0"], step | {"claim": "a**2 + 2 > 0"})
    refused("each symbol", {"a": False}, ["a > 0"], step | {"at": {"x": "a**2"}})
    whole = lemma | {"symbols": {"x": True, "y": False}}
    refused("whole number", {"a": False}, ["a > 0"], step | {"lemma": whole})
    false = lemma | {"steps": [{"id": "l", "claim": "x - y > 0", "rule": "evident"}]}
    refused("not evident", {"a": False}, ["a > 0"], step | {"lemma": false, "claim": "a**2 - 3 > 0"})


def test_definitions_are_equations() -> None:
    define = [["z", "x + 1"], ["w", "z**2"]]
    zero = {"w := z**2": "1", "z := x + 1": "x + z + 1"}
    step = positive("w - 1 >= 0", {"q": FROM_2[0]}, "q**2 + 6*q + 8", zero=zero)
    assert shown(X, FROM_2, step, define=define)
    refused("cannot be a name", X, FROM_2, step, define=[["x", "2"]])
    refused("not a symbol", X, FROM_2, step, define=[["w", "z**2"]])
    refused("divides", X, FROM_2, step, define=[["w", "1/(x - 3)"]])


def test_a_rule_or_name_that_there_is_not() -> None:
    refused("no rule", X, FROM_2, {"claim": "x > 0", "rule": "obvious"})
    refused(
        "name of another claim",
        X,
        FROM_2,
        {"id": "a", "claim": "x > 0", "rule": "evident"},
        {"id": "a", "claim": "x > 0", "rule": "evident"},
    )
    refused("no step", X, FROM_2)
    assert set(RULES) == {name.replace("_", "-") for name in RULES}


def test_an_author_hears_what_stands_in_the_way() -> None:
    argument = Argument({"x": False}, ["x - 2 >= 0"])
    with pytest.raises(NotProvedError, match="it has the terms -q1"):
        argument.positive("4 - x >= 0")
    with pytest.raises(NotProvedError, match="it may be 0"):
        argument.positive("x - 2 > 0")
    with pytest.raises(NotProvedError, match="show it first"):
        argument.evident("log(x - 2) > 0")
    argument.positive("x**2 - 2*x + 1 > 0")
    assert prove(argument.to_json())[0].strict
