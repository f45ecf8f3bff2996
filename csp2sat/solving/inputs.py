"""The reading of inputs: whether an input is a CNF, a model or a board, decided by name, suffix, or content."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

from ..base import files, minizinc_paths
from ..base.numbers import long_written, shortened
from ..base.source import Source
from ..errors import FileError, InputError, UsageError
from ..languages.spec import LANGUAGES
from ..model.model import Model
from ..puzzles.formats.spec import FORMATS, Format
from ..puzzles.sites import SITES, WEB_PAGE
from ..puzzles.spec import PUZZLES, Board
from ..tuples import NamedTuple
from .cnf_problem import CnfInput as CnfInput
from .kinds import CNF as CNF
from .kinds import CNF_SUFFIXES as CNF_SUFFIXES
from .kinds import empty, known_kind, language_of, languages_of, unknown_kind
from .kinds import kinds as kinds
from .kinds import languages as languages
from .problem import BoardProblem, CspProblem, Problem

if TYPE_CHECKING:
    from .maxcsp import Mode

HEADER = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:[ \t]*(?:c[^\n]*)?\r?\n)*[ \t]*p[ \t]+g?cnf\b")
# The files in which Windows keeps the address of a web page (`[InternetShortcut]`, `URL=`)
SHORTCUT = re.compile(
    rb"\A\s*(?P<before>\[InternetShortcut\]\s(?:[^\n]*\n)*?)URL=(?P<url>[^\r\n]+)[\s\S]*", re.IGNORECASE
)
# The beginnings that texts of only one kind have; a group is named after the language of such a text, if it has one
RENAMED = (
    rb"\A(?:\xef\xbb\xbf)?(?:\s*[;#][^\n]*\n)*\s*"
    rb"(?:size[ \t]+\d+[ \t]+\d|https?://|pzprv3|SAVEFILE|\{\s*\"type\"|(?:<\?xml[^>]*>\s*)?<opensudoku|(?P<xcsp><(?:\?xml|instance))"
    rb"|(?P<sugar>\((?:int|bool|domain)\s)|(?P<flatzinc>var\s|array\s*\[))"
)
COMMENT = re.compile(rb";[^\r\n]*")  # of CSPs and boards
ADDRESS = re.compile(r"\w{2,}:/+|https?//+")  # the begin of an address of the web, perhaps a mistyped one
BOARD_SUFFIXES = (".txt", ".json")
LINE, LETTERS = "0123456789.-_*xX", "ABCDEFGHIJKLMNOPabcdefghijklmnop"  # characters of a board that is itself the path,
SIGNS = frozenset(":#?")  # one of which is in a game ID, and in a URL unless it begins with the name of a site
SHORT, LONG = 16, 200  # which has at least SHORT of them, letters among them if there are at least LONG
SHOWN_NAMES = {"xcsp": "XCSP 2.1", "xcsp3": "XCSP3", "sugar": "Sugar's CSP text", "flatzinc": "FlatZinc"}
SHOWN = 60  # characters of such a board as the path in messages


Input = CnfInput | Problem


def several(path: str, kind: str | None) -> Iterator[Input]:
    """Yield the inputs of a file that may have several boards.

    path, kind: as in `read`.  Raises InputError if an input is malformed.
    """
    found = _read(*data_of(path, kind), kind)
    if not isinstance(found, _Boards):
        yield found
        return
    for number, board in enumerate(found.boards, start=1):
        yield BoardProblem(board, found.digest if number == 1 else f"{found.digest}:{number}")


def read(path: str, kind: str | None) -> Input:
    """Read the one input at a path; `kind` decides the kind of input, else the suffix, else the content.

    path: the path of a file, `-` for stdin, or itself a puzzle URL, a game ID, or the characters of a board.  kind: the
    argument of `--from`, or None.  Raises InputError if the input is malformed or has several boards.
    """
    return _only(_read(*data_of(path, kind), kind), path)


def read_data(data: bytes, path: str, suffix: str, kind: str | None) -> Input:
    """Read one input from `data`, the content of a file.

    path: the name of the input in messages.  suffix: the suffix of its file name, such as `.csp`, or ''.  kind: the
    argument of `--from`, or None.  Raises InputError as `read` does.
    """
    return _only(_read(data, path, suffix, kind), path)


class _Boards(NamedTuple):
    boards: Iterator[Board]
    digest: str


def _only(found: Input | _Boards, path: str) -> Input:
    """Return the input, or the problem of the only board.  Raises InputError, with `path` in the message, if there are
    several boards.
    """
    if not isinstance(found, _Boards):
        return found
    from ..puzzles.formats.reading import only

    return BoardProblem(only(found.boards, path), found.digest)


@long_written()
def _read(data: bytes, path: str, suffix: str, kind: str | None) -> Input | _Boards:
    """Return the input that `data` means, or the boards if the data are neither a CNF nor a text of a language.

    path, suffix, kind: as in `read_data`.  Raises InputError if the input is malformed.
    """
    kind = kind and known_kind(kind)
    digest = hashlib.sha256(data).hexdigest()
    suffix = "" if SHORTCUT.match(data) or (kind is None and _is_renamed(data, suffix)) else suffix
    if kind is not None and not data.strip():
        raise empty(kind, path)
    if is_cnf(suffix, data, kind):
        return CnfInput.of(path, data, digest)
    data = SHORTCUT.sub(_address_alone, data, count=1)
    source = files.as_source(path, data, None if data.lstrip().startswith(b"<") else COMMENT)
    form = _format(source, suffix, kind)
    if suffix == minizinc_paths.MINIZINC_DATA:
        raise _data_alone(source)
    if suffix == minizinc_paths.MINIZINC and kind is None:
        from .minizinc import minizinc_problem

        return minizinc_problem(source, digest)
    language = _language(source, suffix, kind) if form is None else None  # of a board no language is imported
    if language is not None:
        return CspProblem(_model(source, language), digest, source)
    return _Boards(_boards(source, kind, form), digest)


def is_cnf(suffix: str, data: bytes, kind: str | None) -> bool:
    """Whether `data`, the content of a file, is read as a CNF.  suffix, kind: as in `read_data`."""
    return kind == CNF or (kind is None and (suffix in CNF_SUFFIXES or HEADER.match(data) is not None))


def _is_renamed(data: bytes, suffix: str) -> bool:
    """Whether a file with the suffix of a language begins as only another kind of file does: a board, XML, FlatZinc, or
    an S-expression.
    """
    if suffix in ("", *BOARD_SUFFIXES):
        return False
    language = {".mzn": "flatzinc", **dict.fromkeys(CNF_SUFFIXES, CNF)}.get(suffix) or language_of(suffix)
    start = re.match(RENAMED, data)
    return language is not None and start is not None and start.lastgroup != language


def _address_alone(shortcut: re.Match[bytes]) -> bytes:
    """Return the address in a shortcut to a web page, after enough line ends to keep the address at its line number."""
    return b"\n" * shortcut["before"].count(b"\n") + shortcut["url"]


def _model(source: Source, language: str) -> Model:
    """Return the model of a text in a language, with a warning if the text declares nothing and requires nothing."""
    try:
        model = LANGUAGES[language].read(source)
    except InputError as error:
        raise _in_another_language(source, language) or error from None
    if not (model.ints or model.bools or model.constraints or model.soft):
        source.warn("the input declares nothing and requires nothing, so it is always satisfied", 1, 1)
    return model


def _in_another_language(source: Source, language: str) -> InputError | None:
    """Return the error, not raised, for a text in another language than the expected one; None if the text may be in
    the expected language, or fits no language.
    """
    if LANGUAGES[language].fits(source.text):
        return None
    found = next((name for name in LANGUAGES if LANGUAGES[name].fits(source.text)), None)
    if found is None or (found == "xcsp" and "<presentation" not in source.text):  # any XML may be meant for XCSP 2.1
        return None
    text, expected = (SHOWN_NAMES.get(name, name) for name in (found, language))
    return source.error(f"this is {text}; expected {expected}; `csp2sat solve FILE --from {found}` reads it", 0)


def data_of(path: str, kind: str | None = None) -> tuple[bytes, str, str]:
    """Return the content at a path (or the path itself if it is a board), the name for messages, and the suffix of the
    name.

    kind: as in `read`.  Raise InputError for a board that a file does not have.
    """
    if numbered := numbered_board(path):
        from ..puzzles.formats.reading import board_text

        data, name, suffix = data_of(numbered[0])
        source = files.as_source(name, data, None if data.lstrip().startswith(b"<") else COMMENT)
        return board_text(source, numbered[1], kind and known_kind(kind)).text.encode(), name, suffix
    if not is_written(path):
        try:
            first = minizinc_paths.files_of(path)[0]
            return files.read_bytes(first), path, PurePath(files.unpacked_name(first)).suffix.lower()
        except FileError as error:
            from ..puzzles.names import no_board

            if (begun := ADDRESS.match(path)) and isinstance(error.__cause__, OSError):
                wrong = f"{begun[0]} begins no address that is read; expected https:// (csp2sat help formats)"
                raise FileError(f"{shortened(path, SHOWN)}: {wrong}") from error.__cause__
            if isinstance(error.__cause__, FileNotFoundError) and (advice := _behind(path) or no_board(path)):
                raise FileError(f"{path}: {advice}") from error.__cause__
            raise
    return path.encode(errors="surrogateescape"), shortened(path, SHOWN), ""


def numbered_board(path: str) -> tuple[str, int] | None:
    """Return the file and the number of a board in it that a path names, as in `boards.txt#2`; None for another path,
    and for one that is itself the name of a file.
    """
    name, _, number = path.rpartition("#")
    if not re.fullmatch("[0-9]{1,6}", number) or not os.path.isfile(name) or os.path.exists(path):  # noqa: PTH110, PTH113
        return None
    return name, int(number)


def _behind(path: str) -> str:
    """Return what to say of a path that is the name of an existing file with words behind it, as a MiniZinc model may
    have; '' for any other path.
    """
    first, blank, words = path.partition(" ")
    is_other = blank and os.path.isfile(first) and not first.lower().endswith(minizinc_paths.MINIZINC)  # noqa: PTH113  too long a path is none
    return (
        f"expected {first} alone, without {words!r}: only a MiniZinc model has data behind its name" if is_other else ""
    )


def flatzinc_of(path: str) -> str | None:
    """Return the FlatZinc of the MiniZinc model at a path; None for another path.  Raise the errors of `compiled`."""
    if minizinc_paths.files_of(path)[0][-4:].lower() != minizinc_paths.MINIZINC:
        return None
    from .minizinc import compiled

    return compiled(path)


def is_written(path: str) -> bool:
    """Whether `path` is itself a board: a URL, a game ID, or the characters of a board that is not also an existing
    file.
    """
    if numbered_board(path):
        return False
    has_sign = not SIGNS.isdisjoint(path) or any(site in path.lower() for site in SITES)  # else no format is imported
    if has_sign and (FORMATS["url"].fits(path) or FORMATS["sgt"].fits(path)):
        return True
    if "&p=" in path and FORMATS["penpa"].fits(path):
        return True
    if "pzprv3" in path and FORMATS["player"].fits(path) and not os.path.exists(path):  # noqa: PTH110  too long a path is none
        return True
    cells = LINE if len(path) < LONG else LINE + LETTERS
    return len(path) >= SHORT and not path.strip(cells) and not os.path.exists(path)  # noqa: PTH110  too long a path is none


def read_problem(
    path: str, kind: str | None, refusal: str | None, goal: Mode | Literal[False] | None = False
) -> Problem:
    """Read the board or CSP at a path, as `read` does, and apply the goal of `--max` or `--weighted`.

    path, kind: as in `read`.  refusal: the message of the UsageError raised for a CNF; with None a CNF is a problem
    like any other.  goal: as in `with_goal`: with None only the model itself may name a mode, and constraints with
    weights without a mode are a UsageError; with False constraints with weights are left alone.  Raises the errors of
    `read` and `with_goal`.
    """
    found = read(path, kind)
    if found.is_cnf and refusal is not None:
        raise UsageError(refusal)
    return (found if goal is False else with_goal(found, goal)).as_problem()


def with_goal(problem: Input, mode: Mode | None) -> Input:
    """Return the input as a problem of least cost if `mode` or the model asks for it; otherwise the input unchanged.

    Raises UsageError if the input is no CSP although a mode is given, if no mode is given although the model has soft
    constraints (languages such as WCNF name the mode themselves), or if a model of least cost already has an objective.
    """
    csp = problem if isinstance(problem, CspProblem) else None
    wanted: Mode | None = mode or (csp.model.about.get("goal") if csp else None)
    if wanted is None:
        if csp and csp.model.soft:
            raise UsageError("the input has (weighted ..) constraints; use --weighted or --max")
        return problem
    if csp is None:
        raise UsageError(f"--{mode}: only for a CSP; a WCNF has soft clauses, and needs no option")
    if mode and csp.model.about.get("goal", mode) != mode:
        raise UsageError(f"--{mode}: the input says which of its clauses are soft; use no --{mode}")
    from .maxcsp import MaxCspProblem

    return MaxCspProblem(csp.model, wanted, csp.digest)


def weighed(problem: Problem) -> Problem:
    """Return the problem of least cost if the model has constraints with weights, as with `--weighted`, or names a mode
    itself, as with the option of that mode; otherwise the problem unchanged.

    Raises UsageError if a model of least cost already has an objective.
    """
    if problem.board is not None or problem.relaxed is not None:
        return problem
    if not problem.model.soft and "goal" not in problem.model.about:
        return problem
    from .maxcsp import MaxCspProblem

    return MaxCspProblem(problem.model, problem.model.about.get("goal", "weighted"), problem.digest)


def stem(path: str) -> str:
    """Return the name of an input without folder and suffixes, for files that are made from the input.

    The name consists of puzzle and size for a URL or a game ID, of the first characters for a board given by
    characters, ends in the number of a board of several, and is `stdin` for `-`.
    """
    if numbered := numbered_board(path):
        return f"{stem(numbered[0])}-{numbered[1]}"
    if is_written(path):
        path = WEB_PAGE.sub(r"\g<program>:", path)
        return "-".join(re.findall(r"\w+", path.partition("?")[2] or path)[: 3 if "?" in path else 2])[:40]
    return (
        "-".join([PurePath(files.unpacked_name(name)).stem.lstrip("-.") for name in minizinc_paths.files_of(path)])
        or "stdin"
    )


def _format(source: Source, suffix: str, kind: str | None) -> Format | None:
    """Return the format that the text seems to have; None if it has none, or if `kind` or the suffix of a language
    decides what the input is.
    """
    if kind is not None or (suffix not in BOARD_SUFFIXES and language_of(suffix)):
        return None  # and no format of boards is imported
    from ..puzzles.formats.reading import format_of

    return format_of(source.text)


def _language(source: Source, suffix: str, kind: str | None) -> str | None:
    """Return the language of a text by `kind`, else by the suffix, else by the content; None if no language fits."""
    if kind is not None:
        return kind if kind in LANGUAGES else None
    named = languages_of(suffix)
    fitting = (name for name in named or LANGUAGES if LANGUAGES[name].fits(source.text))
    return next(fitting, next(iter(named), None)) if len(named) != 1 else named[0]


def _boards(source: Source, kind: str | None, form: Format | None) -> Iterator[Board]:
    """Return the boards of a text that is neither a CNF nor a text of a language.

    kind: the name of the puzzle, None if the content decides.  form: the format that the text seems to have, None for
    none. Raises UsageError if `kind` is unknown, and InputError if `kind` and `form` are None.
    """
    if kind is not None and kind not in PUZZLES:
        raise unknown_kind(kind)
    from ..puzzles.formats.reading import board_within, read_boards

    if kind is None and form is None and board_within(source) is None:
        from .unknown_texts import unknown_text

        raise unknown_text(source)
    return read_boards(source, kind, form)


def _data_alone(source: Source) -> InputError:
    """Return the error, not raised, for a file of data that has no model before it."""
    from .unknown_texts import start_of

    return source.error("data of a MiniZinc model; expected the model before it: MODEL.mzn DATA.dzn", start_of(source))
