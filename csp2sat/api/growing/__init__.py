"""Models that grow and are asked again and again: in a solver that is kept, or as clauses in memory."""
