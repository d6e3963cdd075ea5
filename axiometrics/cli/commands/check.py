"""`axiometrics check`: the user's own metrics."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from axiometrics.cli import completion, options
from axiometrics.cli.help import command
from axiometrics.cli.outcome import AS_EXPECTED, UNEXPECTED, USAGE, beside_the_result, say, say_how_called
from axiometrics.core.time_limit import TimeLimit

if TYPE_CHECKING:
    from axiometrics.cli.matrices import Finished, MatrixRequest
    from axiometrics.running.cache import Cache
    from axiometrics.running.candidate import Candidate

TRIALS, TRIALS_OF_BUDGET, TRIALS_AT_LEAST = 30.0, 0.25, 5.0
"""The seconds that the trial calls, which show how a metric is called, may take without a budget; with a budget, the
share of it that they may take, and the least number of seconds that they have then.
"""

LAWS_AT_ONCE, LAWS_SHARE, LAWS_OF_BUDGET = 3.0, 0.15, 0.05
"""The seconds that the laws may always take; the share of the time so far that they may take, where this is more; and
the greatest share of a budget that they may take.
"""

NAMED = 4
"""The number of documents up to which a metric is compared with the built-in metric whose name it has."""


@command(
    first="--task --form --gold-first --constraint --reading --max-size --quick"
    " --expect --accept --format --output --verbose",
)
@click.argument("targets", nargs=-1, metavar="[TARGET]...", shell_complete=completion.targets)
@options.config
@options.accept
@options.signature
@options.timeout
@options.policy
@click.option(
    "--laws/--no-laws",
    "lawful",
    default=True,
    help="Whether your metrics are also tried on the laws of implementation (docs/your-metrics.md). A broken law is a "
    "warning on stderr; with --fail-on violation or undetermined the command exits with 1. By default they are, for as "
    "long as they take a small part of the time; --laws tries them on all their inputs.",
)
@options.of_matrices
@click.pass_context
def check(
    ctx: click.Context,
    /,
    targets: Sequence[str],
    config: str | None,
    accept: str | None,
    signature: str | None,
    timeout: float | None,
    lower_is_better: bool | None,
    undefined: str | None,
    lawful: bool,
    **settings: Any,
) -> None:
    """Which constraints do your metrics satisfy? The command exits with 1 on a violation that no --expect names.

    On stderr the command ends with what to look at next: which readings matter to whom, the built-in metrics with
    the same verdicts, whether a metric that has the name of a built-in metric has its values, and the command that
    explains the violation that says most.

    Without a TARGET, the metrics of axiometrics.toml are checked; the names in this file are TARGETs too. A TARGET
    is module:function, path/to/file.py:function, or the id of a built-in metric. It may bind arguments, take a
    component of the result, change the sign, and have settings of its own (docs/your-metrics.md). --form says how
    a metric is called. Without it, the form is taken from @axiometrics.metric(...) on the metric, from the adapter
    of its library, or from trial calls and the names of its parameters. The first call is shown. Where several ways
    to call a metric are left, nothing is judged, and the question is shown at the end, with exit code 2.

    \b
    Forms (`axiometrics list forms` shows all):
      labels        f(labels_true, labels_pred)           clustering
      decisions     f(y_true, y_pred), 0/1                filtering
      gains         f(gains, ideal), in rank order        ranking
      id-lists      f(relevant, retrieved), names         ranking
      qrel-run      f(qrel, run), {doc: grade or score}   ranking
      scores        f(y_true, y_score)                    ranking
      organization  f(system, gold)                       all

    \b
    Examples:
      axiometrics check sklearn.metrics:v_measure_score
      axiometrics check metrics.py:my_gain --form gains --reading all
      axiometrics check metrics.py:mine --expect metrics.py:mine/rag-bag=violated
      axiometrics check 'sklearn.metrics:fbeta_score(beta=2)' 'metrics.py:all_scores["f1"]' neg:metrics.py:loss
      axiometrics check metrics.py:mine --require exhaustive:8 --corpus evidence
      axiometrics check metrics.py:mine --accept axiometrics.toml
    """
    from axiometrics.candidates import selection
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.declaration import Policy
    from axiometrics.candidates.inference import AmbiguousForm
    from axiometrics.candidates.selection import evident_task
    from axiometrics.cli.matrices import MatrixRequest, show
    from axiometrics.registry.study_files import lists_metrics
    from axiometrics.services.expectations import configured

    evident = evident_task(settings["constraints"], settings["study"])
    policy = Policy(lower_is_better, undefined, evident_task=evident)
    config = config or lists_metrics(settings["study"])
    file = configuration(accept if config is None and accept is not None and Path(accept).exists() else config)
    wanted = file.requested(targets, selection.at_hand(settings["task"], settings["constraints"], settings["study"]))
    said = {"form": signature, "task": settings["task"], "undefined": undefined, "lower-is-better": lower_is_better}
    calling = {name: value for name, value in said.items() if value is not None}
    accepting = {"accept": accept, "file": file, "calling": calling}
    request = MatrixRequest.of({**settings, **accepting, "configured": configured(file, wanted)})
    loaded, unclear = [], []
    for metric in wanted:
        try:
            limit = _limit_of_trials(request)
            loaded.append(metric.candidate(settings["task"], signature, timeout, policy, request.cache, limit))
        except AmbiguousForm as error:
            unclear.append(error)
    candidates = list({candidate.name: candidate for candidate in loaded}.values())
    if not settings["quiet"]:
        for candidate in candidates:
            say_how_called(candidate)
    finished: list[Finished] = []
    code = show(candidates, request, "unexpected", finished.append) if candidates else AS_EXPECTED
    strict = settings["fail_on"] in ("violation", "undetermined")
    if lawful and code in (AS_EXPECTED, UNEXPECTED) and (strict or not settings["quiet"]):
        with nullcontext() if strict else beside_the_result("what the laws say of your metrics"):
            whole = strict or ctx.get_parameter_source("lawful") is ParameterSource.COMMANDLINE
            limit = TimeLimit(None if whole else _seconds_for_laws(request))
            broken = _tell_broken(candidates, settings["task"], request.cache, limit)
            code = UNEXPECTED if broken and strict else code
    if finished and ctx.meta["verbose"] and not settings["quiet"]:
        _tell_conduct(candidates, settings["task"])
    if finished and not settings["quiet"]:
        calling = {
            "--task": settings["task"],
            **options.calling(signature),
            "--undefined": undefined,
            "--lower-is-better": "" if lower_is_better else None,
            "--higher-is-better": "" if lower_is_better is False else None,
        }
        _guide(candidates, finished[0], request, {name: v for name, v in calling.items() if v is not None})
    for question in unclear:
        say(f"error: {question}", question=True)
    ctx.exit(USAGE if unclear else code)


def _guide(
    candidates: Sequence[Candidate], finished: Finished, request: MatrixRequest, calling: Mapping[str, str]
) -> None:
    """Say what the user can look at next: which readings matter to whom, which built-in metrics have the same verdicts,
    whether a metric has the values that its name promises, and the command that explains the most informative
    violation.
    """
    from axiometrics.comparison import guidance
    from axiometrics.comparison.identification import misnamed
    from axiometrics.core.task import task as task_of

    for candidate in candidates:
        cells = [cell for cell in finished.shown if cell.metric == candidate.id]
        with beside_the_result(f"the hint which reading of a constraint matters to whom, for {candidate.id},"):
            for line in guidance.readings(finished.whole, cells, finished.constraints):
                say(f"{candidate.id}: {line}")
        for task in candidate.tasks if candidate.metric is None else ():
            row = [cell for cell in cells if cell.task == task]
            with beside_the_result(f"the hint which built-in metrics have the same verdicts as {candidate.id}"):
                if same := guidance.alike(row, finished.constraints, request.search, request.cache) if row else []:
                    say(f"{candidate.id}: the same verdicts, to the same sizes, as {', '.join(same)}")
            if not (request.task or request.study or request.constraints):
                for reduction in task_of(task).reductions:
                    if reduction.is_identity:
                        say(f"{candidate.id}: --task {reduction.task} asks other constraints of the same function")
            called = row and row[0].evidence.kind != "error"
            with beside_the_result(f"the comparison of {candidate.id} with the built-in metric of its name"):
                for line in misnamed(candidate, task, NAMED, request.cache) if called else ():
                    say(f"{candidate.id}: {line}")
        with beside_the_result(f"the next command for {candidate.id}"):
            if step := guidance.next_step(cells, calling if candidate.metric is None else None):
                say(f"next: {step}")


def _tell_conduct(candidates: Sequence[Candidate], task: str | None) -> None:
    """Say how each metric behaves where definitions say nothing."""
    from axiometrics.candidates.conduct import conduct

    for candidate in candidates:
        with beside_the_result(f"how {candidate.id} behaves where definitions say nothing"):
            for of in candidate.tasks:
                for line in conduct(candidate, of).part.sentences if task in (None, of) else ():
                    say(f"{candidate.id}: {line}")


def _limit_of_trials(request: MatrixRequest) -> TimeLimit:
    """The limit of time for the trial calls of one metric. A metric whose form is shown by its names or values needs a
    second.
    """
    budget = request.search.budget
    return TimeLimit(TRIALS if budget is None else max(TRIALS_AT_LEAST, TRIALS_OF_BUDGET * budget))


def _seconds_for_laws(request: MatrixRequest) -> float:
    """The seconds that the laws may take, by the time that the command has taken so far."""
    budget = request.search.budget
    share = max(LAWS_AT_ONCE, LAWS_SHARE * (time.monotonic() - request.began))
    return share if budget is None else min(share, max(1.0, LAWS_OF_BUDGET * budget))


def _tell_broken(candidates: Sequence[Candidate], task: str | None, cache: Cache | None, limit: TimeLimit) -> bool:
    """Warn of the laws that metrics of the user break. Returns whether a law is broken."""
    from axiometrics.candidates.import_records import broken_laws

    broken = False
    for candidate in candidates:
        for of in candidate.tasks if candidate.metric is None else ():
            if limit.exceeded:
                break
            for law in broken_laws(candidate, of, cache, limit) if task in (None, of) else ():
                say(f"warning: {candidate.id} breaks the law {law}")
                broken = True
    if limit.exceeded:
        say("the laws of implementation were tried on a part of their inputs, since calls take long; --laws tries all")
    return broken


COMMAND = check
