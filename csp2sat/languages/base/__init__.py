"""Tools that the languages share: places of faults, forms of constraints, value lines."""
