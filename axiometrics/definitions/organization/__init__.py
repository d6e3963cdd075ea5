"""Definitions of metrics of any document organization."""
