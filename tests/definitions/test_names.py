"""Names of metrics, bound to their definitions."""

from fractions import Fraction as F
from typing import Any

import pytest

from axiometrics import registry
from axiometrics.core.errors import ParameterError, UnknownNameError

OF_ONE_CLASS = {"average": "binary", "over": "all"}
GAINS = {"gain": "linear", "discount": "log2", "b": F(2), "a": F(1), "rel": None}
"""The parameters that DCG and nDCG share, as they are unless given."""


@pytest.mark.parametrize(
    ("name", "base", "values"),
    [
        ("purity", "purity", {}),
        ("p", "p", {"k": F(10), "rel": None, "per": "k"}),
        ("p@5", "p", {"k": F(5), "rel": None, "per": "k"}),
        ("ap@5(rel=2)", "ap", {"k": F(5), "rel": F(2), "per": "relevant"}),
        ("ap(rel=3.5)", "ap", {"k": None, "rel": F(7, 2), "per": "relevant"}),
        ("ap(rel=1)", "ap", {"k": None, "rel": None, "per": "relevant"}),
        ("ndcg", "ndcg", {"k": None, "ideal": "gold", **GAINS}),
        (" ndcg @ 10 ( ideal = run ) ", "ndcg", {"k": F(10), "ideal": "run", **GAINS}),
        ("ndcg(k=10)", "ndcg", {"k": F(10), "ideal": "gold", **GAINS}),
        ("rbp(p=0.95)", "rbp", {"p": F(19, 20), "k": None, "rel": None}),
        ("rbp(p=19/20)", "rbp", {"p": F(19, 20), "k": None, "rel": None}),
        ("rbp(p=9.5e-1)", "rbp", {"p": F(19, 20), "k": None, "rel": None}),
        ("rs-ranking()", "rs-ranking", {"n": F(30), "wn": F(4, 5), "reading": "listed"}),
        ("rs-ranking(wn=.5,reading=tail-lookup)", "rs-ranking", {"n": F(30), "wn": F(1, 2), "reading": "tail-lookup"}),
        ("utility", "utility", {"tp": F(2), "fp": F(-1), "fn": F(0), "tn": F(0)}),
        ("utility(fp=-1/2)", "utility", {"tp": F(2), "fp": F(-1, 2), "fn": F(0), "tn": F(0)}),
        ("f", "f", {"beta": F(1), **OF_ONE_CLASS, "of": "classes"}),
        ("q-measure", "q-measure", {"beta": F(1), "k": None}),
        ("lam", "lam", {"smoothing": F(0)}),
        ("nmi", "nmi", {"average": "arithmetic"}),
        ("ranking:kendall-tau", "kendall-tau", {"variant": "b"}),
        ("dcg", "dcg", {**GAINS, "k": None}),
        ("ndcg@10(gain=exp)", "ndcg", {**GAINS, "k": F(10), "ideal": "gold", "gain": "exp"}),
        ("dcg(discount=power,a=0.5)", "dcg", {**GAINS, "discount": "power", "a": F(1, 2), "k": None}),
    ],
)
def test_a_name_binds_a_definition(name: str, base: str, values: dict[str, Any]) -> None:
    definition = registry.definition(name)
    assert definition is not None
    assert (definition.base, definition.values) == (base, values)


@pytest.mark.parametrize(
    "name", ["mine", "module:purity", "purity.py:purity", "Purity", "purity!", "", "rbp(p=(1))", "p@"]
)
def test_other_names_are_nobodys(name: str) -> None:
    assert registry.definition(name) is None


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("purity(k=1)", "purity has no parameter 'k': it takes none"),
        ("tbg@5", "tbg has no parameter 'k'"),
        ("ap@5(rel=0)", "ap: rel=0 is outside (0, inf)"),
        ("err(max=1.5)", "err: max=1.5 is not a whole number"),
        ("p@5(k=5)", "the parameter k is given twice"),
        ("p@1.5", "p: k=1.5 is not a whole number"),
        ("p@0", "p: k=0 is outside [1, inf)"),
        ("rbp(p)", "'p' is not a parameter: write name=value"),
        ("rbp(p=1/0)", "rbp: p='1/0' is not a number"),
        ("rbp(p=1e999999999)", "is not a number"),
        ("rbp(p=x)", "is not a number"),
        ("rbp(p=1.1)", "p=1.1 is outside (0, 1)"),
        ("rs-ranking(wn=1)", "wn=1 is outside (0, 1)"),
        ("rs-ranking(n=0)", "n=0 is outside [1, inf)"),
        ("rs-ranking(reading=mine)", "is none of listed, tail-lookup, tail-certain"),
        ("dcg(discount=jarvelin,b=1)", "b=1 is outside (1, inf)"),
        ("dcg(discount=power,a=-1)", "a=-1 is outside [0, inf)"),
        ("f(beta=-1)", "beta=-1 is outside [0, inf)"),
        ("lam(smoothing=-1)", "smoothing=-1 is outside [0, inf)"),
        ("dcg(b=3)", "b means nothing without discount=jarvelin"),
    ],
)
def test_wrong_parameters_are_named(name: str, problem: str) -> None:
    with pytest.raises((ParameterError, UnknownNameError)) as caught:
        registry.definition(name)
    assert problem in str(caught.value)
