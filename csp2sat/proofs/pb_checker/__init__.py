"""A checker of pseudo-Boolean proofs in a subset of VeriPB's format 3.0, which imports nothing but the errors."""
