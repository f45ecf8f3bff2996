"""The last pass: clauses of normal formulas and of sums of integers."""
