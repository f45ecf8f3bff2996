"""Linear sums as clauses: over order literals, digits, compact order."""
