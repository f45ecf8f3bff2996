"""The cspuz dialect of CSP text, in which lines that begin with `#` name the variables whose values are requested."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...base.source import Source
from ...model.model import Model

LINE = re.compile(r"^[ \t]*#([^\r\n]*)", re.MULTILINE)
NAME = re.compile(r"\S+")


class Keys(NamedTuple):
    """The requested names in the order of the text, each with its offset."""

    names: dict[str, int]

    def check(self, model: Model, source: Source) -> None:
        """Raise InputError at the first name that is no variable of the model."""
        for name, offset in self.names.items():
            if name not in model.ints and name not in model.bools:
                raise source.error(f"{name!r} is no variable; expected names of variables after '#'", offset)


def split(source: Source) -> tuple[Source, Keys | None]:
    """Return the text with its `#` lines replaced by blanks, so that offsets stay the same, and the names on these
    lines; return None for the names if there is no such line.
    """
    names: dict[str, int] = {}
    lines = list(LINE.finditer(source.text))
    for line in lines:
        for name in NAME.finditer(line[1]):
            names.setdefault(name[0], line.start(1) + name.start())
    if not lines:
        return source, None
    return Source(source.path, LINE.sub(lambda line: " " * len(line[0]), source.text)), Keys(names)
