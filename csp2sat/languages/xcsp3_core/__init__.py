"""XCSP3-core: variables, expressions and constraints, a file for each family of constraints."""
