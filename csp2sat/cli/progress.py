"""The progress of a command: lines with -v; on a terminal a line that turns, if it lasts longer than a second."""

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
    "derive": "deriving the formula",
    "proof": "checking the proof",
    "split": "splitting",
}


@contextmanager
def progress(word: str, verbose: bool = False, quiet: bool = False) -> Iterator[Trace]:
    """Yield the trace of a command: with lines on stderr if `verbose`, else silent if `quiet` or stderr is no terminal,
    else with a line on the terminal that turns.

    word: the word for the work before a phase has begun, such as `counting`.
    """
    if verbose or quiet or not draws(sys.stderr):
        yield Trace(verbose)
        return
    with Spinner(word, obeyed(sys.stderr)) as spinner:
        yield spinner


def draws(stream: IO[str]) -> bool:
    """Whether the stream is a terminal whose lines can be drawn over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Spinner(Trace):
    """A trace that shows the phase, the seconds so far and the progress in the last line of a terminal, after DELAY
    seconds.

    Other output meanwhile goes above this line: stdout and stderr are replaced within the block of a `with`.
    """

    def __init__(self, word: str, stream: IO[str]):
        """Make a trace that does nothing on the terminal before its block begins; word: the work before a phase;
        stream: of the terminal.
        """
        super().__init__()
        self._doing, self._stream, self._reached = [word], stream, ""
        self._turns = TURNS if is_utf8(stream) else PLAIN_TURNS
        self._begun, self._shown, self._steps = time.monotonic(), False, 0
        self._lock, self._over = threading.RLock(), threading.Event()
        self._thread = threading.Thread(target=self._turn, daemon=True)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Show the phase called `name` while the block runs, and add its time to the phase's seconds; what the
        block has reached is forgotten at its end.
        """
        earlier = self._reached
        self._doing.append(WORDS.get(name, name))
        try:
            with super().phase(name):
                yield
        finally:
            self._doing.pop()
            self._reached = earlier

    def reached(self, text: str) -> None:
        self._reached = f", {for_terminal(text)}"

    def __enter__(self) -> Spinner:
        """Start the thread that draws, and replace stdout and stderr by streams that hide the line while they
        write.
        """
        self._streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (_Above(each, self) for each in self._streams)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the drawing, hide the line, and restore stdout and stderr."""
        self._over.set()
        with self.hidden():
            pass
        sys.stdout, sys.stderr = self._streams

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the line while the block runs and until its next step."""
        with self._lock:
            if self._shown:
                self._stream.write("\r\x1b[K")
                self._stream.flush()
                self._shown = False
            yield

    def _turn(self) -> None:
        """Draw the line after DELAY seconds and then every STEP seconds, until the block ends; the thread runs this."""
        pause = DELAY
        while not self._over.wait(pause):
            pause = STEP
            with self._lock:
                if not self._over.is_set():
                    self._show()

    def _show(self) -> None:
        """Draw the line once, with the next of the characters that seem to turn."""
        turn = self._turns[self._steps % len(self._turns)]
        self._steps += 1
        seconds = time.monotonic() - self._begun
        self._stream.write(f"\r\x1b[K{turn} {self._doing[-1]} {seconds:.0f} s{self._reached}")
        self._stream.flush()
        self._shown = True


class _Above:
    """A stream that hides the spinner's line while it writes."""

    def __init__(self, stream: IO[str], spinner: Spinner):
        self._stream, self._spinner = stream, spinner

    def write(self, text: str) -> int:
        """Hide the spinner's line, and write a text to the stream."""
        with self._spinner.hidden():
            return self._stream.write(text)

    def flush(self) -> None:
        """Hide the spinner's line, lest it mix with output to the stream's buffer, and flush the stream."""
        with self._spinner.hidden():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def is_utf8(stream: Any) -> bool:
    """Whether the encoding of a stream of text is UTF-8, or unknown, so that it is taken to show any character."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"
