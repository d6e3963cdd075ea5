"""Libraries: what they say of themselves, and what is refused in one line."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometrics.core.library import DEEPEST, Article, Element, Library, LibraryError, article_of
from axiometrics.generators.strategies import libraries


@given(libraries())
def test_text_and_json_are_read_back(library: Library) -> None:
    for other in (Library.parse(str(library)), Library.from_json(library.to_json())):
        assert other == library
        assert hash(other) == hash(library)
        assert str(other) == str(library)
    assert library.size == len(library.documents) == len(library.elements)


@given(libraries(), st.permutations(range(4)))
def test_the_order_of_articles_means_nothing(library: Library, order: list[int]) -> None:
    turned = Library(tuple(library.articles[i] for i in order if i < len(library.articles)), library.length)
    assert turned == library


def test_paths_count_siblings_of_one_tag() -> None:
    library = Library.parse("b: article(0+0 p(1+0) sec(0+0 p(1+1)) p(2+0)); a1: article(1+0)")
    assert list(library.elements) == ["b", "b/p[1]", "b/sec[1]", "b/sec[1]/p[1]", "b/p[2]", "a1"]
    assert {article_of(path) for path in library.elements} == {"b", "a1"}
    assert [article.characters for article in library.articles] == [4, 1]


def test_the_example_of_the_specification() -> None:
    library = Library.parse("article(0+0 sec(3+2 p(2+2)) sec(1+0))")
    root = Element("article", 0, 0, (Element("sec", 3, 2, (Element("p", 2, 2),)), Element("sec", 1)))
    assert library == Library.of(root) == Library((Article("a1", root),))
    several = Library.parse("a1: article(3+2)@1\na2 : article( 1+0 ) ; L=100")
    assert (several.length, several.by_name["a1"].entry, several.by_name["a2"].entry) == (Fraction(100), 1, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an article is missing at character 1"),
        ("a1:", "an article is missing"),
        ("article(3", "does not begin with its own text at character 9"),
        ("article(p(1+1))", "write how many characters it has"),
        ("article(1+1", "the element article is not closed"),
        ("article(1+2)", "article(1+2) has more highlighted characters than characters"),
        ("a: x(1+1); a: x(1+1)", "the article 'a' occurs twice"),
        ("x(1+1)@5", "it has 1 characters, counted from 0"),
        ("x(3+1 @0 p(1+1)@1)", "a second best entry point of a1"),
        ("x(1+1)@0@1", "'@1' is not expected at character 9"),
        ("L=0; x(1+1)", "it is to be above 0"),
        ("L=1; L=2; x(1+1)", "a second length L"),
        ("L=1/0; x(1+1)", "is not a number"),
        ("x(1+1) > y", "'>' is not expected at character 8"),
        (f"x({'9' * 5000}+1)", "does not begin with its own text"),
        ("x(1+1 " * (DEEPEST + 1) + ")" * (DEEPEST + 1), "too deep"),
    ],
)
def test_malformed_text_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(LibraryError) as refused:
        Library.parse(text)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


ROOT = {"tag": "article", "own": 1, "highlighted": 1}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"articles": []},
        {"articles": {}},
        {"articles": [{"name": "a", "root": ROOT}], "more": 1},
        {"articles": [{"name": "a"}]},
        {"articles": [{"name": "a b", "root": ROOT}]},
        {"articles": [{"name": 1, "root": ROOT}]},
        {"articles": [{"name": "a", "root": ROOT, "entry": "0"}]},
        {"articles": [{"name": "a", "root": ROOT, "entry": True}]},
        {"articles": [{"name": "a", "root": {**ROOT, "own": -1}}]},
        {"articles": [{"name": "a", "root": {**ROOT, "own": 1.0}}]},
        {"articles": [{"name": "a", "root": {**ROOT, "tag": "a b"}}]},
        {"articles": [{"name": "a", "root": {**ROOT, "children": ROOT}}]},
        {"articles": [{"name": "a", "root": ROOT}], "length": "much"},
    ],
)
def test_malformed_json_is_refused(data: object) -> None:
    with pytest.raises(LibraryError):
        Library.from_json(data)


def test_renaming_renames_articles() -> None:
    library = Library.parse("a: article(1+1 p(1+0))@1; b: article(1+0); L=7/2")
    assert str(library.renamed({"a": "b", "b": "a", "a/p[1]": "x"}, 3)) == (
        "b: article(1+1 p(1+0))@1; a: article(1+0); L=7/2"
    )
