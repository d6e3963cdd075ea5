"""Definitions of metrics of the relevant in context task: the text of an article by its characters, and the means over
ranks.
"""
