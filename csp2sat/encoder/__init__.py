"""Model -> CNF and map records: normalise, tighten bounds, emit."""
