"""The formulas of metrics, as pages of metrics set them: one table for each task.

The file `formulas.py` in the folder of a task's metrics holds the formula of each metric (`FORMULAS`) and what the
symbols mean that they share (`SYMBOLS`). A formula is a text that Python can parse, because tests compute it: each has
the values of its metric on small inputs. `total(i, x)` is the sum of x over all i, `largest(i, x)` its greatest value,
and `sum(i, 1, k, x)` and `product(i, 1, k, x)` have bounds. After semicolons follow the definitions of further symbols
and remarks in words, in which symbols stand between backticks.

The formulas do not stand in the declarations of the metrics, because shipped proofs are bound to the code of these
modules and no proof depends on how a formula is written. To derive them from the code of the metrics was rejected: the
code counts stacks of cases at once, and what is derived from it reads like that.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from axiometrics.core.metric import Metric

FILE = "formulas"
"""The module in the folder of the metrics of a task that holds the formulas of that task."""

_DEFINITION = re.compile(r"[A-Za-z_]\w*(?:\([a-z, ]+\))? = .+")
"""A symbol, or a function of symbols, and what it is."""


@dataclass(frozen=True)
class MetricFormula:
    """The formula of a metric.

    Attributes
    ----------
    value : the value of the metric
    definitions : of further symbols, as `P = 1/n`, each after those that use it
    remarks : what is said in words
    symbols : what the symbols mean that the metrics of the task share
    """

    value: str
    definitions: tuple[str, ...]
    remarks: tuple[str, ...]
    symbols: str

    @classmethod
    def of(cls, text: str, symbols: str) -> MetricFormula:
        """The formula that a table writes.

        >>> MetricFormula.of("2*P/n; P = x + y; x is a number", "").definitions
        ('P = x + y',)
        """
        value, *more = text.split("; ")
        definitions = tuple(one for one in more if _DEFINITION.fullmatch(one))
        return cls(value, definitions, tuple(one for one in more if one not in definitions), symbols)


@cache
def of_task(task: str) -> Mapping[str, MetricFormula]:
    """The formulas of the metrics of a task, by the base of the metric; none where the task has no such file."""
    name = f"axiometrics.metrics.{task.replace('-', '_')}.{FILE}"
    try:
        known = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # the task of another package has no folder here
        known = False
    if not known:
        return {}
    module = importlib.import_module(name)
    return {base: MetricFormula.of(text, module.SYMBOLS) for base, text in module.FORMULAS.items()}


def formula(metric: Metric) -> MetricFormula | None:
    """The formula of a metric of ours."""
    return of_task(metric.task).get(metric.base)
