"""Parts of FlatZinc's declarations: types, lists of words, index sets."""

from __future__ import annotations

import re
from typing import cast

from ...model.domain import Domain
from ..base.wrong import NotHere, Wrong
from .instance import Dimensions, Kind
from .names import FLOAT, int_set, shown

COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*+"|%[^\n]*+')
ELEMENT = re.compile(r"\{[^{}]*\}|[^,{}]+|(?<=,)(?=,)")


def without_comments(text: str) -> str:
    """The text with blanks in the place of comments."""
    if "%" not in text:
        return text
    return COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " " * len(found[0]), text)


def split(words: str) -> list[str]:
    """The words between commas; a set in braces is one."""
    if "{" in words:
        return [found[0].strip() for found in ELEMENT.finditer(words)]
    return words.split(",") if words and not words.isspace() else []


def count(words: str) -> int:
    return len(split(words)) if "{" in words else words.count(",") + 1 if words.strip() else 0


def type_of(word: str, name: str) -> tuple[Kind, Domain | None]:
    """The kind and the domain that a type says, which may be empty: then there is no solution."""
    if word in ("bool", "int"):
        return cast(Kind, word), None
    found = int_set(word)
    if found is None:
        refuse(word, name)
        raise Wrong(None, f"expected a type of {name}: bool, int, 1..9 or {{1, 3, 5}}, not {shown(word)!r}")
    return "int", Domain([(found.start, found.stop - 1)]) if isinstance(found, range) else Domain.of(found)


def refuse(word: str, name: str) -> None:
    """Raises NotHere for floating-point numbers and for set variables."""
    low, dots, high = word.partition("..")
    if word == "float" or (dots and (FLOAT.fullmatch(low.strip()) or FLOAT.fullmatch(high.strip()))):
        raise NotHere(None, f"csp2sat has no floating-point variables ({name})")
    if word.startswith("set"):
        raise NotHere(None, f"csp2sat has no set variables ({name}); its MiniZinc library takes them apart")


def elements_of(type_: str, name: str, is_variable: bool, is_empty: bool) -> tuple[str, Domain | None]:
    """The kind of the elements of an array: int, bool, or set, and their domain; an array of no set variables is one of
    no integers."""
    if type_.startswith("set") and not is_variable:
        return "set", None
    return ("int", None) if type_.startswith("set") and is_empty else type_of(type_, name)


def dimensions_of(text: str, size: int, name: str) -> Dimensions:
    """The index sets of an array that is printed: `[0..1, 1..3]`."""
    inner = text.strip()
    words = split(inner[1:-1]) if inner.startswith("[") and inner.endswith("]") else []
    found: Dimensions = []
    count = 1
    for word in words:
        indices = int_set(word.strip())
        if indices is None:
            break
        found.append((indices[0], indices[-1]) if indices else (1, 0))
        count *= max(0, indices.stop - indices.start) if isinstance(indices, range) else len(indices)
    if not words or len(found) != len(words) or count != max(0, size):
        raise Wrong(
            "output_array", f"output_array of {name}: expected the index sets of {max(0, size)} elements in brackets"
        )
    return found
