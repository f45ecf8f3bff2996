"""The forms in which languages write constraints: a form reads the items of a constraint as its arguments, and writes
arguments as items.

Most forms are patterns, which messages also show as the usage: `VALUE (TERM ...) OPERATOR NUMBER`. A word is a term,
`(TERM ...)` or `[ TERM ... ]` a list of terms, `((A B) ...)` or `[ {A B} ... ]` a list of tuples of terms. The
language's word for a comparison stands for the name of a comparison, which may be left out if the word has a `?`, and
is `eq` then. If there is only a list of terms, the terms may stand without the list; the pattern `TERM ...` states
that.

An item is an integer, a symbol (str), a list, or an opaque expression of the language, which is handed on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from ...base.numbers import cut
from ...model.ops import COMPARISONS, TERM
from ...tuples import NamedTuple
from .names import DATA
from .wrong import Wrong

FormItem = Any
Pairs = list[tuple[FormItem, str]]  # items with their sorts

COMPARISON, SINGLE, LIST = range(3)  # kinds of pieces, in the order of a constraint's arguments
PIECE = re.compile(r"[(\[] ?(?:([({](?:[^(){}]|\([^()]*\))*[)}])|(\w+)) \.\.\. ?[)\]]|([^\s,?]+)(\?)?")
IN_ORDER = "TERM ..."
NIL = "nil"


class ConstraintForm(NamedTuple):
    """A form in which a language writes a constraint.

    constraint: the name of the constraint in CONSTRAINTS. usage: the text that messages show as expected. read: turns
    the items into the constraint's arguments in their order, each an item with the sort as which it is to be read.
    Raises Wrong; its item is None if no single item is to blame. write: turns arguments into items, lists for forms.
    Raises ValueError if the arguments have no text.
    """

    constraint: str
    usage: str
    read: Callable[[Sequence[FormItem]], Pairs]
    write: Callable[..., list[FormItem]]


class PatternShape(NamedTuple):
    """The relation between the items of a pattern's pieces and the arguments of a constraint.

    arguments(*items) gives the arguments with their sorts, and raises Wrong; items(*arguments) gives an item for each
    piece.
    """

    arguments: Callable[..., Pairs]
    items: Callable[..., list[FormItem]]


class Words(NamedTuple):
    """The words of a language for comparisons. operator: the word that stands for a comparison in patterns;
    comparisons: the list of all comparisons, for messages.
    """

    operator: str
    comparisons: str


class PatternPiece(NamedTuple):
    """A piece of a pattern. kind: COMPARISON, SINGLE or LIST; check: returns its item or raises Wrong; width: the size
    of the tuples in a list; optional: whether the item may be left out.
    """

    kind: int
    check: Callable[[FormItem], FormItem]
    width: int = 1
    optional: bool = False


def form(
    constraint: str, pattern: str, words: Words, usage: str = "", shape: PatternShape | None = None
) -> ConstraintForm:
    """Return the form of `constraint` that a pattern describes.

    usage: the text that messages show; '': the pattern itself. shape: the relation of items and arguments; None: the
    arguments are the comparison, then terms, then the items of the lists, which have the same length.
    """
    bare = pattern == IN_ORDER
    matches = PIECE.finditer(f"({pattern})" if bare else pattern.partition(",")[0])
    plain = _Pattern([_piece(match, words) for match in matches], bare)
    shape, usage = shape or PatternShape(plain.arguments, plain.items), usage or pattern.replace("?", "")
    return ConstraintForm(constraint, usage, partial(plain.read, shape.arguments, usage), shape.items)


def _piece(match: re.Match[str], words: Words) -> PatternPiece:
    group, each, word, optional = match.groups()
    if group and "..." in group:
        return PatternPiece(SINGLE, lambda item: item)  # lists of any length: left to the shape
    if group:
        width = len(group.split())
        return PatternPiece(LIST, lambda item: tuples(item, width, group), width)
    if word is None:
        return PatternPiece(LIST, lambda item: listed(item, f"{each.lower()}s"))
    if word == words.operator:
        return PatternPiece(COMPARISON, partial(_comparison, words), optional=bool(optional))
    return PatternPiece(SINGLE, lambda item: item)


def _comparison(words: Words, item: FormItem) -> str:
    if not isinstance(item, str) or item not in COMPARISONS:
        raise Wrong(item, f"expected a comparison: {words.comparisons}")
    return str(item)


class _Pattern:
    """The pieces of a pattern, and the default shape of the pattern. bare: whether the pattern is `TERM ...`."""

    def __init__(self, pieces: Sequence[PatternPiece], bare: bool):
        self._pieces, self._bare = pieces, bare
        self._order = sorted(range(len(pieces)), key=lambda at: pieces[at].kind)
        self._lists = [at for at, piece in enumerate(pieces) if piece.kind == LIST]
        self._only_list = len(pieces) == len(self._lists) == 1 and pieces[0].width == 1
        self._optional = next((at for at, piece in enumerate(pieces) if piece.optional), None)

    def read(self, arguments: Callable[..., Pairs], usage: str, items: Sequence[FormItem]) -> Pairs:
        """Return what the function `arguments` of a shape makes of the items, after optional items are filled in and
        each item is checked. usage: the text that a message shows. Raises Wrong.
        """
        found = list(items)
        if self._only_list and not (len(found) == 1 and isinstance(found[0], list)):
            found = [found]
        if self._optional is not None and len(found) == len(self._pieces) - 1:
            found.insert(self._optional, "eq")
        if len(found) != len(self._pieces):
            raise Wrong(None, f"expected {usage}")
        return arguments(*[piece.check(item) for piece, item in zip(self._pieces, found, strict=True)])

    def arguments(self, *items: FormItem) -> Pairs:
        """Return the arguments of the default shape, with their sorts: the comparison, the terms, the items of the
        lists. Raises Wrong if two lists differ in length.
        """
        lengths = [len(items[at]) for at in self._lists]
        if len(lengths) > 1 and len(set(lengths)) > 1:
            found = " and ".join(map(str, lengths))
            raise Wrong(None, f"expected two lists of the same length, found {found} terms")
        pairs: Pairs = []
        for at in self._order:
            kind, _, width, _ = self._pieces[at]
            if kind != LIST:
                pairs.append((items[at], TERM if kind == SINGLE else DATA))
            else:
                pairs += [(term, TERM) for term in (items[at] if width == 1 else chain.from_iterable(items[at]))]
        return pairs

    def items(self, *arguments: Any) -> list[FormItem]:
        """Return the items that stand for the arguments of the default shape."""
        size = (len(arguments) - len(self._pieces) + len(self._lists)) // max(1, len(self._lists))
        rest, found = iter(arguments), dict[int, FormItem]()
        for at in self._order:
            piece = self._pieces[at]
            found[at] = _taken(rest, size, piece.width) if piece.kind == LIST else next(rest)
        if self._optional is not None and found[self._optional] == "eq":
            del found[self._optional]
        items = [found[at] for at in sorted(found)]
        return items[0] if self._bare and len(items[0]) != 1 else items


def _taken(rest: Iterator[Any], size: int, width: int) -> list[FormItem]:
    """Take the next arguments of `rest` as a list: `size` terms, cut into tuples of `width` terms if `width` is more
    than 1.
    """
    terms = list(islice(rest, size))
    return terms if width == 1 else chunks(terms, width)


# checks of items, for shapes and forms that are no patterns


def listed(item: FormItem, what: str) -> list[FormItem]:
    """Return the item, which must be a list. Raises Wrong, with `what` as the kind of its items, if it is not."""
    if not isinstance(item, list):
        raise Wrong(item, f"expected a list of {what}")
    return item


def packed(item: FormItem, size: int, what: str) -> list[FormItem]:
    """Return the item, which must be a list of `size` items. Raises Wrong, with `what` as the form that was expected,
    if it is not.
    """
    if not isinstance(item, list) or len(item) != size:
        raise Wrong(item, f"expected {what}")
    return item


def tuples(item: FormItem, size: int, what: str) -> list[list[FormItem]]:
    """Return the item, which must be a list of lists of `size` items each. Raises Wrong, with `what` as the form that
    was expected, if it is not.
    """
    return [packed(each, size, what) for each in listed(item, what)]


def integer(item: FormItem, what: str, least: int | None = None, most: int | None = None) -> int:
    """Return the item, which must be an integer from `least` to `most` (None: no bound). Raises Wrong, with `what` as
    the meaning of the integer, if it is not.
    """
    if not isinstance(item, int):
        raise Wrong(item, f"expected {what}, an integer")
    if (least is not None and item < least) or (most is not None and item > most):
        raise Wrong(item, f"expected {what}, {_between(least, most)}")
    return int(item)


def _between(least: int | None, most: int | None) -> str:
    bounds = ["" if each is None else cut(each) for each in (least, most)]
    return "from {} to {}".format(*bounds) if most is not None else f"at least {bounds[0]}"


def chunks(values: Sequence[FormItem], size: int) -> list[list[FormItem]]:
    """Cut the values into lists of `size` values."""
    return [list(values[at : at + size]) for at in range(0, len(values), size)]


# shapes whose arguments are not only those of the pattern


def _weighted(pairs: Sequence[FormItem], op: str, bound: FormItem) -> Pairs:
    weights = tuple(integer(weight, "a weight") for weight, _ in pairs)
    return [(op, DATA), (weights, DATA), (bound, TERM), *((term, TERM) for _, term in pairs)]


def _weighted_items(op: str, weights: Sequence[int], bound: Any, *terms: Any) -> list[FormItem]:
    return [[list(pair) for pair in zip(weights, terms, strict=True)], op, bound]


WEIGHTED = PatternShape(_weighted, _weighted_items)  # a list of weights and terms, a comparison, a bound


def _cardinalities(terms: Sequence[FormItem], pairs: Sequence[FormItem]) -> Pairs:
    return [((len(terms),), DATA), *((value, TERM) for value in chain(terms, *pairs))]


def _cardinalities_items(size: tuple[int], *values: Any) -> list[FormItem]:
    return [list(values[: size[0]]), chunks(values[size[0] :], 2)]


CARDINALITIES = PatternShape(_cardinalities, _cardinalities_items)  # a list of terms, a list of values and numbers


def _with_costs(
    terms: Sequence[FormItem], pairs: Sequence[FormItem], entries: Sequence[FormItem], cost: FormItem
) -> Pairs:
    size, *values = _cardinalities(terms, pairs)
    places = tuple(
        (integer(i, "a term's position", 1, len(terms)), integer(k, "a pair's position", 1, len(pairs)))
        for i, k, _ in entries
    )
    return [size, (places, DATA), (cost, TERM), *((weight, TERM) for _, _, weight in entries), *values]


def _with_costs_items(size: tuple[int], places: Sequence[Sequence[int]], cost: Any, *values: Any) -> list[FormItem]:
    costs = [[i, k, weight] for (i, k), weight in zip(places, values, strict=False)]
    return [*_cardinalities_items(size, *values[len(places) :]), costs, cost]


WITH_COSTS = PatternShape(_with_costs, _with_costs_items)  # the same, a list of positions (from 1) and weights, a cost


def tasks(nil: str) -> PatternShape:
    """Return the shape of a list of tasks (origin, duration, end, height), in which one of the first three may be
    `nil`, and a limit.

    nil: the word for a missing item in messages; as an item it is the symbol `nil`.
    """
    return PatternShape(partial(_tasks, nil), _tasks_items)


def _tasks(nil: str, rows: Sequence[FormItem], limit: FormItem) -> Pairs:
    missing = tuple(_missing(nil, row) for row in rows)
    given = [(item, TERM) for row, out in zip(rows, missing, strict=True) for at, item in enumerate(row) if at != out]
    return [(missing, DATA), (limit, TERM), *given]


def _missing(nil: str, row: Sequence[FormItem]) -> int:
    """Return the position of the item of a task that is nil, or the number of items if none is. Raises Wrong if several
    are, or the height. nil: the word for messages.
    """
    places = [at for at, item in enumerate(row) if item == NIL]
    if len(places) > 1 or places == [3]:
        raise Wrong(row[places[-1]], f"expected {nil} for one of origin, duration and end only")
    return places[0] if places else len(row)


def _tasks_items(missing: Sequence[int], limit: Any, *terms: Any) -> list[FormItem]:
    rest = iter(terms)
    return [[[NIL if at == place else next(rest) for at in range(4)] for place in missing], limit]
