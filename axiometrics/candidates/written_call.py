"""A call of a metric as people write it. A short call can be pasted into Python; a long one is cut so that it can be
read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from axiometrics.candidates.containment.call import CallForm
from axiometrics.candidates.small_values import values
from axiometrics.candidates.trials import Trial, telling
from axiometrics.registry.tasks import meant_by
from axiometrics.registry.tasks import signature as signature_of

SHOWN_OF = 200
"""The number of small outputs and golds from which the call that is shown is chosen."""

SHOWN = 160
"""The number of characters of an argument that a shown call keeps. The calls that are shown first are shorter, so that
they can be pasted.
"""

NAMED_COLUMNS = 3
"""The number of columns that are named of a table that is too long to be shown."""


def first_call(trial: Trial, name: str, parameters: Sequence[str]) -> str:
    """The call of a trial that is shown to people (`Trial.called`), as people write it; empty where there is none."""
    return "" if trial.called is None else written_call(trial.hypothesis.how, trial.called, name, parameters)


def written_call(how: CallForm, plain: Any, name: str, parameters: Sequence[str]) -> str:
    """A call as people write it: `ap(relevant=['d1'], retrieved=['d2', 'd1'])`."""
    texts: list[str] = []

    def record(*arguments: Any, **named: Any) -> float:
        names = [*parameters, *[""] * len(arguments)]
        pairs = [*zip(names, arguments, strict=False), *named.items()]
        texts.extend(f"{f'{key}=' if key else ''}{_short(value)}" for key, value in pairs)
        return 0.0

    signature = signature_of(how.signature)
    try:
        signature.called(record, how.form, signature.build(plain, int))
    except ImportError:
        return f"{name}: {signature.words(how.form)}"
    return f"{bare_name(name)}({', '.join(texts)})"


def bare_name(name: str) -> str:
    """The name of the function in a TARGET, without its place, arguments and components."""
    return re.sub(r"[(\[].*", "", name).rpartition(":")[2] or name


_OBJECT = re.compile(r"<(?:[\w.<>]*\.)?_?(\w+) object at 0x[0-9a-f]+>")
"""The default text of an object. It holds an address, so it differs from run to run."""


def _short(value: Any) -> str:
    if hasattr(value, "columns"):
        return _table(value)
    text = " ".join(_written(value.tolist() if hasattr(value, "tolist") else value).split())
    text = _OBJECT.sub(r"<\1>", text)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _table(frame: Any) -> str:
    """A table of pandas or polars as Python writes it. A table whose text is too long is shown by its length and
    columns.
    """
    library, names = type(frame).__module__.partition(".")[0], list(frame.columns)
    text = f"{library}.DataFrame({ {name: frame[name].to_list() for name in names}!r})"
    if len(text) <= SHOWN:
        return text
    more = f" and {len(names) - NAMED_COLUMNS} more" if len(names) > NAMED_COLUMNS else ""
    return f"<table of {library}, {len(frame)} rows, columns {', '.join(map(str, names[:NAMED_COLUMNS]))}{more}>"


def _written(value: Any) -> str:
    """A value as Python writes it. The members of a set are sorted, so that the text is the same in every run."""
    if not isinstance(value, set | frozenset):
        return f"[{', '.join(map(_written, value))}]" if isinstance(value, list) else repr(value)
    inside = ", ".join(sorted(map(_written, value)))
    return f"frozenset({{{inside}}})" if isinstance(value, frozenset) else f"{{{inside}}}"


def called_as(how: CallForm, name: str, parameters: Sequence[str], task: str | None) -> str:
    """A small call in a form that is known, as people write it; empty where the task has no small inputs."""
    tasks = [of for of in meant_by(how.signature, task) if task in (None, of)]
    signature = signature_of(how.signature)
    small = islice(values(tasks[0], frozenset(), 0, (), 0), SHOWN_OF) if tasks else ()
    calls = [signature.plain(output, gold) for output, gold in small if len(gold.documents | output.documents) > 1]
    return written_call(how, max(calls, key=telling), name, parameters) if calls else ""
