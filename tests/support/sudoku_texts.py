"""A sudoku as 81 characters."""

EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


def grid(text: str) -> list[list[int]]:
    """Its numbers row by row."""
    return [list(map(int, row)) for row in zip(*[iter(text)] * 9, strict=True)]
