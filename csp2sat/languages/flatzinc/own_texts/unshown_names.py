"""The variables whose values cannot be read in the text of a model's `output` item, which may print `x = ` before
something else than the value of `x`, such as `x+1`, a part of an array, or a variable of a comprehension.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ..output_spec import OWN, OutputSpec

STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(r"\\(.)")
ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
BEGUN = re.compile(rf"({OWN}|)\s*=(?!=)\s*")  # `NAME = ` in a string; the name may stand before the string
JOINED = r"[\s()\[\]]*(?:,|\+\+)[\s()\[\]]*"
SHOWN = re.compile(  # the value of a variable and its end, a semicolon or the end of the line
    rf"{JOINED}(?:show|format|show_int)\((?:-?\d+,)?(?:fix\()?{OWN}\)"
    rf'(?:{JOINED}"(?:\s|\\t)*(?:;|\\n|\\r)|[\s()\[\]]*$)'
)
BOUND = re.compile(rf"{OWN}(?=(?:\s*,\s*{OWN})*\s+in\b)|:\s*{OWN}")  # in a comprehension, or in `let`


def unread(spec: OutputSpec, read: Collection[str]) -> list[str]:
    """Return the variables of a model that its `output` item prints in texts that were not read as their values.

    read: the variables whose values were read.
    """
    words = {*re.findall(OWN, STRING.sub('""', spec.texts))}
    return [name for name in (*spec.names, *spec.further) if name in words and name not in read]


def unshown(spec: OutputSpec) -> set[str]:
    """Return the variables of a model whose values its `output` item does not show where it prints `NAME = `.

    A variable is shown if each `NAME = ` in a string of the item stands directly before `show(NAME)`, and the item
    goes on with a semicolon or a new line, or if no string has `NAME = `.
    """
    names, item = [*spec.names, *spec.further], spec.texts
    found = {name for each in BOUND.findall(STRING.sub('""', item)) for name in each if name}
    for text in (item, spec.definitions) if item else ():
        before, end = "", 0
        for string in STRING.finditer(text):
            is_first = not re.fullmatch(r"[\s()\[\],+]*", text[end : string.start()]) or bool(
                re.search(r"[\w']$", before)
            )
            before, end = ESCAPE.sub(lambda each: ESCAPED.get(each[1], each[1]), string[1]), string.end()
            for begun in BEGUN.finditer(before):
                shown = SHOWN.match(text, end) if text is item and begun.end() == len(before) else None
                found |= {begun[1]} if shown is None or shown[1] != begun[1] else set()
                if begun.start(1) == 0 and (is_first or not begun[1]):  # an expression may print how the name begins
                    found |= {name for name in names if name.endswith(begun[1]) and name != begun[1]}
    return found.intersection(names)
