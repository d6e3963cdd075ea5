"""Tasks: what is evaluated, one folder each.

A folder `tasks/<name>/` declares one `Task`: the data that golds and system outputs are made of, the counts that
formulas see, all small cases, how a user's function is called, and which files `score` reads. Everything above this
floor works on that record and compares no name of a task. The alternative, a branch for each task in each command, is
how the house began: a fifth task then had to be written into 28 files.

Clustering, filtering, ranking and organization are the tasks of Amigo, Gonzalo & Verdejo (2013). All their data are
organizations: levels of priority that hold clusters of documents. What they share stands in the modules beside the
folders: `organizations` (the signature and the files), `drawing`, and `shape` (what one must be for a task).
Diversity judges a run by a topic of several intents (Sakai et al. 2010), scoring compares numbers by document (Della
Mea et al. 2004), and the four tasks of element retrieval judge runs by a library of articles (Lalmas et al. 2007): what
these four share stands in the modules whose names begin with `libraries` and `library`.
"""

USUAL = "ranking"
"""The task of what `scaffold` begins, unless another is asked for."""
