"""How a formula is encoded as one line of words, those of the command line: in stamps, reports and certificates."""

from __future__ import annotations

import re
import shlex
from typing import Any

from ..errors import UsageError
from ..settings import CHOICES, CODING, KNOWN
from .options import EncoderOptions
from .select.patterns import parse

MOST = "max_clauses"
KEYS = {KNOWN[name].about.option: name for name in (*CODING, MOST)}
NUMBER = re.compile(r"[1-9][0-9]{0,17}")


def describe(options: EncoderOptions) -> str:
    """The encoding, and what differs from the defaults, as on the command line: `log --encode x_*=direct`."""
    words = [options.encoding]
    for pattern, name in options.encode:
        words += ["--encode", f"{pattern}={name}"]
    for word, name in KEYS.items():
        if getattr(options, name) != getattr(EncoderOptions, name):
            words += [word, str(getattr(options, name))]
    return shlex.join(words)


def described(line: str) -> EncoderOptions:
    """The options that a line describes.  Raises UsageError for one that `describe` could not have made."""
    try:
        encoding, *words = shlex.split(line)
        pairs = list(zip(words[::2], words[1::2], strict=True))
    except ValueError:
        raise UsageError(f"{line!r} describes no encoding; expected a name, then options with a value each") from None
    for word, _ in pairs:
        if word not in KEYS and word != "--encode":
            expected = ", ".join(("--encode", *KEYS))
            raise UsageError(f"{word} in {line!r} is no option of an encoding; expected some of {expected}")
    others = {KEYS[word]: _value(KEYS[word], value) for word, value in pairs if word in KEYS}
    encode = tuple(parse(value) for word, value in pairs if word not in KEYS)
    return EncoderOptions(encoding, encode, **others)


def _value(name: str, value: str) -> Any:
    """The value of an option.  Raises UsageError for one that the option cannot have."""
    if name == MOST and NUMBER.fullmatch(value):
        return int(value)
    if value not in CHOICES.get(name, ()):
        expected = f"one of {', '.join(CHOICES[name])}" if name in CHOICES else "a number, at least 1"
        raise UsageError(f"expected {expected}", name, value)
    return value
