"""Studies: the metrics, constraints and claims of one paper. Each folder of this package declares a study, `STUDY`, in
its `__init__.py`.

The problem: constraints come from many papers, and a matrix of all metrics under all constraints is a table that no
paper has. It would also change whenever somebody adds a constraint. So a constraint belongs to no table by itself; a
study chooses its metrics, its constraints in their readings, and the claims that `axiometrics audit` compares with what
is computed.

A study names what it chooses and declares nothing: a constraint stands in `constraints/<task>/`, a metric in
`metrics/<task>/`, each once, and several studies may choose it. We rejected a list of studies on each constraint, since
a new study would then change the files of old constraints, and one file that lists the studies, since the folder is the
list.

What may be relied on: a study decides what is computed and shown, and never how. The verdict of a cell is the same in
every study. A file that is added to `constraints/` changes no study, and so it does not change the default matrix.
"""
