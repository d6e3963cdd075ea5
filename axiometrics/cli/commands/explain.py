"""`axiometrics explain`: one cell, with the case drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from axiometrics.cli import completion, options, printed
from axiometrics.cli.help import command
from axiometrics.cli.options import Target
from axiometrics.cli.outcome import INTERRUPTED, say, say_how_called

if TYPE_CHECKING:
    from axiometrics.cli.output import Output
    from axiometrics.running.candidate import Candidate


@command(first="--task --form --gold-first --reading --max-size --format --output --verbose")
@click.argument("metric", shell_complete=completion.targets)
@click.argument("constraint", required=False, shell_complete=completion.constraints)
@options.config
@options.signature
@options.timeout
@options.policy
@options.reading
@options.effort
@options.cached
@options.output_of_pages(records=True)
@options.progress
@click.pass_context
def explain(
    ctx: click.Context,
    /,
    metric: str,
    constraint: str | None,
    config: str | None,
    signature: str | None,
    timeout: float | None,
    lower_is_better: bool | None,
    undefined: str | None,
    to: Sequence[Target],
    **settings: Any,
) -> None:
    """Why does METRIC satisfy or violate CONSTRAINT? The command shows what is demanded, draws the case, gives the
    exact scores, and prints a line of Python that shows the case again.

    METRIC is a built-in metric, or a TARGET as `check` takes it. CONSTRAINT is an id, or task:id. JSON and CSV are
    those of the matrix of these cells; `verify` reads the JSON.

    Without CONSTRAINT the command shows how METRIC behaves where definitions say nothing: on documents without
    judgement, repeats, topics without an answer, equal scores, unusual grades and labels, and empty data. These are
    facts that calls have shown, not faults (docs/conduct.md).

    \b
    Examples:
      axiometrics explain ap deepness
      axiometrics explain ap
      axiometrics explain 'rbp(p=0.95)' deepness-threshold --reading all
      axiometrics explain sklearn.metrics:v_measure_score rag-bag
    """
    from axiometrics.candidates import selection
    from axiometrics.candidates.configuration import configuration
    from axiometrics.candidates.declaration import Policy
    from axiometrics.candidates.expression import keywords
    from axiometrics.cli.expectations import accepted
    from axiometrics.cli.matrices import MatrixRequest
    from axiometrics.cli.output import Output
    from axiometrics.comparison.known_verdicts import with_known_verdicts
    from axiometrics.running.run import FailedRunError, InterruptedRunError
    from axiometrics.services.expectations import configured, resolve
    from axiometrics.services.explanation import explanation_page

    evident = selection.evident_task([constraint] if constraint else [])
    policy = Policy(lower_is_better, undefined, evident_task=evident)
    file = configuration(config)
    (wanted,) = file.requested([metric], selection.at_hand(settings["task"], [constraint] if constraint else ()))
    candidate = wanted.candidate(settings["task"], signature, timeout, policy)
    if constraint is None:
        _show_conduct(candidate, settings["task"], Output(to), settings["quiet"])
        return
    chosen = selection.of_tasks(constraint, candidate)
    selection.demand_reading(settings["reading"], [chosen])
    if not settings["quiet"]:
        say_how_called(candidate)
    output, cause = Output(to), None
    try:
        whole = MatrixRequest.of(settings).computed([candidate], [chosen])
    except (InterruptedRunError, FailedRunError) as stopped:
        whole, cause = stopped.matrix, stopped.__cause__
    else:
        request = MatrixRequest.of(settings)
        whole = with_known_verdicts(whole, [candidate], [chosen], request.search, request.cache)
    shown = selection.narrowed(whole, settings["reading"])
    calling = keywords(settings["task"], signature) if candidate.metric is None else {}
    judge = candidate.judge(chosen.task)
    finished = len(whole) == len(chosen.readings)
    output.show(explanation_page(shown, chosen, candidate.display, judge, calling, candidate), finished)
    if not settings["quiet"]:
        expectations = resolve(configured(file, [wanted]), [candidate], [chosen], settings["reading"])
        for line in accepted(shown, expectations):
            say(f"expected: {line}")
    ours = candidate.metric is not None and config is None and all(target.path is None for target in to)
    if (
        ours
        and finished
        and cause is None
        and not (settings["no_cache"] or settings["cache_dir"] or settings["budget"])
    ):
        printed.allow()
    if cause is not None:
        raise cause
    if not finished:
        say("interrupted")
        ctx.exit(INTERRUPTED)


def _show_conduct(candidate: Candidate, task: str | None, output: Output, quiet: bool) -> None:
    """Show how a metric behaves, in each of its tasks or in the named one."""
    from axiometrics.candidates.conduct import conduct
    from axiometrics.candidates.conduct.page import conduct_page

    if not quiet:
        say_how_called(candidate)
    output.show(conduct_page([conduct(candidate, of) for of in candidate.tasks if task in (None, of)]))


COMMAND = explain
