"""Read labels as classes: find which classes there are, and their order.

Two labels that mean yes and no are decisions (`evaluation.decisions`). All other labels are classes, of which none is
the positive one. Metrics of several classes score them, and some of these metrics, such as weighted kappa, need the
order of the classes. Numbers have an order. The order of words is given by the user, because the alphabetical order
(high, low, middle) would give a value that looks right and is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from axiometrics.core.errors import ParameterError, TaskError
from axiometrics.core.metric import Metric
from axiometrics.evaluation.decisions import plain_label
from axiometrics.evaluation.files import shown, some
from axiometrics.evaluation.grades import finite
from axiometrics.evaluation.label_codes import Coded
from axiometrics.tasks.ordinal import TASK as ORDINAL

MOST = 100
"""The greatest number of classes that are scored where nothing says that labels are classes. More different labels are,
as a rule, names of clusters.
"""

SHOWN = 5
"""The number of classes that the line about the data names."""

SEVERAL = "several-classes"
"""The name of the trait of metrics that take more than two classes."""


@dataclass(frozen=True)
class Classes:
    """The classes of an evaluation.

    Attributes
    ----------
    words : the classes as labels, the lowest first
    is_ordered : whether their order means something: they are numbers, or the user gives it, or there are at most two
    same : a function from a label to the class that it names
    """

    words: tuple[str, ...]
    is_ordered: bool
    same: Callable[[str], str]

    @classmethod
    def of(cls, sides: Iterable[Iterable[str]], said: Sequence[str] = ()) -> Classes:
        """The classes that the labels of all sides name. `said` lists all classes in the order that the user gives.

        >>> Classes.of([["10", "9"], ["9.0", "2"]]).words, Classes.of([["low", "high", "mid"]]).is_ordered
        (('2', '9', '10'), False)
        >>> Classes.of([["low", "high"]], ["low", "mid", "high"]).words
        ('low', 'mid', 'high')

        Raises `ParameterError` where the user names a class twice, or leaves one out that occurs.
        """
        every = [list(side) for side in sides]
        same = plain_label if all(map(_differ, every)) else _exact
        texts = dict.fromkeys(same(text) for side in every for text in side)
        if said:
            words = tuple(map(same, said))
            left_out = next((word for word in texts if word not in words), None)
            if left_out is not None or len(set(words)) < len(words):
                problem = "it names a class twice" if left_out is None else f"the label {shown(left_out)} is not in it"
                raise ParameterError(
                    f"class_order={','.join(said)}: {problem}: "
                    "name every class once, the lowest first, as low,middle,high"
                )
            return cls(words, True, same)
        if all(finite(word) is not None for word in texts):
            return cls(tuple(sorted(texts, key=Fraction)), True, same)
        return cls(tuple(sorted(texts)), len(texts) <= 2, same)

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.words)

    @property
    def line(self) -> str:
        """The classes in one line, in their order if the order means something."""
        if not self.is_ordered or self.count <= 2:
            return some(list(self.words), SHOWN)
        return " < ".join([*self.words[:SHOWN], *["..."] * (self.count > SHOWN)])

    def places(self, labels: Coded) -> npt.NDArray[np.int64]:
        """For each row, the number of its class; the lowest class has number 0."""
        place = {word: i for i, word in enumerate(self.words)}
        return np.array([place[self.same(text)] for text in labels.texts], dtype=np.int64)[labels.codes]


def _exact(text: str) -> str:
    """A label as it is written, without blanks around it; a whole number loses its decimal point and the zeros after
    it.
    """
    return plain_label(text) if finite(text) is not None else text.strip()


def _differ(texts: Sequence[str]) -> bool:
    """Whether no two labels differ in their capitals alone. Two ways to write one number do not count as a
    difference.
    """
    return len({_exact(text) for text in texts}) == len({plain_label(text) for text in texts})


def takes_classes(metric: Metric) -> bool:
    """Whether a metric takes more than two classes."""
    return SEVERAL in metric.traits or metric.task == ORDINAL.name


def needs_order(metric: Metric) -> bool:
    """Whether a metric of classes depends on their order.

    >>> from axiometrics import registry
    >>> [needs_order(registry.metric(name)) for name in ("kappa", "kappa(weights=linear)", "ordinal:mae")]
    [False, True, True]
    """
    unordered = {"weights": "none", "level": "nominal"}
    if any(metric.values.get(name, free) != free for name, free in unordered.items()):
        return True
    return metric.task == ORDINAL.name and not metric.agrees


def demand_order(classes: Classes, whose: str) -> None:
    """Raise `TaskError` if the order of the classes is not known. Called for a metric or a file that needs the
    order.
    """
    if not classes.is_ordered:
        raise TaskError(
            f"{whose}: the order of the classes counts, and the labels {some(list(classes.words))} do not say it: name "
            "all of them, the lowest first, by --class-order LABEL,LABEL,... (in Python class_order=[...])"
        )


def mean_instead(metric: Metric) -> str:
    """The part of an error message that proposes the mean over all classes instead of a metric of one positive class.
    Empty for a metric that has no such mean.
    """
    averages = any(parameter.trait == SEVERAL for parameter in metric.parameters)
    return f"; or take {metric.base}(average=macro), the mean over all classes" if averages else ""
