"""Definitions of metrics of the relevant in context task."""
