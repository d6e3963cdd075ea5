"""Regions of metrics of filtering."""
