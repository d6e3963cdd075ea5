"""Organizations: every one can be written and read back, as text and as JSON, and what is none is refused with the
place and the cure.
"""

import json
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from axiometrics.core.errors import AxiometricsError, OrganizationError
from axiometrics.core.organization import Organization

AWKWARD = [
    "",
    " ",
    "a b",
    "...",
    "{",
    "}",
    ">",
    "{}",
    '"',
    '"a"',
    "\\",
    "\\n",
    "\n",
    "\t",
    "\x00",
    "\x1f",
    "\x85",
    "\xa0",
    "\u2028",
    "\u200b",
    "é",
    "文書",
    "😀",
    "\ud800",
    "....",
    "a>b",
    "d1",
]

names = st.one_of(st.sampled_from(AWKWARD), st.text(max_size=6))
"""Any string is a name."""
clusters = st.lists(names, min_size=1, max_size=4, unique=True)
levels = st.lists(clusters, max_size=3)
organizations = st.one_of(
    st.builds(Organization, st.lists(levels, min_size=1, max_size=4), st.booleans()),
    st.builds(Organization, st.just([]), st.just(True)),
)


# --- round trips


@given(organizations)
@example(Organization([[["..."], ["a", "..."]]], tail=True))
@example(Organization([[[""]], [], [["", " "]]]))
@example(Organization([[["\ud800", '"\\']]]))
def test_text_is_read_back(organization: Organization) -> None:
    text = str(organization)
    again = Organization.parse(text)
    assert again == organization
    assert again.levels == organization.levels  # the order of writing too
    assert hash(again) == hash(organization)
    assert str(again) == text
    assert eval(repr(organization)) == organization
    assert "\n" not in text


@given(organizations)
def test_json_is_read_back(organization: Organization) -> None:
    data = json.loads(json.dumps(organization.to_json()))
    again = Organization.from_json(data)
    assert again == organization
    assert again.to_json() == organization.to_json() == data


@given(organizations, st.randoms(use_true_random=False))
def test_equality_ignores_the_order_in_levels_and_clusters_only(organization: Organization, rng: Any) -> None:
    shuffled = [
        [rng.sample(cluster, len(cluster)) for cluster in rng.sample(level, len(level))]
        for level in organization.levels
    ]
    again = Organization(shuffled, organization.tail)
    assert again == organization
    assert hash(again) == hash(organization)
    assert Organization(organization.levels, not organization.tail) != organization if organization.levels else True
    repeated = Organization([*organization.levels, [["again"], ["again"]]], organization.tail)
    assert repeated != Organization([*organization.levels, [["again"]]], organization.tail)
    if organization.levels and organization.levels != organization.levels[::-1]:
        assert Organization(organization.levels[::-1], organization.tail).levels != organization.levels


@given(organizations)
def test_occurrences_size_and_documents(organization: Organization) -> None:
    listed = list(organization.occurrences())
    assert organization.size == len(listed)
    assert organization.documents == {document for _, _, document in listed}
    assert all(document in organization.levels[i][j] for i, j, document in listed)
    assert [i for i, _, _ in listed] == sorted(i for i, _, _ in listed)


@given(organizations)
def test_grades_count_the_levels_at_or_below(organization: Organization) -> None:
    """Spec: the number of listed levels at or below a document's own; without a tail the last level has grade 0."""
    grades = organization.grades()
    assert set(grades) == organization.documents
    assert organization.top_grade == len(organization.levels) - (0 if organization.tail else 1)
    for document, grade in grades.items():
        best = min(i for i, _, d in organization.occurrences() if d == document)
        assert grade == len(organization.levels) - best - (0 if organization.tail else 1)


# --- texts


@pytest.mark.parametrize(
    ("text", "levels", "tail"),
    [
        ("a", [[["a"]]], False),
        ("...", [], True),
        ("{}", [[]], False),
        ("{} > ...", [[]], True),
        ("{} > d1 d2", [[], [["d1"], ["d2"]]], False),
        ("d1 d2 > {}", [[["d1"], ["d2"]], []], False),
        ("{a}", [[["a"]]], False),
        ("{a b} {a b} c", [[["a", "b"], ["a", "b"], ["c"]]], False),
        ("  a\n>\tb  ", [[["a"]], [["b"]]], False),
        ("a>b>...", [[["a"]], [["b"]]], True),
        ("{a b}{c d}", [[["a", "b"], ["c", "d"]]], False),
        ('"a b" "..." "" "\\"" > "\\u00e9"', [[["a b"], ["..."], [""], ['"']], [["é"]]], False),
        ("....", [[["...."]]], False),
        ('"..." > ...', [[["..."]]], True),
        ("a,b ; [c]", [[["a,b"], [";"], ["[c]"]]], False),
        (
            "d1 {d2 d3 d4} > {d4 d5} {d6 d7} > {d6 d7} > ...",
            [[["d1"], ["d2", "d3", "d4"]], [["d4", "d5"], ["d6", "d7"]], [["d6", "d7"]]],
            True,
        ),
    ],
)
def test_a_text_means(text: str, levels: list[list[list[str]]], tail: bool) -> None:
    assert Organization.parse(text).to_json() == {"levels": levels, "tail": tail}


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a", "a"),
        ("a b", '"a b"'),
        ("...", '"..."'),
        ("", '""'),
        ("a>b", '"a>b"'),
        ("é", "é"),
        ("é é", '"é é"'),
        ("\n", '"\\n"'),
        ("\u2028", '"\\u2028"'),
        ('"', '"\\""'),
    ],
)
def test_a_name_is_quoted_where_it_must_be(name: str, written: str) -> None:
    assert str(Organization([[[name]]])) == written


@pytest.mark.parametrize(
    ("text", "character", "problem", "cure"),
    [
        ("", 1, "a level with nothing in it", "the text is blank; write {} for one empty level"),
        ("  ", 3, "a level with nothing in it", "the text is blank; write {} for one empty level"),
        (">", 1, "a level with nothing in it", "write {} for an empty level"),
        ("a >", 4, "a level with nothing in it", "write {} for an empty level"),
        ("> a", 1, "a level with nothing in it", "write {} for an empty level"),
        ("a > > b", 5, "a level with nothing in it", "write {} for an empty level"),
        ("a > {b", 5, "a cluster that is not closed", "close it with }"),
        ("{a > b}", 1, "a cluster that is not closed", "close it with }"),
        ("{a {b}}", 1, "a cluster that is not closed", "close it with }"),
        ("a} > b", 2, "a } that closes nothing", "take it out, or open the cluster with {"),
        ("a > }", 5, "a } that closes nothing", "take it out, or open the cluster with {"),
        ("a {}", 3, "an empty cluster", "leave it out; {} stands alone, for an empty level"),
        ("{} a", 1, "an empty cluster", "leave it out; {} stands alone, for an empty level"),
        ("{} {}", 1, "an empty cluster", "leave it out; {} stands alone, for an empty level"),
        ("a > {} ...", 5, "an empty cluster", "leave it out; {} stands alone, for an empty level"),
        ("... > a", 5, "the tail '...' is not last", "nothing stands below the tail"),
        ("... ...", 5, "the tail '...' is not last", "nothing stands below the tail"),
        ("a > ... > ...", 9, "the tail '...' is not last", "nothing stands below the tail"),
        ("a ...", 3, "the tail '...' shares a level", "put > before it, or quote it where it is a name"),
        ("{a ...}", 4, "the tail '...' inside a cluster", "quote it where it is a name"),
        ('a > "b', 5, "an unclosed quotation mark", 'close it with ", and write a quotation mark inside a name as \\"'),
        ('"a\\"', 1, "an unclosed quotation mark", 'close it with ", and write a quotation mark inside a name as \\"'),
        ('a "\\x"', 3, "is not a JSON string", "quote a name as JSON does"),
        ("a > {b c b}", 10, "'b' twice in one cluster", "list it once"),
        ('{b "b"}', 4, "'b' twice in one cluster", "list it once"),
    ],
)
def test_a_malformed_text_is_refused_with_its_place_and_the_cure(
    text: str, character: int, problem: str, cure: str
) -> None:
    with pytest.raises(OrganizationError) as caught:
        Organization.parse(text)
    message = str(caught.value)
    assert problem in message
    assert f" at character {character} of {text!r}: " in message
    assert message.endswith(cure)
    assert isinstance(caught.value, AxiometricsError)
    assert isinstance(caught.value, ValueError)


@given(st.text(alphabet='ab{}>". \\\n', max_size=12))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    message = ""
    try:
        organization = Organization.parse(text)
    except OrganizationError as error:
        message = str(error)
    if not message:
        assert Organization.parse(str(organization)) == organization
        return
    place = re.search(r" at character (\d+) of ", message)
    assert place is not None, message
    assert 1 <= int(place[1]) <= len(text) + 1
    assert not message.endswith(": ")


@pytest.mark.parametrize("text", ["a\n>", "{a\n", "}\n", '"a\n', "{a a}\n", '"\n"'])
def test_a_refusal_is_one_line(text: str) -> None:
    with pytest.raises(OrganizationError) as caught:
        Organization.parse(text)
    assert "\n" not in str(caught.value)


# --- values


@pytest.mark.parametrize(
    ("levels", "tail", "problem"),
    [
        (
            [],
            False,
            "an organization without level and without tail: write {} for one empty level, ... for the tail alone",
        ),
        ([[[]]], False, "cluster 1 of level 1 is empty: leave it out"),
        ([[["a"]], [["b"], []]], True, "cluster 2 of level 2 is empty: leave it out"),
        ([[["a", "b", "a"]]], False, "'a' occurs twice in cluster 1 of level 1: list it once"),
        ([[["a", 7]]], False, "the name 7 in cluster 1 of level 1 is not a string: write it as '7'"),
        ([[[None]]], False, "the name None in cluster 1 of level 1 is not a string: write it as 'None'"),
        ([["ab"]], False, "cluster 1 of level 1: expected a list, found 'ab'"),
        (["ab"], False, "level 1: expected a list, found 'ab'"),
        ("ab", False, "levels: expected a list, found 'ab'"),
        (None, True, "levels: expected a list, found None"),
        ([[["a"]]], 1, "tail is 1: write true or false"),
        ([[["a"]]], None, "tail is None: write true or false"),
    ],
)
def test_what_is_no_organization_is_refused(levels: Any, tail: Any, problem: str) -> None:
    with pytest.raises(OrganizationError) as caught:
        Organization(levels, tail)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    "data",
    [
        {"levels": [], "tail": "x" * 10**6},
        {"levels": "x" * 10**6},
        {"levels": [], "x" * 10**6: 0},
        ["x" * 10**6] * 100,
    ],
)
def test_what_is_refused_is_shown_in_short(data: Any) -> None:
    with pytest.raises(OrganizationError) as caught:
        Organization.from_json(data)
    assert len(str(caught.value)) < 500


def test_grades_are_a_copy() -> None:
    gold = Organization.parse("a > b > ...")
    gold.grades()["a"] = 7
    assert gold.grades() == {"a": 2, "b": 1}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([], "is an object"),
        ("a", "is an object"),
        ({}, "found nothing"),
        ({"tail": True}, "found 'tail'"),
        ({"levels": [[["a"]]], "tails": True}, "found 'levels', 'tails'"),
        ({"levels": [[["a"]]], "tail": "yes"}, "tail is 'yes': write true or false"),
        ({"levels": {"a": 1}}, "expected a list, found"),
        ({"levels": [{"a": ["b"]}]}, "expected a list, found"),
        ({"levels": [[{"a": 1}]]}, "expected a list, found"),
        ({"levels": [["a"]]}, "cluster 1 of level 1: expected a list, found 'a'"),
        ({"levels": [[[1]]]}, "is not a string"),
        ({"levels": []}, "without level and without tail"),
    ],
)
def test_what_is_no_organization_in_json_is_refused(data: Any, problem: str) -> None:
    with pytest.raises(OrganizationError, match=re.escape(problem)):
        Organization.from_json(data)


def test_constructors_read_like_the_field() -> None:
    assert Organization.ranking(["d7", "d1"]) == Organization.parse("d7 > d1 > ...")
    assert Organization.ranking(["d7"], tail=False) == Organization.parse("d7")
    assert Organization.ranking([]) == Organization.parse("...")
    assert Organization.clustering([["a", "b"], ["c"]]) == Organization.parse("{a b} c")
    assert Organization.clustering([]) == Organization.parse("{}")
    assert Organization.filtering(["a"], []) == Organization.parse("a > {}")
    assert Organization.filtering([], []) == Organization.parse("{} > {}")
    assert Organization.graded({"a": 3, "b": 1, "c": 0}) == Organization.parse("a > {} > b > ...")
    assert Organization.graded({"a": 1}, top=2) == Organization.parse("{} > a > ...")
    assert Organization.graded({}) == Organization.parse("...")


def test_a_string_is_no_list_of_documents() -> None:
    for build in (
        Organization.ranking,
        lambda text: Organization.filtering(text, []),
        lambda text: Organization.clustering([text]),
    ):
        with pytest.raises(OrganizationError, match="expected a list, found 'abc'"):
            build("abc")


def test_an_organization_is_a_value() -> None:
    ranking = Organization.parse("a > b")
    with pytest.raises(AttributeError):
        ranking.tail = True  # type: ignore[misc]
    assert ranking != "a > b"
    assert len({ranking, Organization.parse("a > b"), Organization.parse("b > a")}) == 2


# --- other names, and closed golds


@given(organizations, st.integers(0, 3))
def test_renaming_keeps_all_but_names(organization: Organization, seed: int) -> None:
    """Under new names, and back under the old ones, the organization is the same; a seed changes what is written
    only.
    """
    names = {d: f"new {i}" for i, d in enumerate(sorted(organization.documents))}
    back = {name: d for d, name in names.items()}
    renamed = organization.renamed(names)
    assert renamed.documents == set(names.values())
    assert (renamed.size, renamed.tail) == (organization.size, organization.tail)
    assert [[[back[d] for d in c] for c in level] for level in renamed.levels] == [
        [list(c) for c in level] for level in organization.levels
    ]
    shuffled = organization.renamed(names, seed)
    assert shuffled == renamed
    assert shuffled.to_json() == organization.renamed(names, seed).to_json()
    assert shuffled.renamed(back) == organization


def test_a_seed_writes_the_same_in_another_order() -> None:
    wide = Organization.parse("{a b c d e f g h} {i j k l} m n o > p")
    same = {d: d for d in wide.documents}
    assert len({str(wide.renamed(same, seed)) for seed in range(5)}) == 5
    assert str(wide.renamed(same)) == str(wide)


@given(organizations)
def test_a_closed_gold_grades_as_before_and_lists_the_rest(organization: Organization) -> None:
    others = {"one more", "another"}
    closed = organization.closed([*organization.documents, *others])
    if not organization.tail:
        assert closed is organization
        return
    assert not closed.tail
    assert closed.documents == organization.documents | others
    assert closed.levels[:-1] == organization.levels
    new = others - organization.documents
    assert closed.levels[-1] == tuple((d,) for d in sorted(new))
    assert closed.grades() == {**organization.grades(), **dict.fromkeys(new, 0)}
    assert closed.closed(["yet another"]) is closed


def test_a_closed_gold_may_have_nothing_irrelevant() -> None:
    assert str(Organization.parse("a > ...").closed(["a"])) == "a > {}"


def test_levels_that_are_known_to_be_sound_make_the_same_organization() -> None:
    for text in ("a {b c} > {} > d", "a > b > ...", "...", "{}"):
        read = Organization.parse(text)
        made = Organization.of_levels(read.levels, read.tail)
        assert (made, hash(made), made.to_json(), str(made)) == (read, hash(read), read.to_json(), text)
