"""Valid files spoilt by Hypothesis, byte by byte and (JSON) value by value, and what a reader may do with them."""

import json
import math
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from axiometrics.core.errors import AxiometricsError
from tests.alterations import at, places

quick = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)

JUNK: list[Any] = [
    *(
        None,
        True,
        False,
        -1,
        0,
        3,
        10**30,
        0.5,
        -0.0,
        1e308,
        math.nan,
        math.inf,
        "",
        "x",
        "x" * 2000,
        "1/0",
        "2**9**9",
        "\ud800",
        "\0",
        "__import__('os').abort()",
    ),
    *(
        [],
        [[]],
        [None],
        {},
        {"levels": []},
        {"levels": [], "tail": True},
        {"levels": [[["a"]]], "tail": "yes"},
        [[["a", "a"]]],
        {"__class__": "x"},
    ),
]


@st.composite
def spoilt_json(draw: st.DrawFn, whole: Any) -> bytes:
    """The document with one to three values replaced, taken out or put elsewhere; written deep or with doubled keys now
    and then.
    """
    holder: Any = {"": deepcopy(whole)}
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(holder))))
        place = at(holder, path[:-1])
        match draw(st.sampled_from(["junk", "junk", "junk", "gone", "moved", "deep"])):
            case "gone" if len(path) > 1:
                del place[path[-1]]
            case "moved":
                place[path[-1]] = deepcopy(at(holder, draw(st.sampled_from(list(places(holder))))))
            case "deep":
                place[path[-1]] = [[[[[[[[place[path[-1]]]]]]]]]]
            case _:
                place[path[-1]] = deepcopy(draw(st.sampled_from(JUNK)))
    return json.dumps(holder[""]).encode()


@st.composite
def spoilt_bytes(draw: st.DrawFn, whole: bytes) -> bytes:
    """The file cut, doubled in part, or with bytes changed, put in or taken out."""
    content = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.sampled_from([0, 0, 1, 2, 10, 1000])))
        put = draw(
            st.sampled_from(
                [
                    b"",
                    b"\0",
                    b"\xff",
                    b"\n",
                    b"\r\n",
                    b"\t",
                    b" ",
                    b"{",
                    b"}",
                    b"[",
                    b'"',
                    b">",
                    b"...",
                    b",",
                    b"nan",
                    b"1e999",
                    b"\xe2\x80\xa8",
                    b"\x1f\x8b",
                ]
            )
        )
        content[start:end] = put or bytes(content[start:end]) * 2
    return bytes(content)


def spoilt(data: Any) -> st.SearchStrategy[bytes]:
    """A JSON document spoilt either way."""
    return st.one_of(spoilt_json(data), spoilt_json(data), spoilt_bytes(json.dumps(data, indent=1).encode()))


def one_clear_line(error: Exception) -> None:
    text = str(error)
    assert text
    assert "\n" not in text


def refused_or(read: Callable[[], object]) -> object:
    """What was read, or None where it was refused in one clear line."""
    try:
        return read()
    except AxiometricsError as error:
        one_clear_line(error)
        return None
