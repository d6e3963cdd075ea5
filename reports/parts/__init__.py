"""The parts that several report formats share: a matrix as tables, a cell in words, and text that is made safe for
LaTeX.

A format decides on the markup, and these modules decide on the content: `tables` arranges the cells, `words` describes
a verdict and its evidence, `proofs` and `formulas` prepare proofs, `remarks` makes notes on metrics of users, and
`layout` fits columns into a width. The content stands here only once, so that two formats cannot say different things
about one cell.
"""
