"""csp2sat help: the manual, its chapters, or its passages on a topic."""

from __future__ import annotations

from typing import Annotated

from ..parameters import Argument, Option
from ..reporting import reporting


@reporting
def help(
    topic: Annotated[
        list[str] | None,
        Argument(
            metavar="[TOPIC]", help="A chapter, or a command, constraint, kind of puzzle, encoding, function, ..."
        ),
    ] = None,
    all_: Annotated[bool, Option("--all", help="A long chapter whole, in place of its contents.")] = False,
) -> int:
    """Show the manual: its chapters, one of them, or all places about a topic, which may be misspelt or be in a
    sentence: csp2sat help how do I print.

    A chapter or section of more than 400 lines is shown as its contents, and of changes the newest version.  On a
    terminal the text is formatted and goes through a pager; elsewhere it is plain Markdown.
    """
    from ..show import manual
    from ..show.manual_sections import shortened

    asked = " ".join(topic or [])
    text = manual.found(asked)
    manual.show(text if all_ else shortened(text, asked))
    return 0
