"""Runs that score 1, and runs that no other run outscores: the ideal lists of metrics."""

from __future__ import annotations

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.diversity._terms import D_NDCG, D_Q, I_REC

_ATTAINED = {
    **dict.fromkeys(I_REC, ("cover", "m", "n")),
    "1-call-ia": ("cover", "w", "1"),
    "s-recall-lmin": ("least cover", "l", "n"),
    "s-precision": ("least cover", "a", "r"),
    **dict.fromkeys(D_NDCG, ("sorted", "G", "J")),
    **dict.fromkeys(D_Q, ("sorted", "T", "M")),
    "alpha-ndcg": ("ideal", "", ""),
}
"""For each metric, the run that scores 1, the quantity that the run has, and the quantity by which this is divided.
Both are empty for alpha-nDCG, whose divisor is by definition the value of the ideal list.
"""


def ranges_fully(p: Proof) -> None:
    """A run that has the whole divisor of the score; and an irrelevant document, which has nothing."""
    output, has, of = ("irrelevant", "", "") if p.demand.words.endswith("0") else _ATTAINED[p.metric.base]
    p.about(*(name for name in (has, of) if name not in {"", "1"}), outputs={"run": output})
    if not has:
        p.excess = "0"
        p.evaluate(p.goal)
    else:
        p.excess = f"{has}/{of} - 1"
        p.identity(p.goal, zero={f"{has} - {of} = 0": f"1/{of}"})


def sorting_is_best(p: Proof) -> None:
    """The sorted documents have no less than the run."""
    base = p.metric.base
    if base in D_NDCG:
        p.about("G", "J", outputs={"sorted": "by gain"})
        p.excess = "G/J"
        p.quotient(p.goal, {"more": "G >= 0", "ideal": "J > 0"}, "more", "ideal")
    elif base in D_Q:
        p.about("S", "Y", "M", outputs={"sorted": "by gain"})
        p.excess = "(S - Y)/M"
        p.quotient(
            p.goal, {"lacking": "M - Y >= 0", "most": "M - 1 >= 0"}, "lacking", "1 + most", zero={"S - M = 0": "1/M"}
        )
    elif base == "precision-ia":
        p.about("C", outputs={"sorted": "by chance"})
        p.excess = f"C/{p.value('k')}"
        p.quotient(p.goal, {"more": "C >= 0"}, "more", p.value("k"))
    elif base == "ndcg-ia":
        p.about("D", outputs={"sorted": "by nDCG-IA alone"})
        p.excess = "D"
        p.quotient(p.goal, {"more": "D >= 0"}, "more", name="so")
    else:
        p.about("L", outputs={"sorted": "least cover"})
        p.excess = "L"
        p.quotient(p.goal, {"lacking": "L >= 0"}, "lacking", name="so")


def only_ideal_for_all(p: Proof) -> None:
    """The score lacks nothing to 1 where the gains of every intent are ideal, and something elsewhere."""
    lacks = {"ndcg-ia": "D", "q-ia": "B"}[p.metric.base]
    if p.demand.some:
        p.about(lacks, outputs={"run": "ideal for all"})
        p.excess = f"-{lacks}"
        p.identity(p.goal, zero={f"{lacks} = 0": "-1"})
    else:
        p.about(lacks)
        p.excess = lacks
        p.quotient(p.goal, {"lacking": f"{lacks} > 0"}, "lacking", name="so")


def _weighs_gains(metric: Metric) -> bool:
    return metric.values.get("beta", 1) != 0


_RANGE = "One run has all that the score is divided by, and an irrelevant document has nothing."
_SORTED = "The score is a sum over ranks of what each document is worth, which counts less further down."
_RATIOS = "Sorted by global gain, each of the ratios that are added is 1, the most that it can be."
_FEWEST = "The fewest documents that serve the share of the intents stand first, which no run undercuts."
_TRACTABLE = "diversity:tractable-ideal"

ENTRIES = (
    Theorem(tuple(_ATTAINED), "diversity:full-range", ("every-topic", "paper"), _RANGE, ranges_fully),
    Theorem(D_NDCG, _TRACTABLE, ("global-gain", "own"), _SORTED, sorting_is_best),
    Theorem(("precision-ia", "ndcg-ia"), _TRACTABLE, ("own",), _SORTED, sorting_is_best),
    Theorem(D_Q, _TRACTABLE, ("global-gain", "own"), _RATIOS, sorting_is_best),
    Theorem(("s-precision",), _TRACTABLE, ("own",), _FEWEST, sorting_is_best),
    Theorem(
        ("ndcg-ia", "q-ia"),
        "diversity:one-list",
        ("plain",),
        "The score is 1 where the gains of every intent are ideal, and below 1 elsewhere.",
        only_ideal_for_all,
        when=_weighs_gains,
    ),
)
