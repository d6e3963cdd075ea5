"""Bounded: how far a score is from the bound that a case demands. Each quantity is a sum of what a run has, or of what
it lacks to the greatest sum, where the demand is the greatest value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from axiometrics.constraints.diversity.vocabularies import topics as of
from axiometrics.core.case import Case
from axiometrics.core.reals import Exact
from axiometrics.core.vocabulary import Fact, Mark, Quantity, Vocabulary
from axiometrics.definitions.diversity.intent_recall import s_precision, s_recall_lmin
from axiometrics.definitions.diversity.novelty import ideal_gain, novelty_gains
from axiometrics.definitions.topics import discounted

Run = list[of.Of]
Given = Callable[[Case, of.Parameters], Exact]


def _above(case: Case) -> bool:
    """Whether the demand is about the greatest value."""
    return case.bound == 1


def _run(case: Case, p: of.Parameters) -> Run:
    return of.ranked(case, "run")[: of.cut(p)]


def _room(case: Case, value: Any, greatest: Any) -> Any:
    return greatest - value if _above(case) else value


def _served(case: Case, p: of.Parameters) -> set[str]:
    return {intent for document in _run(case, p) for intent in document}


def _intents(case: Case, p: of.Parameters) -> Fraction:
    return Fraction(_room(case, len(_served(case, p)), len(case.gold.intents)))


def _chance(case: Case, p: of.Parameters) -> Fraction:
    return Fraction(_room(case, of.chance(case.gold, dict.fromkeys(_served(case, p), 1)), of.ONE))


def _by_intent(
    value: Callable[[list[int], Case, str, of.Parameters], Any], greatest: Callable[[of.Parameters], Any]
) -> Given:
    """The mean over intents of the value of the grades of a run, or of what it lacks to the greatest one."""

    def total(case: Case, p: of.Parameters) -> Any:
        run = _run(case, p)
        rooms = {
            i: _room(case, value([document.get(i, 0) for document in run], case, i, p), greatest(p))
            for i in case.gold.intents
        }
        return of.mean(case.gold, rooms.__getitem__)

    return total


def _one(p: of.Parameters) -> Fraction:
    return of.ONE


def _found(grades: list[int], case: Case, i: str, p: of.Parameters) -> Fraction:
    return Fraction(sum(map(bool, grades)))


def ndcg(grades: list[int], case: Case, i: str, p: of.Parameters) -> Exact:
    """nDCG of the grades of a run for an intent."""
    share: Exact = discounted(grades) / of.ideal(case.gold, i, p)
    return share


def _err(grades: list[int], case: Case, i: str, p: of.Parameters) -> Fraction:
    total, looking = of.ZERO, of.ONE
    for rank, grade in enumerate(grades, 1):
        if grade:
            stops = of.stop(case.gold, i, grade, p)
            total, looking = total + looking * stops / rank, looking * (1 - stops)
    return total


def _first(grades: list[int], case: Case, i: str, p: of.Parameters) -> Fraction:
    return next((Fraction(1, rank) for rank, grade in enumerate(grades, 1) if grade), of.ZERO)


def blended(grades: list[int], case: Case, i: str, p: of.Parameters) -> Fraction:
    """Q of one intent; AP where beta is 0."""
    beta = p.get("beta", of.ZERO)
    total = of.ZERO
    for rank, grade in enumerate(grades, 1):
        if grade:
            above = grades[:rank]
            own, best = sum(above), of.greatest_grades(case.gold, i, rank)
            total += (sum(map(bool, above)) + beta * own) / (rank + beta * best)
    return total / of.relevant(case.gold, i)


def _novelty(case: Case, p: of.Parameters) -> Any:
    gain = discounted(novelty_gains(_run(case, p), p["alpha"]))
    return _best_order(case, p) - gain if _above(case) else gain


def _best_order(case: Case, p: of.Parameters) -> Exact:
    return ideal_gain(case.gold, p["k"], p["alpha"], "exact", "")


def _nrbp(case: Case, p: of.Parameters) -> Fraction:
    alpha, on = p["alpha"], p["p"]
    gains = novelty_gains(_run(case, p), alpha, p["printed"] == "yes")
    total = (1 - (1 - alpha) * on) * sum((on**k * gain for k, gain in enumerate(gains)), of.ZERO)
    return Fraction(_room(case, total, len(case.gold.intents)))


def _global(case: Case, p: of.Parameters) -> Any:
    gain = discounted([of.gain(case.gold, document) for document in _run(case, p)])
    return of.ideal_global(case, p) - gain if _above(case) else gain


def _ratios(case: Case, p: of.Parameters) -> Fraction:
    return Fraction(_room(case, of.ratios(case.gold, _run(case, p), p), of.most(case, p)))


def _at_least_rank(case: Case, p: of.Parameters) -> Fraction:
    share = s_recall_lmin(case.outputs["run"], case.gold)
    return Fraction(_room(case, share, of.ONE))


def _early(case: Case, p: of.Parameters) -> Fraction:
    return Fraction(_room(case, s_precision(case.outputs["run"], case.gold, p.get("rho", of.ONE)), of.ONE))


_OR = "or what it lacks to 1, where the demand is the greatest value"
_ORDER = "no order of gains has a greater sum of gains by falling discounts than the falling order of the greatest ones"

_TRIED = "an argument about two exchanged ranks; the kernel has no sums over all orders of a list"

VOCABULARY = Vocabulary(
    see=lambda case: case,
    quantities={
        "n": Quantity("intents of the topic", lambda c: len(c.gold.intents), whole=True),
        "m": Quantity(
            "intents served, or those not served, where the demand is the greatest value", whole=True, given=_intents
        ),
        "w": Quantity(f"the probability of the intents served, {_OR}", given=_chance),
        "C": Quantity(
            "the mean over intents of how many documents serve one, or of the cut-off less that, where the demand is "
            "the greatest value",
            given=_by_intent(_found, lambda p: p["k"]),
        ),
        "D": Quantity(f"the mean over intents of nDCG, {_OR}", given=_by_intent(ndcg, _one)),
        "E": Quantity(f"the mean over intents of ERR, {_OR}", given=_by_intent(_err, _one)),
        "F": Quantity(f"the mean over intents of one over the first rank, {_OR}", given=_by_intent(_first, _one)),
        "B": Quantity(
            f"the mean over intents of the blended ratios at relevant ranks by their number, {_OR}",
            given=_by_intent(blended, _one),
        ),
        "V": Quantity(
            "the discounted sum of novelty gains, or what it lacks to I, where the demand is the greatest value",
            given=_novelty,
        ),
        "I": Quantity("the greatest discounted sum of novelty gains that an order of documents has", given=_best_order),
        "U": Quantity(
            "1 - (1 - alpha) p times the sum of novelty gains by p to the power of the rank less 1, or n less that, "
            "where the demand is the greatest value",
            given=_nrbp,
        ),
        "G": Quantity(
            "the discounted sum of global gains, or what it lacks to J, where the demand is the greatest value",
            given=_global,
        ),
        "J": Quantity("the discounted sum of the ideal list by global gain", given=of.ideal_global),
        "T": Quantity(
            "the ratios divBR at relevant ranks, summed, or M less that, where the demand is the greatest value",
            given=_ratios,
        ),
        "R": Quantity(f"the share of the intents that are served at l_min, {_OR}", given=_at_least_rank),
        "P": Quantity(
            f"the fewest documents that serve the share over the rank at which the run does, {_OR}", given=_early
        ),
        "M": Quantity("relevant documents, or the cut-off where it is smaller", given=of.most),
    },
    facts=(
        Fact("n - 1 >= 0", Mark.DEFINITION, "a topic has an intent"),
        Fact("m >= 0", Mark.ARITHMETIC, "the intents served are some of the n"),
        Fact("w >= 0", Mark.ARITHMETIC, "the probabilities of some of the intents, which sum to 1", each=of.TERM),
        Fact("C >= 0", Mark.ARITHMETIC, "of the first k ranks, from 0 to k serve an intent", each=of.TERM),
        Fact("D >= 0", Mark.LEMMA, f"{_ORDER} (rearrangement)", each=of.TERM, tried=_TRIED),
        Fact(
            "E >= 0",
            Mark.ARITHMETIC,
            "the chances to stop at a rank sum to 1 at most, and each is divided by a rank",
            each=of.TERM,
        ),
        Fact("F >= 0", Mark.ARITHMETIC, "ranks begin at 1", each=of.TERM),
        Fact(
            "B >= 0",
            Mark.ARITHMETIC,
            "of r ranks r are relevant at most, their gains are r gains of the intent, and no more ranks are relevant "
            "than documents",
            each=of.TERM,
        ),
        Fact("V >= 0", Mark.DEFINITION, "a run with irrelevant documents has no more than the same without them"),
        Fact("I > 0", Mark.ARITHMETIC, "its first gain is 1 at least, and no discount is below 0"),
        Fact(
            "U >= 0",
            Mark.ARITHMETIC,
            "the j-th document of an intent is at rank j or below, so that it adds at most (p (1 - alpha))^(j - 1), "
            "and these sum to less than 1/(1 - p (1 - alpha))",
        ),
        Fact("G >= 0", Mark.LEMMA, f"{_ORDER} (rearrangement)", tried=_TRIED),
        Fact("J > 0", Mark.ARITHMETIC, "its first gain is above 0, and no discount is below 0"),
        Fact(
            "T >= 0",
            Mark.ARITHMETIC,
            "of r ranks r are relevant at most, and have no more global gain than the r greatest",
        ),
        Fact("R >= 0", Mark.DEFINITION, "the intents served are some of the intents"),
        Fact("P >= 0", Mark.DEFINITION, "no run serves the share of the intents with fewer documents than the fewest"),
        Fact("M - 1 >= 0", Mark.ARITHMETIC, "there is a relevant document, and a cut-off is 1 at least"),
    ),
)
