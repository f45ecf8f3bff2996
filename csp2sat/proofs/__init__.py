"""Proofs that a CNF has no model: readers of DRAT and LRAT, and checkers of our own.  No CSP, no processes."""
