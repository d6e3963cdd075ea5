"""ADM and its kin: the excess is a difference of sums of distances, over the number of documents."""

from axiometrics.core.metric import Metric
from axiometrics.proving.theorem import Larger, Proof, Theorem


def nearer(p: Proof) -> None:
    """The sum of the better output's distances is smaller."""
    p.about("N", "A", "B")
    p.excess = "(B - A)/N"
    p.quotient(p.goal, {"less": "B - A > 0", "many": "N > 0"}, "less", "many")


_SUMS = {"adm": ("A", "B"), "adp": ("O", "P"), "adr": ("U", "V")}
"""The sum that a metric subtracts from 1, over the number of documents: of the first output, and of the second."""


def stable(p: Proof) -> None:
    """By the triangle inequality of each document."""
    first, second = _SUMS[p.metric.base]
    changed = f"{first} - {second} + C >= 0"
    if p.reading.name == "sup":
        p.about("N", first, second, "C", "M")
        p.excess = f"({second} - {first})/N - M"
        p.positive(f"N*M - {second} + {first} >= 0", using=[changed, "N*M - C >= 0"])
        p.quotient(p.goal, {"less": f"N*M - {second} + {first} >= 0", "many": "N > 0"}, "less", "many")
    else:
        p.about("N", first, second, "C")
        p.excess = f"({second} - {first})/N - C/N"
        p.quotient(p.goal, {"less": changed, "many": "N > 0"}, "less", "many")


def renamed(p: Proof) -> None:
    """The same distances are added in another order."""
    first, second = _SUMS[p.metric.base]
    p.about("N", first, second)
    p.excess = f"({second} - {first})/N"
    p.identity(p.goal, zero={f"{first} - {second} = 0": "-1/N"})


def exchanged(p: Proof) -> None:
    """The sum that is subtracted does not fall."""
    more, _ = _SUMS[p.metric.base]
    p.about("N", more)
    p.excess = f"{more}/N"
    p.quotient(p.goal, {"more": f"{more} >= 0", "many": "N > 0"}, "more", "many")


def furthest(p: Proof) -> None:
    """The mean of the distances rises with one that is greater than each."""
    p.about("N", "A", "d")
    p.excess = "(A + d)/(N + 1) - A/N"
    p.quotient(p.goal, {"more": "N*d - A > 0", "many": "N > 0"}, "more", "many*(many + 1)")


def bounded(p: Proof) -> None:
    """The value is from the bound by a mean of numbers from 0 to 1."""
    room = {"adm": "A", "adp": "O", "adr": "U"}[p.metric.base]
    p.about("N", room)
    p.excess = f"-{room}/N"
    p.quotient(p.goal, {"less": f"{room} >= 0", "many": "N > 0"}, "less", "many")


def compared_alike(p: Proof) -> None:
    """The compared values are the same, as ranks or as numbers on a scale."""
    first, second = {
        "swets-1": ("T", "S"),
        "rank-invariance": ("R", "S"),
        "affine-invariance": ("R", "S") if p.metric.values["scores"] == "rank" else ("H", "K"),
    }[p.constraint.id]
    p.about("N", first, second)
    p.excess = f"({second} - {first})/N"
    p.identity(p.goal, zero={f"{first} - {second} = 0": "-1/N"})


def bounded_as_compared(p: Proof) -> None:
    """The value is from the bound by a mean of numbers from 0 to 1."""
    p.about("N", "T")
    p.excess = "-T/N"
    p.quotient(p.goal, {"less": "T >= 0", "many": "N > 0"}, "less", "many")


def exchanged_as_compared(p: Proof) -> None:
    """The sum that is subtracted does not fall."""
    p.about("N", "T")
    p.excess = "T/N"
    p.quotient(p.goal, {"more": "T >= 0", "many": "N > 0"}, "more", "many")


def right_added(p: Proof) -> None:
    """The same sum is a smaller mean of one document more."""
    total = {"adm": "A" if plain(p.metric) else "T", "adp": "O", "adr": "U"}[p.metric.base]
    p.about("N", total, given=f"{total}/N")
    p.excess = f"{total}/N - {total}/(N + 1)"
    p.quotient(p.goal, {"far": f"{total}/N > 0", "many": "N > 0"}, "far", "many + 1")


def has_a_value(p: Proof) -> None:
    """The mean is over the documents of the gold, of which there is one."""
    total = {"adm": "T", "adp": "O", "adr": "U"}[p.metric.base]
    p.about("N", total, outputs={"output": "all 0"} if p.reading.demand.some else None)
    p.excess = f"1 - {total}/N"
    p.identity(p.goal)


def identical(p: Proof) -> None:
    """The mean distance is 0 where all distances are, and only there."""
    p.about("N", "A")
    if p.demand.by == "=":
        p.excess = "-A/N"
        p.identity(p.goal, zero={"A = 0": "-1/N"})
    else:
        p.excess = "A/N"
        p.quotient(p.goal, {"far": "A > 0", "many": "N > 0"}, "far", "many")


def lower_than_0(p: Proof) -> None:
    """No score is further below the relevance than 0 is."""
    p.about("N", "U", "V")
    p.excess = "(V - U)/N"
    p.quotient(p.goal, {"more": "V - U >= 0", "many": "N > 0"}, "more", "many")


def attained(p: Proof) -> None:
    """Every document of the output that is constructed is as far off as it can be."""
    furthest = {"adm": "too high", "adp": "too high", "adr": "too low"}[p.metric.base]
    p.about(outputs={"best": "reversed" if p.metric.values["scores"] == "minmax-query" else furthest})
    p.excess = "0"
    p.evaluate(p.goal)


def plain(metric: Metric) -> bool:
    """Whether the numbers are compared as they are, on all documents."""
    values = metric.values
    return (
        not values["n"]
        and not values["m"]
        and values["scores"] == "given"
        and values["step"] == "none"
        and (values["sample"] in {"all", "pool"})
    )


def _transformed(metric: Metric, scores: str) -> bool:
    """Whether scores are transformed so, and compared on all documents."""
    values = metric.values
    return values["scores"] == scores and not values["n"] and not values["m"] and values["step"] == "none"


def _in_categories(metric: Metric) -> bool:
    """Whether relevances and scores are set to the same categories."""
    values = metric.values
    same = values["n"] == values["m"] and values["scores"] == "given" and values["step"] == "none"
    return same and values["sample"] in {"all", "pool"}


def _ranked_or_scaled(metric: Metric) -> bool:
    return any(_transformed(metric, scores) for scores in ("rank", "minmax-query")) and _all_documents(metric)


def _ranked(metric: Metric) -> bool:
    return _transformed(metric, "rank") and _all_documents(metric)


def _all_documents(metric: Metric) -> bool:
    return metric.values["sample"] in {"all", "pool"}


def _compared(metric: Metric) -> bool:
    """Whether all documents are compared, by numbers that keep the order of scores."""
    return _all_documents(metric) and not plain(metric)


def _has_values(metric: Metric) -> bool:
    """Whether nothing that is divided by can be 0."""
    return _all_documents(metric) and metric.values["scores"] in {"given", "rank"}


def _numbers(first: str, others: str) -> str:
    """A number for one document, and one for eleven more."""
    return " ".join([f"a:{first}", *(f"b{i}:{others}" for i in range(11))])


def _halves(first: str, second: str) -> str:
    """A number for eleven documents, and one for eleven others."""
    return " ".join([*(f"a{i}:{first}" for i in range(11)), *(f"b{i}:{second}" for i in range(11))])


_ORDERED = "a:1 b:1 c:1 d:1 e:0"
_IN_ORDER = (("better", "a:1 b:3/4 c:1/2 d:1/4 e:0"), ("worse", "a:0 b:0 c:0 d:0 e:0"))

_SMALLER = "No distance is greater, and one is smaller, so their sum over the number of documents is smaller."
_TRIANGLE = "By the triangle inequality, document by document."

ENTRIES = (
    Theorem(("adm",), "scoring:pointwise-dominance", ("strict", "weak"), _SMALLER, nearer, when=plain),
    Theorem(("adm",), "scoring:big-difference", ("quarter", "any"), _SMALLER, nearer, when=plain),
    Theorem(("adm", "adp", "adr"), "scoring:stability", ("sup", "mean"), _TRIANGLE, stable, when=plain),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:swets-1",
        ("plain",),
        "The same distances are added in another order.",
        renamed,
        when=plain,
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:score-priority",
        ("weak",),
        "Exchanged, the two differences from the relevance have the same sum and lie further apart.",
        exchanged,
        when=plain,
    ),
    Theorem(
        ("adm",),
        "scoring:gamma-sector",
        ("far",),
        "A distance that is greater than each other one raises the mean distance.",
        furthest,
        when=plain,
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:bounded",
        ("plain",),
        "What is subtracted from 1 is a mean of numbers from 0 to 1.",
        bounded,
        when=plain,
    ),
    Theorem(
        ("adm",),
        "scoring:swets-1",
        ("plain",),
        "Ranks, scales and categories do not depend on names, and the same distances are added.",
        compared_alike,
        when=_compared,
    ),
    Theorem(
        ("adm",),
        "scoring:rank-invariance",
        ("order",),
        "Ranks depend on the order of the scores alone.",
        compared_alike,
        when=_ranked,
    ),
    Theorem(
        ("adm",),
        "scoring:affine-invariance",
        ("plain",),
        "Ranks, and places between the least and the greatest score, are those of a s + b.",
        compared_alike,
        when=_ranked_or_scaled,
    ),
    Theorem(
        ("adm",),
        "scoring:bounded",
        ("plain",),
        "What is subtracted from 1 is a mean of numbers from 0 to 1.",
        bounded_as_compared,
        when=_compared,
    ),
    Theorem(
        ("adm",),
        "scoring:score-priority",
        ("weak",),
        "Exchanged, the two differences from the relevance have the same sum and lie further apart.",
        exchanged_as_compared,
        when=_compared,
    ),
    Theorem(
        ("adm",),
        "scoring:gamma-sector",
        ("close",),
        "The same sum of distances is a smaller mean of one document more.",
        right_added,
        when=_in_categories,
    ),
    Theorem(
        ("adp", "adr"),
        "scoring:gamma-sector",
        ("close",),
        "The same sum of distances is a smaller mean of one document more.",
        right_added,
        when=plain,
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:swets-3",
        ("plain",),
        "A mean over the documents of the gold, of which there is one.",
        has_a_value,
        when=_has_values,
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:swets-4",
        ("plain",),
        "A mean over the documents of the gold, of which there is one.",
        has_a_value,
        when=_has_values,
    ),
    Theorem(
        ("adm",),
        "scoring:identity",
        ("plain",),
        "A sum of distances is 0 where all of them are, and only there.",
        identical,
        when=plain,
    ),
    Theorem(
        ("adr",),
        "scoring:non-informative",
        ("all-zero",),
        "No score is further below the relevance than 0 is.",
        lower_than_0,
        when=plain,
    ),
    Theorem(
        ("adm", "adp", "adr"),
        "scoring:full-range",
        ("some-gold",),
        "Every document of the output that is constructed is as far off as it can be.",
        attained,
        when=lambda metric: plain(metric) or _ranked_or_scaled(metric),
    ),
    Larger(
        ("adm",),
        "scoring:non-informative",
        ("ordered", "all-zero"),
        _ORDERED,
        _IN_ORDER,
        "One score for all documents is rank 1 for all: four relevant documents lose by their order 0, 1, 2 and 3 "
        "ranks, and the irrelevant one wins 4.",
        when=_ranked,
    ),
    Larger(
        ("adm",),
        "scoring:stability",
        ("sup",),
        _halves("1", "0"),
        (("one", _halves("1/2", "49/100")), ("other", _halves("49/100", "1/2"))),
        "Eleven scores fall by .01 and eleven others rise by .01: the rank of each changes by eleven.",
        when=lambda metric: _transformed(metric, "rank") and metric.values["length"] == 1000,
    ),
    Larger(
        ("adm",),
        "scoring:rank-invariance",
        ("order",),
        "a:0 b:0 c:1",
        (("one", "a:0 b:1/2 c:1"), ("other", "a:0 b:1/4 c:1")),
        "The least and the greatest score become 0 and 1, and one between them keeps its share of the way.",
        when=lambda metric: _transformed(metric, "minmax-query"),
    ),
    Larger(
        ("adm",),
        "scoring:stability",
        ("mean",),
        _numbers("0", "1"),
        (("one", _numbers("49/100", "1/2")), ("other", _numbers("51/100", "1/2"))),
        "A score that rises a little passes eleven others: its rank changes by eleven, and that of each other by one.",
        when=lambda metric: _transformed(metric, "rank") and metric.values["length"] == 1000,
    ),
)
