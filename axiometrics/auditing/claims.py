"""Claims files: published statements as data, read and checked before anything is computed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from axiometrics.core.documents import parse
from axiometrics.core.errors import FileError
from axiometrics.core.files import whole_text
from axiometrics.core.study import ALL
from axiometrics.core.verdicts import SPELLINGS
from axiometrics.registry.studies import asked, studies

SCHEMA = "axiometrics/claims/1"
INFERRED = "inferred"
"""The basis of a claim that the paper does not state: it never counts against the paper."""

BASES = ("prose", "mark", INFERRED)
"""The grounds on which a claim is ascribed to its paper: stated in prose, a mark in a table, or inferred (e.g. because
the metric is not named among the failures).
"""

COMMON, OPTIONAL = ("id", "kind", "source", "claim", "published"), ("basis", "completed", "note")
"""The fields of every claim, and the fields that a claim may have, each a text. Without `basis`, the claim is prose.
`completed` holds the words of the judged claim that the paper does not have.
"""

SHORT = 60
"""The greatest number of characters of a value that a message shows."""

ANSWERS: dict[bool | None, str] = {True: "satisfied", False: "fails"}
"""The words with which claims say whether a constraint is satisfied. Every spelling of a verdict is read as one of
these.
"""


@dataclass(frozen=True)
class PublishedClaim:
    """A published statement: its place in the paper, its words, the published value, and in `data` the fields of its
    kind.

    Attributes
    ----------
    study : the built-in study of the claim, whose functions may judge it; empty for a claim of a file
    completed : our own words, where the wording of the paper had to be completed to be judged; otherwise empty
    """

    id: str
    kind: str
    source: str
    text: str
    published: str
    basis: str
    completed: str
    data: Mapping[str, Any]
    families: Mapping[str, Mapping[str, Any]]
    study: str = ""

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    @property
    def is_partly_ours(self) -> bool:
        """Whether the paper does not state the whole claim, so that the judged claim may be false although the paper is
        right.
        """
        return bool(self.completed) or self.basis == INFERRED

    def get(self, name: str, default: Any = None) -> Any:
        """A field that may be missing."""
        return self.data.get(name, default)

    def problem(self, message: object) -> FileError:
        """The error that names this claim."""
        return FileError(f"claim {shown(self.id)}: {message}")


def builtin_claims() -> list[str]:
    """The names of the studies that bring claims."""
    return list(_of_studies())


def claims_named(name: str) -> list[str]:
    """The names whose claims are read: for `all`, every study that has claims; for any other name, that name alone."""
    return builtin_claims() if name == ALL else [name]


def _of_studies() -> Mapping[str, Traversable]:
    return {name: study.claims for name, study in studies().items() if study.claims is not None}


def read_claims(name: str) -> Mapping[str, Any]:
    """The claims of the study with this name, or of the file at this path. Raises `FileError` where they cannot be
    read.

    The document of a study has its name in `study`, by which `claims_of` knows whose functions may judge its claims.
    """
    file = asked(name)[0].claims if name.endswith(".toml") else _of_studies().get(name)
    if file is None and (name in studies() or name.endswith(".toml")):
        raise FileError(
            f"the study {name} brings no claims: give a study that does ({', '.join(builtin_claims())}), or the path "
            "of a claims file"
        )
    try:
        text = whole_text(name) if file is None else file.read_text(encoding="utf-8")
        data = parse(text)
        # half of a surrogate pair could not be printed, nor data that are nested too deep
        json.dumps(data, ensure_ascii=False).encode()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(
            f"cannot read claims {name!r}: {getattr(error, 'strerror', None) or error}; known are "
            f"{', '.join(builtin_claims())}, or a path"
        ) from None
    except (ValueError, RecursionError) as error:
        raise FileError(f"claims {name!r} are not JSON: {error}") from None
    if (
        not isinstance(data, dict)
        or data.get("schema") != SCHEMA
        or not isinstance(data.get("claims"), list)
        or not data["claims"]
    ):
        raise FileError(
            f'{name!r} holds no claims: expected {{"schema": "{SCHEMA}", "claims": [...]}} with at least one'
        )
    if not isinstance(data.get("source", ""), str):
        raise FileError(f'"source" of {name!r} is {shown(data["source"])}: write a text')
    # a user's file cannot name a study, so functions never get fields that were not checked
    data.pop("study", None)
    return {**data, "study": name} if name in _of_studies() else data


def claims_of(document: Mapping[str, Any]) -> list[PublishedClaim]:
    """The claims of a document. Raises `FileError`, naming the claim, if a claim lacks a field that every claim has, or
    if its id occurs twice.
    """
    families = document.get("families", {})
    if not isinstance(families, Mapping):
        raise FileError('"families" of the claims is not an object: write {"name": {"members": [...], "named": [...]}}')
    for name, entry in families.items():
        _check_family(name, entry)
    study = str(document.get("study", ""))
    claims: list[PublishedClaim] = []
    for place, written in enumerate(document["claims"], 1):
        if not isinstance(written, Mapping):
            raise FileError(f"claim number {place} is not an object: {shown(written)}")
        data = {
            name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in written.items()
        }
        id_, kind, source, text, published = (str(data.get(name, "?")) for name in COMMON)
        published = ANSWERS.get(SPELLINGS.get(published), published)
        basis, completed = str(data.get("basis", BASES[0])), str(data.get("completed", ""))
        claim = PublishedClaim(id_, kind, source, text, published, basis, completed, data, families, study)
        missing = [name for name in COMMON if name not in data]
        if missing:
            raise claim.problem(f"{missing[0]!r} is missing: every claim has {', '.join(COMMON)}")
        wrong = [name for name in (*COMMON, *OPTIONAL) if name in data and not is_text(data[name])]
        if wrong:
            raise claim.problem(f"{wrong[0]} is {shown(data[wrong[0]])}: write a text")
        if claim.basis not in BASES:
            raise claim.problem(f"basis {shown(claim.basis)} is none of {', '.join(BASES)}")
        if any(claim.id == earlier.id for earlier in claims):
            raise claim.problem("there are two of that id: give each its own")
        claims.append(claim)
    return claims


def shown(value: object) -> str:
    """A value of a claims file for a message, cut to one short line.

    >>> shown("a"), shown([None]), len(shown("a" * 100))
    ("'a'", '[null]', 60)
    """
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= SHORT else f"{text[: SHORT - 3]}..."


def is_text(value: object) -> bool:
    """Whether the value is a text that is not empty."""
    return isinstance(value, str) and bool(value)


def _check_family(name: str, entry: object) -> None:
    """Raise `FileError` unless a family consists of its members and, optionally, of the named ones among them."""
    members = entry.get("members") if isinstance(entry, Mapping) else None
    named = entry.get("named", members) if isinstance(entry, Mapping) else None
    lists = all(isinstance(some, list) and some and all(map(is_text, some)) for some in (members, named))
    if (
        not isinstance(entry, Mapping)
        or set(entry) - {"members", "named"}
        or not lists
        or not set(named or ()) <= set(members or ())
    ):
        raise FileError(f"family {shown(name)} needs members, a list of metrics, and may have named, some of them")
