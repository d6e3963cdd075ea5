"""Columns of labels and names as numbers, against numpy's own search for what is different, and dictionaries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from axiometrics.evaluation import label_codes
from axiometrics.evaluation.files import Source
from axiometrics.evaluation.label_codes import (
    Coded,
    are_different,
    hashed,
    matched,
    names_of,
    objects,
    two_columns,
)
from axiometrics.evaluation.labels import read_labels

DRAWN = np.random.default_rng(1).integers(-3, 40, 500)
COLUMNS: dict[str, Any] = {
    "whole": DRAWN,
    "small whole": DRAWN.astype(np.int8),
    "far apart": DRAWN * 10**15,
    "truth values": DRAWN > 5,
    "floats": DRAWN / 7,
    "half floats": (DRAWN / 8).astype(np.float16),
    "short texts": DRAWN.astype("U4"),
    "long texts": np.array([f"a long label {i} of many letters" for i in DRAWN]),
    "bytes": np.array([b"label%d" % i for i in DRAWN]),
    "objects": objects([f"c{i}" for i in DRAWN]),
    "all different": np.array([f"document {i}" for i in range(5000)]),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_numbers_stand_for_the_labels(name: str) -> None:
    column = COLUMNS[name]
    coded = Coded.of(column)
    assert coded.words[coded.codes].tolist() == column.tolist()
    assert coded.count == len(set(column.tolist()))


class Shade(str):
    """A text for which `str()` gives a different text, as it does for members of `class Shade(str, Enum)`."""

    def __str__(self) -> str:
        return f"Shade.{super().__str__()}"


DARK = Shade("dark")


@pytest.mark.parametrize("many", [1, 7_000])
@pytest.mark.parametrize(
    "rows",
    [
        ["b", "a", "b"],
        [f"d{i}" for i in range(7_000)],
        [DARK, "light", "light"],
        ["dark", DARK, np.str_("dark"), "light"],
        ["\ud800", "a\0", "", "a"],
    ],
)
def test_lists_of_texts_keep_their_texts(rows: list[str], many: int) -> None:
    coded = Coded.of_values(rows * many if len(rows) < 10 else rows)
    assert [coded.texts[code] for code in coded.codes.tolist()[: len(rows)]] == [str.__str__(row) for row in rows]
    assert set(map(type, coded.texts)) == {str}
    assert coded.count == len(set(map(str.__str__, rows)))


@pytest.mark.parametrize(
    ("rows", "labels"),
    [
        ([301, 301.0, "301", "d1", DARK, 0.5], ["301", "301", "301", "d1", "dark", "0.5"]),
        ([1, None, float("nan"), np.ma.masked, ""], ["1", "", "", "", ""]),
        ([True, 1, 0, False], ["1", "1", "0", "0"]),
        ([float("inf"), 2.5], ["inf", "2.5"]),
        (np.array([1.0, 2.5, 1.0]), ["1", "2.5", "1"]),
        (np.array([1.0, np.nan]), ["1", ""]),
    ],
)
def test_labels_of_several_types_are_told_apart_by_their_names(rows: Any, labels: list[str]) -> None:
    coded = Coded.of_values(rows)
    assert [coded.texts[code] for code in coded.codes.tolist()] == labels
    assert coded.count == len(set(labels))


@pytest.mark.parametrize("rows", [["a", ["b"]], [["a"], "b"], [{}, 1], ["a", (1, 2)], [frozenset("a")]])
def test_lists_are_no_labels(rows: list[Any]) -> None:
    with pytest.raises(TypeError):
        Coded.of_values(rows)


def test_names_of_values_are_texts() -> None:
    assert names_of([7, 8]).tolist() == ["7", "8"]
    assert names_of([301, 301.0, "d1", DARK]).tolist() == ["301", "301", "d1", "dark"]


@pytest.mark.parametrize("size", [1, 2, 30])
def test_hashes_that_meet_change_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def poor(column: Any) -> Any:
        return hashed(column) % np.uint64(size)

    monkeypatch.setattr(label_codes, "hashed", poor)
    column = COLUMNS["long texts"]
    coded = Coded.of(column)
    assert coded.words[coded.codes].tolist() == column.tolist()
    names = np.unique(column)
    places = matched(names, names[::-1])
    assert places is None or (names[::-1][places] == names).all()
    assert not are_different(names)  # it only says that they are where their hashes are


@pytest.mark.parametrize("rare", [0, 1, 7, 3000])
def test_labels_that_no_sample_holds_are_numbered_too(rare: int) -> None:
    """Labels of one document each between labels of many: a sample of every third document misses most of them."""
    column = np.repeat([f"label {i:02d} of many" for i in range(30)], 2000)
    column[1 : 1 + 4 * rare : 4] = [f"rare {i:05d}" for i in range(rare)]
    coded = Coded.of(column)
    assert coded.words[coded.codes].tolist() == column.tolist()
    assert coded.words.tolist() == sorted(set(column.tolist()))


def test_one_name_that_occurs_twice_among_many_is_seen() -> None:
    names = np.array([f"document {i}" for i in range(20_000)])
    assert are_different(names)
    for here, there in ((0, 19_999), (7, 8), (12_345, 54)):
        twice = names.copy()
        twice[here] = names[there]
        assert not are_different(twice)
        assert are_different(twice, np.arange(20_000))


def test_zero_has_one_sign() -> None:
    assert Coded.of(np.array([0.0, -0.0, 1.5])).codes.tolist().count(0) != 1


def test_names_are_found_in_another_order() -> None:
    names = COLUMNS["all different"]
    order = np.random.default_rng(2).permutation(len(names))
    for kind in ("U", "S", object):
        places = matched(names.astype(kind), names[order].astype(kind))
        assert places is not None
        assert (names[order][places] == names).all()
    assert matched(names, np.array([f"{name}x" for name in names])) is None
    assert matched(names[:-1], names) is None
    for few in range(1, 60):
        place = {name: i for i, name in enumerate(names[order][:few].tolist())}
        ours = np.roll(names[order][:few], 1)
        places = matched(ours.astype("S"), names[order][:few].astype("S"))
        assert places is not None
        assert places.tolist() == [place[name] for name in ours.tolist()]
        ours[few // 2] = "of no other file"
        assert matched(ours.astype("S"), names[order][:few].astype("S")) is None


@pytest.mark.parametrize("kind", ["S3", "S8", "U2", float, int, object])
def test_columns_without_words(kind: Any) -> None:
    nothing = np.array([], dtype=kind)
    assert Coded.of(nothing).codes.tolist() == []
    assert are_different(nothing)
    places = matched(nothing, nothing)
    assert places is not None
    assert places.tolist() == []


@pytest.mark.parametrize(
    "written",
    [
        b"a,x\nb,y\nc,x",
        b"a , x\r\n b,y \r\nc,x\r\n",
        b"document,label\na,x\nb,y\nc,x\n\n",
        b"\n a,x\nb,y\n\nc,x\n",
        b'a,"x"\nb,y\nc,x\n',
        b"a,x\rb,y\rc,x",
        "a,x\n\u00a0b,y\u00a0\nc,x\n".encode(),
        b"a;x\nb;y\nc;x\n",
        b"a\tx\nb\ty\nc\tx\n",
        b"a,x\x1f\n\x0bb,y\nc,x\n",
    ],
)
def test_columns_hold_what_lines_hold(written: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    table = read_labels(Source("file", written))
    assert table.labels == {"a": ["x"], "b": ["y"], "c": ["x"]}
    monkeypatch.setattr("axiometrics.evaluation.labels.two_columns", lambda block, mark: None)
    line_by_line = read_labels(Source("file", written))
    assert line_by_line.labels == table.labels
    assert line_by_line.header == table.header
    assert [line_by_line.line(i) for i in range(3)] == [table.line(i) for i in range(3)]


@pytest.mark.parametrize("block", [b"a,x\nb\n", b"a,x,y\nb\n", b"a,\n", b"a\nb,x,y\n", b"a," + b" " * 40 + b"x\n"])
def test_columns_refuse_what_they_cannot_hold(block: bytes) -> None:
    assert two_columns(block, b",") is None
