"""csp2sat: constraint problems and puzzles to DIMACS CNF, any SAT solver, and back.

    import csp2sat
    from csp2sat import build

    m = csp2sat.Model()
    x, y = m.int("x", 0, 9), m.int("y", 0, 9)
    m.add(x + y == 10, build.all_different(x, y), x < y)
    r = csp2sat.solve(m)
    print(r.status, r[x], r[y])

models: Model (int, bool, int_array, bool_array, add, soft, minimize, maximize, prefer), array, build.*
questions: solve, solutions, count, backbone, explain, corrections, prove, verify, check; session: many to one solver
boards: load_board, generate, draw, booklet, convert; files: load, loads, load_model
for people: steps (from a board to its solution, each with its reason), hint, grade
encoding: encode (a CNF and its map, in files or in memory), decode (a solver's answer by the map)
errors: Csp2SatError, which is one of InputError, FileError, ModelError, SolverError, UsageError, LimitReached

All functions take the settings of the command line as keywords, see Settings.

For those who change it: the path of the data, each arrow one call::

    text -> Board -> Model -> F.cnf + F.map -> Outcome -> Answer -> text

The folders are that path.  A module imports only from its own folder and from smaller layers; `tests/test_layers.py`
reads this table and enforces it.

    layer  part         contents
    0      escaping     texts of others made safe for terminals, makefiles, HTML, CSV
    0      frozen       frozen dataclasses that share their methods
    0      tuples       named tuples with shared methods
    1      settings     what can be set of solving and encoding: names, types, defaults, help
    2      errors       the exceptions that a user sees, places in a text
    3      base         source texts, files, folders, signals, plugins: nothing of the field
    4      model        the CSP: domains, expressions, constraints and their meaning; no SAT, no files
    4      cnf          propositional logic: sinks of clauses, DIMACS, gates, cardinality; no CSP, no processes
    5      proofs       proofs: DRAT, LRAT and pseudo-Boolean ones, checkers of our own; no CSP, no processes
    5      statement    a CSP stated as linear inequalities over 0/1 variables, apart from the encoder
    5      ints         encodings of an integer variable, one file each: literals, map records, traits
    6      graphs       graphs and what encoders of graph constraints share
    6      decoder      the variable map: literals -> values of named variables
    7      constraints  global and graph constraints, one file each: meaning beside encoder
    8      languages    text -> Model, how each writes constraints and answers; one constant each
    8      encoder      Model -> CNF and map records: normalize, propagate, select, write clauses
    8      runner       solver processes: solvers.yaml, one run, incremental sessions; no CSP
    9      deriving     proofs from the statement: each clause of a CNF, then the lemmas of a solver
    9      puzzles      board -> Model -> drawing, a type is one file; no solver
    9      executors    where jobs run: threads, processes, clusters
    9      build        models in Python: handles with operators, arrays, constraints as functions
    10     solving      from a problem to its solutions: attempts, pipeline, uniqueness, enumeration
    11     judging      whether an answer from anywhere is right: its form, clauses, constraints, rules
    11     optimizing   the best solution
    12     counting     the number of solutions, and the values that all of them have
    12     explaining   reasons for no solution, or for several
    12     certifying   answers with proofs that are checked
    12     generating   new boards with one solution
    12     reasoning    steps that a person can follow, hints, grades
    13     incremental  one model that grows, asked again and again
    14     api          the application layer: questions as functions from a problem and settings to results
    15     cpmpy        csp2sat as a solver of CPMpy; no other part imports cpmpy
    15     pycsp3       csp2sat as the solver of PyCSP3 models; no other part imports pycsp3
    15     page         the page without a server: the engine in a worker, its files, a server on loopback
    15     bench        comparing solvers and encodings: plan, run, keep, judge, report
    16     cli          the command line, one file per command
    17     __main__     python -m csp2sat
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # typing, with all that it imports, takes as long as Python's own start
if TYPE_CHECKING:
    from typing import Any

    from . import build
    from .api.answers import prove, solutions, solve
    from .api.functions import (
        backbone,
        check,
        convert,
        count,
        decode,
        draw,
        encode,
        generate,
        grade,
        hint,
        steps,
        verify,
        write_cnf,
    )
    from .api.growing.encoded import EncodedModel
    from .api.growing.session import Session, session
    from .api.problems import load, load_board, load_model, loads
    from .api.questions.booklets import booklet
    from .api.questions.contradictions import corrections, explain
    from .api.questions.improving import improvements
    from .api.reasoning.chains import Grade, Mistake, Step, Steps
    from .api.results import BoardResult, ModelResult, ModelSolution
    from .api.settings import Settings
    from .build.arrays import Array, array
    from .build.handles import Formula, Term
    from .build.model import Model
    from .certifying.certificate import CertificateError, NotVerified
    from .errors import (
        Csp2SatError,
        FileError,
        InputError,
        InputWarning,
        LimitReached,
        ModelError,
        SolverError,
        Unsupported,
        UsageError,
    )
    from .generating.boards import NoBoard
    from .proofs.drat import ProofError
    from .puzzles.spec import Board
    from .solving.pipeline import WrongAnswer

__version__ = "0.4.0"
__all__ = [
    "Array",
    "Board",
    "BoardResult",
    "CertificateError",
    "Csp2SatError",
    "EncodedModel",
    "FileError",
    "Formula",
    "Grade",
    "InputError",
    "InputWarning",
    "LimitReached",
    "Mistake",
    "Model",
    "ModelError",
    "ModelResult",
    "ModelSolution",
    "NoBoard",
    "NotVerified",
    "ProofError",
    "Session",
    "Settings",
    "SolverError",
    "Step",
    "Steps",
    "Term",
    "Unsupported",
    "UsageError",
    "WrongAnswer",
    "array",
    "backbone",
    "booklet",
    "build",
    "check",
    "convert",
    "corrections",
    "count",
    "decode",
    "draw",
    "encode",
    "explain",
    "generate",
    "grade",
    "hint",
    "improvements",
    "load",
    "load_board",
    "load_model",
    "loads",
    "prove",
    "session",
    "solutions",
    "solve",
    "steps",
    "verify",
    "write_cnf",
]
_HOMES = {
    "Array": ".build.arrays",
    "Board": ".puzzles.spec",
    "BoardResult": ".api.results",
    "CertificateError": ".certifying.certificate",
    "EncodedModel": ".api.growing.encoded",
    "Formula": ".build.handles",
    "Grade": ".api.reasoning.chains",
    "Mistake": ".api.reasoning.chains",
    "Step": ".api.reasoning.chains",
    "Steps": ".api.reasoning.chains",
    "Model": ".build.model",
    "ModelResult": ".api.results",
    "ModelSolution": ".api.results",
    "NoBoard": ".generating.boards",
    "NotVerified": ".certifying.certificate",
    "ProofError": ".proofs.drat",
    "Session": ".api.growing.session",
    "Settings": ".api.settings",
    "Term": ".build.handles",
    "WrongAnswer": ".solving.pipeline",
    "array": ".build.arrays",
    "booklet": ".api.questions.booklets",
    "corrections": ".api.questions.contradictions",
    "explain": ".api.questions.contradictions",
    "improvements": ".api.questions.improving",
    "load": ".api.problems",
    "load_board": ".api.problems",
    "load_model": ".api.problems",
    "loads": ".api.problems",
    "prove": ".api.answers",
    "solutions": ".api.answers",
    "solve": ".api.answers",
    "session": ".api.growing.session",
}  # all other names: functions, and errors


def __getattr__(name: str) -> Any:
    """Return a name of the Python interface, imported when the name is first used, so that the command line starts
    without it.

    Raises AttributeError, with a suggestion, for a name that the package does not have.
    """
    # names that Python itself asks for, and folders, which Python then imports
    if name not in __all__ and (name.startswith("_") or os.path.isdir(f"{__path__[0]}/{name}")):  # noqa: PTH112
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name not in __all__:
        from .build.meant import no_attribute_of_csp2sat

        raise no_attribute_of_csp2sat(name, __all__, import_module(".build", __name__).__all__)

    if name == "build":
        return import_module(".build", __name__)
    module = _HOMES.get(name, ".api.functions" if name.islower() else ".errors")
    return getattr(import_module(module, __name__), name)


def __dir__() -> list[str]:
    """Return the public names of the package, whether imported already or not, and the names of the module that begin
    with `__`, sorted.
    """
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
