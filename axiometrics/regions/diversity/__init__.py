"""Regions of metrics of diversity."""
