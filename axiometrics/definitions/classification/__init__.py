"""Definitions of metrics of two classes, and of several, from the gold class and the predicted class of each item."""
