"""Arguments of the functions of `build`: forms of a call, lists, terms as nodes, and messages for wrong calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, get_overloads

from ..base.numbers import counted
from ..errors import ModelError
from ..model.counting import is_partial
from ..model.expr import Expr, all_of, node
from .handles import Formula, Term
from .nesting import flat_items, is_nested, refuse_mapping
from .owner import CONSTANTS, Owner, as_terms, owner_of, shown

ADVICE = {  # for calls with another idea of a function
    name: f"; of formulas: sum(formulas) {op} number{more}"
    for name, op, more in (
        ("at_most", "<=", ", or build.at_most_one(formulas)"),
        ("at_least", ">=", ""),
        ("exactly", "==", ", or build.exactly_one(formulas)"),
    )
}
F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E", Formula, Term)


def checked(function: F, prefix: str, module: str | None = None) -> F:
    """Return a function that does the same, but raises ModelError in place of any TypeError.

    The message has the arguments that do not fit, or else the text of the TypeError, and the parameters of the
    function. prefix: the text before the name of the function in messages, such as `build.`. module: the module that
    users import the function from, for pickles; None: that of the function.
    """

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except TypeError as error:
            fault = _misfit(function, given, named) or str(error)
            name = f"{prefix}{function.__name__}"
            usages = ", or ".join(f"{name}({each})" for each in dict.fromkeys(_usages(function)))
            advice = ADVICE.get(function.__name__, "") if len(given) == 2 else ""
            raise ModelError(f"{name}: {fault}; expected {usages}{advice}") from error

    called.__module__ = module or called.__module__
    return called  # type: ignore[return-value]


def _usages(function: Callable[..., Any]) -> Iterable[str]:
    """Yield the parameters of a function as text, those of each form for a function with several forms of a call; forms
    that differ in types alone are the same text.
    """
    for form in get_overloads(function) or [function]:
        parameters = [each for each in signature(form).parameters.values() if each.name != "self"]
        yield ", ".join(str(each.replace(annotation=each.empty)) for each in parameters)


def _misfit(function: Callable[..., Any], given: Sequence[Any], named: dict[str, Any]) -> str | None:
    """Return the reason why arguments, by position in `given` and by name in `named`, do not fit a function; None if
    they fit.
    """
    try:
        signature(function).bind(*given, **named)
    except TypeError as fault:
        by_position = list(signature(function).parameters)[: len(given)]
        twice = next((each for each in by_position if each in named), None)
        if twice is None:
            return str(fault)
        number = [each for each in by_position if each != "self"].index(twice) + 1
        return f"argument {number} is {twice}, and {twice}= is given, too"
    return None


def matched(name: str, forms: Sequence[str], given: Sequence[Any], named: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call by parameter, for the first form that they fit.

    name: that of the function.  forms: the parameters of each form, as `terms value`.  given, named: the arguments by
    position and by name.  Raises ModelError if no form fits.
    """
    for form in forms:
        parameters = form.split()
        if len(given) + len(named) == len(parameters) and set(parameters[len(given) :]) == set(named):
            return {**dict(zip(parameters, given, strict=False)), **named}
    usage = ", or ".join(f"build.{name}({form.replace(' ', ', ')})" for form in forms)
    words = [counted(len(given), "argument"), *(f"{each}=" for each in named)]
    raise ModelError(f"build.{name} with {', '.join(words)}; expected {usage}")


class TermList(list[Any]):
    """A list of terms, as a function expects it for a list; any other list stands by mistake where a single term is
    expected.
    """


def listed(given: object) -> TermList:
    """Return the items of a nest of lists, tuples, arrays and generators as one list; [x] for a single item x."""
    return TermList(flat_items([given]))


def rows_of(given: Any, what: str) -> list[TermList]:
    """Return rows of items as lists.

    what: the noun for a row, in messages.  Raises ModelError if an item is no row.
    """
    refuse_mapping(given)
    if not is_nested(given):
        raise ModelError(f"{shown(given)} is no list of lists; expected a {what} in each place")
    rows = list(given)
    wrong = next((row for row in rows if not is_nested(row)), None)
    if wrong is not None:
        raise ModelError(f"{shown(wrong)} is no {what}; expected a list or tuple")
    return [TermList(row) for row in rows]


def same_length(name: str, **lists: Sequence[object]) -> None:
    """Raise ModelError unless all lists have the same length.

    name: that of the function.  lists: by their nouns in the plural.
    """
    if len({len(each) for each in lists.values()}) > 1:
        numbers = [counted(len(each), noun[:-1]) for noun, each in lists.items()]
        raise ModelError(f"build.{name}: {', '.join(numbers)}; expected lists of one length")


def of_nodes(kind: type[E], make: Callable[..., Expr | int], *arguments: object) -> E:
    """Return the term or formula (`kind`) that the function `make` makes of nodes.

    arguments: `make` gets a TermList as the list of its items' nodes, anything else as the node of a term.
    """
    owner: Owner = CONSTANTS
    nodes: list[Any] = []
    terms: list[Expr | int] = []
    for given in arguments:
        its_owner, found = as_terms(given if isinstance(given, TermList) else [given])
        owner = owner_of((owner, its_owner))
        nodes.append(found if isinstance(given, TermList) else found[0])
        terms += found
    made = make(*nodes)
    if kind is Formula and isinstance(made, Expr):
        made = where_defined(made, terms)
    return owner.handle(kind, made if isinstance(made, Expr) else _constant(made))


def where_defined(formula: Expr, terms: Iterable[Expr | int]) -> Expr:
    """Return the formula with the requirement that its terms are defined, unless the formula compares them in each case
    already: a formula that is made of several ones may compare a term only where another one holds.
    """
    parts = formula.args if formula.op == "and" else (formula,)
    read = {arg for part in parts for arg in part.args}
    others = dict.fromkeys(each for each in terms if isinstance(each, Expr) and each not in read and is_partial(each))
    return all_of((formula, *(node("eq", each, each) for each in others))) if others else formula


def _constant(number: int) -> Expr:
    """Return a node for a number, since a handle needs a node."""
    return node("add", number)
