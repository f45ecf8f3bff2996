"""Proofs that a CNF has no model: readers and checkers of DRAT and LRAT.  No CSP, no processes."""
