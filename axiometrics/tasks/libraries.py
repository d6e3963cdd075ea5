"""The common parts of the tasks of element retrieval (Lalmas et al. 2007): the gold is a library of articles as trees,
the output is an organization of elements or entry points, `score` reads both, and a user's metric is called as
`f(system, library)`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from axiometrics.core.errors import TaskError
from axiometrics.core.library import Article, Element, Library, LibraryError, article_of
from axiometrics.core.organization import Organization
from axiometrics.core.reduction import Reduction
from axiometrics.core.signature import Signature, SmallInputs
from axiometrics.core.task import FileKind, Task, TaskSizes, World, on_demand
from axiometrics.tasks import variations
from axiometrics.tasks.library_drawing import draw
from axiometrics.tasks.library_examples import examples_of


def _plain(system: Organization, gold: Library) -> list[Any]:
    return [system.to_json(), gold.to_json()]


def _build(plain: Any, number: type) -> tuple[Any, ...]:
    system, gold = plain
    return Organization.from_json(system), Library.from_json(gold)


def _values(arguments: tuple[Any, ...]) -> tuple[Organization, Library]:
    system, gold = arguments
    return system, gold


LIBRARY = Signature(
    "library",
    "f(system, library), of types Organization and Library",
    (("system", "library"), ("run", "library"), ("system", "gold")),
    _plain,
    _build,
    values=_values,
    variations=(variations.entries("document-order", "gold", "articles"), variations.WRITTEN[1]),
    names=True,
    free=article_of,
    gold=1,
    meaning=lambda plain, documents: _build(plain, int),
)


OF_ELEMENTS = {
    "nothing relevant": ("a1", "article(1+0)"),
    "nothing retrieved": ("...", "article(1+1)"),
    "an empty element": ("a1/p[1]", "article(1+1 p(0+0))"),
}
"""The degenerate inputs of the tasks whose runs name elements."""


def element_task(
    name: str, title: str, listing: str, inputs: SmallInputs, reduction: Reduction, greatest: int = 4, **own: Any
) -> Task:
    """A task of element retrieval, made of its own fields and the fields that all these tasks share.

    Parameters
    ----------
    listing : the function of `library_worlds` that lists its small golds with their runs
    greatest : how far `separate` searches at most
    own : further fields of the task
    """
    shared: dict[str, Any] = {"degenerate": OF_ELEMENTS}
    world = on_demand("axiometrics.tasks.library_worlds", listing)
    return Task(
        name=name,
        title=title,
        gold=Library,
        output=Organization,
        names=renaming,
        worlds=(World(name, world, default=3, greatest=greatest, cover=3, equal=3),),
        signatures=(LIBRARY,),
        inputs=inputs,
        reductions=(reduction,),
        files=(LIBRARIES,),
        draw=draw,
        sizes=TaskSizes(called=3, strength=3),
        examples=examples_of(name),
        **(shared | own),
    )


def _looks(text: str) -> bool:
    """Whether a text is a library in its text form or its JSON form."""
    if text.lstrip().startswith("{"):
        return '"articles"' in text
    if "(" not in text:
        return False
    try:
        Library.parse(text)
    except LibraryError as error:
        return "+" in text and "@" not in text.partition("(")[0] and "own text" not in str(error)
    return True


LIBRARIES = FileKind(
    "library",
    "articles with highlighted text",
    ("maep", "gain-recall@1500", "nxcg@10", "agp", "gp@10", "bepd", "eprum"),
    data=Library,
    system=Organization,
    looks=_looks,
)


def renaming(documents: Sequence[str], chance: random.Random) -> Mapping[str, str]:
    """Other names for the articles. The places within an article keep their steps."""
    articles = sorted({article_of(document) for document in documents})
    names = [f"d{i}" for i in range(len(articles))]
    chance.shuffle(names)
    name = dict(zip(articles, names, strict=True))
    of = {document: article_of(document) for document in documents}
    return {**name, **{document: name[article] + document[len(article) :] for document, article in of.items()}}


def whole_articles(gold: Organization) -> Library:
    """The gold of a ranking as a library: each relevant document is an article of one character, which is highlighted
    and the best entry point. A document that is not relevant is an article that is not listed.
    """
    names = [document for document, grade in gold.grades().items() if grade > 0]
    relevant = tuple(Article(name, Element("article", 1, 1), 0) for name in names)
    return Library(relevant or (Article("nothing-relevant", Element("article", 1, 0)),))


def _entered(system: Organization) -> Organization:
    return Organization([[[f"{d}@0" for d in cluster] for cluster in level] for level in system.levels], system.tail)


WHOLE_ARTICLES = Reduction("whole articles", "ranking", whole_articles)
"""A ranking as a run of articles that are relevant as a whole or not at all, each an element and a cluster."""

ENTERED_ARTICLES = Reduction("articles entered at their beginning", "ranking", whole_articles, _entered)
"""A ranking as a run of entry points, each of which is the best one of its article if the article is relevant."""


def _demand_listed(path: str, gold: Library) -> None:
    """Refuse an element that a listed article does not have."""
    if path not in gold.elements and article_of(path) in gold.by_name:
        raise TaskError(f"the article {article_of(path)!r} has no element {path!r}: name elements as in a1/sec[1]/p[1]")


def _demand_once(names: Sequence[str], noun: str) -> None:
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise TaskError(f"the {noun} {twice!r} occurs twice in the run: list it once")


def _demand_single(system: Organization, noun: str) -> None:
    for level in system.levels:
        if len(level) > 1 or any(len(cluster) > 1 for cluster in level):
            raise TaskError(
                f"the level {level} of the run has several documents: write one {noun} a level, as in a > b"
            )


def demand_elements(system: Organization, gold: Library) -> None:
    """Refuse a run that does not consist of elements, each listed once."""
    _demand_single(system, "element")
    names = [document for _, _, document in system.occurrences()]
    _demand_once(names, "element")
    for path in names:
        _demand_listed(path, gold)


def demand_articles(system: Organization, gold: Library) -> None:
    """Refuse a run that does not consist of articles, each listed once, with a cluster of its elements."""
    names: list[str] = []
    for level in system.levels:
        if len(level) > 1:
            raise TaskError(
                f"the level {level} of the run has several clusters: write one cluster of an article's elements a "
                f"level, as in {{a1/sec[1] a1/sec[2]}} > a2"
            )
        for cluster in level:
            of = {article_of(path) for path in cluster}
            if len(of) > 1:
                raise TaskError(f"the cluster {cluster} has elements of several articles: give each a level of its own")
            names += of
            for path in cluster:
                _demand_listed(path, gold)
    _demand_once(names, "article")


def demand_entry_points(system: Organization, gold: Library) -> None:
    """Refuse a run that does not consist of entry points, with one entry point for each article."""
    _demand_single(system, "entry point")
    names = [document for _, _, document in system.occurrences()]
    for document in names:
        article, _, at = document.partition("@")
        if not re.fullmatch("[0-9]{1,15}", at):
            raise TaskError(f"{document!r} is not an entry point: write an article and a character, such as a1@30")
        listed = gold.by_name.get(article)
        if listed is not None and int(at) > listed.characters:
            raise TaskError(f"the entry point {document!r} lies behind its article of {listed.characters} characters")
    _demand_once([article_of(document) for document in names], "article")
    if gold.length is None and not any(article.characters for article in gold.articles):
        raise TaskError("the articles have no characters, and no distance is a share of their length: give L=100")


def refuse_overlap(system: Organization, gold: Library) -> None:
    """Refuse elements of which one contains another, within a run or the cluster of an article."""
    listed = {document for _, _, document in system.occurrences()}
    for path in sorted(listed):
        outer = path
        while "/" in outer:
            outer = outer.rpartition("/")[0]
            if outer in listed:
                raise TaskError(
                    f"the elements {outer!r} and {path!r} overlap, and results of the task may not: leave one out, or "
                    f"say --overlap allow, which counts their text twice"
                )
