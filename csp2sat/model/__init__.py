"""The constraint satisfaction problem: domains, expressions, constraints and what they mean."""
