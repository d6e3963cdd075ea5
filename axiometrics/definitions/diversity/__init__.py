"""Definitions of metrics of search result diversity."""
