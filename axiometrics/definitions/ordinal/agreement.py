"""Accuracy, F and kappa of ordered classes. They are those of classes without an order, whose definitions count the
items of a confusion matrix; only the weights of kappa look at the order.
"""

from __future__ import annotations

from dataclasses import replace

from axiometrics.core.definition import Definition
from axiometrics.core.parameter import Parameter
from axiometrics.definitions.filtering.counts import BETA, OF, OVER, WEIGHTS, accuracy, f, kappa

AVERAGE = Parameter(
    "average",
    "macro",
    "the mean over classes, the sums of their counts, or the mean weighted by the gold",
    choices=("macro", "micro", "weighted"),
    always=True,
)

DEFINITIONS = (
    Definition("accuracy", accuracy),
    Definition("f", f, (BETA, AVERAGE, OVER, OF)),
    Definition("kappa", kappa, (replace(WEIGHTS, trait=""),)),
)
