"""Constraints on scorings: what Della Mea, Di Gaspero & Mizzaro claim of ADM, of precision and recall, and Swets's four
properties, each as a predicate on small cases.

The cases stand on a grid of quarters, or on a finer grid around the threshold 1/2 where a constraint is about small
differences (`generators.scoring.grids`). Each reading says anew, from gold and outputs alone, what a saved case is.
"""
