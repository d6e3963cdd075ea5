"""Organizations: one value for system output and gold, whatever the task (Amigo et al. 2013, section 1)."""

from __future__ import annotations

import gc
import json
import random
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from reprlib import repr as shortly
from typing import Any, NoReturn

from axiometrics.core.errors import OrganizationError
from axiometrics.core.numbering import LARGE, numbered
from axiometrics.core.page import Drawing, Page, Presentable, Section, Table

Cluster = tuple[str, ...]
Level = tuple[Cluster, ...]

_TAIL = "..."
_PLAIN = re.compile(r'[^\s{}>"]+')
_TOKEN = re.compile(
    r'\s*(?:(?P<mark>[{}>])|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<plain>[^\s{}>"]+)|(?P<end>$)|(?P<bad>.))', re.DOTALL
)


@dataclass(frozen=True, eq=False)
class Organization(Presentable):
    """Levels of priority, best first; a level holds clusters, a cluster holds documents.

    A document may stand in several clusters and levels (each time an *occurrence*), not twice in one cluster. A level
    may be empty, a cluster may not. `tail` says that an unlimited, unjudged set of documents lies below the last level.

    Equality ignores the order of the clusters in a level and of the documents in a cluster; repeated clusters count.

    >>> gold = Organization([[["d1"], ["d2", "d3"]]], tail=True)
    >>> str(gold)
    'd1 {d2 d3} > ...'
    >>> gold == Organization.parse("{d3 d2} d1 > ...")
    True

    Raises
    ------
    OrganizationError
        A document twice in a cluster, an empty cluster, a document that is not a string, or neither level nor tail.
    """

    levels: tuple[Level, ...]
    tail: bool = False

    def __init__(self, levels: Iterable[Iterable[Iterable[str]]], tail: bool = False) -> None:
        object.__setattr__(
            self, "levels", tuple(_level(level, i) for i, level in enumerate(_listed(levels, "levels"), 1))
        )
        if not isinstance(tail, bool):
            raise OrganizationError(f"tail is {shortly(tail)}: write true or false")
        object.__setattr__(self, "tail", tail)
        if not self.levels and not tail:
            raise OrganizationError(
                "an organization without level and without tail: write {} for one empty level, ... for the tail alone"
            )
        self._number()

    @classmethod
    def _sound(cls, levels: tuple[Level, ...], tail: bool) -> Organization:
        """An organization of levels that are known to be sound, which are not looked at one by one."""
        organization = cls.__new__(cls)
        object.__setattr__(organization, "levels", levels)
        object.__setattr__(organization, "tail", tail)
        organization._number()
        return organization

    def _number(self) -> None:
        """Number the documents where they are many: see `axiometrics.core.numbering`."""
        if self.size >= LARGE:
            self.__dict__["numbers"] = numbered(self.listed)

    def __getstate__(self) -> dict[str, Any]:
        """The data that another process gets: the levels and the tail. Derived data, such as the numbers of documents,
        are not passed on.
        """
        return {"levels": self.levels, "tail": self.tail}

    @classmethod
    def of_levels(cls, levels: tuple[Level, ...], tail: bool) -> Organization:
        """An organization of levels that are known to be sound. Nothing is looked at: a generator of cases makes
        hundreds of thousands, and to validate each took two thirds of the time in which a user's metric was checked.
        """
        made = object.__new__(cls)
        made.__dict__.update(levels=levels, tail=tail)
        return made

    @classmethod
    def ranking(cls, documents: Iterable[str], tail: bool = True) -> Organization:
        """An organization with one document a level, best first, above the tail.

        >>> Organization.ranking(["d7", "d1"])
        Organization.parse('d7 > d1 > ...')
        """
        listed = tuple(_listed(documents, "documents"))
        if listed and tail is True and set(map(type, listed)) == {str}:
            with _not_collecting():
                return cls._sound(tuple(zip(zip(listed))), tail)
        return cls([((document,),) for document in listed], tail=tail)

    @classmethod
    def clustering(cls, clusters: Iterable[Iterable[str]]) -> Organization:
        """An organization with one level of clusters and no tail.

        >>> Organization.clustering([["a", "b"], ["c"]])
        Organization.parse('{a b} c')
        """
        return cls([clusters])

    @classmethod
    def filtering(cls, positive: Iterable[str], negative: Iterable[str]) -> Organization:
        """Two levels, positive over negative, no tail; each document is its own cluster.

        >>> Organization.filtering(["a"], [])
        Organization.parse('a > {}')
        """
        return cls([[[d] for d in _listed(positive, "positive")], [[d] for d in _listed(negative, "negative")]])

    @classmethod
    def graded(cls, grades: Mapping[str, int], top: int | None = None) -> Organization:
        """The gold of a ranking: a level per grade from `top` (default: the highest given) down to 1, grade 0 unlisted,
        above the tail.

        >>> Organization.graded({"d1": 2, "d2": 1, "d3": 0})
        Organization.parse('d1 > d2 > ...')
        """
        highest = max([0, *grades.values()]) if top is None else top
        by_grade: dict[int, list[Cluster]] = {}
        for document, grade in grades.items():
            by_grade.setdefault(grade, []).append((document,))
        return cls([by_grade.get(g, ()) for g in range(highest, 0, -1)], tail=True)

    @classmethod
    def parse(cls, text: str) -> Organization:
        """Read the text form: levels parted by `>`, clusters in braces, `...` last for the tail.

        Raises `OrganizationError` with the position of what is malformed, and the cure.
        """
        if not isinstance(text, str):
            raise OrganizationError(
                f"an organization is read from a text such as 'd1 {{d2 d3}} > ...', not {shortly(text)}"
            )
        return _OrganizationParser(text).organization()

    @classmethod
    def from_json(cls, data: Any) -> Organization:
        """Read the JSON form `{"levels": [[["d1"], ["d2", "d3"]]], "tail": true}`."""
        if not isinstance(data, Mapping):
            raise OrganizationError(
                f'an organization in JSON is an object {{"levels": [...], "tail": true|false}}, not {shortly(data)}'
            )
        unknown = sorted(map(str, set(data) - {"levels", "tail"}))
        if "levels" not in data or unknown:
            keys = ", ".join(map(repr, sorted(map(str, data))))[:60]
            raise OrganizationError(
                f'an organization in JSON has "levels" and, if it likes, "tail"; found {keys or "nothing"}'
            )
        return cls(data["levels"], data.get("tail", False))

    def to_json(self) -> dict[str, Any]:
        """The JSON form, in the order the organization was written."""
        return {"levels": [[list(cluster) for cluster in level] for level in self.levels], "tail": self.tail}

    def __str__(self) -> str:
        parts = [" ".join(map(_cluster_text, level)) or "{}" for level in self.levels]
        return " > ".join(parts + [_TAIL] * self.tail)

    def __repr__(self) -> str:
        return f"Organization.parse({str(self)!r})"

    def page(self) -> Page:
        """The text form; its records are the occurrences, levels and clusters numbered from 1."""
        rows = [(level + 1, cluster + 1, document) for level, cluster, document in self.occurrences()]
        headings = ("level", "cluster", "document")
        return Page("", [Section("", [Drawing(str(self))])], "", self.to_json, lambda: Table.records(headings, rows))

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return (self.tail, tuple([_in_order(level) for level in self.levels]))

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Organization) else NotImplemented

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def occurrences(self) -> Iterator[tuple[int, int, str]]:
        """Every occurrence as (level from 0, number of its cluster in the level, document), best level first."""
        for i, level in enumerate(self.levels):
            for j, cluster in enumerate(level):
                for document in cluster:
                    yield i, j, document

    @cached_property
    def documents(self) -> frozenset[str]:
        """The documents listed, each once."""
        return frozenset(self.listed)

    @property
    def listed(self) -> list[str]:
        """The document of each occurrence, best level first."""
        return list(chain.from_iterable(chain.from_iterable(self.levels)))

    @cached_property
    def size(self) -> int:
        """The number of occurrences listed."""
        return sum(map(len, chain.from_iterable(self.levels)))

    @cached_property
    def numbers(self) -> tuple[Mapping[str, int], array[int]] | None:
        """Where the documents are many, a table of numbers that other organizations share, and the number of each
        occurrence; None where they were not numbered while it was built.
        """
        return None

    @property
    def is_partition(self) -> bool:
        """Whether no document occurs twice."""
        return self.size == len(self.documents)

    def renamed(self, names: Mapping[str, str], seed: int | None = None) -> Organization:
        """The organization with other names for its documents; with a seed, the clusters of a level and the documents
        of a cluster are also written in another order, the same for the same seed.

        >>> str(Organization.parse("{a b} > c").renamed({"a": "x", "b": "y", "c": "z"}))
        '{x y} > z'
        """
        levels = [[[names[d] for d in cluster] for cluster in level] for level in self.levels]
        if seed is not None:
            chance = random.Random(seed)
            levels = [[chance.sample(cluster, len(cluster)) for cluster in level] for level in levels]
            for level in levels:
                chance.shuffle(level)
        return Organization(levels, self.tail)

    def closed(self, documents: Iterable[str]) -> Organization:
        """The same gold in a closed collection: documents that it does not list stand on a last level, in place of
        the tail.

        >>> str(Organization.parse("a > ...").closed(["b", "a"]))
        'a > b'
        """
        if not self.tail:
            return self
        below = tuple((d,) for d in sorted(set(documents) - self.documents))
        return Organization.of_levels((*self.levels, below), False)

    def grades(self) -> dict[str, int]:
        """Grade of each listed document when this is a gold: the number of listed levels at or below its own (empty
        ones count).

        Without a tail the last level has grade 0 (judged irrelevant). A document on several levels has its best grade.

        >>> Organization.parse("a > {} > b > ...").grades()
        {'a': 3, 'b': 1}
        """
        return self._grades.copy()

    @cached_property
    def _grades(self) -> dict[str, int]:
        """The grades, found once: thousands of runs are scored against one gold."""
        top = self.top_grade
        grades: dict[str, int] = {}
        for grade, level in zip(range(top, -1, -1), self.levels, strict=False):
            for document in chain.from_iterable(level):
                grades.setdefault(document, grade)
        return grades

    @property
    def top_grade(self) -> int:
        """The grade of the first level: the number of levels, less one without a tail."""
        return len(self.levels) - (not self.tail)


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Switch the garbage collector off for a while. Tuples of texts never form cycles of references, and to look
    through millions of them for cycles takes several times as long as making them.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _in_order(level: Level) -> Level:
    """A level with its clusters, and the documents of each, in the order of their names."""
    if len(level) == 1 and len(level[0]) == 1:
        return level
    return tuple(sorted([c if len(c) == 1 else tuple(sorted(c)) for c in level]))


def _listed(value: Iterable[Any], noun: str) -> Iterable[Any]:
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise OrganizationError(f"{noun}: expected a list, found {shortly(value)}")
    return value


def _level(level: Iterable[Iterable[str]], i: int) -> Level:
    return tuple([_cluster(c, i, j) for j, c in enumerate(_listed(level, f"level {i}"), 1)])


def _cluster(cluster: Iterable[str], i: int, j: int) -> Cluster:
    """The documents of a cluster. Most clusters hold one document, and most others are sound. Both are recognised fast,
    since there may be millions. The rest are looked at document by document, for a message that says what is wrong.
    """
    if type(cluster) is tuple and len(cluster) == 1 and type(cluster[0]) is str:
        return cluster
    where = f"cluster {j} of level {i}"
    documents = tuple(_listed(cluster, where))
    if not documents:
        raise OrganizationError(f"{where} is empty: leave it out")
    if set(map(type, documents)) == {str} and len(set(documents)) == len(documents):
        return documents
    seen: set[str] = set()
    for document in documents:
        if not isinstance(document, str):
            raise OrganizationError(f"the name {document!r} in {where} is not a string: write it as {str(document)!r}")
        if document in seen:
            raise OrganizationError(f"{document!r} occurs twice in {where}: list it once")
        seen.add(document)
    return documents


def _name(document: str) -> str:
    if document != _TAIL and _PLAIN.fullmatch(document):
        return document
    text = json.dumps(document, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(document)


def _cluster_text(cluster: Cluster) -> str:
    names = " ".join(map(_name, cluster))
    return names if len(cluster) == 1 else f"{{{names}}}"


class _OrganizationParser:
    """A reader of the text form that remembers where each token stood."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, problem: str, cure: str, at: int | None = None) -> NoReturn:
        raise OrganizationError(
            f"{problem} at character {(self.at if at is None else at) + 1} of {self.text!r}: {cure}"
        )

    def token(self) -> tuple[str, str]:
        """The kind and text of the next token; `self.at` is left at its first character, `self.next` behind it."""
        match = _TOKEN.match(self.text, self.at)
        assert match is not None  # the last alternatives take anything
        assert match.lastgroup is not None
        kind = match.lastgroup
        self.at, self.next = match.start(kind), match.end()
        if kind == "bad":
            self.fail("an unclosed quotation mark", 'close it with ", and write a quotation mark inside a name as \\"')
        return kind, match.group(kind)

    def document(self, kind: str, text: str) -> str:
        if kind == "plain":
            return text
        try:
            name = json.loads(text)
        except ValueError:
            self.fail(f"{text!r} is not a JSON string", "quote a name as JSON does")
        return str(name)

    def organization(self) -> Organization:
        levels: list[list[list[str]]] = []
        level: list[list[str]] = []
        blank, tail = True, False
        while True:
            kind, text = self.token()
            if tail and (kind, text) != ("end", ""):
                self.fail("the tail '...' is not last", "nothing stands below the tail")
            if kind == "end" or (kind, text) == ("mark", ">"):
                if blank:
                    self.fail(
                        "a level with nothing in it",
                        "write {} for an empty level"
                        if self.text.strip()
                        else "the text is blank; write {} for one empty level",
                    )
                if not tail:
                    levels.append(level)
                if kind == "end":
                    return Organization(levels, tail)
                level, blank = [], True
            elif (kind, text) == ("plain", _TAIL):
                if not blank:
                    self.fail("the tail '...' shares a level", "put > before it, or quote it where it is a name")
                blank, tail = False, True
            elif (kind, text) == ("mark", "{"):
                self.braces(level, blank)
                blank = False
            elif kind == "mark":
                self.fail("a } that closes nothing", "take it out, or open the cluster with {")
            else:
                level.append([self.document(kind, text)])
                blank = False
            self.at = self.next

    def braces(self, level: list[list[str]], first: bool) -> None:
        """Read a cluster, the opening brace being the current token; `{}` alone is an empty level."""
        start, cluster = self.at, list[str]()
        while True:
            self.at = self.next
            kind, text = self.token()
            if (kind, text) == ("mark", "}"):
                break
            if kind in {"mark", "end"}:
                self.fail("a cluster that is not closed", "close it with }", start)
            if (kind, text) == ("plain", _TAIL):
                self.fail("the tail '...' inside a cluster", "quote it where it is a name")
            document = self.document(kind, text)
            if document in cluster:
                self.fail(f"{document!r} twice in one cluster", "list it once")
            cluster.append(document)
        if cluster:
            level.append(cluster)
            return
        end = self.next
        self.at = end
        kind, text = self.token()
        if not first or not (kind == "end" or text == ">"):
            self.fail("an empty cluster", "leave it out; {} stands alone, for an empty level", start)
        self.at, self.next = start, end
