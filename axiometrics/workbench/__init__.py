"""What checks in Python and on the command line share: expected verdicts, pinned evidence, and the tests that pytest
runs.
"""
