"""Metrics of clustering: gold classes against system clusters, higher is better."""
