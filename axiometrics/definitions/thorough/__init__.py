"""Definitions of metrics of the thorough task."""
