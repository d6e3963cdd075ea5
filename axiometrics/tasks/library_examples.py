"""The files that `scaffold` writes for the tasks of element retrieval: for each task a constraint with one kind of
case.
"""

from __future__ import annotations

from collections.abc import Callable

from axiometrics.core.task import Examples
from axiometrics.tasks import example_texts

_TEXT = '''"""{title}: @SUMMARY@."""

from collections.abc import Iterator

from axiometrics.core.constraint import Constraint, Reading
from axiometrics.core.library import Library
from axiometrics.core.organization import Organization
from axiometrics.generators.listed import PlainCases


def outputs(documents: int) -> Iterator[tuple[Library, Organization, Organization]]:
    """Gold, better and worse output. @CASES@"""
    if documents >= @LEAST@:
@LISTED@
''' + example_texts.constraint(
    "if @STATEMENT@, the score falls",
    "@READING@",
    "outputs, 4, 6",
    "{keeps}",
    "{breaks}",
)

_SECTIONS = """        sections = " ".join(["sec(1+1)", *["sec(1+0)"] * (documents - 2)])
        gold = Library.parse(f"article(0+0 {sections})")
        better, worse = @BETTER@, @WORSE@
        yield gold, better, worse"""

_SECTIONS_SAID = {
    "CASES": "An article whose first section is highlighted, and no other.",
    "LEAST": "3",
    "STATEMENT": "the only relevant section alone is replaced by one without highlighted text",
    "READING": "an article of sections",
}

_POINTS = """        gold = Library.parse(f"a1: article({documents}+1)@0; a2: article({documents}+1)@0; L=100")
        better, worse = (Organization.ranking(run) for run in (["a1@0", "a2@1"], ["a2@1", "a1@0"]))
        yield gold, better, worse"""

_POINTS_SAID = {
    "SUMMARY": "a best entry point directly above another entry point beats the swap",
    "CASES": "Two articles: the best entry point of one, and in the other the next character.",
    "LEAST": "4",
    "STATEMENT": "a best entry point and one that is not, directly below it, are swapped",
    "READING": "two articles of equal length",
    "LISTED": _POINTS,
}

_ELEMENTS = {
    **_SECTIONS_SAID,
    "SUMMARY": "a relevant element alone beats one without highlighted text",
    "LISTED": _SECTIONS.replace("@BETTER@", 'Organization.ranking(["a1/sec[1]"])').replace(
        "@WORSE@", 'Organization.ranking(["a1/sec[2]"])'
    ),
}

_ARTICLES = {
    **_SECTIONS_SAID,
    "SUMMARY": "an article answered with relevant text beats one answered without",
    "LISTED": _SECTIONS.replace("@BETTER@", 'Organization([[["a1/sec[1]"]]], tail=True)').replace(
        "@WORSE@", 'Organization([[["a1/sec[2]"]]], tail=True)'
    ),
}

_SAID = {"thorough": _ELEMENTS, "focused": _ELEMENTS, "in-context": _ARTICLES, "best-in-context": _POINTS_SAID}

_CONTROLS = {
    "thorough": ("xcg@10", "ep-gr(recall=1)"),
    "focused": ("nxcg@10", "nxcg(ignore=sec)"),
    "in-context": ("text-f", "gr@10"),
    "best-in-context": ("eprum", "bepd"),
}


def examples_of(task: str) -> Callable[[], Examples]:
    """A function that gives the files of a task."""

    def examples() -> Examples:
        text = _TEXT
        for mark, words in _SAID[task].items():
            text = text.replace(f"@{mark}@", words)
        return Examples(constraint=text, controls=_CONTROLS[task])

    return examples
