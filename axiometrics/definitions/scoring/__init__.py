"""Definitions of metrics of scorings."""
