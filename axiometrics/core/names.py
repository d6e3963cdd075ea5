"""Names of metrics as people write them: `id`, `id@k`, `id(param=value,...)`, or both."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from axiometrics.core.errors import ParameterError
from axiometrics.core.rational import rational

NEAR = 0.1
"""How much less near than the nearest name a name may be and still be offered, on the scale from 0 to 1 of `difflib`.
"""

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
    """A name without capitals, blanks and signs: the common form of all spellings of one name.

    >>> plain("V-measure"), plain("bcubed f"), plain("Size vs Quantity (overlap)")
    ('vmeasure', 'bcubedf', 'sizevsquantityoverlap')
    """
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def alike(name: str, *others: str) -> bool:
    """Whether a name is another spelling of one of the others."""
    return bool(plain(name)) and plain(name) in map(plain, others)


def spells(name: str, *others: str) -> bool:
    """Whether a name is another spelling of one of these names of metrics.

    From the first @ or bracket on, only capitals and blanks may differ, so that no number is read as another one.

    >>> spells("v measure", "V-measure"), spells("F(beta=.1)", "f(beta=1)"), spells("RBP (p=0.8)", "rbp(p=0.8)")
    (True, False, True)
    """
    head, rest = _parted(name)
    return any(alike(head, own) and rest == inside for own, inside in map(_parted, others))


def _parted(name: str) -> tuple[str, str]:
    """A name up to its first @ or bracket, and the rest without capitals and blanks."""
    head = re.split(r"[@(]", name, maxsplit=1)[0]
    return head, "".join(name[len(head) :].casefold().split())


def described(name: str, entries: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The metrics that a name means, among metrics as a matrix describes them. The name is an id or a displayed name;
    or else a base, with all parameters that are written; or else another spelling of these.

    >>> entries = [{"id": "rbp(p=0.8)", "display": "RBP(p=0.8)", "base": "rbp", "params": {"p": "4/5"}}]
    >>> [len(described(name, entries)) for name in ("rbp", "RBP (p=.8)", "RBP(p=0.80)", "RBP(p=.08)")]
    [1, 1, 1, 0]

    Raises `ParameterError` where the parameters are not `name=value` or one is given twice.
    """
    listed = list(entries)
    if matches := [entry for entry in listed if name in (entry["id"], entry["display"])]:
        return matches
    if (parsed := parse(name)) and (
        matches := [entry for entry in listed if parsed[0] == entry["base"] and agrees(parsed[1], entry["params"])]
    ):
        return matches
    if matches := [entry for entry in listed if spells(name, entry["id"], entry["display"], entry["base"])]:
        return matches
    head, rest = _parted(name)
    written = parse(f"m{rest}") if rest else None
    return [
        entry
        for entry in listed
        if written and alike(head, entry["base"], _parted(entry["display"])[0]) and agrees(written[1], entry["params"])
    ]


def close(name: str, names: Iterable[str]) -> list[str]:
    """The names that are close to one that nobody has, the closest first.

    >>> close("preority", ["priority", "deepness"])
    ['priority']
    """
    spelled = {plain(spelling): spelling for spelling in names}
    return [spelled[near] for near in difflib.get_close_matches(plain(name), spelled, 3)]


def closest(name: str, names: Iterable[str]) -> list[str]:
    """Of the names that are close, those that are nearly as close as the closest one.

    >>> closest("MAPP", ["map", "maep", "agp"])
    ['map']
    """
    near = close(name, names)
    return [candidate for candidate in near if _nearness(name, candidate) > _nearness(name, near[0]) - NEAR]


def _nearness(name: str, other_name: str) -> float:
    return difflib.SequenceMatcher(None, plain(other_name), plain(name)).ratio()


def instead(name: str, names: Iterable[str]) -> str:
    """The cure for a name that nobody has: the names that are close to it, or all.

    >>> instead("preority", ["priority", "deepness"])
    'did you mean priority?'
    """
    distinct = list(dict.fromkeys(names))
    if near := close(name, distinct):
        return f"did you mean {' or '.join(near)}?"
    return f"known are {', '.join(distinct)}" if distinct else "there is none"


def agrees(written: Mapping[str, str], kept: Mapping[str, Any]) -> bool:
    """Whether the parameters as written are those kept (as exact strings) in a described metric."""
    return all(name in kept and _same(value, str(kept[name])) for name, value in written.items())


def _same(left: str, right: str) -> bool:
    try:
        return rational(left) == rational(right)
    except ValueError:
        return left == right
