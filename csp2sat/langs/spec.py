"""What an input language is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..model.model import Model
from ..plugins import Parts
from ..text import Source


class Language(NamedTuple):
    """A language for models: one file under `langs/`, as the constant LANGUAGE.

    suffixes: of its files.  fits: does the text look like it?  read: text -> Model, InputError with the place.
    """

    name: str
    suffixes: tuple[str, ...]
    fits: Callable[[str], bool]
    read: Callable[[Source], Model]


LANGUAGES: Parts[Language] = Parts("language", "LANGUAGE", "csp2sat.langs")
