"""Propositional logic: sinks, DIMACS files, gates.  Literals are nonzero integers; 1 is the constant true."""
