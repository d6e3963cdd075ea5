"""Names of metrics where only letters, digits, dots and hyphens are allowed: in the ids of tests (`-k`) and in file
names.
"""

from __future__ import annotations

import hashlib
import re

from axiometrics import registry
from axiometrics.core import names

_UNFIT = re.compile(r"[^\w.+:/-]+")
LONGEST = 80
"""The most characters of a file name that come from the metric."""


def label(metric: str) -> str:
    """The id of a metric as pytest's `-k` takes it: `@` and parentheses become dots, a parameter stands with its value.

    >>> label("ndcg@10"), label("rbp(p=0.95)"), label("nmi(average=max)"), label("metrics.py:mine")
    ('ndcg.k10', 'rbp.p0.95', 'nmi.average-max', 'metrics.py:mine')
    """
    parsed = names.parse(metric) if registry.is_metric(metric) else None
    if parsed is None:
        return _UNFIT.sub(".", re.sub(r"@(?=\d)", ".k", metric)).strip(".")
    base, params = parsed
    return ".".join([base, *(f"{name}{'-' if value[0].isalpha() else ''}{value}" for name, value in params.items())])


def file_label(metric: str) -> str:
    """The same for the name of a file. Different metrics have different names, also on systems that do not distinguish
    upper and lower case.

    >>> file_label("rbp(p=0.95)"), file_label("metrics.py:mine")
    ('rbp.p0.95', 'metrics.py.mine-2bcd5a')
    """
    if registry.is_metric(metric) and "/" not in metric:
        return label(metric)
    kept = re.sub(r"[^\w.+-]+", ".", label(metric)).strip(".")[-LONGEST:]
    if re.fullmatch(r"[a-z][a-z0-9_]*", metric) and kept == metric:
        return metric
    return f"{kept}-{hashlib.sha256(metric.encode()).hexdigest()[:6]}"
