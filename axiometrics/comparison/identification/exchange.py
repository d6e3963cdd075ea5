"""Exchange the first two arguments of a metric's calls. This is the commonest mistake in calls of measures that take a
gold and an output of one kind: `precision_score(y_pred, y_true)` is a recall, and no error is raised.
"""

from __future__ import annotations

from dataclasses import replace

from axiometrics.candidates.blackbox import BlackBox

EXCHANGEABLE = frozenset({"labels", "decisions", "id-lists", "numbers", "organization"})
"""The forms that take a gold and an output of one kind, so that a call with the two exchanged also gives a number."""


def exchanged(judge: BlackBox) -> BlackBox | None:
    """The same metric, called with its first two arguments exchanged; None where they are not of one kind."""
    signature = judge.signature
    if signature.named("") not in EXCHANGEABLE:
        return None
    parts, swap = judge.declared.form.split(), signature.other_order
    form = [part for part in parts if part != swap] if swap in parts else [*parts, swap]
    return replace(judge, declared=replace(judge.declared, form=" ".join(form)))
