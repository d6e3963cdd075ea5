"""Links of pages to files of the repository: in the site they lead to the pages that are generated of these files.

So a page that is read in the repository, where nothing is generated, has no dead links.
"""

import posixpath
import re

PAGES = {
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
    "benchmarks/results.md": "benchmarks",
    "docs/notebook.ipynb": "notebook",
    "constraints": "constraints",
    "metrics": "metrics",
    "axiometrics/registry/other_names.py": "names",
    "axiometrics/cli/commands": "commands",
}
"""Files and folders, from the top of the repository, and the generated pages."""

_CLAIMS = re.compile(r"axiometrics/studies/(\w+)/claims\.json")
_CONSTRAINT = re.compile(r"constraints/(\w+)/(\w+)\.py")
_QUESTIONS = re.compile(r"\[([^\]]*)\]\([^)\s]*axiometrics/comparison/which_metric\.py\)")
"""A link to the page "Which metric should I use?", which is written beside the pages of Sphinx, without Sphinx."""

_LINK = re.compile(r"\]\(([^)\s:#]+)(#[^)\s]*)?\)")


def generated(path, section=""):
    """The generated page of a file, below `generated/` and with the section; None where there is none.

    Of a file with several constraints the section says which is meant.
    """
    if path in PAGES:
        return f"{PAGES[path]}.md{section}"
    if match := _CLAIMS.fullmatch(path):
        return f"audit-{match[1]}.md"
    if match := _CONSTRAINT.fullmatch(path):
        task, file = (part.replace("_", "-") for part in match.groups())
        return f"constraints/{task}/{section.removeprefix('#') or file}.md"
    return None


def on_site(text, page):
    """The text of a page with its links as the site has them; `page` is its path below docs/, without suffix."""

    def link(match):
        target, section = match[1], match[2] or ""
        path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), target))
        name = generated(path, section)
        return match[0] if name is None else f"]({'../' * page.count('/')}generated/{name})"

    text = _QUESTIONS.sub(rf'<a href="{"../" * page.count("/")}which-metric.html">\1</a>', text)
    return _LINK.sub(link, text)
