"""Constraints on metrics of ordered classes, after Amigó, Gonzalo, Mizzaro & Carrillo-de-Albornoz 2020."""
