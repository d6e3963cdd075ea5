"""The terms that all packages use: metric, constraint, reading, demand, case, task, study, evidence, matrix, page, and
exact numbers.

Search, proof, verification and reports must mean the same by these terms, and yet share no code. So each term is a
small value that never changes, that refuses to be built with wrong data, and that computes only what belongs to its
meaning. Nothing here imports a package above; only `task.task` asks the registry, by name. A base class for each term
was rejected, because data are easier to read, to compare and to save than inherited behaviour.
"""
