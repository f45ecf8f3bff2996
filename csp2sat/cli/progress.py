"""What a command is doing: lines with -v, on a terminal a line that turns, for whatever lasts over a second."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from ..escaping import for_terminal
from ..solving.trace import Trace
from .streams import obeyed

DELAY, STEP = 1.0, 0.1  # seconds: before it is seen, between two of its steps
TURNS, PLAIN_TURNS = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\"
WORDS = {  # the words for a phase
    "read": "reading",
    "encode": "encoding",
    "solve": "solving",
    "decode": "decoding",
    "check": "checking",
    "cross-check": "cross-checking",
    "proof": "checking the proof",
    "split": "splitting",
}


@contextmanager
def progress(word: str, verbose: bool = False, quiet: bool = False) -> Iterator[Trace]:
    """The trace of a command.  word: what it does where no phase says more, such as `counting`."""
    if verbose or quiet or not draws(sys.stderr):
        yield Trace(verbose)
        return
    with Spinner(word, obeyed(sys.stderr)) as spinner:
        yield spinner


def draws(stream: IO[str]) -> bool:
    """Is it a terminal whose lines can be drawn over?"""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Spinner(Trace):
    """A trace that shows the phase, the seconds of the whole and how far it has come, from DELAY on, in the last line
    of a terminal.

    Whatever is printed meanwhile goes above it: stdout and stderr are replaced within the block.
    """

    def __init__(self, word: str, stream: IO[str]):
        super().__init__()
        self._doing, self._stream, self._reached = [word], stream, ""
        self._turns = TURNS if is_utf8(stream) else PLAIN_TURNS
        self._begun, self._shown, self._steps = time.monotonic(), False, 0
        self._lock, self._over = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._turn, daemon=True)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        self._doing.append(WORDS.get(name, name))
        try:
            with super().phase(name):
                yield
        finally:
            self._doing.pop()

    def reached(self, text: str) -> None:
        self._reached = f", {for_terminal(text)}"

    def __enter__(self) -> Spinner:
        self._streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (_Above(each, self) for each in self._streams)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.hide()
        sys.stdout, sys.stderr = self._streams

    def hide(self) -> None:
        """Take the line away, until its next step."""
        with self._lock:
            if self._shown:
                self._stream.write("\r\x1b[K")
                self._stream.flush()
                self._shown = False

    def _turn(self) -> None:
        pause = DELAY
        while not self._over.wait(pause):
            pause = STEP
            with self._lock:
                if not self._over.is_set():
                    self._show()

    def _show(self) -> None:
        turn = self._turns[self._steps % len(self._turns)]
        self._steps += 1
        seconds = time.monotonic() - self._begun
        self._stream.write(f"\r\x1b[K{turn} {self._doing[-1]} {seconds:.0f} s{self._reached}")
        self._stream.flush()
        self._shown = True


class _Above:
    """A stream that takes the spinner away before it writes."""

    def __init__(self, stream: IO[str], spinner: Spinner):
        self._stream, self._spinner = stream, spinner

    def write(self, text: str) -> int:
        """As of the stream."""
        self._spinner.hide()
        return self._stream.write(text)

    def flush(self) -> None:
        """As of the stream; what is written to its buffer may follow."""
        self._spinner.hide()
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def is_utf8(stream: Any) -> bool:
    """Can this stream of text show any character?"""
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"
