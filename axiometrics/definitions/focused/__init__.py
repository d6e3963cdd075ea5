"""Definitions of metrics of the focused task."""
