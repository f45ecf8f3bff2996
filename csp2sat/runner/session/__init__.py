"""Solvers of python-sat in child processes: incremental sessions, single runs, MaxSAT."""
