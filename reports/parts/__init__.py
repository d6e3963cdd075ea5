"""The parts that several report formats share: a matrix as tables, a cell in words, and text that is made safe for
LaTeX.

A format decides how something is marked up, and these modules decide what is said: `tables` which cells stand
where, `words` how a verdict and its evidence read, `remarks` what is noted below, `layout` how columns fit a width.
So two formats cannot come to say different things of one cell.
"""
