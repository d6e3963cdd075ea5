"""Regions, and cells that regions settle, re-checked: their proofs, their end points, and that they are about the
metric.
"""
