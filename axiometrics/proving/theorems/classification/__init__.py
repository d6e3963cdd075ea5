"""Theorems about metrics of two classes: inequalities between quotients of the four counts, and formulas that are the
same in another order.
"""
