"""Puzzles: board -> Model -> drawing; a type is one file under `types/`."""
