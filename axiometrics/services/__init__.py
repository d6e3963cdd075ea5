"""The parts that the command line, Python and the pytest plugin share when they check metrics.

A user can ask for the same check in three places. If each place had its own code, the same check could have different
results. So the work is done here: verdicts that a user expects, pinned evidence that a project keeps in its repository,
tests made of metrics and constraints, a cell explained in words, and the files that `scaffold` writes. The command
line, `api` and the plugin only parse a request and pass it on.

A pytest plugin that calls the command line was rejected, because a test needs the cell as a value and not as text. A
check has the same verdict in all three places.
"""
