"""Build the site and the single page from templates."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from axiometrics import registry
from axiometrics.core.constraint import Constraint
from axiometrics.core.escapes import one_line, visible
from axiometrics.core.matrix import Matrix
from axiometrics.core.page import Page
from axiometrics.core.study import Study
from axiometrics.reports.atlas import views
from axiometrics.reports.atlas.addresses import Places, fragment, question_anchor, slug
from axiometrics.reports.atlas.formulas import math
from axiometrics.reports.atlas.lattices import ConstraintLattice
from axiometrics.reports.parts import fragments
from axiometrics.reports.parts import tables as parts
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement


@dataclass(frozen=True)
class StudyMatrix:
    """A matrix that is shown under a name, with the study that it belongs to. The study is None if the matrix of a user
    belongs to no study.
    """

    name: str
    matrix: Matrix
    study: Study | None = None

    @property
    def title(self) -> str:
        """The title of the study, or the name of the matrix."""
        return self.study.title if self.study else self.name


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("axiometrics.reports.atlas"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: one_line(value) if type(value) is str else value,
    )
    environment.filters["math"] = math
    environment.filters["linked"] = linked
    environment.filters["coded"] = coded
    environment.filters["cap"] = lambda text: text[:1].upper() + text[1:]
    return environment


def linked(text: str) -> Markup:
    """Return a text in which web addresses are links.

    >>> str(linked("A & B 2013, https://doi.org/10.1145/1"))
    'A &amp; B 2013, <a href="https://doi.org/10.1145/1">https://doi.org/10.1145/1</a>'
    """
    parts = re.split(r"(https://[^\s,;<>\"]+)", one_line(text))
    link = Markup('<a href="{0}">{0}</a>')
    return Markup("").join(link.format(part) if i % 2 else part for i, part in enumerate(parts))


def coded(text: str) -> Markup:
    """Return a text of a docstring, in which the names between backticks are set as code.

    >>> str(coded("with `beta` > 1"))
    'with <code>beta</code> &gt; 1'
    """
    code = Markup("<code>{}</code>")
    return Markup("").join(code.format(part) if i % 2 else part for i, part in enumerate(one_line(text).split("`")))


def script(name: str) -> str:
    """Return a script of the atlas."""
    return _static(name)


def _static(name: str) -> str:
    return files("axiometrics.reports.atlas").joinpath("static", name).read_text(encoding="utf-8")


def style() -> str:
    """Return the style of all pages."""
    return _static("atlas.css")


def style_of_figures() -> str:
    """Return the style of drawn cases alone, for a page that has a style of its own. It takes over the colours of that
    page.
    """
    rules = [line for line in style().splitlines() if line.startswith((".case", ".figures", "figure"))]
    colors = "--ink: currentColor; --dim: currentColor; --line: #8888; --paper: transparent;"
    return "\n".join([f".axiometrics {{ {colors}", *rules, "}"])


def one_page(matrix: Matrix, ascii: bool = False, arranged: Arrangement = PLAIN, made: Markup | None = None) -> str:
    """Return a matrix as one page that needs no other file. The evidence of each cell stands below the table."""
    tables = list(views.tables(matrix, views.cells(matrix, ascii, arranged), ascii, arranged))
    seen: dict[str, views.CellView] = {}
    return once_drawn(
        _environment()
        .get_template("one_page.html")
        .render(
            matrix=matrix,
            tables=tables,
            questions=list(views.questions(tables)),
            legend=parts.legend(matrix, ascii),
            counts=parts.counts_line(matrix),
            made=made or f"axiometrics {matrix.version}",
            style=Markup(style()),
            script=Markup(_static("find.js") + _static("atlas.js")),
            link=lambda view: view.fragment,
            url=lambda kind, *name: None,
            first=lambda view, part: seen.setdefault(repr(part), view),
            asked=lambda table, c: fragment(question_anchor(table.task, c.constraint, c.reading)),
        )
    )


_DRAWING = re.compile(
    r'<svg class="(case|strip)" role="img" aria-label="([^"]*)" '
    r'viewBox="([^"]*)"( width="\d+" height="\d+")?>(.*?)</svg>',
    re.DOTALL,
)


def once_drawn(text: str) -> str:
    """Return the page with each repeated drawing written only once, where the body begins, and referred to from the
    other places. On a page with all readings, three quarters of the drawings are repetitions.

    >>> drawing = '<svg class="case" role="img" aria-label="a > b" viewBox="0 0 9 9" width="9" height="9"><path/></svg>'
    >>> print(once_drawn('<body class="one">' + drawing * 2).replace("><s", ">\\n<s"))
    <body class="one">
    <svg class="drawings" aria-hidden="true">
    <symbol class="case" id="d0" viewBox="0 0 9 9"><title id="t0">a > b</title><path/></symbol></svg>
    <svg class="case" role="img" aria-labelledby="t0" width="9" height="9"><use href="#d0"/></svg>
    <svg class="case" role="img" aria-labelledby="t0" width="9" height="9"><use href="#d0"/></svg>
    """
    times = Counter(_DRAWING.findall(text))
    numbers = {drawing: i for i, drawing in enumerate(drawing for drawing in times if times[drawing] > 1)}
    if not numbers:
        return text

    def drawn(of: str, label: str, box: str, size: str, inside: str) -> str:
        """Return a drawing that can be referred to. A drawing without a size of its own is a group, which takes the box
        of the place that refers to it.
        """
        i = numbers[of, label, box, size, inside]
        element, view = ("symbol", f' viewBox="{box}"') if size else ("g", "")
        return f'<{element} class="{of}" id="d{i}"{view}><title id="t{i}">{label}</title>{inside}</{element}>'

    def referring(match: re.Match[str]) -> str:
        i, size = numbers.get(match.groups("")), match[4] or f' viewBox="{match[3]}"'
        use = f'<svg class="{match[1]}" role="img" aria-labelledby="t{i}"{size}><use href="#d{i}"/></svg>'
        return match[0] if i is None else use

    first = f'<svg class="drawings" aria-hidden="true">{"".join(drawn(*drawing) for drawing in numbers)}</svg>'
    opening, body = re.match(r".*?<body[^>]*>", text, re.DOTALL), _DRAWING.sub(referring, text)
    end = opening.end() if opening else 0
    return f"{body[:end]}{first}{body[end:]}"


def site(
    studies: Sequence[StudyMatrix],
    audits: Mapping[str, Page] | None = None,
    lattices: Sequence[ConstraintLattice] = (),
    home: str = "",
) -> Iterator[tuple[str, str]]:
    """Yield the files of the site: the name below its folder, and the text. `audits` are the pages of audits by study,
    and `lattices` are the relations between the constraints of some tasks. `home` is the address, from the folder of
    the site, of the pages that the site is a part of.
    """
    yield from _Site(studies, audits or {}, lattices, home).files()


FRONT = "ranking"
"""The task whose table is open on a front page, if the study has the task. Most readers know this task."""


def front(studies: Sequence[StudyMatrix], root: str = "") -> Markup:
    """Return the content of a front page: the matrix of the first study, and a drawing of one of its counterexamples.
    `root` is the address of the atlas from this page.
    """
    return _Site(studies, {}, ()).front(root)


@dataclass
class _Site:
    studies: Sequence[StudyMatrix]
    audits: Mapping[str, Page]
    lattices: Sequence[ConstraintLattice]
    home: str = ""
    index: list[tuple[str, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.of = {id(study): views.cells(study.matrix) for study in self.studies}
        self.cells: dict[tuple[str, ...], views.CellView] = {}
        self.homes: dict[tuple[str, ...], list[str]] = {}
        for study in self.studies:
            for view in self.of[id(study)].values():
                self.cells.setdefault(_key(view), view)
                self.homes.setdefault(_key(view), []).append(study.name)
        listed = [entry for study in self.studies for entry in study.matrix.metrics]
        entries = {of: entry for entry in listed for of in (entry["id"], (entry["task"], entry["id"]))}
        judged = [(task, metric) for task, metric, *_ in self.cells]
        self.entries = {key: entries.get(key, entries[key[1]]) for key in judged}
        self.constraints = {(c.task, c.id): c for c in registry.constraints()}
        named = {(v.cell.task, v.cell.constraint, v.cell.reading) for v in self.cells.values()}
        self.places = {
            "cell": Places("cells", self.cells),
            "metric": Places("metrics", self.entries),
            "constraint": Places("constraints", sorted({key[:2] for key in named})),
            "reading": Places("readings", sorted(named)),
            "study": Places("studies", [(study.name,) for study in self.studies]),
            "lattice": Places("lattices", [(lattice.task,) for lattice in self.lattices]),
        }

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield each file with its text. The index of the search comes last, because it collects entries from all
        pages.
        """
        yield "atlas.css", _static("atlas.css")
        yield "find.js", _static("find.js")
        yield "atlas.js", _static("atlas.js")
        for study in self.studies:
            yield self._study(study)
        yield from self._metrics()
        yield from self._constraints()
        for key, view in self.cells.items():
            yield self._page(
                self.places["cell"][key],
                "cell.html",
                f"{view.metric} / {view.title}, reading {view.cell.reading}",
                view=view,
                homes=[(name, self.places["study"][name,] + view.fragment) for name in self.homes[key]],
                cite=Markup.escape(_citation(view)),
            )
        for name, page in self.audits.items():
            yield self._page(
                f"audit/{slug(name)}.html",
                "audit.html",
                page.title or f"Audit of {name}",
                body=Markup(fragments.fragment(replace(page, title=""))),
            )
            self.index.append(("audit", f"Audit of {name}", f"audit/{slug(name)}.html"))
        yield self._relations()
        for lattice in self.lattices:
            yield self._lattice(lattice)
        yield self._page(
            "index.html",
            "index.html",
            "axiometrics atlas",
            overview=self._overview(),
            front=self.front(),
            titles={one.name: one.title for one in self.studies},
        )
        cells = [
            ("cell", f"{view.metric} / {view.title}, {view.cell.reading} ({view.cell.task})", self.places["cell"][key])
            for key, view in self.cells.items()
        ]
        entries = [list(entry) for entry in [*self.index, *self._not_shown(), *cells]]
        yield "search.js", f"const ATLAS = {_in_script(entries)};\n"

    def _not_shown(self) -> Iterator[tuple[str, ...]]:
        """Yield entries of the search for metrics that have no page here. A reader who looks for such a metric is told
        how to see it, or why it is not here.
        """
        shown = {
            (task, registry.judged_metric(metric, task).base)
            for task, metric in self.entries
            if registry.is_metric(metric)
        }
        for metric in registry.metrics():
            if (metric.task, metric.base) not in shown:
                note = f"not in this atlas; axiometrics matrix -m {metric.task}:{metric.id} shows its verdicts"
                title = f"{metric.display} ({metric.task})"
                yield "metric", title, "", views.searched_names(metric.id, metric.task), note
        yield from views.absent_metrics()

    # --- pages

    def _page(self, path: str, template: str, title: str, **values: object) -> tuple[str, str]:
        context = self.given("../" * path.count("/")) | {"title": title, "path": path, **values}
        return path, visible(_environment().get_template(template).render(context))

    def given(self, root: str) -> dict[str, object]:
        """Return the values that templates need on every page. `root` is the address of the front page from this
        page.
        """

        def url(kind: str, *name: str) -> str | None:
            path = self.places[kind].get(name)
            return None if path is None else root + path

        return {
            "root": root,
            "home": self.home,
            "url": url,
            "asked": lambda table, column: url("constraint", table.task, column.constraint),
            "link": lambda view: root + self.places["cell"][_key(view)],
            "audits": list(self.audits),
            "studies": [(study.name, self.places["study"][study.name,]) for study in self.studies],
        }

    def _study(self, study: StudyMatrix) -> tuple[str, str]:
        path = self.places["study"][study.name,]
        self.index.append(("study", study.title, path))
        return self._page(
            path,
            "study.html",
            study.title,
            study=study,
            matrix=study.matrix,
            tables=list(views.tables(study.matrix, self.of[id(study)])),
            legend=parts.legend(study.matrix),
            counts=parts.counts_line(study.matrix),
            audited=study.name if study.name in self.audits else None,
        )

    def front(self, root: str = "") -> Markup:
        """Return the matrix of the first study, and a counterexample."""
        study = self.studies[0]
        tables = [table.in_default_readings for table in views.tables(study.matrix, self.of[id(study)])]
        tables.sort(key=lambda table: table.task != FRONT)
        context = self.given(root) | {
            "tables": tables,
            "drawn": views.telling(self.of[id(study)].values()),
            "study": study,
        }
        return Markup(_environment().get_template("front.html").render(context))

    def _overview(self) -> list[tuple[StudyMatrix, str, dict[str, int]]]:
        rows = []
        for study in self.studies:
            verdicts = [view.verdict for view in self.of[id(study)].values()]
            counts = {name: verdicts.count(name) for name in views.VERDICTS.values()}
            counts["missing"] = len(study.matrix.missing)
            rows.append((study, self.places["study"][study.name,], counts))
        return rows

    def _metrics(self) -> Iterator[tuple[str, str]]:
        ordered = sorted(self.cells.values(), key=lambda view: (view.cell.task, view.cell.metric))
        for key, group in groupby(ordered, lambda view: (view.cell.task, view.cell.metric)):
            entry, path, cells = self.entries[key], self.places["metric"][key], list(group)
            self.index.append(("metric", f"{entry['display']} ({key[0]})", path, views.searched_names(key[1], key[0])))
            metric = registry.judged_metric(key[1], key[0]) if registry.is_metric(key[1]) else None
            yield self._page(
                path,
                "metric.html",
                entry["display"],
                about=views.MetricView(entry, metric),
                cells=_by_constraint(cells),
                conflicts=list(self._conflicts(key[0], cells)),
            )

    def _conflicts(self, task: str, cells: Sequence[views.CellView]) -> Iterator[tuple[str, str, list[views.CellView]]]:
        """Yield the conflicts of constraints of the task: in words, with the address of the argument, and with the
        cells in which this metric violates one of the constraints.
        """
        of = {f"{v.cell.task}:{v.cell.constraint}@{v.cell.reading}": v for v in cells if v.cell.holds is False}
        for lattice in self.lattices:
            if lattice.task == task:
                place = self.places["lattice"][task,]
                for edge in lattice.conflicts:
                    yield edge.label, f"{place}#{edge.anchor}", [of[name] for name in edge.names if name in of]

    def _constraints(self) -> Iterator[tuple[str, str]]:
        declared = {
            (*key, reading.name): k
            for key, constraint in self.constraints.items()
            for k, reading in enumerate(constraint.readings)
        }

        def place(view: views.CellView) -> tuple[str, str, int, str]:
            """Return the place of a view in the order of the pages. Readings stand in the order in which they are
            declared, the default first. Readings that are not declared here follow.
            """
            key = view.cell.task, view.cell.constraint, view.cell.reading
            return *key[:2], declared.get(key, len(declared)), key[2]

        ordered = sorted(self.cells.values(), key=place)
        for key, group in groupby(ordered, lambda view: (view.cell.task, view.cell.constraint)):
            constraint, cells = self.constraints.get(key), list(group)
            path, title = self.places["constraint"][key], cells[0].title
            self.index.append(("constraint", f"{title} ({key[0]})", path))
            by_reading = {name: list(of) for name, of in groupby(cells, lambda view: view.cell.reading)}
            yield self._page(
                path,
                "constraint.html",
                title,
                constraint=constraint,
                task=key[0],
                id=key[1],
                readings=by_reading,
                relations=_implied(constraint) if constraint else [],
            )
            for name, of in by_reading.items():
                where = self.places["reading"][(*key, name)]
                self.index.append(("reading", f"{title}, {name} ({key[0]})", where))
                yield self._page(
                    where,
                    "reading.html",
                    f"{title}, reading {name}",
                    constraint=constraint,
                    reading=constraint.reading(name) if constraint and of[0].constraint else None,
                    task=key[0],
                    id=key[1],
                    name=name,
                    cells=of,
                )

    def _relations(self) -> tuple[str, str]:
        """Return the page of the readings that follow from others, and of the metrics that satisfy one of two default
        readings of a task and violate the other.
        """
        self.index.append(("relations", "Relations between constraints", "relations.html"))
        implied: dict[str, list[tuple[Constraint, list[str]]]] = {}
        for (task, id), constraint in self.constraints.items():
            if self.places["constraint"].get((task, id)) and (relations := _implied(constraint)):
                implied.setdefault(task, []).append((constraint, relations))
        return self._page(
            "relations.html",
            "relations.html",
            "Relations between constraints",
            implied=implied,
            told=self._told_apart(),
            lattices=[(lattice, self.places["lattice"][lattice.task,]) for lattice in self.lattices],
        )

    def _lattice(self, lattice: ConstraintLattice) -> tuple[str, str]:
        """Return the page of the constraints of a task that exclude or imply each other, with the cases that show
        it.
        """
        path, title = self.places["lattice"][lattice.task,], f"What excludes what: {lattice.task}"
        self.index.append(("relations", title, path))
        shown = lambda edge: Markup(fragments.fragment(edge.shown))  # noqa: E731
        return self._page(path, "lattice.html", title, lattice=lattice, shown=shown)

    def _told_apart(self) -> dict[str, list[tuple[views.CellView, views.CellView]]]:
        """Return, for each task and each two constraints, the cells of the first metric that satisfies the one and
        violates the other, both in their default readings.
        """
        by_task: dict[str, list[tuple[views.CellView, views.CellView]]] = {}
        default = [
            view
            for view in self.cells.values()
            if view.constraint and view.constraint.readings[0].name == view.cell.reading and view.cell.holds is not None
        ]
        for key, group in groupby(sorted(default, key=lambda v: v.cell.task), lambda v: v.cell.task):
            by_metric: dict[str, list[views.CellView]] = {}
            for view in group:
                by_metric.setdefault(view.cell.metric, []).append(view)
            pairs: dict[tuple[str, str], tuple[views.CellView, views.CellView]] = {}
            for of in by_metric.values():
                for first in of:
                    for second in of:
                        if first.cell.holds and not second.cell.holds:
                            pairs.setdefault((first.cell.constraint, second.cell.constraint), (first, second))
            by_task[key] = list(pairs.values())
        return by_task


def _key(view: views.CellView) -> tuple[str, ...]:
    return view.cell.task, view.cell.metric, view.cell.constraint, view.cell.reading


def _by_constraint(cells: Sequence[views.CellView]) -> list[tuple[str, list[views.CellView]]]:
    grouped: dict[str, list[views.CellView]] = {}
    for view in cells:
        grouped.setdefault(view.cell.constraint, []).append(view)
    return list(grouped.items())


def _implied(constraint: Constraint) -> list[str]:
    """Return in words which readings follow from which."""
    return [
        f"{' and '.join(implication.stronger)} implies {implication.weaker}" for implication in constraint.implications
    ]


def _citation(view: views.CellView) -> str:
    """Return the cell as an entry of BibTeX."""
    cell = view.cell
    fields = {
        "title": f"{view.metric} and {view.title} (reading {cell.reading}): {view.said}",
        "howpublished": "axiometrics atlas",
        "note": view.command,
    }
    key = slug(f"axiometrics-{cell.metric}-{cell.constraint}-{cell.reading}")
    lines = [f"  {name} = {{{text.translate(_NO_BRACES)}}},\n" for name, text in fields.items()]
    return f"@misc{{{key},\n{''.join(lines)}}}"


_NO_BRACES = str.maketrans("{}\\", "()/")


def _in_script(value: object) -> str:
    """Return JSON that cannot end a script element, for any texts in the value."""
    return json.dumps(value).replace("<", "\\u003c")
