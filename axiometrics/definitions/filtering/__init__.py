"""Definitions of metrics of filterings."""
