"""The front page of the site: the matrix of the first paper, to click on, one counterexample that is drawn, and a box
that finds a metric by every name that libraries and people use.

`index.md` shows a picture of the same things (`picture.py`), which is all that a reader of the repository can be shown.
"""

import json
import re

from axiometrics import registry
from axiometrics.reports.atlas import front, views
from axiometrics.reports.atlas.addresses import slug

PICTURE = re.compile(r"^!\[[^\]]*\]\(_static/front\.svg\)$", re.MULTILINE)
"""The picture on the front page in the repository, for which the site has the page `generated/front.md`."""

LIST = "names.js"
"""The file, below `_static`, with the metrics and constraints that the box finds."""

BOX = f"""<div class="find-metric"><label hidden>Find your metric
<input type="search" id="find" data-root="" data-list="_static/{LIST}" autocomplete="off" aria-controls="hits"
placeholder="MAP, ndcg_cut_10, ARI, F1 macro"></label><ul id="hits" hidden></ul></div>"""


def live(text):
    """The text of the front page, with the live matrix in place of its picture."""
    return PICTURE.sub("```{include} generated/front.md\n```", text)


def page(studies, html):
    """The page that is included."""
    script = '<script src="_static/find.js"></script>'
    return html(BOX, *front(studies, "atlas/").splitlines(), script) + "\n"


def entries():
    """What the box finds: kind, title, address, other names, and why we do not have it."""
    for metric in registry.metrics():
        place = f"generated/metrics/{metric.task}/{slug(metric.base)}.html"
        yield "metric", f"{metric.display} ({metric.task})", place, views.searched_names(metric.id, metric.task)
    for constraint in registry.constraints():
        place = f"generated/constraints/{constraint.task}/{slug(constraint.id)}.html"
        yield "constraint", f"{constraint.title} ({constraint.task})", place
    yield from views.absent_metrics()


def names():
    """The script that holds the entries."""
    return f"const ATLAS = {json.dumps([list(entry) for entry in entries()])};\n"
