"""Metrics that count documents or pairs: R-precision and bpref in duels, AUC and Kendall's tau in a closed
collection.
"""

from axiometrics.proving.theorem import Proof, Theorem

_THRESHOLDS = ("ranking:deepness-threshold", "ranking:closeness-threshold")
_ORDERED = "ranking:priority"


def none_before_last(p: Proof) -> None:
    """Of n relevant documents below n others, none is among the first n, and bpref gives each 0."""
    p.about("n", start=2)
    p.excess = "1/n"
    p.positive(p.goal, using=["n - 2 >= 0"])


def two_are_late(p: Proof) -> None:
    """As printed, two of n + 1 relevant documents are among the first n + 1, and bpref gives each 2/(n + 1)."""
    p.about("n", start=2)
    p.excess = "1/(n + 1) - 2/(n + 1)"
    p.positive(p.goal, using=["n - 2 >= 0"])


def auc_priority(p: Proof) -> None:
    """One pair of a relevant and an irrelevant document is turned."""
    p.about("c", "N", "M")
    p.excess = "1/(N*M)"
    p.positive(p.goal, using=["N - c - 1 >= 0", "c >= 0", "M - 1 >= 0"])


def tau_priority(p: Proof) -> None:
    """One pair of documents of different grades is turned, from concordant to discordant."""
    p.about("c", "i", "L", "D", "S")
    p.positive("D > 0", using=["D - 2 >= 0"])
    p.positive("D - 1 > 0", using=["D - 2 >= 0"])
    if p.metric.values["variant"] == "a":
        p.excess = "4/(D*(D - 1))"
        p.quotient(p.goal, {"all": "D > 0", "others": "D - 1 > 0"}, "4", "all*others")
        return
    gold, system = "D*(D - 1)/2 - S", "(D*(D - 1)/2 - (D - L)*(D - L - 1)/2)"
    p.positive(f"{system} > 0", using=["D - L >= 0", "L - i - 1 >= 0", "i - c - 1 >= 0", "c >= 0"], name="system")
    p.quotient(f"({gold})*{system} > 0", {"gold": f"{gold} > 0", "system": "system"}, "gold*system", name="pairs")
    p.evident(f"sqrt(({gold})*{system}) > 0", name="root")
    p.excess = f"2/sqrt(({gold})*{system})"
    p.quotient(p.goal, {"root": "root"}, "2", "root")


def pairs_in_duel(p: Proof) -> None:
    """The relevant document on top of one run stands above more irrelevant documents than each relevant document at the
    end of the other run. But the latter form at least as many pairs with irrelevant documents below them.
    """
    prose = p.reading.name == "prose"
    start = 3 if prose else 2
    p.about("n", start=start)
    relevant, above = ("n", "n") if prose else ("(n + 1)", "(n - 1)")
    irrelevant = "(2*n - 1)"
    # pairs of a relevant above an irrelevant document: of the one, less those of the many
    won = f"({irrelevant} - {relevant}*({irrelevant} - {above}))"
    for part in (relevant, irrelevant):
        p.positive(f"{part} > 0", using=[f"n - {start} >= 0"], name=f"{part} > 0")
    p.positive(f"-{won} >= 0", using=[f"n - {start} >= 0"], name="lost")
    pairs = f"({relevant}*{irrelevant})"
    if p.metric.base == "auc":
        p.excess = f"{won}/{pairs}"
        p.quotient(
            p.goal,
            {"lost": "lost", "relevant": f"{relevant} > 0", "irrelevant": f"{irrelevant} > 0"},
            "lost",
            "relevant*irrelevant",
        )
        return
    documents, beyond = f"({relevant} + {irrelevant})", f"({relevant} + {irrelevant} - 2*n)"
    every = f"({documents}*({documents} - 1)/2)"
    if p.metric.values["variant"] == "a":
        norm = every
        p.positive(f"{norm} > 0", using=[f"n - {start} >= 0"], name="norm")
    else:
        product = f"{pairs}*({every} - {beyond}*({beyond} - 1)/2)"
        p.positive(f"{product} > 0", using=[f"n - {start} >= 0"], name="product")
        norm = f"sqrt({product})"
        p.evident(f"{norm} > 0", name="norm")
    p.excess = f"2*{won}/{norm}"
    p.quotient(p.goal, {"lost": "lost", "norm": "norm"}, "2*lost", "norm")


ENTRIES = (
    *(
        Theorem(
            ("r-precision", "bpref"),
            constraint,
            ("prose",),
            "Below n irrelevant documents nothing counts.",
            none_before_last,
            holds="deep" in constraint,
        )
        for constraint in _THRESHOLDS
    ),
    Theorem(
        ("r-precision", "bpref"),
        _THRESHOLDS[0],
        ("printed",),
        "Below n - 1 irrelevant documents two count.",
        two_are_late,
        holds=False,
    ),
    Theorem(("auc",), _ORDERED, ("universal", "single"), "One pair is turned.", auc_priority),
    Theorem(("kendall-tau",), _ORDERED, ("universal", "single", "graded"), "One pair is turned.", tau_priority),
    Theorem(
        ("auc", "kendall-tau"),
        _THRESHOLDS[0],
        ("prose", "printed"),
        "The many below are above more irrelevant ones.",
        pairs_in_duel,
        holds=False,
    ),
)
