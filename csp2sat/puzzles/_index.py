"""Made by scripts/make_index.py from what each puzzle declares: it is not to be changed."""

from __future__ import annotations

# puzzle, and in this order:
# * what comments and file names call it
# * its names in URLs
# * its program of Simon Tatham's
# * words in pages
# * `line`, where a line of characters is one
TABLE: dict[str, tuple[tuple[str, ...], ...]] = {
    "akari": (("Akari", "light up", "bijutsukan"), ("lightup", "akari", "bijutsukan"), ("lightup",), (), ()),
    "aqre": (("Aqre",), ("aqre",), (), (), ()),
    "balance": (("Balance Loop",), ("balance",), (), (), ()),
    "battleship": (("Battleship", "battleships", "bimaru"), ("battleship",), (), (), ()),
    "binairo": (("Binairo", "takuzu"), (), ("unruly",), (), ()),
    "castle": (("Castle Wall",), ("castle",), (), (), ()),
    "cave": (("Cave", "corral", "bag"), ("cave", "bag"), (), (), ()),
    "chocona": (("Chocona",), ("chocona",), (), (), ()),
    "country": (("Country Road",), ("country",), (), (), ()),
    "creek": (("Creek",), ("creek",), (), (), ()),
    "dbchoco": (("Double Choco",), ("dbchoco",), (), (), ()),
    "dominosa": (("Dominosa", "dominoes"), (), ("dominosa",), (), ()),
    "easyasabc": (("Easy as ABC", "abc end view"), ("easyasabc",), (), (), ()),
    "fillomino": (("Fillomino", "allied occupation"), ("fillomino",), ("filling",), (), ()),
    "firefly": (("Hotaru Beam", "fireflies"), ("firefly",), (), (), ()),
    "futoshiki": (("Futoshiki", "unequal"), (), ("unequal",), (), ()),
    "galaxies": (("Galaxies", "spiral galaxies", "tentai show"), ("tentaisho",), ("galaxies",), (), ()),
    "geradeweg": (("Geradeweg",), ("geradeweg",), (), (), ()),
    "gokigen": (("Gokigen Naname", "gokigen", "slant"), ("gokigen",), ("slant",), (), ()),
    "hashiwokakero": (
        ("Hashiwokakero", "hashi", "hashikake", "bridges"),
        ("hashi", "hashikake", "bridges"),
        ("bridges",),
        (),
        (),
    ),
    "heyawake": (("Heyawake",), ("heyawake",), (), (), ()),
    "hidoku": (("Hidoku", "hidato", "number snake"), (), (), (), ()),
    "hitori": (("Hitori",), ("hitori",), ("singles",), (), ()),
    "jigsaw": (("Jigsaw Sudoku", "irregular sudoku", "chaos sudoku", "jigsaw"), (), ("solo j",), (), ()),
    "kakuro": (("Kakuro", "cross sums"), ("kakuro",), (), (), ()),
    "kenken": (("KenKen", "calcudoku"), (), ("keen",), (), ()),
    "killer": (("Killer Sudoku",), (), ("solo k",), (), ()),
    "kurodoko": (("Kurodoko", "kuromasu", "where are the black cells"), ("kurodoko",), ("range",), (), ()),
    "lits": (("LITS", "nuruomino"), ("lits",), (), (), ()),
    "masyu": (("Masyu", "mashu"), ("mashu", "masyu"), ("pearl",), ("loop-dot", "masyu"), ()),
    "moonsun": (("Moon or Sun",), ("moonsun",), (), (), ()),
    "mosaic": (("Mosaic", "fill-a-pix"), (), ("mosaic",), (), ()),
    "nonogram": (("Nonogram", "picross", "paint by numbers"), ("nonogram",), ("pattern",), (), ()),
    "norinori": (("Norinori",), ("norinori",), (), (), ()),
    "numberlink": (("Number Link", "numberlink", "numlin"), ("numlin", "numberlink"), (), (), ()),
    "nurikabe": (("Nurikabe", "islands in the stream"), ("nurikabe",), (), (), ()),
    "nurimaze": (("Nuri-Maze", "nuri maze"), ("nurimaze",), (), (), ()),
    "nurimisaki": (("Nurimisaki",), ("nurimisaki",), (), (), ()),
    "ripple": (("Ripple Effect", "hakyu koka", "hakyuu"), ("ripple",), (), (), ()),
    "sashigane": (("Sashigane",), ("sashigane",), (), (), ()),
    "shakashaka": (("Shakashaka", "proof of quilt"), ("shakashaka",), (), (), ()),
    "shikaku": (("Shikaku", "shikaku ni kire"), ("shikaku",), ("rect",), (), ()),
    "skyscrapers": (("Skyscrapers", "towers"), ("skyscrapers", "building", "skyscraper"), ("towers",), (), ()),
    "slitherlink": (("Slitherlink", "Slither Link", "slither"), ("slither", "slitherlink"), ("loopy",), (), ()),
    "snake": (("Snake", "tunnel"), ("snake",), (), (), ()),
    "starbattle": (("Star Battle", "Two Not Touch", "queens"), ("starbattle",), (), (), ()),
    "str8ts": (("Str8ts", "straights"), (), (), (), ()),
    "sudoku": (("Sudoku", "number place"), ("sudoku",), ("solo",), (), ("line",)),
    "suguru": (("Suguru", "tectonic", "capsules"), ("suguru",), (), (), ()),
    "tapa": (("Tapa",), ("tapa",), (), (), ()),
    "tatamibari": (("Tatamibari",), ("tatamibari",), (), (), ()),
    "tents": (("Tents", "tents and trees"), ("tents",), ("tents",), (), ()),
    "yajilin": (("Yajilin", "yajirin", "arrow ring"), ("yajilin", "yajirin"), (), (), ()),
    "yinyang": (("Yin-Yang", "yin yang"), ("yinyang",), (), (), ()),
}
TITLES = {name: row[0] for name, row in TABLE.items()}
URLS = dict(sorted([(text, name) for name, row in TABLE.items() for text in row[1]]))
GAMES = dict(sorted([(text, name) for name, row in TABLE.items() for text in row[2]]))
PAGES = dict(sorted([(text, name) for name, row in TABLE.items() for text in row[3]]))
LINES = dict(sorted([(text, name) for name, row in TABLE.items() for text in row[4]]))
