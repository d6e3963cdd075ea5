"""The elements, articles and results that the definitions of element retrieval read in a library and in a run, from the
trees themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from axiometrics.core.errors import TaskError
from axiometrics.core.library import Element, Library
from axiometrics.core.organization import Organization

MOST = 1500
"""Results that a participant could submit for a topic."""

Steps = tuple[str, ...]
"""The steps of a path: the article, then tag and number of each element below."""


class FoundElement(NamedTuple):
    """An element of an article: its steps, its tag, and its text with that of its descendants."""

    steps: Steps
    tag: str
    size: int
    rsize: int

    @property
    def spec(self) -> Fraction:
        """Eq. 1: rsize(e) / size(e); 0 for an empty element."""
        return Fraction(0) if self.size == 0 else Fraction(self.rsize, self.size)


def size(element: Element) -> int:
    """The characters of an element."""
    return element.own + sum(size(child) for child in element.children)


def rsize(element: Element) -> int:
    """The highlighted characters of an element."""
    return element.highlighted + sum(rsize(child) for child in element.children)


def walk(library: Library) -> Iterator[FoundElement]:
    """Every element of every article."""
    for article in library.articles:
        yield from _below((article.name,), article.root)


def _below(steps: Steps, element: Element) -> Iterator[FoundElement]:
    yield FoundElement(steps, element.tag, size(element), rsize(element))
    for i, child in enumerate(element.children):
        number = sum(other.tag == child.tag for other in element.children[: i + 1])
        yield from _below((*steps, f"{child.tag}[{number}]"), child)


def relevant_elements(library: Library, ignore: str) -> list[FoundElement]:
    """The full recall base: the elements with highlighted text, but for the types that are ignored."""
    types = () if ignore == "none" else ignore.split("+")
    return [element for element in walk(library) if element.rsize > 0 and element.tag not in types]


def run_elements(system: Organization, library: Library, ignore: str) -> list[FoundElement]:
    """The elements of the first results of a run, those of ignored types left out; of an article that is not listed
    nothing is highlighted.

    Raises `TaskError` where a level is not one element, an element comes twice, or a listed article has none such.
    """
    if any(len(level) > 1 or any(len(cluster) > 1 for cluster in level) for level in system.levels):
        raise TaskError(f"the system is not a run of elements: one element a level is wanted, found {system}")
    names = [document for _, _, document in system.occurrences()]
    if len(set(names)) < len(names):
        raise TaskError(f"the system is not a run of elements: an element comes twice in {system}")
    elements = {element.steps: element for element in walk(library)}
    articles = {article.name for article in library.articles}
    types = () if ignore == "none" else ignore.split("+")
    run = []
    for name in names[:MOST]:
        steps = tuple(name.split("/"))
        if steps[0] in articles and steps not in elements:
            raise TaskError(f"the article {steps[0]!r} has no element {name!r}")
        element = elements.get(steps, FoundElement(steps, steps[-1].partition("[")[0], 0, 0))
        if element.tag not in types:
            run.append(element)
    return run


def is_above(outer: FoundElement, inner: FoundElement) -> bool:
    """Whether an element is another one or one of its ascendants."""
    return inner.steps[: len(outer.steps)] == outer.steps


def touch(first: FoundElement, second: FoundElement) -> bool:
    """Whether two elements overlap: one of them is, or contains, the other."""
    return is_above(first, second) or is_above(second, first)


def limit(k: Fraction | None) -> int:
    """The number of results that a cut at k leaves."""
    return MOST if k is None else int(k)
