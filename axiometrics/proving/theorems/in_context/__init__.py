"""Theorems about metrics of runs of articles: sums of F-scores over ranks."""
