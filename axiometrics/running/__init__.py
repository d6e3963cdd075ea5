"""Runs the search of many cells: in this process or several, with what was found before kept in a cache.

In the order in which a cell passes through them: a `candidate` is a metric as it is run and judged. `run` asks `plan`
which cells the cache does not have, has `schedule` do the rest, and gathers the cells into a matrix. `backends` says
where jobs are done. A `job` is one reading of one constraint for some candidates: it searches, and has each cell
settled. `settlement` turns what a search found up to a size into a proof, a region or a larger counterexample.
`implied` and `consequences` say what follows for cells from each other.

`cache` keeps finished cells under a key made of everything they depend on. `sources` tells which modules of ours a cell
rests on, so that a change elsewhere keeps it. `dependencies` tells which files of code a user's metric consists of, so
that its cells are used again only while these files are unchanged.
"""
