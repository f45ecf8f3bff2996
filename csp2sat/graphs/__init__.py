"""Graphs, and trees, forests, elimination, reachability and cuts, which encoders of graph constraints share."""
