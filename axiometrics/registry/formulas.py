"""Provide the formulas of metrics, as pages about metrics print them. There is one table for each task.

The file `formulas.py` in the folder of a task's metrics holds the formula of each metric (`FORMULAS`) and the meanings
of the symbols that the formulas share (`SYMBOLS`). A formula is a text that Python can parse, because tests compute it:
each formula has the values of its metric on small inputs. `total(i, x)` is the sum of x over all i, `largest(i, x)` its
greatest value, and `sum(i, 1, k, x)` and `product(i, 1, k, x)` have bounds. After semicolons follow the definitions of
further symbols and remarks in words, in which symbols stand between backticks.

The formulas do not stand in the declarations of the metrics, because shipped proofs are bound to the code of these
modules and no proof depends on how a formula is written. To derive the formulas from the code of the metrics was
rejected: the code counts stacks of cases at once, and a derived formula would be as hard to read.
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
"""The name of the module with the formulas of a task, in the folder of the metrics of the task."""

_DEFINITION = re.compile(r"[A-Za-z_]\w*(?:\([a-z, ]+\))? = .+")
"""A definition in a formula: a symbol, or a function of symbols, and its value."""


@dataclass(frozen=True)
class MetricFormula:
    """The formula of a metric.

    Attributes
    ----------
    value : the value of the metric
    definitions : the definitions of further symbols, such as `P = 1/n`, each after those that use it
    remarks : sentences about the formula
    symbols : the meanings of the symbols that the metrics of the task share
    """

    value: str
    definitions: tuple[str, ...]
    remarks: tuple[str, ...]
    symbols: str

    @classmethod
    def of(cls, text: str, symbols: str) -> MetricFormula:
        """Parse a formula as a table writes it.

        >>> MetricFormula.of("2*P/n; P = x + y; x is a number", "").definitions
        ('P = x + y',)
        """
        value, *more = text.split("; ")
        definitions = tuple(part for part in more if _DEFINITION.fullmatch(part))
        return cls(value, definitions, tuple(part for part in more if part not in definitions), symbols)

    @property
    def meanings(self) -> str:
        """The sentences of `symbols` about symbols that occur in this formula or its remarks. A sentence without
        symbols is kept; so are a sentence to which a kept sentence refers (`that document`), and a sentence about sums
        if there is a sum.

        >>> MetricFormula.of("x/n", "Of `n` items, `x` are right. `a[i]` items are in class `i`.").meanings
        'Of `n` items, `x` are right.'
        """
        text = " ".join([self.value, *self.definitions, *self.remarks])
        kept: list[str] = []
        for sentence in reversed(re.split(r"(?<=\.) (?=[A-Z`])", self.symbols)):
            if _speaks_of(sentence, text) or (kept and _BACK.search(kept[-1])):
                kept.append(sentence)
        return " ".join(reversed(kept))


_BACK = re.compile(r"\bthat (?:document|number)\b|\bthis intent\b")
"""A word for what the sentence before has named."""


def _speaks_of(sentence: str, formula: str) -> bool:
    """Whether a formula has a symbol that the sentence explains; an index (`i` of `a[i]`) is not explained."""
    if sentence.startswith("Sums ") and re.search(r"\b(?:total|largest)\(", formula):
        return True
    symbols = re.findall("`([^`]*)`", sentence)
    indices = {
        name for text in symbols for inner in re.findall(r"[\[(]([^\])]*)", text) for name in re.findall(r"\w+", inner)
    }
    names = [pair for text in symbols for pair in re.findall(r"\b([A-Za-z_]\w*)([\[(]?)", text)]
    explained = [(name, opening) for name, opening in names if opening or name not in indices]
    about_no_symbol = not explained and not sentence.startswith("Sums ")
    return about_no_symbol or any(
        re.search(rf"\b{name}{re.escape(opening)}" if opening else rf"\b{name}\b(?![\[(])", formula)
        for name, opening in explained
    )


@cache
def of_task(task: str) -> Mapping[str, MetricFormula]:
    """The formulas of the metrics of a task, by the base of the metric; empty if the task has no file of formulas."""
    name = f"axiometrics.metrics.{task.replace('-', '_')}.{FILE}"
    try:
        has_formulas = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # the task of another package has no folder here
        has_formulas = False
    if not has_formulas:
        return {}
    module = importlib.import_module(name)
    return {base: MetricFormula.of(text, module.SYMBOLS) for base, text in module.FORMULAS.items()}


def formula(metric: Metric) -> MetricFormula | None:
    """The formula of a built-in metric; None if it has no formula."""
    return of_task(metric.task).get(metric.base)
