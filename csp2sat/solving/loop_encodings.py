"""Further encodings of the constraint that lines are one loop, for boards on which the static trees are slow.

The trees of `graphs.tree_pair` are best if clues decide much; if many sets of loops satisfy the clues, a solver can be
lost in them.  `elim` eliminates vertices instead (`graphs.elimination`); `cuts` requires only degrees, and each answer
with more than one loop gives clauses against itself (`graphs.loop_cuts`) until an answer is one loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ..graphs.graph import Graph
from ..graphs.loop_cuts import loop_cuts
from ..model.expr import Expr, all_of, any_of, node
from ..model.literal_constraints import LiteralConstraints
from ..model.model import Answer, Model
from ..model.refinement import NamedClause, Refinement
from .problem import Attempt, Problem

LOOP = "single-loop"
NONE_OR_TWO = frozenset((0, 2))

PlaneLoop = tuple[Graph, tuple[Expr, ...]]  # a plane graph and a variable for each edge


def loops_of(model: Model) -> list[PlaneLoop]:
    """Return the graph and the edge variables of each loop that a model requires, if the graph is plane and all edges
    are Boolean variables.
    """
    stated = model.constraints
    nodes = stated.nodes() if isinstance(stated, LiteralConstraints) else stated  # a loop is no clause or count
    formulas = [constraint.formula for constraint in nodes if _is_loop(constraint.formula)]
    return [(formula.args[0], formula.args[1:]) for formula in formulas]


def _is_loop(formula: Expr) -> bool:
    """Whether a formula requires a single loop on a plane graph whose edges are all Boolean variables."""
    return formula.op == LOOP and formula.args[0].faces is not None and {e.op for e in formula.args[1:]} <= {"bool"}


def eliminated(attempt: Attempt) -> Attempt:
    """Return an attempt like this one whose loops are encoded by elimination of vertices."""
    return Attempt("elim", "exact", lambda: _with(attempt.model(), _by_elimination))


def _by_elimination(graph: Graph, edges: tuple[Expr, ...]) -> Expr:
    return node(LOOP, Graph(graph.size, graph.edges, None, graph.candidates), *edges)


def weakened(attempt: Attempt) -> Attempt:
    """Return a weaker attempt with `degrees` in the place of each loop."""
    return Attempt("cuts", "weaker", lambda: with_degrees(attempt.model()))


def with_degrees(model: Model) -> Model:
    """Return the model with `degrees` in the place of each loop; constraints keep their numbers."""
    return _with(model, lambda *loop: all_of(degrees(*loop)))


def refinement(problem: Problem, attempt: Attempt) -> Refinement:
    """Return a refinement that solves the problem by the weakened attempt and by cuts against answers with several
    loops.
    """
    cuts = partial(broken_cuts, loops_of(attempt.model()))
    return Refinement(weakened(attempt).model, cuts, problem.solution, problem.values)


def degrees(graph: Graph, edges: Sequence[Expr]) -> list[Expr]:
    """Return the two formulas that replace a loop in a weakened model: each vertex has 0 or 2 active edges, and at
    least one edge is active at the graph's candidates (vertices of which one is on the loop), or anywhere if there are
    none.
    """
    at = graph.incident()
    some = {edges[e]: None for v in graph.candidates or range(graph.size) for e in at[v]}
    return [node("degrees", graph, (NONE_OR_TWO,) * graph.size, *edges), any_of(some)]


def _with(model: Model, instead: Callable[[Graph, tuple[Expr, ...]], Expr]) -> Model:
    """Return the model with each loop replaced by the formula that `instead` returns for its graph and its edges."""
    constraints = [
        each._replace(formula=instead(each.formula.args[0], each.formula.args[1:])) if _is_loop(each.formula) else each
        for each in model.constraints
    ]
    return replace(model, constraints=constraints)


def broken_cuts(loops: Sequence[PlaneLoop], answer: Answer) -> list[NamedClause]:
    """Return clauses that every solution satisfies and the answer of a weakened model violates; [] if the answer is a
    solution.
    """
    clauses: list[NamedClause] = []
    for graph, edges in loops:
        names = [edge.args[0] for edge in edges]
        active = [answer.bools[name] for name in names]
        clauses += [[(names[e], on) for e, on in clause] for clause in loop_cuts(graph, active)]
    return clauses
