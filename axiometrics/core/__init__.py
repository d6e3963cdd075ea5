"""The words that everything else is written in: metric, constraint, reading, demand, case, task, study, evidence,
matrix, page, and exact numbers.

The problem that this floor solves is that search, proof, verification and reports must mean the same by these words and
yet share no code. So each word is a small value that never changes, refuses to be built wrong, and computes nothing but
what it means. Nothing here imports a floor above; `task.task` alone asks the registry, by name. A base class for each
word was rejected: data are easier to read, to compare and to write down than behaviour that is inherited.
"""
