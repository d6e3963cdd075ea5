"""Topics: the gold of search result diversity (Sakai et al. 2010, section 3.2), intents with their probabilities and
the documents that are relevant to each.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from reprlib import repr as shortly
from typing import Any, NoReturn

from axiometrics.core.errors import TopicError
from axiometrics.core.organization import Organization

GREATEST = 1000
"""The highest grade: a grade is a gain, and metrics raise 2 to its power."""

_PLAIN = re.compile(r'[^\s"|:=()]+')
_TOKEN = re.compile(
    r'\s*(?:(?P<mark>[|:=()])|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<plain>[^\s"|:=()]+)|(?P<end>$)|(?P<bad>.))', re.DOTALL
)
_NUMBER = re.compile(r"\d{1,400}(/\d{1,400}|\.\d{1,400})?", re.ASCII)
_CURE = "P(i1)=2/3 P(i2)=1/3 | d1: i1=2 i2 | d2: i1"


@dataclass(frozen=True, eq=False)
class Topic:
    """Intents with their probabilities P(i|q), and for each relevant document its grade for each intent that it serves.

    Only intents with at least one relevant document, and documents that are relevant to at least one intent, are part
    of a topic (section 4.1 of the paper). A document that is not listed is irrelevant. Equality ignores the order of
    intents and of documents.

    >>> topic = Topic({"i1": Fraction(2, 3), "i2": Fraction(1, 3)}, {"d1": {"i1": 2, "i2": 1}, "d2": {"i1": 1}})
    >>> str(topic)
    'P(i1)=2/3 P(i2)=1/3 | d1: i1=2 i2 | d2: i1'
    >>> topic == Topic.parse("P(i2)=1/3 P(i1)=2/3 | d2: i1 | d1: i2 i1=2")
    True

    Raises
    ------
    TopicError
        Probabilities that are not above 0 or do not sum to 1, a grade that is not a whole number from 1, an intent
        without a relevant document or without a probability, a document that is relevant to no intent.
    """

    probabilities: Mapping[str, Fraction]
    grades: Mapping[str, Mapping[str, int]]

    def __init__(self, probabilities: Mapping[str, Any], grades: Mapping[str, Mapping[str, int]]) -> None:
        chances = {_named(intent, "intent"): _probability(intent, value) for intent, value in probabilities.items()}
        listed = {_named(document, "document"): _graded(document, of, chances) for document, of in grades.items()}
        for intent in chances:
            if not any(intent in of for of in listed.values()):
                raise TopicError(
                    f"intent {intent!r} has no relevant document: leave it out, and share its probability among the "
                    f"others"
                )
        if not chances:
            raise TopicError(f"a topic without intents, on which nothing can be measured: write {_CURE}")
        if sum(chances.values()) != 1:
            raise TopicError(
                f"the probabilities sum to {sum(chances.values())}: make them sum to 1, for example 2/3 and 1/3"
            )
        object.__setattr__(self, "probabilities", chances)
        object.__setattr__(self, "grades", listed)

    @classmethod
    def uniform(cls, grades: Mapping[str, Mapping[str, int]]) -> Topic:
        """The topic in which every intent that a document serves is equally likely.

        >>> str(Topic.uniform({"a": {"x": 1}, "b": {"y": 2}}))
        'P(x)=1/2 P(y)=1/2 | a: x | b: y=2'
        """
        intents = dict.fromkeys(intent for of in grades.values() for intent in of)
        return cls({intent: Fraction(1, len(intents)) for intent in intents}, grades)

    @classmethod
    def parse(cls, text: str) -> Topic:
        """Read the text form: the probabilities, then after each `|` a document with its intents and grades.

        Raises `TopicError` with the position of what is malformed, and the cure.
        """
        return _TopicParser(text).topic()

    @classmethod
    def from_json(cls, data: Any) -> Topic:
        """Read the JSON form `{"intents": {"i1": "2/3", "i2": "1/3"}, "grades": {"d1": {"i1": 2, "i2": 1}}}`."""
        if not isinstance(data, Mapping) or set(data) != {"intents", "grades"}:
            form = '{"intents": {...}, "grades": {...}}'
            raise TopicError(f"a topic in JSON is an object {form}, not {shortly(data)}")
        for name in ("intents", "grades"):
            if not isinstance(data[name], Mapping):
                raise TopicError(f"{name} of a topic is an object, not {shortly(data[name])}")
        return cls(data["intents"], data["grades"])

    def to_json(self) -> dict[str, Any]:
        """The JSON form, in the order in which the topic was written; probabilities are exact, as texts."""
        return {
            "intents": {intent: str(value) for intent, value in self.probabilities.items()},
            "grades": {document: dict(of) for document, of in self.grades.items()},
        }

    def __str__(self) -> str:
        first = " ".join(f"P({_name(intent)})={value}" for intent, value in self.probabilities.items())
        lines = [
            f"{_name(document)}: " + " ".join(_name(i) if g == 1 else f"{_name(i)}={g}" for i, g in of.items())
            for document, of in self.grades.items()
        ]
        return " | ".join([first, *lines])

    def __repr__(self) -> str:
        return f"Topic.parse({str(self)!r})"

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return frozenset(self.probabilities.items()), frozenset(
            (d, frozenset(of.items())) for d, of in self.grades.items()
        )

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Topic) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def documents(self) -> frozenset[str]:
        """The relevant documents."""
        return frozenset(self.grades)

    @cached_property
    def size(self) -> int:
        """The number of pairs of an intent and a document that is relevant to it."""
        return sum(map(len, self.grades.values()))

    @property
    def intents(self) -> tuple[str, ...]:
        """The intents, in the order in which they were written."""
        return tuple(self.probabilities)

    def of(self, document: str) -> Mapping[str, int]:
        """The grade of a document for each intent that it serves; of an irrelevant document nothing."""
        return self.grades.get(document, {})

    def renamed(self, names: Mapping[str, str], seed: int | None = None) -> Topic:
        """The topic with other names for its documents; with a seed, intents and documents are also written in another
        order, the same for the same seed.

        >>> str(Topic.parse("P(i)=1 | a: i | b: i=2").renamed({"a": "x", "b": "y"}))
        'P(i)=1 | x: i | y: i=2'
        """
        intents, grades = list(self.probabilities.items()), [(names[d], of) for d, of in self.grades.items()]
        if seed is not None:
            chance = random.Random(seed)
            chance.shuffle(intents)
            chance.shuffle(grades)
        return Topic(dict(intents), dict(grades))


def one_intent(gold: Organization) -> Topic:
    """A gold of a ranking as a topic of one intent: the reduction under which diversity is ordinary retrieval.

    >>> str(one_intent(Organization.parse("a > b > ...")))
    'P(i1)=1 | a: i1=2 | b: i1'
    """
    return Topic({"i1": Fraction(1)}, {d: {"i1": grade} for d, grade in gold.grades().items() if grade})


def _named(name: object, noun: str) -> str:
    if not isinstance(name, str) or not name:
        raise TopicError(f"the {noun} {name!r} is not a name: write a text that is not empty")
    return name


def _probability(intent: str, value: Any) -> Fraction:
    try:
        if isinstance(value, bool | float) or (isinstance(value, str) and not _NUMBER.fullmatch(value)):
            raise ValueError
        number = Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise TopicError(
            f"the probability {value!r} of intent {intent!r} is not an exact number: write a fraction or a decimal as "
            f"a text, for example '1/3' or '0.25'"
        ) from None
    if not 0 < number <= 1:
        raise TopicError(f"the probability {value} of intent {intent!r} is outside (0, 1]: expected a chance above 0")
    return number


def _graded(document: str, of: Any, intents: Mapping[str, Fraction]) -> dict[str, int]:
    if not isinstance(of, Mapping):
        raise TopicError(
            f"the grades of document {document!r} are {shortly(of)}: expected a grade for each of its intents"
        )
    if not of:
        raise TopicError(f"document {document!r} is relevant to no intent: leave it out")
    for intent, grade in of.items():
        if intent not in intents:
            raise TopicError(f"intent {intent!r} of document {document!r} has no probability: write P({intent})=...")
        if not isinstance(grade, int) or isinstance(grade, bool) or not 1 <= grade <= GREATEST:
            raise TopicError(
                f"the grade {grade!r} of document {document!r} for intent {intent!r} is not a whole number from 1 to "
                f"{GREATEST}: leave out intents to which a document is irrelevant"
            )
    return dict(of)


def _name(name: str) -> str:
    if _PLAIN.fullmatch(name):
        return name
    text = json.dumps(name, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(name)


class _TopicParser:
    """A reader of the text form that remembers where each token stood."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.kind, self.word, self.next = "", "", 0
        self.step()

    def fail(self, problem: str, cure: str = f"write {_CURE}") -> NoReturn:
        raise TopicError(f"{problem} at character {self.at + 1} of {self.text!r}: {cure}")

    def step(self) -> None:
        """Go to the next token."""
        match = _TOKEN.match(self.text, self.next)
        assert match is not None  # the last alternatives take anything
        assert match.lastgroup is not None
        self.kind, self.at, self.next = match.lastgroup, match.start(match.lastgroup), match.end()
        self.word = match.group(self.kind)
        if self.kind == "bad":
            self.fail("an unclosed quotation mark", 'close it with ", and write a quotation mark inside a name as \\"')

    def mark(self, mark: str) -> None:
        """Go past a mark that must stand here."""
        if (self.kind, self.word) != ("mark", mark):
            self.fail(f"expected {mark!r}, found {self.word or 'the end'!r}")
        self.step()

    def name(self, noun: str) -> str:
        """Go past a name."""
        if self.kind not in {"plain", "quoted"}:
            self.fail(f"expected {noun}, found {self.word or 'the end'!r}")
        word = self.word
        if self.kind == "quoted":
            try:
                word = str(json.loads(word))
            except ValueError:
                self.fail(f"{word!r} is not a JSON string", "quote a name as JSON does")
        self.step()
        return word

    def number(self, noun: str) -> str:
        """Go past a number."""
        if self.kind != "plain" or not _NUMBER.fullmatch(self.word):
            self.fail(f"expected {noun}, found {self.word or 'the end'!r}")
        word = self.word
        self.step()
        return word

    def topic(self) -> Topic:
        probabilities: dict[str, str] = {}
        while self.kind != "mark" and self.kind != "end":
            if (self.kind, self.word) != ("plain", "P"):
                self.fail(f"expected a probability, found {self.word!r}")
            self.step()
            self.mark("(")
            intent = self.name("an intent")
            self.mark(")")
            self.mark("=")
            if intent in probabilities:
                self.fail(f"a second probability of intent {intent!r}", "give one")
            probabilities[intent] = self.number("a probability, for example 2/3 or 0.25")
        grades: dict[str, dict[str, int]] = {}
        while self.kind != "end":
            self.mark("|")
            document = self.name("a document")
            if document in grades:
                self.fail(f"document {document!r} occurs twice", "list it once, with all its intents")
            self.mark(":")
            grades[document] = self.intents()
        return Topic(probabilities, grades)

    def intents(self) -> dict[str, int]:
        """The intents of a document with their grades."""
        grades: dict[str, int] = {}
        while self.kind in {"plain", "quoted"}:
            intent = self.name("an intent")
            if intent in grades:
                self.fail(f"intent {intent!r} occurs twice", "list it once")
            grades[intent] = 1
            if (self.kind, self.word) == ("mark", "="):
                self.step()
                written = self.number("a grade, a whole number from 1")
                if not written.isdigit():
                    self.fail(f"the grade {written!r} is not a whole number", "write 1, 2 and so on")
                grades[intent] = int(written)
        return grades
