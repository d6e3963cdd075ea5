"""Definitions of metrics of the focused task: the recall base by its two steps, and Eqs. 7 and 8 in each reading."""
