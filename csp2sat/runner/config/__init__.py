"""Solvers as `solvers.yaml` describes them, and where their programs are."""
