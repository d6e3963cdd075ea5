"""Regions: for which values of a metric's parameter a constraint holds, exactly, by proofs in which the parameter is a
symbol.
"""
