"""Definitions of metrics of scorings: loops over documents, as Della Mea, Di Gaspero & Mizzaro print them."""
