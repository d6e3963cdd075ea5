"""What pages of metrics show beside their definition (a drawing, an example, index entries), and the tables of all.

The examples are run when the site is made: a page shows what its line gives.
"""

import re
from collections import Counter, defaultdict
from fractions import Fraction
from html import escape

import formulas

import axiometrics as ax
from axiometrics import registry
from axiometrics.core.decimals import decimals
from axiometrics.reports.atlas import behaviour, views
from axiometrics.reports.atlas.addresses import slug

DATA = {
    "ranking": ('gold={"d1": 2, "d2": 1}', 'system={"d1": 3.0, "d3": 2.0, "d2": 1.0}'),
    "clustering": ("gold=[0, 0, 0, 1, 1]", "system=[0, 0, 1, 1, 1]"),
    "filtering": ("gold=[1, 1, 1, 0, 0, 0]", "system=[1, 1, 0, 1, 0, 0]"),
    "classification": ("gold=[1, 1, 1, 0, 0, 0]", "system=[1, 1, 0, 1, 0, 0]"),
    "ordinal": ("gold=[1, 1, 1, 2, 2, 3]", "system=[1, 1, 2, 2, 3, 3]"),
}
"""The example of each task, as arguments of `ax.score`; other tasks have no data of so few characters."""


def example(metric):
    """A line of Python with the value that it gives, which is exact where it is a fraction."""

    several = len(registry.metrics_named(metric.base)) > 1
    name = f"{metric.task}:{metric.id}" if several else metric.id

    def scored(*exact):
        line = f"ax.score({', '.join([*DATA[metric.task], f'metrics=[{name!r}]', *exact])})"
        (value,) = eval(line, {"ax": ax}).values()
        return line, value

    line, value = scored("exact=True")
    if not isinstance(value, Fraction):
        line, value = scored()
        return line, f"{value:.6f}..."
    return line, str(value) if value.denominator == 1 else f"{value} = {decimals(value)}"


def base(name):
    """The id of a metric, of a name that may have its task, a cut-off and parameters."""
    return re.split(r"[@(]", name)[0].rpartition(":")[2]


def index_entries(metric):
    """The names of a metric as entries of the index, which the search of the site shows first."""
    of = registry.other_names.of_tasks()
    names = [one.example for one in of if (one.task, one.base) == (metric.task, metric.base)]
    return index_of([metric.base, *names])


def index_of(names):
    """Entries of the index that lead to a page, in Markdown."""
    lines = "\n".join(f"   ! single: {name}" for name in dict.fromkeys(names))
    return f"```{{eval-rst}}\n.. index::\n{lines}\n```"


def formula(metric):
    """The formula of a metric, and what its symbols mean; nothing where `formulas.md` has none."""
    name = f"{metric.task}:{metric.base}"
    if name not in formulas.of_metrics():
        return []
    return ["## Formula", "{.formula}\n" + formulas.of_metrics()[name], f"Here {formulas.symbols()[name]}"]


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
    """A table in which a box keeps the rows that have all words, or are named by them."""
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
    for one in registry.constraints():
        number = counts[one.name]
        shown = (
            f'<span class="holds">✔ {number["holds"]}</span> <span class="fails">✘ {number["fails"]}</span>'
            if number
            else ""
        )
        cells = [f"<td>{escape(one.statement)}</td>", f'<td class="counts">{shown}</td>']
        rows.append(row("", f"constraints/{one.task}/{slug(one.id)}.html", one.title, one.task, cells))
    return filtered(html, ("Constraint", "What it demands", "Metrics"), rows)
