"""Random models as MiniZinc writes them: arrays with other first indices, expressions that may be undefined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from support.flatzinc_meanings import item, remainder, truncated
from support.random_arguments import COUNTED, Arguments
from support.random_flatzinc import Call, Maker, RandomFlatZinc

Form = Callable[..., str]
OPERATORS = {"eq": "=", "ne": "!=", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}


def listed(words: Sequence[str]) -> str:
    return f"[{', '.join(words)}]"


def at(first: Any, words: Sequence[str]) -> str:
    """An array whose first index is this."""
    return f"array1d({first}..{int(first) + len(words) - 1}, {listed(words)})"


def matrix(columns: Any, words: Sequence[str], rows: Any = None) -> str:
    height = int(rows) if rows is not None else len(words) // int(columns) if int(columns) else 0
    return f"array2d(1..{height}, 1..{columns}, {listed(words)})"


def call(name: str) -> Form:
    """`name(a, b, ...)`, arrays from 1."""
    return lambda *args: f"{name}({', '.join(listed(arg) if isinstance(arg, list) else arg for arg in args)})"


def between(operator: str) -> Form:
    return lambda x, y: f"({x} {operator} {y})"


def equals(template: str) -> Form:
    """The last argument is what the template makes of the others."""
    return lambda *args: f"({template.format(*(listed(a) if isinstance(a, list) else a for a in args))} = {args[-1]})"


def weighted(operator: str, wrapped: str = "{}") -> Form:
    def form(factors: list[str], terms: list[str], bound: str) -> str:
        parts = [f"{a} * {wrapped.format(x)}" for a, x in zip(factors, terms, strict=True)]
        return f"(sum({listed(parts)}) {operator} {bound})"

    return form


def chosen(conditions: list[str], results: list[str], value: str) -> str:
    ways = [f"if {c} then {x}" for c, x in zip(conditions[:-1], results, strict=False)]
    return f"(({' else'.join(ways)} else {results[-1]} endif) = {value})" if ways else f"({results[-1]} = {value})"


def bool_item(index: str, items: list[str], value: str) -> str:
    """An element that there is not would be false, for it is a Boolean itself."""
    return f"({index} in 1..{len(items)} /\\ {listed(items)}[{index}] = {value})"


def automaton(name: str) -> Form:
    def form(x: list[str], states: str, symbols: str, after: list[str], start: str, final: str, *paid: Any) -> str:
        given = [listed(x), states, symbols, matrix(symbols, after, states), start, final]
        costs = [matrix(symbols, paid[0], states), paid[1]] if paid else []
        return f"{name}({', '.join([*given, *costs])})"

    return form


def graph(name: str, order: str) -> Form:
    """order: where vertices and edges `g` stand among the other arguments, which are given by their numbers."""

    def form(first: str, tails: list[str], heads: list[str], ns: list[str], es: list[str], *more: Any) -> str:
        words = {str(n): listed(each) if isinstance(each, list) else each for n, each in enumerate(more)}
        parts = [words.get(letter) or f"{at(first, ns)}, {listed(es)}" for letter in order]
        return f"{name}({', '.join([listed(tails), listed(heads), *parts])})"

    return form


def steiner(name: str) -> Form:
    """Their vertices count from 1."""

    def form(first: str, tails: list[str], heads: list[str], ns: list[str], es: list[str], *more: Any) -> str:
        *root, weights, total = more
        ends = [listed([str(int(v) - int(first) + 1) for v in each]) for each in (tails, heads)]
        places = [f"{r} + {1 - int(first)}" for r in root]
        given = [str(len(ns)), str(len(es)), *ends, listed(weights), *places, listed(ns), listed(es), total]
        return f"{name}({', '.join(given)})"

    return form


FORMS: dict[str, Form] = {
    **{f"int_{op}": between(sign) for op, sign in OPERATORS.items()},
    **{f"int_lin_{op}": weighted(sign) for op, sign in OPERATORS.items()},
    "int_plus": equals("({0} + {1})"),
    "int_minus": equals("({0} - {1})"),
    "int_times": equals("({0} * {1})"),
    "int_negate": equals("-({0})"),
    "int_div": equals("({0} div {1})"),
    "int_mod": equals("({0} mod {1})"),
    "int_pow": equals("pow({0}, {1})"),
    "int_pow_fixed": equals("pow({0}, {1})"),
    "int_abs": equals("abs({0})"),
    "int_max": equals("max({0}, {1})"),
    "int_min": equals("min({0}, {1})"),
    "set_in": between("in"),
    **{f"array_{kind}_element": equals("{1}[{0}]") for kind in ("int", "var_int")},
    **{f"array_{kind}_element": bool_item for kind in ("bool", "var_bool")},
    **{f"bool_{op}": between(sign) for op, sign in OPERATORS.items()},
    "bool_not": between("!="),
    "bool_and": equals("({0} /\\ {1})"),
    "bool_or": equals("({0} \\/ {1})"),
    "bool_xor": equals("({0} xor {1})"),
    "bool_clause": lambda p, q: f"(exists({listed(p)}) \\/ not forall({listed(q)}))",
    "array_bool_and": equals("forall({0})"),
    "array_bool_or": equals("exists({0})"),
    "array_bool_xor": call("xorall"),
    **{f"bool_lin_{op}": weighted(OPERATORS[op], "bool2int({})") for op in ("eq", "ne", "le")},
    "bool2int": equals("bool2int({0})"),
    "fzn_all_different_int": call("alldifferent"),
    "fzn_alldifferent_except_0": call("alldifferent_except_0"),
    "fzn_alldifferent_except": call("alldifferent_except"),
    "fzn_all_equal_int": call("all_equal"),
    "fzn_nvalue": call("nvalue"),
    "fzn_among": call("among"),
    **{f"fzn_{name}_int": call(name) for name in ("at_least", "at_most", "exactly")},
    **{f"fzn_count_{word}{par}": call(f"count_{word}") for word in COUNTED for par in ("", "_par")},
    **{
        f"fzn_{name}": call(name)
        for low_up in ("", "_low_up")
        for closed in ("", "_closed")
        for name in [f"global_cardinality{low_up}{closed}"]
    },
    "fzn_distribute": call("distribute"),
    "fzn_member_int": call("member"),
    "fzn_member_bool": call("member"),
    "csp2sat_symmetric_all_different": lambda x, first: f"symmetric_all_different({at(first, x)})",
    "csp2sat_inverse": lambda f, g, a, b: f"inverse({at(a, f)}, {at(b, g)})",
    "csp2sat_inverse_in_range": lambda f, g, a, b: f"inverse_in_range({at(a, f)}, {at(b, g)})",
    **{
        f"fzn_{way}_{sort}": call(way)
        for way in ("increasing", "decreasing", "strictly_increasing", "strictly_decreasing")
        for sort in ("int", "bool")
    },
    **{f"fzn_lex_less{eq}_{sort}": call(f"lex_less{eq}") for eq in ("", "eq") for sort in ("int", "bool")},
    **{
        f"csp2sat_lex_chain_less{eq}_{sort}": lambda x, n, eq=eq: f"lex_chain_less{eq}({matrix(n, x)})"
        for eq in ("", "eq")
        for sort in ("int", "bool")
    },
    **{f"csp2sat_{name}": lambda x, n, name=name: f"{name}({matrix(n, x)})" for name in ("lex2", "strict_lex2")},
    "fzn_value_precede_int": call("value_precede"),
    "fzn_value_precede_chain_int": call("value_precede_chain"),
    "fzn_seq_precede_chain_int": call("seq_precede_chain"),
    **{
        f"csp2sat_{best}imum_arg_{sort}": lambda x, z, first, best=best: f"(arg_{best}({at(first, x)}) = {z})"
        for best in ("max", "min")
        for sort in ("int", "bool")
    },
    **{f"array_int_{best}imum": lambda z, x, best=best: f"({best}({listed(x)}) = {z})" for best in ("max", "min")},
    "csp2sat_sliding_sum": call("sliding_sum"),
    **{
        f"csp2sat_table_{sort}": lambda x, t, rows: f"table({listed(x)}, {matrix(len(x), t, rows)})"
        for sort in ("int", "bool")
    },
    **{f"csp2sat_{name}": automaton(name) for name in ("regular", "regular_nfa", "cost_regular")},
    "fzn_mdd": call("mdd"),
    "fzn_mdd_nondet": call("mdd_nondet"),
    "csp2sat_cost_mdd": call("cost_mdd"),
    **{f"csp2sat_{name}": lambda x, first, name=name: f"{name}({at(first, x)})" for name in ("circuit", "subcircuit")},
    **{f"fzn_if_then_else{var}_{sort}": chosen for var in ("", "_var") for sort in ("int", "bool")},
    **{f"fzn_{name}": call(name) for name in ("cumulative", "disjunctive", "disjunctive_strict")},
    **{f"fzn_{name}": call(name) for name in ("diffn", "diffn_nonstrict")},
    **{
        f"csp2sat_{name}_k": lambda x, d, k, name=name: f"{name}_k({matrix(k, x)}, {matrix(k, d)})"
        for name in ("diffn", "diffn_nonstrict")
    },
    **{
        f"csp2sat_bin_packing_{kind}": lambda c, x, w, first, kind=kind: (
            f"bin_packing_{kind}({at(first, c)}, {listed(x)}, {listed(w)})"
        )
        for kind in ("capa", "load")
    },
    **{f"csp2sat_{name}": graph(name, "g") for name in ("connected", "dconnected", "dag")},
    **{f"csp2sat_{name}": graph(name, "0g") for name in ("reachable", "dreachable", "tree", "dtree")},
    **{f"csp2sat_{name}": graph(name, "01g") for name in ("path", "dpath")},
    **{f"csp2sat_bounded_{name}": graph(f"bounded_{name}", "201g3") for name in ("path", "dpath")},
    "csp2sat_steiner": steiner("steiner"),
    "csp2sat_dsteiner": steiner("dsteiner"),
}


class Expressions(Arguments):
    """Words that are expressions now and then; what they are is kept in `terms`."""

    terms: dict[str, Callable[[dict[str, Any]], Any]]

    def word(self, sort: str) -> str:
        if sort not in "ib" or self.random.random() < 0.8:
            return super().word(sort)
        x, y, p = super().word("i"), super().word("i"), super().word("b")
        word, meaning = self.random.choice(INTEGERS if sort == "i" else BOOLEANS)
        written = word.format(x, y, p)
        self.terms[written] = lambda values: meaning(*(_value(each, values) for each in (x, y, p)))
        return written


def _value(word: str, values: dict[str, Any]) -> Any:
    return values[word] if word in values else word == "true" if word in ("true", "false") else int(word)


INTEGERS = [
    ("({0} div {1})", lambda x, y, p: truncated(x, y)),
    ("({0} mod {1})", lambda x, y, p: remainder(x, y)),
    ("[3, -1, 2][{0}]", lambda x, y, p: item(x, [3, -1, 2])),
    ("[{0}, 2, {0}][{1}]", lambda x, y, p: item(y, [x, 2, x])),
    ("array1d(0..1, [{0}, 4])[{1}]", lambda x, y, p: item(y + 1, [x, 4])),
    ("({0} - {1})", lambda x, y, p: x - y),
    ("abs({0})", lambda x, y, p: abs(x)),
    ("max({0}, {1})", lambda x, y, p: max(x, y)),
    ("bool2int({2})", lambda x, y, p: int(p)),
    ("(if {2} then {0} else {1} endif)", lambda x, y, p: x if p else y),
    ("(if {2} then {0} else [5, 1][{1}] endif)", lambda x, y, p: x if p else item(y, [5, 1])),
]
BOOLEANS = [
    ("({0} < {1})", lambda x, y, p: x < y),
    ("(not {2})", lambda x, y, p: not p),
    ("({2} /\\ {0} != 1)", lambda x, y, p: p and x != 1),
    ("({0} div {1} > 0)", lambda x, y, p: y != 0 and truncated(x, y) > 0),
    ("(not ([1, 2][{0}] = {1}))", lambda x, y, p: item(x, [1, 2]) != y),
]


class MiniZincMaker(Maker):
    """Makes random models with expressions as arguments."""

    def _arguments(self) -> Arguments:
        made = super()._arguments()
        expressions = Expressions(made.random, made.names, made.natural)
        expressions.terms = self.made.terms
        return expressions


def as_minizinc(made: RandomFlatZinc) -> str:
    """The model in MiniZinc's own words, with an output item."""
    lines = ['include "globals.mzn";', *(line.replace(" :: output_var", "") for line in made.declarations())]
    lines += (f"constraint {_written(each)};" for each in made.calls)
    goal = "satisfy" if made.objective is None else " ".join(made.objective)
    words = [*made.outputs, *([] if made.objective is None else [made.objective[1]])]
    return "\n".join([*lines, f"solve {goal};", f'output [join(" ", {listed([f"show({w})" for w in words])})];', ""])


def _written(made: Call) -> str:
    for suffix, sign in (("_reif", "<->"), ("_imp", "->")):
        if made.name.endswith(suffix):
            *args, p = made.args
            return f"{p} {sign} {FORMS[made.name.removesuffix(suffix)](*args)}"
    return FORMS[made.name](*made.args)
