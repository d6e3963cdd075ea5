"""What pages of metrics show beside their definition (a drawing, an example, index entries), and the tables of all.

The examples are run when the site is made: a page shows what its line gives.
"""

import re
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from html import escape
from pathlib import Path

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.decimals import decimals
from axiometrics.registry import formulas
from axiometrics.reports.atlas import behaviour, views
from axiometrics.reports.atlas.addresses import slug
from axiometrics.reports.atlas.formulas import math, worded
from axiometrics.reports.markdown import escaped

DATA = {
    "ranking": ('gold={"d1": 2, "d2": 1}', 'system={"d1": 3.0, "d3": 2.0, "d2": 1.0}'),
    "clustering": ("gold=[0, 0, 0, 1, 1]", "system=[0, 0, 1, 1, 1]"),
    "filtering": ("gold=[1, 1, 1, 0, 0, 0]", "system=[1, 1, 0, 1, 0, 0]"),
    "classification": ("gold=[1, 1, 1, 0, 0, 0]", "system=[1, 1, 0, 1, 0, 0]"),
    "ordinal": ("gold=[1, 1, 1, 2, 2, 3]", "system=[1, 1, 2, 2, 3, 3]"),
}
"""The example of each task, as arguments of `ax.score`; other tasks have no data of so few characters."""


def example(metric):
    """A call in Python with the value that it gives, which is exact where it is a fraction. An argument stands on a
    line of its own, so that a telephone shows the call whole.
    """

    several = len(registry.metrics_named(metric.base)) > 1
    name = f"{metric.task}:{metric.id}" if several else metric.id

    def scored(*exact):
        arguments = "".join(f"    {argument},\n" for argument in [*DATA[metric.task], f'metrics=["{name}"]', *exact])
        call = f"ax.score(\n{arguments})"
        (value,) = eval(call, {"ax": ax}).values()
        return call, value

    line, value = scored("exact=True")
    if not isinstance(value, Fraction):
        line, value = scored()
        return line, f"{value:.6f}..."
    return line, str(value) if value.denominator == 1 else f"{value} = {decimals(value)}"


CONVENTIONS = [Path(__file__).parents[1] / name for name in ("conventions.md", "conventions-of-classes.md")]
"""The page whose tables say what each metric is where it would divide by 0. A test computes each value anew."""


@cache
def zero_over_zero():
    """The rows of the tables of 0/0: by task and id of the metric, the gold, the output, our value, the reason for it,
    the function of a library and its value.
    """
    rows, reason = defaultdict(list), ""
    for line in "".join(path.read_text(encoding="utf-8") for path in CONVENTIONS).splitlines():
        if line.startswith("| `"):
            name, output, gold, ours, library, theirs, why = (part.strip() for part in line.strip("|").split("|"))
            reason = why.replace("the same", reason, 1) if why.startswith("the same") else why
            metric = registry.metric(name.strip("`"))
            rows[metric.task, metric.base].append((name, gold, output, ours, reason, library, theirs))
    return rows


def at_zero(metric):
    """What a metric is where it would divide by 0, and what a library gives there, in sentences. Empty where neither
    the tables nor the metric say it.
    """
    lines = []
    for name, gold, output, ours, reason, library, theirs in zero_over_zero()[metric.task, metric.base]:
        theirs = theirs.replace(", warns", " and warns")
        gives = "raises" if theirs.endswith("Error") else "gives"
        elsewhere = "" if library == "-" else f" `{library}` {gives} {escaped(theirs)}."
        is_value = "is undefined" if ours == "undefined" else f"is {escaped(ours)}"
        lines.append(f"- {name} {is_value} for the gold {gold} and the output {output}: {escaped(reason)}.{elsewhere}")
    if not lines and metric.convention:
        lines = [escaped(f"{sentence_of(metric.convention)}.")]
    if not lines:
        return []
    more = "The page on [0/0](../../../conventions.md) says how golds are written, and has the values of other metrics."
    return ["## At 0/0", "\n".join(lines), more]


def sentence_of(text):
    """A convention, which may be short for a sentence about the value of the metric."""
    return f"The value is {text}" if text[:1].isdigit() else text[:1].upper() + text[1:]


def fact(conduct_fact):
    """A fact about the conduct of a metric: what it does, and the call that shows it as code."""
    note = f" ({conduct_fact.note})" if conduct_fact.note else ""
    word = escaped(f"{conduct_fact.word}{note}")
    if not conduct_fact.input:
        return word
    call = conduct_fact.input.replace("|", "\\|")
    return f"{word}: `{call}` {escaped(conduct_fact.gives)}"


def base(name):
    """The id of the metric in a name, which may also have a task, a cut-off and parameters."""
    return re.split(r"[@(]", name)[0].rpartition(":")[2]


def index_entries(metric):
    """The names of a metric as entries of the index, which the search of the site shows first."""
    of = registry.other_names.of_tasks()
    names = [entry.example for entry in of if (entry.task, entry.base) == (metric.task, metric.base)]
    return index_of([metric.base, *names])


def index_of(names):
    """Entries of the index that lead to a page, in Markdown."""
    lines = "\n".join(f"   ! single: {name}" for name in dict.fromkeys(names))
    return f"```{{eval-rst}}\n.. index::\n{lines}\n```"


def formula(metric, html):
    """The formula of a metric, and what its symbols mean. Nothing for a metric without a formula in the tables."""
    value, *more = views.MetricView(metric.describe(), metric).mathematics or [""]
    if not value:
        return []
    *definitions, means = more
    lines = [f"<p>{'and' if i else 'where'} {definition}</p>" for i, definition in enumerate(definitions)]
    return ["## Formula", html('<div class="formula">', f"<p>{value}</p>", *lines, f"<p>{means}</p>", "</div>")]


def formulas_page(html):
    """The formulas of all metrics, a section for each task."""
    parts = [
        "# Formulas of metrics",
        "Each formula stands on the page of [its metric](metrics.md), too, with the definition in words, the "
        "parameters and what the metric is at 0/0. Tests compute each formula and compare it with its metric.",
    ]
    for task in registry.tasks.names():
        of_task = formulas.of_task(task)
        if not of_task:
            continue
        rows = []
        for base, entry in of_task.items():
            metric = registry.metric(f"{task}:{base}")
            place = f"metrics/{task}/{slug(base)}.html"
            set_out = " where ".join(map(str, map(math, (entry.value, *entry.definitions[:1]))))
            set_out += "".join(f", {math(more)}" for more in entry.definitions[1:])
            remarks = "".join(f"<br><small>{worded(more)}</small>" for more in entry.remarks)
            head = f'<th scope="row"><a href="{place}">{escape(metric.display)}</a></th>'
            rows.append(f"<tr>{head}<td>{set_out}{remarks}</td></tr>")
        symbols = next(iter(of_task.values())).symbols
        parts += [f"## {registry.tasks.task(task).title}", html(f"<p>{worded(symbols)}</p>")]
        parts.append(
            html('<div class="wide"><table class="docutils formulas"><tbody>', *rows, "</tbody></table></div>")
        )
    return "\n\n".join(parts) + "\n"


def shown(metric, html):
    """The drawing of a metric, and an example of its value."""
    parts = []
    if (drawn := behaviour.drawn(metric)) is not None:
        words, drawing = drawn
        parts.append(html(f"<figure>{drawing}<figcaption>{escape(words)}</figcaption></figure>"))
    if metric.task in DATA:
        line, value = example(metric)
        parts += ["## An example", f"```python\nimport axiometrics as ax\n\n{line}\n# {value}\n```"]
    return parts


def first_sentence(metric):
    """The definition of a metric in one sentence."""
    about = views.MetricView(metric.describe(), metric)
    return about.formula[0] if about.formula else ""


def signs(metric, cells):
    """A sign for each constraint in its default reading."""
    own = (view for view in cells if (view.cell.task, view.cell.metric) == (metric.task, metric.id))
    default = [v for v in own if v.constraint and v.constraint.readings[0].name == v.cell.reading]
    return "".join(
        f'<span class="{view.verdict}" title="{escape(f"{view.title}: {view.said}")}">{escape(view.mark[:1])}</span>'
        for view in default
    )


def filtered(html, heads, rows):
    """A table with a search box. The box keeps the rows that have all of its words, or that are named by them."""
    return html(
        '<p><label hidden>Filter <input type="search" id="filter" autocomplete="off" placeholder="name or word">'
        "</label> <output></output></p>",
        '<table class="docutils all"><thead><tr>',
        *(f"<th>{head}</th>" for head in heads),
        "</tr></thead><tbody>",
        *rows,
        '</tbody></table><script src="../_static/find.js"></script><script src="../_static/rows.js"></script>',
    )


def row(name, place, title, task, cells):
    """A row: its page, and the other cells."""
    head = f'<a href="{place}">{escape(title)}</a><br><small>{escape(task)}</small>'
    return f'<tr data-names="{escape(name)}"><th scope="row">{head}</th>{"".join(cells)}</tr>'


def metrics(verdicts, html):
    """One table of all metrics."""
    rows = []
    for metric in registry.metrics():
        others = registry.other_names.also_called_line(metric)
        words = f"<td>{escape(first_sentence(metric))}<br><small>{escape(others)}</small></td>"
        own = f'<td class="signs">{signs(metric, [*verdicts.cells, *verdicts.others])}</td>'
        place = f"metrics/{metric.task}/{slug(metric.base)}.html"
        rows.append(row(views.searched_names(metric.id, metric.task), place, metric.display, metric.task, [words, own]))
    return filtered(html, ("Metric", "What it is, and what others call it", "Signs"), rows)


def constraints(verdicts, html):
    """One table of all constraints: what each demands, and how many metrics satisfy it."""
    counts = defaultdict(Counter)
    for view in [*verdicts.cells, *verdicts.others]:
        if view.constraint and view.constraint.readings[0].name == view.cell.reading:
            counts[view.constraint.name][view.verdict] += 1
    rows = []
    for constraint in registry.constraints():
        number = counts[constraint.name]
        shown = (
            f'<span class="holds">✔ {number["holds"]}</span> <span class="fails">✘ {number["fails"]}</span>'
            if number
            else ""
        )
        question = f"<b>{escape(constraint.question)}</b><br>" if constraint.question else ""
        cells = [f"<td>{question}{escape(constraint.statement)}</td>", f'<td class="counts">{shown}</td>']
        rows.append(
            row(
                "",
                f"constraints/{constraint.task}/{slug(constraint.id)}.html",
                constraint.title,
                constraint.task,
                cells,
            )
        )
    return filtered(html, ("Constraint", "What it asks and demands", "Metrics"), rows)
