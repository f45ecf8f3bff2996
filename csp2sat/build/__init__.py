"""Models in Python: constraints as functions of terms and formulas.

Terms are integer variables (`Model.int`), integers, and what `+ - * // % ** abs` and the functions here make of terms;
a formula may stand for a term too, as 0 or 1.  Formulas are Boolean variables (`Model.bool`), comparisons `== != < <= >
>=` of terms, `& | ~ ^`, and the constraints.  Formulas combine freely: any constraint may stand under `~`, in `|`,
`implies` or `==`.  A function that takes terms or formulas takes lists, tuples, arrays and generators of them, too.
A call that does not fit is a ModelError that shows how the function is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .calls import checked as _checked
from .functions.counting import FormulasLike as FormulasLike
from .functions.counting import TermsLike as TermsLike
from .functions.counting import ValuesLike as ValuesLike
from .functions.counting import (
    all_different,
    all_different_except,
    all_different_except_0,
    all_equal,
    among,
    at_least,
    at_most,
    at_most_one,
    count,
    exactly,
    exactly_one,
    global_cardinality,
    is_in,
    n_values,
    weighted_sum,
)
from .functions.intervals import Interval as Interval
from .functions.intervals import (
    alternative,
    before,
    interval,
    span,
)
from .functions.logic import (
    all_,
    all_of,
    any_,
    any_of,
    constraint,
    eq,
    euclidean_div,
    euclidean_mod,
    if_,
    iff,
    implies,
    maximum,
    minimum,
    ne,
    power,
    sum,
    total,
    truncating_div,
    truncating_mod,
    xor,
)
from .functions.of_graphs import (
    acyclic,
    circuit,
    circuit_of_arcs,
    connected,
    graph_active_vertices_connected,
    graph_division,
    islands,
    joined,
    single_loop,
    subcircuit,
    value_regions,
)
from .functions.ordering import (
    argmax,
    argmin,
    decreasing,
    increasing,
    lex_chain_less,
    lex_chain_lesseq,
    lex_less,
    lex_lesseq,
    precedence,
    sliding_sum,
    sort,
    strictly_decreasing,
    strictly_increasing,
    value_precede,
    value_precede_chain,
)
from .functions.scheduling import (
    bin_packing,
    bin_packing_load,
    cumulative,
    diffn,
    disjunctive,
    knapsack,
    no_overlap,
    no_overlap_2d,
    reservoir,
)
from .functions.tables import (
    element,
    inverse,
    negative_table,
    regular,
    table,
)
from .handles import Formula
from .handles import FormulaLike as FormulaLike
from .handles import Term as Term
from .handles import TermLike as TermLike

alldifferent, nvalue = all_different, n_values


def weightedsum(*form: Any) -> Formula:
    """Require a comparison of a weighted sum, as in CSP text.

    form: pairs (weight, term), an operator such as `"<="`, a term: `weightedsum([(3, x), (5, y)], "=", 31)`.
    """
    return constraint("weightedsum", *form)


def extension_supports(*form: Any) -> Formula:
    """Require that terms are one of some rows, as in CSP text: `extension_supports([x, y], [(0, 1), (1, 2)])`; see
    `table`.
    """
    return constraint("extension-supports", *form)


def global_cardinality_with_costs(*form: Any) -> Formula:
    """Require how often values occur, and what that costs, as in CSP text.

    form: a list of terms, a list of pairs (value, number of terms with the value), a list of triples (i, k, weight),
    and the cost: the sum of the weights for which term i has the value of pair k, both counted from 1.  A value in no
    pair may occur any number of times; a choice (i, k) without a triple costs nothing.
    """
    return constraint("global_cardinality_with_costs", *form)


__all__ = [
    "acyclic",
    "all_",
    "all_different",
    "all_different_except",
    "all_different_except_0",
    "all_equal",
    "all_of",
    "alldifferent",
    "alternative",
    "among",
    "any_",
    "any_of",
    "argmax",
    "argmin",
    "at_least",
    "at_most",
    "at_most_one",
    "before",
    "bin_packing",
    "bin_packing_load",
    "circuit",
    "circuit_of_arcs",
    "connected",
    "constraint",
    "count",
    "cumulative",
    "decreasing",
    "diffn",
    "disjunctive",
    "element",
    "eq",
    "euclidean_div",
    "euclidean_mod",
    "exactly",
    "exactly_one",
    "extension_supports",
    "global_cardinality",
    "global_cardinality_with_costs",
    "graph_active_vertices_connected",
    "graph_division",
    "if_",
    "iff",
    "implies",
    "increasing",
    "interval",
    "inverse",
    "is_in",
    "islands",
    "joined",
    "knapsack",
    "lex_chain_less",
    "lex_chain_lesseq",
    "lex_less",
    "lex_lesseq",
    "maximum",
    "minimum",
    "n_values",
    "ne",
    "negative_table",
    "no_overlap",
    "no_overlap_2d",
    "nvalue",
    "power",
    "precedence",
    "regular",
    "reservoir",
    "single_loop",
    "sliding_sum",
    "sort",
    "span",
    "strictly_decreasing",
    "strictly_increasing",
    "subcircuit",
    "sum",
    "table",
    "total",
    "truncating_div",
    "truncating_mod",
    "value_precede",
    "value_precede_chain",
    "value_regions",
    "weighted_sum",
    "weightedsum",
    "xor",
]

for _name in __all__:
    globals()[_name] = _checked(globals()[_name], "build.", __name__)


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # type checkers say it better themselves

    def __getattr__(name):
        if name.startswith("__"):  # what Python itself asks for
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from .forms import function_of
        from .meant import no_attribute_of_build

        if (found := function_of(name)) is not None:  # a constraint of CSP text that has no function here yet
            return found
        raise no_attribute_of_build(name, __all__)
