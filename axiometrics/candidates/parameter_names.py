"""The roles that the names of two parameters indicate: which one takes the gold, and which one the output.

People name the two in a hundred ways, and most names are made of a few words: `retrieved_docs`, `sys_labels`,
`goldClusters`. Each word indicates a role, some more clearly than others: `actual` is the gold beside `predicted`, and
the output beside `expected`. So each word has a weight, and the names of both parameters are compared. Where their
weights differ little, the names decide nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_GOLD = {
    4: "gold golds golden truth truths true gt ground expected reference references ref refs qrel qrels relevant",
    3: "rel relevance target targets correct wanted desired solution ideal key manual class classes liked judgments"
    " judgements judged judgment grades grade",
    2: "actual pos positive positives answers reals real annotated annotation",
}
_OUTPUT = {
    4: "pred preds predicted prediction predictions hat yhat retrieved recommended recommendation recommendations rec"
    " recs system sys hyp hyps hypothesis hypotheses estimated estimate obtained run runs results result response"
    " responses ranked ranking rankings",
    3: "output outputs score scores cluster clusters clustering found returned candidate candidates auto automatic hits"
    " rank ranks search searched suggested answer top guess guesses",
    1: "observed",
}
WEIGHTS: Mapping[str, int] = {
    **{word: weight for weight, words in _GOLD.items() for word in words.split()},
    **{word: -weight for weight, words in _OUTPUT.items() for word in words.split()},
}
"""The weight with which a word indicates the gold; a negative weight indicates the output."""

CLEAR = 2
"""The least difference between the weights of two names with which they decide the roles."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _words(name: str) -> set[str]:
    """The words of a name in snake_case or CamelCase, in small letters."""
    return {word.lower() for word in _WORD.findall(name)}


def leaning(name: str) -> int:
    """The weight with which a name indicates the gold: the sum over its words. A negative weight indicates the output.

    >>> leaning("retrieved_docs"), leaning("goldClusters") > 0, leaning("x")
    (-4, True, 0)
    """
    words = [word.lower() for word in _WORD.findall(name)]
    return sum(WEIGHTS.get(word, 0) for word in words)


def gold_first(names: Sequence[str]) -> bool | None:
    """Whether the first of two names is that of the gold; None where the names do not decide it.

    >>> gold_first(["y_true", "y_pred"]), gold_first(["retrieved", "relevant"]), gold_first(["a", "b"])
    (True, False, None)
    >>> gold_first(["actual", "predicted"]), gold_first(["actual", "expected"])
    (True, False)
    """
    if len(names) < 2:
        return None
    difference = leaning(names[0]) - leaning(names[1])
    return None if abs(difference) < CLEAR else difference > 0


_FORMS = {
    "id-lists": "ids id docs doc documents items item relevant retrieved recommended pages products hits run ranking"
    " ranked",
    "qrel-run": "qrel qrels run runs",
    "gains": "gains gain rels relevances ideal n count num total",
    "scores": "score scores probabilities probs pos neg",
    "labels": "labels label clusters cluster clustering classes partition communities",
    "cluster-sets": "clusters clustering classes communities sets",
    "cluster-dicts": "clusters clustering classes assignment assignments",
    "decisions": "decisions decision",
    "pairs": "pairs pair links link",
    "frames": "df frame frames table",
    **dict.fromkeys(
        ("confusion-matrix", "confusion-matrix-positive-first"), "cm confusion conf matrix mat contingency table"
    ),
}
_PAIRS = {
    ("labels_true", "labels_pred"): {"labels": 7},
    ("gains", "ideal"): {"gains": 7},
    ("qrel", "run"): {"qrel-run": 7},
    ("qrels", "run"): {"qrel-run": 7},
    ("qrels", "results"): {"qrel-run": 7},
    ("y_true", "y_score"): {"scores": 7},
    ("y_true", "y_scores"): {"scores": 7},
    ("y_true", "y_pred"): {"decisions": 3, "labels": 3},
    ("relevant", "retrieved"): {"id-lists": 2},
}
"""Pairs of names that are usual for a form, and how much they speak for it. The last pairs have low weights, because
people use these names for other forms, too.
"""

_PROBABILITIES = {
    *("proba", "probas", "prob", "probs", "probability", "probabilities"),
    *("confidence", "confidences", "logit", "logits"),
}
_OF_NUMBERS = (
    *("brier", "nll", "logloss", "crossentropy", "rmse", "mse", "rmsle", "msle", "mape", "smape", "pinball", "ece"),
    *("log loss", "cross entropy", "squared error", "percentage error", "calibration error", "quantile loss"),
)
"""The words in the name of a function that measures probabilities, forecasts or other numbers."""


def probabilities_among(names: Sequence[str]) -> str:
    """The first of two names that says that its argument holds probabilities; empty where neither does.

    >>> probabilities_among(["y_true", "y_proba"]), probabilities_among(["pred_probs", "y"])
    ('y_proba', 'pred_probs')
    >>> probabilities_among(["y_true", "y_pred"])
    ''
    """
    return next((n for n in names[:2] if _PROBABILITIES & _words(n)), "")


def measures_numbers(name: str) -> bool:
    """Whether the name of a function says that it measures probabilities or other numbers, and not classes.

    >>> measures_numbers("log_loss"), measures_numbers("BrierScore"), measures_numbers("f1_loss")
    (True, True, False)
    """
    return any(set(measured.split()) <= _words(name) for measured in _OF_NUMBERS)


def is_weight(name: str) -> bool:
    """Whether the name of a parameter says that it takes a weight of each item.

    >>> is_weight("sample_weight"), is_weight("group")
    (True, False)
    """
    return not _words(name).isdisjoint({"weight", "weights"})


WORD, LINK = 1, 7
"""The weight with which a single word in the names speaks for a form. Pairs and links are hardly ever something else:
their words weigh as much as a usual pair of names.
"""


def support(names: Sequence[str], form: str) -> int:
    """The weight with which the names of the first two parameters speak for a form.

    >>> support(["expected_ids", "retrieved_ids"], "id-lists"), support(["run", "qrel"], "qrel-run")
    (1, 7)
    """
    for pair, weights in _PAIRS.items():
        if sorted(names[:2]) == sorted(pair) and form in weights:
            return weights[form]
    words = {word for name in names[:2] for word in _words(name)}
    weight = LINK if form == "pairs" else WORD
    return weight if words & set(_FORMS.get(form, "").split()) else 0
