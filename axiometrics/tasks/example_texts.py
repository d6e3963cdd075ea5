"""How the files that `scaffold` writes end: a metric, a constraint and a theorem, as they are declared.

The texts before them are in the examples of each task. Words in braces, such as `{name}`, are replaced when a file is
written.
"""

from __future__ import annotations


def _declared(name: str, kind: str, *arguments: str) -> str:
    """A tuple of one record."""
    listed = "".join(f"        {argument},\n" for argument in arguments)
    return f"\n\n{name} = (\n    {kind}(\n{listed}    ),\n)\n"


def metric(*arguments: str) -> str:
    """A metric with these arguments behind its source."""
    return _declared(
        "METRICS", "Metric", '"{id}"', '"{title}"', '"{task}"', '"{task}"', '"where it is from"', *arguments
    )


def theorem(constraint: str, readings: tuple[str, ...], words: str, steps: str) -> str:
    """A theorem: the constraint, its readings, what is shown in words, and the function that shows it."""
    named = str(readings).replace("'", '"')
    return _declared("ENTRIES", "Theorem", '("{id}",)', f'"{constraint}"', named, f'"{words}"', steps)


def constraint(statement: str, reading: str, cases: str, keeps: str, breaks: str) -> str:
    """A constraint of one reading: both in words, the arguments of `PlainCases`, and the two controls."""
    return f"""

CONSTRAINT = Constraint(
    id="{{id}}",
    task="{{task}}",
    title="{{title}}",
    statement="{statement}",
    source="where it is from",
    readings=(
        Reading(
            "universal",
            "{reading}",
            PlainCases({cases}),
            keeps="{keeps}",
            breaks="{breaks}",
        ),
    ),
)
"""
