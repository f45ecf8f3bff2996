"""Write pages with the pictures of all kinds of puzzles, for a reader who asks: can I solve each from its picture?

    python scripts/contact_sheet.py FOLDER [KIND ...]

`FOLDER/light.html` and `FOLDER/dark.html` have the sample of each kind, given and solved, below its name and its rules;
only of each KIND, if any is named.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from csp2sat.api.writing.booklets.sheets import rules_of
from csp2sat.api.writing.html import HEAD, TAIL
from csp2sat.api.writing.puzzles import sample
from csp2sat.escaping import for_html
from csp2sat.puzzles.formats.solutions.reading import read
from csp2sat.puzzles.spec import PUZZLES

STYLE = """\
<style>
@media screen {{ :root {{ color-scheme: {scheme}; }} }}
section {{ max-width: 40rem; }}
@media print {{ section svg {{ max-width: 48%; max-height: 110mm; }} }}
</style>
"""
BOARDS = '<div class="boards">\n'


def entry(name: str) -> str:
    """Return the HTML of a kind: its name, its rules, its sample as given and solved."""
    puzzle = PUZZLES[name]
    board = sample(puzzle)
    drawings = board.svg() + board.svg(read(puzzle.samples[0][1], board).solution)
    rules = "".join(f"<p>{for_html(text)}</p>\n" for text in rules_of(name))
    return f"<section>\n<h3>{for_html(name)}</h3>\n{rules}{drawings}</section>\n"


def main(folder: Path, kinds: Sequence[str] = ()) -> None:
    """Write the sheets of both colour schemes into a folder, which is made if it is missing; of all kinds if none is
    named.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries = "".join(map(entry, kinds or PUZZLES))
    for scheme in ("light", "dark"):
        page = HEAD.format(title="Pictures") + STYLE.format(scheme=scheme) + BOARDS + entries + "</div>\n" + TAIL
        (folder / f"{scheme}.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("kinds", nargs="*", metavar="KIND", choices=[*PUZZLES, []])
    asked = parser.parse_args()
    main(asked.folder, asked.kinds)
