"""A kind of claim as data: its fields, the values that may be published, the cells that its judgement needs, and the
function that judges a claim of this kind.

The functions that judge the rare claims of one study are looked up here too.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from axiometrics.auditing import kinds, published
from axiometrics.auditing.cells import Cells, Want
from axiometrics.auditing.claims import COMMON, OPTIONAL, PublishedClaim, is_text, shown
from axiometrics.auditing.findings import KindFindings
from axiometrics.core.errors import DeclarationError


def _is_listed(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_text, value))


TYPES: Mapping[str, Callable[[Any], bool]] = {
    "text": is_text,
    "whole number": lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 0,
    "list of texts": _is_listed,
    "object of texts": lambda value: isinstance(value, dict) and bool(value) and all(map(is_text, value.values())),
    "object of lists": lambda value: isinstance(value, dict) and bool(value) and all(map(_is_listed, value.values())),
}
"""The allowed types of a field, by the words that an error uses for them."""

DIGITS = 30
"""The greatest number of digits of a number that may be published."""


@dataclass(frozen=True)
class ClaimKind:
    """A kind of claim; a file of `auditing/kinds/` declares one as `KIND`.

    Attributes
    ----------
    name, meaning : its name in claims files, and the comparison that it makes, in words
    published : a regular expression for the values that may be published
    fields : name -> the allowed type (`text or object of texts`); a name that ends in `?` may be left out
    find : the claim and the cells -> the result
    cells : the claim -> the cells that it needs
    choices : field -> the texts that are allowed
    rules : the further demands of `find`, as a part of a JSON Schema
    """

    name: str
    meaning: str
    published: str
    fields: Mapping[str, str]
    find: Callable[[PublishedClaim, Cells], KindFindings]
    cells: Callable[[PublishedClaim], Iterable[Want]] = field(default=lambda claim: ())
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rules: Callable[[], Mapping[str, Any]] = dict

    def demand(self, claim: PublishedClaim) -> None:
        """Raise `FileError`, naming the claim, unless it has the fields of this kind and no others."""
        needed = [name for name in self.fields if not name.endswith("?")]
        allowed = {name.rstrip("?"): type_words for name, type_words in self.fields.items()}
        for name in needed:
            if name not in claim.data:
                raise claim.problem(f"{name!r} is missing: a claim of kind {self.name} has {', '.join(needed)}")
        for name, value in claim.data.items():
            if name in (*COMMON, *OPTIONAL):
                continue
            if name not in allowed:
                raise claim.problem(
                    f"no field {shown(name)} in a claim of kind {self.name}: it has {', '.join(allowed)}"
                )
            if not any(TYPES[type_words](value) for type_words in allowed[name].split(" or ")):
                raise claim.problem(f"{name} is {shown(value)}: expected {allowed[name]}")
            if name in self.choices and value not in self.choices[name]:
                raise claim.problem(f"{name} {shown(value)} is none of {', '.join(self.choices[name])}")
        if not re.fullmatch(self.published, claim.published):
            raise claim.problem(
                f"published {shown(claim.published)} is nothing a claim of kind {self.name} can say: "
                f"expected {self.published}"
            )
        if re.search(f"[0-9]{{{DIGITS + 1}}}", claim.published):
            raise claim.problem(
                f"published {shown(claim.published)} has a number of more than {DIGITS} digits: write fewer"
            )


@cache
def all_kinds() -> Mapping[str, ClaimKind]:
    """Every kind by name. Each is declared in its own file of `auditing/kinds/`."""
    by_name = {}
    for info in pkgutil.iter_modules(kinds.__path__):
        declared = getattr(importlib.import_module(f"{kinds.__name__}.{info.name}"), "KIND", None)
        if not isinstance(declared, ClaimKind) or declared.name != info.name:
            raise DeclarationError(f"{kinds.__name__}.{info.name} must declare KIND, a Kind named {info.name!r}")
        by_name[declared.name] = declared
    return by_name


@cache
def functions_of(study: str) -> Mapping[str, Callable[[PublishedClaim], KindFindings]]:
    """The functions that judge claims of this study alone, by the `kind` of these claims."""
    module = study.replace("-", "_")
    if module not in {info.name for info in pkgutil.iter_modules(published.__path__)}:
        return {}
    functions = importlib.import_module(f"{published.__name__}.{module}").FUNCTIONS
    return {function.__name__: function for function in functions}


def kind_of(claim: PublishedClaim) -> ClaimKind:
    """The kind of a claim, after a check of its fields. For a claim with a function of its study, the kind calls this
    function, and its fields are not checked.

    Raises `FileError` for an unknown kind.
    """
    function = functions_of(claim.study).get(claim.kind)
    if function is not None:
        return ClaimKind(claim.kind, function.__doc__ or "", ".+", {}, lambda claim, cells: function(claim))
    if claim.kind not in all_kinds():
        raise claim.problem(f"there is no kind of claim {shown(claim.kind)}: the kinds are {', '.join(all_kinds())}")
    kind = all_kinds()[claim.kind]
    kind.demand(claim)
    return kind
