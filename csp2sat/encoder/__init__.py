"""The encoder of a CSP into a CNF and its map: the passes normalize, propagate, select encodings and write clauses."""
