"""Other ways to say that lines are one loop, for boards on which the static trees are slow.

The trees of `graphs.tree_pair` are the best that there is where clues decide much; where many sets of loops keep the
clues, a solver can be lost in them.  `elim` eliminates vertices instead (`graphs.elimination`); `cuts` states degrees
alone, and each answer that is more than one loop gives clauses against it (`graphs.loop_cuts`) until one is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ..graphs.graph import Graph
from ..graphs.loop_cuts import loop_cuts
from ..model.expr import Expr, any_of, node
from ..model.model import Answer, Constraint, Model
from ..model.refinement import NamedClause, Refinement
from .problem import Attempt, Problem

LOOP = "single-loop"
NONE_OR_TWO = frozenset((0, 2))

PlaneLoop = tuple[Graph, tuple[Expr, ...]]  # a plane graph and a variable for each edge


def loops_of(model: Model) -> list[PlaneLoop]:
    """The loops that a model requires, as far as their graphs are plane and their edges variables."""
    formulas = [constraint.formula for constraint in model.constraints if _is_loop(constraint.formula)]
    return [(formula.args[0], formula.args[1:]) for formula in formulas]


def _is_loop(formula: Expr) -> bool:
    return formula.op == LOOP and formula.args[0].faces is not None and {e.op for e in formula.args[1:]} <= {"bool"}


def eliminated(attempt: Attempt) -> Attempt:
    """The same, its loops by elimination."""
    return Attempt("elim", "exact", lambda: _with(attempt.model(), _by_elimination))


def _by_elimination(graph: Graph, edges: tuple[Expr, ...]) -> list[Expr]:
    return [node(LOOP, Graph(graph.size, graph.edges, None, graph.candidates), *edges)]


def weakened(attempt: Attempt) -> Attempt:
    """A weaker one: at each vertex none or two edges are active, and some are."""
    return Attempt("cuts", "weaker", lambda: _with(attempt.model(), degrees))


def refinement(problem: Problem, attempt: Attempt) -> Refinement:
    """How the problem is solved by the weaker one."""
    cuts = partial(broken_cuts, loops_of(attempt.model()))
    return Refinement(weakened(attempt).model, cuts, problem.solution, problem.values)


def degrees(graph: Graph, edges: Sequence[Expr]) -> list[Expr]:
    """What a loop means at each vertex, and that there is one."""
    at = graph.incident()
    some = {edges[e]: None for v in graph.candidates or range(graph.size) for e in at[v]}
    return [node("degrees", graph, (NONE_OR_TWO,) * graph.size, *edges), any_of(some)]


def _with(model: Model, instead: Callable[[Graph, tuple[Expr, ...]], list[Expr]]) -> Model:
    constraints: list[Constraint] = []
    for constraint in model.constraints:
        formula = constraint.formula
        formulas = instead(formula.args[0], formula.args[1:]) if _is_loop(formula) else [formula]
        constraints += [constraint._replace(formula=each) for each in formulas]
    return replace(model, constraints=constraints)


def broken_cuts(loops: Sequence[PlaneLoop], answer: Answer) -> list[NamedClause]:
    """Clauses that every solution keeps and this answer of the weakened model does not; none if it is a solution."""
    clauses = []
    for graph, edges in loops:
        names = [edge.args[0] for edge in edges]
        active = [answer.bools[name] for name in names]
        clauses += [[(names[e], on) for e, on in clause] for clause in loop_cuts(graph, active)]
    return clauses
