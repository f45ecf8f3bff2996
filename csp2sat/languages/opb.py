"""OPB, the language of pseudo-Boolean solvers: linear constraints on Booleans, and perhaps a sum to be minimized or
maximized.

    * #variable= 3 #constraint= 2
    min: +2 x1 -3 x2 ;
    +1 x1 +1 ~x2 >= 1 ;
    +3 x1 -2 x2 +2 x3 = 3 ;

`~x2` is 1 if x2 is 0. Products of variables are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.interpreter import CollectorOff
from ..base.numbers import TooLong, integer
from ..base.source import Source
from ..errors import InputError, Unsupported
from ..model.expr import Expr, any_of, bool_var, negation, node
from ..model.model import Model, Objective, Origin
from ..tuples import NamedTuple
from .base.value_lines import show_literals
from .spec import Answers, Language

FIRST = re.compile(
    r"(?:\s*\*[^\n]*\n)*\s*(?:(?:min|max|soft)\s*:|(?:\[[0-9]+\]\s*)?[+-]?\s*[0-9]+\s+~?x[0-9])|\s*\*\s*#variable="
)
HEADER = re.compile(r"\s*\*[ \t]*#variable=[ \t]*([0-9]{1,8})\b")
COMMENT = re.compile(r"^[ \t]*\*[^\n]*", re.MULTILINE)
TOKEN = re.compile(r"(?:min|max)\s*:|[<>!=]?=|<>|[<>]|;|[+-][ \t]*[0-9]+|[0-9]+|~?[A-Za-z_][\w.\[\]{}^-]*|\S")
NUMBER = re.compile(r"([+-]?)[ \t]*([0-9]+)")
NAME = re.compile(r"~?[A-Za-z_]\S*")
GOALS = {"min": "minimize", "max": "maximize"}
RELATIONS = {">=": "ge", "=": "eq", "<=": "le"}
OTHER_RELATIONS = ("!=", "<>", "==", "<", ">")  # of other languages

OpbTerm = tuple[int, str]  # coefficient, and a name with `~` or without


class Token(NamedTuple):
    """A word of the text, and its offset."""

    text: str
    at: int


def fits(text: str) -> bool:
    """Whether a text begins with the first comment of an OPB file, a goal, a coefficient and a variable, or as a soft
    constraint, which `read` refuses."""
    return FIRST.match(text) is not None


def read(source: Source) -> Model:
    """Read an OPB text as a model. Raises InputError, with the place, if the text is no OPB."""
    model = Model(about={"language": LANGUAGE.name})
    with CollectorOff():
        for number, statement in enumerate(_statements(source)):
            _take(source, model, statement, first=number == 0)
    _declare_unused(source, model)
    return model


def statement_at(source: Source, line: int, column: int) -> str:
    """Return the statement of an OPB text that begins at a line and column, with its semicolon, on one line."""
    rest = "\n".join([source.lines()[line - 1][column - 1 :], *source.lines()[line:]])
    return " ".join(COMMENT.sub("", rest).partition(";")[0].split()) + " ;"


def _declare_unused(source: Source, model: Model) -> None:
    """Declare the variables x1, x2, ... that the first comment counts, in this order, even if no constraint has them;
    do nothing if the model has variables and one has another name, or if the count exceeds the length of the text.
    """
    found = HEADER.match(source.text)
    count = int(found[1]) if found else 0
    names = {f"x{number}" for number in range(1, count + 1)} if count <= len(source.text) else set()
    if names and names.issuperset(model.bools):
        model.bools = {name: bool_var(name) for name in map("x{}".format, range(1, count + 1))}


def _statements(source: Source) -> Iterator[list[Token]]:
    """Yield the words of each statement, without its semicolon. Raises InputError if the last statement has no
    semicolon.
    """
    text = COMMENT.sub(lambda comment: " " * len(comment[0]), source.text)
    statement: list[Token] = []
    for found in TOKEN.finditer(text):
        if found[0] == ";":
            yield statement
            statement = []
        else:
            statement.append(Token(found[0], found.start()))
    if statement:
        raise source.error("expected `;` at the end of the constraint", len(text.rstrip()))


def _take(source: Source, model: Model, words: list[Token], first: bool) -> None:
    """Add the constraint or the goal of a statement to the model. first: whether the statement is the first, as a goal
    must be. Raises InputError.
    """
    goal = words[0].text.rstrip(": \t\n") if words else ""
    if goal in GOALS:
        if not first:
            raise source.error("the goal comes first, and once", words[0].at)
        model.objective = Objective(GOALS[goal], _sum(model, _terms(source, words[1:])))  # type: ignore[arg-type]
        return
    _refuse_others(source, words)
    if len(words) < 2 or words[-2].text not in RELATIONS or not NUMBER.fullmatch(words[-1].text):
        at = words[-1].at if words else 0
        raise source.error("expected `COEFFICIENT VARIABLE ... >= NUMBER ;` (or = or <=)", at)
    place = source.place(words[0].at)
    terms = _terms(source, words[:-2])
    formula = _formula(model, terms, words[-2].text, _number(source, words[-1]))
    model.add(formula, Origin("text", place.line, place.column))


def _refuse_others(source: Source, words: list[Token]) -> None:
    """Raise InputError for a soft constraint, or for a relation that OPB does not have."""
    if words and (words[0].text == "[" or [word.text for word in words[:2]] == ["soft", ":"]):
        message = "soft constraints of OPB (WBO) are not read; weights are read from WCNF"
        raise Unsupported(message, source.place(words[0].at))
    for word in words:
        if word.text in OTHER_RELATIONS:
            raise source.error("expected `>=`, `=` or `<=`", word.at)


def _terms(source: Source, words: list[Token]) -> list[OpbTerm]:
    found = []
    for number, name in zip(words[::2], words[1::2], strict=False):
        if not NUMBER.fullmatch(number.text):
            raise _wrong(source, number)
        if not NAME.fullmatch(name.text):
            raise source.error("expected a variable, such as x1 or ~x1", name.at)
        found.append((_number(source, number), name.text))
    if len(words) % 2 and NAME.fullmatch(words[-1].text):
        raise _wrong(source, words[-1])
    if len(words) % 2:
        raise source.error("expected a variable after the coefficient", words[-1].at)
    return found


def _wrong(source: Source, word: Token) -> InputError:
    if NAME.fullmatch(word.text):
        message = f"expected a coefficient before {word.text}, such as +1; products of variables are not supported"
        return Unsupported(message, source.place(word.at))
    return source.error("expected a coefficient, such as +1", word.at)


def _number(source: Source, word: Token) -> int:
    try:
        return integer(word.text.replace(" ", "").replace("\t", ""))
    except TooLong as error:
        raise source.error(str(error), word.at) from None


def _variable(model: Model, name: str) -> Expr:
    """Return the literal of a name, with or without `~`; its variable is declared at its first occurrence."""
    plain = name.lstrip("~")
    variable = bool_var(plain) if plain in model.bools else model.bool(plain)
    return negation(variable) if name.startswith("~") else variable


def _sum(model: Model, terms: list[OpbTerm]) -> Expr | int:
    parts = [node("if", _variable(model, name), coefficient, 0) for coefficient, name in terms]
    return node("add", *parts) if parts else 0


def _formula(model: Model, terms: list[OpbTerm], relation: str, bound: int) -> Expr:
    """Return the formula that compares the sum of the terms with the bound by the relation (a key of RELATIONS): a
    clause if the comparison is one, else a comparison of a sum.
    """
    least = bound - sum(min(coefficient, 0) for coefficient, _ in terms)
    if relation == ">=" and least == 1 and len({name.lstrip("~") for _, name in terms}) == len(terms):
        literals = [(_variable(model, name), coefficient) for coefficient, name in terms if coefficient]
        return any_of(variable if coefficient > 0 else negation(variable) for variable, coefficient in literals)
    return node(RELATIONS[relation], _sum(model, terms), bound)


ANSWERS = Answers(values=lambda declared, answer: show_literals(declared, answer, ""), literals=True)
LANGUAGE = Language(
    "opb", (".opb",), fits, read, dict, ANSWERS, example="+1 x1 +1 x2 >= 1 ;", equality="TERMS = VALUE ;"
)
