"""Parts of FlatZinc's declarations: types, lists of words, index sets."""

from __future__ import annotations

import re
from typing import cast

from ...base.numbers import shortened
from ...errors import InputError, Place
from ...model.domain import Domain
from ..base.wrong import NotHere, Wrong
from .instance import Dimensions, Kind
from .names import FLOAT, int_set

COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*+"|%[^\n]*+')
INTRODUCED = "X_INTRODUCED_"  # the beginning of names that MiniZinc makes up
DECIMAL = re.compile(r"(?<![\w.])-?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?")
FLOAT_VARIABLE = re.compile(rf"\bvar\s+(?:float|(?:{DECIMAL.pattern})\.\.[^:;]*?)\s*:\s*(\w+)")
ELEMENT = re.compile(r"\{[^{}]*\}|[^,{}]+|(?<=,)(?=,)")
SECOND = re.compile(r"^constraint csp2sat_second_value\((?P<y>\w+),(?P<z>\w+)\).*$", re.MULTILINE)
TWICE = (
    "MiniZinc takes the value of an optional variable for two variables if a constraint requires the optional variable"
    " before other constraints use its value; expected `occurs` to be required at the end of the model"
)


def without_second_values(path: str, text: str) -> str:
    """Return a FlatZinc with blanks for the marks of second values that are used nowhere.

    MiniZinc 2.6 keeps the value of an optional variable by the Boolean whether the variable occurs.  Once this is
    known to be true, MiniZinc makes a new value, and constraints on the new value do not hold for the printed value.
    path: of the text.  text: the FlatZinc.  Raise InputError if a second value is used, or has not the domain of its
    variable any more.
    """
    for found in SECOND.finditer(text):
        uses = [len(re.findall(rf"\b{each}\b", text)) for each in found.groups()]
        domains = [re.search(rf"^var ([^:]*): {each}\b", text, re.MULTILINE) for each in found.groups()]
        if uses != [2, 2] or len({each and each[1] for each in domains}) != 1:
            raise InputError(TWICE, Place(path))
    return SECOND.sub(lambda found: " " * len(found[0]), text)


def without_comments(text: str) -> str:
    """Replace the comments of a text by blanks, so that all offsets stay the same."""
    if "%" not in text:
        return text
    return COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " " * len(found[0]), text)


def split(words: str) -> list[str]:
    """Return the words between commas; a set in braces counts as one word."""
    if "{" in words:
        return [found[0].strip() for found in ELEMENT.finditer(words)]
    return words.split(",") if words and not words.isspace() else []


def count(words: str) -> int:
    return len(split(words)) if "{" in words else words.count(",") + 1 if words.strip() else 0


def type_of(word: str, name: str) -> tuple[Kind, Domain | None]:
    """Return the kind and the domain (None: any value) that a type means; an empty domain means that the instance has
    no solution. Raises Wrong for another word. name: the name of the variable, for messages.
    """
    if word in ("bool", "int"):
        return cast(Kind, word), None
    found = int_set(word)
    if found is None:
        refuse(word, name)
        raise Wrong(None, f"expected a type of {name}: bool, int, 1..9 or {{1, 3, 5}}, not {shortened(word)!r}")
    return "int", Domain([(found.start, found.stop - 1)]) if isinstance(found, range) else Domain.of(found)


def refuse(word: str, name: str) -> None:
    """Raise NotHere if the type means floating-point numbers or sets, which csp2sat lacks. name: the name of the
    variable, for messages.
    """
    low, dots, high = word.partition("..")
    if word == "float" or (dots and (FLOAT.fullmatch(low.strip()) or FLOAT.fullmatch(high.strip()))):
        raise NotHere(None, f"csp2sat has no floating-point variables ({name})")
    if word.startswith("set"):
        raise NotHere(None, f"csp2sat has no set variables ({name}); its MiniZinc library takes them apart")


def introduced_float(message: str, text: str) -> tuple[str, int] | None:
    """Return a message on floating-point numbers that names variables of the user's model, or else a number in the
    text, with the offset of the first one; None if the given message does not blame a name that MiniZinc made up, or if
    the text has neither.
    """
    if "floating-point" not in message or INTRODUCED not in message:
        return None
    ours = [found for found in FLOAT_VARIABLE.finditer(text) if INTRODUCED not in found[1]]
    if ours:
        names = ", ".join(found[1] for found in ours[:3]) + ", ..." * (len(ours) > 3)
        return f"csp2sat has no floating-point variables ({names})", ours[0].start()
    number = DECIMAL.search(text)
    return None if number is None else (f"csp2sat has no floating-point numbers ({number[0]})", number.start())


def elements_of(type_: str, name: str, is_variable: bool, is_empty: bool) -> tuple[str, Domain | None]:
    """Return the kind ("int", "bool" or "set") and the domain of the elements of the array `name` with elements of
    `type_`; `is_variable` and `is_empty` state whether the elements are variables, and whether there is none. An empty
    array of set variables counts as an array of integers. Raises Wrong.
    """
    if type_.startswith("set") and not is_variable:
        return "set", None
    return ("int", None) if type_.startswith("set") and is_empty else type_of(type_, name)


def dimensions_of(text: str, size: int, name: str) -> Dimensions:
    """Return the bounds (first, last) of each index set of the array `name`, (1, 0) for an empty set, from their
    `text`, such as `[0..1, 1..3]`. Raises Wrong if the index sets do not have `size` elements together.
    """
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
