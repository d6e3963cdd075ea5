"""The files with which people begin a metric, a definition, a constraint, a proof, a task or a study.

To add a thing, people must know in which folder it belongs, what it must declare, and how to see that it works. A page
can explain this, but nobody notices when the page is out of date. A file that already works can be changed step by
step, and each step can be run.
So each kind has a file with which `list`, `matrix`, `explain` and `verify` work before any change, and tests check that
they do. One template with gaps was rejected, because it does not run before the last gap is filled.

`placement` says of which files a thing consists, in a checkout of axiometrics and in a project of the user. The texts
stand with the tasks (`core.task.Examples`); texts that are the same for every task stand in `texts`. An existing file
is never changed: either all files of a thing are written, or none.
"""
