"""Theorems by task, a file a family of metrics or of arguments; each has `ENTRIES`, and the folder is the list.

An entry names metrics, a constraint and readings, and gives the argument as a function of a `Proof`; it may also
declare a counterexample that the search does not reach (`Larger`), or what was tried in vain (`Open`). Nothing here has
to be trusted: the proof of an entry is checked by the kernel and compared with the metric before it counts.
"""
