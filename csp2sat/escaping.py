"""Escaping of texts of others, such as names, for each medium: a terminal, a makefile, a page of HTML, a
table in CSV or LaTeX.

A medium has a function of its own, which raises ValueError for a text that the medium cannot express.  Names of
variables may not have the characters that `first_control` finds, in any language (`name_fault`).
"""

from __future__ import annotations

import re
from functools import cache

# The characters that move the cursor, start a command of the terminal, turn the direction of the text, end lines or are
# invisible: C0, DEL, C1, soft hyphen, marks of direction, separators of lines, halves of UTF-16. The joiners U+200C and
# U+200D and the tags of U+E0000 are not among them: words and emoji are written with them.
CONTROLS = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
)
NOT_IN_XML = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff"
MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
LATEX = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"} | {
    c: f"\\{c}" for c in "{}$&#%_"
}
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
KEPT = "\n\t"  # in texts of several lines
SAFE_WORD = r"[\w.+@,][\w.+@,-]*"


@cache
def _pattern(kept: str = "") -> re.Pattern[str]:
    return re.compile(f"(?![{kept}])[{CONTROLS}]" if kept else f"[{CONTROLS}]")


def first_control(text: str) -> str:
    """Return the first control character of a text, which no name may have; '' if the text has none."""
    if text.isprintable():
        return ""
    found = _pattern().search(text)
    return found[0] if found else ""


def name_fault(name: str) -> str:
    """Return the fault of a variable's name, a control character, in words; '' if the name has none."""
    char = first_control(name)
    return f"a name with the control character U+{ord(char):04X}; expected visible characters" if char else ""


def for_terminal(text: str, kept: str = "") -> str:
    r"""Return a text with its control characters written visibly, as `\x1b` or `\u202e`, so that a terminal does not
    obey them.

    kept: the control characters that stay.
    """
    if text.isprintable():
        return text
    return _pattern(kept).sub(lambda found: _visible(found[0]), text)


def for_screen(text: str) -> str:
    """Return a text of several lines with its control characters written visibly, except ends of lines and tabs, which
    stay.
    """
    return text if text.replace("\n", "").isprintable() else for_terminal(text, KEPT)


def _visible(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def for_json(text: str) -> str:
    r"""Return JSON that was written without `ensure_ascii`, with the control characters in its strings written as
    `\u202e`.
    """
    if text.isprintable():
        return text
    return _pattern("\n\t").sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def for_html(text: str) -> str:
    """Return a text escaped for an element or a quoted attribute of HTML or SVG, with control characters written
    visibly.
    """
    shown = re.sub(f"[{NOT_IN_XML}]", lambda found: _visible(found[0]), for_terminal(text, KEPT))
    return re.sub("[&<>\"']", lambda found: MARKUP[found[0]], shown)


def for_csv(cell: object) -> object:
    """Return a cell for a table in CSV: a text that a spreadsheet would run as a formula gets an apostrophe before it,
    as OWASP advises, and control characters are written visibly.  Any value that is no text is returned as it is.
    """
    if not isinstance(cell, str):
        return cell
    return for_terminal("'" + cell if cell.startswith(FORMULAS) and len(cell) > 1 else cell)


def for_latex(text: str) -> str:
    """Return a text for a cell of a table or a heading in LaTeX, with its special characters escaped and control
    characters written visibly.
    """
    shown = re.sub(r"[\\{}$&#%_^~]", lambda found: LATEX[found[0]], for_terminal(text))
    return shown.replace("--", "-{}-")  # two hyphens would become a dash


def for_shell(*words: str) -> str:
    """Return a word, or several with blanks between them, as a shell reads the words, in quotes where quotes are
    needed.
    """
    import shlex

    return shlex.join(words)


def for_recipe(word: str) -> str:
    """Return a word of a command for a recipe of a makefile, quoted for sh and then for make.

    Raises ValueError for a word with control characters, which a line of a makefile cannot hold.
    """
    import shlex

    _require_line(word)
    return shlex.quote(word).replace("$", "$$")


def for_variable(words: str) -> str:
    """Return a command line, which is quoted for sh already, quoted for the value of a makefile's variable.

    Raises ValueError for a command line with control characters.
    """
    _require_line(words)
    return re.sub(r"(\\*)#", r"\1\1\\#", words.replace("$", "$$"))


def for_word(name: str) -> str:
    """Return a name unchanged, for a list of words in a makefile.

    Raises ValueError for a name that begins with `-` or has other characters than letters, digits and `_.+@,-`; one `:`
    may stand between two parts.
    """
    if not re.fullmatch(f"{SAFE_WORD}(:{SAFE_WORD})?", name):
        raise ValueError(f"{for_terminal(name)}: no word of a makefile; expected letters, digits and _.+@,-")
    return name


def for_prerequisite(path: str) -> str:
    """Return a path as a prerequisite in a makefile, with its blanks quoted; '' for one that make could misread."""
    is_plain = re.fullmatch(r"(?!~)[\w./+@, -]+", path) and path.strip() == path
    return path.replace(" ", "\\ ") if is_plain else ""


def for_target(*parts: str) -> str:
    """Return the stem of a file's name that make and sh take as it is: the parts joined by `.`, with `-` for each
    character other than letters, digits, `-` and `_`.

    A stem that would begin with `-` gets `_` before it.
    """
    stem = ".".join("".join(c if c.isalnum() or c in "-_" else "-" for c in part) for part in parts)
    return f"_{stem}" if stem.startswith("-") else stem


def _require_line(text: str) -> None:
    if first_control(text):
        raise ValueError(f"{for_terminal(text)}: a makefile cannot hold control characters; expected another name")


def for_argument(path: str) -> str:
    """Return a path for a command line, with `./` before a path that begins with `-` and would be read as an option;
    `-` itself stays.
    """
    return f"./{path}" if path.startswith("-") and path != "-" else path
