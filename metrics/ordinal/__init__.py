"""Metrics of ordered classes: those of classes in any order, and those that look at how far classes are apart."""
