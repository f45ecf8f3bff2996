"""Third pass: normal formulas and sums become clauses."""
