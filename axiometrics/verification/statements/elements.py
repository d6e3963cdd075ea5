"""Plain questions about articles and runs of their elements, and the statements that two tasks have in common.

The quoted words are those of Lalmas et al. 2007, or of the specification. A run lists elements, one a rank, each once,
at most 1500 of them: "1500 is the maximum length of a result list that participants could submit" (section 4.2). A
listed article has all of its elements; of an article that the gold does not list, nothing is highlighted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from axiometrics.core.case import AT_LEAST_0, AT_MOST_1, Case, Demand
from axiometrics.core.library import Element, Library, article_of
from axiometrics.core.organization import Organization

if TYPE_CHECKING:
    from axiometrics.verification.statements import Statement

MOST = 1500
"""Results of the longest run."""

IS_1 = Demand(("output",), (1,), "score(output) = 1", "=")
IS_0 = Demand(("output",), (1,), "score(output) = 0", "=")
ABOVE_0 = Demand(("output",), (1,), "score(output) > 0")
BELOW_1 = Demand(("output",), (-1,), "score(output) < 1")

Run = list[str]


# --- the text of articles


def text(element: Element) -> tuple[int, int]:
    """size(e) and rsize(e): the characters of an element, and those that are highlighted."""
    below = [text(child) for child in element.children]
    return element.own + sum(size for size, _ in below), element.highlighted + sum(marked for _, marked in below)


def specificity(gold: Library, path: str) -> Fraction:
    """Eq. 1: rsize(e) / size(e); 0 of an empty element, and of one that is not listed."""
    size, marked = text(gold.elements[path]) if path in gold.elements else (0, 0)
    return Fraction(marked, size) if size else Fraction(0)


def is_relevant(gold: Library, path: str) -> bool:
    """Section 3: "elements that contained some highlighted text were then considered as relevant"."""
    return path in gold.elements and text(gold.elements[path])[1] > 0


def relevant(gold: Library) -> set[str]:
    """The full recall base: "the list of all elements that contains any relevant information"."""
    return {path for path in gold.elements if is_relevant(gold, path)}


def stands_in(inner: str, outer: str) -> bool:
    """Whether an element is a descendant of another one."""
    return inner != outer and inner.split("/")[: len(outer.split("/"))] == outer.split("/")


def overlap(run: Sequence[str]) -> bool:
    """Whether of two elements one stands in the other."""
    return any(stands_in(first, second) or stands_in(second, first) for first, second in combinations(run, 2))


def is_falling(gold: Library, run: Sequence[str]) -> bool:
    """ "In decreasing order of their relevance scores"."""
    return all(specificity(gold, upper) >= specificity(gold, lower) for upper, lower in pairwise(run))


def elements_listed(gold: Library, paths: Sequence[str]) -> bool:
    """Whether a listed article has each of these elements of it."""
    return all("@" not in path and (path in gold.elements or article_of(path) not in gold.by_name) for path in paths)


# --- runs


def one_a_rank(output: object) -> Run | None:
    """The elements that a run lists, best first; None for an output that is not a run. Every element that is not
    retrieved stands below these.
    """
    if not isinstance(output, Organization) or not output.tail or len(output.levels) > MOST:
        return None
    if any(len(level) != 1 or len(level[0]) != 1 for level in output.levels):
        return None
    run = [document for level in output.levels for cluster in level for document in cluster]
    return run if len(set(run)) == len(run) else None


def runs(shown: Case, *roles: str) -> list[Run] | None:
    """The runs of elements in these roles; None where there are other roles, or one of them is not such a run."""
    if not isinstance(shown.gold, Library) or shown.golds or set(shown.outputs) != set(roles):
        return None
    listed = [one_a_rank(shown.outputs[role]) for role in roles]
    every = [run for run in listed if run is not None and elements_listed(shown.gold, run)]
    return every if len(every) == len(roles) else None


def alone(shown: Case, demand: Demand, bound: int = 0, **parameters: Fraction) -> Case:
    """The shown output, with the demand on its score."""
    more = {"output": parameters} if parameters else {}
    return Case(shown.gold, shown.outputs, demand=demand, bound=Fraction(bound), parameters=more)


def of_one(demanded: Callable[[Case, Run], Iterator[Case]]) -> Statement:
    """A statement about a run of at least one element."""

    def statement(shown: Case, cut: int | None) -> Iterator[Case]:
        for run in runs(shown, "output") or ():
            if run:
                yield from demanded(shown, run)

    return statement


def of_two(roles: tuple[str, str], holds: Callable[[Library, Run, Run], bool], whole: bool = False) -> Statement:
    """A statement about two runs; `whole` where "cut-off at least both lengths" is said."""

    def statement(shown: Case, cut: int | None) -> Iterator[Case]:
        both = runs(shown, *roles)
        if both and (not whole or cut is None or max(map(len, both)) <= cut) and holds(shown.gold, *both):
            yield Case(shown.gold, shown.outputs)

    return statement


def exchanged(better: Sequence[object], worse: Sequence[object]) -> int | None:
    """The rank, from 0, of the upper one of two exchanged neighbours; None where the lists differ in another way."""
    if sorted(map(str, better)) != sorted(map(str, worse)):
        return None
    ranks = [rank for rank, (left, right) in enumerate(zip(better, worse, strict=True)) if left != right]
    return ranks[0] if len(ranks) == 2 and ranks[1] == ranks[0] + 1 else None


# --- what the tasks thorough and focused have in common


def bounded(with_overlap: bool) -> Statement:
    """ "0 <= Q <= 1", of a run that may or may not hold an element and a descendant of it."""

    def demanded(shown: Case, run: Run) -> Iterator[Case]:
        if with_overlap or not overlap(run):
            yield alone(shown, AT_LEAST_0)
            yield alone(shown, AT_MOST_1, 1)

    return of_one(demanded)


def scores_1(shown: Case, run: Run) -> Iterator[Case]:
    """ "The ideal run scores 1 at every cut-off 1..k"."""
    for k in range(1, len(run) + 1):
        yield alone(shown, IS_1, 1, k=Fraction(k))


def _near_miss(shown: Case, run: Run) -> Iterator[Case]:
    """ "Any relevant element alone scores > 0"."""
    if len(run) == 1 and is_relevant(shown.gold, run[0]):
        yield alone(shown, ABOVE_0)


def _is_parent_appended(gold: Library, better: Run, worse: Run) -> bool:
    """ "Appending the parent of the retrieved element does not raise Q"."""
    return len(better) == 1 and worse == [better[0], better[0].rpartition("/")[0]]


_SECTION = Element("sec", 1000, 950)
_LINK = Element("link", 1, 1)


def _is_link_for_section(gold: Library, better: Run, worse: Run) -> bool:
    """ "Gold `article(0+0 sec(1000+950) link(1+1))`: the section alone is not outscored by the link alone; likewise
    with the link inside the section".
    """
    if len(gold.articles) != 1:
        return False
    (article,) = gold.articles
    beside = Element("article", 0, 0, (_SECTION, _LINK)), f"{article.name}/link[1]"
    within = Element("article", 0, 0, (Element("sec", 1000, 950, (_LINK,)),)), f"{article.name}/sec[1]/link[1]"
    return better == [f"{article.name}/sec[1]"] and any(
        article.root == root and worse == [link] for root, link in (beside, within)
    )


NEAR_MISS = of_one(_near_miss)
OVERLAP_NOT_REWARDED = of_two(("better", "worse"), _is_parent_appended)
TOO_SMALL = of_two(("better", "worse"), _is_link_for_section)
