"""The search index of the site, with the index entries of pages that are not written anew.

Sphinx reads the index of the former build, from which it takes the words and titles of pages that did not change. It
leaves out their index entries, by which the search finds a metric by every name. So after a build of changed pages
alone, `recip_rank` led to a page that mentions the name before the page of the metric.

Sphinx also reduces each word to its stem anew for each page that has it. Here it does so once a word.
"""

import io
from functools import cache

from sphinx.search import IndexBuilder
from sphinx.search.en import SearchEnglish

_load, _prune, _stem = IndexBuilder.load, IndexBuilder.prune, SearchEnglish.stem


def load(self, stream, format):
    """Read the index of the former build, with its index entries."""
    text = stream.read()
    again = io.BytesIO if isinstance(text, bytes) else io.StringIO
    _load(self, again(text), format)
    frozen = (self.formats[format] if isinstance(format, str) else format).load(again(text))
    self._index_entries.clear()
    for entry, places in frozen.get("indexentries", {}).items():
        for number, target, main in places:
            name = frozen["docnames"][number]
            self._index_entries.setdefault(name, []).append((entry, target, "main" if main else ""))


def prune(self, docnames):
    """Forget all other pages, with their index entries."""
    kept = set(docnames)
    _prune(self, kept)
    for name in self._index_entries.keys() - kept:
        del self._index_entries[name]


@cache
def _stem_of(word, language):
    return _stem(language, word)


def stem(self, word):
    """The stem of a word, which is computed once."""
    return _stem_of(word, self)


def setup(app):
    """Put these in place of the methods of Sphinx."""
    IndexBuilder.load, IndexBuilder.prune, SearchEnglish.stem = load, prune, stem
    return {"parallel_read_safe": True}
