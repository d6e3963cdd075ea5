"""Metrics of search result diversity: a run is judged against a topic of several intents."""
