"""Axiometrics: which formal constraints does an evaluation metric obey, and on what evidence?"""

__version__ = "0.1.0"
