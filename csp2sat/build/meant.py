"""Suggestions for names that do not exist in a model, in `build`, or in the package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice

from ..errors import ModelError
from ..languages.base.wrong import CANDIDATES

QUESTIONS = ("solve", "solutions", "count", "backbone", "explain", "prove", "encode", "session")
"""Names of functions of csp2sat that in other packages are methods of a model."""
_RESERVOIR = "build.reservoir(times, changes, least, most)"
_ROUTES = "build.circuit_of_arcs, with a copy of the depot for each route (csp2sat help vehicle routing)"
_IN_MEMORY = "csp2sat.encode(model).clauses"
_SWITCHED = "m.add(p.implies(x > 3)), with p assumed or not (csp2sat help push and pop)"
_DIVERSE = "csp2sat.session(m), with each solution added as one to differ from (csp2sat help diverse solutions)"
MEANT = {
    **dict.fromkeys(("formula", "cnf", "clauses", "tocnf", "cnfof", "encodemodel", "inmemory"), _IN_MEMORY),
    "addabsequality": "abs(x) == value",
    "addalldifferent": "build.all_different",
    "addallowedassignments": "build.table",
    "addassumptions": "csp2sat.session(m)",
    "addatmostone": "build.at_most_one",
    "addautomaton": "build.regular",
    "addbooland": "build.all_",
    "addboolor": "build.any_",
    "addboolxor": "build.xor",
    "addcircuit": "build.circuit_of_arcs",
    "addcumulative": "build.cumulative",
    "adddecisionstrategy": "m.prefer",
    "adddivisionequality": "build.truncating_div",
    "addelement": "build.element",
    "addexactlyone": "build.exactly_one",
    "addforbiddenassignments": "build.negative_table",
    "addhint": "m.prefer(x, value)",
    "addimplication": "p.implies(x > 1)",
    "addinverse": "build.inverse",
    "addmaxequality": "build.maximum",
    "addlinearconstraint": "m.add(least <= x, x <= most)",
    "addminequality": "build.minimum",
    "addmoduloequality": "build.truncating_mod",
    "addmultiplecircuit": _ROUTES,
    "addmultiplicationequality": "x * x == value",
    "addnooverlap": "build.no_overlap",
    "addnooverlap2d": "build.no_overlap_2d",
    **dict.fromkeys(("addreservoirconstraint", "addreservoirconstraintwithactive", "reservoirconstraint"), _RESERVOIR),
    "allowedassignments": "build.table",
    "all": "build.all_",
    "and": "build.all_",
    "any": "build.any_",
    "addconstraint": "m.add",
    "allsolutions": "csp2sat.solutions(m)",
    "boolvar": "m.bool(name)",
    "clearhints": "m.preferred.clear()",
    "clearobjective": "m.satisfy()",
    "clone": "copy.copy(m)",
    "copy": "copy.copy(m)",
    "cpmarray": "csp2sat.array",
    "exporttofile": "csp2sat.convert(m, 'sugar')",
    "forbiddenassignments": "build.negative_table",
    "gcc": "build.global_cardinality",
    "globalcardinalitylowup": "build.count(xs, value)",
    "if": "build.if_",
    "ifthenelse": "build.if_",
    "interval": "build.interval(start, size)",
    "intvar": "m.int(name, least, most)",
    "max": "build.maximum",
    "min": "build.minimum",
    "multiplecircuit": _ROUTES,
    "mapdomain": "[p == (x == v) for v, p in enumerate(ps)]",
    "addmapdomain": "[p == (x == v) for v, p in enumerate(ps)]",
    "onlyenforceif": "p.implies(x > 3)",
    "newconstant": "m.int(name, value, value)",
    "newintvarfromdomain": "m.int(name, [1, 3])",
    "newfixedsizeintervalvar": "build.interval(start, size)",
    "newintervalvar": "build.interval(start, size)",
    "newoptionalfixedsizeintervalvar": "build.interval(start, size, presence=p)",
    "newoptionalintervalvar": "build.interval(start, size, presence=p)",
    "newboolvar": "m.bool(name)",
    "newintvar": "m.int(name, least, most)",
    "assumptions": "csp2sat.session(m)",
    **dict.fromkeys(("possible", "possiblevalues", "domain", "domains"), "csp2sat.session(m).possible()"),
    "lexgreater": "build.lex_less(second, first)",
    "lexgreatereq": "build.lex_lesseq(second, first)",
    **dict.fromkeys(("lexchaingreater", "lexstrictlydecreasing"), "build.lex_chain_less(rows[::-1])"),
    **dict.fromkeys(("lexchaingreatereq", "lexdecreasing"), "build.lex_chain_lesseq(rows[::-1])"),
    "negativetable": "build.table(xs, rows, supports=False)",
    "model": "csp2sat.Model",
    "not": "~",
    "or": "build.any_",
    "objectivevalue": "csp2sat.solve(m).objective",
    "solveall": "csp2sat.solutions(m)",
    "status": "csp2sat.solve(m).status",
    "tofile": "csp2sat.convert(m, 'sugar')",
    "variables": "list(m)",
    **dict.fromkeys(("diverse", "diversesolutions"), _DIVERSE),
    **dict.fromkeys(("remove", "delete", "discard", "retract", "removeconstraint", "pop", "push"), _SWITCHED),
    **dict.fromkeys(("dump", "export", "save", "write"), "csp2sat.convert(m, 'sugar')"),
}
"""Names in other packages, without case and underscores; m is a model."""

_DOMAIN = "the domains of integer variables are in m.ints, by name"
MEANT_OF_EXPRESSIONS = {
    "bounds": _DOMAIN,
    "domain": _DOMAIN,
    "getbounds": _DOMAIN,
    "lb": _DOMAIN,
    "negated": "write ~p",
    "not": "write ~p",
    "and": "write p & q",
    **dict.fromkeys(("equivalent", "iff"), "write p == q, or build.iff(p, q)"),
    "or": "write p | q",
    "xor": "write p ^ q",
    "onlyenforceif": "write p.implies(x > 3) for a constraint that holds if p does",
    "ub": _DOMAIN,
    "name": "names of constraints are in lists: m.soft(..., name='late') is in r.violated.names",
    "value": "in a result r the value of x is r[x]",
    "varname": "did you mean name?",
    "withname": "write m.add(x > 3, name='...')",
}
"""Attributes of variables and constraints in other packages, each with the expression to write here."""
_BOUND = "did you mean r.bound, two values between which the best value lies?"
_STATISTICS = "did you mean r.statistics?"
_VALUES = "did you mean r.as_dict()?"
_OPTIMAL = "did you mean r.status == 'OPTIMUM FOUND'?"
MEANT_OF_RESULTS = {
    "bestbound": _BOUND,
    "bestobjectivebound": _BOUND,
    "booleanvalue": "the value of a variable x is r[x]",
    **dict.fromkeys(("isoptimal", "optimal", "optimum", "proved", "proven"), _OPTIMAL),
    **dict.fromkeys(("cost", "best", "score"), "did you mean r.objective?"),
    **dict.fromkeys(("broken", "brokenconstraints", "unsatisfied", "violations"), "did you mean r.violated?"),
    **dict.fromkeys(("satisfied", "granted", "fulfilled", "met"), "did you mean r.violated? All others are satisfied"),
    **dict.fromkeys(("conclusion", "issat", "sat", "satisfiable", "feasible"), "did you mean r.status?"),
    "numbranches": _STATISTICS,
    "numconflicts": _STATISTICS,
    "bound": "csp2sat.improvements(m) gives results, each with its bound",  # of a solution: results have one
    "objectivebound": _BOUND,
    "objectivevalue": "did you mean r.objective?",
    "responsestats": _STATISTICS,
    "runtime": _STATISTICS,
    "statusname": "did you mean r.status?",
    "sufficientassumptionsforinfeasibility": "did you mean core() of a csp2sat.session?",
    "value": "the value of a variable x is r[x]",
    **dict.fromkeys(("asdict", "items", "keys", "table", "tocsv", "todict", "values"), _VALUES),
    **dict.fromkeys(("asjson", "dumps", "tojson"), "did you mean r.json?"),
    **dict.fromkeys(("mipgap", "optimalitygap", "relativegap"), "did you mean r.gap?"),
    "walltime": _STATISTICS,
}
"""Attributes of solvers and results in other packages, each with the expression to write here."""

MEANT_OF_ENCODED = {
    **dict.fromkeys(("nv", "nvars", "nofvars", "variables", "numvariables", "topid"), "did you mean f.num_vars?"),
    **dict.fromkeys(("numclauses", "nofclauses", "nclauses"), "did you mean len(f.clauses)?"),
    **dict.fromkeys(("sizes", "size", "statistics", "stats"), "did you mean f.num_vars and len(f.clauses)?"),
    **dict.fromkeys(("cnf", "hard"), "did you mean f.clauses?"),
    **dict.fromkeys(("objective", "weights", "wght", "wcnf"), "did you mean f.soft?"),
    **dict.fromkeys(("tofile", "write", "save"), "did you mean csp2sat.encode(model, 'F.cnf'), or f.dimacs()?"),
    **dict.fromkeys(("todimacs", "text", "string"), "did you mean f.dimacs()?"),
    **dict.fromkeys(("map", "variable", "varmap", "lit", "vid"), "did you mean f.literal(x <= 3), or f.values(x)?"),
    **dict.fromkeys(("solve", "check"), "write csp2sat.session(model), or give f.clauses to a solver"),
    **dict.fromkeys(("block", "exclude"), "did you mean f.blocking_clause(model)?"),
    **dict.fromkeys(("literals", "eq", "equals"), "did you mean f.values(x)?"),
}
"""Attributes of formulas in other packages, each with the expression to write here."""
_POSSIBLE = "did you mean s.possible([x], assumptions)?"
_TAKEN_BACK = "what counts for one question is assumed: s.solve(assumptions=[p])"
_UNDER = "all solutions, or a count, under assumptions: csp2sat help solutions under assumptions"
MEANT_OF_SESSIONS = {
    **dict.fromkeys(("allsolutions", "count", "enumerate", "solutions", "models", "number"), _UNDER),
    "addassumption": _TAKEN_BACK,
    "addassumptions": _TAKEN_BACK,
    "assume": _TAKEN_BACK,
    "check": "did you mean s.solve(assumptions)?",
    "conflict": "did you mean s.core()?",
    "consequences": "did you mean s.backbone(assumptions=[p])?",
    "explain": "did you mean s.core(minimal=True)?",
    "getcore": "did you mean s.core()?",
    "unsatcore": "did you mean s.core()?",
    "implied": "did you mean s.backbone(assumptions=[p])?",
    "propagate": "did you mean s.backbone(assumptions=[p])?",
    **dict.fromkeys(("domain", "domains", "ints", "values", "choices", "options", "remaining"), _POSSIBLE),
    **dict.fromkeys(("pop", "push", "remove", "reset", "retract", "undo", "withdraw"), _TAKEN_BACK),
}
"""Methods of sessions, solvers and configurators elsewhere, without case and underscores; s is a session."""


def suggestion(name: str, known: Iterable[str], prefix: str = "") -> str:
    """Return `; did you mean ...?` with the known name, or its equivalent in csp2sat, that is nearest to a name; '' for
    none.

    prefix: the text before known names, such as `build.`.
    """
    plain = _plain(name)
    names = dict[str, str]()
    for each in known:
        names.setdefault(_plain(each), f"{prefix}{each}")
    near = get_close_matches(plain, names, 1)
    found = MEANT.get(plain) or MEANT.get(f"add{plain}") or names.get(plain) or (names[near[0]] if near else "")
    return f"; did you mean {found}?" if found else ""


def advice_for_variable(name: str, names: Iterable[str], array: Iterable[str] = ()) -> str:
    """Return `; did you mean ...?` with the variable whose name is nearest to a name, the names of an array's variables
    instead, or '' if none is near.

    names: of all variables.  array: the names of the variables, in order, if `name` is that of an array.
    """
    of_array = list(array)
    if of_array:
        return f"; it is an array: {_listed(of_array)}"
    plain = _plain_variable(name)
    plains = dict[str, str]()
    for each in islice(names, CANDIDATES):
        plains.setdefault(_plain_variable(each), each)
    near = [plain] if plain in plains else get_close_matches(plain, plains, 1)
    row = [each for key, each in plains.items() if plain and key.startswith(f"{plain}_")]
    begun = [each for key, each in plains.items() if plain and key.startswith(plain)]
    meant = row or [plains[each] for each in near] or begun
    return f"; did you mean {_listed(meant, ' or ')}?" if meant else ""


def _listed(names: Sequence[str], last: str = ", ") -> str:
    """Return names as text: `'a' or 'b'` with ` or ` as `last`, which stands between names, but `'a', 'b', ..., 'z'`
    for more than three names.
    """
    if len(names) > 3:
        return f"{names[0]!r}, {names[1]!r}, ..., {names[-1]!r}"
    return last.join(map(repr, names))


def no_argument_of_add(name: str) -> ModelError:
    """Return the error for an argument that `Model.add` does not have."""
    hint = "; expected m.soft(constraint, weight)" if _plain(name) in ("weight", "penalty", "cost", "soft") else ""
    return ModelError(f"m.add: there is no argument {name}={hint or '; expected constraints, and name='}")


def no_attribute_of_model(name: str, known: Iterable[str]) -> AttributeError:
    """Return the error for an attribute that a model does not have; known: all attributes that it has."""
    if name in QUESTIONS:
        return AttributeError(f"a Model has no {name}; write csp2sat.{name}(model)")
    return AttributeError(f"a Model has no {name}{suggestion(name, (each for each in known if each[0] != '_'), 'm.')}")


def no_attribute_of_expression(x: object, name: str) -> AttributeError:
    """Return the error for an attribute that a term or formula does not have."""
    kind = type(x).__name__
    more = MEANT_OF_EXPRESSIONS.get(_plain(name), "")
    return AttributeError(f"{'an' if kind[0] in 'AEIO' else 'a'} {kind} has no {name}{more and f'; {more}'}")


def no_attribute_of_result(x: object, name: str) -> AttributeError:
    """Return the error for an attribute that a result, or a solution, does not have."""
    known = [each for each in dir(type(x)) if each[0] != "_"] + list(getattr(type(x), "__dataclass_fields__", ()))
    near = suggestion(name, known, "r.").removeprefix("; ") if _plain(name) not in MEANT else ""
    value = f"the value of a variable is r[{name}], or r[{name!r}]"
    more = MEANT_OF_RESULTS.get(_plain(name)) or f"{near}{' ' if near else ''}{value}"
    return AttributeError(f"a {type(x).__name__} has no {name}{'' if name[0] == '_' else f'; {more}'}")


def no_attribute_of_session(name: str, known: Iterable[str]) -> AttributeError:
    """Return the error for an attribute that a session does not have; known: all attributes that it has."""
    more = MEANT_OF_SESSIONS.get(_plain(name), "")
    if not more and name in (*QUESTIONS, "improvements"):
        more = f"write csp2sat.{name}(model)"
    names = [each for each in known if each[0] != "_"]
    more = more or suggestion(name, names, "s.").removeprefix("; ") or f"there are: {', '.join(names)}"
    return AttributeError(f"a Session has no {name}{'' if name[0] == '_' else f'; {more}'}")


def no_attribute_of_encoded(name: str, known: Iterable[str]) -> AttributeError:
    """Return the error for an attribute that an encoded model does not have; known: all attributes that it has."""
    names = [each for each in known if each[0] != "_"]
    more = MEANT_OF_ENCODED.get(_plain(name), "") or suggestion(name, names, "f.").removeprefix("; ")
    more = more or f"there are: {', '.join(names)}"
    return AttributeError(f"an EncodedModel has no {name}{'' if name[0] == '_' else f'; {more}'}")


def no_attribute_of_csp2sat(name: str, known: Iterable[str], functions: Iterable[str]) -> AttributeError:
    """Return the error for a name that the package does not have.

    known: the names that it has.  functions: those of `build`.
    """
    hint = suggestion(name, known, "csp2sat.") or suggestion(name, functions, "build.")
    return AttributeError(f"module 'csp2sat' has no attribute {name!r}{hint}")


def no_attribute_of_build(name: str, functions: Iterable[str]) -> AttributeError:
    """Return the error for a name that `build` does not have.  functions: the names that `build` has."""
    hint = f"; did you mean csp2sat.{name}?" if name in QUESTIONS else suggestion(name, functions, "build.")
    return AttributeError(f"module 'csp2sat.build' has no attribute {name!r}{hint}")


def _plain_variable(name: str) -> str:
    """Return the name of a variable without capitals, with the index of an array as in `x_1_2`."""
    return name.lower().replace("][", "_").replace("[", "_").replace("]", "").replace(", ", "_").replace(",", "_")


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
