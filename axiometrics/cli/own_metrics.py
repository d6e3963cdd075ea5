"""The user's metrics among the names of `-m`, for commands that score files."""

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
    """By name, the metrics that are TARGETs or that the configuration lists. Their first calls are shown on stderr."""
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.declaration import NO_POLICY

    file = configuration(config)
    own = {
        name: file.candidate(name, task, signature, timeout, policy or NO_POLICY) for name in names if file.is_own(name)
    }
    if not quiet:
        for candidate in own.values():
            say_how_called(candidate)
    return own


def requested(settings: Mapping[str, Any]) -> Request:
    """The metrics that the options of a command name: built-in ones and those of the user."""
    from axiometrics.registry import studies
    from axiometrics.registry.study_files import lists_metrics
    from axiometrics.services.scoring import Request

    calling = {name: settings[name] for name in ("config", "task", "signature", "timeout", "quiet")}
    study = settings["study"]
    calling["config"] = calling["config"] or lists_metrics(study)
    authors = studies.own_metrics(studies.asked(study)) if study else []
    own = own_metrics([*authors, *settings["metrics"]], **calling)
    ours = [name for name in settings["metrics"] if name not in own]
    return Request.of(ours, study, settings["parameters"], tuple(own.values()), settings["task"])
