"""Regions of metrics of clustering: R*S by n and Wn. In a closed collection R*S does not depend on them, so a
constraint holds for all values or for none.
"""
