"""Metrics of any document organization."""
