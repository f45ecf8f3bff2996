"""The types of puzzles, one file each: rules, model, checker, drawing, samples."""
