"""The atlas shows matrices as pages that people look at, search and cite: as a static site (`site`), or as one page
(`one_page`).

A matrix of several hundred cells cannot be read as a list. The atlas shows it as a table in which each sign leads to
its evidence: the statement of the constraint, the case as a drawing, the proof as typeset formulas, and the command
that shows the cell again. The same parts make both forms, so that a cell looks the same in a file that somebody sends
and in the site.

`views` reads a matrix and the registry, and collects what there is to show, without markup. `figures` and `formulas`
draw cases (SVG) and set proofs (MathML). `addresses` gives each page and cell its address. Templates (jinja2, which
escapes every text) put the parts together. A browser needs no network and no script: the script only filters, sorts and
moves the focus.

What may be relied on: the address of a cell does not depend on the order or the number of cells. On one page it is
`#METRIC/CONSTRAINT@READING`. In the site the cell also has a page of its own; only if two names would have the same
file, the second one gets a number. No text of a metric, a file or a paper is taken as markup.

A framework that draws in the browser (React, or a data grid) was rejected: its pages are empty without script, cannot
be printed or searched by the browser before they have loaded, and need a second build. A generator of sites (Sphinx,
MkDocs) was rejected, too: it would first write three thousand pages as text documents, and has no place for a matrix.
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
