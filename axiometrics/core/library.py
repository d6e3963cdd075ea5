"""Libraries: articles as trees of elements with highlighted text, the golds of element retrieval (Lalmas et al. 2007,
section 3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from reprlib import repr as shortly
from typing import Any, NoReturn

from axiometrics.core.errors import AxiometricsError
from axiometrics.core.rational import rational

GREATEST = 10**12
"""The most characters that one element may have of its own."""

DEEPEST = 100
"""The most elements on a path: deeper articles are refused, because trees are read and measured by recursion."""

_NAME = re.compile(r"[^\s:;@/(){}>\"\[\]=]+")
_TAG = re.compile(r"[A-Za-z_][\w.-]*")
_TOKEN = re.compile(
    r"\s*(?:(?P<length>L\s*=\s*(?P<value>[0-9./]+))|(?P<entry>@\s*(?P<at>[0-9]{1,15}))|(?P<text>[0-9]{1,15}\s*\+\s*[0-9]{1,15})"
    r"|(?P<name>[^\s:;@/(){}>\"\[\]=]+)\s*:|(?P<open>[A-Za-z_][\w.-]*)\s*\(|(?P<close>\))|(?P<mark>[;\n])|(?P<end>$)"
    r"|(?P<bad>\S+))"
)


class LibraryError(AxiometricsError, ValueError):
    """A library that cannot be: malformed text, more highlighted characters than characters, an article twice."""


@dataclass(frozen=True)
class Element:
    """An element of an article: its tag, its own text, of which the first characters are highlighted, and its children.

    The own text stands before the children. The text of the children is not part of `own` and `highlighted`.

    Raises `LibraryError` for counts that are not whole numbers from 0, or more highlighted characters than characters.
    """

    tag: str
    own: int
    highlighted: int = 0
    children: tuple[Element, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.tag, str) or not _TAG.fullmatch(self.tag):
            raise LibraryError(f"the element {self.tag!r} has a tag that is not a name: use letters, digits, . _ and -")
        for unit, number in (("characters", self.own), ("highlighted characters", self.highlighted)):
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= GREATEST:
                raise LibraryError(
                    f"the element {self.tag} has {number!r} {unit} of its own: write a whole number "
                    f"from 0 to {GREATEST}"
                )
        if self.highlighted > self.own:
            raise LibraryError(
                f"the element {self.tag}({self.own}+{self.highlighted}) has more highlighted characters than "
                f"characters: the first number counts all of its own characters"
            )

    def __str__(self) -> str:
        return f"{self.tag}({' '.join([f'{self.own}+{self.highlighted}', *map(str, self.children)])})"

    def to_json(self) -> dict[str, Any]:
        """The JSON form; children are left out where there are none."""
        data: dict[str, Any] = {"tag": self.tag, "own": self.own, "highlighted": self.highlighted}
        return data | ({"children": [child.to_json() for child in self.children]} if self.children else {})


@dataclass(frozen=True)
class Article:
    """An article: its name, its root element, and its best entry point, a character counted from 0, if it has one."""

    name: str
    root: Element
    entry: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise LibraryError(
                f"the article {self.name!r} has a name that cannot be written: leave out spaces and the signs "
                f': ; @ / ( ) {{ }} > " [ ] ='
            )
        if _depth(self.root) > DEEPEST:
            raise LibraryError(f"the article {self.name!r} is deeper than {DEEPEST} elements")
        if self.entry is not None and (
            not isinstance(self.entry, int) or isinstance(self.entry, bool) or not 0 <= self.entry <= self.characters
        ):
            raise LibraryError(
                f"the article {self.name!r} has its best entry point at {self.entry!r}: it has {self.characters} "
                f"characters, counted from 0"
            )

    @cached_property
    def elements(self) -> Mapping[str, Element]:
        """The elements by their paths, each before its children: `a1`, `a1/sec[1]`, `a1/sec[1]/p[1]`."""
        return dict(_named(self.name, self.root))

    @property
    def characters(self) -> int:
        """The characters of the whole article."""
        return _characters(self.root)

    def __str__(self) -> str:
        return f"{self.name}: {self.root}{'' if self.entry is None else f'@{self.entry}'}"

    def to_json(self) -> dict[str, Any]:
        """The JSON form; the entry point is left out where there is none."""
        return {"name": self.name, "root": self.root.to_json()} | ({} if self.entry is None else {"entry": self.entry})


@dataclass(frozen=True, eq=False)
class Library:
    """Articles as an assessor left them: trees of elements whose highlighted text is relevant.

    Equality ignores the order of the articles. `length` is the mean length of the articles of the collection, in
    characters; without it, the collection is taken to be the articles listed. An article that is not listed has
    nothing relevant.

    >>> gold = Library.parse("article(0+0 sec(3+2 p(2+2)) sec(1+0))")
    >>> str(gold), sorted(gold.documents)
    ('a1: article(0+0 sec(3+2 p(2+2)) sec(1+0))', ['a1', 'a1/sec[1]', 'a1/sec[1]/p[1]', 'a1/sec[2]'])
    >>> Library.parse("b: article(9+1)@3; a: article(1+0)") == Library.parse("a: article(1+0); b: article(9+1) @3")
    True

    Raises
    ------
    LibraryError
        No article, an article twice, or a length that is not above 0.
    """

    articles: tuple[Article, ...]
    length: Fraction | None = None

    def __post_init__(self) -> None:
        if not self.articles:
            raise LibraryError("a library without articles: list one, such as a1: article(3+2)")
        names = [article.name for article in self.articles]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise LibraryError(f"the article {twice[0]!r} occurs twice in a library: list it once")
        if self.length is not None and not self.length > 0:
            raise LibraryError(f"the mean length of the articles is L={self.length}: it is to be above 0")

    @classmethod
    def of(cls, *roots: Element) -> Library:
        """The library of articles a1, a2, and so on, with these roots."""
        return cls(tuple(Article(f"a{i}", root) for i, root in enumerate(roots, 1)))

    @classmethod
    def parse(cls, text: str) -> Library:
        """Read the text form: `a1: article(3+2 p(2+2))@0; a2: article(1+0); L=100`, or one article without a name.

        Raises `LibraryError` with the position of what is malformed, and the cure.
        """
        return _LibraryParser(text).library()

    @classmethod
    def from_json(cls, data: Any) -> Library:
        """Read the JSON form, `{"articles": [{"name": "a1", "root": {"tag": "article", "own": 3, "highlighted": 2}}]}`,
        where `length` is a text such as `"100"`. Raises `LibraryError` where it is malformed.
        """
        articles = _field(data, {"articles"}, {"length"}, "a library")["articles"]
        if not isinstance(articles, list):
            raise LibraryError(f"the articles of a library in JSON are {shortly(articles)}: expected a list")
        length = data.get("length")
        return cls(tuple(map(_article, articles)), None if length is None else _number(str(length)))

    def to_json(self) -> dict[str, Any]:
        """The JSON form, in the order in which the library was written."""
        data: dict[str, Any] = {"articles": [article.to_json() for article in self.articles]}
        return data | ({} if self.length is None else {"length": str(self.length)})

    def __str__(self) -> str:
        return "; ".join([*map(str, self.articles), *([] if self.length is None else [f"L={self.length}"])])

    def __repr__(self) -> str:
        return f"Library.parse({str(self)!r})"

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return tuple(sorted(self.articles, key=lambda article: article.name)), self.length

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Library) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def by_name(self) -> Mapping[str, Article]:
        """The articles by name."""
        return {article.name: article for article in self.articles}

    @cached_property
    def elements(self) -> Mapping[str, Element]:
        """The elements of all articles by their paths, each before its children."""
        return {path: element for article in self.articles for path, element in article.elements.items()}

    @cached_property
    def documents(self) -> frozenset[str]:
        """The paths of all elements."""
        return frozenset(self.elements)

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.elements)

    def renamed(self, names: Mapping[str, str], seed: int | None = None) -> Library:
        """The library with other names for its articles. A path is a place in a tree, so that the rest of the path
        stays. `names` is asked for articles alone, and an article that it lacks keeps its name. Articles have no order,
        so that a seed changes nothing.
        """
        return Library(
            tuple(Article(names.get(a.name, a.name), a.root, a.entry) for a in self.articles),
            self.length,
        )


def article_of(document: str) -> str:
    """The name of the article that an element or an entry point belongs to.

    >>> article_of("a1/sec[1]"), article_of("a1@30"), article_of("a1")
    ('a1', 'a1', 'a1')
    """
    return document.partition("/")[0].partition("@")[0]


def _depth(element: Element) -> int:
    deep, level = 0, [element]
    while level:
        deep, level = deep + 1, [child for parent in level for child in parent.children]
    return deep


def _characters(element: Element) -> int:
    return element.own + sum(map(_characters, element.children))


def _named(path: str, element: Element) -> Iterator[tuple[str, Element]]:
    yield path, element
    seen: dict[str, int] = {}
    for child in element.children:
        seen[child.tag] = seen.get(child.tag, 0) + 1
        yield from _named(f"{path}/{child.tag}[{seen[child.tag]}]", child)


def _number(text: str) -> Fraction:
    try:
        return rational(text)
    except ValueError:
        raise LibraryError(f"the length L={text!r} is not a number: write a whole number or a fraction") from None


def _field(data: Any, needed: set[str], more: set[str], noun: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping) or not needed <= set(data) <= needed | more:
        raise LibraryError(
            f"{noun} in JSON is an object with {', '.join(sorted(needed))}"
            f"{''.join(f' and, where there is one, {name}' for name in sorted(more))}, not {shortly(data)}"
        )
    return data


def _article(data: Any) -> Article:
    fields = _field(data, {"name", "root"}, {"entry"}, "an article")
    return Article(fields["name"], _element(fields["root"]), fields.get("entry"))


def _element(data: Any, depth: int = 1) -> Element:
    fields = _field(data, {"tag", "own", "highlighted"}, {"children"}, "an element")
    children = fields.get("children", [])
    if not isinstance(children, list):
        raise LibraryError(f"the children of an element in JSON are {shortly(children)}: expected a list")
    if depth > DEEPEST:
        raise LibraryError(f"an article is deeper than {DEEPEST} elements")
    below: Iterable[Element] = (_element(child, depth + 1) for child in children)
    return Element(fields["tag"], fields["own"], fields["highlighted"], tuple(below))


class _LibraryParser:
    """A reader of the text form that remembers where each token stood."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = self.next = 0

    def fail(self, problem: str, cure: str) -> NoReturn:
        shown = self.text if len(self.text) <= 200 else f"{self.text[:197]}..."
        raise LibraryError(f"{problem} at character {self.at + 1} of {shown!r}: {cure}")

    def token(self) -> tuple[str, re.Match[str]]:
        match = _TOKEN.match(self.text, self.next)
        assert match is not None  # the last alternative takes anything
        kind = next(
            kind
            for kind in ("length", "entry", "text", "name", "open", "close", "mark", "end", "bad")
            if match[kind] is not None
        )
        self.at, self.next = match.start(kind), match.end()
        return kind, match

    def library(self) -> Library:
        articles: list[Article] = []
        length: Fraction | None = None
        name: str | None = None
        while True:
            kind, match = self.token()
            if kind == "length":
                if length is not None:
                    self.fail("a second length L", "give the mean length once")
                length = _number(match["value"])
            elif kind == "name" and name is None:
                name = match["name"]
            elif kind == "open":
                articles.append(self.article(name or f"a{len(articles) + 1}", match["open"]))
                name = None
            elif kind == "entry" and articles and name is None and articles[-1].entry is None:
                last = articles.pop()
                articles.append(Article(last.name, last.root, int(match["at"])))
            elif kind == "end":
                if name is not None or not articles:
                    self.fail("an article is missing", "write it as a1: article(3+2 p(2+2))")
                return Library(tuple(articles), length)
            elif kind != "mark" or name is not None:
                self.fail(
                    f"{match[kind]!r} is not expected", "write a1: article(3+2 p(2+2))@0; a2: article(1+0); L=100"
                )

    def article(self, name: str, tag: str) -> Article:
        entries: list[int] = []
        root = self.element(tag, entries)
        if len(entries) > 1:
            self.fail(f"a second best entry point of {name}", "mark one in an article")
        return Article(name, root, *entries)

    def element(self, tag: str, entries: list[int], depth: int = 1) -> Element:
        """Read an element behind its opening bracket."""
        if depth > DEEPEST:
            self.fail("an article is too deep", f"at most {DEEPEST} elements may stand within each other")
        kind, match = self.token()
        if kind != "text":
            self.fail(
                f"the element {tag} does not begin with its own text",
                "write how many characters it has and how many of them are highlighted, such as 3+2",
            )
        own, highlighted = (int(number) for number in match["text"].split("+"))
        children: list[Element] = []
        while True:
            kind, match = self.token()
            if kind == "close":
                return Element(tag, own, highlighted, tuple(children))
            if kind == "open":
                children.append(self.element(match["open"], entries, depth + 1))
            elif kind == "entry":
                entries.append(int(match["at"]))
            elif kind != "mark" or match["mark"] != "\n":
                self.fail(f"the element {tag} is not closed", "close it with ) behind its children")
