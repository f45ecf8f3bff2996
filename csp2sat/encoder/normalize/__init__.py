"""The first pass: expressions become clauses over Boolean variables and linear sums."""
