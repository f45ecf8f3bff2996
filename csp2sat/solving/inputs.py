"""What an input is: a CNF, a model in a language, or a board; by name, by suffix, by content."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

from ..base import files
from ..base.source import Source
from ..errors import InputError, Place, UsageError
from ..languages.spec import LANGUAGES
from ..puzzles.spec import FORMATS, PUZZLES, Board, format_of
from .problem import BoardProblem, CspProblem, Problem

if TYPE_CHECKING:
    from .maxcsp import Mode

CNF = "cnf"
HEADER = re.compile(rb"\A(?:[ \t]*(?:c[^\n]*)?\r?\n)*[ \t]*p[ \t]+cnf\b")
NOT_YET = {".wcnf": "weighted CNF", ".opb": "pseudo-Boolean"}
BOARD_SUFFIXES = (".txt", ".json")
SHOWN = 60  # characters of such a board as the path in messages


@dataclass(frozen=True)
class CnfInput:
    """A CNF: its path for messages, its uncompressed bytes and their SHA-256 (hex)."""

    path: str
    data: bytes
    digest: str


Input = CnfInput | Problem


def kinds() -> list[str]:
    """The names that `--from` takes."""
    from ..puzzles._index import GAMES

    return [CNF, *LANGUAGES, *PUZZLES, *GAMES]


def read(path: str, kind: str | None) -> Input:
    """Read an input of whatever kind.

    path: of a file, `-`, or itself a puzzle URL or a game ID.  kind: what `--from` says; else the suffix, else the
    content decides.
    """
    return read_data(*_data(path), kind)


def read_data(data: bytes, path: str, suffix: str, kind: str | None) -> Input:
    """Read the content of an input.  path: what messages call it.  suffix: of its name, `.csp`.  kind: as of `read`."""
    kind = kind and _puzzle(kind)
    digest = hashlib.sha256(data).hexdigest()
    if kind == CNF or (kind is None and (suffix == ".cnf" or HEADER.match(data))):
        return CnfInput(path, data, digest)
    source = files.as_source(path, data)
    language = _language(source, suffix, kind)
    if language is not None:
        return CspProblem(LANGUAGES[language].read(source), digest, source)
    return BoardProblem(_board(source, kind, suffix), digest)


def _data(path: str) -> tuple[bytes, str, str]:
    """What is to be read, what messages call it, and the suffix of its name."""
    if not _is_written(path):
        return files.read_bytes(path), path, PurePath(files.unpacked_name(path)).suffix.lower()
    return path.encode(errors="surrogateescape"), path if len(path) <= SHOWN else path[:SHOWN] + "...", ""


def _is_written(path: str) -> bool:
    """Is it itself a board, and no path?  Boards of these formats may stand where a path does."""
    return FORMATS["url"].fits(path) or FORMATS["sgt"].fits(path)


def _puzzle(kind: str) -> str:
    """The puzzle that is meant by a program of sgt's; any other kind as it is."""
    if kind in (CNF, *LANGUAGES) or kind in PUZZLES:
        return kind
    from ..puzzles._index import GAMES

    return GAMES.get(kind, kind)


def read_problem(path: str, kind: str | None, refusal: str, goal: Mode | Literal[False] | None = False) -> Problem:
    """Read a board or a CSP.  refusal: the UsageError for a CNF.  goal: as `with_goal`; False: any is left alone."""
    problem = read(path, kind) if goal is False else with_goal(read(path, kind), goal)
    if isinstance(problem, CnfInput):
        raise UsageError(refusal)
    return problem


def with_goal(problem: Input, mode: Mode | None) -> Input:
    """The problem that `--max` or `--weighted` makes of an input.  UsageError where that cannot be, or is needed."""
    csp = problem if isinstance(problem, CspProblem) else None
    if mode is None:
        if csp and csp.model.soft:
            raise UsageError("the input has (weighted ..) constraints: say --weighted, or --max")
        return problem
    if csp is None:
        raise UsageError(f"--{mode} is for CSPs")
    from .maxcsp import MaxCspProblem

    return MaxCspProblem(csp.model, mode, csp.digest)


def stem(path: str) -> str:
    """The name of an input without folder and suffixes, for files that are made from it.

    Of a URL or a game ID the puzzle and the size.
    """
    if _is_written(path):
        return "-".join(re.findall(r"\w+", path.partition("?")[2] or path)[: 3 if "?" in path else 2])
    return PurePath(files.unpacked_name(path)).stem.lstrip("-.") or "stdin"


def _language(source: Source, suffix: str, kind: str | None) -> str | None:
    if kind is not None:
        return kind if kind in LANGUAGES else None
    looks_like_board = format_of(source.text) is not None
    if looks_like_board and suffix in BOARD_SUFFIXES:
        return None  # and no language is imported
    by_suffix = next((name for name in LANGUAGES if suffix in LANGUAGES[name].suffixes), None)
    if by_suffix is not None or looks_like_board:
        return by_suffix
    return next((name for name in LANGUAGES if LANGUAGES[name].fits(source.text)), None)


def _board(source: Source, kind: str | None, suffix: str) -> Board:
    from ..puzzles.boards.reading import read_board

    if kind is not None and kind not in PUZZLES:
        raise InputError(f"--from {kind}: expected one of {', '.join(kinds())}", Place(source.path))
    if kind is None and suffix in NOT_YET:
        raise InputError(f"{NOT_YET[suffix]} files cannot be read by this version", Place(source.path))
    if kind is None and format_of(source.text) is None:
        boards = "`size WIDTH HEIGHT` and rows, an array of digits, a JSON object, a URL or a game ID"
        expected = f"a CSP, XCSP, `p cnf`, {boards}, or say --from NAME"
        raise source.error(f"nothing known begins like this; expected {expected}", _start(source))
    return read_board(source, kind)


def _start(source: Source) -> int:
    return len(source.text) - len(source.text.lstrip())
