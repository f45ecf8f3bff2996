"""New boards with one solution: a random solution, then as few givens that fix it as is usual for the kind."""
