"""Formulas as MathML, which browsers set by themselves: no script, and nothing from the network."""

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml


def _line(translator, node):
    """A formula in a line of text."""
    translator.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def _block(translator, node):
    """A formula on a line of its own."""
    translator.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def setup(app):
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (_line, None), (_block, None))
    return {"parallel_read_safe": True}
