"""The search for steps: cuts of graph rules, solvers of single statements, and the process that finds reasons."""
