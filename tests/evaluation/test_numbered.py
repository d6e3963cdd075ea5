"""Names with numbers: they are read back as they were, and tell what the names themselves tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiometrics.evaluation.label_scores import aligned
from axiometrics.evaluation.labels import Labels
from axiometrics.evaluation.numbered import Numbered

LETTERS = st.text("d-0197x", max_size=5).map(str.encode)


def written(found: Numbered) -> list[bytes]:
    """The names, from what was read of them."""
    return [found.prefix + str(n).zfill(found.digits or 0).encode() for n in (found.numbers + found.least).tolist()]


@given(st.lists(LETTERS, min_size=1, max_size=8))
def test_what_is_read_is_what_was_written(names: list[bytes]) -> None:
    found = Numbered.of(np.array(names))
    if found is not None:
        assert written(found) == names
        assert found.different == (len(set(names)) == len(names))
        assert found.numbers.min() == 0


@given(st.data(), st.integers(0, 30), st.booleans())
def test_names_with_numbers_near_each_other_are_read(data: st.DataObject, least: int, padded: bool) -> None:
    names = [f"doc{n:0{3 * padded}d}".encode() for n in range(least, least + 12)]
    mine = data.draw(st.permutations(names))
    others = data.draw(st.permutations(names))
    here, there = Numbered.of(np.array(mine)), Numbered.of(np.array(others))
    assert here is not None
    assert there is not None
    places = here.among(there)
    assert places is not None
    assert [others[k] for k in places.tolist()] == mine
    assert here.different


@pytest.mark.parametrize(
    "names",
    [
        ["doc"],
        ["d1", "e1"],
        ["d1", "d01"],
        ["d9", "d10", "d08"],
        ["d1", "d1x"],
        ["d1", "d"],
        ["d1", ""],
        ["d1 ", "d2 "],
        ["d1", "d1000"],
        ["d1234567890"],
        ["d-1", "d+1"],
        [b"d1\0002", b"d11", b"d3"],
    ],
    ids=repr,
)
def test_names_of_another_form_are_left_to_others(names: list[bytes]) -> None:
    assert Numbered.of(np.array(names, dtype="S")) is None
    assert Numbered.of(np.array(names, dtype="S")[::-1]) is None


@pytest.mark.parametrize("names", [["d1", "d2"], [1, 2], []], ids=repr)
def test_only_bytes_are_read(names: list[str]) -> None:
    assert Numbered.of(np.array(names)) is None


@pytest.mark.parametrize(
    "others",
    [
        ["d1", "d2", "d4"],
        ["d1", "d2"],
        ["d1", "d2", "d2"],
        ["e1", "e2", "e3"],
        ["d01", "d02", "d03"],
        ["d1", "d3", "d4"],
    ],
    ids=repr,
)
def test_different_names_have_no_places(others: list[str]) -> None:
    here, there = (Numbered.of(np.array(names, dtype="S")) for names in (["d1", "d2", "d3"], others))
    assert here is not None
    assert there is not None
    assert here.among(there) is None


@pytest.mark.parametrize("form", ["doc{}", "doc{:07d}", "{}", "{:x}", "n{}-x"])
@pytest.mark.parametrize("twice", [False, True])
def test_labels_are_brought_into_one_order_however_documents_are_named(form: str, twice: bool) -> None:
    order = np.random.default_rng(1).permutation(5000).tolist()
    names = [form.format(n) for n in order]
    names[7] = names[8] if twice else names[7]
    gold = Labels.of("gold", [form.format(n) for n in range(5000)], [str(n % 7) for n in range(5000)])
    system = Labels.of("system", names, [str(n) for n in order])
    assert system.distinct is not twice
    found = aligned(gold, system)
    if twice:
        assert found is None
    else:
        assert found is not None
        assert [found.texts[code] for code in found.codes.tolist()] == list(map(str, range(5000)))
