"""The reason why a metric cannot be called in any way, and the line to write where trial calls show it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.declaration import forms
from axiometrics.candidates.hypotheses import CUTS
from axiometrics.candidates.trials import Trial
from axiometrics.candidates.written_call import bare_name
from axiometrics.registry.tasks import signatures

_PARTS = re.compile(r"which is not a number \(TARGET\[(.+?)\] is its (first part|number)\)")
_COLUMN = re.compile(r"raised (?:KeyError: '|ColumnNotFoundError: (?:unable to find column )?\"?)([^'\";]+)")


def refusal(description: Description, name: str, trials: Sequence[Trial]) -> str:
    """The reason why a metric cannot be called in any way, and the line to write where it is known."""
    call = f"{name}({', '.join(description.parameters)})"
    line = line_to_write(description, name, trials)
    if line:
        return f"{call}: {line}"
    return (
        f"{call}: no form fits. Neither the names of its parameters nor trial calls on small cases tell how it is "
        f"called: give --form, one of {', '.join(forms())} (axiometrics list forms)"
    )


def of_probabilities(description: Description, name: str) -> str:
    """The reason why a metric of two arguments that takes probabilities is not judged, and the line to write."""
    call = f"{name}({', '.join(description.parameters)})"
    bare = bare_name(name)
    return (
        f"{call}: it takes probabilities, and the constraints judge the classes that a system predicts. Write a "
        f"function of classes, as of_classes = lambda y_true, y_pred: {bare}(y_true, y_pred >= 0.5), where 0.5 is your "
        f"threshold; or say --form decisions if it takes classes, or --form scores if only the order of the "
        f"probabilities counts, as for the area under the ROC curve"
    )


def line_to_write(description: Description, name: str, trials: Sequence[Trial]) -> str:
    """The need or the result of a metric that no form provides for, and the line to write; empty where trials do not
    show it.
    """
    reasons = [reason for trial in trials for reason in trial.reasons]
    of_tables = [reason for trial in trials if trial.hypothesis.has_columns for reason in trial.reasons]
    return (
        _more_parameters(description, name, reasons)
        or _parts(description, name, reasons)
        or _columns(description, name, of_tables)
    )


def _more_parameters(description: Description, name: str, reasons: Sequence[str]) -> str:
    extra = [parameter for parameter in description.needed[2:] if parameter not in CUTS]
    if not extra:
        return ""
    bound = ", ".join(f"{parameter}=..." for parameter in extra)
    return f"it needs {', '.join(extra)} too: bind a value in the TARGET, as {name}({bound})"


def _parts(description: Description, name: str, reasons: Sequence[str]) -> str:
    match = next((match for reason in reasons if (match := _PARTS.search(reason))), None)
    if match is None:
        return ""
    several = (
        "several values: name one" if match[2] == "first part" else "an object: name the part of it that is a number"
    )
    return f"it returns {several}, as {name}[{match[1]}]"


def _columns(description: Description, name: str, reasons: Sequence[str]) -> str:
    columns = {column for signature in signatures().values() for form in signature.forms for column in form.columns}
    missing = next((m[1] for reason in reasons if (m := _COLUMN.search(reason)) and m[1] not in columns), "")
    if not missing or not columns:
        return ""
    return (
        f"called with tables, it asks for a column {missing!r} that is not among those tried: "
        f"{', '.join(sorted(columns))}. Use these names, or write a function of "
        "dictionaries, f(qrel, run), that makes the tables"
    )
