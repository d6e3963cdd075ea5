"""Topics: their text and JSON forms, equality, and what is refused in one line that names the cure."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from axiometrics.core.errors import TopicError
from axiometrics.core.organization import Organization
from axiometrics.core.topic import Topic, one_intent
from axiometrics.generators.strategies import topics

TEXT = "P(i1)=2/3 P(i2)=1/3 | d1: i1=2 i2 | d2: i1"


def test_the_text_form_of_the_specification_is_read_and_written() -> None:
    topic = Topic.parse(TEXT)
    assert topic.probabilities == {"i1": Fraction(2, 3), "i2": Fraction(1, 3)}
    assert topic.grades == {"d1": {"i1": 2, "i2": 1}, "d2": {"i1": 1}}
    assert str(topic) == TEXT
    assert (topic.documents, topic.size, topic.intents) == (frozenset({"d1", "d2"}), 3, ("i1", "i2"))
    assert topic.to_json() == {
        "intents": {"i1": "2/3", "i2": "1/3"},
        "grades": {"d1": {"i1": 2, "i2": 1}, "d2": {"i1": 1}},
    }
    assert Topic.parse("P(i1)=0.75 P(i2)=.25 | d: i1 i2".replace("=.25", "=0.25")).probabilities["i1"] == Fraction(3, 4)


@given(topics())
def test_text_and_json_are_read_back(topic: Topic) -> None:
    for again in (Topic.parse(str(topic)), Topic.from_json(topic.to_json())):
        assert again == topic
        assert hash(again) == hash(topic)
        assert str(again) == str(topic)
    names = {document: f"{document} of another | name: (x)=1" for document in topic.documents}
    renamed = topic.renamed(names, seed=1)
    assert Topic.parse(str(renamed)) == renamed
    assert renamed.renamed({name: document for document, name in names.items()}) == topic


def test_order_does_not_matter_and_all_else_does() -> None:
    topic = Topic.parse(TEXT)
    assert Topic.parse("P(i2)=1/3 P(i1)=2/3 | d2: i1 | d1: i2 i1=2") == topic
    for other in (
        "P(i1)=1/3 P(i2)=2/3 | d1: i1=2 i2 | d2: i1",
        "P(i1)=2/3 P(i2)=1/3 | d1: i1 i2 | d2: i1",
        "P(i1)=2/3 P(i2)=1/3 | d1: i1=2 i2 | d3: i1",
    ):
        assert Topic.parse(other) != topic
    assert topic != "a topic"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a topic without intents"),
        ("d1: i1", "expected a probability, found 'd1' at character 1"),
        ("P(i1)=2/3 | d1: i1", "sum to 2/3"),
        ("P(i1)=0 P(i2)=1 | d1: i1 i2", "is outside (0, 1]"),
        ("P(i1)=1 P(i1)=1 | d1: i1", "a second probability of intent 'i1'"),
        ("P(i1)=1 | d1: i1 | d1: i1", "document 'd1' occurs twice"),
        ("P(i1)=1 | d1: i1 i1", "intent 'i1' occurs twice"),
        ("P(i1)=1/2 P(i2)=1/2 | d1: i1", "intent 'i2' has no relevant document"),
        ("P(i1)=1 | d1: i1 i2", "intent 'i2' of document 'd1' has no probability"),
        ("P(i1)=1 | d1: i1 | d2:", "document 'd2' is relevant to no intent"),
        ("P(i1)=1 | d1: i1=0", "the grade 0"),
        ("P(i1)=1 | d1: i1=1.5", "is not a whole number"),
        ("P(i1)=1 | d1: i1=1001", "from 1 to 1000"),
        ("P(i1)=1 | d1 i1", "expected ':', found 'i1'"),
        ("P(i1)=1/0 | d1: i1", "is not an exact number"),
        ('P(i1)=1 | "d1: i1', "an unclosed quotation mark"),
    ],
)
def test_what_is_malformed_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(TopicError) as refused:
        Topic.parse(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [None, {}, {"intents": {}, "grades": {}}, {"intents": {"i": 0.5}, "grades": {}}, {"intents": [], "grades": {}}]
    + [{"intents": {"i": "1"}, "grades": {"d": {"i": grade}}} for grade in (True, "1", 1.0, -1)]
    + [{"intents": {"i": "1"}, "grades": {"d": ["i"]}}, {"intents": {"": "1"}, "grades": {"d": {"": 1}}}],
)
def test_json_of_another_form_is_refused(data: object) -> None:
    with pytest.raises(TopicError):
        Topic.from_json(data)


def test_a_gold_of_rankings_is_a_topic_of_one_intent() -> None:
    assert one_intent(Organization.parse("a b > c > ...")) == Topic.parse("P(i1)=1 | a: i1=2 | b: i1=2 | c: i1")
