"""The atlas: matrices as pages that people look at, search and cite. A static site (`site`), or one page (`one_page`).

A matrix of several hundred cells cannot be read as a list. The atlas shows it as a table whose signs lead to what is
behind them: the statement of the constraint, the case drawn, the proof typeset, and a line that shows it again. The
same parts make both forms, so a cell looks the same in a file that somebody sends and in the site.

How it works: `views` reads a matrix and the registry and says what there is to show, without markup; `figures` and
`formulas` draw cases (SVG) and set proofs (MathML); `addresses` says where things stand; templates (jinja2, which
escapes every text) put them together. A browser needs no network and no script: the script only filters, sorts and
moves the focus.

What may be relied on: an address never depends on the order or the number of cells. A cell of one page is
`#METRIC/CONSTRAINT@READING`; in the site it is a page of its own as well. No text of a metric, a file or a paper is
taken as markup.

Rejected: a framework that draws in the browser (React, or a data grid): its pages are empty without script, cannot be
printed or searched by the browser before they have loaded, and need a second build. A generator of sites (Sphinx,
MkDocs) would write three thousand pages as text documents first, and has no place for a matrix.
"""

from axiometrics.reports.atlas.folder import demand_replaceable, write_site
from axiometrics.reports.atlas.lattices import ConstraintLattice
from axiometrics.reports.atlas.site import StudyMatrix, front, one_page, script, site, style, style_of_figures

__all__ = [
    "ConstraintLattice",
    "StudyMatrix",
    "demand_replaceable",
    "front",
    "one_page",
    "script",
    "site",
    "style",
    "style_of_figures",
    "write_site",
]
