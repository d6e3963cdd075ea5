"""Theorems about organizations."""
