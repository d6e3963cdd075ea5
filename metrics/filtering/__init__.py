"""Metrics of filtering: relevant or not against positive or negative, higher is better.

A formula sees the four counts of the table (`Confusion`). Most of these are metrics of classes too: given a table of
several classes, the same formula takes each class in turn as the positive one, or the whole table. A second formula for
several classes was rejected, because two formulas of one measure may come to differ.
"""
