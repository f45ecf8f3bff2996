"""Tours made without clauses: a local search chooses the place after each place, and all else follows from the tour."""
