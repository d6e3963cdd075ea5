"""Run the search of many cells, in this process or in several, and keep the finished cells in a cache.

A matrix has hundreds of cells, and each can take a second or an hour. So cells are computed in parallel, saved as soon
as they are finished, and found again as long as nothing they depend on has changed. A cell passes through these files
in this order. A `candidate` is a metric in the form in which it is run and judged. `run` asks `plan` which cells the
cache lacks, lets `schedule` compute them, and gathers the cells into a matrix. `backends` says where jobs are done. A
`job` is one reading of one constraint for some candidates: it searches, and has each cell settled. `settled_cells`
turns the result of a search up to a size into a proof, a region or a larger counterexample. `carried_evidence` and
`carried_cells` carry evidence from one cell to another that follows from it.

`cache` keeps finished cells under a key made of everything they depend on. `sources` tells which modules of axiometrics
a cell depends on, so that a change of a different module keeps the cell. `dependencies` tells which files of code a
user's metric consists of, so that its cells are used again only while these files are unchanged.
"""
