"""Solver processes: solvers.yaml, runner, output dialects, incremental session.  Knows CNF files, no CSP."""
