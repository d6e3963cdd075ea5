"""Regions of metrics of clustering."""
