"""Theorems about metrics of scorings: differences of sums of distances, and shares of documents."""
