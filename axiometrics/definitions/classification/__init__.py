"""Definitions of metrics of two classes."""
