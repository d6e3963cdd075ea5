"""Constraints on metrics of ordered classes, after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020.

Monotonicity and Invariance are about any number of changes at once. Their cases are single steps: one item moves by one
class, or one class gets the next number. Each larger change is a chain of such steps, so a metric that satisfies the
steps satisfies the statement, and the cases stay few.
"""
