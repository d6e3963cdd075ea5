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
        papers = {name: one for name, one in studies.studies().items() if one.claims}
        found = (StudyMatrix(name, ax.matrix(study=name, reading="all"), one) for name, one in papers.items())
        self.studies = list(map(computed.severe, found))
        self.cells = [view for one in self.studies for view in views.cells(one.matrix).values()]
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
            self.audits = {name: one.result() for name, one in audits.items()}
            self.behaviour = behaviour.result()
            self.broken = {name: next(iter(views.cells(one.result()).values()), None) for name, one in violated.items()}

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
    """Markup as it is."""
    return "\n".join(["```{raw} html", *(str(line).replace("```", "") for line in lines), "```"])


def facts(pairs):
    """Labels with their texts."""
    return "\n".join(f"{escaped(label)}\n: {escaped(text)}\n" for label, text in pairs)


def hand_written():
    """What is written by hand of a constraint, by its name: parts by their headings."""
    text = "".join((DOCS / page).read_text(encoding="utf-8") for page in ("theory.md", "formal-statements.md"))
    found = {}
    for name, body in re.findall(r"<!-- about ([\w:-]+) -->\n(.*?)<!-- end -->", text, re.DOTALL):
        parts = re.split(r"^\*\*(Formally|Why it matters)\.\*\* ", body, flags=re.MULTILINE)
        found[name] = dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
    return found


def sentence(text):
    """A statement as a sentence: with a capital letter, unless it begins with a symbol, and a full stop."""
    word = text.partition(" ")[0].rstrip(",:;")
    if word == "a" or (word.isalpha() and len(word) > 1):
        text = text[:1].upper() + text[1:]
    return escaped(f"{text}.")


def evidence(view):
    """The case of a cell, drawn, with what was demanded and found."""
    figures = "".join(
        f"<figure>{one.drawing}<figcaption>{escape(one.caption)}"
        f"{f'<br>score {escape(one.score)}' if one.score else ''}</figcaption></figure>"
        for one in view.figures
    )
    found = [html(f'<div class="figures">{figures}</div>')] if figures else []
    if view.strip is not None:
        found.append(html(f"<figure>{view.strip}<figcaption>{escape(view.strip_words)}</figcaption></figure>"))
    return [*found, *(f"`{line}`" for line in view.found)]


def smallest(cells, constraint):
    """The cell whose case is drawn: of the metric that is declared to break the reading, else the least case."""
    reading = constraint.readings[0]
    drawn = [v for v in cells if v.cell.reading == reading.name and (v.cell.counterexample or v.strip is not None)]
    control = registry.metric(reading.breaks, (constraint.task,)).id
    return min(
        drawn,
        key=lambda v: (v.cell.metric != control, v.cell.verdict is True, len(str(v.cell.counterexample))),
        default=None,
    )


def constraint_page(constraint: Constraint, verdicts: Verdicts, told) -> str:
    """A page a constraint: in words, as a formula, drawn, why it matters, its readings, who satisfies it."""
    cells = [v for v in verdicts.cells if (v.cell.task, v.cell.constraint) == (constraint.task, constraint.id)]
    own = told.get(constraint.name, {})
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
        what = "breaks it" if view.cell.holds is False else "is looked at"
        parts += [
            "## A picture",
            f"{escaped(view.metric)} {what} in this case (reading {view.cell.reading}). "
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
            known = (f"`{registry.metric(one, (constraint.task,)).id}`" for one in (reading.keeps, reading.breaks))
            parts.append("{} satisfies this reading, and {} violates it.".format(*known))
        for verdict, said in (("holds", "Satisfied by"), ("fails", "Violated by"), ("neither", "Without a verdict")):
            chips = " ".join(verdicts.chip(v, v.metric, "../../../") for v in of if v.verdict == verdict)
            if chips:
                parts.append(html(f'<p class="chips"><b>{said}</b> {chips}</p>'))
    implied = [f"{' and '.join(one.stronger)} implies {one.weaker}" for one in constraint.implications]
    if implied:
        parts.append(f"Some readings imply others: {escaped('; '.join(map(str, implied)))}.")
    known = [
        f"- {escaped(f'{v.metric}, reading {v.cell.reading}: {region.holds}')}"
        for v in cells
        for region in v.cell.regions
    ]
    if known:
        parts += [
            "## Regions",
            "Metrics with a parameter satisfy the constraint for exactly these values of it "
            "([how regions are found](../../../regions.md)):",
            "\n".join(known),
        ]
    if not cells:
        study = [s for s in studies.studies().values() if any(c.constraint == constraint.name for c in s.choices)]
        parts += [f"`axiometrics matrix --study {one.name}` shows the verdicts of all metrics." for one in study[:1]]
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
    """A page a metric: its definition, what it is at 0/0, its variants, how it behaves, its row."""
    about = views.MetricView(metric.describe(), metric)
    said = facts(fact for fact in about.facts if not fact[0].startswith("parameter "))
    words = map(coded, about.formula)
    parts = [declared.index_entries(metric), f"# {escaped(metric.display)}", *words]
    parts += declared.formula(metric, html)
    parts += [*declared.shown(metric, html), "## Names and source", said]
    if metric.parameters:
        rows = "\n".join(map(parameter_row, metric.parameters))
        parts += ["## Variants", f"| parameter | meaning | values | default |\n|---|---|---|---|\n{rows}"]
    parts.append(
        "The page on [0/0](../../../conventions.md) says which value each metric has where it would divide by 0, and "
        "what libraries return there."
    )
    told = verdicts.behaviour[metric.name].items()
    if told:
        lines = "\n".join(f"| {NAMES[name]} | {escaped(said)} |" for name, said in told)
        parts += [
            "## How it behaves",
            "Facts that calls have shown, not faults ([what they say](../../../conduct.md)).",
            f"| about | what it does |\n|---|---|\n{lines}",
        ]
    rows = [
        v
        for v in [*verdicts.cells, *verdicts.others]
        if v.cell.metric.partition("(")[0] in (metric.id.partition("(")[0],) and v.cell.task == metric.task
    ]
    parts.append("## Its row")
    if not rows:
        shown = [s.name for s in studies.studies().values() if any(declared.base(m) == metric.base for m in s.metrics)]
        parts.append(f"```console\n$ axiometrics matrix -m '{metric.id}'{f' --study {shown[0]}' if shown else ''}\n```")
    by_metric = defaultdict(lambda: defaultdict(list))
    for view in rows:
        by_metric[view.metric][view.title].append(view)
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
            "no demand is reversed ([severity](../../../possible.md#how-far-is-a-metric-from-obeying))."
        )
    known = computed.lattice(metric.task) if metric.task in {v.cell.task for v in verdicts.cells} else None
    if known is not None and known.conflicts:
        place = f"../../../atlas/lattices/{metric.task}.html"
        parts.append(html(f'<p>No metric satisfies all constraints: <a href="{place}">what excludes what</a>.</p>'))
    return "\n\n".join(part for part in parts if part) + "\n"


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
"""What is said above the table of each kind."""


def written(verdicts: Verdicts):
    """Each generated page: its name below `generated/`, and its text."""
    told = hand_written()
    for kind, title, found, page in (
        ("constraints", "Constraints", registry.constraints(), lambda one: constraint_page(one, verdicts, told)),
        ("metrics", "Metrics", registry.metrics(), lambda one: metric_page(one, verdicts)),
    ):
        of = defaultdict(list)
        for one in found:
            of[one.task].append(one)
        for task, ones in of.items():
            names = {}
            for one in ones:
                name = slug(one.id if kind == "constraints" else one.base)
                if name not in names:
                    names[name] = one.title
                    ways = f"[{title}](../../{kind}.md)", f"[{title} of {task}](../{task}.md)"
                    yield f"{kind}/{task}/{name}.md", beside_navigation(page(one), *ways)
            links = (f"- [{escaped(shown)}]({task}/{name}.md)" for name, shown in names.items())
            yield f"{kind}/{task}.md", f"# {title} of {task}\n\n" + "\n".join(links) + "\n"
        text = f"There are {len(found)}. {LISTED[kind]}\n\n{getattr(declared, kind)(verdicts, html)}"
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
    absent_names = [one.example for one in registry.other_names.of_tasks() if one.reason]
    parts.insert(0, declared.index_of(absent_names))
    ours, absent = defaultdict(list), defaultdict(list)
    for one in registry.other_names.of_tasks():
        name = f"`{one.text.replace('{k}', '10')}`"
        if one.reason:
            absent[one.library].append(f"| {name} | {one.task} | {escaped(one.reason)} |")
        else:
            values = ",".join(f"{key}={value}" for key, value in one.values)
            shown = f"`{one.base}`" + (f" with `{values}`" if values else "")
            ours[one.library].append(f"| {name} | {one.task} | [{shown}](metrics/{one.task}/{slug(one.base)}.md) |")
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
    counts = Counter(one.verdict for one in findings)
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
        found = [one for one in findings if one.verdict == verdict]
        parts += [f"## {verdict[:1].upper()}{verdict[1:]} ({len(found)})", means] if found else []
        for one in found:
            record = one.claim
            readings = "; ".join(f"{reading}: {value}" for reading, value in list(one.readings.items())[:6])
            parts += [
                f"### {escaped(record.text[:1].upper() + record.text[1:])}",
                facts(
                    [
                        ("Where", f"{record.source} ({record.basis})"),
                        ("Published", record.published),
                        ("Computed", readings),
                        ("Evidence", textwrap.shorten(one.found.evidence, 700, placeholder=" (shortened)")),
                        *([("Note", record["note"])] if record.get("note") else []),
                        ("Name of the claim", one.id),
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
        found = schemas.schema(name)
        own = found.get("properties") or {}
        required = set(found.get("required", ()))
        rows = "\n".join(f"| `{key}` | {'yes' if key in required else 'no'} |" for key in own)
        table = f"| field | always there |\n|---|---|\n{rows}" if rows else "One of several forms: see the schema."
        parts += [f"## axiometrics/{name}/1", table, f"[The whole schema](static/{name}.schema.json)."]
        (OUT / "static" / f"{name}.schema.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
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
        text = which_metric.page(cache=Cache(default_folder(), warn), made=made(""))
        (Path(app.outdir) / "which-metric.html").write_text(text, encoding="utf-8")
