"""A metric whose function exchanges its two arguments: the commonest fault of measures that take a gold and an output
of one kind, since `precision_score(y_pred, y_true)` is a recall, and nothing fails.
"""

from __future__ import annotations

from dataclasses import replace

from axiometrics.candidates.blackbox import BlackBox
from axiometrics.comparison.identification.catalogue import ALIASES, catalogue
from axiometrics.core.metric import Metric

EXCHANGEABLE = frozenset({"labels", "decisions", "id-lists", "numbers", "organization"})
"""Forms that take a gold and an output of one kind, so that a call with both exchanged gives a number too."""


def exchanged(judge: BlackBox) -> BlackBox | None:
    """The same metric, called with its first two arguments exchanged; None where they are not of one kind."""
    signature = judge.signature
    if signature.named("") not in EXCHANGEABLE:
        return None
    parts, swap = judge.declared.form.split(), signature.other_order
    form = [part for part in parts if part != swap] if swap in parts else [*parts, swap]
    return replace(judge, declared=replace(judge.declared, form=" ".join(form)))


def hinted(name: str, task: str) -> list[Metric]:
    """The metrics of a task whose name is a part of this one, the longest first.

    >>> [found.id for found in hinted("mine.py:recall_swapped", "filtering")]
    ['recall']
    """
    bare = name.rpartition(":")[2].partition("(")[0].partition("[")[0].rpartition(".")[2]
    words = f"-{bare.lower().replace('_', '-').replace(' ', '-')}-"
    spoken = {alias: base for alias, base in ALIASES.items() if f"-{alias}-" in words}
    by_base = {metric.base: metric for metric in catalogue(task)}
    spoken |= {base: base for base in by_base if f"-{base}-" in words}
    bases = dict.fromkeys(spoken[key] for key in sorted(spoken, key=len, reverse=True))
    return [by_base[base] for base in bases if base in by_base]
