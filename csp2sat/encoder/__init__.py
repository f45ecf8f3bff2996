"""Model -> CNF and map records: normalize, propagate, select encodings, write clauses."""
