"""What comments, file names and URLs call the puzzles: for each the name that its text form has, then others.

They stand here, and not with the puzzles, so that reading one board does not import them all.
"""

NAMES = {
    "akari": ("Akari", "light up", "bijutsukan"),
    "fillomino": ("Fillomino", "allied occupation"),
    "hashiwokakero": ("Hashiwokakero", "hashi", "hashikake", "bridges"),
    "heyawake": ("Heyawake",),
    "hitori": ("Hitori",),
    "kakuro": ("Kakuro", "cross sums"),
    "masyu": ("Masyu", "mashu"),
    "nonogram": ("Nonogram", "picross", "paint by numbers"),
    "numberlink": ("Number Link", "numberlink", "numlin"),
    "nurikabe": ("Nurikabe", "islands in the stream"),
    "shikaku": ("Shikaku", "shikaku ni kire"),
    "slitherlink": ("Slitherlink", "Slither Link", "slither"),
    "sudoku": ("Sudoku", "number place"),
    "yajilin": ("Yajilin", "yajirin", "arrow ring"),
}
