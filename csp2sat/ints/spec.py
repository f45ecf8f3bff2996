"""What an encoding of integer variables is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from ..cnf.sink import Lit, Sink
from ..plugins import Parts

Unless = tuple[Lit, ...]  # what is said holds unless one of these is true


class IntCode(Protocol):
    """An integer as literals: all that constraints may use of an encoded variable or term."""

    @property
    def kind(self) -> str:
        """The name of its encoding; '' of a constant."""

    @property
    def values(self) -> Sequence[int]:
        """The values it can take, ascending; at least one."""

    def le(self, bound: int) -> Lit:
        """The literal `at most bound`, for any integer."""

    def eq(self, value: int) -> Lit:
        """The literal `equal to value`, for any integer; defined when it is first asked for."""


class Encoding(NamedTuple):
    """An encoding: one file under `ints/`, as the constant ENCODING.

    code: makes the variable: new literals and axioms go to the sink.  record: what the map keeps of it.
    """

    name: str
    code: Callable[[Sink, Sequence[int]], IntCode]
    record: Callable[[IntCode], dict[str, Any]]


ENCODINGS: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
