"""The files with which somebody begins a metric, a definition, a constraint, a proof, a task or a study.

To add a thing, one has to know where it goes, what it must declare, and how to see that it works. A page can tell
this, but goes out of date without a sign. A file that works as it stands can be changed step by step, and each step can
be run.
So each kind has a file that is served by `list`, `matrix`, `explain` and `verify` as written, and tests hold it to
that. The alternative, one template with gaps to fill in, does not run before the last gap is filled.

`placement` says which files a thing is, in a checkout of the house or as a file of the user's own; the texts stand with
the tasks (`core.task.Examples`), and in `texts` for what is the same for every task. A file that exists is never
touched: either all files of a thing are written, or none.
"""
