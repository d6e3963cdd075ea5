"""The documentation site: `make docs` writes it to build/site. Warnings are errors."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_site"))
(Path(__file__).parent / "generated" / "static").mkdir(
    parents=True, exist_ok=True
)  # it is looked for before it is written

project = "axiometrics"
author = "The axiometrics contributors"
copyright = "The axiometrics contributors"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "docstrings",
    "mathml",
    "navigation",
    "search_index",
    "generated",
]
exclude_patterns = ["notebook.ipynb", "generated/front.md"]
nitpicky = False
myst_enable_extensions = ["dollarmath", "deflist", "colon_fence", "attrs_block"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # some pages begin their sections at the third level

html_theme = "furo"
html_title = "axiometrics"
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/atlas.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_static_path = ["_static", "generated/static"]
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_css_files = ["drawings.css", "site.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings name what is taken, in words
default_role = "literal"
