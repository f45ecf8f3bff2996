"""Solvers that run in this process."""
