"""Read labels of two classes as decisions: find which label means yes.

Few pairs of labels say by themselves which one is positive: 1 and 0 (also 1.0 and 0.0), 1 and -1, true and false, and
some others. For all others the user names the positive label. A guess could exchange the two classes, and the user
would not notice it.
"""

from __future__ import annotations

from collections.abc import Iterable

from axiometrics.core.errors import TaskError
from axiometrics.evaluation.files import shown, some

POSITIVE = frozenset({"1", "true", "yes", "positive", "relevant"})
NEGATIVE = frozenset({"0", "false", "no", "negative", "irrelevant"})


def plain_label(text: str) -> str:
    """A label in lower case. A whole number that is written with a decimal point loses the point and the zeros after
    it.

    >>> plain_label("1.0"), plain_label("-1"), plain_label("Spam"), plain_label("v1.0")
    ('1', '-1', 'spam', 'v1.0')
    """
    whole, point, rest = text.strip().lower().partition(".")
    is_number = bool(point) and whole.lstrip("+-").isdecimal() and whole.isascii() and rest.strip("0") == ""
    return whole if is_number else text.strip().lower()


def positive_labels(labels: Iterable[str], said: str | None = None) -> frozenset[str]:
    """The labels that mean yes; all others mean no. `said` is the positive label that the user names.

    >>> sorted(positive_labels(["1.0", "0", "1"])), sorted(positive_labels(["spam", "ham"], "spam"))
    (['1', '1.0'], ['spam'])

    Raises `TaskError` where nothing says which label is positive, and where the named label does not occur.
    """
    plain = {label: plain_label(label) for label in labels}
    if said is not None:
        chosen = frozenset(label for label, of in plain.items() if of == plain_label(said))
        if not chosen:
            raise TaskError(f"no item has the positive label {shown(said)}: the labels are {some(sorted(plain))}")
        return chosen
    if unclear := unclear_label(plain):
        cure = " or ".join(f"--positive {label}" for label in sorted(plain)) if len(plain) == 2 else "--positive LABEL"
        raise TaskError(f"label {shown(unclear)} says neither yes nor no: label every item 1 or 0, or say {cure}")
    return frozenset(label for label, of in plain.items() if of in POSITIVE)


def unclear_label(labels: Iterable[str]) -> str:
    """The first label that means neither yes nor no; empty if each label means one of the two."""
    plain = {label: plain_label(label) for label in labels}
    if set(plain.values()) <= {"1", "-1"}:
        return ""
    return next((label for label, of in plain.items() if of not in POSITIVE | NEGATIVE), "")
