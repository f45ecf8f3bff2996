"""Formulas read in one pass over their tokens, inner forms first, without lists of items in between."""

from __future__ import annotations

from typing import Any

from ...model.expr import Expr
from ...model.ops import FORMULA, TERM
from ..base.names import NameSpaces
from ..base.sexpr import ALIASES, Atoms
from .operators import STATEMENTS, Operators, Rule

ROOT = Rule(lambda formula: formula, (FORMULA,), FORMULA, 1, 1)  # around a whole statement


class QuickFormulas:
    """A reader of the formulas that are most of a large text: operators and relations whose arguments have one sort,
    and are written as arguments of that sort.

    names, operators: those of the text so far.
    """

    def __init__(self, names: NameSpaces, operators: Operators):
        self._names, self._operators = names.of_sort, operators
        self._atoms = Atoms()

    def read(self, words: list[str]) -> Expr | None:
        """Return the formula of the tokens of a statement, as `Expressions.read` does; None for any other statement,
        and for a wrong one.
        """
        if self._operators.macros.predicates or words[:2][-1] in STATEMENTS:
            return None
        rules, atoms, sort = self._operators.rules, self._atoms, FORMULA
        rule, known, args = ROOT, self._names[sort], list[Any]()
        outer: list[tuple[Rule, list[Any]]] = []  # the forms that are open around the innermost one
        left = iter(words)
        for word in left:
            if word == "(":
                head = next(left, "")
                inner = rules.get(ALIASES.get(head, head))
                if inner is None or inner.result != sort or len(inner.args) != 1:
                    return None
                outer.append((rule, args))
                rule, args, sort = inner, [], inner.args[0]
                known = self._names[sort]
            elif word == ")":
                if not outer or not rule.least <= len(args) <= rule.most:
                    return None
                built = rule.build(*args)
                rule, args = outer.pop()
                args.append(built)
                sort = rule.args[0]
                known = self._names[sort]
            else:
                value = known.get(word)
                if value is None:
                    item = atoms[word]
                    value = item if sort == TERM and isinstance(item, int) else known.get(item)
                    if value is None:
                        return None
                args.append(value)
        return args[0] if len(args) == 1 and not outer else None
