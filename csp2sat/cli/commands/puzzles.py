"""csp2sat puzzles: the kinds of puzzles, or one kind with rules, formats and a sample."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from .. import options
from ..parameters import Argument
from ..reporting import reporting

if TYPE_CHECKING:
    from ...puzzles.spec import AnyPuzzle


@reporting
def puzzles(
    name: Annotated[
        str | None, Argument(metavar="[KIND]", autocompletion=options.complete_puzzle, help="A kind of puzzle.")
    ] = None,
    json_: options.Json = False,
    output: Annotated[str | None, options.output("A page of all kinds with rules and samples.", "FILE.html")] = None,
) -> int:
    """List the kinds of puzzles; of one kind: rules, formats and a sample."""

    if output is not None:
        _put_gallery(name, json_, output)
    elif json_:
        from ...api.writing.puzzles import facts, facts_of
        from ..json_lines import json_line

        print(json_line({"puzzles": facts()} if name is None else {"puzzle": facts_of(name)}), end="")
    elif name is None:
        print(_gallery(), end="")
    else:
        print(_described(name), end="")
    return 0


def _put_gallery(name: str | None, json_: bool, output: str) -> None:
    """Write the page of all kinds to the file `output`.  Raises UsageError if a kind (`name`) or JSON (`json_`) is
    asked for, too.
    """
    from ...api.writing.puzzles import gallery
    from ...errors import UsageError
    from ..reporting import put

    if name is not None or json_:
        raise UsageError("-o writes one page of all kinds; expected no KIND and no --json")
    put(gallery(), output)


def _gallery() -> str:
    """Return a list of all kinds by their families, each with the first sentence of its rules and its other names, and
    last a line on samples and new boards, which names the kinds that cannot be made.
    """
    from ...generating.makers import MAKERS
    from ...puzzles.spec import FAMILIES, PUZZLES

    width = max(map(len, PUZZLES))
    parts = []
    for family in FAMILIES:
        names = [name for name in PUZZLES if PUZZLES[name].family == family]
        lines = [f"  {name:{width}}  {_first_sentence(PUZZLES[name].rules)}{_others(name)}\n" for name in names]
        parts.append(f"{family}:\n{''.join(lines)}")
    unmade = ", ".join(name for name in PUZZLES if name not in MAKERS)
    made = f"New boards: csp2sat generate KIND, for every kind{f' but {unmade}' if unmade else ''}.\n"
    return "\n".join([*parts, f"One kind with formats and a sample: csp2sat puzzles KIND.  {made}"])


def _others(name: str) -> str:
    """Return the names in the kind's titles other than its own, in parentheses."""
    from ...puzzles.spec import PUZZLES

    titles = dict.fromkeys(title.lower() for title in PUZZLES[name].titles)
    others = [title for title in titles if re.sub(r"\W", "", title) != name]
    return f" ({', '.join(others)})" if others else ""


def _first_sentence(rules: str) -> str:
    """Return the first sentence of rules, with a full stop."""
    from ...api.writing.puzzles import paragraphs

    return paragraphs(rules)[0].split(". ")[0].rstrip(".") + "."


def _wrapped(text: str) -> str:
    """Return the paragraphs of a text in lines of at most 80 characters; all but the first line of a paragraph are
    indented by two blanks.  Words, and codes in backticks, are not broken.
    """
    from textwrap import fill

    from ...api.writing.puzzles import paragraphs

    kept = re.sub("`.+?`", lambda code: code[0].replace(" ", "\0"), "\n".join(paragraphs(text))).splitlines()
    lines = (fill(each, 80, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) for each in kept)
    return "\n".join(lines).replace("\0", " ")


def _digits(puzzle: AnyPuzzle) -> str:
    """Return a note on the numbers of the array form that are other symbols in the text form, such as `; 0 is . of the
    text`; '' if there are none.
    """
    from contextlib import suppress

    digits = puzzle.cells.digits
    others = []
    for number in (0, -1) if digits is None else digits:
        with suppress(ValueError):  # not each puzzle has these
            token = puzzle.cells.token(number if digits is None else digits[number])
            others += [f"{number} is {token}"] if token != str(number) else []
    return f"; {', '.join(others)} of the text" if others else ""


def _described(name: str) -> str:
    """Return the rules of the kind called `name`, its first sample in each text format and drawn, the symbols of
    the text format, and the solved sample if there is one.  Raises UnknownPart for an unknown name.
    """
    from ...api.writing.drawing import as_text
    from ...api.writing.puzzles import puzzle_called, sample, written

    puzzle = puzzle_called(name)
    solved = puzzle.samples[0][1]
    board = sample(puzzle)
    parts = [f"{puzzle.name}\n\n{_wrapped(puzzle.rules)}"]
    more = {"text": "; `size` says the width first, then the height", "array": _digits(puzzle)}
    for each, text in written(board).items():
        parts.append(f"As {each} (convert --to {each}{more.get(each, '')}):\n\n{text}")
        if each == "text":
            parts.append(f"Symbols of the text:\n\n{_wrapped(puzzle.symbols)}")
    parts.append(f"Drawn:\n\n{as_text(board, None)}")
    if solved:
        parts.append(f"Solved:\n\n{solved}")
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"
