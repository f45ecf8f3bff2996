"""csp2sat help: the manual, its chapters, or its passages on a topic."""

from __future__ import annotations

from typing import Annotated

from ..parameters import Argument
from ..reporting import reporting


@reporting
def help(
    topic: Annotated[
        list[str] | None,
        Argument(metavar="[TOPIC]", help="A chapter, or a command, constraint, puzzle, encoding, function, ..."),
    ] = None,
) -> int:
    """Show the manual: its chapters, one of them, or all places about a topic, which may be misspelt or be in a
    sentence: csp2sat help how do I print.

    On a terminal it is formatted and goes through a pager; elsewhere it is plain Markdown.
    """
    from ..show import manual

    manual.show(manual.found(" ".join(topic or [])))
    return 0
