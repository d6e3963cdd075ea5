"""Names of metrics as people write them: `id`, `id@k`, `id(param=value,...)`, or both."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from axiometrics.core.errors import ParameterError
from axiometrics.core.rational import rational

_NAME = re.compile(r"(?P<base>[a-z0-9][a-z0-9.-]*)(?:@(?P<cut>[^()@]+))?(?:\((?P<inside>[^()]*)\))?")


_SPACES = re.compile(r"\s*([@(),=])\s*")
"""Spaces around the signs of a name, which mean nothing."""


def parse(name: str) -> tuple[str, dict[str, str]] | None:
    """The base and the parameters as written (a cutoff as `k`), or None where the text is not a name of a metric.

    Raises `ParameterError` where the parameters are not `name=value` or one is given twice.

    >>> parse("ndcg@10"), parse("rbp(p=0.95)"), parse("mine.py:metric")
    (('ndcg', {'k': '10'}), ('rbp', {'p': '0.95'}), None)
    """
    match = _NAME.fullmatch(_SPACES.sub(r"\1", name.strip()))
    if match is None:
        return None
    params = {"k": match["cut"]} if match["cut"] else {}
    for part in filter(None, (match["inside"] or "").split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise ParameterError(f"{name}: {part!r} is not a parameter: write name=value")
        if key in params:
            raise ParameterError(f"{name}: the parameter {key} is given twice")
        params[key] = value
    return match["base"], params


def plain(name: str) -> str:
    """A name without capitals, blanks and signs: what two spellings of one name share.

    >>> plain("V-measure"), plain("bcubed f"), plain("Size vs Quantity (overlap)")
    ('vmeasure', 'bcubedf', 'sizevsquantityoverlap')
    """
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def alike(name: str, *others: str) -> bool:
    """Whether a name is another spelling of one of the others."""
    return bool(plain(name)) and plain(name) in map(plain, others)


def close(name: str, known: Iterable[str]) -> list[str]:
    """The names that are close to one that nobody has, the closest first.

    >>> close("preority", ["priority", "deepness"])
    ['priority']
    """
    spelled = {plain(one): one for one in known}
    return [spelled[one] for one in difflib.get_close_matches(plain(name), spelled, 3)]


def instead(name: str, known: Iterable[str]) -> str:
    """The cure for a name that nobody has: the names that are close to it, or all.

    >>> instead("preority", ["priority", "deepness"])
    'did you mean priority?'
    """
    names = list(dict.fromkeys(known))
    if found := close(name, names):
        return f"did you mean {' or '.join(found)}?"
    return f"known are {', '.join(names)}" if names else "there is none"


def agrees(written: Mapping[str, str], kept: Mapping[str, Any]) -> bool:
    """Whether the parameters as written are those kept (as exact strings) in a described metric."""
    return all(name in kept and _same(value, str(kept[name])) for name, value in written.items())


def _same(one: str, other: str) -> bool:
    try:
        return rational(one) == rational(other)
    except ValueError:
        return one == other
