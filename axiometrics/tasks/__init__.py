"""Tasks: what is evaluated, one folder each.

A folder `tasks/<name>/` declares one `Task`: the data that golds and system outputs are made of, the counts that
formulas see, all small cases, how a user's function is called, and which files `score` reads. Everything above this
floor works on that record and compares no name of a task. The alternative, a branch for each task in each command, is
how the house began: a fifth task then had to be written into 28 files.

The four tasks here are those of Amigo, Gonzalo & Verdejo (2013). All their data are organizations: levels of priority
that hold clusters of documents. What they share stands in the modules beside the folders: `organizations` (the
signature and the files), `drawing`, and `shape` (what an organization must be for a task).
"""

USUAL = "ranking"
"""The task of what `scaffold` begins, unless another is asked for."""
