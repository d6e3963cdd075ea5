"""The gain of one relevant document, the loss by an exchange of two neighbours, and the gain of a document of a new
intent.
"""

from __future__ import annotations

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Proof, Theorem
from axiometrics.proving.theorems.diversity._terms import (
    D_NDCG,
    D_Q,
    I_NDCG,
    I_Q,
    I_REC,
    JOINED,
    is_known,
    loses,
    shared,
    weighted,
    worth,
)
from axiometrics.proving.theorems.ranking._discounts import logs_in_order


def _below_1(metric: Metric) -> bool:
    """Whether the part of global gain counts."""
    return metric.values["gamma"] != 1


def _above_0(metric: Metric) -> bool:
    """Whether I-recall counts."""
    return metric.values["gamma"] != 0


def _graded(metric: Metric) -> bool:
    return metric.values["beta"] != 0


def _joined_graded(metric: Metric) -> bool:
    return _below_1(metric) and metric.values.get("beta") != 0


def _discounts(metric: Metric) -> bool:
    return metric.values["alpha"] != 0


def _not_printed_at_1(metric: Metric) -> bool:
    return metric.values["printed"] == "no" or metric.values["alpha"] != 1


def _novel_nrbp(metric: Metric) -> bool:
    return _discounts(metric) and _not_printed_at_1(metric)


def _unit(p: Proof) -> str:
    """The value of a gain of 1 at rank 1 under NRBP, times the number of intents. A step with the name `unit` shows
    that it is above 0.
    """
    alpha, on = p.value("alpha"), p.value("p")
    unit = f"(1 - (1 - {alpha})*{on})" + (f"*(1 - {alpha})" if p.metric.values["printed"] == "yes" else "")
    p.evaluate(f"{unit} > 0", name="unit")
    return unit


# --- one relevant document


def _blended(p: Proof) -> str:
    """div-Q of a single relevant document."""
    beta = weighted(p)
    p.quotient(
        f"(1 + {beta}*G)/(M*(r + {beta}*H)) > 0",
        {"weight": "weight", "gain": "G > 0", "best": "H > 0", "rank": "r - 1 >= 0", "most": "M - 1 >= 0"},
        "1 + weight*gain",
        "(1 + most)*(1 + rank + weight*best)",
        name="part",
    )
    return f"(1 + {beta}*G)/(M*(r + {beta}*H))"


def _discounted(p: Proof) -> str:
    """div-nDCG of a single relevant document."""
    part = f"G/J*{worth(p, 'r')}"
    facts = {"gain": "G > 0", "best": "J > 0", "two": "two", "log": "discount"}
    p.quotient(f"{part} > 0", facts, "gain*two", "best*log", name="part")
    return part


def earns(p: Proof) -> None:
    """Each factor of the amount that the document earns is above 0."""
    base = p.metric.base
    if base in I_REC:
        p.about("m", "n")
        p.excess = "m/n"
        p.positive(p.goal, using=["n - m >= 0", "m - 1 >= 0"])
    elif base == "1-call-ia":
        p.about("w")
        p.excess = "w"
        is_known(p, "w > 0")
    elif base == "precision-ia":
        p.about("w")
        p.excess = f"w/{p.value('k')}"
        p.positive(p.goal)
    elif base in {"rr-ia", "err-ia", "ap-ia"}:
        gain = {"rr-ia": "w", "err-ia": "E", "ap-ia": "A"}[base]
        p.about("r", gain)
        p.excess = f"{gain}/r"
        p.positive(p.goal)
    elif base == "q-ia":
        p.about("B")
        p.excess = "B"
        is_known(p, "B > 0")
    elif base == "ndcg-ia":
        p.about("r", "D")
        p.excess = f"D*{worth(p, 'r')}"
        p.quotient(p.goal, {"gain": "D > 0", "two": "two", "log": "discount"}, "gain*two", "log")
    elif base == "alpha-ndcg":
        p.about("r", "m", "I")
        p.excess = f"m/I*{worth(p, 'r')}"
        facts = {"many": "m - 1 >= 0", "best": "I > 0", "two": "two", "log": "discount"}
        p.quotient(p.goal, facts, "(many + 1)*two", "best*log")
    elif base == "nrbp":
        p.about("r", "m", "n")
        p.evident(f"power({p.value('p')}, r - 1) > 0", name="on")
        p.excess = f"{_unit(p)}*m/n*power({p.value('p')}, r - 1)"
        facts = {"unit": "unit", "on": "on", "many": "m - 1 >= 0", "more": "n - m >= 0"}
        p.quotient(p.goal, facts, "unit*on*(1 + many)", "1 + many + more")
    else:
        covered = base in JOINED
        names = ("G", "J", "r") if base in {*D_NDCG, *I_NDCG} else ("G", "H", "M", "r")
        p.about(*names, *(("m", "n") if covered else ()))
        part = _discounted(p) if base in {*D_NDCG, *I_NDCG} else _blended(p)
        if not covered:
            p.excess = part
            p.quotient(p.goal, {"part": "part"}, "part")
            return
        share, rest = shared(p)
        p.excess = f"{share}*m/n + {rest}*{part}"
        facts = {"part": "part", "many": "m - 1 >= 0", "more": "n - m >= 0"}
        strict = "share" if _above_0(p.metric) else "rest"
        p.evaluate(f"{share if strict == 'share' else rest} > 0", name=f"{strict} counts")
        facts |= {"share": "share", "rest": "rest", strict: f"{strict} counts"}
        p.quotient(p.goal, facts, "share*(1 + many) + rest*part*(1 + many + more)", "1 + many + more")


# --- neighbours of different probability


def likelier_first(p: Proof) -> None:
    """The run loses the difference of the probabilities, times the loss of a gain that moves to the next rank."""
    base = p.metric.base
    apart = {"apart": "p - q > 0", "grade": "g - 1 >= 0"}
    if base in {"rr-ia", "ap-ia"}:
        p.about("r", "p", "q")
        p.excess = "(p - q)*(1/r - 1/(r + 1))"
        p.quotient(p.goal, {"apart": "p - q > 0", "rank": "r - 1 >= 0"}, "apart", "(rank + 1)*(rank + 2)")
    elif base == "err-ia":
        p.about("r", "p", "q", "E")
        p.excess = "(p - q)*E*(1/r - 1/(r + 1))"
        facts = {"apart": "p - q > 0", "rank": "r - 1 >= 0", "stop": "E > 0"}
        p.quotient(p.goal, facts, "apart*stop", "(rank + 1)*(rank + 2)")
    elif base == "q-ia":
        p.about("r", "p", "q", "g")
        beta = weighted(p)
        p.excess = f"(p - q)*(1 + {beta}*g)*(1/(r + {beta}*g) - 1/(r + 1 + {beta}*g))"
        below = "(rank + 1 + weight*(grade + 1))*(rank + 2 + weight*(grade + 1))"
        facts = {**apart, "rank": "r - 1 >= 0", "weight": "weight"}
        p.quotient(p.goal, facts, "apart*(1 + weight*(grade + 1))", below)
    elif base == "ndcg-ia":
        p.about("i", "p", "q")
        loses(p, "p - q", "1", {"apart": "p - q > 0"}, "apart")
    elif base in {*D_NDCG, *I_NDCG}:
        p.about("i", "p", "q", "g", "J")
        facts = {**apart, "best": "J > 0"}
        if base in D_NDCG:
            loses(p, "(p - q)*g", "J", facts, "apart*(grade + 1)", "best")
        else:
            _, rest = shared(p)
            p.evaluate(f"{rest} > 0", name="counts")
            loses(p, f"{rest}*(p - q)*g", "J", {**facts, "rest": "counts"}, "rest*apart*(grade + 1)", "best")
    else:
        p.about("r", "p", "q", "g", "H", "M")
        _blended_more(p, "(p - q)*g", {**apart}, "apart*(grade + 1)")


def _blended_more(p: Proof, more: str, facts: dict[str, str], numerator: str) -> None:
    """div-Q of the two runs, and its share of Idiv-Q, differ at rank r alone, by the surplus of the global gain above
    this rank.
    """
    beta, rest, factor = p.value("beta"), "", ""
    p.evaluate(f"{beta} > 0", name="weight")
    if p.metric.base in I_Q:
        _, rest = shared(p)
        p.evaluate(f"{rest} > 0", name="counts")
        facts, rest, factor = {**facts, "rest": "counts"}, f"{rest}*", "rest*"
    p.excess = f"{rest}{beta}*{more}/(M*(r + {beta}*H))"
    facts = {**facts, "weight": "weight", "best": "H > 0", "rank": "r - 1 >= 0", "most": "M - 1 >= 0"}
    p.quotient(p.goal, facts, f"{factor}weight*{numerator}", "(1 + most)*(1 + rank + weight*best)")


# --- neighbours of different grades


def graded_first(p: Proof) -> None:
    """The run loses the difference of the gains, times the loss of a gain that moves to the next rank."""
    base = p.metric.base
    if base == "ndcg-ia":
        p.about("i", "D")
        loses(p, "D", "1", {"more": "D > 0"}, "more")
    elif base == "err-ia":
        p.about("r", "E")
        p.excess = "E*(1/r - 1/(r + 1))"
        p.quotient(p.goal, {"more": "E > 0", "rank": "r - 1 >= 0"}, "more", "(rank + 1)*(rank + 2)")
    elif base == "q-ia":
        p.about("B")
        p.evaluate(f"{p.value('beta')} > 0", name="weight")
        p.excess = f"{p.value('beta')}*B"
        p.quotient(p.goal, {"more": "B > 0", "weight": "weight"}, "weight*more")
    elif base in D_NDCG:
        p.about("i", "G", "J")
        loses(p, "G", "J", {"more": "G > 0", "best": "J > 0"}, "more", "best")
    elif base in I_NDCG:
        p.about("i", "G", "J")
        _, rest = shared(p)
        p.evaluate(f"{rest} > 0", name="counts")
        loses(p, f"{rest}*G", "J", {"more": "G > 0", "best": "J > 0", "rest": "counts"}, "rest*more", "best")
    else:
        p.about("r", "G", "H", "M")
        _blended_more(p, "G", {"more": "G > 0"}, "more")


# --- a document of a new intent


def newly_served(p: Proof) -> None:
    """No intent is lost, and some are new."""
    base = p.metric.base
    if base == "1-call-ia":
        p.about("w")
        p.excess = "w"
        is_known(p, "w > 0")
        return
    p.about("m", "n")
    p.excess = "m/n"
    p.positive(p.goal, using=["n - m >= 0", "m - 1 >= 0"])


def novel(p: Proof) -> None:
    """The document of a new intent earns more than the other document would add to the intent that it serves."""
    base = p.metric.base
    if base in {*I_REC, "1-call-ia"}:
        p.about("n")
        p.excess = "1/n"
        p.positive(p.goal)
    elif base in JOINED:
        p.about("n")
        p.evaluate(f"{p.value('gamma')} > 0", name="share")
        p.excess = f"{p.value('gamma')}/n"
        p.quotient(p.goal, {"share": "share", "many": "n - 2 >= 0"}, "share", "many + 2")
    elif base == "rr-ia":
        p.about("n", "m")
        p.excess = "1/(n*m)"
        p.positive(p.goal)
    elif base == "err-ia":
        p.about("r", "n", "E", "F", "Z")
        p.excess = "E/n*((1 - F)/r + Z)"
        facts = {"stop": "E > 0", "rank": "r - 1 >= 0", "below": "Z >= 0", "there": "1 - F + Z > 0"}
        facts["many"] = "n - 2 >= 0"
        p.quotient(p.goal, facts, "stop*(there + rank*below)", "(many + 2)*(rank + 1)")
    elif base == "alpha-ndcg":
        p.about("r", "S", "V", "I")
        p.evaluate(f"{p.value('alpha')} > 0", name="alpha")
        p.excess = f"{p.value('alpha')}*({worth(p, 'r')}*S + V)/I"
        _, _, order = logs_in_order(p, "2", "(r + 1)", "r - 1 >= 0")
        facts = {
            "alpha": "alpha",
            "two": "two",
            "order": order,
            "there": "S + V > 0",
            "below": "V >= 0",
            "log": "discount",
            "best": "I > 0",
        }
        p.quotient(p.goal, facts, "alpha*(two*there + order*below)", "log*best")
    else:
        p.about("r", "n", "S", "U")
        on = f"power({p.value('p')}, r - 1)"
        p.evaluate(f"{p.value('alpha')} > 0", name="alpha")
        p.evident(f"{on} > 0", name="on")
        p.power(p.value("p"), "r - 1", strict=False, name="less")
        p.excess = f"{_unit(p)}*{p.value('alpha')}/n*({on}*S + U)"
        facts = {
            "unit": "unit",
            "alpha": "alpha",
            "on": "on",
            "less": "less",
            "there": "S + U > 0",
            "below": "U >= 0",
            "many": "n - 2 >= 0",
        }
        p.quotient(p.goal, facts, "unit*alpha*(on*there + less*below)", "many + 2")


_EARNS = "Each factor of what the only relevant document earns is above 0."
_LIKELIER = "The run loses the difference of the probabilities times what a gain loses to the next rank."
_BETTER = "The run loses the difference of the gains times what a gain loses to the next rank."
_SAME = "Cumulated gain differs at the upper of the two ranks alone."
_NEW = "No intent is lost, as the document was redundant, and one is new at least."
_NOVEL = "The new intent earns what its first document does, and the old one would add less to its intent."

_POSITIVE, _PROBABILITY = ("diversity:positive", ("plain",)), "diversity:intent-probability"
_BOTH = ("single", "pool")
_GRADED, _NOVELTY = ("diversity:graded", ("plain",)), ("diversity:novelty", ("plain",))
_MINOR = ("diversity:minor-intents", ("any-rank", "last-rank"))

ENTRIES = (
    Theorem(
        (*I_REC, "1-call-ia", "precision-ia", "rr-ia", "err-ia", "ap-ia", "q-ia", "ndcg-ia", "alpha-ndcg"),
        *_POSITIVE,
        _EARNS,
        earns,
    ),
    Theorem(("nrbp",), *_POSITIVE, _EARNS, earns, when=_not_printed_at_1),
    Theorem((*D_NDCG, *D_Q, *JOINED), *_POSITIVE, _EARNS, earns),
    Theorem(("rr-ia", "err-ia"), _PROBABILITY, _BOTH, _LIKELIER, likelier_first),
    Theorem(("ap-ia", "q-ia", "ndcg-ia"), _PROBABILITY, ("single",), _LIKELIER, likelier_first),
    Theorem(D_NDCG, _PROBABILITY, _BOTH, _LIKELIER, likelier_first),
    Theorem(I_NDCG, _PROBABILITY, _BOTH, _LIKELIER, likelier_first, when=_below_1),
    Theorem(D_Q, _PROBABILITY, _BOTH, _SAME, likelier_first, when=_graded),
    Theorem(I_Q, _PROBABILITY, _BOTH, _SAME, likelier_first, when=_joined_graded),
    Theorem(("ndcg-ia", "err-ia", *D_NDCG), *_GRADED, _BETTER, graded_first),
    Theorem(I_NDCG, *_GRADED, _BETTER, graded_first, when=_below_1),
    Theorem(("q-ia", *D_Q), *_GRADED, _SAME, graded_first, when=_graded),
    Theorem(I_Q, *_GRADED, _SAME, graded_first, when=_joined_graded),
    Theorem((*I_REC, "1-call-ia"), *_MINOR, _NEW, newly_served),
    Theorem(JOINED, *_MINOR, _NEW, newly_served, when=lambda metric: metric.values["gamma"] == 1),
    Theorem((*I_REC, "1-call-ia", "rr-ia", "err-ia"), *_NOVELTY, _NOVEL, novel),
    Theorem(JOINED, *_NOVELTY, _NOVEL, novel, when=_above_0),
    Theorem(("alpha-ndcg",), *_NOVELTY, _NOVEL, novel, when=_discounts),
    Theorem(("nrbp",), *_NOVELTY, _NOVEL, novel, when=_novel_nrbp),
)
