"""Mutual information over an average of the entropies of classes and clusters: a change moves it and the entropy of the
clusters together, or that alone.
"""

from collections.abc import Callable

from axiometrics.core.metric import Metric
from axiometrics.proving.argument import Argument
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.clustering.entropy import (
    SMALL_ERROR_GAIN,
    SPLIT_GAIN,
    gain_of_small_error,
    gain_of_split,
)


def average(name: str) -> Callable[[Metric], bool]:
    """The settings with this average."""
    return lambda metric: metric.values["average"] == name


# --- homogeneity: I and H(K) rise by the same, D


def homogeneity_of_split(p: Proof) -> None:
    """The mutual information rises by D, over H(C), which is the same."""
    p.about("n", "s", "t", "HC")
    gain_of_split(p)
    p.excess = "D/HC"
    p.positive(p.goal, using=["D > 0", "HC > 0"])


def arithmetic_of_split(p: Proof) -> None:
    """The joint entropy HC + KC is the same: NMI is 2 - 2*(HC + KC)/(HC + HK), and HK rises."""
    p.about("n", "s", "t", "HC", "HK", "KC")
    gain_of_split(p)
    p.excess = "2*(HK - KC + D)/(HC + HK + D) - 2*(HK - KC)/(HC + HK)"
    p.positive(p.goal, using=["D > 0", "HC > 0", "HK >= 0", "KC >= 0"])


def geometric_of_split(p: Proof) -> None:
    """With v and w the roots of H(C)H(K) after and before, H(C) times NMI is v - H(C)H(K|C)/v, and so rises with v."""
    p.about("n", "s", "t", "HC", "HK", "KC", "lone")
    gain_of_split(p)
    p.positive("HC*HK + HC*lone > 0", using=["HC > 0", "HK + lone > 0"])
    p.evident("HC*HK + HC*D > 0")
    w, v = _root(p, "HC*HK + HC*lone"), _root(p, "HC*HK + HC*D")
    p.excess = f"(HK - KC + D)/{v} - (HK - KC)/{w}"

    def one_cluster(inner: Argument) -> None:
        inner.identity("HK = 0", zero={"lone*HK = 0": "1/lone"})
        inner.identity("KC = 0", zero={"lone*KC = 0": "1/lone"})
        inner.positive(
            p.goal, zero={"HK = 0": f"1/{v} - 1/{w}", "KC = 0": f"1/{w} - 1/{v}"}, using=["D > 0", f"{v} > 0"]
        )

    def several(inner: Argument) -> None:
        inner.positive("1 - lone > 0", using=["-lone >= 0"])
        inner.identity("lone = 0", zero={"lone*(1 - lone) = 0": "1/(1 - lone)"})
        zero = {f"{v} squared": f"1/({v} + {w})", f"{w} squared": f"-1/({v} + {w})", "lone = 0": f"-HC/({v} + {w})"}
        rising = inner.positive(f"{v} - {w} > 0", zero=zero, using=["HC > 0", "D > 0", f"{v} > 0", f"{w} > 0"])
        zero = {f"{v} squared": f"-1/(HC*{v})", f"{w} squared": f"1/(HC*{w})", "lone = 0": f"1/{w}"}
        inner.positive(p.goal, zero=zero, using=[rising, f"{w} > 0", "HC > 0", "KC >= 0"])

    p.cases(p.goal, ("lone - 1 >= 0", "-lone >= 0"), (one_cluster, several))


def _root(p: Proof, u: str) -> str:
    """The root of what is known to be above 0; that it is above 0 itself is known, and its square as `sqrt(u)
    squared`.
    """
    p.evident(f"sqrt({u}) > 0")
    p.square(u, name=f"sqrt({u}) squared")
    return f"sqrt({u})"


def greatest_of_split(p: Proof) -> None:
    """The greater entropy HM rises by d, from 0 to D; D*HM - I*d is (D - d)*HM + d*(HM - I), both parts at least 0, one
    of them above it.
    """
    p.about("n", "s", "t", "HC", "HK", "CK", "KC", "HM", "HM2")
    gain_of_split(p)
    gain = f"D := {SPLIT_GAIN}"
    p.quotient("HM2 - HK - D >= 0", {"q": f"HM2 - HK - {SPLIT_GAIN} >= 0"}, "q", zero={gain: "-1"})
    p.quotient("CK - D >= 0", {"q": f"CK - {SPLIT_GAIN} >= 0"}, "q", zero={gain: "-1"})
    p.identity(
        "(HM2 - HC)*(HM2 - HK - D) = 0", zero={f"(HM2 - HC)*(HM2 - HK - {SPLIT_GAIN}) = 0": "1", gain: "-(HM2 - HC)"}
    )

    def is_clusters(inner: Argument) -> None:
        inner.identity("HM - HK = 0", zero={"(HM - HC)*(HM - HK) = 0": "1/(HM - HC)"})
        inner.positive("HM2 - HM >= 0", zero={"HM - HK = 0": "-1"}, using=["HM2 - HK - D >= 0", "D > 0"])

    def is_classes(inner: Argument) -> None:
        inner.positive("HM2 - HM >= 0", using=["HC - HM >= 0", "HM2 - HC >= 0"])

    def becomes_clusters(inner: Argument) -> None:
        inner.identity("HM2 - HK - D = 0", zero={"(HM2 - HC)*(HM2 - HK - D) = 0": "1/(HM2 - HC)"})
        inner.positive("HM + D - HM2 >= 0", zero={"HM2 - HK - D = 0": "-1"}, using=["HM - HK >= 0"])

    def stays_classes(inner: Argument) -> None:
        inner.positive("HM + D - HM2 >= 0", using=["HC - HM2 >= 0", "HM - HC >= 0", "D > 0"])

    p.cases("HM2 - HM >= 0", ("HM - HC > 0", "HC - HM >= 0"), (is_clusters, is_classes))
    p.cases("HM + D - HM2 >= 0", ("HM2 - HC > 0", "HC - HM2 >= 0"), (becomes_clusters, stays_classes))
    p.positive("HM > 0", using=["HM - HC >= 0", "HC > 0"])
    p.positive("HM2 > 0", using=["HM2 - HM >= 0", "HM > 0"])
    p.positive("HM - HC + CK > 0", using=["HM - HC >= 0", "CK - D >= 0", "D > 0"])
    p.excess = "(HC - CK + D)/HM2 - (HC - CK)/HM"
    facts = {"before": "HM > 0", "after": "HM2 > 0", "missing": "HM - HC + CK > 0"}

    def rises_less(inner: Argument) -> None:
        inner.quotient(
            p.goal,
            {**facts, "less": "HM + D - HM2 > 0", "d": "HM2 - HM >= 0"},
            "less*before + d*missing",
            "before*after",
        )

    def rises_as_much(inner: Argument) -> None:
        rise = inner.positive("HM2 - HM > 0", using=["HM2 - HM - D >= 0", "D > 0"])
        inner.quotient(
            p.goal, {**facts, "less": "HM + D - HM2 >= 0", "d": rise}, "less*before + d*missing", "before*after"
        )

    p.cases(p.goal, ("HM + D - HM2 > 0", "HM2 - HM - D >= 0"), (rises_less, rises_as_much))


# --- size versus quantity: I is the same, H(K) is less by D
# -------------------------------------------------------------------------

_SMALL_ERROR_QUANTITIES = ("n", "k", "HC", "HK", "CK", "KC", "strangers")


def informed(p: Proof) -> None:
    """I = HC - CK = HK - KC is above 0; so are H(C), and H(K) of both outputs."""
    p.evident("n > 0")
    p.quotient(
        "HC - CK > 0",
        {"q": "n*(HC - CK) - strangers >= 0", "strangers_": "strangers > 0", "n_": "n > 0"},
        "q + strangers_",
        "n_",
    )
    p.positive("HC > 0", using=["HC - CK > 0", "CK >= 0"])
    p.quotient("KC - D >= 0", {"q": f"KC - {SMALL_ERROR_GAIN} >= 0"}, "q", zero={f"D := {SMALL_ERROR_GAIN}": "-1"})
    p.positive("HK - D > 0", zero={"HC - CK - HK + KC = 0": "-1"}, using=["HC - CK > 0", "KC - D >= 0"])
    p.positive("HK > 0", using=["HK - D > 0", "D > 0"])


def completeness_of_small_error(p: Proof) -> None:
    """The mutual information is the same, over H(K), which is less."""
    p.about(*_SMALL_ERROR_QUANTITIES)
    gain_of_small_error(p)
    informed(p)
    p.excess = "(HC - CK)/(HK - D) - (HC - CK)/HK"
    p.positive(p.goal, using=["HK - D > 0", "D > 0", "HC - CK > 0"])


def arithmetic_of_small_error(p: Proof) -> None:
    """The mutual information is the same, over the mean of the entropies, which is less."""
    p.about(*_SMALL_ERROR_QUANTITIES)
    gain_of_small_error(p)
    informed(p)
    p.positive("HC + HK - D > 0", using=["HC > 0", "HK - D > 0"])
    p.excess = "2*(HC - CK)/(HC + HK - D) - 2*(HC - CK)/(HC + HK)"
    p.positive(p.goal, using=["HC + HK - D > 0", "D > 0", "HC - CK > 0"])


def geometric_of_small_error(p: Proof) -> None:
    """The mutual information is the same, over the root of H(C)H(K), which is less."""
    p.about(*_SMALL_ERROR_QUANTITIES)
    gain_of_small_error(p)
    informed(p)
    p.positive("HC*HK - HC*D > 0", using=["HC > 0", "HK - D > 0"])
    p.roots("HC*HK", "HC*HK - HC*D", name="falls")
    p.evident("sqrt(HC*HK - HC*D) > 0", name="left")
    p.excess = "(HC - CK)/sqrt(HC*HK - HC*D) - (HC - CK)/sqrt(HC*HK)"
    p.positive(p.goal, using=["falls", "left", "HC - CK > 0"])


# --- AMI: E[I] falls with H(K), and AMI with the average m rises where E[I] falls enough
# ----------------------------------------------


def _arithmetic(p: Proof) -> tuple[str, str]:
    before, after = "(HC + HK)/2", "(HC + HK - D)/2"
    p.evident(f"{before} > 0", name="mean")
    p.positive(f"{before} - {after} >= 0", using=["D > 0"], name="mean falls")
    p.positive(f"D*{before} - HK*({before} - {after}) >= 0", using=["D > 0", "HC > 0"], name="mean falls slowly")
    p.positive(
        f"{before} - HC + CK > 0", zero={"HC - CK - HK + KC = 0": "-1/2"}, using=["CK >= 0", "KC > 0"], name="missing"
    )
    p.positive(f"{before} - EI > 0", using=["HC - EI >= 0", "HK - EI > 0"], name="room before")
    p.quotient(
        f"{after} - EI2 > 0",
        {"classes": "HC - EI2 > 0", "clusters": "HK - D - EI2 >= 0"},
        "(1/2)*classes + (1/2)*clusters",
        name="room after",
    )
    return before, after


def _geometric(p: Proof) -> tuple[str, str]:
    p.evident("HC*HK > 0")
    p.positive("HC*HK - HC*D > 0", using=["HC > 0", "HK - D > 0"])
    before, after = _root(p, "HC*HK"), _root(p, "HC*HK - HC*D")
    squares = f"{before} squared", f"{after} squared"
    facts = {"classes": "HC > 0", "before": f"{before} > 0", "after": f"{after} > 0"}
    p.evident(f"{before} > 0", name="mean")
    p.roots("HC*HK", "HC*HK - HC*D", name="mean falls")
    p.quotient(
        f"D*{before} - HK*({before} - {after}) >= 0",
        {**facts, "fall": "mean falls"},
        "before*after*fall",
        "classes",
        name="mean falls slowly",
        zero={squares[0]: f"-{after}/HC", squares[1]: f"{before}/HC"},
    )
    p.quotient(f"{before} + HC - CK > 0", {"before": f"{before} > 0", "shared": "HC - CK > 0"}, "before + shared")
    p.quotient(
        f"{before} - HC + CK > 0",
        {**facts, "clusters_alone": "KC > 0", "classes_alone": "CK >= 0", "shared": "HC - CK > 0"},
        "classes*clusters_alone + shared*classes_alone",
        "before + shared",
        name="missing",
        zero={squares[0]: f"1/({before} + HC - CK)", "HC - CK - HK + KC = 0": f"-HC/({before} + HC - CK)"},
    )
    p.quotient(
        f"{before} - EI > 0",
        {**facts, "clusters_room": "HK - EI > 0", "classes_room": "HC - EI >= 0", "expected": "EI >= 0"},
        "classes*clusters_room + expected*classes_room",
        "before + expected",
        name="room before",
        zero={squares[0]: f"1/({before} + EI)"},
    )
    p.quotient(
        f"{after} - EI2 > 0",
        {
            **facts,
            "left": "HK - D > 0",
            "clusters_room": "HK - D - EI2 >= 0",
            "classes_room": "HC - EI2 > 0",
            "expected": "EI2 >= 0",
        },
        "left*classes_room + expected*clusters_room",
        "after + expected",
        name="room after",
        zero={squares[1]: f"1/({after} + EI2)"},
    )
    return before, after


def _greatest(p: Proof) -> tuple[str, str]:
    gain = f"D := {SMALL_ERROR_GAIN}"
    p.quotient("HM2 - HK + D >= 0", {"q": f"HM2 - HK + {SMALL_ERROR_GAIN} >= 0"}, "q", zero={gain: "1"})
    p.identity(
        "(HM2 - HC)*(HM2 - HK + D) = 0", zero={f"(HM2 - HC)*(HM2 - HK + {SMALL_ERROR_GAIN}) = 0": "1", gain: "HM2 - HC"}
    )

    def is_clusters(inner: Argument) -> None:
        inner.identity("HM - HK = 0", zero={"(HM - HC)*(HM - HK) = 0": "1/(HM - HC)"})
        inner.positive("D - HM + HM2 >= 0", zero={"HM - HK = 0": "-1"}, using=["HM2 - HK + D >= 0"])

    def is_classes(inner: Argument) -> None:
        inner.positive("D - HM + HM2 >= 0", using=["HC - HM >= 0", "HM2 - HC >= 0", "D > 0"])

    def stays_clusters(inner: Argument) -> None:
        inner.identity("HM2 - HK + D = 0", zero={"(HM2 - HC)*(HM2 - HK + D) = 0": "1/(HM2 - HC)"})
        inner.positive("HM - HM2 >= 0", zero={"HM2 - HK + D = 0": "-1"}, using=["HM - HK >= 0", "D > 0"])

    def becomes_classes(inner: Argument) -> None:
        inner.positive("HM - HM2 >= 0", using=["HC - HM2 >= 0", "HM - HC >= 0"])

    p.cases("D - HM + HM2 >= 0", ("HM - HC > 0", "HC - HM >= 0"), (is_clusters, is_classes))
    p.cases("HM - HM2 >= 0", ("HM2 - HC > 0", "HC - HM2 >= 0"), (stays_clusters, becomes_classes), name="mean falls")
    p.positive("HM > 0", using=["HM - HC >= 0", "HC > 0"], name="mean")
    facts = {"gain": "D > 0", "clusters": "HK > 0", "over": "HM - HK >= 0", "rest": "D - HM + HM2 >= 0"}
    p.quotient("D*HM - HK*(HM - HM2) >= 0", facts, "gain*over + clusters*rest", name="mean falls slowly")
    p.positive(
        "HM - HC + CK > 0", zero={"HC - CK - HK + KC = 0": "-1"}, using=["HM - HK >= 0", "KC > 0"], name="missing"
    )
    p.positive("HM - EI > 0", using=["HM - HK >= 0", "HK - EI > 0"], name="room before")
    p.positive("HM2 - EI2 > 0", using=["HM2 - HC >= 0", "HC - EI2 > 0"], name="room after")
    return "HM", "HM2"


def _adjusted_of_small_error(mean: Callable[[Proof], tuple[str, str]], *more: str) -> Callable[[Proof], None]:
    """With g the share of pairs of two classes, E[I] falls by g*D at least, and is at most g*H(K).

    The sign is that of (m - I)*(fall of E[I]) + (I - E[I])*(fall of m), where the fall of m is at most m*D/H(K). If I
    is below E[I], the terms are put together over E[I]*H(K).
    """

    def show(p: Proof) -> None:
        p.about(*_SMALL_ERROR_QUANTITIES, "parted", "EW", "EJ", "EI", "EI2", *more)
        gain_of_small_error(p)
        informed(p)
        _expectations(p)
        before, after = mean(p)
        shared, rest = "(HC - CK)", "rest"
        claim = f"(EI - EI2)*({before} - {shared}) + ({shared} - EI)*({before} - {after}) > 0"
        facts = {"fall": "EI - EI2 > 0", "missing": "missing", "slope": "mean falls"}
        weights = {
            "m": "mean",
            "missing": "missing",
            "room": "room before",
            "slowly": "mean falls slowly",
            "lower": "lower",
            "upper": "upper",
        }
        weights |= {"gain": "D > 0", "clusters": "HK > 0", "share": "parted > 0", "shared": "HC - CK > 0"}

        def informative(inner: Argument) -> None:
            inner.quotient(claim, {**facts, "more": f"{shared} - EI >= 0"}, "fall*missing + more*slope")

        def uninformative(inner: Argument) -> None:
            inner.positive("EI > 0", using=[f"EI - {shared} > 0", "HC - CK > 0"])
            of = {**weights, "expected": "EI > 0", "less": f"EI - {shared} > 0"}
            numerator = (
                "clusters*expected*lower*missing + gain*(m*less*upper + clusters*share*shared*room) + "
                "expected*slowly*less"
            )
            inner.quotient(claim, of, numerator, "expected*clusters")

        p.cases(claim, (f"{shared} - EI >= 0", f"EI - {shared} > 0"), (informative, uninformative), name=rest)
        p.excess = f"({shared} - EI2)/({after} - EI2) - ({shared} - EI)/({before} - EI)"
        p.quotient(p.goal, {"rest": rest, "before": "room before", "after": "room after"}, "rest", "before*after")

    return show


def _expectations(p: Proof) -> None:
    """Show how far the expectation over random pairings falls, and that it is below the entropies of both outputs."""
    gain = f"D := {SMALL_ERROR_GAIN}"
    gathering = "EW - (1 - parted)*((k + 1)*log(k + 1) - k*log(k)) >= 0"
    change = f"EI - EI2 - {SMALL_ERROR_GAIN} - EW + 2*k*log(2)*(1 - parted) = 0"
    p.quotient("EI - EI2 - parted*D >= 0", {"q": gathering}, "q", zero={change: "1", gain: "-parted"}, name="lower")
    p.quotient(
        "parted*HK - EI >= 0", {"q": "HK - EI - EJ >= 0", "r": "EJ - (1 - parted)*HK >= 0"}, "q + r", name="upper"
    )
    p.quotient("HK - D - EI2 >= 0", {"q": f"HK - {SMALL_ERROR_GAIN} - EI2 >= 0"}, "q", zero={gain: "-1"})
    p.quotient("EI - EI2 > 0", {"lower": "lower", "share": "parted > 0", "gain": "D > 0"}, "lower + share*gain")
    p.quotient(
        "HK - EI > 0", {"upper": "upper", "other": "1 - parted > 0", "clusters": "HK > 0"}, "upper + other*clusters"
    )
    p.positive("HC - EI2 > 0", using=["HC - EI >= 0", "EI - EI2 > 0"])
    p.positive("KC > 0", using=["KC - D >= 0", "D > 0"])


_SPLIT, _SMALL_ERROR = "clustering:homogeneity", "clustering:size-vs-quantity"
_BOTH = ("universal", "strong")
_RISES = (
    "I is the same. E[I] is at most g H(K), g being the share of pairs of two classes, and "
    "falls by g times what H(K) does at least."
)
_SAME = "I is the same and above 0, H(K) is less."

ENTRIES = (
    Theorem(
        ("homogeneity-score",), _SPLIT, ("universal",), "H(C|K) falls, and H(C) is the same.", homogeneity_of_split
    ),
    Theorem(
        ("v-measure",),
        _SPLIT,
        ("universal",),
        "V is 2 less twice the joint entropy over H(C) + H(K), which rises.",
        arithmetic_of_split,
    ),
    Theorem(
        ("nmi",),
        _SPLIT,
        ("universal",),
        "NMI is 2 less twice the joint entropy over H(C) + H(K), which rises.",
        arithmetic_of_split,
        when=average("arithmetic"),
    ),
    Theorem(
        ("nmi",),
        _SPLIT,
        ("universal",),
        "I and H(K) rise by the same, I being at most H(K).",
        geometric_of_split,
        when=average("geometric"),
    ),
    Theorem(
        ("nmi",),
        _SPLIT,
        ("universal",),
        "I rises by what H(K) does, the greater entropy by no more, and I is below it.",
        greatest_of_split,
        when=average("max"),
    ),
    Theorem(("completeness-score",), _SMALL_ERROR, _BOTH, _SAME, completeness_of_small_error),
    Theorem(("v-measure",), _SMALL_ERROR, _BOTH, _SAME, arithmetic_of_small_error),
    Theorem(("nmi",), _SMALL_ERROR, _BOTH, _SAME, arithmetic_of_small_error, when=average("arithmetic")),
    Theorem(("nmi",), _SMALL_ERROR, _BOTH, _SAME, geometric_of_small_error, when=average("geometric")),
    Theorem(("ami",), _SMALL_ERROR, _BOTH, _RISES, _adjusted_of_small_error(_arithmetic), when=average("arithmetic")),
    Theorem(("ami",), _SMALL_ERROR, _BOTH, _RISES, _adjusted_of_small_error(_geometric), when=average("geometric")),
    Theorem(
        ("ami",), _SMALL_ERROR, _BOTH, _RISES, _adjusted_of_small_error(_greatest, "HM", "HM2"), when=average("max")
    ),
)
