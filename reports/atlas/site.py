"""The site and the page, put together from templates."""

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
    """A matrix with the study that it belongs to, None for one that a user saved, under its name."""

    name: str
    matrix: Matrix
    study: Study | None = None

    @property
    def title(self) -> str:
        """What it looks at."""
        return self.study.title if self.study else self.name


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("axiometrics.reports.atlas"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: one_line(value) if type(value) is str else value,
    )
    found.filters["math"] = math
    found.filters["linked"] = linked
    found.filters["coded"] = coded
    found.filters["cap"] = lambda text: text[:1].upper() + text[1:]
    return found


def linked(text: str) -> Markup:
    """A text whose web addresses are links.

    >>> str(linked("A & B 2013, https://doi.org/10.1145/1"))
    'A &amp; B 2013, <a href="https://doi.org/10.1145/1">https://doi.org/10.1145/1</a>'
    """
    parts = re.split(r"(https://[^\s,;<>\"]+)", one_line(text))
    link = Markup('<a href="{0}">{0}</a>')
    return Markup("").join(link.format(part) if i % 2 else part for i, part in enumerate(parts))


def coded(text: str) -> Markup:
    """A text of a docstring, in which names stand between backticks.

    >>> str(coded("with `beta` > 1"))
    'with <code>beta</code> &gt; 1'
    """
    code = Markup("<code>{}</code>")
    return Markup("").join(code.format(part) if i % 2 else part for i, part in enumerate(one_line(text).split("`")))


def script(name: str) -> str:
    """A script of the atlas."""
    return _static(name)


def _static(name: str) -> str:
    return files("axiometrics.reports.atlas").joinpath("static", name).read_text(encoding="utf-8")


def style() -> str:
    """The style of all pages."""
    return _static("atlas.css")


def style_of_figures() -> str:
    """The style of drawn cases alone, for a place that has a style of its own, whatever its colours are."""
    rules = [line for line in style().splitlines() if line.startswith((".case", ".figures", "figure"))]
    colors = "--ink: currentColor; --dim: currentColor; --line: #8888; --paper: transparent;"
    return "\n".join([f".axiometrics {{ {colors}", *rules, "}"])


def one_page(matrix: Matrix, ascii: bool = False, arranged: Arrangement = PLAIN, made: Markup | None = None) -> str:
    """A matrix as one page that needs nothing else: what is behind a sign stands below the table."""
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
    """A page in which a drawing that stands in several places is written once, with its label, where the body begins,
    and is referred to: three quarters of the drawings of a page with all readings are repetitions.

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
        """A drawing without a size of its own stands in the box of the place that refers to it."""
        i = numbers[of, label, box, size, inside]
        element, view = ("symbol", f' viewBox="{box}"') if size else ("g", "")
        return f'<{element} class="{of}" id="d{i}"{view}><title id="t{i}">{label}</title>{inside}</{element}>'

    def referring(found: re.Match[str]) -> str:
        i, size = numbers.get(found.groups("")), found[4] or f' viewBox="{found[3]}"'
        use = f'<svg class="{found[1]}" role="img" aria-labelledby="t{i}"{size}><use href="#d{i}"/></svg>'
        return found[0] if i is None else use

    first = f'<svg class="drawings" aria-hidden="true">{"".join(drawn(*one) for one in numbers)}</svg>'
    opening, body = re.match(r".*?<body[^>]*>", text, re.DOTALL), _DRAWING.sub(referring, text)
    end = opening.end() if opening else 0
    return f"{body[:end]}{first}{body[end:]}"


def site(
    studies: Sequence[StudyMatrix],
    audits: Mapping[str, Page] | None = None,
    lattices: Sequence[ConstraintLattice] = (),
    home: str = "",
) -> Iterator[tuple[str, str]]:
    """The files of the site: name below its folder, and text. `audits` are the pages of audits by study, `lattices` the
    relations of the constraints of some tasks, and `home` is the address, from that folder, of the pages that the site
    is a part of.
    """
    yield from _Site(studies, audits or {}, lattices, home).files()


FRONT = "ranking"
"""The task whose table stands open on a front page: the one that most readers know, where a study has it."""


def front(studies: Sequence[StudyMatrix], root: str = "") -> Markup:
    """What a front page shows: the matrix of the first study, and a counterexample of it that is drawn. `root` leads
    from the page to the atlas.
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
        self.of = {id(one): views.cells(one.matrix) for one in self.studies}
        self.cells: dict[tuple[str, ...], views.CellView] = {}
        self.homes: dict[tuple[str, ...], list[str]] = {}
        for one in self.studies:
            for view in self.of[id(one)].values():
                self.cells.setdefault(_key(view), view)
                self.homes.setdefault(_key(view), []).append(one.name)
        listed = [entry for one in self.studies for entry in one.matrix.metrics]
        entries = {of: entry for entry in listed for of in (entry["id"], (entry["task"], entry["id"]))}
        judged = [(task, metric) for task, metric, *_ in self.cells]
        self.entries = {one: entries.get(one, entries[one[1]]) for one in judged}
        self.constraints = {(c.task, c.id): c for c in registry.constraints()}
        named = {(v.cell.task, v.cell.constraint, v.cell.reading) for v in self.cells.values()}
        self.places = {
            "cell": Places("cells", self.cells),
            "metric": Places("metrics", self.entries),
            "constraint": Places("constraints", sorted({key[:2] for key in named})),
            "reading": Places("readings", sorted(named)),
            "study": Places("studies", [(one.name,) for one in self.studies]),
            "lattice": Places("lattices", [(one.task,) for one in self.lattices]),
        }

    def files(self) -> Iterator[tuple[str, str]]:
        """Each file with its text; the index of what can be searched comes last, when all is known."""
        yield "atlas.css", _static("atlas.css")
        yield "find.js", _static("find.js")
        yield "atlas.js", _static("atlas.js")
        for one in self.studies:
            yield self._study(one)
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
        yield self._page("index.html", "index.html", "axiometrics atlas", overview=self._overview(), front=self.front())
        cells = [
            ("cell", f"{view.metric} / {view.title}, {view.cell.reading} ({view.cell.task})", self.places["cell"][key])
            for key, view in self.cells.items()
        ]
        found = [list(entry) for entry in [*self.index, *self._not_shown(), *cells]]
        yield "search.js", f"const ATLAS = {_in_script(found)};\n"

    def _not_shown(self) -> Iterator[tuple[str, ...]]:
        """Metrics without a page here, so that whoever looks for one of them is told how to see it, or why not."""
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
        given = self.given("../" * path.count("/")) | {"title": title, "path": path, **values}
        return path, visible(_environment().get_template(template).render(given))

    def given(self, root: str) -> dict[str, object]:
        """What templates ask for on every page; `root` leads from the page to the front page."""

        def url(kind: str, *name: str) -> str | None:
            found = self.places[kind].get(name)
            return None if found is None else root + found

        return {
            "root": root,
            "home": self.home,
            "url": url,
            "asked": lambda table, column: url("constraint", table.task, column.constraint),
            "link": lambda view: root + self.places["cell"][_key(view)],
            "audits": list(self.audits),
            "studies": [(one.name, self.places["study"][one.name,]) for one in self.studies],
        }

    def _study(self, one: StudyMatrix) -> tuple[str, str]:
        path = self.places["study"][one.name,]
        self.index.append(("study", one.title, path))
        return self._page(
            path,
            "study.html",
            one.title,
            study=one,
            matrix=one.matrix,
            tables=list(views.tables(one.matrix, self.of[id(one)])),
            legend=parts.legend(one.matrix),
            counts=parts.counts_line(one.matrix),
            audited=one.name if one.name in self.audits else None,
        )

    def front(self, root: str = "") -> Markup:
        """The matrix of the first study, and a counterexample."""
        one = self.studies[0]
        tables = [table.in_default_readings for table in views.tables(one.matrix, self.of[id(one)])]
        tables.sort(key=lambda table: table.task != FRONT)
        given = self.given(root) | {"tables": tables, "drawn": views.telling(self.of[id(one)].values()), "one": one}
        return Markup(_environment().get_template("front.html").render(given))

    def _overview(self) -> list[tuple[StudyMatrix, str, dict[str, int]]]:
        found = []
        for one in self.studies:
            verdicts = [view.verdict for view in self.of[id(one)].values()]
            counts = {name: verdicts.count(name) for name in views.VERDICTS.values()}
            counts["missing"] = len(one.matrix.missing)
            found.append((one, self.places["study"][one.name,], counts))
        return found

    def _metrics(self) -> Iterator[tuple[str, str]]:
        ordered = sorted(self.cells.values(), key=lambda view: (view.cell.task, view.cell.metric))
        for key, group in groupby(ordered, lambda view: (view.cell.task, view.cell.metric)):
            entry, path, found = self.entries[key], self.places["metric"][key], list(group)
            self.index.append(("metric", f"{entry['display']} ({key[0]})", path, views.searched_names(key[1], key[0])))
            known = registry.judged_metric(key[1], key[0]) if registry.is_metric(key[1]) else None
            yield self._page(
                path,
                "metric.html",
                entry["display"],
                about=views.MetricView(entry, known),
                cells=_by_constraint(found),
                conflicts=list(self._conflicts(key[0], found)),
            )

    def _conflicts(self, task: str, cells: Sequence[views.CellView]) -> Iterator[tuple[str, str, list[views.CellView]]]:
        """What no metric of the task can have together: in words, with the address of its argument and the cells of a
        metric that gives up a part of it.
        """
        of = {f"{v.cell.task}:{v.cell.constraint}@{v.cell.reading}": v for v in cells if v.cell.holds is False}
        for lattice in self.lattices:
            if lattice.task == task:
                place = self.places["lattice"][task,]
                for edge in lattice.conflicts:
                    yield edge.label, f"{place}#{edge.anchor}", [of[name] for name in edge.names if name in of]

    def _constraints(self) -> Iterator[tuple[str, str]]:
        declared = {
            (*key, reading.name): k for key, one in self.constraints.items() for k, reading in enumerate(one.readings)
        }

        def place(view: views.CellView) -> tuple[str, str, int, str]:
            """Readings stand as they are declared, the default first. Those that are not declared here follow."""
            key = view.cell.task, view.cell.constraint, view.cell.reading
            return *key[:2], declared.get(key, len(declared)), key[2]

        ordered = sorted(self.cells.values(), key=place)
        for key, group in groupby(ordered, lambda view: (view.cell.task, view.cell.constraint)):
            constraint, found = self.constraints.get(key), list(group)
            path, title = self.places["constraint"][key], found[0].title
            self.index.append(("constraint", f"{title} ({key[0]})", path))
            by_reading = {name: list(of) for name, of in groupby(found, lambda view: view.cell.reading)}
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
        """Which readings follow from which, and which metric tells two default readings of a task apart."""
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
            lattices=[(one, self.places["lattice"][one.task,]) for one in self.lattices],
        )

    def _lattice(self, lattice: ConstraintLattice) -> tuple[str, str]:
        """What the constraints of a task exclude and imply, with the cases that show it."""
        path, title = self.places["lattice"][lattice.task,], f"What excludes what: {lattice.task}"
        self.index.append(("relations", title, path))
        shown = lambda edge: Markup(fragments.fragment(edge.shown))  # noqa: E731
        return self._page(path, "lattice.html", title, lattice=lattice, shown=shown)

    def _told_apart(self) -> dict[str, list[tuple[views.CellView, views.CellView]]]:
        """By task, for two constraints the first metric that satisfies the one and fails the other, each in its default
        reading.
        """
        found: dict[str, list[tuple[views.CellView, views.CellView]]] = {}
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
                for one in of:
                    for other in of:
                        if one.cell.holds and not other.cell.holds:
                            pairs.setdefault((one.cell.constraint, other.cell.constraint), (one, other))
            found[key] = list(pairs.values())
        return found


def _key(view: views.CellView) -> tuple[str, ...]:
    return view.cell.task, view.cell.metric, view.cell.constraint, view.cell.reading


def _by_constraint(found: Sequence[views.CellView]) -> list[tuple[str, list[views.CellView]]]:
    grouped: dict[str, list[views.CellView]] = {}
    for view in found:
        grouped.setdefault(view.cell.constraint, []).append(view)
    return list(grouped.items())


def _implied(constraint: Constraint) -> list[str]:
    """Which readings follow from which, in words."""
    return [f"{' and '.join(one.stronger)} implies {one.weaker}" for one in constraint.implications]


def _citation(view: views.CellView) -> str:
    """The cell as BibTeX has it."""
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
    """JSON that ends no script element, whatever is in its texts."""
    return json.dumps(value).replace("<", "\\u003c")
