"""Regions of metrics of ranking."""
