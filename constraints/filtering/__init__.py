"""Constraints on filterings: gold relevant or not, system positive or negative (Amigo et al. 2013, section 2.2).

A metric sees only the four counts of the table, so the cases are tables, and an edit moves one document to its right
set. F violates Priority on tables in which a class has no right decision, and satisfies it on the others; so both are
readings. Non-informative has no demand. It describes how the score of a random output depends on the size of its
positive set.
"""
