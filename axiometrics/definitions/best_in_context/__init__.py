"""Definitions of metrics of the best in context task."""
