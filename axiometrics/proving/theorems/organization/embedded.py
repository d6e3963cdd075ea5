"""The constraints of section 2 within larger organizations: the changes of the weights that R and S add up.

An edit of clusters on one level changes what each of a few documents shares with its cluster, and no weight. A document
that is appended takes its weight from the tail. R*S is 2RS/(R + S): where one of R and S stays, and is above 0, R*S
moves as the other does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Entry, Proof, Theorem

_MEANS = ("rs-priority", "rs-relatedness")


def _rises(p: Proof, worse: str, stays: str) -> None:
    """Show that the excess is above 0 where one of R and S rises, and the other, `stays`, does not change. `worse` is
    the value of the rising one on the worse output. It rises by `gain`, a defined number that is known to be above 0.
    `stays > 0` and `worse >= 0` are known.
    """
    if p.metric.base not in _MEANS:
        p.excess = "gain"
        p.quotient(p.goal, {"g_": "gain > 0"}, "g_", name="it rises")
        return
    p.excess = f"2*({worse} + gain)*{stays}/({worse} + gain + {stays}) - 2*({worse})*{stays}/({worse} + {stays})"
    facts = {"g_": "gain > 0", "r_": f"{worse} >= 0", "s_": f"{stays} > 0"}
    p.quotient(p.goal, facts, "2*g_*s_**2", "(r_ + g_ + s_)*(r_ + s_)")


def _gain(p: Proof, gain: str, of: Mapping[str, str], numerator: str, denominator: str) -> None:
    """Define the gain, and show that it is above 0."""
    p.define("gain", gain)
    p.quotient("gain > 0", of, numerator, denominator, zero={p.equation("gain"): "1"})


def _sizes(p: Proof, *names: str) -> None:
    for name in names:
        p.evident(f"{name} > 0")


def split_gains(p: Proof) -> None:
    """Each part alone shares more with itself than within the cluster."""
    p.about("p", "q", "X", "Y", "w", "Rc", "Sc")
    _sizes(p, "p", "q")
    facts = {"a": "p - 1 >= 0", "b": "q - 1 >= 0", "x_": "X >= 0", "y_": "Y >= 0", "m": "X + Y - 1 >= 0"}
    p.quotient("q**2*X + p**2*Y > 0", facts, "(b**2 + 2*b)*x_ + (a**2 + 2*a)*y_ + m + 1", name="listed")
    _gain(
        p,
        "w*(q*X/(p*(p + q)) + p*Y/(q*(p + q)))",
        {"l": "listed", "w_": "w > 0", "p_": "p > 0", "q_": "q > 0"},
        "w_*l",
        "p_*q_*(p_ + q_)",
    )
    _rises(p, "Rc", "Sc")


def merger_gains(p: Proof) -> None:
    """Each document of either cluster becomes related to those of the other one, as in the gold."""
    p.about("p", "q", "g", "v", "Rc", "Sc")
    _sizes(p, "p", "q")
    p.positive("g > 0", using=["g - p - q >= 0", "p > 0", "q > 0"])
    facts = {"v_": "v > 0", "p_": "p > 0", "q_": "q > 0", "g_": "g > 0"}
    _gain(p, "2*p*q*v/g", facts, "2*p_*q_*v_", "g_")
    _rises(p, "Sc", "Rc")


def stranger_costs_less_among_strangers(p: Proof) -> None:
    """In the clean cluster each of n documents has n of n + 1 left; elsewhere u documents have 1 of n + 1 and not 1 of
    n.
    """
    p.about("n", "u", "w", "Rc", "Sc")
    p.positive("n**2 - u > 0", using=["n - u >= 0", "n - 2 >= 0"])
    p.evident("n > 0")
    facts = {"d": "n**2 - u > 0", "w_": "w > 0", "m": "n > 0"}
    _gain(p, "w*(n**2 - u)/(n*(n + 1))", facts, "w_*d", "m*(m + 1)")
    _rises(p, "Rc", "Sc")


def one_large_error_costs_less(p: Proof) -> None:
    """The large cluster loses 2n of (n + 1)^2 pairs, shared by n + 1 documents; each of the n small ones 2 of 4."""
    p.about("n", "v", "Rc", "Sc")
    p.positive("n - 1 > 0", using=["n - 2 >= 0"])
    p.evident("n > 0")
    facts = {"v_": "v > 0", "m": "n > 0", "l": "n - 1 > 0"}
    _gain(p, "v*n*(n - 1)/(n + 1)", facts, "v_*m*l", "m + 1")
    _rises(p, "Sc", "Rc")


def move_gains(p: Proof) -> None:
    """Without tail R is the share of right documents on one level times that on the other, and S the share of each
    class that is in place; the harmonic mean is 2kj/(DO + yz).
    """
    p.about("D", "O", "y", "z", "k", "j")
    order = ["D - k >= 0", "O - j - 1 >= 0", "y - k - 1 >= 0", "z - j >= 0", "k - 1 >= 0", "j - 1 >= 0"]
    for divisor in ("D", "O - 1", "y", "z"):
        p.positive(f"{divisor} > 0", using=order)
    if p.metric.base == "reliability-priority":
        p.excess = "(k + 1)*j/((D + 1)*(O - 1)) - k*j/(D*O)"
    elif p.metric.base == "sensitivity-priority":
        p.excess = "(k + 1)*j/(y*z) - k*j/(y*z)"
    else:
        p.excess = "2*(k + 1)*j/((D + 1)*(O - 1) + y*z) - 2*k*j/(D*O + y*z)"
    p.positive(p.goal, using=order)


def appended_costs(p: Proof) -> None:
    """The tail loses the weight of the new document; the documents above the tail are worth less."""
    tail, longer = "c/(c + N)", "c/(c + N + 1)"
    p.about("N", "c", "V", "W", "K", "M", "Sp", "Sc")
    p.evident("N > 0")
    if p.metric.base in ("reliability-clustering", "rs-relatedness"):
        worse, stays = f"(M + {longer})", "Sc"
        _gain(p, f"{tail} - {longer}", {"c_": "c > 0", "N_": "N > 0"}, "c_", "(c_ + N_)*(c_ + N_ + 1)")
    else:
        share = "c/((c + N)*(c + N + 1) - c)"
        new = "c/((c + N)*(c + N + 1))"
        if p.metric.values["reading"] == "tail-lookup":
            worse = f"(K + V*({longer} + {new}) + W*(c/(N + 1) + {share}))"
            gain = f"V*({tail} - {longer} - {new}) + W*(c/N - c/(N + 1) - {share})"
        else:
            worse = f"(K + V*{longer} + W*c/(N + 1))"
            gain = f"V*({tail} - {longer}) + W*(c/N - c/(N + 1))"
        stays = "Sp"
        p.define("gain", gain)
        p.positive("gain > 0", using=["V > 0", "W > 0", "c > 0", "N > 0"], zero={p.equation("gain"): "1"})
    p.positive(f"{worse} >= 0", using=["K >= 0", "M >= 0", "V > 0", "W > 0", "c > 0", "N > 0"])
    _rises(p, worse, stays)


def appended_costs_though_certain(p: Proof) -> None:
    """The new document counts as right above the tail, and all others stand above a lighter one; at this c that is
    worth less than what a document of the gold loses.
    """
    c = p.number(f"(1 - {p.value('wn')})*{p.value('n')}/{p.value('wn')}")
    p.about("N", "D", "E", "K", "Sp")
    p.evident("N > 0")
    tail, longer, new = f"{c}/({c} + N)", f"{c}/({c} + N + 1)", f"{c}/(({c} + N)*({c} + N + 1))"
    share = f"{c}/(({c} + N)*({c} + N + 1) - {c})"
    above, kept = f"(D + N/({c} + N))", f"(E + {c}/(({c} + N - 1)*({c} + N)))"
    least = f"(N/({c} + N)*{new} - {longer}*{share} + {c}/(({c} + N - 1)*({c} + N))*({c}/N - {c}/(N + 1)))"
    term = p.scope.term(least)
    p.sturm(f"{term.numerator} > 0", by="N", of=["N - 1 >= 0"], name="at least")
    p.positive(f"{term.denominator} > 0", using=["N - 1 >= 0"], name="below the line")
    p.quotient(f"{least} > 0", {"a": "at least", "b": "below the line"}, "a", "b", name="least")
    gain = f"{above}*{tail} + {kept}*{c}/N - ({above} + {share})*{longer} - {kept}*{c}/(N + 1)"
    worse = f"(K + ({above} + {share})*{longer} + {kept}*{c}/(N + 1))"
    beyond = f"({c} + m)*({c} + m + 1)"
    _gain(
        p,
        gain,
        {"l": "least", "d_": "D >= 0", "e_": "E >= 0", "m": "N > 0"},
        f"l*{beyond}*m*(m + 1) + {c}*d_*m*(m + 1) + {c}*e_*{beyond}",
        f"{beyond}*m*(m + 1)",
    )
    p.positive(f"{worse} >= 0", using=["K >= 0", "D >= 0", "E >= 0", "N - 1 >= 0"])
    _rises(p, worse, "Sp")


def _certain(metric: Metric) -> bool:
    return metric.values["reading"] == "tail-certain" and metric.base in ("reliability-priority", "rs-priority")


_R, _S = ("reliability-clustering", "rs-relatedness"), ("sensitivity-clustering", "rs-relatedness")
_KINDS = ("plain", "levels", "clustered")


def _entries() -> Iterator[Entry]:
    for metrics, constraint, readings, words, show in (
        (_R, "homogeneity", ("level", "levels", "closed"), "Each part shares more with itself.", split_gains),
        (_S, "completeness", ("levels", "closed"), "Documents become related as in the gold.", merger_gains),
        (
            _R,
            "rag-bag",
            ("level", "levels", "closed"),
            "A stranger costs a clean cluster more than it costs strangers.",
            stranger_costs_less_among_strangers,
        ),
        (
            _S,
            "size-vs-quantity",
            ("level", "closed"),
            "The large cluster keeps most of its pairs, the small ones lose all.",
            one_large_error_costs_less,
        ),
        (
            ("reliability-priority", "sensitivity-priority", "rs-priority"),
            "filtering-priority",
            ("interior",),
            "More of the level is right, and more of the class in place.",
            move_gains,
        ),
    ):
        yield Theorem(metrics, f"organization:embedded-{constraint}", readings, words, show)
    every = ("reliability-priority", "rs-priority", "reliability-clustering", "rs-relatedness")
    for words, show, when in (
        ("The tail weighs less, and S stays.", appended_costs, lambda metric: not _certain(metric)),
        (
            "The tail weighs less, which costs more than the new document counts above it.",
            appended_costs_though_certain,
            _certain,
        ),
    ):
        yield Theorem(every, "organization:embedded-confidence", _KINDS, words, show, when=when)


ENTRIES = tuple(_entries())
