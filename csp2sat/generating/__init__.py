"""New boards with one solution: a random solution, then givens that fix it, as few as the type's custom asks for."""
