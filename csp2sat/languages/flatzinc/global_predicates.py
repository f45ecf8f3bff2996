"""The predicates that csp2sat's MiniZinc library keeps whole, as formulas of their arguments.

MiniZinc's handbook states the meaning of each under the name without `fzn_`; the `csp2sat_` predicates have further
arguments for information that FlatZinc loses: the first index of an array to which values of another array refer, the
size of a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ...model.expr import Expr, as_term
from .arguments import Builtin
from .predicates import counting_globals as counting
from .predicates import graph_globals as graphs
from .predicates import ordering_globals as ordering
from .predicates import packing_globals as packing
from .predicates import sequence_globals as sequences

COUNTED = {"eq": "eq", "neq": "ne", "leq": "ge", "lt": "gt", "geq": "le", "gt": "lt"}  # the number is on the left
OF_BOOLS = str.maketrans("IN", "BP")


def _of_bools(formula: Callable[..., Expr]) -> Callable[..., Expr]:
    """Return the function that makes the same formula of arrays of Booleans, which count as 0 and 1."""
    return lambda *args: formula(*([*map(_number, arg)] if isinstance(arg, list) else arg for arg in args))


def _number(p: Any) -> Expr | int:
    return as_term(p) if isinstance(p, Expr) else int(p)


def _both(name: str, signature: str, formula: Callable[..., Expr]) -> dict[str, Builtin]:
    """Return the predicates `name`_int, with this signature and formula on integers, and `name`_bool, with the same
    formula on Booleans.
    """
    of_bools = Builtin(signature.translate(OF_BOOLS), _of_bools(formula))
    return {f"{name}_int": Builtin(signature, formula), f"{name}_bool": of_bools}


def _on_graphs(name: str, signature: str, formula: Callable[..., Expr], *settings: Any) -> dict[str, Builtin]:
    """Return the predicate `name` on subgraphs, whose formula takes a Subgraph, the settings, and arguments of this
    signature; see `graph_globals.of_graph`.
    """
    return {name: Builtin("nNNBB" + signature, graphs.of_graph(formula, *settings))}


PREDICATES: Mapping[str, Builtin] = {
    "fzn_all_different_int": Builtin("I", counting.all_different),
    "fzn_alldifferent_except_0": Builtin("I", partial(counting.alldifferent_except, values=(0,))),
    "fzn_alldifferent_except": Builtin("Is", counting.alldifferent_except),
    "fzn_all_equal_int": Builtin("I", partial(ordering.in_order, "eq")),
    "fzn_nvalue": Builtin("iI", counting.nvalue),
    "fzn_among": Builtin("iIs", counting.among),
    "fzn_at_least_int": Builtin("nIn", partial(counting.occurrences, "ge")),
    "fzn_at_most_int": Builtin("nIn", partial(counting.occurrences, "le")),
    "fzn_exactly_int": Builtin("nIn", partial(counting.occurrences, "eq")),
    **{
        f"fzn_count_{word}{par}": Builtin("Iii", partial(counting.count, op))
        for word, op in COUNTED.items()
        for par in ("", "_par")
    },
    "fzn_global_cardinality": Builtin("INI", counting.global_cardinality),
    "fzn_global_cardinality_closed": Builtin("INI", partial(counting.global_cardinality, closed=True)),
    "fzn_global_cardinality_low_up": Builtin("INNN", counting.global_cardinality_low_up),
    "fzn_global_cardinality_low_up_closed": Builtin("INNN", partial(counting.global_cardinality_low_up, closed=True)),
    "fzn_distribute": Builtin("III", counting.distribute),
    "fzn_member_int": Builtin("Ii", counting.member),
    "fzn_member_bool": Builtin("Bb", counting.member_bool),
    "csp2sat_symmetric_all_different": Builtin("In", sequences.symmetric_all_different),
    "csp2sat_inverse": Builtin("IInn", sequences.inverse),
    "csp2sat_inverse_in_range": Builtin("IInn", sequences.inverse_in_range),
    **_both("fzn_increasing", "I", partial(ordering.in_order, "le")),
    **_both("fzn_decreasing", "I", partial(ordering.in_order, "ge")),
    **_both("fzn_strictly_increasing", "I", partial(ordering.in_order, "lt")),
    **_both("fzn_strictly_decreasing", "I", partial(ordering.in_order, "gt")),
    **_both("fzn_lex_less", "II", partial(ordering.lex, False)),
    **_both("fzn_lex_lesseq", "II", partial(ordering.lex, True)),
    **_both("csp2sat_lex_chain_less", "In", partial(ordering.lex_chain, False)),
    **_both("csp2sat_lex_chain_lesseq", "In", partial(ordering.lex_chain, True)),
    "csp2sat_lex2": Builtin("In", partial(ordering.lex2, True)),
    "csp2sat_strict_lex2": Builtin("In", partial(ordering.lex2, False)),
    "fzn_value_precede_int": Builtin("nnI", ordering.value_precede),
    "fzn_value_precede_chain_int": Builtin("NI", ordering.value_precede_chain),
    "fzn_seq_precede_chain_int": Builtin("I", ordering.seq_precede_chain),
    **_both("csp2sat_maximum_arg", "Iin", partial(ordering.arg_best, "max")),
    **_both("csp2sat_minimum_arg", "Iin", partial(ordering.arg_best, "min")),
    "array_int_maximum": Builtin("iI", partial(ordering.best_is, "max")),
    "array_int_minimum": Builtin("iI", partial(ordering.best_is, "min")),
    "csp2sat_sliding_sum": Builtin("nnnI", sequences.sliding_sum),
    **_both("csp2sat_table", "INn", sequences.table),
    "csp2sat_regular": Builtin("InnNns", sequences.regular),
    "csp2sat_regular_nfa": Builtin("InnSns", sequences.regular_nfa),
    "fzn_mdd": Builtin("InNnNSN", sequences.mdd),
    "fzn_mdd_nondet": Builtin("InNnNSN", sequences.mdd),
    "csp2sat_circuit": Builtin("In", sequences.circuit),
    "csp2sat_subcircuit": Builtin("In", sequences.subcircuit),
    **{f"fzn_if_then_else{var}_int": Builtin("BIi", sequences.if_then_else) for var in ("", "_var")},
    **{f"fzn_if_then_else{var}_bool": Builtin("BBb", sequences.if_then_else_bool) for var in ("", "_var")},
    "fzn_cumulative": Builtin("IIIi", packing.cumulative, by_least=True),
    "fzn_disjunctive": Builtin("II", packing.disjunctive),
    "fzn_disjunctive_strict": Builtin("II", packing.disjunctive_strict),
    "fzn_diffn": Builtin("IIII", packing.rectangles),
    "fzn_diffn_nonstrict": Builtin("IIII", partial(packing.rectangles, strict=False)),
    "csp2sat_diffn_k": Builtin("IIn", packing.boxes),
    "csp2sat_diffn_nonstrict_k": Builtin("IIn", partial(packing.boxes, strict=False)),
    "csp2sat_bin_packing_capa": Builtin("NINn", packing.bin_packing_capa),
    "csp2sat_bin_packing_load": Builtin("IINn", packing.bin_packing_load),
    "csp2sat_cost_regular": Builtin("InnNnsNi", sequences.cost_regular),
    "csp2sat_cost_mdd": Builtin("InNnNSNNi", sequences.cost_mdd),
    **_on_graphs("csp2sat_connected", "", graphs.connected),
    **_on_graphs("csp2sat_dconnected", "", graphs.dconnected),
    **_on_graphs("csp2sat_dag", "", graphs.dag),
    **_on_graphs("csp2sat_reachable", "i", graphs.reachable, False),
    **_on_graphs("csp2sat_dreachable", "i", graphs.reachable, True),
    **_on_graphs("csp2sat_tree", "i", graphs.tree, False),
    **_on_graphs("csp2sat_dtree", "i", graphs.tree, True),
    **_on_graphs("csp2sat_path", "ii", graphs.path, False),
    **_on_graphs("csp2sat_dpath", "ii", graphs.path, True),
    **_on_graphs("csp2sat_bounded_path", "iiNi", graphs.bounded_path, False),
    **_on_graphs("csp2sat_bounded_dpath", "iiNi", graphs.bounded_path, True),
    **_on_graphs("csp2sat_steiner", "Ni", graphs.steiner),
    **_on_graphs("csp2sat_dsteiner", "iNi", graphs.dsteiner),
}
"""By name; arrays that belong together and have different lengths raise Wrong."""
