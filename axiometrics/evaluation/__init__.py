"""Evaluation of real files: TREC qrels and runs, label files, organizations; what they score, topic by topic and on average.

`read_gold` finds out what the gold is, `read_systems` reads the rest, `score` makes the rows, `formats` writes them.
"""
