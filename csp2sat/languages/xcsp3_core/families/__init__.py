"""The constraints of XCSP3-core as formulas, a file for each family."""
