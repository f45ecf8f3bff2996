"""Answers that can be checked: proofs with certificates."""
