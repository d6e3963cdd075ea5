"""Definitions of metrics of rankings."""
