"""Puzzles: board -> Model -> drawing, one file each."""
