"""Metrics of filtering: relevant or not against positive or negative, higher is better."""
