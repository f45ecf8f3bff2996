"""Programs that answer lines with lines, in a process of their own or in this one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ..errors import Csp2SatError


class Server(Protocol):
    """A program that executes lines, one after the other; an error that it raises is its end."""

    def handle(self, line: bytes) -> Iterator[bytes | None]:
        """Execute a line; yield its replies, if it has any, and None wherever the program may pause."""

    def stop(self) -> None:
        """Let what goes on end as soon as possible, with its reply."""

    def close(self) -> None:
        """Give back the memory of the program."""


def failure(error: BaseException) -> bytes:
    """Return the last reply of a program that an error has ended, `error MESSAGE`, one line."""
    text = " ".join(str(error).split("\n")[:1])
    if isinstance(error, MemoryError):
        text = text or "out of memory"
    elif not isinstance(error, Csp2SatError):
        text = f"{type(error).__name__}: {text}"
    return b"error " + text.encode()
