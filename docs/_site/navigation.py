"""The navigation beside each page, which Sphinx writes once and this module turns into that of each page.

All pages have the same navigation, but for the addresses in it and for the marks of the page itself and of those above
it. Sphinx resolves every link of it anew for each page, which took half of the time to read and write all pages.
"""

import re
from functools import cache

from sphinx.util.osutil import relative_uri

NOWHERE = "search"
"""A page at the top that no list contains, so that its navigation has no marks."""

_LINK = re.compile(r'href="([^"#:]+)"')
_LIST = re.compile(r"<(/?)(?:ul|li)\b[^>]*>")


@cache
def _whole(builder, options):
    """The navigation of the page that no list contains."""
    return builder._get_local_toctree(NOWHERE, **dict(options))


def marked(text, address):
    """The navigation with the marks of the page at this address, and of all that it stands below."""
    marks = set()
    for link in re.finditer(rf'<a class="(?=reference internal" href="{re.escape(address)}")', text):
        above = []
        for tag in _LIST.finditer(text, 0, link.start()):
            if tag[1]:
                above.pop()
            else:
                above.append(tag)
        for tag in above:
            marks.add((tag.end() - 1, ' class="current"') if tag[0] == "<ul>" else (tag.end() - 2, " current"))
        marks.add((link.end(), "current "))
    for at, words in sorted(marks, reverse=True):
        text = f"{text[:at]}{words}{text[at:]}"
    return text


def of_page(builder, page, options):
    """The navigation of a page."""
    own_address = builder.get_target_uri(page)

    def address(link):
        return f'href="{relative_uri(own_address, link[1]) or "#"}"'

    return _LINK.sub(address, marked(_whole(builder, frozenset(options.items())), own_address))


def put(app, page, template, context, doctree):
    """Give the theme this navigation in place of the one that Sphinx would make."""
    if "toctree" in context:
        context["toctree"] = lambda **options: of_page(app.builder, page, options)


def setup(app):
    """Register the step, before that in which the theme asks for the navigation."""
    app.connect("html-page-context", put, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
