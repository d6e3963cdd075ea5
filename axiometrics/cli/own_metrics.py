"""The metrics of users among the names of `-m`, for commands that score files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from axiometrics.cli.outcome import say_how_called

if TYPE_CHECKING:
    from axiometrics.candidates.declaration import Policy
    from axiometrics.running.candidate import Candidate
    from axiometrics.services.scoring import Request


def own_metrics(
    names: Iterable[str],
    config: str | None,
    task: str | None,
    signature: str | None,
    timeout: float | None,
    quiet: bool,
    policy: Policy | None = None,
) -> dict[str, Candidate]:
    """By name, those that are TARGETs or that the configuration lists. Their first calls are shown on stderr."""
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.declaration import NO_POLICY

    file = configuration(config)
    own = {
        name: file.candidate(name, task, signature, timeout, policy or NO_POLICY) for name in names if file.is_own(name)
    }
    if not quiet:
        for one in own.values():
            say_how_called(one)
    return own


def requested(asked: Mapping[str, Any]) -> Request:
    """The metrics that the options of a command ask for, ours and those of the user."""
    from axiometrics.registry import studies
    from axiometrics.registry.study_files import lists_metrics
    from axiometrics.services.scoring import Request

    calling = {name: asked[name] for name in ("config", "task", "signature", "timeout", "quiet")}
    study = asked["study"]
    calling["config"] = calling["config"] or lists_metrics(study)
    authors = studies.own_metrics(studies.asked(study)) if study else []
    own = own_metrics([*authors, *asked["metrics"]], **calling)
    ours = [name for name in asked["metrics"] if name not in own]
    return Request.of(ours, study, asked["parameters"], tuple(own.values()), asked["task"])
