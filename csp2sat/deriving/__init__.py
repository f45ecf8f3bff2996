"""Derivations: each clause of a CNF from the statement of its source, then each lemma of a solver's proof."""
