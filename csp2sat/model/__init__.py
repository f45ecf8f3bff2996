"""The constraint satisfaction problem: domains, expressions, constraints and their meaning."""
