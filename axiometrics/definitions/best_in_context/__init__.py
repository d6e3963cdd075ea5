"""Definitions of metrics of the best in context task. For short runs EPRUM is the mean over every set of entry points
that a user may see; for longer ones these sets are counted by their sizes.
"""
