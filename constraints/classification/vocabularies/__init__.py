"""Vocabularies of constraints on metrics of two classes."""
