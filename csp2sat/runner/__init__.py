"""Solver processes: solvers.yaml, the runner, output dialects, incremental sessions. These files know CNF files, but no
CSP.
"""
