"""The search for good solutions, and bounds, of problems that are linear: without clauses, in the model's own terms."""
