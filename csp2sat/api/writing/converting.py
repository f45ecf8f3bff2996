"""Conversion of an input to another format: a board as text, array, JSON, URL, game ID or drawing; any model as CSP
text or as an XCSP3 instance.
"""

from __future__ import annotations

from typing import NamedTuple

from ...errors import UsageError
from ...escaping import for_terminal
from ...model.model import Model
from ...puzzles.formats.spec import FORMATS
from ...puzzles.formats.spec import written_formats as written_formats
from ...solving.inputs import weighed
from ...solving.problem import Problem

DRAWN = ("svg", "png", "pdf", "html")
CSP_TEXT = ("sugar", "csp")  # the language by its name, and by the suffix of its files

XCSP3 = "xcsp3"


class PrintStyle(NamedTuple):
    """The style of drawings and booklets in print.

    black: whether solved parts are black, and shaded cells grey, instead of blue.  grades: whether captions have the
    grades of boards, where these are known.  rules: whether a booklet has the rules of its puzzle types.
    """

    black: bool = False
    grades: bool = True
    rules: bool = True

    @property
    def for_booklet(self) -> bool:
        """Whether the style is one that only booklets have."""
        return not (self.grades and self.rules)

    def check(self, to: str | None) -> None:
        """Raise UsageError for black solutions without a drawing; to: the format, None for the usual text."""
        if self.black and to not in DRAWN:
            raise UsageError("only for a drawing; expected -o FILE.svg, .png, .pdf or .html", "black")


def converted(problem: Problem, to: str) -> str:
    """Return the text of a problem in the format `to`; raise UsageError for a format that the problem cannot have."""
    if to in CSP_TEXT:
        return _csp_text(problem.stated or problem.model)
    if to == XCSP3:
        from ...languages.xcsp3_core.written.instance import to_xml

        return to_xml(weighed(problem).model)
    if problem.board is None:
        raise UsageError("a CSP can only be converted to sugar (CSP text) or xcsp3", "to", to)
    if to not in FORMATS:
        raise UsageError(f"expected one of {', '.join((*written_formats(), *DRAWN))}, sugar, xcsp3", "to", to)
    return FORMATS[to].write(problem.board)


def _csp_text(model: Model) -> str:
    """Return the CSP text of a model; variables whose names cannot be written, such as cells of XCSP3's arrays, are
    renamed, which comments at the beginning say.
    """
    from ...languages.base.sexpr import is_symbol
    from ...languages.csp.writer import to_text
    from ...model.renaming import PLAIN, plain_names, renamed

    def fits(name: str) -> bool:
        plain = model.about.get("language") != XCSP3 or PLAIN.fullmatch(name) or name not in model.ints
        return is_symbol(name) and bool(plain) and name not in ("true", "false")

    old = [*model.ints, *model.bools]
    if all(map(fits, old)):
        return to_text(model)
    new = plain_names(old, fits)
    notes = [f"; {name} stands for {for_terminal(each)}\n" for each, name in zip(old, new, strict=True) if each != name]
    ints = dict(zip(model.ints, new, strict=False))
    bools = dict(zip(model.bools, new[len(ints) :], strict=True))
    return "".join(notes) + to_text(renamed(model, ints, bools))
