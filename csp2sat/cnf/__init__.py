"""Propositional logic: sinks, DIMACS files, gates, counters, adders.  Literals are nonzero integers; 1 is the constant
true.
"""
