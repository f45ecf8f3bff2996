"""Formulas read in one pass over their tokens, inner forms first, without lists of items in between."""

from __future__ import annotations

from typing import Any

from ...model.expr import Expr
from ...model.ops import FORMULA, TERM
from ..base.names import NameSpaces
from ..base.sexpr import ALIASES, Atoms
from .operators import STATEMENTS, Operators

NO_FORMULAS = frozenset(STATEMENTS)


class QuickFormulas:
    """A reader of the formulas that are most of a large text: operators and relations whose arguments are all terms, or
    all formulas, and are written so.

    names, operators: those of the text so far.
    """

    def __init__(self, names: NameSpaces, operators: Operators):
        self._names, self._operators = names.of_sort, operators
        self._atoms = Atoms()

    def read(self, words: list[str]) -> Expr | None:
        """Return the formula of the tokens of a statement, as `Expressions.read` does; None for any other statement,
        and for a wrong one.
        """
        if self._operators.macros.predicates or words[:2][-1] in NO_FORMULAS:
            return None
        rules, names, atoms = self._operators.rules, self._names, self._atoms
        # The innermost open form: how it is built, the sort of its arguments, their names and bounds of their number
        build, sort, known, least, most = _itself, FORMULA, names[FORMULA], 1, 1
        args: list[Any] = []
        outer: list[Any] = []  # the same of the forms that are open around it, with their arguments so far
        left = iter(words)
        for word in left:
            if word == "(":
                head = next(left, "")
                inner = rules.get(ALIASES.get(head, head))
                if inner is None:
                    return None
                outer.append((build, sort, known, least, most, args))
                expected, args = sort, []
                build, sorts, result, least, most = inner
                if result != expected or len(sorts) != 1:
                    return None
                (sort,) = sorts
                known = names[sort]
            elif word == ")":
                if not outer or not least <= len(args) <= most:
                    return None
                built = build(*args)
                build, sort, known, least, most, args = outer.pop()
                args.append(built)
            else:
                value = known.get(word)
                if value is None:
                    item = atoms[word]
                    value = item if sort == TERM and isinstance(item, int) else known.get(item)
                    if value is None:
                        return None
                args.append(value)
        return args[0] if len(args) == 1 and not outer else None


def _itself(formula: Any) -> Any:
    return formula
