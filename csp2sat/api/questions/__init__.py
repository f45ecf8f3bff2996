"""Questions in Python that no other part of `api` asks, a file for each."""
