"""Whether an answer from anywhere is right: form, clauses, constraints or rules; no encoder, no solver."""
