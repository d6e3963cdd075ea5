"""Metrics of ranking: the grades of a run in rank order against the gold's, higher is better."""
