"""What the command line, Python and the pytest plugin share when they check metrics.

Verdicts that a user expects, pinned evidence that a project commits, tests made of metrics and constraints, a cell
explained in words, and the files that `scaffold` begins. The three doors only parse what is asked and hand it on, so
that a check means the same wherever it is asked for.
"""
