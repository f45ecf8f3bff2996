"""Solvers as `solvers.yaml` describes them, and the search for their programs."""
