"""The judging of answers from anywhere: form, clauses, constraints or rules; no encoder, no solver."""
