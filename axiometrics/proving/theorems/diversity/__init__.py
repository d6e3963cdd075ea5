"""Theorems about metrics of diversity: what a document adds to the score for each intent, and runs that no other run
outscores.
"""
