"""The completions that a shell offers: metrics, constraints, readings, studies and TARGETs.

A key press must not wait for numpy. So the names are kept in a file of the cache, under a stamp of all files that
declare metrics, constraints and studies, and of the folders where packages are installed. The names are read from the
registry again only when the stamp has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from axiometrics import __version__

FOLDERS = ("constraints", "metrics", "studies", "tasks")
"""The folders below which names are declared."""


def metrics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Our metrics by their names without parameters; where none of them begins with the typed text, the names that
    other people use.
    """
    return _items(_names()["metrics"], incomplete) or _items(_names().get("other names", {}), incomplete)


def constraints(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The constraints by their ids; where a colon was typed, with their tasks."""
    declared = _names()["constraints"]
    if ":" in incomplete:
        return _items({name: entry["title"] for name, entry in declared.items()}, incomplete)
    return _items({name.partition(":")[2]: entry["title"] for name, entry in declared.items()}, incomplete)


def readings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The readings of the constraints on the line or, where it names none, of all constraints. click does not parse the
    arguments before an option that has no value yet, so the words of the line are read.
    """
    typed = set(os.environ.get("COMP_WORDS", "").split())
    declared = _names()["constraints"]
    meant = [entry for name, entry in declared.items() if {name, name.partition(":")[2]} & typed] or declared.values()
    names = dict.fromkeys(("default", "all", *(reading for entry in meant for reading in entry["readings"])), "")
    return _items(names, incomplete)


def studies(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The studies, and `all`."""
    return _items({**_names()["studies"], "all": "every study"}, incomplete)


def parameters(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The parameters of the metric that was typed before."""
    metric = str(ctx.params.get("metric") or "").partition("(")[0].partition("@")[0]
    return _items(dict.fromkeys(_names()["parameters"].get(metric, ()), ""), incomplete)


def targets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The metrics of `axiometrics.toml`, our metrics, and files."""
    listed = _items(dict.fromkeys(_configured(ctx), "of axiometrics.toml"), incomplete)
    return [*listed, *metrics(ctx, param, incomplete)] or files(ctx, param, incomplete)


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell looks up."""
    return [CompletionItem(incomplete, type="file")]


def claims(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The studies; where none fits, files."""
    return _items(_names()["studies"], incomplete) or files(ctx, param, incomplete)


def _configured(ctx: click.Context) -> Iterable[str]:
    import tomllib

    try:
        with open(ctx.params.get("config") or "axiometrics.toml", "rb") as file:
            return list(tomllib.load(file).get("targets", {}))
    except (OSError, ValueError, AttributeError):
        return []


def _items(names: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=said or None) for name, said in names.items() if name.startswith(incomplete)]


def _names() -> dict[str, Any]:
    """The names, from the file in the cache if it is newer than all declarations."""
    from axiometrics.running.folder import default_folder

    path, stamp = default_folder() / "completion.json", _stamp()
    try:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if kept["stamp"] == stamp:
            return kept
    except (OSError, ValueError, KeyError, TypeError):
        pass
    names = {**_declared(), "stamp": stamp}
    try:
        from axiometrics.core.files import write_whole

        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(names), lasting=False)
    except OSError:
        pass  # a cache that cannot be written only makes the next key press as slow
    return names


def _declared() -> dict[str, Any]:
    from axiometrics import registry
    from axiometrics.registry import studies as declared_studies

    first = {metric.base: metric for metric in registry.metrics()[::-1]}
    first = {metric.base: first[metric.base] for metric in registry.metrics()}  # in their order
    return {
        "metrics": {base: metric.display for base, metric in first.items()},
        "other names": {alias.example: alias.base for alias in registry.other_names.of_tasks() if alias.base},
        "parameters": {base: list(metric.values) for base, metric in first.items()},
        "constraints": {
            constraint.name: {"title": constraint.title, "readings": [reading.name for reading in constraint.readings]}
            for constraint in registry.constraints()
        },
        "studies": {study.name: study.title for study in declared_studies.studies().values()},
    }


def _stamp() -> str:
    """A digest that changes whenever a name may have changed."""
    seen = hashlib.sha256(f"{__version__} {sys.version}".encode())
    for path, time in _times():
        seen.update(f"{path} {time}\n".encode())
    return seen.hexdigest()


def _times() -> Iterator[tuple[str, int]]:
    home = Path(__file__).parents[1]
    files = (
        entry
        for folder in FOLDERS
        for top, _, _ in os.walk(home / folder, followlinks=True)
        for entry in sorted(os.scandir(top), key=lambda file: file.name)
        if entry.name.endswith((".py", ".json"))
    )
    for entry in files:
        yield entry.path, entry.stat().st_mtime_ns
    for path in sys.path:
        try:
            yield path, os.stat(path).st_mtime_ns
        except OSError:
            continue
