"""The definition that a metric claims to compute by its name and by the arguments that its TARGET binds.

`sklearn.metrics:f1_score(average="macro")` claims to be the mean of F over the classes that occur, not F: a bound
argument is a part of the name. A bound argument that sets no parameter of our metric is never ignored: the claim keeps
it, and each sentence about the claim names it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from axiometrics import registry
from axiometrics.candidates.expression import Arguments, Component, steps_of
from axiometrics.comparison.identification.catalogue import catalogue
from axiometrics.core.errors import ParameterError, TargetError, UnknownNameError
from axiometrics.core.metric import Metric

_MACRO = {"average": "macro", "over": "present"}
"""The parameters of scikit-learn's macro mean, which leaves out classes that occur in neither list."""

_NAMES_OF_LABELS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "macro-f1": ("f", _MACRO),
    "f1-macro": ("f", _MACRO),
    "precision-macro": ("precision", _MACRO),
    "recall-macro": ("recall", _MACRO),
    "f1-weighted": ("f", {"average": "weighted"}),
    "precision-weighted": ("precision", {"average": "weighted"}),
    "recall-weighted": ("accuracy", {}),
    **dict.fromkeys(("f1-micro", "precision-micro", "recall-micro"), ("accuracy", {})),
}
"""scikit-learn's names of means over labels, in addition to the table of the registry, which has the names for one
class. Where a mean is equal to accuracy, it is listed as accuracy.
"""

_ENDS = ("", "-score", "-index", "-at-k", "-coefficient", "-metric")
"""The endings that may follow the name of a metric in the name of a function."""


@dataclass(frozen=True)
class NameClaim:
    """The definition that a metric claims to be by its name.

    Attributes
    ----------
    metric : the definition, with the bound values of its parameters
    bound : the names of these parameters
    unread : the other bound arguments, as they are written; they set no parameter of the definition
    """

    metric: Metric
    bound: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    def contradicts(self, metric: Metric) -> bool:
        """Whether this definition differs from the claimed one, whatever the values of the unbound parameters are."""
        ours = self.metric
        return ours.base != metric.base or any(ours.values[name] != metric.values[name] for name in self.bound)

    def __str__(self) -> str:
        without = f", without {' and '.join(self.unread)}," if self.unread else ""
        return f"By its name{without} one would expect {self.metric.id}"


def claim_of(name: str, task: str) -> NameClaim | None:
    """The definition of a task that a function, a member or a TARGET claims to be by its name; None where there is
    none.

    >>> str(claim_of("sklearn.metrics:v_measure_score(beta=2.0)", "clustering"))
    'By its name one would expect v-measure(beta=2)'
    >>> str(claim_of("sklearn.metrics:precision_score(average='weighted')", "filtering"))
    'By its name one would expect precision(average=weighted)'
    """
    words, spoken = _words(name), _spoken(task)
    bound_values, unread = _bound(name)
    bases = [bare for end in _ENDS if (bare := words.removesuffix(end)) in spoken]
    if not bases:
        return None
    of_labels = ((key, f"{bare}-{value}") for key, value in bound_values.items() for bare in bases)
    argument, whole = next((pair for pair in of_labels if pair[1] in spoken), ("", bases[0]))
    named = spoken[whole]
    bound = tuple(p.name for p in named.parameters if named.values[p.name] != p.default)
    claim = NameClaim(named, bound, unread)
    for key, value in bound_values.items():
        if key != argument:
            claim = _with(claim, words.replace("-", "_"), key, value)
    return claim


def _with(claim: NameClaim, function: str, argument: str, value: Any) -> NameClaim:
    """The claim with one more bound argument: a parameter of our metric, or an argument whose meaning stands in the
    table of names.
    """
    metric, written = claim.metric, f"{function}({argument}={value})"
    absent = registry.other_names.not_ours(written, [metric.task])
    own = [] if absent is not None and absent.given else [(metric, {argument: str(value)})]
    for _, values in own + registry.other_names.translated(written, [metric]):
        if set(values) <= set(metric.values):
            with suppress(ParameterError, UnknownNameError):
                return replace(claim, metric=metric.with_values(**values), bound=(*claim.bound, *values))
    return replace(claim, unread=(*claim.unread, f"{argument}={value!r}"))


def _bound(name: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """The arguments that a name binds, and, as they are written, the components that it takes of the result."""
    try:
        steps = steps_of(name)
    except TargetError:
        steps = ()
    if not steps:
        return registry.other_names.parameters_of(name.rpartition(":")[2]), ()
    values: dict[str, Any] = {}
    for step in steps:
        values |= step.values if isinstance(step, Arguments) else {}
    return values, tuple(f"[{step.key!r}]" for step in steps if isinstance(step, Component))


def _words(name: str) -> str:
    """The words of the function or member at the end of a name, joined by hyphens."""
    whole = re.split(r"[(\[@]", name, maxsplit=1)[0]
    return re.split(r"[:.]", whole)[-1].strip("-_").lower().replace("_", "-").replace(" ", "-")


def promised(name: str, task: str) -> Metric | None:
    """The metric of a task with the longest name that is a part of this name; None where there is none.

    >>> promised("mine.py:recall_swapped", "filtering").id
    'recall'
    """
    words, spoken = f"-{_words(name)}-", _spoken(task)
    parts = [part for part in spoken if f"-{part}-" in words]
    return spoken[max(parts, key=len)] if parts else None


@cache
def _spoken(task: str) -> Mapping[str, Metric]:
    """The metrics of a task, by every name that people give to them."""
    by_base: dict[str, Metric] = {}
    for metric in catalogue(task):
        for spoken in (metric.base, metric.title.lower().replace(" ", "-")):
            by_base.setdefault(spoken, metric)
    names = {name: by_base[base] for name, base in registry.other_names.claims(task).items() if base in by_base}
    of_labels = {
        name: by_base[base].with_values(**values)
        for name, (base, values) in _NAMES_OF_LABELS.items()
        if base in by_base and set(values) <= set(by_base[base].values)
    }
    return by_base | names | of_labels
