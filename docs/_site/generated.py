"""The pages of the site that declarations and verdicts yield: `generated/`, written anew before each build.

What a constraint or a metric is, is read from where it is declared; what holds is computed, or taken from the cache.
Drawings, formulas and signs are those of the atlas, which is put below `atlas/` and shows the evidence of each cell.
Only what no declaration says is written by hand: the formal statements and the reasons in `theory.md` and
`formal-statements.md`.
"""

import json
import re
import textwrap
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from html import escape
from pathlib import Path
from warnings import warn

import click
import computed
import declared
import front
from notebook import notebook_page
from pygments.lexers.special import TextLexer
from repository import on_site

import axiometrics as ax
from axiometrics import registry, schemas
from axiometrics.candidates.conduct import NAMES
from axiometrics.cli import main
from axiometrics.comparison import which_metric
from axiometrics.core.constraint import Constraint
from axiometrics.core.family import demands_of
from axiometrics.core.metric import Metric
from axiometrics.core.task import task as task_of
from axiometrics.registry import studies
from axiometrics.reports.atlas import StudyMatrix, script, site, style, views, write_site
from axiometrics.reports.atlas.addresses import Places, slug
from axiometrics.reports.html import made
from axiometrics.reports.markdown import escaped
from axiometrics.running.cache import Cache
from axiometrics.running.folder import default_folder

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
OUT = DOCS / "generated"


class Verdicts:
    """What was computed for the site: the studies of papers in all readings, and a few cells beside them."""

    def __init__(self):
        papers = {name: study for name, study in studies.studies().items() if study.claims}
        matrices = (StudyMatrix(name, ax.matrix(study=name, reading="all"), study) for name, study in papers.items())
        self.studies = list(map(computed.severe, matrices))
        self.cells = [view for study in self.studies for view in views.cells(study.matrix).values()]
        keys = [(v.cell.task, v.cell.metric, v.cell.constraint, v.cell.reading) for v in self.cells]
        self._places = Places("cells", keys)
        of = {view.cell.task for view in self.cells}
        shown = {view.cell.metric for view in self.cells}
        others = [m.id for m in registry.metrics() if m.task in of and m.id not in shown]
        looked_at = {f"{view.cell.task}:{view.cell.constraint}" for view in self.cells}
        unseen = [c for c in registry.constraints() if c.name not in looked_at]
        with ProcessPoolExecutor() as pool:  # these take minutes, and none needs the result of another one
            rest = pool.submit(ax.matrix, others)
            audits = {name: pool.submit(computed.audit, name) for name in papers}
            behaviour = pool.submit(computed.behaviour)
            violated = {c.name: pool.submit(ax.matrix, c.readings[0].breaks, c.name) for c in unseen}
            self.others = list(views.cells(rest.result()).values())
            self.audits = {name: audit.result() for name, audit in audits.items()}
            self.behaviour = behaviour.result()
            self.broken = {
                name: next(iter(views.cells(matrix.result()).values()), None) for name, matrix in violated.items()
            }

    def chip(self, view, name, root):
        """A verdict as a link to its evidence in the atlas, where the atlas shows it."""
        cell = view.cell
        place = self._places.get((cell.task, cell.metric, cell.constraint, cell.reading))
        sign = f'<span class="{view.verdict}">{escape(view.mark)}</span> {escape(name)}'
        title = f'title="{escape(f"{view.said} ({view.kind})")}"'
        if place is None:
            return f'<span class="chip" {title}>{sign}</span>'
        return f'<a class="chip" href="{root}atlas/{place}" {title}>{sign}</a>'


def html(*lines):
    """A block of HTML in Markdown, which stays as it is."""
    return "\n".join(["```{raw} html", *(str(line).replace("```", "") for line in lines), "```"])


def facts(pairs):
    """Labels with their texts."""
    return "\n".join(f"{escaped(label)}\n: {escaped(text)}\n" for label, text in pairs)


def hand_written():
    """For the name of each constraint, the parts about it that are written by hand, by their headings."""
    text = "".join((DOCS / page).read_text(encoding="utf-8") for page in ("theory.md", "formal-statements.md"))
    by_name = {}
    for name, body in re.findall(r"<!-- about ([\w:-]+) -->\n(.*?)<!-- end -->", text, re.DOTALL):
        parts = re.split(r"^\*\*(Formally|Why it matters)\.\*\* ", body, flags=re.MULTILINE)
        by_name[name] = dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
    return by_name


def sentence(text):
    """A statement as a sentence: with a capital letter, unless it begins with a symbol, and a full stop."""
    word = text.partition(" ")[0].rstrip(",:;")
    if word == "a" or (word.isalpha() and len(word) > 1):
        text = text[:1].upper() + text[1:]
    return escaped(f"{text}.")


def evidence(view):
    """The case of a cell, drawn, with what was demanded and found."""
    figures = "".join(
        f"<figure>{figure.drawing}<figcaption>{escape(figure.caption)}"
        f"{f'<br>score {escape(figure.score)}' if figure.score else ''}</figcaption></figure>"
        for figure in view.figures
    )
    parts = [html(f'<div class="figures">{figures}</div>')] if figures else []
    if view.strip is not None:
        parts.append(html(f"<figure>{view.strip}<figcaption>{escape(view.strip_words)}</figcaption></figure>"))
    return [*parts, *(f"`{line}`" for line in view.outcome)]


def smallest(cells, constraint):
    """The cell whose case is drawn: that of the metric that is declared to break the reading, or else the one with the
    smallest case.
    """
    reading = constraint.readings[0]
    drawn = [v for v in cells if v.cell.reading == reading.name and (v.cell.counterexample or v.strip is not None)]
    control = registry.metric(reading.breaks, (constraint.task,)).id
    return min(
        drawn,
        key=lambda v: (v.cell.metric != control, v.cell.verdict is True, len(str(v.cell.counterexample))),
        default=None,
    )


def constraint_page(constraint: Constraint, verdicts: Verdicts, by_hand) -> str:
    """The page of a constraint: in words, as a formula, drawn, why it matters, its readings, and which metrics satisfy
    it.
    """
    cells = [v for v in verdicts.cells if (v.cell.task, v.cell.constraint) == (constraint.task, constraint.id)]
    own = by_hand.get(constraint.name, {})
    parts = [
        f"# {escaped(constraint.title)} ({constraint.task})",
        f"**{escaped(constraint.question)}**" if constraint.question else "",
        sentence(constraint.statement),
        facts(
            [
                ("Cases that have to meet this", constraint.quantifier.value),
                ("Name in commands", constraint.name),
                *([("Its edit in real outputs", constraint.edits.statement)] if constraint.edits else []),
                ("Source", constraint.source),
            ]
        ),
        "## As a formula",
        own.get("Formally", ""),
    ]
    if getattr(constraint.readings[0].cases, "demand", None) is not None:
        demands = (f"`{demand.words}`" for demand in demands_of(constraint.readings[0].cases))
        parts.append(f"So the scores of each case have to meet this demand: {', or '.join(demands)}.")
    view = smallest(cells, constraint) if cells else verdicts.broken[constraint.name]
    if view is not None:
        verb = "breaks it" if view.cell.holds is False else "is looked at"
        parts += [
            "## A picture",
            f"{escaped(view.metric)} {verb} in this case (reading {view.cell.reading}). "
            + (
                "A frame is a cluster, and a shelf is a level. "
                f"The {task_of(constraint.task).item}s that differ have a dashed outline and a star."
                if view.figures
                else ""
            ),
            *evidence(view),
            f"```console\n$ {view.command}\n```",
        ]
    if "Why it matters" in own:
        parts += ["## Why it matters", own["Why it matters"]]
    parts += ["## Readings, and who satisfies them"]
    for reading in constraint.readings:
        default = " (the default)" if reading is constraint.readings[0] and len(constraint.readings) > 1 else ""
        parts += [f"### {reading.name}{default}", sentence(reading.statement)]
        if reading.whom:
            parts.append(escaped(f"This reading is for {reading.whom}."))
        of = [v for v in cells if v.cell.reading == reading.name]
        of += [
            v
            for v in verdicts.others
            if (v.cell.task, v.cell.constraint, v.cell.reading) == (constraint.task, constraint.id, reading.name)
        ]
        if not of:
            controls = (f"`{registry.metric(name, (constraint.task,)).id}`" for name in (reading.keeps, reading.breaks))
            parts.append("{} satisfies this reading, and {} violates it.".format(*controls))
        for verdict, said in (("holds", "Satisfied by"), ("fails", "Violated by"), ("neither", "Without a verdict")):
            chips = " ".join(verdicts.chip(v, v.metric, "../../../") for v in of if v.verdict == verdict)
            if chips:
                parts.append(html(f'<p class="chips"><b>{said}</b> {chips}</p>'))
    implied = [
        f"{' and '.join(implication.stronger)} implies {implication.weaker}" for implication in constraint.implications
    ]
    if implied:
        parts.append(f"Some readings imply others: {escaped('; '.join(map(str, implied)))}.")
    regions = [
        f"- {escaped(f'{v.metric}, reading {v.cell.reading}: {region.holds}')}"
        for v in cells
        for region in v.cell.regions
    ]
    if regions:
        parts += [
            "## Regions",
            "Metrics with a parameter satisfy the constraint for exactly these values of it "
            "([how regions are found](../../../regions.md)):",
            "\n".join(regions),
        ]
    if not cells:
        study = [s for s in studies.studies().values() if any(c.constraint == constraint.name for c in s.choices)]
        parts += [
            f"`axiometrics matrix --study {paper.name}` shows the verdicts of all metrics." for paper in study[:1]
        ]
    return "\n\n".join(part for part in parts if part) + "\n"


def parameter_row(p):
    """A parameter as a row of a table."""
    values = p.range if p.is_number else ", ".join(p.choices) or "names"
    default = "none" if p.default is None else str(p.default)
    return f"| `{p.name}` | {escaped(p.meaning)} | {escaped(values)} | {escaped(default)} |"


def coded(text):
    """A text of a docstring, in which `name` is code."""
    return "".join(f"`{part}`" if i % 2 else escaped(part) for i, part in enumerate(text.split("`")))


def metric_page(metric: Metric, verdicts: Verdicts) -> str:
    """The page of a metric: its definition, what it is at 0/0, its variants, how it behaves, and its row."""
    about = views.MetricView(metric.describe(), metric)
    said = facts(fact for fact in about.facts if not fact[0].startswith(("parameter ", "at 0/0")))
    words = map(coded, about.formula)
    parts = [declared.index_entries(metric), f"# {escaped(metric.display)}", *words]
    parts += declared.formula(metric, html)
    parts += [*declared.shown(metric, html), "## Names and source", said]
    if metric.parameters:
        rows = "\n".join(map(parameter_row, metric.parameters))
        parts += ["## Variants", f"| parameter | meaning | values | default |\n|---|---|---|---|\n{rows}"]
    parts += declared.at_zero(metric)
    conduct_facts = verdicts.behaviour[metric.name].items()
    if conduct_facts:
        lines = "\n".join(f"| {NAMES[name]} | {declared.fact(fact)} |" for name, fact in conduct_facts)
        parts += [
            "## How it behaves",
            "Facts that calls have shown, not faults ([what they say](../../../conduct.md)).",
            f"| about | what it does |\n|---|---|\n{lines}",
        ]
    rows = [v for v in [*verdicts.cells, *verdicts.others] if is_of(v, metric)]
    rows.sort(key=lambda v: v.cell.task != metric.task)
    parts.append("## Its row")
    if not rows:
        shown = [s.name for s in studies.studies().values() if any(declared.base(m) == metric.base for m in s.metrics)]
        parts.append(f"```console\n$ axiometrics matrix -m '{metric.id}'{f' --study {shown[0]}' if shown else ''}\n```")
    by_metric = defaultdict(lambda: defaultdict(list))
    for view in rows:
        name = view.metric if view.cell.task == metric.task else f"{view.metric} on data of {view.cell.task}"
        by_metric[name][view.title].append(view)
    for name, columns in by_metric.items():
        lines = []
        for title, of in columns.items():
            chips = " ".join(
                verdicts.chip(v, v.cell.reading, "../../../") + (f" <small>({v.lacking})</small>" if v.lacking else "")
                for v in of
            )
            lines.append(f"<tr><th scope='row'>{escape(title)}</th><td>{chips}</td></tr>")
        parts.append(
            html(f"<table class='docutils'><caption>{escape(name)}</caption><tbody>", *lines, "</tbody></table>")
        )
    if any(view.lacking for view in rows):
        parts.append(
            "In brackets stands by which share of their range the scores of the metric have to change at least before "
            "no demand is reversed ([severity](../../../possible.md#how-far-is-a-metric-from-satisfying-a-constraint))."
        )
    for task in dict.fromkeys(v.cell.task for v in rows):
        lattice = computed.lattice(task) if task in {v.cell.task for v in verdicts.cells} else None
        if lattice is not None and lattice.conflicts:
            parts += what_nobody_has(metric, lattice, rows, verdicts)
    return "\n\n".join(part for part in parts if part) + "\n"


def is_of(view, metric):
    """Whether a verdict is about a metric, with any parameters, on data of its own task or of another one."""
    return judged_as(view.cell.metric, view.cell.task) == (metric.task, metric.base)


@cache
def judged_as(name, task):
    """The task and the id of the metric that has this name on data of a task; None of one that is not built in."""
    if not registry.is_metric(name):
        return None
    judged = registry.judged_metric(name, task)
    return judged.task, judged.base


def what_nobody_has(metric, lattice, rows, verdicts):
    """The conflicts of the constraints of a task, each with what this metric gives up."""
    place = f"../../../atlas/lattices/{lattice.task}.html"
    own = [view for view in rows if view.cell.metric == metric.id and view.cell.holds is False]
    given_up = {f"{v.cell.task}:{v.cell.constraint}@{v.cell.reading}": v for v in own}
    lines = []
    for edge in lattice.conflicts:
        chips = [verdicts.chip(given_up[n], given_up[n].title, "../../../") for n in edge.names if n in given_up]
        link = f'<a href="{place}#{edge.anchor}">{escape(edge.label)}</a>'
        lines.append(f"<li>{link}{': ' if chips else ''}{' '.join(chips)}</li>")
    return [
        f"## What no metric of {lattice.task} can have",
        "No metric that has a value on all cases can satisfy all constraints of a line. Behind a line stands what "
        f"{escaped(metric.display)} gives up, where this site has the verdict.",
        html('<ul class="conflicts">', *lines, "</ul>"),
    ]


def index(title, text, entries):
    """A page that lists other pages. The navigation shows these below it."""
    listed = "\n".join(entries)
    return f"# {title}\n\n{text}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"


def beside_navigation(page, *ways):
    """A page that the navigation does not show. It begins with links to the lists that contain it.

    Each page contains the whole navigation. With two hundred pages of metrics and constraints in the navigation, pages
    were twice as large.
    """
    return f"---\norphan: true\n---\n\n{' / '.join(ways)}\n\n{page}"


def outside(name, title=""):
    """A Markdown file of the repository as a page: links to pages of the site lead there, others lose their address."""
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"\]\(docs/(?!decisions/\d+\))", "](../", text)
    text = re.sub(r"\[([^\]]*)\]\((?!http|\.\./|#)[^)]*\)", r"\1", text)
    return re.sub(r"^# .*", f"# {title}", text, count=1) if title else text


LISTED = {
    "metrics": "Signs are those of the default readings: ✔ satisfies, ✘ violates; the page of a metric has them all. "
    "[Names in other libraries](names.md) says how trec_eval, scikit-learn and others call them.",
    "constraints": "Beside each stands how many metrics of the studies satisfy it (✔) and violate it (✘), in the "
    "default reading.",
}
"""The text above the table of each kind."""


def written(verdicts: Verdicts):
    """The name below `generated/` and the text of each generated page."""
    by_hand = hand_written()
    for kind, title, declared_of_kind, page in (
        (
            "constraints",
            "Constraints",
            registry.constraints(),
            lambda constraint: constraint_page(constraint, verdicts, by_hand),
        ),
        ("metrics", "Metrics", registry.metrics(), lambda metric: metric_page(metric, verdicts)),
    ):
        of = defaultdict(list)
        for entry in declared_of_kind:
            of[entry.task].append(entry)
        for task, ones in of.items():
            names = {}
            for entry in ones:
                name = slug(entry.id if kind == "constraints" else entry.base)
                if name not in names:
                    names[name] = entry.title
                    ways = f"[{title}](../../{kind}.md)", f"[{title} of {task}](../{task}.md)"
                    yield f"{kind}/{task}/{name}.md", beside_navigation(page(entry), *ways)
            links = (f"- [{escaped(shown)}]({task}/{name}.md)" for name, shown in names.items())
            yield f"{kind}/{task}.md", f"# {title} of {task}\n\n" + "\n".join(links) + "\n"
        text = f"There are {len(declared_of_kind)}. {LISTED[kind]}\n\n{getattr(declared, kind)(verdicts, html)}"
        yield f"{kind}.md", index(title, text, [f"{kind}/{task}" for task in of])
    yield "front.md", front.page(verdicts.studies, html)
    yield "names.md", names_page()
    yield "formulas.md", declared.formulas_page(html)
    for name, audit in verdicts.audits.items():
        yield f"audit-{name}.md", audit_article(name, audit)
    yield "notebook.md", notebook_page(DOCS / "notebook.ipynb", html)
    yield "commands.md", commands_page()
    yield "schema.md", schema_page()
    yield "contributing.md", outside("CONTRIBUTING.md")
    yield "changelog.md", outside("CHANGELOG.md")
    yield "benchmarks.md", outside("benchmarks/results.md")


def names_page():
    """Which metric of ours the names of libraries and people mean, and which metrics we do not have."""
    parts = [
        "# Names in other libraries",
        'These names stand wherever an id does: `-m map_cut_10`, `ax.score(..., metrics=["ARI"])`. Capitals, and the '
        "signs - _ and blanks, do not count. A number at the end is the cut-off and may be any; after each name a "
        "cut-off and parameters may follow as after an id: `MRR@20`, `MAP(rel=2)`. A name with several meanings, such "
        "as `F1`, means the one of the task that the other arguments or the data tell; without these it is asked, and "
        "`clustering:F1` names the task. A name of a library stands here where our metric is to have the same values "
        "on ordinary input; tests compare them on one input for trec_eval, ir_measures and scikit-learn. "
        "[0/0](../conventions.md) and [ties and missing topics](../scoring.md) may differ.",
    ]
    absent_names = [entry.example for entry in registry.other_names.of_tasks() if entry.reason]
    parts.insert(0, declared.index_of(absent_names))
    ours, absent = defaultdict(list), defaultdict(list)
    for entry in registry.other_names.of_tasks():
        name = f"`{entry.text.replace('{k}', '10')}`"
        if entry.reason:
            absent[entry.library].append(f"| {name} | {entry.task} | {escaped(entry.reason)} |")
        else:
            values = ",".join(f"{key}={value}" for key, value in entry.values)
            shown = f"`{entry.base}`" + (f" with `{values}`" if values else "")
            ours[entry.library].append(
                f"| {name} | {entry.task} | [{shown}](metrics/{entry.task}/{slug(entry.base)}.md) |"
            )
    for title, of, which, heads in (
        ("Metrics that we have", ours, "", "| name | task | our metric |"),
        ("Metrics that we do not have", absent, " for other metrics", "| name | task | why |"),
    ):
        parts.append(f"## {title}")
        for library, rows in sorted(of.items(), key=lambda pair: pair[0] == registry.other_names.PEOPLE):
            used_by = "people" if library == registry.other_names.PEOPLE else library
            parts += [
                f"### Names that {used_by} use{'' if used_by == 'people' else 's'}{which}",
                heads + "\n|---|---|---|",
            ]
            parts[-1] += "\n" + "\n".join(rows)
    return "\n\n".join(parts) + "\n"


DISAGREE = {
    "contradicted": "These claims are false in every reading.",
    "the paper contradicts itself": "The paper prints one quantity with two different values.",
    "depends on the reading": "The default reading disagrees, and another reading agrees.",
    "agrees in this reading only": "The default reading agrees, and another reading disagrees.",
}
"""The verdicts on claims that the article tells one by one, with what they mean."""


def audit_article(name, audit):
    """The audit of a paper as an article: every disagreement, then how many claims agree."""
    study = studies.studies()[name]
    findings = audit.findings
    counts = Counter(finding.verdict for finding in findings)
    counted = "\n".join(f"| {verdict} | {number} |" for verdict, number in counts.most_common())
    parts = [
        f"# The audit of {name}: what the paper claims, and what holds",
        f"{escaped(study.source)}. {len(findings)} claims of the paper were compared with what is computed, in "
        f"every reading. `axiometrics audit {name}` prints them all, and [claims as data](../claims.md) explains "
        "the verdicts.",
        f"| verdict | claims |\n|---|---|\n{counted}",
        "A disagreement is not always a mistake of the authors. Many sentences have more than one meaning, some marks "
        "of the printed table are hard to read, and each claim says below on what it rests: the prose, a mark in a "
        "table, or what is inferred from either.",
    ]
    for verdict, means in DISAGREE.items():
        chosen = [finding for finding in findings if finding.verdict == verdict]
        parts += [f"## {verdict[:1].upper()}{verdict[1:]} ({len(chosen)})", means] if chosen else []
        for finding in chosen:
            record = finding.claim
            readings = "; ".join(f"{reading}: {value}" for reading, value in list(finding.readings.items())[:6])
            parts += [
                f"### {escaped(record.text[:1].upper() + record.text[1:])}",
                facts(
                    [
                        ("Where", f"{record.source} ({record.basis})"),
                        ("Published", record.published),
                        ("Computed", readings),
                        ("Evidence", textwrap.shorten(finding.evidence, 700, placeholder=" (shortened)")),
                        *([("Note", record["note"])] if record.get("note") else []),
                        ("Name of the claim", finding.id),
                    ]
                ),
            ]
    parts.append(f"## The rest\n\nThe other {counts['agrees']} claims agree in every reading that could be judged.")
    return "\n\n".join(parts) + "\n"


def commands_page():
    """Each command with its help, as it prints it."""
    parts = ["# Commands", "What `axiometrics COMMAND --help-all` prints."]
    for name in main.list_commands(click.Context(main)):
        command = main.get_command(click.Context(main), name)
        context = click.Context(command, info_name=f"axiometrics {name}", max_content_width=96, terminal_width=96)
        parts += [f"## {name}", f"```text\n{command.whole_help(context)}\n```"]
    return "\n\n".join(parts) + "\n"


def schema_page():
    """The documents that have a schema, with their fields; the schemas themselves stand in `static/`."""
    parts = [
        "# JSON documents",
        "`--format json` writes these documents. Exact numbers are texts such as `8/9`. A field that the schema does "
        "not name is an error when a file is read. `python -m axiometrics.schemas NAME` prints a schema.",
    ]
    for name in schemas.NAMES:
        schema = schemas.schema(name)
        own = schema.get("properties") or {}
        required = set(schema.get("required", ()))
        rows = "\n".join(f"| `{key}` | {'yes' if key in required else 'no'} |" for key in own)
        table = f"| field | always there |\n|---|---|\n{rows}" if rows else "One of several forms: see the schema."
        parts += [f"## axiometrics/{name}/1", table, f"[The whole schema](static/{name}.schema.json)."]
        (OUT / "static" / f"{name}.schema.json").write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")
    return "\n\n".join(parts) + "\n"


def write(app):
    """Write the pages. A page that is as it was keeps its time, so that it is not read again."""
    verdicts = app.axiometrics = Verdicts()
    fresh = set()
    for name, text in written(verdicts):
        path = OUT / name
        fresh.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in OUT.rglob("*.md"):
        if path not in fresh:
            path.unlink()
    colours, rules = style().split("* {")[0], re.findall(_DRAWN, style(), re.MULTILINE)
    (OUT / "static").mkdir(parents=True, exist_ok=True)
    drawings = "\n".join([colours, *rules, ""])
    for name, text in (("drawings.css", drawings), ("find.js", script("find.js")), (front.LIST, front.names())):
        (OUT / "static" / name).write_text(text, encoding="utf-8")


_SHOWN = "case|strip|figures|threshold|surface|chip|holds|fails|neither|matrix|wide|front"
_DRAWN = rf"^(?:\.(?:{_SHOWN})\b|figure|figcaption)[^{{]*\{{[^}}]*\}}.*"
"""The rules of the atlas's style that its drawings and signs need."""


def inward(app, page, source):
    """Turn the links of a page to files of the repository to the generated pages."""
    source[0] = on_site(front.live(source[0]) if page == app.config.root_doc else source[0], page)


def add_atlas(app, failed):
    """Write the atlas into a folder of the site: the verdicts on the pages link to it."""
    if failed is None and app.builder.format == "html":
        audits = {name: audit.page() for name, audit in app.axiometrics.audits.items()}
        tasks = dict.fromkeys(view.cell.task for view in app.axiometrics.cells)
        lattices = list(filter(None, map(computed.lattice, tasks)))
        files = site(app.axiometrics.studies, audits, lattices, home="../index.html")
        write_site(str(Path(app.outdir) / "atlas"), files)


def setup(app):
    """Register the steps."""
    app.add_lexer("csv", TextLexer)
    app.connect("builder-inited", write)
    app.connect("source-read", inward)
    app.connect("build-finished", add_atlas)
    app.connect("build-finished", add_questions)
    return {"parallel_read_safe": True}


def add_questions(app, failed):
    """Write the page "Which metric should I use?" beside the pages of the site."""
    if failed is None and app.builder.format == "html":
        text = which_metric.page(cache=Cache(default_folder(), warn), made=made(""), home="index.html")
        (Path(app.outdir) / "which-metric.html").write_text(text, encoding="utf-8")
