"""Parts of statements: clauses of formulas, definitions of hidden variables, rules about graphs."""
