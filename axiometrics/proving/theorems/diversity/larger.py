"""Cells that hold on every topic searched and fail on larger ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Larger
from axiometrics.proving.theorems.diversity._terms import I_NDCG, I_Q

_MINOR = ("diversity:minor-intents", ("any-rank", "last-rank"))
_LAST = ("diversity:minor-intents", ("last-rank",))
_HALF = Fraction(1, 2)

DEEPEST = 20
"""The greatest cut-off for which the topics of `_crowd` are declared."""


def _alpha_at_most_two_thirds(metric: Metric) -> bool:
    alpha = metric.values["alpha"]
    return isinstance(alpha, Fraction) and alpha <= Fraction(2, 3) and metric.values.get("k", 2) != 1


def _gamma_at_most_half(least: int, most: int | None = None) -> Callable[[Metric], bool]:
    """gamma is 1/2 at most and beta 1, and from `least` to `most` ranks are looked at, or any number from `least`."""

    def when(metric: Metric) -> bool:
        gamma, k = metric.values["gamma"], metric.values["k"]
        looked = k is None or (isinstance(k, Fraction) and k >= least and (most is None or k <= most))
        return isinstance(gamma, Fraction) and gamma <= _HALF and metric.values.get("beta", 1) == 1 and looked

    return when


def _mixed(metric: Metric) -> bool:
    gamma = metric.values["gamma"]
    return isinstance(gamma, Fraction) and 0 < gamma < 1 and metric.values.get("beta", 1) != 0


def _gamma_from_half(metric: Metric) -> bool:
    gamma = metric.values["gamma"]
    return isinstance(gamma, Fraction) and gamma >= _HALF


def _looks_at(ranks: int) -> Callable[[Metric], bool]:
    def when(metric: Metric) -> bool:
        k = metric.values.get("k")
        return k is None or (isinstance(k, Fraction) and k >= ranks)

    return when


def _greedy(metric: Metric) -> bool:
    return (
        metric.values["ideal"] == "greedy"
        and metric.values["ties"] != "best"
        and metric.values["alpha"] != 0
        and _looks_at(3)(metric)
    )


def _crowd(
    metrics: tuple[str, ...],
    constraint: str,
    readings: tuple[str, ...],
    topic: tuple[str, str, str],
    words: str,
    when: Callable[[Metric], bool] = lambda metric: True,
    least: int = 3,
    retrieved: bool = True,
) -> tuple[Larger, ...]:
    """Counterexamples, one for each cut-off. As many documents as the cut-off keeps serve the same intents, and one
    further document serves another intent. The run has the further document last, or does not have it (`retrieved`).
    `topic` holds the probabilities of the intents, the intents that each of the alike documents serves, and those that
    the further document serves.
    """
    chances, alike, last = topic

    def at(ranks: int) -> Larger:
        documents = [f"d{k:02}" for k in range(1, ranks + 1)]
        gold = " | ".join([chances, *(f"{document}: {alike}" for document in documents), f"e: {last}"])
        run = " > ".join([*documents[:-1], "e" if retrieved else documents[-1], "..."])
        return Larger(
            metrics,
            constraint,
            readings,
            gold,
            (("run", run),),
            words,
            lambda metric: metric.values["k"] == ranks and when(metric),
        )

    return tuple(map(at, range(least, DEEPEST + 1)))


def _as_deep_as_looked(
    metrics: tuple[str, ...],
    readings: tuple[str, ...],
    gold: str,
    best: tuple[str, ...],
    least: int,
    words: str,
    when: Callable[[Metric], bool] = lambda metric: True,
) -> Iterator[Larger]:
    """Counterexamples to a tractable ideal for each cut-off from `least` on: the best run, as far as it is seen."""
    for ranks in range(least, len(best) + 1):

        def at(metric: Metric, ranks: int = ranks) -> bool:
            k = metric.values.get("k")
            whole = ranks == len(best) and (k is None or (isinstance(k, Fraction) and k > ranks))
            return (whole or k == ranks) and when(metric)

        run = " > ".join([*best[:ranks], "..."])
        yield Larger(metrics, _TRACTABLE, readings, gold, (("run", run),), words, at)


def _major(shared: int) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A topic whose first intent has nearly all probability, a run of documents that all serve it, each but the first
    with an intent of its own, and the same run with the document of another intent in place of the first.
    """
    intents = shared + 2
    gold = [f"P(i1)={1001 - intents}/1000", *(f"P(i{j})=1/1000" for j in range(2, intents + 1))]
    documents = ["d: i1", *(f"e{j}: i1 i{j}" for j in range(2, intents)), f"f: i{intents}"]
    rest = [f"e{j}" for j in range(2, intents)]
    runs = {role: " > ".join([first, *rest, "..."]) for role, first in (("better", "f"), ("worse", "d"))}
    return f"{' '.join(gold)} | {' | '.join(documents)}", tuple(runs.items())


def _many_minor(ranks: int) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A topic of forty intents, ten documents of the likeliest and one of each other one, and a run of as many of the
    ten as are looked at, with and without the document of the last intent in place of the first.
    """
    gold = ["P(i1)=961/1000", *(f"P(i{j})=1/1000" for j in range(2, 41))]
    documents = [*(f"d{k}: i1" for k in range(1, 11)), *(f"e{j}: i{j}" for j in range(2, 41))]
    rest = [f"d{k}" for k in range(2, ranks + 1)]
    runs = {role: " > ".join([first, *rest, "..."]) for role, first in (("better", "e40"), ("worse", "d1"))}
    return f"{' '.join(gold)} | {' | '.join(documents)}", tuple(runs.items())


def _large_gamma(ranks: int) -> Callable[[Metric], bool]:
    """gamma is more than 1/2 and 4/5 at most, and so many ranks are looked at."""

    def when(metric: Metric) -> bool:
        gamma = metric.values["gamma"]
        large = isinstance(gamma, Fraction) and _HALF < gamma <= Fraction(4, 5)
        return large and metric.values.get("beta", 1) == 1 and metric.values["k"] == ranks

    return when


_TRIPLES = "P(i1)=1/4 P(i2)=1/4 P(i3)=1/4 P(i4)=1/4 | d1: i1 i2 i3 | d2: i1 i2 i3 | d3: i4"
_ALONE = "P(i1)=1/3 P(i2)=1/3 P(i3)=1/3 | d1: i1 | d2: i1 | d3: i2 | d4: i3"
_EVEN = "P(i1)=1/2 P(i2)=1/2 | d1: i1 | d2: i1 | d3: i2 | d4: i2"
_TWO_FIRST = (("better", "d1 > d3 > ..."), ("worse", "d1 > d2 > ..."))
_POOL = "P(i1)=3/5 P(i2)=2/5 | d1: i1 | d2: i1 | d3: i1 | d4: i2"
_GREEDY = "P(i1)=1/4 P(i2)=1/4 P(i3)=1/4 P(i4)=1/4 | d1: i1 i3 | d2: i2 i4 | d3: i1 i2"
_SHARED = ("P(i1)=1/3 P(i2)=1/3 P(i3)=1/3", "i1 i2", "i3")
_GRADED = ("P(i1)=5/8 P(i2)=3/8", "i1", "i2=2")
_OVERLAP = "P(i1)=8/15 P(i2)=4/15 P(i3)=2/15 P(i4)=1/15 | d1: i1 i4 | d2: i1 i4 | d3: i2 | d4: i3 i4"
_TWO_EACH = "P(i1)=3/5 P(i2)=2/5 | d1: i1 | d2: i1 | d3: i2 | d4: i2"
_FILLS = (
    "The documents of two intents are worth most and fill the ranks that are looked at; a run that covers all intents "
    "has the document of the third intent in place of one of them."
)
_TRACTABLE = "diversity:tractable-ideal"
_SINKS = (
    "A document of the likeliest intent is redundant, as those below it serve that intent too; without it each of "
    "them counts less."
)

_OF_MANY = "The more intents there are, the less I-rec rises by one of them; what the first rank loses does not shrink."

ENTRIES = (
    Larger(
        ("alpha-ndcg", "nrbp"),
        *_MINOR,
        _TRIPLES,
        _TWO_FIRST,
        "A redundant document of three intents adds 3 (1 - alpha), and one of a new intent adds 1.",
        when=_alpha_at_most_two_thirds,
    ),
    Larger(
        ("s-precision",),
        *_MINOR,
        _ALONE,
        _TWO_FIRST,
        "Neither run serves all intents, so that both score 0.",
        when=lambda metric: metric.values["rho"] == 1,
    ),
    Larger(
        ("s-precision",),
        "diversity:novelty",
        ("plain",),
        _ALONE,
        _TWO_FIRST,
        "Neither run serves all intents, so that both score 0.",
        when=lambda metric: metric.values["rho"] == 1,
    ),
    Larger(
        ("rr-ia",),
        *_LAST,
        "P(i1)=4/7 P(i2)=2/7 P(i3)=1/7 | d: i1 | e: i1 i2 | f: i3",
        (("better", "f > e > ..."), ("worse", "d > e > ...")),
        "The likelier intent is served at rank 2 instead of rank 1, which costs more than the new one earns.",
    ),
    Larger(I_NDCG, *_LAST, *_major(1), _SINKS, when=_gamma_at_most_half(2)),
    Larger(I_Q, *_MINOR, *_major(1), _SINKS, when=_gamma_at_most_half(2, 2)),
    Larger(I_Q, *_MINOR, *_major(2), _SINKS, when=_gamma_at_most_half(3, 3)),
    Larger(I_Q, *_MINOR, *_major(3), _SINKS, when=_gamma_at_most_half(4)),
    *(
        Larger((*I_NDCG, *I_Q), _MINOR[0], ("any-rank",), *_many_minor(k), _OF_MANY, when=_large_gamma(k))
        for k in range(2, 11)
    ),
    Larger(
        ("ndcg-ia", "q-ia"),
        "diversity:novelty",
        ("plain",),
        _EVEN,
        _TWO_FIRST,
        "Each intent has two documents: the first of one is worth no more than the second of the other.",
        when=_looks_at(2),
    ),
    Larger(
        ("ndcg-ia", "q-ia"),
        "diversity:intent-probability",
        ("pool",),
        _POOL,
        (("better", "d1 > d4 > ..."), ("worse", "d4 > d1 > ...")),
        "The likelier intent has more documents, so that one of them is worth less.",
        when=_looks_at(2),
    ),
    Larger(
        ("alpha-ndcg",),
        "diversity:bounded",
        ("plain",),
        _GREEDY,
        (("run", "d1 > d2 > d3 > ..."),),
        "The greedy ideal begins with the document that shares an intent with each of the others.",
        when=_greedy,
    ),
    *_crowd(("i-rec", "1-call-ia"), _TRACTABLE, ("global-gain", "own"), _SHARED, _FILLS),
    *_crowd((*I_NDCG, *I_Q), _TRACTABLE, ("global-gain",), _SHARED, _FILLS, when=_gamma_from_half),
    *_crowd((*I_NDCG, *I_Q), "diversity:full-range", ("every-topic",), _SHARED, _FILLS, when=_mixed),
    *_crowd(
        ("precision-ia",),
        _TRACTABLE,
        ("global-gain",),
        _GRADED,
        "The document of the less likely intent has the better grade, which precision does not see.",
        least=2,
        retrieved=False,
    ),
    *_as_deep_as_looked(
        ("err-ia",),
        ("global-gain", "own"),
        _TWO_EACH,
        ("d1", "d3", "d2", "d4"),
        2,
        "The second document of the likelier intent adds less than the first of the other.",
    ),
    *_as_deep_as_looked(
        ("alpha-ndcg", "nrbp"),
        ("own",),
        _OVERLAP,
        ("d1", "d4", "d3", "d2"),
        3,
        "A document of two intents that are served already adds less than one of a new intent.",
        when=lambda metric: metric.values["alpha"] == _HALF,
    ),
)
