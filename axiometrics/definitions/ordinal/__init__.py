"""Definitions of metrics of ordered classes."""
