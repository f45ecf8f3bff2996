"""csp2sat in Python: load or build a problem, ask one of the questions, get a typed result.

`what` is a Model, a Board, a path (a board or a CSP, as on the command line), or a result of `load`.  Settings are
keywords, the same for every function and the same as on the command line: see `Settings`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal, Unpack, overload

from ..base.file_guard import guarded
from ..base.files import path_of
from ..base.time_limit import until
from ..build.model import Model
from ..cnf.dimacs import Written
from ..counting.counting import Count
from ..encoder.files import WcnfForm
from ..errors import LimitReached, UsageError, warn
from ..generating.givens import SYMMETRIES, Symmetry, WantedGivens
from ..puzzles.spec import Board, Solution
from ..settings import QuestionKeywords
from ..solving.maxcsp import Mode
from ..solving.problem import check_patterns, without_objective
from ..solving.problem_run import ProblemRun
from ..solving.trace import Trace
from . import checking, counting, decoding, generating
from .certifying import opened, verified
from .checking import GivenAnswer
from .decoding import Decoded
from .growing.encoded import EncodedModel
from .pipelines import OF_SOLVERS, asked, deadline_of, warn_of_parts, warn_of_unused
from .problems import Projected, What, best_of, checked, checked_solution, problem_of, projected
from .reasoning import chains, graded, like_boards
from .reasoning import partial as partly
from .reasoning.chains import Grade, Mistake, Step, Steps
from .reasoning.own_boards import HarderOrEasier
from .results import BoardResult
from .settings import Settings, choice, seconds, whole
from .writing import encoding
from .writing.converting import converted, turned
from .writing.drawing import Drawing, drawing
from .writing.proof_sources import source_of, write_source


@guarded
def count(
    what: What,
    *,
    project: Projected | None = None,
    limit: int | None = None,
    best: bool = False,
    **settings: Unpack[QuestionKeywords],
) -> Count:
    """Return the number of solutions, as assignments of the variables that are not hidden, or of the variables in
    `project`.

    project: a list of names, patterns such as `x_*`, variables, arrays; a single text is an error.  limit: stop the
    search after this number of solutions, at least 1; a number known without a search is returned in full; None: count
    all.  The result is a lower bound, with `complete` False, if a limit ends the search.  best: count only solutions
    with the best value of the objective, or with the least cost of violated soft constraints, which are ignored
    otherwise.  Raise UsageError for a model with an objective, unless `best` is set, and for a name that no variable
    has.
    """
    problem, then = best_of(what) if best else (problem_of(what), None)
    whole("limit", limit, 1)
    names = None if project is None else projected(project, what)
    with asked(problem, Settings.of({**settings})) as pipeline:
        return counting.count(problem, pipeline, names, limit, then)


@guarded
def backbone(what: What, **settings: Unpack[QuestionKeywords]) -> dict[str, int | bool | None] | None:
    """Return by name the value of each variable that all solutions share, None for a variable that varies; None in
    place of the dict if there is no solution.

    Soft constraints are ignored.  Raise LimitReached if a limit ends the search, and UsageError for a model with an
    objective.
    """
    problem = without_objective(problem_of(what), "backbone", soft=True)
    with asked(problem, Settings.of({**settings})) as pipeline:
        return counting.values_by_name(counting.backbone(ProblemRun(problem, pipeline)))


def verify(
    certificate: str | Path,
    source: What | None = None,
    *,
    kind: str | None = None,
    goal: Mode | None = None,
    timeout: float | None = None,
) -> str:
    """Check a certificate that `prove` has written, with its proof; return the claim that holds: `unsatisfiable`,
    `unique` or `optimum`.

    certificate: the path of the certificate, or of an archive F.zip or a folder with one certificate in it.  source:
    the problem of the claim, as a path or as given to `prove`, which is encoded again and compared with the formula;
    None: the source in the archive or folder.  If there is none, the claim is about the formula alone, whatever the
    formula means.  kind, goal: how to read a source that is a path, as in `load`; the certificate itself says this for
    a source in an archive or folder.  timeout: seconds of wall time.  Raise CertificateError for a wrong certificate,
    NotVerified (a CertificateError) for a claim that does not follow, ProofError for a wrong proof, LimitReached if a
    limit ends the check, and UsageError if the source is to be read with another kind or goal than the certificate
    says.
    """
    seconds("timeout", timeout)
    end = deadline_of(timeout)
    with opened(path_of("certificate", certificate)) as own:
        with until(end):
            given = None if source is None else source_of(source, kind, goal)
            if source is None and own.source is not None:
                given = source_of(own.source, kind or own.kind, goal or own.goal)
        return verified(own.certificate, given, end, Trace()).claim


@guarded
def check(what: What, answer: GivenAnswer, *, optimum: bool = False, **settings: Unpack[QuestionKeywords]) -> list[str]:
    """Return all faults of an answer to a problem, a sentence each; [] if the answer is right.

    answer: the path of a file, or its text: `a` lines, a `v` line, JSON or a drawn board; a result of `solve`, one of
    its solutions, or a result of `decode`; a dict with the values of variables, by variables or names; or the solution
    of a board.  optimum: whether a right answer is a fault, too, if another solution has a better value of the
    objective, or a lower cost of soft constraints, which is searched for.  Raise FileError for a file that cannot be
    read, InputError for a text without an answer, UsageError for a result without a solution, for an object that is no
    answer, and for `optimum` without an objective, and LimitReached if a limit ends a search.
    """
    how = Settings.of({**settings})
    end = deadline_of(how.timeout)
    if isinstance(what, str | Path):
        found = checking.judgement_in(str(what), None, answer, how, end, optimum=optimum)
    else:
        found = checking.judgement_of(problem_of(what), answer, how, end, optimum)
    if found.undecided:
        raise LimitReached(found.undecided)
    return found.faults + ([found.value.fault()] if found.value and found.value.fault() else [])


@overload
def encode(what: What, cnf: None = None, **settings: Unpack[QuestionKeywords]) -> EncodedModel: ...
@overload
def encode(
    what: What,
    cnf: str | Path,
    map_: str | Path | None = None,
    *,
    to: encoding.OutputFormat | None = None,
    wcnf_form: WcnfForm = "p",
    source: str | Path | None = None,
    **settings: Unpack[QuestionKeywords],
) -> Written: ...
@guarded
def encode(
    what: What,
    cnf: str | Path | None = None,
    map_: str | Path | None = None,
    *,
    to: encoding.OutputFormat | None = None,
    wcnf_form: WcnfForm = "p",
    source: str | Path | None = None,
    **settings: Unpack[QuestionKeywords],
) -> Written | EncodedModel:
    """Write a CNF to the path `cnf`, and its map; return sizes and digest of the CNF, whose models are the solutions.
    Return an EncodedModel, the clauses in memory, which decodes their models, if no path is given.

    map_: the path of the map; None: beside the CNF.  to: `wcnf` for MaxSAT solvers and `opb` for pseudo-Boolean ones,
    with the objective or the weights; None: the format that the suffix of the file means.  wcnf_form: `p` as before
    2022, or `h`.  source: the path of a file to which the problem is written, a model as CSP text, a board as JSON;
    this file is then encoded, so that `decode` can judge answers by the file; None: no such file.  Warn
    (`csp2sat.InputWarning`) of an objective that a CNF leaves out, and of another formula whose map is overwritten by
    the new map.  Raise UsageError for a suffix of another format, and for `wcnf` without objective and weights,
    LimitReached if a limit is exceeded, and FileError if a file cannot be written.
    """
    if cnf is None:
        for option, value in (("map_", map_), ("to", to), ("source", source)):
            if value is not None:
                raise UsageError("only with the path of a file", option, value)
        problem, how = problem_of(what), Settings.of({**settings})
        warn_of_unused(how, OF_SOLVERS, "encode")
        check_patterns(problem, how.coding().encode)
        return EncodedModel(problem, what if isinstance(what, Model) else None, how)
    path = path_of("cnf", cnf)
    form = encoding.format_of(path, to)
    files = encoding.file_names("model", path, None if map_ is None else path_of("map_", map_))
    target = encoding.EncodingTarget(*files, form, None, wcnf_form)
    target.name_files("cnf", "map_")
    what = what if source is None else write_source(what, source)
    problem, how = problem_of(what), Settings.of({**settings})
    warn_of_unused(how, OF_SOLVERS, "encode")
    with until(deadline_of(how.timeout)):
        model = encoding.exact_attempt(problem, how.loop).model()
        written = encoding.write(problem, model, target, how.coding())
    warn_of_parts(model, how.coding())
    replaced = encoding.formulas_without_map(target), encoding.proof_without_file(target, written.digest)
    for advice in filter(None, (encoding.left_out(problem, form), *replaced)):
        warn(advice)
    return written


def write_cnf(what: What, cnf: str | Path, map_: str | Path, encoding: str = "auto") -> Written:
    """Write the CNF whose models are the solutions to the path `cnf`, and its map to `map_`; return sizes and digest of
    the CNF.

    encoding: of the integers.  The function `encode` accepts all settings.
    """
    return encode(what, path_of("cnf", cnf), map_, encoding=encoding)


def decode(result: str | Path, map_: str | Path | None = None, source: str | Path | Model | None = None) -> Decoded:
    """Read the answer of a solver (the file `result`) by its map, the file `map_`, and judge the answer.

    map_: None for the map beside the answer, as the command takes it.  source: the input, or the model that was
    encoded; None: a file beside the map, if there is one.  The field `unjudged` of the result describes everything
    that could not be judged.  Raise InputError for a wrong answer and a damaged file, SolverError for the answer to
    another CNF, UsageError if there is no map, and FileError for a file that cannot be read.
    """
    answer = path_of("result", result)
    path = decoding.map_of(answer) if map_ is None else path_of("map_", map_)
    if isinstance(source, Model):
        return replace(decoding.decoded(answer, path, model=problem_of(source)), model=source)
    found = decoding.decoded(answer, path, None if source is None else path_of("source", source))
    return replace(found, unjudged=tuple([each.replace("--source INPUT", "source=INPUT") for each in found.unjudged]))


@guarded
def generate(
    puzzle: str | Board,
    rows: int | None = None,
    cols: int | None = None,
    *,
    grade: int | range | HarderOrEasier | None = None,
    symmetry: Symmetry = "none",
    minimal: bool = False,
    givens: int | None = None,
    **settings: Unpack[QuestionKeywords],
) -> Board:
    """Generate a board of the kind `puzzle` with exactly one solution, `rows` by `cols` cells; the same `seed` gives
    the same board (None: a random one).

    puzzle: a kind, or a board with one solution, which the new board has, too.  rows, cols: None for the usual size of
    the kind; a number for one of them alone counts for both.  grade: from 1 to 10, or a range such as range(3, 6), in
    which `csp2sat.grade` of the board is to be, or `harder` or `easier` than the board in place of a kind; LimitReached
    says which grades were found if there is no such board.  symmetry: of the places of givens, `none`, `rotate2` and
    `rotate4` (rotations by 180 and 90 degrees) or `mirror` (left and right).  minimal: whether no given may be left
    out.  givens: the number of clues, without marks that every board has; None for any.  Raise UsageError for a size or
    a choice of givens that the kind cannot have, UnknownPart (a KeyError) for an unknown kind, `NoBoard` if no board
    was found, and LimitReached if a limit ends the search.
    """
    whole("givens", givens, 0)
    choice("symmetry", symmetry, SYMMETRIES)
    seed = settings.pop("seed", None)
    whole("seed", seed, 0)
    seed = generating.random_seed() if seed is None else seed
    wanted, known = WantedGivens(symmetry, minimal, givens), Settings.of({**settings})
    end, _ = chains.limits(known.timeout)
    if isinstance(puzzle, Board):
        return like_boards.board_like(puzzle, (rows, cols), grade, seed, known, wanted, end)
    size = generating.size_or_usual(puzzle, rows, cols)
    if grade is None:
        return generating.new_board(puzzle, size, seed, known, wanted=wanted)[0].board
    name, found = generating.puzzle_to_make(puzzle), like_boards.grades_without_board(grade)
    return graded.GradedMaker(name, size, found, known, wanted, None, end).board(seed).draft.board


@guarded
def steps(board: What, *, limit: int | None = None, timeout: float | None = None) -> Steps:
    """Return the steps by which a person gets from the givens of a board to its solution, each with its reason.

    The steps are made while the result is iterated over.  board: a board or the path of one.  limit: the greatest
    number of steps, at least 1; None for all.  timeout: seconds for all steps, None for 60 of CPU time; after that time
    no step follows, and the status of the result is `LIMIT`; no error is raised.  Raise UsageError for a CSP.
    """
    whole("limit", limit, 1)
    seconds("timeout", timeout)
    return chains.steps_of(chains.board_of(problem_of(board)), timeout, limit)


@guarded
def hint(board: What, partial: object = None, *, timeout: float | None = None) -> Step | Mistake | None:
    """Return the next thing to say to a person who has filled a part of a board: the first mistake, with its reason,
    or without a mistake the next step; None if nothing more follows.

    board: a board or the path of one.  partial: the part that is filled: the neutral form of a solution, in which `?`
    or None stands for places that are not filled, or a dict with the key `facts`, a list of facts as in the JSON of
    steps; None: nothing is filled but the givens.  timeout: seconds, None for 60 of CPU time.  Raise UsageError for a
    CSP and for another form of `partial`, and LimitReached if no step was found in time.
    """
    seconds("timeout", timeout)
    return partly.hint(chains.board_of(problem_of(board)), partial, *chains.limits(timeout))


@guarded
def grade(board: What, *, timeout: float | None = None) -> Grade:
    """Return how hard a board is for a person, from 1 to 10, which compares like an int.

    board: a board or the path of one.  timeout: seconds, None for 60 of CPU time; after that the grade is a lower
    bound.  Raise UsageError for a CSP and for a board without exactly one solution.
    """
    seconds("timeout", timeout)
    found = chains.grade(chains.steps_of(chains.board_of(problem_of(board)), timeout))
    if found is None:
        raise UsageError("a board without exactly one solution has no grade")
    return found


@guarded
def convert(what: What, to: str, *, turn: int = 0, mirror: bool = False) -> str:
    """Return the text of a problem in another format.

    to: `text`, `array`, `json`, `url`, `sgt` or another format in which boards are written; `drawing` for the empty one
    that a person draws on; `sugar` (CSP text) for a model, or for the exact model of a board.  turn: 90, 180 or 270
    degrees by which a board is turned clockwise.  mirror: whether left and right of the board are exchanged, after the
    turn.  Raise UsageError for a format that the problem cannot have, and for a CSP that is to be turned or mirrored.
    """
    problem = turned(problem_of(what), turn, mirror)
    return partly.empty_drawing(problem.board) if to == "drawing" and problem.board else converted(problem, to)


@overload
def draw(
    board: Board | BoardResult,
    solution: Solution | None = None,
    *,
    second: Solution | None = None,
    to: Literal["png", "pdf"],
    cell: int | None = None,
) -> bytes: ...
@overload
def draw(
    board: Board | BoardResult,
    solution: Solution | None = None,
    *,
    second: Solution | None = None,
    to: Literal["text", "svg", "html"] = "text",
    cell: int | None = None,
) -> str: ...
def draw(
    board: Board | BoardResult,
    solution: Solution | None = None,
    *,
    second: Solution | None = None,
    to: Drawing = "text",
    cell: int | None = None,
) -> str | bytes:
    """Return the drawing of a board, and of its solution if given; for a result of `solve`, of the board and its
    solutions.

    to: `text`, `svg`, `png` (bytes; needs the extra `csp2sat[png]`), `pdf` (bytes) or `html`, a page.  solution,
    second: in the neutral form of the puzzle; the pictures mark the differences of the two.  cell: the width of a cell
    in pixels of an svg or png, 16 to 400.  Raise UsageError for
    another format, for a missing extra, for an object that is no board, and for a solution in another form.
    """
    if isinstance(board, BoardResult):
        solved = [each for each in (board.solution, board.second) if each is not None]
        return drawing(board.given(), solved, to, cell=cell)
    found = checked(board)
    both = checked_solution(found, solution, "solution"), checked_solution(found, second, "second")
    return drawing(found, [each for each in both if each is not None], to, cell=cell)
