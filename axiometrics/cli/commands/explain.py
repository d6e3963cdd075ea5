"""`axiometrics explain`: one cell, with the case drawn."""

from __future__ import annotations

from typing import Any

import click

from axiometrics.cli import options
from axiometrics.cli.outcome import INTERRUPTED, say


@click.command(short_help="One verdict: what is demanded, the case drawn, the proof.")
@click.argument("metric")
@click.argument("constraint")
@options.signature
@options.policy
@options.reading
@options.effort
@options.path
@options.only_ascii
@options.progress
@click.pass_context
def explain(
    ctx: click.Context,
    /,
    metric: str,
    constraint: str,
    signature: str | None,
    lower_is_better: bool | None,
    undefined: str | None,
    path: str | None,
    ascii: bool,
    **asked: Any,
) -> None:
    """Why does METRIC satisfy or violate CONSTRAINT? What is demanded, the case drawn, exact scores, and a line of
    Python that shows it again.

    METRIC is one of ours or a TARGET, as `check` has it; CONSTRAINT is an id, or task:id.

    \b
    Examples:
      axiometrics explain ap deepness
      axiometrics explain 'rbp(p=0.95)' deepness-threshold --reading all
      axiometrics explain sklearn.metrics:v_measure_score rag-bag
    """
    from axiometrics.candidates import selection
    from axiometrics.candidates.declaration import Policy
    from axiometrics.cli.matrices import Asked
    from axiometrics.cli.output import Output
    from axiometrics.reports.parts.tables import only_ascii
    from axiometrics.running.run import InterruptedRunError
    from axiometrics.workbench.explanation import explain_cell

    subject = selection.subject(metric, asked["task"], signature, None, Policy(lower_is_better, undefined))
    chosen = selection.of_tasks(constraint, subject)
    selection.demand_reading(asked["reading"], [chosen])
    if subject.entry.get("inferred") and not asked["quiet"]:
        say(f"{subject.id}: {subject.entry['inferred']}")
    with Output(path, ascii) as output:
        try:
            whole = Asked.of(asked).computed([subject], [chosen])
        except InterruptedRunError as stopped:
            whole = stopped.matrix
        cells = selection.narrowed(whole, asked["reading"]).cells
        calling = {
            name: value
            for name, value in (("task", asked["task"]), ("signature", signature))
            if value and "inferred" in subject.entry
        }
        judge = subject.judge(chosen.task)
        text = "\n\n".join(explain_cell(cell, chosen, str(subject.entry["display"]), judge, calling) for cell in cells)
        output.write(only_ascii(text) if output.only_ascii else text)
    if len(whole) < len(chosen.readings):
        say("interrupted")
        ctx.exit(INTERRUPTED)


COMMAND = explain
