"""Definitions of metrics of clusterings."""
