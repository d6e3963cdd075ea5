"""Theorems about R, S and R*S of organizations: shares of weights of relations, of which an edit takes some away."""
