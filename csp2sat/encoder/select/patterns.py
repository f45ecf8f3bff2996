"""Which encoding each integer variable gets."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from ...base.plugins import UnknownPart
from ...errors import UsageError
from ...ints.spec import DEFAULT, ENCODINGS, LARGE, Encoding, Use
from ..normalize.formulas import Norm
from ..propagate.integer_equalities import Aliases
from . import variable_uses

MOST_VALUES = 2_000_000  # of one variable, if its encoding is not for any size
WIDEST = 62  # bits of the greatest difference of two values, if it is
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


def chosen(norm: Norm, aliases: Aliases, encoding: str, choices: Choices) -> list[Encoding]:
    """The encoding of each variable by number: declared ones by the last pattern that fits, else `encoding`.

    Auxiliaries get `encoding`; those that have too many values for it become LARGE if any variable is given another
    encoding than DEFAULT.  Few values that are very far apart get DEFAULT.
    """
    found = [_wanted(name, encoding, choices) if name else "" for name in norm.names]
    mixed = any(name not in ("", DEFAULT) for name in found)
    uses: list[Use] = []
    for x, domain in enumerate(norm.domains):
        name = found[x] or (LARGE if mixed and domain.size() > MOST_VALUES else encoding)
        choose = ENCODINGS[name].choose
        if choose:
            uses = uses or variable_uses.uses(norm, aliases.free)
            name = choose(uses[x])
        far_apart = domain.hi - domain.lo >> WIDEST and domain.size() <= MOST_VALUES
        found[x] = DEFAULT if far_apart else name
    return [ENCODINGS[name] for name in found]


def _wanted(name: str, encoding: str, choices: Choices) -> str:
    return next((code for pattern, code in reversed(choices) if fnmatchcase(name, pattern)), encoding)
