"""Weaker models of CSPs, and the cuts against their wrong answers."""
