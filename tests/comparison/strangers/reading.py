"""What is true of a function of a stranger, as `identify` has to say it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TrueSentence:
    """A function with what it is.

    Attributes
    ----------
    function : the function
    equal : the id of the definition that it equals; empty where it equals none
    words : what has to be said of it
    form : how it is called, where its names do not tell
    """

    function: Callable[..., Any]
    equal: str
    words: str
    form: str | None = None


NONE = "It equals none of the definitions"


def none(function: Callable[..., Any], form: str | None = None) -> TrueSentence:
    """A function that is no definition."""
    return TrueSentence(function, "", NONE, form)
