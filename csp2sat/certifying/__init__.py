"""Answers that can be checked: proofs with certificates, and judging answers from anywhere."""
