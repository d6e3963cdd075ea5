"""Tasks: the kinds of output that metrics evaluate. Each task is one folder.

A folder `tasks/<name>/` declares one `Task`: the data of golds and of system outputs, the counts that formulas see, all
small cases, how a user's function is called, and which files `score` reads. Every package above works on that record
and compares no name of a task. The alternative, a branch for each task in each command, was tried first: a fifth task
had to be written into 28 files.

Clustering, filtering, ranking and organization are the tasks of Amigo, Gonzalo & Verdejo (2013). All their data are
organizations: levels of priority that hold clusters of documents. The modules beside the folders hold what these tasks
share: `organizations` (the signature and the files), `drawing`, and `shape` (the form that the data of a task must
have). Diversity judges a run by a topic of several intents (Sakai et al. 2010), scoring compares numbers by document
(Della Mea et al. 2004), and the four tasks of element retrieval judge runs by a library of articles (Lalmas et al.
2007). The modules whose names begin with `libraries` and `library` hold what these four share.
"""

USUAL = "ranking"
"""The task for which `scaffold` begins files unless another task is named."""
