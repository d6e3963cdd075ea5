"""The reason why a metric cannot be called in any way, and the line to write where trial calls show it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from axiometrics.candidates.containment.description import Description
from axiometrics.candidates.declaration import forms
from axiometrics.candidates.hypotheses import CUTS
from axiometrics.candidates.parameter_names import leaning
from axiometrics.candidates.trials import Trial
from axiometrics.candidates.written_call import bare_name
from axiometrics.registry.tasks import signatures

COUNTS = {"tp", "fp", "fn", "tn"}
"""The names of the counts of decisions, of which a form takes all four."""

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


def of_probabilities(description: Description, name: str, why: str = "it takes probabilities") -> str:
    """The reason why a metric of two arguments that takes probabilities is not judged, and the line to write."""
    call = f"{name}({', '.join(description.parameters)})"
    bare = bare_name(name)
    if len(description.parameters) < 2:
        return (
            f"{call}: {why}, and no form has a list of these alone. Write a function of a form that is listed "
            f"(axiometrics list forms), which calls it; or say --form gains if it takes gains in rank order"
        )
    return (
        f"{call}: {why}, and the constraints judge the classes that a system predicts. Write a "
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
    needed = [parameter for parameter in description.needed if parameter not in CUTS]
    if len(needed) < 3:
        return ""
    if {parameter.lower() for parameter in needed} < COUNTS:
        return (
            f"it takes some of the counts of decisions: write a function of all four, as "
            f"lambda tp, fp, fn, tn: {bare_name(name)}({', '.join(parameter.lower() for parameter in needed)})"
        )
    sides = [parameter for parameter in needed if leaning(parameter)]
    extra = [parameter for parameter in needed if parameter not in (sides if len(sides) == 2 else needed[:2])]
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
