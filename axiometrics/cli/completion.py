"""What a shell completes: metrics, constraints, readings, studies and TARGETs.

A key press must not wait for numpy. So the names are kept in a file of the cache, under a stamp of all files that
declare metrics, constraints and studies, and of the folders where packages are installed; only where the stamp is
another one are they read from the registry again.
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
"""Below which names are declared."""


def metrics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The metrics of ours by their names without parameters; where none begins so, by the names that others use."""
    return _items(_known()["metrics"], incomplete) or _items(_known().get("other names", {}), incomplete)


def constraints(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The constraints by their ids, with their tasks where a colon was typed."""
    found = _known()["constraints"]
    if ":" in incomplete:
        return _items({name: one["title"] for name, one in found.items()}, incomplete)
    return _items({name.partition(":")[2]: one["title"] for name, one in found.items()}, incomplete)


def readings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The readings of the constraints on the line, or else of all. Arguments before an option that has no value yet are
    not parsed, so the words are looked at.
    """
    typed = set(os.environ.get("COMP_WORDS", "").split())
    found = _known()["constraints"]
    meant = [one for name, one in found.items() if {name, name.partition(":")[2]} & typed] or found.values()
    names = dict.fromkeys(("default", "all", *(reading for one in meant for reading in one["readings"])), "")
    return _items(names, incomplete)


def studies(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The studies, and all of them."""
    return _items({**_known()["studies"], "all": "every study"}, incomplete)


def parameters(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The parameters of the metric that was typed before."""
    metric = str(ctx.params.get("metric") or "").partition("(")[0].partition("@")[0]
    return _items(dict.fromkeys(_known()["parameters"].get(metric, ()), ""), incomplete)


def targets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The metrics of `axiometrics.toml`, those of ours, and files."""
    found = _items(dict.fromkeys(_configured(ctx), "of axiometrics.toml"), incomplete)
    return [*found, *metrics(ctx, param, incomplete)] or files(ctx, param, incomplete)


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell looks up."""
    return [CompletionItem(incomplete, type="file")]


def claims(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The studies, else files."""
    return _items(_known()["studies"], incomplete) or files(ctx, param, incomplete)


def _configured(ctx: click.Context) -> Iterable[str]:
    import tomllib

    try:
        with open(ctx.params.get("config") or "axiometrics.toml", "rb") as file:
            return list(tomllib.load(file).get("targets", {}))
    except (OSError, ValueError, AttributeError):
        return []


def _items(names: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=said or None) for name, said in names.items() if name.startswith(incomplete)]


def _known() -> dict[str, Any]:
    """The names, from the file of the cache where it is as new as what declares them."""
    from axiometrics.running.folder import default_folder

    path, stamp = default_folder() / "completion.json", _stamp()
    try:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if kept["stamp"] == stamp:
            return kept
    except (OSError, ValueError, KeyError, TypeError):
        pass
    found = {**_declared(), "stamp": stamp}
    try:
        from axiometrics.core.files import write_whole

        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(found), lasting=False)
    except OSError:
        pass  # a cache that cannot be written only makes the next key press as slow
    return found


def _declared() -> dict[str, Any]:
    from axiometrics import registry
    from axiometrics.registry import studies as known

    first = {metric.base: metric for metric in registry.metrics()[::-1]}
    first = {metric.base: first[metric.base] for metric in registry.metrics()}  # in their order
    return {
        "metrics": {base: metric.display for base, metric in first.items()},
        "other names": {one.example: one.base for one in registry.other_names.of_tasks() if one.base},
        "parameters": {base: list(metric.values) for base, metric in first.items()},
        "constraints": {
            one.name: {"title": one.title, "readings": [reading.name for reading in one.readings]}
            for one in registry.constraints()
        },
        "studies": {study.name: study.title for study in known.studies().values()},
    }


def _stamp() -> str:
    """What changes when a name may have changed."""
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
        for entry in sorted(os.scandir(top), key=lambda one: one.name)
        if entry.name.endswith((".py", ".json"))
    )
    for entry in files:
        yield entry.path, entry.stat().st_mtime_ns
    for path in sys.path:
        try:
            yield path, os.stat(path).st_mtime_ns
        except OSError:
            continue
