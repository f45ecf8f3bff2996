"""The data of MiniZinc models on a command line, which become a part of the names of models: files, and texts."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from ..base.minizinc_paths import JSON_DATA, MINIZINC, MINIZINC_DATA, files_of, is_data_file
from ..errors import UsageError
from ..escaping import for_shell

DEFINITION = re.compile(r"[^\W\d]\w*\s*=.*", re.DOTALL)
NAME_AND_VALUE = re.compile(r"\W*(?:\w+\s*:\s*)?([^\W\d]\w*)(?:\W+(\S+))?")  # as in `k:4`, `k 4`, `int: k 4`
VALUE = re.compile(r"-?\d[\d.]*|true|false")
DATA = ("-D", "--data", "--cmdline-data", "-d")  # options of MiniZinc, before data as text or a file
NO_MODEL = (
    "data of a MiniZinc model, and no input is MODEL.mzn; a Python program gets its data by `python MODEL.py ARGS`, "
    "and models in other languages have the values in their text"
)
ANSWERED = ("check", "decode")  # commands with an answer behind the model, which may be JSON
FIRST_BYTES = 4096  # bytes of a JSON file
BOARD = re.compile(rb'\s*\{[^{}]*"type"\s*:')  # the beginning of a JSON file with a board


def with_data(words: Sequence[str]) -> list[str]:
    """Return the words of a command line with each file of data joined to the word before it, if that word is a
    MiniZinc model, perhaps with data before: all are one input.  Data after -D are joined to each model.
    """
    found: list[str] = []
    words, written = _without_written_data(words)
    for at, word in enumerate(words):
        is_answer = words[0] in ANSWERED and _is_option("".join(words[at + 1 : at + 2]))
        if found and _is_model(found[-1]) and _is_data(word, is_answer):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return [word + "".join(f" -D {text}" for text in written) if _is_model(word) else word for word in found]


def _is_model(word: str) -> bool:
    """Whether a word is the path of a MiniZinc model, perhaps with data joined to the path."""
    return files_of(word)[0][-4:].lower() == MINIZINC


def _is_option(word: str) -> bool:
    """Whether a word is an option, or no word."""
    return not word or (word[0] == "-" and word != "-")


def _is_data(word: str, is_answer: bool) -> bool:
    """Whether a word behind a MiniZinc model is a file of its data: JSON, too, unless a board is in the file.

    is_answer: JSON is an answer there, as the last of the words of `check`.
    """
    if word[-5:].lower() != JSON_DATA or is_answer:
        return word[-4:].lower() == MINIZINC_DATA
    try:
        with Path(word).open("rb") as file:
            return BOARD.match(file.read(FIRST_BYTES)) is None
    except OSError:
        return True


def _without_written_data(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words of a command line that are left without MiniZinc's options for data, and the data texts, such as
    `n=6`, of those options.

    The options are `-D n=6`, `-Dn=6`, `--data n=6` and `--cmdline-data n=6`; in place of `n=6` there may be the name of
    a file of data.  Raise UsageError for data without an option, for a text without `=` that is no such name, and for
    such an option if no word is the path of a MiniZinc model; a word behind an option may be its value, as in
    `--encode x=log`.
    """
    left, texts, at = list[str](), list[str](), 0
    if not [word for word in words if _is_model(word)]:
        if found := next((each for each in pairwise([*words, ""]) if is_data_option(each[0])), None):
            raise UsageError(f"{' '.join(found).rstrip() if found[0] in DATA else found[0]}: {NO_MODEL}")
        return list(words), texts
    while at < len(words):
        word, equals, text = words[at].partition("=")
        if words[at] in DATA and at + 1 < len(words):
            at += 1
            texts.append(words[at])
        elif word in DATA[1:] and equals:
            texts.append(text)
        elif words[at].startswith(DATA[0]) and words[at] != DATA[0]:
            texts.append(words[at][2:])
        elif _is_definition(words[at]) and not "".join(left[-1:]).startswith("-"):
            raise UsageError(
                f"{words[at]}: data of a MiniZinc model; expected -D before each, -D {for_shell(words[at])}"
            )
        else:
            left.append(words[at])
        at += 1
    for text in (each for each in texts if "=" not in each and not is_data_file(each)):
        raise UsageError(f"-D {text}: expected {_definition(text, words)}")
    return left, texts


def is_data_option(word: str) -> bool:
    """Whether a word is, or begins with, an option of MiniZinc for data."""
    return word.startswith(DATA[0]) or word.partition("=")[0] in DATA


def _is_definition(word: str) -> bool:
    """Whether a word is data such as `n=6`, and no file."""
    return DEFINITION.fullmatch(word) is not None and not os.path.exists(word)  # noqa: PTH110  too long a path is none


def _definition(text: str, words: Sequence[str]) -> str:
    """Return what a data text without `=` may mean, in words; words: of the command line, where the value may follow
    the text.
    """
    found = NAME_AND_VALUE.match(text)
    behind = [two for one, two in pairwise(words) if one == text and VALUE.fullmatch(two)]
    name, value = found.groups() if found else ("n", None)
    return f"NAME=VALUE, such as -D {name}={value or (behind or ['6'])[0]}"
