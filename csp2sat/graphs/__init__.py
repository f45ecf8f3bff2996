"""Graphs, and what encoders of graph constraints share: trees, forests, elimination, reachability."""
