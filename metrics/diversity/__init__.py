"""Metrics of search result diversity: a run is judged against a topic of several intents.

A formula sees `Coverage`: the grades of the run by rank and intent, and the grades of all relevant documents, of which
ideal lists are made. Ideal lists are the difficulty: those by global gain are sorted, and those of alpha-nDCG are
approximated or searched, as the parameters say.
"""
