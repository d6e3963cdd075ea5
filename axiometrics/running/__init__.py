"""Runs the search of many cells: in this process or several, with what was found before kept in a cache.

`run` makes the plan (which cells the cache does not have) and gathers the cells into a matrix. `backends` says where
the work is done. `settlement` turns what a search found up to a size into a proof, a region or a larger counterexample.
`cache` keeps finished cells under a key made of everything they depend on. `sources` tells which modules of ours a cell
rests on, so that a change elsewhere keeps it. `dependencies` tells which files of code a user's metric consists of, so
that its cells are used again only while these files are unchanged.
"""
