"""Greatest and least agreement: the distance of a score to the greatest, or to the least, is a quotient of sums. The
terms of these sums are products of the numbers of wrong (or right) items and of the sizes of the classes.

In certificates a, b, c and d are tp, fp, fn and tn; k + 1 items are wrong (or right); r + 1 items are positive in the
gold and i + 1 negative, p + 1 in the prediction and n + 1. So each sum has a term above 0 that can be seen.
"""

from collections.abc import Callable, Mapping

from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem

_ANY, _IN_GOLD, _BOTH = ("any", "both-in-gold", "both"), ("both-in-gold", "both"), ("both",)
_COUNTS = ("tp", "fp", "fn", "tn")
_OF = {
    **{name: f"{count} >= 0" for name, count in zip("abcd", _COUNTS, strict=True)},
    "r": "tp + fn - 1 >= 0",
    "i": "fp + tn - 1 >= 0",
    "p": "tp + fp - 1 >= 0",
    "n": "fn + tn - 1 >= 0",
}
_WRONG, _RIGHT = {"k": "fp + fn - 1 >= 0"}, {"k": "tp + tn - 1 >= 0"}
_KAPPA = "((tp + fp)*(fp + tn) + (fn + tn)*(tp + fn))"
_SQUARES = "((tp + fn)**2 + (fp + tn)**2)"
_MARGINS = "(tp + fp)*(fn + tn)*(tp + fn)*(fp + tn)"

_CLASSES = (("(tp + fn)", "r + 1"), ("(fp + tn)", "i + 1"))
_CALLED = (("(tp + fp)", "p + 1"), ("(fn + tn)", "n + 1"))

Show = Callable[[Proof], None]
About = tuple[str, tuple[str, ...], str, Show]
"""The metrics, the readings, the argument in words, and the argument."""


def _quotient(some: Mapping[str, str], names: str, excess: str, numerator: str, *below: tuple[str, str]) -> Show:
    """The excess is above 0 as a quotient in k and these names; `below` are its divisors, each with the sum that it is
    in these names.
    """

    def show(p: Proof) -> None:
        p.about(*_COUNTS)
        p.excess = excess
        of = {**some, **{name: _OF[name] for name in names}}
        for divisor, text in below:
            p.quotient(f"{divisor} > 0", of, text)
        p.quotient(p.goal, of, numerator, "*".join(f"({text})" for _, text in below))

    return show


def _f_lacks(p: Proof) -> None:
    """1 - F is the weight of the wrong items, over the sum of this weight and the weight of tp."""
    square = p.metric.values["beta"] ** 2  # type: ignore[operator]
    least = min(square, 1)
    wrong = f"({least}*(k + 1) + {square - least}*c + {1 - least}*b)"
    whole = f"((1 + {square})*tp + {square}*fn + fp)"
    _quotient(_WRONG, "abc", f"({square}*fn + fp)/{whole}", wrong, (whole, f"{wrong} + (1 + {square})*a"))(p)


def _g_mean_lacks(p: Proof) -> None:
    """1 - y = (1 - y^2)/(1 + y), and of 1 - y^2 the numerator is a sum of products."""
    p.about(*_COUNTS)
    square = "tp*tn/((tp + fn)*(fp + tn))"
    p.excess = f"1 - sqrt({square})"
    p.quotient("(tp + fn)*(fp + tn) > 0", {name: _OF[name] for name in "ri"}, "(r + 1)*(i + 1)")
    p.evident(f"{square} >= 0")
    p.evident(f"sqrt({square}) >= 0")
    p.square(square)
    p.quotient(
        p.goal,
        {**_WRONG, **{name: _OF[name] for name in "abcdri"}, "y": f"sqrt({square}) >= 0"},
        "k + 1 + c*i + a*b + b*r + c*d",
        "2*(r + 1)*(i + 1)*(1 + y)",
        zero={f"sqrt({square})**2 - ({square}) = 0": f"-1/(1 + sqrt({square}))"},
    )


def _correlation(best: bool) -> Show:
    """With x = tp tn - fp fn, and y the root of the product of the margins: y^2 - x^2 is the number of items times
    (fp + fn) tp tn + fp fn (tp + tn), which is above 0 where x is above 0 (or below).
    """

    def show(p: Proof) -> None:
        p.about(*_COUNTS)
        x, y = "(tp*tn - fp*fn)", f"sqrt({_MARGINS})"
        if not best:
            x = "(fp*fn - tp*tn)"
        p.excess = f"1 - {x}/{y}"
        p.quotient(f"{_MARGINS} > 0", {name: _OF[name] for name in "ripn"}, "(p + 1)*(n + 1)*(r + 1)*(i + 1)")
        p.evident(f"{y} > 0")
        p.square(_MARGINS)
        some, product, total = (_WRONG, "b*c", "(a + d)") if best else (_RIGHT, "a*d", "(b + c)")
        of = {**some, **{name: _OF[name] for name in "abcd"}, "y": f"{y} > 0"}

        def above(a: Argument) -> None:
            a.quotient(f"{y} + {x} > 0", {"y": f"{y} > 0", "x": f"{x} > 0"}, "x + y")
            a.quotient(
                p.goal,
                {**of, "x": f"{x} > 0"},
                f"(k + 1 + {total})*((k + 1)*(x + {product}) + {product}*{total})",
                "y*(y + x)",
                zero={f"{y}**2 - ({_MARGINS}) = 0": f"1/({y}*({y} + {x}))"},
            )

        p.cases(
            p.goal,
            (f"{x} > 0", f"-{x} >= 0"),
            (
                above,
                lambda a: a.quotient(p.goal, {"y": f"{y} > 0", "x": f"-{x} >= 0"}, "y + x", "y"),
            ),
        )

    return show


def same(p: Proof) -> None:
    """Where no item is wrong, the score does not depend on the gold."""
    p.about("positive_one", "negative_one", "positive_other", "negative_other")
    p.excess = "0"
    p.identity(p.goal)


_ROWS = {"best": ("fn", "fp", "c", "b", _WRONG), "worst": ("tp", "tn", "a", "d", _RIGHT)}
"""The wrong (or right) items in the positive and in the negative class of the gold, their names in certificates, and
that there is at least one.
"""


def _class_shares(which: str, over: int = 1) -> Show:
    """The sum, over the classes of the gold, of the share of wrong (or right) items in the class."""
    x, y, x_name, y_name, some = _ROWS[which]
    excess, numerator = f"({x}/(tp + fn) + {y}/(fp + tn))/{over}", f"(k + 1 + {x_name}*i + {y_name}*r)/{over}"
    return _quotient(some, f"{x_name}{y_name}ri", excess, numerator, *_CLASSES)


def _four_shares(which: str) -> Show:
    """The shares of `_class_shares`, and the same shares of the items that are called positive, and negative. Each of
    the k + 1 items stands over its margin, and the product of all margins less 1 has no term below 0.
    """
    x, y, x_name, y_name, some = _ROWS[which]
    called = ("(fn + tn)", "n"), ("(tp + fp)", "p")
    (of_x, n), (of_y, p) = called if which == "best" else called[::-1]
    excess = f"({x}/(tp + fn) + {y}/(fp + tn) + {x}/{of_x} + {y}/{of_y})/4"
    first = f"(i + 1)*(p + 1)*(n + 1) + (r + 1)*(i + 1)*({p} + 1) - 1"
    second = f"(r + 1)*(p + 1)*(n + 1) + (r + 1)*(i + 1)*({n} + 1) - 1"
    return _quotient(
        some,
        f"{x_name}{y_name}ripn",
        excess,
        f"(k + 1 + {x_name}*({first}) + {y_name}*({second}))/4",
        *_CLASSES,
        *_CALLED,
    )


def _theorem(constraint: str, metrics: str, readings: tuple[str, ...], words: str, show: Show) -> Theorem:
    when = (lambda metric: metric.values["beta"] != 0) if metrics == "f" else (lambda metric: True)
    return Theorem(tuple(metrics.split()), f"classification:{constraint}", readings, words, show, when=when)


_ITEMS = "(tp + fp + fn + tn)"
_UNION = "(tp + fp + fn)"
LACKS: tuple[About, ...] = (
    (
        "accuracy",
        _ANY,
        "What is wrong is missing.",
        _quotient(_WRONG, "ad", f"(fp + fn)/{_ITEMS}", "k + 1", (_ITEMS, "k + 1 + a + d")),
    ),
    (
        "jaccard",
        _IN_GOLD,
        "What is wrong is missing.",
        _quotient(_WRONG, "a", f"(fp + fn)/{_UNION}", "k + 1", (_UNION, "k + 1 + a")),
    ),
    ("balanced-accuracy macro-accuracy", _IN_GOLD, "What is wrong in a class is missing.", _class_shares("best", 2)),
    ("informedness sebastiani-k", _IN_GOLD, "What is wrong in a class is missing.", _class_shares("best")),
    ("sba", _BOTH, "What is wrong in a class is missing.", _four_shares("best")),
    (
        "kappa",
        _IN_GOLD,
        "What is wrong is missing, over what chance has wrong.",
        _quotient(
            _WRONG,
            "abcdri",
            f"{_ITEMS}*(fp + fn)/{_KAPPA}",
            "(k + 1 + a + d)*(k + 1)",
            (_KAPPA, "k + 1 + a*(i + 1) + b*i + c*r + d*(r + 1)"),
        ),
    ),
    ("f", _IN_GOLD, "What is wrong is missing.", _f_lacks),
    ("g-mean", _IN_GOLD, "The product of the shares is less than 1.", _g_mean_lacks),
    (
        "mcc",
        _BOTH,
        "The square of tp tn - fp fn is less than the product of the margins, or it is not above 0.",
        _correlation(True),
    ),
)
_HAS: tuple[About, ...] = (
    (
        "accuracy",
        _ANY,
        "What is right counts.",
        _quotient(_RIGHT, "bc", f"(tp + tn)/{_ITEMS}", "k + 1", (_ITEMS, "k + 1 + b + c")),
    ),
    ("balanced-accuracy macro-accuracy", _IN_GOLD, "What is right in a class counts.", _class_shares("worst", 2)),
    ("informedness sebastiani-k", _IN_GOLD, "What is right in a class counts.", _class_shares("worst")),
    ("sba", _BOTH, "What is right in a class counts.", _four_shares("worst")),
    (
        "kappa",
        _IN_GOLD,
        "What is right counts, weighed by the square of the other class.",
        _quotient(
            _RIGHT,
            "abcdri",
            f"2*{_ITEMS}*(tp*(fp + tn)**2 + tn*(tp + fn)**2)/({_KAPPA}*{_SQUARES})",
            "2*(r + i + 2)*(k + 1 + a*((i + 1)**2 - 1) + d*((r + 1)**2 - 1))",
            (f"({_KAPPA}*{_SQUARES})", "(k + 1 + a*i + d*r + b*(i + 1) + c*(r + 1))*((r + 1)**2 + (i + 1)**2)"),
        ),
    ),
    (
        "mcc",
        _BOTH,
        "The square of tp tn - fp fn is less than the product of the margins, or it is not below 0.",
        _correlation(False),
    ),
)
ENTRIES = (
    *(_theorem("gold-is-best", *about) for about in LACKS),
    *(_theorem("all-wrong-is-worst", *about) for about in _HAS),
    _theorem(
        "equal-self-agreement",
        "accuracy sebastiani-k kappa balanced-accuracy macro-accuracy informedness g-mean sba f jaccard precision "
        "recall mcc",
        _IN_GOLD,
        "Where nothing is wrong, the score is the greatest.",
        same,
    ),
)
