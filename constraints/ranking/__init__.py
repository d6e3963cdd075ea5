"""Constraints on rankings: binary gold, an unbounded tail beyond the run (Amigo et al. 2013, section 2.3).

Priority, Deepness and Confidence compare a run with an edit of it. The two thresholds compare, for each n, a run with
one relevant document on top and a run with n relevant documents below; they ask for some n, or for all n from some n
on. `run_properties` adds constraints after two further papers, which say what a metric looks at. A constraint has
several readings where the prose and the inequality of the paper differ, or where users have different data, such as
graded golds or one known document.
"""
