"""The kinds of inputs by name, as `--from` takes them, and by the suffixes of files."""

from __future__ import annotations

from ..errors import InputError, Place, UsageError
from ..languages.spec import LANGUAGES
from ..puzzles.spec import PUZZLES

CNF = "cnf"
CNF_SUFFIXES = (".cnf", ".gcnf")


def languages() -> list[str]:
    """Return the names that `--from` takes for an input that is no board."""
    return [CNF, *LANGUAGES]


def kinds() -> list[str]:
    """Return the names that `--from` takes: `cnf`, the languages, the puzzles, and the other names of puzzles, except
    for other names that contain a blank.
    """
    from ..puzzles._index import GAMES

    return [*languages(), *PUZZLES, *(game for game in GAMES if " " not in game)]


def empty(kind: str, path: str) -> UsageError | InputError:
    """Return the error of an input without text, which names what a known `kind` expects."""
    if kind in PUZZLES:
        expected = f"a board of {kind}: `size WIDTH HEIGHT` and rows, a JSON object, a URL or a game ID"
    elif kind in languages():
        expected = f"{kind}, such as `{LANGUAGES[kind].example if kind in LANGUAGES else 'p cnf VARIABLES CLAUSES'}`"
    else:
        return unknown_kind(kind)
    return InputError(f"the input is empty; expected {expected}", Place(path))


def unknown_kind(kind: str) -> UsageError:
    from ..puzzles.names import suggested

    return UsageError(f"--from {kind}: no such puzzle or language; {suggested(kind, languages())}")


def known_kind(kind: str) -> str:
    """Return the language, or CNF, with `kind` as its suffix (`csp`), or the puzzle with this name; any other kind is
    returned unchanged.
    """
    if kind in languages() or kind in PUZZLES:
        return kind
    if f".{kind.lower()}" in CNF_SUFFIXES:
        return CNF
    from ..puzzles.names import puzzle_named

    return language_of(f".{kind.lower()}") or puzzle_named(kind) or kind


def language_of(suffix: str) -> str | None:
    return next(iter(languages_of(suffix)), None)


def languages_of(suffix: str) -> list[str]:
    return [name for name in LANGUAGES if suffix in LANGUAGES[name].suffixes]
