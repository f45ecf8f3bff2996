"""The files and the data that a path names: a MiniZinc model with its data behind it is one input, and one path."""

from __future__ import annotations

import os
import re

MINIZINC, MINIZINC_DATA = ".mzn", ".dzn"
JSON_DATA = ".json"  # of a MiniZinc model before it, else of a board
QUOTES = ("'", '"')
_END = "(?<=\\.mzn{0}|\\.dzn{0})|(?<=\\.json{0})"  # of a model or its data
BEHIND = f"(?:{_END.format('')}|{_END.format(f'[{QUOTES[0]}{QUOTES[1]}]')}) +"
DATA_BEHIND = rf"(?is){BEHIND}(?=.*\.(?:dzn|json)['\"]?\Z)"
DATA_OPTION = r"(?:-D *|--(?:cmdline-)?data(?:=| +))"
DATA_WRITTEN = re.compile(rf"{BEHIND}{DATA_OPTION}(.*)\Z", re.IGNORECASE | re.DOTALL)


def files_of(path: str) -> list[str]:
    """Return the files that a path names: a MiniZinc model and the files of its data, each behind a blank, ` -D ` or
    ` --data `; [path] for any other path.  Data that are written behind the files (` -D n=6`) are left out.
    """
    return _parted(path)[0]


def data_options(path: str) -> list[str]:
    """Return the data that are written in a path behind a MiniZinc model, as options of MiniZinc: -D and its text,
    without the quotes around the text that a shell would take away.
    """
    return [word for text in _parted(path)[1] for word in ("-D", text)]


def is_data_file(text: str) -> bool:
    """Whether a text is the name of a file of a MiniZinc model's data, and no data themselves, such as `n=6`."""
    return "=" not in text and text.lower().endswith((MINIZINC_DATA, JSON_DATA))


def _parted(path: str) -> tuple[list[str], list[str]]:
    """Return the files that a path names, and the texts of data that are written behind these."""
    if os.path.exists(path):  # noqa: PTH110  too long a path is none
        return [path], []
    written = DATA_WRITTEN.search(path)
    names = path[: written.start()] if written else path
    texts = [_unquoted(text) for text in re.split(f"(?i) +{DATA_OPTION}", written[1])] if written else []
    behind = names.lower().rstrip("".join(QUOTES)).endswith((MINIZINC_DATA, JSON_DATA))
    found = re.split(DATA_BEHIND, names) if behind else [names]
    if len(found) > 1 or texts:
        found = [_unquoted(name) for name in found]
    return found + [text for text in texts if is_data_file(text)], [text for text in texts if not is_data_file(text)]


def _unquoted(text: str) -> str:
    """Return a text without blanks around it, and without quotes if these are around it, too."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] in QUOTES and text[-1] == text[0] else text
