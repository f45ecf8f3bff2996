"""Lists of formulas, such as cores, in which a formula is found although `==` of two formulas is a formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import SupportsIndex

from ..model.model import Constraint
from .handles import Formula
from .owner import Handle, Owner, node_of


class FormulaList(list[Formula]):
    """Formulas with a name each; `in`, `index` and `count` compare what the formulas say.

    names: the name of each formula, the formula itself as text if it was given none.  weights: the weight of each soft
    constraint; empty for other formulas.
    """

    def __init__(self, formulas: Iterable[Formula] = (), names: Iterable[str] = (), weights: Iterable[int] = ()):
        super().__init__(formulas)
        self.names = list(names) or [str(each) for each in self]
        self.weights = list(weights)

    @staticmethod
    def of(owner: Owner, constraints: Iterable[Constraint], weights: Iterable[int] = ()) -> FormulaList:
        """Return the formulas of constraints as handles of a model, named by the origins of the constraints."""
        given = list(constraints)
        formulas = [owner.handle(Formula, each.formula) for each in given]
        names = [
            (each.origin and each.origin.called) or str(each.origin or handle)
            for each, handle in zip(given, formulas, strict=True)
        ]
        return FormulaList(formulas, names, weights)

    def __contains__(self, formula: object) -> bool:
        return any(map(_is_same(formula), self))

    def index(self, formula: Formula, start: SupportsIndex = 0, stop: SupportsIndex | None = None, /) -> int:
        """Return the first place of a formula, as lists do; raise ValueError if there is none."""
        same = _is_same(formula)
        for at in range(*slice(start, stop).indices(len(self))):
            if same(self[at]):
                return at
        raise ValueError(f"{formula!r} is not in the list")

    def count(self, formula: Formula, /) -> int:
        """Return how often a formula is in the list."""
        return sum(map(_is_same(formula), self))


def _is_same(formula: object) -> Callable[[Formula], bool]:
    """Return whether a formula says the same as the given one, as a function."""
    wanted = node_of(formula) if isinstance(formula, Handle) else formula
    return lambda each: node_of(each) is wanted
