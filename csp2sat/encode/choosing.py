"""Which encoding each integer variable gets."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from ..errors import UsageError
from ..ints.spec import ENCODINGS
from ..plugins import UnknownPart
from . import automatic
from .aliases import Aliases
from .norm import Norm

ORDER, LOG, AUTO = "order", "log", "auto"
COMPACT = (LOG, "compact-order")  # encodings for domains of any size
MOST_VALUES = 2_000_000  # of one variable in the order encoding
WIDEST = 62  # bits of a variable in bits or digits
Choices = Sequence[tuple[str, str]]  # patterns of names with the encoding, the last one that fits counts


def parse(text: str) -> tuple[str, str]:
    """`x_*=log` as pattern and encoding.  UsageError for anything else."""
    pattern, equals, name = text.rpartition("=")
    if not equals or not pattern:
        raise UsageError(f"--encode {text}: expected PATTERN=ENCODING, such as x_*=log")
    try:
        _ = ENCODINGS[name]
    except UnknownPart as error:
        raise UsageError(f"--encode {text}: {error}") from None
    return pattern, name


def chosen(norm: Norm, aliases: Aliases, encoding: str, choices: Choices) -> list[str]:
    """The encoding of each variable by number: declared ones by the last pattern that fits, else `encoding`.

    Auxiliaries get `encoding`; those that have too many values for order literals become bits if any variable is given
    another encoding.  Few values that are very far apart are order encoded.
    """
    found = [_wanted(name, encoding, choices) if name else "" for name in norm.names]
    best: list[str] = []
    mixed = any(name not in ("", ORDER) for name in found)
    for x, name in enumerate(found):
        if not name:
            large = mixed and norm.domains[x].size() > MOST_VALUES
            found[x] = LOG if large else encoding
        if found[x] == AUTO:
            best = best or automatic.encodings(norm, aliases.substituted)
            found[x] = best[x]
        domain = norm.domains[x]
        if domain.hi - domain.lo >> WIDEST and domain.size() <= MOST_VALUES:
            found[x] = ORDER
    return found


def _wanted(name: str, encoding: str, choices: Choices) -> str:
    return next((code for pattern, code in reversed(choices) if fnmatchcase(name, pattern)), encoding)
