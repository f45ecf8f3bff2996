"""Write what all parts of a kind declare into one file, so that looking something up does not import them all, and what
solvers.yaml says, so that no YAML is read.

    python scripts/make_index.py [--check]

--check: write nothing; exit code 1 if a file is not what it should be.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
LINE = 120
sys.path.insert(0, str(ROOT))

from csp2sat.base.plugins import Parts, collected  # noqa: E402
from csp2sat.puzzles.sites import Game  # noqa: E402
from csp2sat.puzzles.spec import PUZZLES  # noqa: E402
from csp2sat.runner.config.config import PACKAGED  # noqa: E402
from csp2sat.runner.config.entry import Entry  # noqa: E402
from csp2sat.runner.config.merging import merged  # noqa: E402


class Column(NamedTuple):
    """What a table tells of each part: some texts, and the dictionary that is made of them.

    by_text: is it from each text to the part's name (no two parts have the same)?  Else from the name to the texts.
    """

    name: str
    comment: str
    declared: Callable[[Any], Sequence[str]]
    by_text: bool = True


class Index(NamedTuple):
    """A file that is made: of which parts, and the columns of its table."""

    path: str
    parts: Parts[Any]
    columns: tuple[Column, ...]


def _game(game: Game) -> tuple[str]:
    """The program, with the letter behind the size if it stands for several puzzles."""
    return (f"{game.program} {game.letter}".strip(),)


PUZZLE_COLUMNS = (
    Column("TITLES", "what comments and file names call it", lambda puzzle: puzzle.titles, by_text=False),
    Column("URLS", "its names in URLs", lambda puzzle: puzzle.url.names if puzzle.url else ()),
    Column("GAMES", "its program of Simon Tatham's", lambda puzzle: _game(puzzle.sgt) if puzzle.sgt else ()),
    Column("PAGES", "words in pages", lambda puzzle: puzzle.page.words if puzzle.page else ()),
    Column("LINES", "`line`, where a line of characters is one", lambda puzzle: ("line",) if puzzle.in_line else ()),
)
PUZZLE_INDEX = Index("csp2sat/puzzles/_index.py", PUZZLES, PUZZLE_COLUMNS)


def index_text(index: Index) -> str:
    """What the file should be."""
    lines = [
        f'"""Made by scripts/make_index.py from what each {index.parts.kind} declares: it is not to be changed."""\n'
    ]
    lines.append("from __future__ import annotations\n")
    lines += [f"# {index.parts.kind}, and in this order:", *(f"# * {each.comment}" for each in index.columns)]
    lines.append("TABLE: dict[str, tuple[tuple[str, ...], ...]] = {")
    for name in index.parts:
        lines.append(_entry(name, [tuple(column.declared(index.parts[name])) for column in index.columns]))
    lines += ["}", *(_dictionary(index.parts, at, column) for at, column in enumerate(index.columns))]
    return "\n".join(lines) + "\n"


def _dictionary(parts: Parts[Any], at: int, column: Column) -> str:
    """The line that makes a column's dictionary; ValueError if two parts have the same text."""
    if not column.by_text:
        return f"{column.name} = {{name: row[{at}] for name, row in TABLE.items()}}"
    collected(parts, lambda part: [(text, part.name) for text in column.declared(part)])
    return f"{column.name} = dict(sorted([(text, name) for name, row in TABLE.items() for text in row[{at}]]))"


def _entry(name: str, texts: list[tuple[str, ...]]) -> str:
    """An entry of the table as the formatter writes it."""
    *cells, key = (repr(each).replace("'", '"') for each in (*texts, name))
    line = f"    {key}: ({', '.join(cells)}),"
    if len(line) > LINE:
        return "\n".join([f"    {key}: (", *(f"        {cell}," for cell in cells), "    ),"])
    return line


def solvers_text() -> str:
    """What packaged.json should be."""
    path = ROOT / "solvers.yaml"
    entries, order, portfolio = merged([str(path)])
    plain = {name: _plain(entry) for name, entry in entries.items()}
    made = {"text": sha256(path.read_bytes()).hexdigest(), "preferred": order, "portfolio": portfolio, "entries": plain}
    return json.dumps(made, separators=(",", ":")) + "\n"


def _plain(entry: Entry) -> dict[str, Any]:
    """The fields that differ from their defaults; of commands the words, of the template of arguments the groups."""
    usual = vars(Entry(entry.name, ()))
    changed = {field: value for field, value in vars(entry).items() if value != usual[field]}
    return {**changed, "command": [command.words for command in entry.command], "args": entry.args.groups}


MADE: dict[Path, Callable[[], str]] = {
    ROOT / PUZZLE_INDEX.path: lambda: index_text(PUZZLE_INDEX),
    PACKAGED: solvers_text,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    old = [path for path, made in MADE.items() if _text(path) != made()]
    for path in old:
        print(f"{path.relative_to(ROOT)} {'is not what it should be' if check else 'is written'}")
        if not check:
            path.write_text(MADE[path]())
    return int(check and bool(old))


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
