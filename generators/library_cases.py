"""Cases of constraints on runs of elements, articles and entry points.

A family goes through small golds and, on each, through runs; `around` says which cases a run is part of. What is
listed, what is drawn beyond, and what `verify` recognises are thus one function of a gold and a run: a saved case is
recognised by its gold and its outputs alone, whatever its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

from axiometrics.core.case import AT_LEAST_0, AT_MOST_1, GAIN, Case, Demand
from axiometrics.core.library import Article, Element, Library, article_of
from axiometrics.core.organization import Organization
from axiometrics.generators import libraries
from axiometrics.generators.libraries import relevant, run, specificity, within
from axiometrics.generators.listed import PlainCases, Recognised

Run = tuple[str, ...]
Around = Callable[[Library, Any], Iterable[Case]]
"""A gold and a run -> the cases that the run is part of, in one role."""

IS_1 = Demand(("output",), (1,), "score(output) = 1", "=")
IS_0 = Demand(("output",), (1,), "score(output) = 0", "=")
ABOVE_0 = Demand(("output",), (1,), "score(output) > 0")
BELOW_1 = Demand(("output",), (-1,), "score(output) < 1")
SOME_1 = Demand(("output",), (1,), "some score(output) = 1", "=", some=True)
SOME_0 = Demand(("output",), (1,), "some score(output) = 0", "=", some=True)

_BOUNDS = {AT_MOST_1.words: 1, IS_1.words: 1, BELOW_1.words: -1, SOME_1.words: 1}


def alone(gold: Library, output: Any, demand: Demand, **parameters: Any) -> Case:
    """A case about the score of one output, or of one of several."""
    bound = Fraction(_BOUNDS.get(demand.words, 0))
    return Case(
        gold, {"output": output}, demand=demand, bound=bound, parameters={"output": parameters} if parameters else {}
    )


def longest_run(case: Case) -> int:
    """The ranks of the longest run of a case."""
    return max(len(output.levels) for output in case.outputs.values() if isinstance(output, Organization))


@dataclass(frozen=True)
class RunCases(PlainCases):
    """Cases of golds and runs.

    Attributes
    ----------
    around : a gold and a run -> the cases that the run is part of
    read : an output -> the run, as `around` takes it
    by_base : for cases that speak of ideal elements: the value of `base` of a metric -> the family for that metric
    """

    around: Around = lambda gold, ranked: ()
    read: Callable[[Organization], Any] = libraries.ranks
    by_base: Callable[[str], RunCases] | None = None

    @property
    def follows(self) -> Mapping[str, str]:
        """The parameters on whose values the cases depend: the metric's `base` says which elements are ideal."""
        return {"base": libraries.SHORTEST} if self.by_base else {}

    def following(self, values: Mapping[str, Any]) -> RunCases:
        """The cases for a metric with these values of parameters."""
        return self.by_base(values["base"]) if self.by_base else self


class WholeRunCases(RunCases):
    """Cases that are asked only of a metric that looks at whole runs: its cut-off is at least the length of each."""

    def within(self, cut: int) -> WholeRunCases:
        """The cases whose runs are not longer than the cut-off."""
        return _within(self, cut)


@cache
def _within(family: WholeRunCases, cut: int) -> WholeRunCases:
    def listing(number: int) -> Iterator[Case]:
        return (case for case in family.cases(number) if longest_run(case) <= cut)

    def around(gold: Library, ranked: Any) -> Iterator[Case]:
        return (case for case in family.around(gold, ranked) if longest_run(case) <= cut)

    def recognise(case: Case) -> Recognised:
        recognise_any = family.recognise
        if (longest := longest_run(case)) > cut:
            return f"a run has {longest} ranks, and {cut} are looked at"
        return recognise_any(case) if recognise_any else None

    return replace(family, listing=listing, recognise=recognise, around=around)


def run_cases(
    around: Around,
    pairs: Callable[[int], Iterable[tuple[Library, Any]]],
    default: int = 4,
    greatest: int = 4,
    demand: Demand = GAIN,
    whole: bool = False,
    is_run: Callable[[Library, Any], bool] = libraries.are_elements,
    beyond: Callable[[Case], Around] | None = None,
    **more: Any,
) -> RunCases:
    """The family of the cases around these golds and runs. `pairs` gives the golds of so many elements with their runs,
    or a superset of these. With `whole`, the cases are asked only of a metric that looks at whole runs. `is_run` says
    whether what was read from an output is a run of the task. `beyond` makes the function in place of `around` for one
    saved case, where `around` may not reach the second run of a case from the first.
    """

    def listing(number: int) -> Iterator[Case]:
        for gold, ranked in pairs(number) if number <= greatest else ():
            yield from (case for case in around(gold, ranked) if case.documents == number)

    family: RunCases

    def recognise(case: Case) -> str | Sequence[Case]:
        if (longest := longest_run(case)) > libraries.LONGEST:
            return f"a run has {longest} results, and {libraries.LONGEST} is the most that could be submitted"
        every = [family.read(output) for output in case.outputs.values() if isinstance(output, Organization)]
        if not all(is_run(case.gold, ranked) for ranked in every if ranked):
            return "an output is not a run of the gold"
        look = around if beyond is None else beyond(case)
        cases = [candidate for ranked in every for candidate in look(case.gold, ranked) if _fits(case, candidate)]
        return cases or "gold and outputs are not those of a case of the constraint"

    kind = WholeRunCases if whole else RunCases
    more.setdefault("grid", GRIDS.get(pairs, ""))
    family = kind(listing, default, greatest, demand, recognise, around=around, **more)
    return family


def of_ideal(made: Callable[[str], RunCases]) -> RunCases:
    """The family of cases that speak of ideal elements, made for each value of `base`. A metric is asked those of its
    own `base`; one without such a parameter those of `shortest`, which the paper prints.
    """

    @cache
    def by_base(base: str) -> RunCases:
        return replace(made(base), by_base=by_base)

    return by_base(libraries.SHORTEST)


def _fits(case: Case, listed: Case) -> bool:
    """Whether a saved case is this listed case. Of several outputs of a role it may show one."""
    return case.outputs.keys() == listed.outputs.keys() and all(
        output == listed.outputs[role] or (isinstance(listed.outputs[role], tuple) and output in listed.outputs[role])
        for role, output in case.outputs.items()
    )


@cache
def element_runs(elements: int) -> tuple[tuple[Library, Run], ...]:
    """Every small article with relevant text, and every run of at most three of its elements."""
    return tuple((gold, ranked) for gold in libraries.small(elements) for ranked in libraries.runs(gold))


@cache
def star_runs(elements: int) -> tuple[tuple[Library, Run], ...]:
    """The runs of `element_runs` and, of four elements, those of the articles of three sections with up to two
    characters an element.
    """
    stars = [
        gold
        for gold in (libraries.articles(elements, 2) if elements == 4 else ())
        if all(path.count("/") <= 1 for path in gold.elements) and gold not in libraries.small(elements)
    ]
    return (*element_runs(elements), *((gold, ranked) for gold in stars for ranked in libraries.runs(gold)))


@cache
def gain_runs(elements: int) -> tuple[tuple[Library, Run], ...]:
    """Every list of gains with its ideal list, as articles of one element."""
    return tuple(libraries.of_gains(*gains) for gains in libraries.lists() if sum(map(len, gains)) == elements)


def both_runs(elements: int) -> Iterator[tuple[Library, Run]]:
    """Articles with runs of their elements, and lists of gains."""
    yield from element_runs(elements) if elements <= 4 else ()
    yield from gain_runs(elements)


# --- elements


WHICH_BASE = "ideal are the elements that the metric's parameter base keeps; without this parameter, base=shortest"
"""Which elements are ideal, in the words of a reading."""


def descendants(overlap: bool, base: str) -> Around:
    """The run holds relevant descendants of an ideal element, which stands alone in the better one."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        if not ranked or (not overlap and libraries.overlapping(ranked)):
            return
        for element in libraries.ideal(gold, base):
            if all(path != element and within(path, element) and specificity(gold, path) for path in ranked):
                yield Case(
                    gold, {"better": run([element]), "worse": run(ranked)}, "relevant descendants for an ideal element"
                )

    return around


def appended(overlap: bool) -> Around:
    """The last element of the run was appended."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        if ranked and (overlap or not libraries.overlapping(ranked)):
            yield Case(gold, {"better": run(ranked), "worse": run(ranked[:-1])}, "an element is appended")

    return around


def bounds(overlap: bool) -> Around:
    """The score of the run is from 0 to 1."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        if ranked and (overlap or not libraries.overlapping(ranked)):
            yield alone(gold, run(ranked), AT_LEAST_0)
            yield alone(gold, run(ranked), AT_MOST_1)

    return around


def _falling(gold: Library, ranked: Sequence[str]) -> bool:
    gains = [specificity(gold, path) for path in ranked]
    return gains == sorted(gains, reverse=True)


def full_ideal(gold: Library, ranked: Run) -> Iterator[Case]:
    """The run is the full recall base in decreasing order of gain; its score is 1 at every cut-off."""
    if set(ranked) == set(relevant(gold)) and _falling(gold, ranked):
        for k in range(1, len(ranked) + 1):
            yield alone(gold, run(ranked), IS_1, k=Fraction(k))


def focused_ideal(base: str) -> Around:
    """The run is the ideal recall base in decreasing order of gain; its score is 1 at every cut-off."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        if ranked and set(ranked) == set(libraries.ideal(gold, base)) and _falling(gold, ranked):
            for k in range(1, len(ranked) + 1):
                yield alone(gold, run(ranked), IS_1, k=Fraction(k))

    return around


def ideal_runs(elements: int) -> Iterator[tuple[Library, Run]]:
    """Every small article, and every two of them, with each order of its ideal elements by each reading of `base`."""
    for gold in (*libraries.small(elements), *libraries.pairs(elements)):
        bases = {libraries.ideal(gold, base) for base in (libraries.SHORTEST, libraries.BEST)}
        yield from ((gold, ranked) for best in sorted(bases) for ranked in permutations(best))


def full_runs(elements: int) -> Iterator[tuple[Library, Run]]:
    """Every small article with every order of its relevant elements."""
    for gold in libraries.small(elements):
        yield from ((gold, ranked) for ranked in permutations(relevant(gold)))


def relevant_alone(gold: Library, ranked: Run) -> Iterator[Case]:
    """The run is one relevant element; its score is above 0."""
    if len(ranked) == 1 and specificity(gold, ranked[0]):
        yield alone(gold, run(ranked), ABOVE_0)


def tiled(base: str) -> Around:
    """The run holds all children of an ideal element without text of its own."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        for element in libraries.ideal(gold, base):
            below = libraries.children(gold, element)
            if below and not gold.elements[element].own and set(below) == set(ranked) and len(ranked) == len(below):
                yield Case(
                    gold, {"one": run(ranked), "other": run([element])}, "all children of an ideal element for it"
                )

    return around


TOO_SMALL = ("article(0+0 sec(1000+950) link(1+1))", "article(0+0 sec(1000+950 link(1+1)))")


def link_alone(gold: Library, ranked: Run) -> Iterator[Case]:
    """The run is a link of one character, and the better one the section of a thousand beside it or around it."""
    if [str(article.root) for article in gold.articles] in [[text] for text in TOO_SMALL]:
        (link,) = (path for path in gold.elements if path.endswith("/link[1]"))
        if list(ranked) == [link]:
            section = f"{gold.articles[0].name}/sec[1]"
            yield Case(gold, {"better": run([section]), "worse": run([link])}, "a link for a section")


def link_runs(elements: int) -> Iterator[tuple[Library, Run]]:
    """The two articles with a link, and the run of the link."""
    for text in TOO_SMALL:
        gold = Library.parse(text)
        yield from ((gold, (path,)) for path in gold.elements)


def _reachable(gold: Library) -> Case:
    full = len(relevant(gold))
    paths = relevant(gold)
    runs = [
        ranked
        for length in range(1, full + 1)
        for ranked in permutations(paths, length)
        if not libraries.overlapping(ranked)
    ]
    return alone(gold, tuple(map(run, runs)), SOME_1, k=Fraction(full))


def reachable(elements: int) -> Iterator[Case]:
    """For every small article all runs of relevant elements without overlap, one of which is to score 1."""
    yield from map(_reachable, libraries.small(elements) if elements <= 4 else ())


def recognise_reachable(case: Case) -> str | Case:
    """The case with all its runs, whatever run it shows."""
    if not relevant(case.gold) or len(relevant(case.gold)) > 6:
        return "the gold has no relevant element, or too many to try every run"
    whole = _reachable(case.gold)
    return whole if _fits(case, whole) else "the output is not a run of relevant elements without overlap"


def parent_appended(gold: Library, ranked: Run) -> Iterator[Case]:
    """The run is an element and then its parent; the better one is without the parent."""
    if len(ranked) == 2 and ranked[0].rpartition("/")[0] == ranked[1]:
        yield Case(gold, {"better": run(ranked[:1]), "worse": run(ranked)}, "the parent of the element is appended")


def order_only(gold: Library, ranked: Run) -> Iterator[Case]:
    """The score is 1 if the run has all that is relevant in decreasing order of gain, and else below 1."""
    if ranked and relevant(gold):
        is_ideal = set(relevant(gold)) <= set(ranked) and _falling(gold, ranked)
        yield alone(gold, run(ranked), IS_1 if is_ideal else BELOW_1)


def swapped(gold: Library, ranked: Run) -> Iterator[Case]:
    """Two neighbours of the run are exchanged of which the lower one has the larger gain."""
    for i in range(len(ranked) - 1):
        if specificity(gold, ranked[i]) < specificity(gold, ranked[i + 1]):
            better = [*ranked[:i], ranked[i + 1], ranked[i], *ranked[i + 2 :]]
            yield Case(gold, {"better": run(better), "worse": run(ranked)}, "a larger gain stands below a smaller one")


# --- articles


def clusters(output: Organization) -> tuple[Run, ...]:
    """The clusters of a run of articles."""
    return tuple(tuple(sorted(cluster)) for level in output.levels for cluster in level)


def answers(elements: int) -> Iterator[tuple[Library, tuple[Run, ...]]]:
    """Every small article, relevant or not, with every set of its elements without overlap."""
    for gold in libraries.small(elements, relevant=False):
        yield from ((gold, (tuple(sorted(paths)),)) for paths in libraries.answers(gold))


def _text(gold: Library, cluster: Run) -> tuple[int, int, int]:
    """Characters retrieved, highlighted ones among them, and highlighted ones of the article."""
    size, marked = libraries.sizes(gold), libraries.highlighted(gold)
    name = cluster[0].partition("/")[0]
    return sum(size.get(p, 0) for p in cluster), sum(marked.get(p, 0) for p in cluster), marked.get(name, 0)


def _is_of_one_article(gold: Library, ranked: tuple[Run, ...]) -> bool:
    """Whether the run is a set of elements, without overlap, of the only article of the gold."""
    return (
        len(ranked) == len(gold.articles) == 1
        and set(ranked[0]) <= gold.documents
        and not libraries.overlapping(ranked[0])
    )


def f_range(gold: Library, ranked: tuple[Run, ...]) -> Iterator[Case]:
    """The only article scores from 0 to 1: 1 if all and only its highlighted text is retrieved, 0 if none is."""
    if _is_of_one_article(gold, ranked):
        size, hit, total = _text(gold, ranked[0])
        output = libraries.in_context(ranked)
        yield alone(gold, output, IS_1 if hit and size == hit == total else BELOW_1)
        yield alone(gold, output, ABOVE_0 if hit else IS_0)


def never_1(gold: Library, ranked: tuple[Run, ...]) -> Iterator[Case]:
    """No set of elements of the only article scores 1."""
    if _is_of_one_article(gold, ranked):
        yield alone(gold, libraries.in_context(ranked), BELOW_1)


def article_runs(elements: int) -> Iterator[tuple[Library, tuple[Run, ...]]]:
    """Articles of one element that are all relevant, so that F rises with the highlighted text, and runs of them."""
    for gold, ranked in gain_runs(elements):
        if all(element.highlighted for element in gold.elements.values()):
            yield gold, tuple((path,) for path in ranked)


def _f(gold: Library, cluster: Run) -> Fraction:
    size, hit, total = _text(gold, cluster)
    return Fraction(2 * hit, size + total) if hit else Fraction(0)


def worse_article_first(gold: Library, ranked: tuple[Run, ...]) -> Iterator[Case]:
    """All articles are relevant; two neighbours are exchanged of which the lower one has the higher F."""
    marked = libraries.highlighted(gold)
    listed = {path.partition("/")[0] for cluster in ranked for path in cluster} | {a.name for a in gold.articles}
    if not all(marked.get(name) for name in listed):
        return
    for i in range(len(ranked) - 1):
        if _f(gold, ranked[i]) < _f(gold, ranked[i + 1]):
            better = [*ranked[:i], ranked[i + 1], ranked[i], *ranked[i + 2 :]]
            outputs = {"better": libraries.in_context(better), "worse": libraries.in_context(ranked)}
            yield Case(gold, outputs, "an article with higher F stands below one with lower F")


EMPTY = Element("article", 0, 0, (Element("sec", 1, 1), Element("sec", 1, 0)))
"""A relevant article whose second section has nothing highlighted."""


def empty_runs(elements: int) -> Iterator[tuple[Library, tuple[Run, ...]]]:
    """Runs of articles of one element, and then an article of which an element is retrieved that has no relevance."""
    for gold, ranked in gain_runs(elements - len(Library.of(EMPTY).elements)):
        if len(ranked) <= 3:
            more = Library((*gold.articles, Article("z", EMPTY)))
            yield more, (*((path,) for path in ranked), ("z/sec[2]",))


def empty_appended(gold: Library, ranked: tuple[Run, ...]) -> Iterator[Case]:
    """The last article of the run is relevant, with nothing relevant retrieved; the better run is without it."""
    if len(ranked) > 1:
        _, hit, total = _text(gold, ranked[-1])
        if total and not hit:
            outputs = {"better": libraries.in_context(ranked[:-1]), "worse": libraries.in_context(ranked)}
            yield Case(gold, outputs, "a relevant article is appended with nothing relevant of it")


CLUSTERS: dict[str, Any] = {"read": clusters, "is_run": libraries.are_articles}
"""How runs of articles are read."""

ARTICLES: dict[str, Any] = {"default": 8, "greatest": 8, "least": 2, **CLUSTERS}
"""How far runs of articles are searched: no case of the lists of gains has more elements."""


# --- entry points

POINTS: dict[str, Any] = {"default": 10, "greatest": 10, "least": 2, "is_run": libraries.are_points}
"""How far runs of entry points are searched: no case has more articles and entry points."""


@cache
def point_runs(documents: int) -> tuple[tuple[Library, Run], ...]:
    """Every run of entry points at these distances, with its best entry points."""
    pairs = (libraries.of_distances(*distances) for distances in libraries.entries())
    return tuple((gold, ranked) for gold, ranked in pairs if len(gold.articles) <= documents)


def _distance(gold: Library, point: str) -> int | None:
    name, _, at = point.partition("@")
    article = gold.by_name.get(name)
    return None if article is None or article.entry is None else abs(int(at) - article.entry)


def _moved(gold: Library, point: str, distance: int) -> str | None:
    """The entry point at that distance behind the best one of its article, or before it where the article ends."""
    name = point.partition("@")[0]
    article = gold.by_name[name]
    assert article.entry is not None
    places = [at for at in (article.entry + distance, article.entry - distance) if 0 <= at <= article.characters]
    return f"{name}@{places[0]}" if places else None


Closer = Callable[[Library, str], Iterable[str]]
"""A gold and an entry point -> entry points of the same article that are closer to its best one."""


def at_distances(gold: Library, point: str) -> Iterator[str]:
    """The entry points at each searched distance that is smaller than that of the point."""
    own = _distance(gold, point)
    for distance in libraries.DISTANCES:
        if own is not None and distance is not None and distance < own:
            moved = _moved(gold, point, distance)
            if moved is not None:
                yield moved


def among(case: Case) -> Closer:
    """The function that gives, of the entry points that a case names, those that are closer, at any distance."""
    named = sorted({point for output in case.outputs.values() for point in output.documents})

    def closer(gold: Library, point: str) -> Iterator[str]:
        own = _distance(gold, point)
        for candidate in named:
            near = _distance(gold, candidate)
            if article_of(candidate) == article_of(point) and None not in (own, near) and near < own:  # type: ignore[operator]
                yield candidate

    return closer


def _are_points(ranked: Run) -> bool:
    return all(point.partition("@")[2].isdecimal() for point in ranked)


def _points(gold: Library) -> int:
    return sum(article.entry is not None for article in gold.articles)


def one_entry_point(closer: Closer = at_distances) -> Around:
    """The only ranked article: a smaller distance scores higher, distance 0 scores 1, an irrelevant article 0."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        if len(ranked) != 1 or _points(gold) != 1:
            return
        distance = _distance(gold, ranked[0])
        if distance is None:
            yield alone(gold, run(ranked), IS_0)
            return
        yield alone(gold, run(ranked), BELOW_1 if distance else IS_1)
        yield alone(gold, run(ranked), ABOVE_0)
        for point in closer(gold, ranked[0]):
            yield Case(gold, {"better": run([point]), "worse": run(ranked)}, "the entry point is closer", demand=GAIN)

    return around


def single_runs(documents: int) -> Iterator[tuple[Library, Run]]:
    """Runs of one entry point where there is at most one best one."""
    for gold, ranked in point_runs(documents):
        if len(ranked) == 1 and _points(gold) <= 1:
            irrelevant = _distance(gold, ranked[0]) is None
            if not irrelevant or _points(gold) == 1:
                yield gold, ranked


LONGEST_ARTICLE = 6
"""Characters of the longest article of which every entry point is tried: a case has them all as outputs."""


def _every_point(gold: Library) -> Case:
    (article,) = (article for article in gold.articles if article.entry is not None)
    points = [run([f"{article.name}@{at}"]) for at in range(article.characters + 1)]
    return alone(gold, tuple(points), SOME_0)


def short_articles(documents: int) -> Iterator[Case]:
    """Every article of up to six characters with its best entry point, and all its entry points, one of which is to
    score 0.
    """
    for characters in range(1, LONGEST_ARTICLE + 1):
        for entry in range(characters + 1):
            case = _every_point(Library((Article("a1", Element("article", characters, 1), entry),)))
            if case.documents == documents:
                yield case


def recognise_short(case: Case) -> str | Case:
    """The case with all its entry points, whichever it shows."""
    (article, *more) = case.gold.articles
    if more or article.entry is None or article.characters > LONGEST_ARTICLE:
        return f"the gold is not one article of at most {LONGEST_ARTICLE} characters with a best entry point"
    whole = _every_point(case.gold)
    return whole if _fits(case, whole) else "the output is not an entry point of the article"


def worse_point_first(gold: Library, ranked: Run) -> Iterator[Case]:
    """Two neighbours are exchanged of which the lower one is closer to the best entry point of its article."""
    for i in range(len(ranked) - 1 if _are_points(ranked) else 0):
        upper, lower = (_distance(gold, point) for point in ranked[i : i + 2])
        if lower is not None and (upper is None or lower < upper):
            better = [*ranked[:i], ranked[i + 1], ranked[i], *ranked[i + 2 :]]
            yield Case(
                gold, {"better": run(better), "worse": run(ranked)}, "a closer entry point stands below another one"
            )


def best_points_only(every: bool) -> Around:
    """The run holds best entry points only, all of them or any number; the precision is 1 at every recall level."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        total = _points(gold)
        if ranked and all(_distance(gold, point) == 0 for point in ranked) and (len(ranked) == total or not every):
            for wanted in range(1, total + 1):
                yield alone(gold, run(ranked), IS_1, recall=Fraction(wanted, total))

    return around


def one_closer(levels: bool, closer: Closer = at_distances) -> Around:
    """One entry point of the run becomes closer: no recall level may lose, or the mean has to rise."""

    def around(gold: Library, ranked: Run) -> Iterator[Case]:
        for i, point in enumerate(ranked if _are_points(ranked) else ()):
            for moved in closer(gold, point):
                outputs = {"better": run([*ranked[:i], moved, *ranked[i + 1 :]]), "worse": run(ranked)}
                words = "an entry point becomes closer"
                if not levels:
                    yield Case(gold, outputs, words)
                    continue
                total = _points(gold)
                for wanted in range(1, total + 1):
                    level = {"recall": Fraction(wanted, total)}
                    yield Case(gold, outputs, words, parameters={"better": level, "worse": level})

    return around


# --- grids

_TEXT = "each element has at most two characters of its own text, one in articles of four elements"
_GAINS = "lists have at most four gains, each 0, 1/4, 1/2 or 1"
_POINTS = (
    "entry points are 0, 1, 100 or 1000 characters from the best one, the mean length of articles is 100, and at most "
    "three articles are ranked"
)
SHORT_ARTICLES = f"an article is one element of at most {LONGEST_ARTICLE} characters, of which one is highlighted"
ON_SMALL_ARTICLES = _TEXT

GRIDS: dict[Callable[..., Any], str] = {
    element_runs: f"{_TEXT}; runs have at most three elements",
    star_runs: f"{_TEXT} (two where these are an article and three sections); runs have at most three elements",
    both_runs: f"{_TEXT}; runs have at most three elements; {_GAINS}",
    full_runs: _TEXT,
    ideal_runs: _TEXT,
    answers: _TEXT,
    article_runs: _GAINS,
    empty_runs: f"{_GAINS}, and then an article of two sections of one character",
    point_runs: _POINTS,
    single_runs: _POINTS,
}
"""The grids of the golds and runs that are searched, in words. The statements speak of any article, run and distance;
only those with a link (`link_runs`) name their articles, so that these are all there are.
"""
