"""Definitions of metrics of ordered classes, item by item or pair by pair, from the numbers of the two classes."""
