"""The writers of a model in the styles of Prolog and of answer set programming, and in SMT-LIB 2.

    (int x 0 3) (<= x 2)        CSP
    [int,x,0,3]. [le,x,2].      Prolog, which `as_csp` reads back: the statements of the CSP text, other parentheses
    int(x,0,3). le(x,2).        ASP: facts; a list without an operator is list(...)

The text in SMT-LIB is linear integer arithmetic if the model is linear. In the CSP language a term without a value (a
division by 0) makes the comparison around it false; in SMT-LIB such a term may have any value, so the comparison also
states that the divisor is not 0. Division is Euclid's in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ...base.numbers import decimal
from ...base.source import Source
from ...errors import ModelError
from ...model.constraint import CONSTRAINTS, RELATION, listed
from ...model.domain import Domain
from ...model.expr import Expr, all_of, is_term, node, postorder
from ...model.model import Model
from ...model.ops import COMPARISONS, OPS
from ..base.sexpr import Item, statements
from ..base.shared_parts import with_named_parts
from ..base.written_expressions import definedness
from .constraints import FORMS
from .operators import STATEMENTS
from .writer import to_text

NAME = re.compile(r"_*[a-z]\w*", re.ASCII)  # of a constant, in both
TOKEN = re.compile(r"%[^\r\n]*|'([^'\r\n]*)'?|[][,.()]")
PARENTHESES = {"[": "(", "]": ")"}
QUOTED = re.compile(r"[^\s()]+")
LISTS = ("supports", "conflicts")

ListText = Callable[[Item, list[str]], str]  # the first item of a list, and the texts of all: the list's text


def to_prolog(model: Model) -> str:
    """Return the model as lists in brackets; names that do not begin with a small letter are quoted. The errors are
    those of `writer.to_text`.
    """
    return _facts(model, lambda first, texts: f"[{','.join(texts)}]", "'")


def to_asp(model: Model) -> str:
    """Return the model as facts; a name that cannot name a constant becomes a string. The errors are those of
    `writer.to_text`.
    """
    return _facts(model, _function, '"')


def _function(first: Item, texts: list[str]) -> str:
    if not isinstance(first, str) or not any(first in known for known in (OPS, STATEMENTS, LISTS, FORMS)):
        return f"list({','.join(texts)})"
    return f"{texts[0]}({','.join(texts[1:])})" if texts[1:] else texts[0]


def _facts(model: Model, shape: ListText, quote: str) -> str:
    forms = (form for form, *_ in statements(Source("", to_text(model))))
    return "".join(f"{_written(form, shape, quote)}.\n" for form in forms)


def _written(root: Item, shape: ListText, quote: str) -> str:
    """Return the text of an item of any depth, inner lists first. shape: makes the text of a list from the texts of its
    items; quote: the sign around names that are no constants.
    """
    lists: list[list[Item]] = [[root]]
    for each in lists:  # grows on the way
        lists.extend(item for item in each if isinstance(item, list))
    texts: dict[int, str] = {}
    for each in reversed(lists):
        texts[id(each)] = shape(each[0] if each else "", [_word(item, texts, quote) for item in each])
    return _word(root, texts, quote)


def _word(item: Item, texts: dict[int, str], quote: str) -> str:
    if isinstance(item, list):
        return texts[id(item)]
    return str(item) if isinstance(item, int) or NAME.fullmatch(item) else f"{quote}{item}{quote}"


def as_csp(source: Source) -> Source:
    """Return the CSP text with the statements of a text in the style of Prolog; all offsets stay the same.

    In that style `%` begins a comment, `'...'` quotes a name, and `,` and `.` count as blanks. Raises InputError for a
    parenthesis, and for a quoted name that no CSP text can hold.
    """

    def converted(token: re.Match[str]) -> str:
        text = token[0]
        if text.startswith("'"):
            if not text.endswith("'") or not QUOTED.fullmatch(token[1]):
                raise source.error("expected a name without blanks, quoted by '...'", token.start())
            return f" {token[1]} "
        if text in "()":
            raise source.error(f"{text!r}; expected lists in brackets", token.start())
        return PARENTHESES.get(text, " " * len(text))

    return Source(source.path, TOKEN.sub(converted, source.text))


HEADS = {
    **{"add": "+", "mul": "*", "abs": "abs", "if": "ite", "sub": "-", "neg": "-", "div": "div", "mod": "mod"},
    **{"eq": "=", "ne": "distinct", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"},
    **{"not": "not", "and": "and", "or": "or", "imp": "=>", "xor": "xor", "iff": "=", "ite": "ite"},
}
EMPTY = {"add": "0", "and": "true", "or": "false"}  # of no arguments
PICKS = {"min": "<=", "max": ">="}


def to_smt(model: Model) -> str:
    """Return the model in SMT-LIB: declarations, assertions, `(check-sat)` and a request for the values; an objective
    is written `(minimize ..)` as in OptiMathSAT and Z3.

    Raises ModelError if a part of the model has no formula in SMT-LIB: soft constraints, a power with a variable
    exponent, some constraints, some names.
    """
    if model.soft:
        raise ModelError("soft constraints cannot be written in SMT-LIB")
    names = " ".join(map(_symbol, (*model.ints, *model.bools)))
    plain = [each._replace(formula=_expanded(each.formula)) for each in model.constraints]
    goal = model.objective and model.objective._replace(term=_expanded(node("eq", model.objective.term, 0)).args[0])
    model = with_named_parts(replace(model, constraints=plain, objective=goal))
    formulas, goal = [each.formula for each in model.constraints], model.objective
    nonlinear = any(e.op in ("mul", "div", "mod", "pow") for f in formulas for e in postorder(f))
    lines = [f"(set-logic {'QF_NIA' if nonlinear else 'QF_LIA'})"] if goal is None else []
    for name, domain in model.ints.items():
        lines += [f"(declare-fun {_symbol(name)} () Int)", f"(assert {_inside(_symbol(name), domain)})"]
    lines += [f"(declare-fun {_symbol(name)} () Bool)" for name in model.bools]
    lines += [f"(assert {_smt(formula)})" for formula in formulas]
    if goal is not None:
        lines.append(f"({goal.goal} {_smt(goal.term)})")
    return "\n".join([*lines, "(check-sat)", *([f"(get-value ({names}))"] if names else []), ""])


def _symbol(name: str) -> str:
    if "|" in name or "\\" in name:
        raise ModelError(f"the name {name!r} cannot be written in SMT-LIB")
    return f"|{name}|"


def _inside(x: str, domain: Domain) -> str:
    ranges = [f"(<= {_number(lo)} {x} {_number(hi)})" for lo, hi in domain.ranges]
    return ranges[0] if len(ranges) == 1 else f"(or {' '.join(ranges)})" if ranges else "false"


def _number(value: int) -> str:
    return decimal(value) if value >= 0 else f"(- {decimal(-value)})"


def _expanded(formula: Expr) -> Expr:
    """Return the formula with its global constraints and relations replaced by formulas of operators alone. Raises
    ModelError for a constraint without a formula.
    """
    new: dict[Expr, Expr] = {}
    for each in postorder(formula):
        args = [new.get(arg, arg) if isinstance(arg, Expr) else arg for arg in each.args]
        new[each] = _plain(each.op, args)
    return new[formula]


def _plain(op: str, args: list[Expr]) -> Expr:
    if op == RELATION:
        return all_of(node("eq", x, x) for x in args[1:]) & listed(*args)  # type: ignore[arg-type]
    if op in OPS or op in ("int", "bool"):
        return node(op, *args)
    expand: Callable[..., Expr] | None = CONSTRAINTS[op].formula
    if expand is None:
        raise ModelError(f"the constraint {op} cannot be written in SMT-LIB")
    return _expanded(all_of([*definedness(args), expand(*args)]))


def _smt(formula: Expr | int) -> str:
    """Return the SMT-LIB text of a formula; each comparison also states that the terms in it are defined."""
    if not isinstance(formula, Expr):
        return _number(formula)
    texts: dict[Expr, str] = {}
    conditions: dict[Expr, list[str]] = {}  # of terms: when they are defined
    for each in postorder(formula):
        words = [texts[arg] if isinstance(arg, Expr) else _number(arg) for arg in each.args] if each.op in OPS else []
        needed = _defined(each, words, [conditions.get(arg, []) if isinstance(arg, Expr) else [] for arg in each.args])
        text = _symbol(each.args[0]) if each.op in ("int", "bool") else _smt_node(each, words)
        if each.op in COMPARISONS and needed:
            text = f"(and {' '.join(needed)} {text})"
        texts[each] = text
        if is_term(each):
            conditions[each] = needed
    return texts[formula]


def _defined(expr: Expr, words: Sequence[str], inner: Sequence[list[str]]) -> list[str]:
    """Return the conditions under which the terms of an expression, and the expression if it is a term, are defined.

    words, inner: for each argument its text and its conditions.
    """
    if expr.op == "if":
        test, *_ = words
        return [*(f"(=> {test} {each})" for each in inner[1]), *(f"(or {test} {each})" for each in inner[2])]
    found = dict.fromkeys(each for conditions in inner for each in conditions)
    if expr.op in ("div", "mod") and (isinstance(expr.args[1], Expr) or expr.args[1] == 0):
        found[f"(distinct {words[1]} 0)"] = None
    if expr.op == "item-at":
        found[f"(<= 0 {words[0]} {len(words) - 2})"] = None
    return [*found]


def _smt_node(expr: Expr, words: list[str]) -> str:
    if expr.op in ("true", "false"):
        return expr.op
    if expr.op == "pow":
        return _power(words[0], expr.args[1])
    if expr.op == "item-at":
        return _item(*words)
    if expr.op in PICKS:
        return _pick(words, PICKS[expr.op])
    if not words:
        return EMPTY[expr.op]
    return words[0] if len(words) == 1 and expr.op in ("add", "and", "or") else f"({HEADS[expr.op]} {' '.join(words)})"


def _power(base: str, exponent: Expr | int) -> str:
    if isinstance(exponent, Expr) or exponent < 0:
        raise ModelError("a power whose exponent is no number from 0 on cannot be written in SMT-LIB")
    return f"(* {' '.join([base] * exponent)})" if exponent > 1 else base if exponent else "1"


def _item(index: str, *items: str) -> str:
    """Return the text of the item at an index from 0, as nested `ite`."""
    *others, found = items
    for at in reversed(range(len(others))):
        found = f"(ite (= {index} {at}) {others[at]} {found})"
    return found


def _pick(words: Iterable[str], order: str) -> str:
    """Return the text of the minimum (order `<=`) or maximum (order `>=`) of the terms, as nested `ite`."""
    best, *rest = words
    for word in rest:
        best = f"(ite ({order} {best} {word}) {best} {word})"
    return best


WRITERS: dict[str, Callable[[Model], str]] = {"csp": to_text, "prolog": to_prolog, "asp": to_asp, "smt": to_smt}


def write(model: Model, dialect: str) -> str:
    """Return the text of the model in a dialect, which is a name of WRITERS. Raises ModelError if the dialect cannot
    express the model.
    """
    return WRITERS[dialect](model)
