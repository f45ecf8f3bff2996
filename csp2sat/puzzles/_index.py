"""Made by scripts/make_index.py from what each puzzle declares: it is not to be changed."""

from __future__ import annotations

# what comments and file names call a puzzle, by its name
TITLES = {
    "akari": ("Akari", "light up", "bijutsukan"),
    "fillomino": ("Fillomino", "allied occupation"),
    "hashiwokakero": ("Hashiwokakero", "hashi", "hashikake", "bridges"),
    "heyawake": ("Heyawake",),
    "hitori": ("Hitori",),
    "kakuro": ("Kakuro", "cross sums"),
    "masyu": ("Masyu", "mashu"),
    "nonogram": ("Nonogram", "picross", "paint by numbers"),
    "norinori": ("Norinori",),
    "numberlink": ("Number Link", "numberlink", "numlin"),
    "nurikabe": ("Nurikabe", "islands in the stream"),
    "shikaku": ("Shikaku", "shikaku ni kire"),
    "slitherlink": ("Slitherlink", "Slither Link", "slither"),
    "sudoku": ("Sudoku", "number place"),
    "yajilin": ("Yajilin", "yajirin", "arrow ring"),
}

# name in URLs -> puzzle
URLS = {
    "akari": "akari",
    "bijutsukan": "akari",
    "bridges": "hashiwokakero",
    "fillomino": "fillomino",
    "hashi": "hashiwokakero",
    "hashikake": "hashiwokakero",
    "heyawake": "heyawake",
    "hitori": "hitori",
    "kakuro": "kakuro",
    "lightup": "akari",
    "mashu": "masyu",
    "masyu": "masyu",
    "nonogram": "nonogram",
    "norinori": "norinori",
    "numberlink": "numberlink",
    "numlin": "numberlink",
    "nurikabe": "nurikabe",
    "shikaku": "shikaku",
    "slither": "slitherlink",
    "slitherlink": "slitherlink",
    "sudoku": "sudoku",
    "yajilin": "yajilin",
    "yajirin": "yajilin",
}

# program of Simon Tatham's -> puzzle
GAMES = {
    "bridges": "hashiwokakero",
    "filling": "fillomino",
    "lightup": "akari",
    "loopy": "slitherlink",
    "pattern": "nonogram",
    "pearl": "masyu",
    "rect": "shikaku",
    "singles": "hitori",
    "solo": "sudoku",
}

# word in a page -> puzzle
PAGES = {
    "loop-dot": "masyu",
    "masyu": "masyu",
}
