"""Write what all parts of a kind declare into one file, so that looking something up does not import them all.

    python scripts/make_index.py [--check]

--check: write nothing; exit code 1 if a file is not what it should be.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from csp2sat.base.plugins import Parts, collected  # noqa: E402
from csp2sat.puzzles.spec import PUZZLES, Puzzle  # noqa: E402


class Table(NamedTuple):
    """A dictionary of an index.  declared: part -> pairs of key and value."""

    name: str
    comment: str
    declared: Callable[[Any], Iterable[tuple[str, Any]]]


class Index(NamedTuple):
    """A file that is made: of which parts, and its tables."""

    path: str
    parts: Parts[Any]
    tables: tuple[Table, ...]


def _urls(puzzle: Puzzle) -> Iterable[tuple[str, str]]:
    return ((name, puzzle.name) for name in (puzzle.url.names if puzzle.url else ()))


def _games(puzzle: Puzzle) -> Iterable[tuple[str, str]]:
    return [(puzzle.sgt.program, puzzle.name)] if puzzle.sgt else []


def _pages(puzzle: Puzzle) -> Iterable[tuple[str, str]]:
    return ((word, puzzle.name) for word in (puzzle.page.words if puzzle.page else ()))


PUZZLE_TABLES = (
    Table("TITLES", "what comments and file names call a puzzle, by its name", lambda p: [(p.name, p.titles)]),
    Table("URLS", "name in URLs -> puzzle", _urls),
    Table("GAMES", "program of Simon Tatham's -> puzzle", _games),
    Table("PAGES", "word in a page -> puzzle", _pages),
)
INDEXES = (Index("csp2sat/puzzles/_index.py", PUZZLES, PUZZLE_TABLES),)


def text_of(index: Index) -> str:
    """What the file should be."""
    lines = [
        f'"""Made by scripts/make_index.py from what each {index.parts.kind} declares: it is not to be changed."""\n'
    ]
    lines.append("from __future__ import annotations\n")
    for table in index.tables:
        lines.append(f"# {table.comment}\n{table.name} = {{")
        found = collected(index.parts, table.declared)
        lines += [f"    {_shown(key)}: {_shown(value)}," for key, value in found.items()]
        lines.append("}\n")
    return "\n".join(lines).rstrip("\n") + "\n"


def _shown(value: object) -> str:
    """A literal as the formatter writes it."""
    return repr(value).replace("'", '"')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    old = [index for index in INDEXES if _text(ROOT / index.path) != text_of(index)]
    for index in old:
        print(f"{index.path} {'is not what it should be' if check else 'is written'}")
        if not check:
            (ROOT / index.path).write_text(text_of(index))
    return int(check and bool(old))


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
