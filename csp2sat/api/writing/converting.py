"""Conversion of an input to another format: a board as text, array, JSON, URL, game ID or drawing; any model as CSP
text, as an XCSP3 instance, or as a MiniZinc model.
"""

from __future__ import annotations

from ...errors import UsageError
from ...model.model import Model, hidden
from ...puzzles.formats.spec import FORMATS
from ...puzzles.formats.spec import written_formats as written_formats
from ...solving.inputs import weighed
from ...solving.problem import BoardProblem, Problem
from ...tuples import NamedTuple

DRAWN = ("svg", "png", "pdf", "html")
CSP_TEXT = ("sugar", "csp")  # the language by its name, and by the suffix of its files

SUGAR_OWN = "sugar-strict"  # the part of the language that Sugar itself has
XCSP3, MINIZINC = "xcsp3", "minizinc"
OF_CSP = ("sugar", SUGAR_OWN, XCSP3, MINIZINC)


class PrintStyle(NamedTuple):
    """The style of drawings and booklets in print.

    black: whether solved parts are black, and shaded cells grey, instead of blue.  grades: whether captions have the
    grades of boards, where these are known.  rules: whether a booklet has the rules of its kinds.  paper: the
    size of a booklet's pages, such as `a4-landscape`; '' for A4 whose contents fit on Letter, too.  below: whether the
    hints of a booklet are below its boards, not on pages behind them.
    """

    black: bool = False
    grades: bool = True
    rules: bool = True
    paper: str = ""
    below: bool = False

    @property
    def for_booklet(self) -> bool:
        """Whether the style is one that only booklets have."""
        return not (self.grades and self.rules) or bool(self.paper)

    def check(self, to: str | None) -> None:
        """Raise UsageError for black solutions without a drawing; to: the format, None for the usual text."""
        if self.black and to not in DRAWN:
            raise UsageError("only for a drawing; expected -o FILE.svg, .png, .pdf or .html", "black")


def converted(problem: Problem, to: str) -> str:
    """Return the text of a problem in the format `to`; raise UsageError for a format that the problem cannot have."""
    if to in CSP_TEXT:
        return _csp_text(problem.stated or problem.model)
    if to == SUGAR_OWN:
        from ...languages.csp.sugar_own import in_sugar

        model, beyond = in_sugar(problem.stated or problem.model)
        return "".join(f"; beyond Sugar: {each}\n" for each in beyond) + _csp_text(model)
    if to == XCSP3:
        from ...languages.xcsp3_core.written.instance import to_xml

        return to_xml(weighed(problem).model)
    if to == MINIZINC:
        from ...languages.flatzinc.written.whole_model import to_minizinc

        return to_minizinc(weighed(problem).model)
    if problem.board is None:
        raise UsageError("a CSP can only be converted to sugar (CSP text), sugar-strict, xcsp3 or minizinc", "to", to)
    if to not in FORMATS:
        raise UsageError(f"expected one of {', '.join((*written_formats(), 'drawing', *DRAWN, *OF_CSP))}", "to", to)
    return FORMATS[to].write(problem.board)


def turned(problem: Problem, degrees: int, mirror: bool) -> Problem:
    """Return the problem of a board that is turned clockwise by `degrees`, and then mirrored if `mirror`; the problem
    itself for neither.

    Raise UsageError for a CSP, and for a board that cannot be turned.
    """
    if not degrees and not mirror:
        return problem
    if problem.board is None:
        raise UsageError("only a board can be turned or mirrored; this is a CSP")
    from ...puzzles.turning import turned

    return BoardProblem(turned(problem.board, degrees, mirror), "")


def _csp_text(model: Model) -> str:
    """Return the CSP text of a model; variables whose names cannot be written, such as cells of arrays of XCSP3 and
    MiniZinc, are renamed, which comments at the beginning say.
    """
    from ...languages.csp.writer import names_written, to_text
    from ...model.renaming import renamed

    names = names_written(model)
    notes = [f"; {new} stands for {old}\n" for old, new in names.items() if old != new and not hidden(old)]
    return "".join(notes) + to_text(renamed(model, names) if any(old != new for old, new in names.items()) else model)
