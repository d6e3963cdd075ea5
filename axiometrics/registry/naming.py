"""Find the metric that a name means.

People write the id of a metric, the name in reports, one of the two in capitals or with blanks, or the name in their
library, and they write it with parameters or without. A name is looked up in this order. A metric of the tasks at hand
comes before a metric of other tasks, however it is named. If a name still has several meanings, an error asks the user
to choose; the code never chooses for him.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from axiometrics.core import names
from axiometrics.core.errors import UnknownNameError
from axiometrics.core.metric import Metric
from axiometrics.registry import other_names, tasks
from axiometrics.registry.other_names import Meaning, head_of


class AmbiguousNameError(UnknownNameError):
    """A name that several metrics have. `meanings` are these metrics, by the names from which a user can choose."""

    def __init__(self, name: str, meanings: Mapping[str, Metric]) -> None:
        self.meanings = meanings
        shown = ", ".join(f"{text} ({metric.task})" for text, metric in meanings.items())
        super().__init__(f"{name!r} is written of several metrics: name one of {shown}, or name the task")


@dataclass(frozen=True)
class Naming:
    """All metrics, for looking up names. The metrics in `controls` are found by their ids alone."""

    metrics: Sequence[Metric]
    controls: Sequence[Metric] = ()

    def metric(self, name: str, at_hand: Set[str] = frozenset()) -> Metric:
        """The metric of that name. `registry.metric` says which names it takes and which errors it raises."""
        meant = self.meant(name, at_hand)
        by_id = {
            (metric.task, metric.id): metric for metric in (metric.with_values(**written) for metric, written in meant)
        }
        different = once(list(by_id.values()))
        if len(different) == 1:
            return different[0]
        if different:
            plain, ids = {metric.id for metric, _ in meant}, [metric.id for metric in different]
            texts = {metric: metric.base if metric.id in plain else metric.id for metric in different}
            raise AmbiguousNameError(
                name,
                {
                    f"{metric.task}:{text}" if ids.count(metric.id) > 1 else text: metric
                    for metric, text in texts.items()
                },
            )
        raise UnknownNameError(self._unknown(name, at_hand))

    def meant(self, name: str, at_hand: Set[str] = frozenset()) -> list[Meaning]:
        """The metrics that a name means. Metrics of the tasks at hand come before others. Otherwise an id comes before
        ids and display names in another spelling, and these come before the names of other libraries.

        >>> from axiometrics import registry
        >>> [(one.base, written) for one, written in Naming(registry.metrics()).meant("RBP (p=0.9)")]
        [('rbp', {'p': '0.9'})]
        """
        task, divider, rest = name.partition(":")
        if divider:
            named = task in tasks.names() and ":" not in rest
            meant = self.meant(rest, {task}) if named else []
            return [meaning for meaning in meant if task in tasks.with_same_data(meaning[0].task)]
        exact = self._exact(name)
        exact = [meaning for meaning in exact if meaning[0].task in at_hand] or exact
        if _able(exact) and (not at_hand or exact[0][0].task in at_hand):
            return exact
        if translated := other_names.translated(name, self.metrics):
            return translated
        if not exact and other_names.is_refused(name, self.metrics):
            return []
        sources = [exact, list(self._spelled(name)), other_names.meanings(name, self.metrics)]
        for meanings in sources:
            if near := [meaning for meaning in _able(meanings) if meaning[0].task in at_hand]:
                return near
        return next(filter(None, map(_able, sources)), sources[0] or sources[1])

    def _exact(self, name: str) -> list[Meaning]:
        parsed = names.parse(name)
        every = (*self.metrics, *self.controls) if parsed else ()
        return [(metric, parsed[1]) for metric in every if parsed and metric.base == parsed[0]]

    def _spelled(self, name: str) -> Iterator[Meaning]:
        """The metrics that a name means in another spelling, such as `AP`, `V-measure`, `bcubed f`, `NDCG@10`."""
        whole = [metric for metric in self.metrics if metric.display.casefold() == name.casefold()]
        whole = whole or [
            metric for metric in self.metrics if names.spells(name, metric.id, metric.base, metric.display)
        ]
        if whole:
            yield from ((metric, {}) for metric in whole)
            return
        base = re.split(r"[@(]", name, maxsplit=1)[0]
        rest = name[len(base) :].strip()
        if parsed := names.parse(f"m{rest}") if rest else None:
            bases = [metric for metric in self.metrics if names.alike(base, metric.base)]
            shown = bases or [metric for metric in self.metrics if names.alike(base, head_of(metric.display))]
            yield from ((metric, parsed[1]) for metric in shown)

    def _unknown(self, name: str, at_hand: Set[str]) -> str:
        """The error message for a name that does not mean a metric. It proposes metrics with similar names."""
        if (absent := other_names.not_ours(name, at_hand)) is not None:
            return absent.sentence(name)
        ours = {
            spelling: (metric.base, metric.task)
            for metric in self.metrics
            for spelling in (metric.display, metric.base)
        }
        others = [
            other_name
            for other_name in reversed(other_names.table(self.metrics))
            if other_name.base and other_name.example not in ours
        ]
        # of equal texts the last counts
        spellings = {other_name.example: (other_name.base, other_name.task) for other_name in others} | ours
        near = {text: of for text, of in spellings.items() if of[1] in at_hand} or spellings
        close: dict[str, str] = {}
        for spelling in names.closest(head_of(name), near):
            base, _ = near[spelling]
            close.setdefault(base, base if spelling in ours else f"{spelling} ({base})")
        cure = f"did you mean {' or '.join(close.values())}?" if close else "`axiometrics list metrics` shows all"
        return f"no metric {name!r}: {cure}"


def _able(meanings: Sequence[Meaning]) -> list[Meaning]:
    """The metrics that can take the cut-off of the name, if it has one."""
    return [
        (metric, written) for metric, written in meanings if "k" not in written or any(p.cut for p in metric.parameters)
    ]


def _is_again(metric: Metric, names_of: Set[str]) -> bool:
    """Whether one of these metrics is the same measure as this one. It then has another id and the same data; or it has
    the same id and another understanding of the data, such as classes with an order.
    """
    return any(
        f"{task}:{base}" in names_of and (metric.task in tasks.with_same_data(task) or base == metric.base)
        for task, base in metric.agrees.items()
    )


def once(metrics: Sequence[Metric]) -> list[Metric]:
    """The metrics without repetitions of the same measure, so that the user need not choose between equal ones."""
    names_of = {metric.name for metric in metrics}
    return [metric for metric in metrics if not _is_again(metric, names_of)]
