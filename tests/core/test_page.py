"""A value is shown by the page that is registered for its type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from axiometrics import schemas
from axiometrics.comparison.identification import MetricComparison
from axiometrics.core.errors import DeclarationError
from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Page, Presentable, Section, find_pages, page_of


@dataclass
class Shown(Presentable):
    words: str


class Unshown(Presentable):
    pass


@page_of.register
def shown_page(shown: Shown) -> Page:
    return Page("", [Section("", [shown.words])], "", dict)


def kinds(of: type[Any]) -> Iterator[type[Any]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_a_type_of_anyone_is_shown_by_the_page_that_is_registered() -> None:
    assert str(Shown("what was found")) == "what was found"
    Shown.__module__ = "alone"  # a file that is in no package
    assert str(Shown("what was found")) == "what was found"


def test_a_type_without_a_page_is_named() -> None:
    with pytest.raises(DeclarationError, match="no page is registered for Unshown"):
        str(Unshown())


def test_every_result_of_ours_has_a_page() -> None:
    for name in schemas.HOMES:
        schemas.schema(name)
    ours = [kind for kind in kinds(Presentable) if kind.__module__.startswith("axiometrics.")]
    assert {Matrix, MetricComparison} < set(ours)
    for kind in ours:
        find_pages(kind.__module__.rpartition(".")[0])
        own = kind.page is not Presentable.page
        assert own or page_of.dispatch(kind) is not page_of.dispatch(object), kind
