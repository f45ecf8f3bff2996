"""How a model is encoded in one line, as on the command line: `order`, or `log --encode x_*=direct --amo ladder`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ..errors import UsageError
from .encoder import Options
from .select.patterns import parse

DEFAULT = Options()
KEYS = {"--amo": "amo", "--card": "card", "--sum": "sums", "--polarity": "polarity"}


def describe(options: Options) -> str:
    """The encoding, and what differs from the defaults."""
    return shlex.join(_words(options))


def _words(options: Options) -> Iterator[str]:
    yield options.encoding
    for pattern, name in options.encode:
        yield from ("--encode", f"{pattern}={name}")
    for word, name in KEYS.items():
        if getattr(options, name) != getattr(DEFAULT, name):
            yield from (word, getattr(options, name))


def described(line: str) -> Options:
    """The options that a line describes.  Raises UsageError for one that `describe` has not made."""
    try:
        encoding, *words = shlex.split(line)
        pairs = list(zip(words[::2], words[1::2], strict=True))
    except ValueError:
        raise UsageError(f"{line!r} describes no encoding") from None
    others = {KEYS[word]: value for word, value in pairs if word in KEYS}
    encode = tuple(parse(value) for word, value in pairs if word not in KEYS)
    return Options(encoding, encode, **others)  # type: ignore[arg-type]
