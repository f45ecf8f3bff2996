"""csp2sat: constraint problems and puzzles to DIMACS CNF, any SAT solver, and back.

The path of the data, each arrow one call::

    text -> Board -> Model -> F.cnf + F.map -> Outcome -> Answer -> text

The folders are that path.  A module imports only from its own folder and from smaller layers; `tests/test_layers.py`
reads this table and enforces it.

    layer  part      what it knows
    0      errors    the exceptions that a user sees, places in a text
    1      text      a text with its path: offset -> line, column, caret
    1      plugins   finding a part (puzzle, language, constraint, encoding) by its file's name
    1      hold      holding back signals for a moment
    1      insist    exceptions of signals that are not lost where Python ignores exceptions
    1      stale     temporary files and folders of runs that were killed
    1      gc_pause  Python's collector of cycles, switched off while a model is read, built or encoded
    2      files     compressed reading, writing through a temporary file and a rename
    3      folders   folders to work in, temporary or claimed
    3      model     the CSP: domains, expressions, constraints and what they mean; no SAT, no files
    3      cnf       propositional logic: sinks of clauses, DIMACS, gates, at-most-one; no CSP, no processes
    4      proofs    proofs of unsatisfiability: DRAT and LRAT, checkers of our own; no CSP, no processes
    4      run       solver processes: solvers.yaml, runner, output dialects, incremental session; no CSP
    4      ints      encodings of an integer variable, one file each: literals, map records, traits
    5      mapfile   the variable map: literals <-> values of named variables
    5      graphs    graphs and graph constraints, one file each: meaning beside encoder
    5      globals   global constraints, one file each: meaning beside encoder
    6      encode    Model -> CNF and map records: normalise, tighten bounds, emit
    6      langs     languages: text -> Model, how each writes constraints and answers; one file each
    6      puzzles   board -> Model -> drawing, one file each; no solver
    7      search    solving as a whole: stages, uniqueness, enumeration
    7      build     models in Python: operators and constraints as functions
    8      bench     comparing solvers: plan, run on any executor, keep, judge, report; race and cubes
    8      generate  new boards with one solution, one file per type of puzzle
    9      api       the application layer: questions as functions from a problem and settings to results
    10     cli       the command line, one file per command
    11     __main__  python -m csp2sat
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api.functions import decode, draw, load, solutions, solve, write_cnf
    from .model.model import Model

__version__ = "0.1.0"
__all__ = ["Model", "decode", "draw", "load", "solutions", "solve", "write_cnf"]


def __getattr__(name: str) -> Any:
    """The Python interface, imported when it is used: the command line starts without it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(".model.model" if name == "Model" else ".api.functions", __name__), name)
