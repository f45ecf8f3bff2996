"""The options of booklets, and of drawings for print."""

from __future__ import annotations

from typing import Annotated, Literal

from .parameters import Option

Title = Annotated[
    str | None,
    Option("--title", metavar="TEXT", panel="files", help="The title of a booklet. [the name of the kind]"),
]
PerPageOption = Annotated[
    Literal["1", "2", "4"] | None,
    Option("--per-page", panel="files", help="Boards on a page of a booklet, at most. [2; 1 if boards are large]"),
]
HINTS = "Grades in a booklet's captions, and hints behind its boards"
HintOption = Annotated[bool, Option("--hint", panel="files", help=f"{HINTS}.")]
NewHintOption = Annotated[bool, Option("--hint", panel="files", help=f"{HINTS}; both below new boards in svg and png.")]
ByGrade = Annotated[
    bool,
    Option(
        "--by-grade",
        panel="files",
        help="Order a booklet's boards by their grades within each kind, with --no-rules all together.",
    ),
]
