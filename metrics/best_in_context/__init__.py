"""Metrics of the best in context task: runs of entry points, one an article (Lalmas et al. 2007, section 7).

Both metrics rest on the closeness of an entry point to the best one of its article. EPRUM is an expectation over what a
user sees. It is computed from the chances of each number of entry points seen; to go through all sets of them takes too
long for more than a few.
"""
