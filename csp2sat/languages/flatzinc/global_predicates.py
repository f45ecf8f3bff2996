"""The predicates that csp2sat's MiniZinc library keeps whole, as formulas of their arguments.

What each means is said in MiniZinc's handbook under the name without `fzn_`; `csp2sat_` predicates get besides what
FlatZinc loses: the first index of an array whose places are values of another one, the size of a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...errors import ModelError
from ...model.expr import Expr
from .predicates import counting_globals as counting
from .predicates import graph_globals as graphs
from .predicates import ordering_globals as ordering
from .predicates import packing_globals as packing
from .predicates import sequence_globals as sequences
from .arguments import Argument
from .predicates.signatures import arguments

Formula = Callable[..., Expr]
COUNTED = {"eq": "eq", "neq": "ne", "leq": "ge", "lt": "gt", "geq": "le", "gt": "lt"}  # the number is on the left
SORTS = ("int", "bool")
GRAPH = "n N N P P"  # see `predicates.graph_globals.of_graph`

_ROWS: dict[str, tuple[str, Formula]] = {
    "fzn_all_different_int": ("X", counting.all_different),
    "fzn_alldifferent_except_0": ("X", partial(counting.alldifferent_except, values=(0,))),
    "fzn_alldifferent_except": ("X s", counting.alldifferent_except),
    "fzn_all_equal_int": ("X", partial(ordering.in_order, "eq")),
    "fzn_nvalue": ("x X", counting.nvalue),
    "fzn_among": ("x X s", counting.how_many_among),
    "fzn_at_least_int": ("n X n", partial(counting.occurrences, "ge")),
    "fzn_at_most_int": ("n X n", partial(counting.occurrences, "le")),
    "fzn_exactly_int": ("n X n", partial(counting.occurrences, "eq")),
    **{
        f"fzn_count_{word}{par}": ("X x x", partial(counting.count, op))
        for word, op in COUNTED.items()
        for par in ("", "_par")
    },
    "fzn_global_cardinality": ("X N X", counting.global_cardinality),
    "fzn_global_cardinality_closed": ("X N X", partial(counting.global_cardinality, closed=True)),
    "fzn_global_cardinality_low_up": ("X N N N", counting.global_cardinality_low_up),
    "fzn_global_cardinality_low_up_closed": ("X N N N", partial(counting.global_cardinality_low_up, closed=True)),
    "fzn_distribute": ("X X X", counting.distribute),
    "fzn_member_int": ("X x", counting.member),
    "fzn_member_bool": ("X x", counting.member),
    "csp2sat_symmetric_all_different": ("X n", sequences.symmetric_all_different),
    "csp2sat_inverse": ("X X n n", sequences.inverse),
    "csp2sat_inverse_in_range": ("X X n n", sequences.inverse_in_range),
    **{f"fzn_increasing_{sort}": ("X", partial(ordering.in_order, "le")) for sort in SORTS},
    **{f"fzn_decreasing_{sort}": ("X", partial(ordering.in_order, "ge")) for sort in SORTS},
    **{f"fzn_strictly_increasing_{sort}": ("X", partial(ordering.in_order, "lt")) for sort in SORTS},
    **{f"fzn_strictly_decreasing_{sort}": ("X", partial(ordering.in_order, "gt")) for sort in SORTS},
    **{f"fzn_lex_less_{sort}": ("X X", partial(ordering.lex, False)) for sort in SORTS},
    **{f"fzn_lex_lesseq_{sort}": ("X X", partial(ordering.lex, True)) for sort in SORTS},
    **{f"csp2sat_lex_chain_less_{sort}": ("X n", partial(ordering.lex_chain, False)) for sort in SORTS},
    **{f"csp2sat_lex_chain_lesseq_{sort}": ("X n", partial(ordering.lex_chain, True)) for sort in SORTS},
    "csp2sat_lex2": ("X n", partial(ordering.lex2, True)),
    "csp2sat_strict_lex2": ("X n", partial(ordering.lex2, False)),
    "fzn_value_precede_int": ("n n X", ordering.value_precede),
    "fzn_value_precede_chain_int": ("N X", ordering.value_precede_chain),
    "fzn_seq_precede_chain_int": ("X", ordering.seq_precede_chain),
    **{f"csp2sat_maximum_arg_{sort}": ("X x n", partial(ordering.arg_best, "max")) for sort in SORTS},
    **{f"csp2sat_minimum_arg_{sort}": ("X x n", partial(ordering.arg_best, "min")) for sort in SORTS},
    "array_int_maximum": ("x X", partial(ordering.best_is, "max")),
    "array_int_minimum": ("x X", partial(ordering.best_is, "min")),
    "csp2sat_sliding_sum": ("n n n X", sequences.sliding_sum),
    "csp2sat_table_int": ("X N n", sequences.table),
    "csp2sat_table_bool": ("X N n", sequences.table),
    "csp2sat_regular": ("X n n N n s", sequences.regular),
    "csp2sat_regular_nfa": ("X n n S n s", sequences.regular_nfa),
    "fzn_mdd": ("X n N n N S N", sequences.mdd),
    "fzn_mdd_nondet": ("X n N n N S N", sequences.mdd),
    "csp2sat_circuit": ("X n", sequences.circuit),
    "csp2sat_subcircuit": ("X n", sequences.subcircuit),
    **{f"fzn_if_then_else{var}_{sort}": ("P X x", sequences.if_then_else) for var in ("", "_var") for sort in SORTS},
    "fzn_cumulative": ("X X X x", packing.cumulative),
    "fzn_disjunctive": ("X X", packing.disjunctive),
    "fzn_disjunctive_strict": ("X X", packing.disjunctive_strict),
    "fzn_diffn": ("X X X X", packing.rectangles),
    "fzn_diffn_nonstrict": ("X X X X", partial(packing.rectangles, strict=False)),
    "csp2sat_diffn_k": ("X X n", packing.boxes),
    "csp2sat_diffn_nonstrict_k": ("X X n", partial(packing.boxes, strict=False)),
    "csp2sat_bin_packing_capa": ("N X N n", packing.bin_packing_capa),
    "csp2sat_bin_packing_load": ("X X N n", packing.bin_packing_load),
    "csp2sat_cost_regular": ("X n n N n s N x", sequences.cost_regular),
    "csp2sat_cost_mdd": ("X n N n N S N N x", sequences.cost_mdd),
    "csp2sat_connected": (GRAPH, graphs.of_graph(graphs.connected)),
    "csp2sat_dconnected": (GRAPH, graphs.of_graph(graphs.dconnected)),
    "csp2sat_dag": (GRAPH, graphs.of_graph(graphs.dag)),
    "csp2sat_steiner": (f"{GRAPH} N x", graphs.of_graph(graphs.steiner)),
    "csp2sat_dsteiner": (f"{GRAPH} x N x", graphs.of_graph(graphs.dsteiner)),
}
for _prefix, _directed in (("", False), ("d", True)):
    _ROWS |= {
        f"csp2sat_{_prefix}reachable": (f"{GRAPH} x", graphs.of_graph(graphs.reachable, _directed)),
        f"csp2sat_{_prefix}tree": (f"{GRAPH} x", graphs.of_graph(graphs.tree, _directed)),
        f"csp2sat_{_prefix}path": (f"{GRAPH} x x", graphs.of_graph(graphs.path, _directed)),
        f"csp2sat_bounded_{_prefix}path": (f"{GRAPH} x x N x", graphs.of_graph(graphs.bounded_path, _directed)),
    }


def _reader(signature: str, formula: Formula) -> Callable[[Sequence[Argument]], Expr]:
    def read(given: Sequence[Argument]) -> Expr:
        try:
            return formula(*arguments(signature, given))
        except ValueError:  # of zip
            raise ModelError("arrays have different lengths") from None

    return read


PREDICATES: Mapping[str, Callable[[Sequence[Argument]], Expr]] = {name: _reader(*row) for name, row in _ROWS.items()}
"""Name of a predicate -> the formula of its arguments, resolved as `Argument` says.  Raises ModelError for arguments
that are not what the predicate takes."""
