"""Metrics over the table of counts: e relevant and f irrelevant documents, one document in all, are set right.

Before the move the table is tp, fp + f, fn + e, tn; after it tp + e, fp, fn, tn + f.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from axiometrics.core.metric import Metric
from axiometrics.kernel.check_proof import Atom, Term, read_term, substituted
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem

_BEFORE = {"tp": "tp", "fp": "(fp + f)", "fn": "(fn + e)", "tn": "tn"}
_AFTER = {"tp": "(tp + e)", "fp": "fp", "fn": "fn", "tn": "(tn + f)"}
_UNIVERSAL, _INTERIOR, _BOTH = ("universal",), ("interior",), ("universal", "interior")


def _about(p: Proof) -> None:
    p.about("tp", "fp", "fn", "tn", "e", "f")


def in_either_move(p: Proof, show: Callable[[Argument], object] | None = None) -> None:
    """Show the goal where e is 1, and where it is 0, so that f is 1."""

    def relevant(a: Argument) -> None:
        (show or (lambda inner: inner.positive(p.goal)))(a)

    def irrelevant(a: Argument) -> None:
        a.positive("f - 1 >= 0", using=["-e >= 0"], zero={"e + f - 1 = 0": "1"})
        relevant(a)

    p.cases(p.goal, ("e - 1 >= 0", "-e >= 0"), (relevant, irrelevant))


def margins(p: Proof) -> None:
    """Names for the relevant and the irrelevant documents, both above 0."""
    for name, text in {"relevant": "tp + fn + e", "irrelevant": "fp + tn + f"}.items():
        p.positive(f"{name} > 0", using=[f"{text} - 1 >= 0"], zero={p.define(name, text): "1"})


def _alone(a: Argument, moved: str, resting: str) -> list[tuple[str, str]]:
    """Show the equations of a move of one kind of document: `moved` is 1, and `resting` is 0. That `moved` is at least
    1 is given.
    """
    a.positive(f"-{resting} >= 0", using=[f"{moved} - 1 >= 0"], zero={"e + f - 1 = 0": "-1"})
    a.positive(f"1 - {moved} >= 0", using=[f"{resting} >= 0"], zero={"e + f - 1 = 0": "-1"})
    is_one = a.finite(f"{moved} - 1 = 0", by=moved, of=(f"{moved} - 1 >= 0", f"1 - {moved} >= 0"))
    return [
        (is_one, moved),
        (a.finite(f"{resting} = 0", by=resting, of=(f"{resting} >= 0", f"-{resting} >= 0")), resting),
    ]


def _put_in(a: Argument, rest: Term, equations: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The multiplier of each equation, where all are put into the term in their order. An equation is given by its id
    and by the symbol that it is solved for.
    """
    zero = {}
    for equation, symbol in equations:
        nothing = a.scope.get(equation).term
        factor = nothing.numerator.terms[((Atom(symbol), 1),)]
        less = substituted(rest, {symbol: Term.atom(Atom(symbol)) - nothing * Term.number(1 / factor)})
        zero[equation] = str((rest - less) / nothing)
        rest = less
    return zero


def _quotient(
    a: Argument,
    claim: str,
    of: Mapping[str, str],
    numerator: str,
    denominator: str,
    by: Sequence[tuple[str, str]],
    name: str = "",
) -> str:
    """Show a claim whose term is this quotient once these equations are put in."""
    terms = {quantity: a.scope.get(fact).term for quantity, fact in of.items()}
    value = substituted(read_term(numerator), terms) / substituted(read_term(denominator), terms)
    return a.quotient(claim, of, numerator, denominator, name, zero=_put_in(a, a.scope.claim(claim).term - value, by))


def accuracy(p: Proof) -> None:
    """One more document is right, out of the same number of documents."""
    _about(p)
    margins(p)
    p.excess = "(e + f)/(relevant + irrelevant)"
    p.positive(p.goal, using=["e + f > 0", "relevant > 0", "irrelevant > 0"])


def macro_accuracy(p: Proof) -> None:
    """The recall of the class of the document rises."""
    _about(p)
    margins(p)
    p.excess = "(e/relevant + f/irrelevant)/2"
    in_either_move(p)


def utility(p: Proof) -> None:
    """The document counts right instead of wrong."""
    _about(p)
    tp, fp, fn, tn = (p.value(name) for name in ("tp", "fp", "fn", "tn"))
    p.excess = f"e*({tp} - {fn}) + f*({tn} - {fp})"
    in_either_move(p)


def _weighted(metric: Metric) -> bool:
    w = metric.values
    return all(w[right] > w[wrong] for right, wrong in (("tp", "fn"), ("tn", "fp")))  # type: ignore[operator]


def f(p: Proof) -> None:
    """(1 + b^2) tp over itself plus b^2 fn + fp."""
    _about(p)
    square = f"({p.value('beta')}**2)"

    def score(t: dict[str, str]) -> str:
        return f"(1 + {square})*{t['tp']}/((1 + {square})*{t['tp']} + {square}*{t['fn']} + {t['fp']})"

    p.excess = f"{score(_AFTER)} - {score(_BEFORE)}"
    in_either_move(p)


def rs(p: Proof) -> None:
    """R*S is the harmonic mean of right/(positive negative) and right/(relevant irrelevant), 2 right/M with M the sum
    of the two products.
    """
    _about(p)
    zero = {}
    for name, t in (("after", _AFTER), ("before", _BEFORE)):
        text = f"({t['tp']} + {t['fp']})*({t['fn']} + {t['tn']}) + (tp + fn + e)*(fp + tn + f)"
        zero[name] = p.define(f"M_{name}", text)
        p.positive(f"M_{name} > 0", zero={zero[name]: "1"})
    p.excess = "2*(tp + e)*(tn + f)/M_after - 2*tp*tn/M_before"

    def show(a: Argument) -> None:
        gain = "(tp + e)*(tn + f)*M_before - tp*tn*M_after > 0"
        a.positive(gain, zero={zero["before"]: "(tp + e)*(tn + f)", zero["after"]: "-tp*tn"})
        a.quotient(p.goal, {"k": gain, "a": "M_after > 0", "b": "M_before > 0"}, "2*k", "a*b")

    in_either_move(p, show)


def lam(p: Proof) -> None:
    """The value is sqrt(right)/(sqrt(right) + sqrt(wrong)). It rises, because the product `right` grows and the product
    `wrong` shrinks.
    """
    _about(p)
    s = p.value("smoothing")
    equation = {}
    for when, t in (("before", _BEFORE), ("after", _AFTER)):
        for kind, (first, second) in {"right": ("tp", "tn"), "wrong": ("fp", "fn")}.items():
            name = f"{kind}_{when}"
            equation[name] = p.define(name, f"({t[first]} + {s})*({t[second]} + {s})")
            p.positive(f"{name} > 0", zero={equation[name]: "1"})
            p.evident(f"sqrt({name}) > 0")
    p.excess = " - ".join(
        f"sqrt(right_{when})/(sqrt(right_{when}) + sqrt(wrong_{when}))" for when in ("after", "before")
    )

    def show(a: Argument) -> None:
        risen = []
        for greater, less in (("right_after", "right_before"), ("wrong_before", "wrong_after")):
            a.positive(f"{greater} - {less} > 0", zero={equation[greater]: "1", equation[less]: "-1"})
            risen.append(a.roots(greater, less))
        a.positive(p.goal, using=[*risen, "sqrt(right_before) > 0", "sqrt(wrong_after) > 0"])

    in_either_move(p, show)


def kappa(p: Proof) -> None:
    """1 - n wrong/M, with M = positive irrelevant + negative relevant; one fewer is wrong, and M moves by less than
    that.
    """
    p.about("tp", "fp", "fn", "tn", "e", "f", "R", "I")
    facts = {
        "moved": "e + f > 0",
        "r": "R - 1 >= 0",
        "i": "I - 1 >= 0",
        **{f"{name}_": p.evident(f"{name} >= 0") for name in ("e", "f", *_BEFORE)},
    }
    equations = []
    for when, t in (("after", _AFTER), ("before", _BEFORE)):
        positive, negative = (f"({t[first]} + {t[second]})" for first, second in (("tp", "fp"), ("fn", "tn")))
        equation = p.define(f"M_{when}", f"{positive}*I + {negative}*R")
        equations.append((equation, f"M_{when}"))
        over = (
            re.sub(r"[a-z]+", r"\g<0>_", f"tp + fp + fn + tn + {positive}*I + {negative}*R")
            .replace("I", "i")
            .replace("R", "r")
        )
        p.quotient(f"M_{when} > 0", facts, f"moved + {over}", zero={equation: "1"})
    p.excess = "(R + I)*((fp + fn + 1)/M_before - (fp + fn)/M_after)"
    key = "(fp + fn + 1)*M_after - (fp + fn)*M_before > 0"
    classes = [("R - tp - fn - e = 0", "tp"), ("I - fp - tn - f = 0", "fp")]

    def move(moved: str, resting: str, numerator: str) -> Callable[[Argument], object]:
        def show(a: Argument) -> None:
            _quotient(a, key, facts, numerator, "1", [*equations, *classes, *_alone(a, moved, resting)])
            a.quotient(
                p.goal,
                {**facts, "k": key, "after": "M_after > 0", "before": "M_before > 0"},
                "(r + i + 2)*k",
                "after*before",
            )

        return show

    def irrelevant(a: Argument) -> None:
        a.positive("f - 1 >= 0", using=["-e >= 0"], zero={"e + f - 1 = 0": "1"})
        move("f", "e", "2*(r + 1) + 2*tp_*i + 2*fn_*r")(a)

    p.cases(p.goal, ("e - 1 >= 0", "-e >= 0"), (move("e", "f", "2*(i + 1) + 2*tn_*r + 2*fp_*i"), irrelevant))


_RISES = "a/sqrt(Z) - b/sqrt(Q) > 0"


@cache
def _correlation_rises() -> Argument:
    """right/sqrt(Q), Q the product of the margins or 1 where that is 0, and right = tp tn - fp fn: b before and a
    after, g more.

    The set of G documents has t right and v wrong ones of both outputs, and gets one more that is right; that of S
    documents has u and w. It gets one from a class of r documents, the other class has g. Where right is above 0 its
    square grows by more than Q; below 0, it falls by more.
    """
    facts = [
        *(f"{name} >= 0" for name in "tuvw"),
        *(f"{name} - 1 >= 0" for name in "grQZ"),
        *(
            "a - b - g = 0",
            "g*G - b - v*(g + r) = 0",
            "r*G + b - t*(g + r) = 0",
            "g*S + a - u*(g + r) = 0",
            "r*S - a - w*(g + r) = 0",
        ),
        *("G*(S + 1)*(Q - G*(S + 1)*g*r) = 0", "(G + 1)*S*(Z - (G + 1)*S*g*r) = 0"),
    ]
    gain, *_, before, after = facts[8:]
    grown, shrunk = facts[9:11], facts[11:13]
    p = Argument({**dict.fromkeys("tuvwgrQZ", True), **dict.fromkeys("abGS", False)}, facts)
    for name in "QZ":
        p.evident(f"sqrt({name}) > 0")
        p.square(name)
    signs = {
        "x": "sqrt(Z) > 0",
        "y": "sqrt(Q) > 0",
        "g_": "g - 1 >= 0",
        "r_": "r - 1 >= 0",
        **{f"{name}_": f"{name} >= 0" for name in "tuvw"},
    }
    squares = {name: f"sqrt({name})**2 - ({name}) = 0" for name in "QZ"}

    def by_squares(
        c: Argument, whole: dict[str, str], numerator: str, grown_or_shrunk: tuple[str, str], sign: int
    ) -> None:
        """Where both are above 0 (sign 1), or below it: one square is greater, hence one root."""
        for name, fact, product in (("Q", before, "G*(S + 1)"), ("Z", after, "(G + 1)*S")):
            c.identity(f"{name} - {product}*g*r = 0", zero={fact: f"1/({product})"})
        first, second = ("a**2", "b**2") if sign > 0 else ("b**2", "a**2")
        products = [("G*(S + 1)", "(G + 1)*S"), ("Q", "Z")]
        (less, more), (q, z) = products if sign > 0 else [pair[::-1] for pair in products]
        _quotient(
            c,
            f"{first}*{less} - {second}*{more} > 0",
            whole,
            numerator,
            "1",
            [(gain, "a" if sign > 0 else "b"), grown_or_shrunk],
            name="squares",
        )
        equations = [("Q - G*(S + 1)*g*r = 0", "Q"), ("Z - (G + 1)*S*g*r = 0", "Z")]
        _quotient(
            c,
            f"{first}*{q} - {second}*{z} > 0",
            {**whole, "k": "squares"},
            "k*(g_ + 1)*(r_ + 1)",
            "1",
            equations,
            name="roots",
        )
        both = "(a*sqrt(Q) + b*sqrt(Z))"
        c.quotient(f"{'' if sign > 0 else '-'}{both} > 0", whole, "a_*y + b_*x")
        below = f"({both}*sqrt(Q)*sqrt(Z))"
        c.quotient(
            _RISES,
            {**whole, "k": "roots"},
            "k",
            "(a_*y + b_*x)*x*y",
            zero={squares["Q"]: f"a**2/{below}", squares["Z"]: f"-b**2/{below}"},
        )

    def rises(c: Argument) -> None:
        c.positive("a > 0", using=["b > 0", "g - 1 >= 0"], zero={gain: "1"})
        whole = {**signs, "a_": "a > 0", "b_": "b > 0"}
        whole["G_"] = _quotient(c, "G > 0", whole, "b_ + v_*(g_ + r_ + 2)", "g_ + 1", [(grown[0], "b")])
        whole["S_"] = _quotient(c, "S > 0", whole, "a_ + w_*(g_ + r_ + 2)", "r_ + 1", [(shrunk[1], "a")])
        numerator = "b_*(g_ + 1)*G_*(S_ + 1) + (g_ + 1)**2*G_*(S_ + 1) + b_*((S_ + 1)*v_*(g_ + r_ + 2) + b_*(G_ + 1))"
        by_squares(c, whole, numerator, (grown[0], "b"), 1)

    def falls(c: Argument) -> None:
        c.positive("-b > 0", using=["-a > 0", "g - 1 >= 0"], zero={gain: "1"})
        whole = {**signs, "a_": "-a > 0", "b_": "-b > 0"}
        whole["G_"] = _quotient(c, "G > 0", whole, "b_ + t_*(g_ + r_ + 2)", "r_ + 1", [(grown[1], "b")])
        whole["S_"] = _quotient(c, "S > 0", whole, "a_ + u_*(g_ + r_ + 2)", "g_ + 1", [(shrunk[0], "a")])
        numerator = "a_*(g_ + 1)*(G_ + 1)*S_ + (g_ + 1)**2*(G_ + 1)*S_ + a_*((G_ + 1)*u_*(g_ + r_ + 2) + a_*(S_ + 1))"
        by_squares(c, whole, numerator, (shrunk[0], "a"), -1)

    def turns(c: Argument) -> None:
        c.cases(
            _RISES,
            ("a > 0", "-a >= 0"),
            (lambda d: d.quotient(_RISES, {**signs, "a_": "a > 0", "b_": "-b >= 0"}, "a_*y + b_*x", "x*y"), from_below),
        )

    def from_below(c: Argument) -> None:
        c.positive("-b > 0", using=["-a >= 0", "g - 1 >= 0"], zero={gain: "1"})
        c.quotient(_RISES, {**signs, "a_": "a >= 0", "b_": "-b > 0"}, "a_*y + b_*x", "x*y")

    p.cases(_RISES, ("b > 0", "-b >= 0"), (rises, lambda c: c.cases(_RISES, ("-a > 0", "a >= 0"), (falls, turns))))
    return p


def mcc(p: Proof) -> None:
    """A document moves to the set to which it belongs. The rise is shown for a document of either class."""
    p.about(
        "tp", "fp", "fn", "tn", "e", "f", "R", "I", "P_worse", "N_worse", "P_better", "N_better", "Q_worse", "Q_better"
    )
    equations = [
        (p.define("after", "(tp + e)*(tn + f) - fp*fn"), "after"),
        (p.define("before", "tp*tn - (fp + f)*(fn + e)"), "before"),
    ]
    p.excess = "after/sqrt(Q_better) - before/sqrt(Q_worse)"
    for name in _BEFORE:
        p.evident(f"{name} >= 0")
    sets = {"P_worse": "tp - fp - f", "N_worse": "tn - fn - e", "P_better": "tp - fp - e", "N_better": "tn - fn - f"}
    made = [
        *((f"{name} - {parts} = 0", name) for name, parts in sets.items()),
        ("R - tp - fn - e = 0", "R"),
        ("I - fp - tn - f = 0", "I"),
    ]
    lemma = _correlation_rises()

    def move(a: Argument, alone: list[tuple[str, str]], grown: str, shrunk: str, at: dict[str, str]) -> None:
        by_one = [
            (f"{shrunk}_worse - {shrunk}_better - 1 = 0", f"{shrunk}_worse"),
            (f"{grown}_better - {grown}_worse - 1 = 0", f"{grown}_better"),
        ]
        for claim, _ in by_one:
            a.identity(claim, zero=_put_in(a, a.scope.claim(claim).term, [*made, *alone]))
        at = {
            "a": "after",
            "b": "before",
            "Q": "Q_worse",
            "Z": "Q_better",
            "G": f"{grown}_worse",
            "S": f"{shrunk}_better",
            **at,
        }
        values = {name: a.scope.term(text) for name, text in at.items()}
        *others, worse, better = [
            substituted(lemma.scope.get(fact).term, values)
            for fact in lemma.facts
            if lemma.scope.get(fact).relation == "="
        ]
        for wanted in others:
            a.identity(f"{wanted} = 0", zero=_put_in(a, wanted, [*equations, *made, *alone]))
        for wanted, output in ((worse, "worse"), (better, "better")):
            fact = f"P_{output}*N_{output}*(Q_{output} - P_{output}*N_{output}*R*I) = 0"
            a.identity(f"{wanted} = 0", zero={fact: "1", **_put_in(a, wanted - a.scope.get(fact).term, by_one)})
        a.lemma(p.goal, lemma.to_json(), at)

    def relevant(a: Argument) -> None:
        move(a, _alone(a, "e", "f"), "P", "N", {"g": "I", "r": "R", "t": "tp", "u": "tn", "v": "fp", "w": "fn"})

    def irrelevant(a: Argument) -> None:
        a.positive("f - 1 >= 0", using=["-e >= 0"], zero={"e + f - 1 = 0": "1"})
        move(a, _alone(a, "f", "e"), "N", "P", {"g": "R", "r": "I", "t": "tn", "u": "tp", "v": "fn", "w": "fp"})

    p.cases(p.goal, ("e - 1 >= 0", "-e >= 0"), (relevant, irrelevant))


ENTRIES = (
    Theorem(
        ("mcc",),
        "filtering:priority",
        _BOTH,
        "The square of tp tn - fp fn grows (below 0: falls) by more than the product of the margins.",
        mcc,
    ),
    Theorem(
        ("kappa",), "filtering:priority", _BOTH, "One fewer is wrong, and what chance has wrong moves by less.", kappa
    ),
    Theorem(("accuracy",), "filtering:priority", _BOTH, "One more document is right.", accuracy),
    Theorem(
        ("macro-accuracy",),
        "filtering:priority",
        _BOTH,
        "The accuracy on one class rises, on the other it stays.",
        macro_accuracy,
    ),
    Theorem(
        ("utility",),
        "filtering:priority",
        _BOTH,
        "Each count right weighs more than its counterpart wrong.",
        utility,
        when=_weighted,
    ),
    Theorem(
        ("f",),
        "filtering:priority",
        _INTERIOR,
        "As tp >= 1, F falls with fn and fp.",
        f,
        when=lambda metric: metric.values["beta"] != 0,
    ),
    Theorem(
        ("rs-filtering",),
        "filtering:priority",
        _INTERIOR,
        "R*S = 2 tp tn/(positive negative + relevant irrelevant), tp and tn above 0.",
        rs,
    ),
    Theorem(
        ("lam",),
        "filtering:priority",
        _BOTH,
        "What is right grows as a product, what is wrong shrinks.",
        lam,
        when=lambda metric: metric.values["smoothing"] != 0,
    ),
)
