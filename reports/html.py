"""HTML: a matrix becomes one self-contained page of the atlas; a page becomes its tables, lists and paragraphs."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from html import escape

from markupsafe import Markup

from axiometrics import __version__
from axiometrics.core import page as pages
from axiometrics.core.escapes import one_line, visible
from axiometrics.core.matrix import Matrix
from axiometrics.core.report import Report
from axiometrics.reports.parts.arrangement import PLAIN, Arrangement
from axiometrics.reports.parts.fragments import fragment


def render(matrix: Matrix, ascii: bool = False, arranged: Arrangement = PLAIN, source: str = "") -> str:
    """Return the page of a matrix. With `ascii`, every other character becomes a reference to its number, and the signs
    are in ASCII. `arranged` holds the names and the groups that the author chose; `source` is the command line that
    made the matrix.
    """
    from axiometrics.reports import atlas  # templates take long to load, and few commands write HTML

    page = atlas.one_page(matrix, ascii, arranged, made(source))
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii") if ascii else page


def page(content: pages.Page, source: str = "") -> str:
    """Return a self-contained page: a heading for each section, its tables, its sentences as lists, and how it was
    made. `source` is the command line that made it.
    """
    from axiometrics.reports.atlas import style

    title = content.title or " ".join(source.split()[:2]) or "axiometrics"
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{view}<title>{escape(title)}</title><style>{style()}</style>'
    first = f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>'
    body = fragment(content if content.title else replace(content, title=title))
    return "\n".join(
        [first, '<main class="page">', body, "</main>", f"<footer>{made(source)}</footer>", "</body></html>", ""]
    )


def made(source: str) -> Markup:
    """Return how a page was made: by which version, on which day in UTC, and by which command. `SOURCE_DATE_EPOCH`
    gives the time for builds that must not depend on the clock.
    """
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(seconds), UTC) if seconds.isdecimal() else datetime.now(UTC)
    by = f": <code>{escape(visible(one_line(source)))}</code>" if source else ""
    return Markup(f"Made by axiometrics {escape(__version__)} on {now:%Y-%m-%d}{by}")


def notebook(content: pages.Page) -> str:
    """Return the body of a page with the style of its pictures, which a notebook does not have."""
    from axiometrics.reports.atlas import style_of_figures

    body = fragment(content)
    style = f"<style>{style_of_figures()}</style>" if "<svg" in body else ""
    return f'{style}<div class="axiometrics">\n{body}\n</div>' if style else body


REPORT = Report("html", ".html", render, page)
