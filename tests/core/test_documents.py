"""What a reader of JSON refuses, it refuses by a `ValueError`, whatever the version of msgspec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

from axiometrics.candidates.import_records import recalled
from axiometrics.core.documents import read
from axiometrics.core.evidence import ImpliedProof
from axiometrics.regions.document import ParameterProof
from axiometrics.running.cache import Cache

Read = Callable[[Any], object]


class NotAValueError(Exception):
    """As `msgspec.ValidationError` is before msgspec 0.21."""


READERS: Mapping[str, Read] = {
    "read": lambda data: read(data, ImpliedProof),
    "a proof with a parameter": ParameterProof.from_json,
}


@pytest.fixture
def old_msgspec(monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(*arguments: object, **more: object) -> NoReturn:
        raise NotAValueError("Expected `object`, got `null`")

    monkeypatch.setattr(msgspec, "ValidationError", NotAValueError)
    monkeypatch.setattr(msgspec, "convert", convert)


@pytest.mark.parametrize("name", READERS)
def test_null_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="Expected `object`, got `null`"):
        READERS[name](None)


@pytest.mark.usefixtures("old_msgspec")
@pytest.mark.parametrize("name", READERS)
def test_null_is_refused_with_an_old_msgspec(name: str) -> None:
    with pytest.raises(ValueError, match="Expected `object`, got `null`"):
        READERS[name](None)


@pytest.mark.usefixtures("old_msgspec")
def test_a_cache_without_an_introduction_has_none(tmp_path: Path) -> None:
    """`check` of any TARGET ended with an internal error here."""
    assert recalled(Cache(tmp_path, pytest.fail), "0" * 64) is None
