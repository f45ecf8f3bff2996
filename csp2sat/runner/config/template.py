"""Argument templates: words with placeholders, and groups of words that stand or fall together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

PLACEHOLDERS = ("cnf", "result", "time", "memory", "seed", "threads", "proof", "extra")
EXTRA = ("{extra}",)
_HOLE = re.compile(r"\{([^{}]*)\}")


def placeholders(word: str) -> list[str]:
    """The names between braces."""
    return _HOLE.findall(word)


class ArgumentTemplate(NamedTuple):
    """A list of arguments.  A group is used when all its placeholders have values; `{extra}` is a group of its own."""

    groups: tuple[tuple[str, ...], ...] = (EXTRA, ("{cnf}",))

    def names(self) -> set[str]:
        """The placeholders in it."""
        return {name for group in self.groups for word in group for name in placeholders(word)}

    def fill(self, values: Mapping[str, str], extra: Sequence[str]) -> list[str]:
        """The arguments; without a place of their own, the `extra` ones come first."""
        filled = [] if EXTRA in self.groups else list(extra)
        for group in self.groups:
            filled += extra if group == EXTRA else _filled(group, values)
        return filled


def _filled(group: Sequence[str], values: Mapping[str, str]) -> Iterator[str]:
    if all(name in values for word in group for name in placeholders(word)):
        for word in group:
            yield _HOLE.sub(lambda hole: values[hole[1]], word)
