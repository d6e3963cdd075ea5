"""The edits of constraints on element retrieval in real runs: what the families of small cases do to a run
(`library_cases`), or to the part of it that they speak of, is done at each place of a real one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from axiometrics.core.case import Case
from axiometrics.core.edits import ListedEdits
from axiometrics.core.errors import TaskError
from axiometrics.core.library import Library, article_of
from axiometrics.core.organization import Organization
from axiometrics.generators import libraries, library_cases
from axiometrics.generators.libraries import ranks, run
from axiometrics.generators.library_cases import Run, clusters

Edits = Callable[[Library, Any], Iterable[Case]]


def of_elements(edits: Edits) -> Callable[[Library, Organization], ListedEdits]:
    """The places in a run of elements, one a rank."""
    return ListedEdits.of(lambda gold, output: iter(edits(gold, tuple(_single(output, points=False)))))


def of_points(edits: Edits) -> Callable[[Library, Organization], ListedEdits]:
    """The places in a run of entry points, one a rank."""
    return ListedEdits.of(lambda gold, output: iter(edits(gold, tuple(_single(output, points=True)))))


def of_articles(edits: Edits) -> Callable[[Library, Organization], ListedEdits]:
    """The places in a run of articles, each a cluster of its elements."""

    def listed(gold: Library, output: Organization) -> Iterator[Case]:
        articles = [{article_of(path) for path in cluster} for level in output.levels for cluster in level]
        lone = all(len(level) == 1 for level in output.levels) and all(len(of) == 1 for of in articles)
        if not lone or len(set().union(*articles)) < len(articles) or _has_points(output):
            raise TaskError("the system output is not a run of articles: write the elements of one article a level")
        yield from edits(gold, clusters(output))

    return ListedEdits.of(listed)


def _has_points(output: Organization) -> bool:
    return any("@" in document for document in output.documents)


def _single(output: Organization, points: bool) -> list[str]:
    paths = ranks(output)
    kind = "entry points" if points else "elements"
    if any(len(level) != 1 or len(level[0]) != 1 for level in output.levels) or any(
        ("@" in path) != points for path in paths
    ):
        raise TaskError(f"the system output is not a run of {kind}: write one a level")
    return paths


def parents_appended(gold: Library, ranked: Run) -> Iterator[Case]:
    """The parent of an element of the run, which the run does not have, is appended: worse."""
    parents = dict.fromkeys(path.rpartition("/")[0] for path in ranked)
    for parent in parents:
        if parent in gold.elements and parent not in ranked:
            words = f"better is the real run; in worse {parent} is appended, the parent of an element of it"
            yield Case(gold, {"better": run(ranked), "worse": run([*ranked, parent])}, words)


def elements_appended(gold: Library, ranked: Run) -> Iterator[Case]:
    """An element that overlaps with none of the run is appended: better."""
    for path in gold.elements:
        if not any(libraries.overlap(path, taken) for taken in ranked):
            words = f"worse is the real run; in better {path} is appended, which overlaps with no element of it"
            yield Case(gold, {"better": run([*ranked, path]), "worse": run(ranked)}, words)


def articles_exchanged(gold: Library, ranked: tuple[Run, ...]) -> Iterator[Case]:
    """Two neighbours, both relevant articles, are exchanged of which the lower one has the higher F: better."""
    marked = libraries.highlighted(gold)
    for i in range(len(ranked) - 1):
        two = ranked[i : i + 2]
        if all(marked.get(article_of(cluster[0])) for cluster in two):
            for case in library_cases.worse_article_first(gold, two):
                outputs = {
                    role: libraries.in_context([*ranked[:i], *clusters(output), *ranked[i + 2 :]])
                    for role, output in case.outputs.items()
                }
                yield Case(gold, outputs, f"{case.edit}, at ranks {i + 1} and {i + 2}")


def empty_appended(gold: Library, ranked: tuple[Run, ...]) -> Iterator[Case]:
    """A relevant article that the run does not have is appended with an element in which nothing is highlighted."""
    marked, retrieved = libraries.highlighted(gold), {article_of(path) for cluster in ranked for path in cluster}
    for article in gold.articles:
        empty = [path for path in gold.elements if article_of(path) == article.name and not marked[path]]
        if ranked and marked[article.name] and article.name not in retrieved and empty:
            outputs = {"better": libraries.in_context(ranked), "worse": libraries.in_context([*ranked, (empty[0],)])}
            words = f"better is the real run; in worse {empty[0]} is appended, where nothing of a relevant article is"
            yield Case(gold, outputs, words)
