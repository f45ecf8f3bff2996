"""Names are data: what a text of others becomes in a terminal, a makefile, a page, a table.

A function for each medium; what a medium cannot express is a `ValueError`.  Names of variables may not have the
characters that `first_control` finds, in any language (`name_fault`).
"""

from __future__ import annotations

import re
from functools import cache

# What moves the cursor, starts a command of the terminal, turns the direction of the text, ends lines or is never seen:
# C0, DEL, C1, soft hyphen, marks of direction, separators of lines, invisible characters, halves of UTF-16.  The
# joiners U+200C and U+200D and the tags of U+E0000 stay: words and emoji are written with them.
CONTROLS = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
)
NOT_IN_XML = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff"
MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
KEPT = "\n\t"  # in texts of several lines
SAFE_WORD = r"[\w.+@,][\w.+@,-]*"


@cache
def _pattern(kept: str = "") -> re.Pattern[str]:
    return re.compile(f"(?![{kept}])[{CONTROLS}]" if kept else f"[{CONTROLS}]")


def first_control(text: str) -> str:
    """Return the first character that a name may not have; ''."""
    if text.isprintable():
        return ""
    found = _pattern().search(text)
    return found[0] if found else ""


def name_fault(name: str) -> str:
    """Return what is wrong with the name of a variable, in words; ''."""
    char = first_control(name)
    return f"a name with the control character U+{ord(char):04X}; expected visible characters" if char else ""


def for_terminal(text: str, kept: str = "") -> str:
    r"""Return a text that a terminal shows and does not obey: control characters are written as `\x1b`, `\u202e`.

    kept: the control characters that stay.
    """
    if text.isprintable():
        return text
    return _pattern(kept).sub(lambda found: _visible(found[0]), text)


def for_screen(text: str) -> str:
    """Return the same for a text of several lines: ends of lines and tabs stay."""
    return text if text.replace("\n", "").isprintable() else for_terminal(text, KEPT)


def _visible(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def for_json(text: str) -> str:
    r"""Return JSON that was written without `ensure_ascii`, with control characters of its strings as `\u202e`."""
    if text.isprintable():
        return text
    return _pattern("\n\t").sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def for_html(text: str) -> str:
    """Return a text for an element or a quoted attribute of HTML or SVG; control characters are written visibly."""
    shown = re.sub(f"[{NOT_IN_XML}]", lambda found: _visible(found[0]), for_terminal(text, KEPT))
    return re.sub("[&<>\"']", lambda found: MARKUP[found[0]], shown)


def for_csv(cell: object) -> object:
    """Return a cell for a table in CSV: a text that a spreadsheet would run as a formula gets an apostrophe before it,
    as OWASP advises, and control characters are written visibly.  Other values are returned as they are."""
    if not isinstance(cell, str):
        return cell
    return for_terminal("'" + cell if cell.startswith(FORMULAS) and len(cell) > 1 else cell)


def for_recipe(word: str) -> str:
    """Return a word of a command for a recipe of a makefile: quoted for sh, then for make.

    Raises ValueError for a word with control characters, which a line of a makefile cannot hold.
    """
    import shlex

    _require_line(word)
    return shlex.quote(word).replace("$", "$$")


def for_variable(words: str) -> str:
    """Return a command line for the value of a makefile's variable: it is quoted for sh already.

    Raises ValueError for one with control characters.
    """
    _require_line(words)
    return re.sub(r"(\\*)#", r"\1\1\\#", words.replace("$", "$$"))


def for_word(name: str) -> str:
    """Return a name for a list of words in a makefile.

    Raises ValueError for one that has other characters than letters, digits and `_.+@,-`, or begins with `-`.
    """
    if not re.fullmatch(f"{SAFE_WORD}(:{SAFE_WORD})?", name):
        raise ValueError(f"{for_terminal(name)}: no word of a makefile; expected letters, digits and _.+@,-")
    return name


def for_target(*parts: str) -> str:
    """Return the stem of a file's name that make and sh take as it is: other characters become `-`."""
    stem = ".".join("".join(c if c.isalnum() or c in "-_" else "-" for c in part) for part in parts)
    return f"_{stem}" if stem.startswith("-") else stem


def _require_line(text: str) -> None:
    if first_control(text):
        raise ValueError(f"{for_terminal(text)}: a makefile cannot hold control characters; expected another name")


def for_argument(path: str) -> str:
    """Return a path for a command line: one that begins with `-` would be an option."""
    return f"./{path}" if path.startswith("-") and path != "-" else path
