"""What an input is: a CNF, a model in a language, or a board; by name, by suffix, by content."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..base import files
from ..base.numbers import long_written
from ..base.source import Source
from ..errors import InputError, Place, UsageError
from ..languages.spec import LANGUAGES
from ..model.model import Model
from ..puzzles.formats.spec import FORMATS
from ..puzzles.sites import WEB_PAGE
from ..puzzles.spec import PUZZLES, Board
from .problem import BoardProblem, CspProblem, Problem
from .problem import CnfInput as CnfInput

if TYPE_CHECKING:
    from .maxcsp import Mode

CNF = "cnf"
HEADER = re.compile(rb"\A(?:[ \t]*(?:c[^\n]*)?\r?\n)*[ \t]*p[ \t]+cnf\b")
DRAWING = re.compile(r"\s*(?:(?P<svg><svg)|<!doctype html|<html)\b", re.IGNORECASE)
# Files that Windows (`[InternetShortcut]`, `URL=`) keep the address of a web page in
SHORTCUT = re.compile(
    rb"\A\s*(?P<before>\[InternetShortcut\]\s(?:[^\n]*\n)*?)URL=(?P<url>[^\r\n]+)[\s\S]*", re.IGNORECASE
)
# How texts begin that no file of another kind does; the name of the group is that of the language, if there is one
RENAMED = re.compile(
    rb"\A(?:\xef\xbb\xbf)?(?:\s*[;#][^\n]*\n)*\s*"
    rb"(?:size[ \t]+\d+[ \t]+\d|https?://|pzprv3|\{\s*\"type\"|(?P<xcsp><(?:\?xml|instance))|(?P<sugar>\((?:int|bool|domain)\s)"
    rb"|(?P<flatzinc>var\s|array\s*\[))"
)
MINIZINC = (
    "a model of MiniZinc, which only MiniZinc can read; expected FlatZinc, or: minizinc --solver csp2sat MODEL.mzn"
)
MODEL = re.compile(
    r"(?:\s*%[^\n]*\n)*\s*(?:include\s*\"|(?:int|float|bool|enum|par|set of int)\s*[:\w]|solve\s|constraint\s)"
)
COMMENT = re.compile(rb";[^\r\n]*")  # of CSPs and boards
BOARD_SUFFIXES = (".txt", ".json")
LINE, LETTERS = "0123456789.-_*xX", "ABCDEFGHIJKLMNOPabcdefghijklmnop"  # characters of a board that is itself the path,
SHORT, LONG = 16, 200  # which has so many of them, with letters in so many
SHOWN = 60  # characters of such a board as the path in messages


Input = CnfInput | Problem


def kinds() -> list[str]:
    """The names that `--from` takes."""
    from ..puzzles._index import GAMES

    return [CNF, *LANGUAGES, *PUZZLES, *(game for game in GAMES if " " not in game)]


def several(path: str, kind: str | None) -> Iterator[Input]:
    """The inputs of a file that may have several boards; arguments and errors as those of `read`."""
    found = _read(*_data(path), kind)
    if not isinstance(found, _Boards):
        yield found
        return
    for number, board in enumerate(found.boards, start=1):
        yield BoardProblem(board, found.digest if number == 1 else f"{found.digest}:{number}")


def read(path: str, kind: str | None) -> Input:
    """Read an input of whatever kind.

    path: of a file, `-`, or itself a puzzle URL, a game ID, or the characters of a board.  kind: what `--from` says;
    else the suffix, else the content decides.
    """
    return _only(_read(*_data(path), kind), path)


def read_data(data: bytes, path: str, suffix: str, kind: str | None) -> Input:
    """Read the content of an input.  path: what messages call it.  suffix: of its name, `.csp`.  kind: as of `read`."""
    return _only(_read(data, path, suffix, kind), path)


class _Boards(NamedTuple):
    boards: Iterator[Board]
    digest: str


def _only(found: Input | _Boards, path: str) -> Input:
    """The input; of boards the only one.  path: what messages call it."""
    if not isinstance(found, _Boards):
        return found
    from ..puzzles.formats.reading import only

    return BoardProblem(only(found.boards, path), found.digest)


@long_written()
def _read(data: bytes, path: str, suffix: str, kind: str | None) -> Input | _Boards:
    kind = kind and _known_kind(kind)
    digest = hashlib.sha256(data).hexdigest()
    suffix = "" if SHORTCUT.match(data) or (kind is None and _is_renamed(data, suffix)) else suffix
    if kind == CNF or (kind is None and (suffix == ".cnf" or HEADER.match(data))):
        return CnfInput(path, data, digest)
    data = SHORTCUT.sub(_address_alone, data, count=1)
    source = files.as_source(path, data, None if data.lstrip().startswith(b"<") else COMMENT)
    language = _language(source, suffix, kind)
    if language is not None:
        with _of_minizinc(source, suffix):
            return CspProblem(_model(source, language), digest, source)
    return _Boards(_boards(source, kind, suffix), digest)


@contextmanager
def _of_minizinc(source: Source, suffix: str) -> Iterator[None]:
    """Raise in place of what is wrong with FlatZinc that a file `.mzn` is a model of MiniZinc."""
    try:
        yield
    except InputError:
        if suffix == ".mzn":
            raise source.error(MINIZINC, _start(source)) from None
        raise


def _is_renamed(data: bytes, suffix: str) -> bool:
    """Whether a file with the suffix of a language is surely something else: a board, or XML, or an S-expression."""
    if suffix in ("", *BOARD_SUFFIXES):
        return False
    language = CNF if suffix == ".cnf" else _language_of(suffix)
    start = RENAMED.match(data)
    return language is not None and start is not None and start.lastgroup != language


def _address_alone(shortcut: re.Match[bytes]) -> bytes:
    """The address of a shortcut to a web page, at its line."""
    return b"\n" * shortcut["before"].count(b"\n") + shortcut["url"]


def _model(source: Source, language: str) -> Model:
    """The model that a text is; with a warning where it is none."""
    model = LANGUAGES[language].read(source)
    if not (model.ints or model.bools or model.constraints or model.soft):
        source.warn("it declares nothing and requires nothing, which is always satisfied", 1, 1)
    return model


def _data(path: str) -> tuple[bytes, str, str]:
    """What is to be read, what messages call it, and the suffix of its name."""
    if not _is_written(path):
        return files.read_bytes(path), path, PurePath(files.unpacked_name(path)).suffix.lower()
    return path.encode(errors="surrogateescape"), path if len(path) <= SHOWN else path[:SHOWN] + "...", ""


def _is_written(path: str) -> bool:
    """Is it itself a board, and no path?  Boards of these formats may stand where a path does."""
    if FORMATS["url"].fits(path) or FORMATS["sgt"].fits(path) or ("&p=" in path and FORMATS["penpa"].fits(path)):
        return True
    if path.startswith("pzprv3/") and not os.path.exists(path):  # noqa: PTH110  too long a path is none
        return True
    cells = LINE if len(path) < LONG else LINE + LETTERS
    return len(path) >= SHORT and not path.strip(cells) and not os.path.exists(path)  # noqa: PTH110  too long a path is none


def _known_kind(kind: str) -> str:
    """The language whose files have such a suffix (`csp`), or the puzzle that is called so; any other kind as it is."""
    if kind in (CNF, *LANGUAGES) or kind in PUZZLES:
        return kind
    from ..puzzles.names import puzzle_named

    return _language_of(f".{kind.lower()}") or puzzle_named(kind) or kind


def read_problem(
    path: str, kind: str | None, refusal: str | None, goal: Mode | Literal[False] | None = False
) -> Problem:
    """Read a board or a CSP.  refusal: the UsageError for a CNF; None: it is a problem, too.  goal: as `with_goal`;
    False: any is left alone."""
    problem = read(path, kind) if goal is False else with_goal(read(path, kind), goal)
    if isinstance(problem, CnfInput) and refusal is not None:
        raise UsageError(refusal)
    return as_problem(problem)


def as_problem(found: Input) -> Problem:
    """The problem that an input is: of a CNF, which models it has."""
    if not isinstance(found, CnfInput):
        return found
    from .cnf_problem import problem_of

    return problem_of(found)


def with_goal(problem: Input, mode: Mode | None) -> Input:
    """The problem that `--max` or `--weighted` makes of an input.  UsageError where that cannot be, or is needed: not
    for a language that has soft constraints to be weighed, such as WCNF."""
    csp = problem if isinstance(problem, CspProblem) else None
    wanted: Mode | None = mode or (csp.model.about.get("goal") if csp else None)
    if wanted is None:
        if csp and csp.model.soft:
            raise UsageError("the input has (weighted ..) constraints: say --weighted, or --max")
        return problem
    if csp is None:
        raise UsageError(f"--{mode} is for CSPs")
    from .maxcsp import MaxCspProblem

    return MaxCspProblem(csp.model, wanted, csp.digest)


def weighed(problem: Problem) -> Problem:
    """The problem whose best solution is wanted where constraints have weights, as with `--weighted`; others as they
    are."""
    if problem.board is not None or problem.relaxed is not None:
        return problem
    if not problem.model.soft and "goal" not in problem.model.about:
        return problem
    from .maxcsp import MaxCspProblem

    return MaxCspProblem(problem.model, problem.model.about.get("goal", "weighted"), problem.digest)


def stem(path: str) -> str:
    """The name of an input without folder and suffixes, for files that are made from it.

    Of a URL or a game ID the puzzle and the size, of a board's characters the first ones.
    """
    if _is_written(path):
        path = WEB_PAGE.sub(r"\g<program>:", path)
        return "-".join(re.findall(r"\w+", path.partition("?")[2] or path)[: 3 if "?" in path else 2])[:40]
    return PurePath(files.unpacked_name(path)).stem.lstrip("-.") or "stdin"


def _language(source: Source, suffix: str, kind: str | None) -> str | None:
    if kind is not None:
        return kind if kind in LANGUAGES else None
    if suffix not in BOARD_SUFFIXES and (by_suffix := _language_of(suffix)):
        return by_suffix  # and no format of boards is imported
    from ..puzzles.formats.reading import is_board

    if is_board(source.text):
        return None  # and no language is imported
    return _language_of(suffix) or next((name for name in LANGUAGES if LANGUAGES[name].fits(source.text)), None)


def _language_of(suffix: str) -> str | None:
    return next((name for name in LANGUAGES if suffix in LANGUAGES[name].suffixes), None)


def _boards(source: Source, kind: str | None, suffix: str) -> Iterator[Board]:
    from ..puzzles.formats import reading

    if kind is not None and kind not in PUZZLES:
        from ..puzzles.names import suggested

        message = f"--from {kind}: no such puzzle or language; {suggested(kind, (CNF, *LANGUAGES))}"
        raise InputError(message, Place(source.path))
    if kind is None and not reading.is_board(source.text):
        if not source.text.strip():
            raise InputError("there is nothing in it; expected a board, a CSP or a CNF", Place(source.path))
        _check_head(source)
        boards = "`size WIDTH HEIGHT` and rows, lines or arrays of digits, a JSON object, a URL or a game ID"
        expected = f"a CSP, XCSP, `p cnf`, `p wcnf`, OPB, {boards}, or say --from NAME"
        raise source.error(f"nothing known begins like this; expected {expected}", _start(source))
    return reading.read_boards(source, kind)


def _check_head(source: Source) -> None:
    """InputError for a drawing, and for a board that lacks its size, or that is named in no comment."""
    from ..puzzles.formats.base.placing import first
    from ..puzzles.formats.reading import named_in
    from ..puzzles.names import puzzle_named

    if drawing := DRAWING.match(source.text):
        what = "an SVG drawing" if drawing["svg"] else "a web page"
        board = "text, JSON, URL or game ID"
        raise source.error(f"{what}, in which there is no board that can be read; expected the board as {board}", 0)
    if MODEL.match(source.text):
        raise source.error(MINIZINC, _start(source))
    start = first(source.text)
    line = source.text[start:].partition("\n")[0].strip()
    if puzzle_named(line):
        raise source.error(f"the name of a puzzle; expected it in a comment, `; {line}`", start)
    if start and (name := named_in(source.text[:start])):
        raise source.error(f"no size of this {name}; expected `size WIDTH HEIGHT` before the rows", start)


def _start(source: Source) -> int:
    return len(source.text) - len(source.text.lstrip())
