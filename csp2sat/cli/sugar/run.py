"""The work of the command `sugar`: read, encode, solve, and keep the files that are asked for."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from ...api.writing import sugar_files
from ...base import files
from ...base.folders import work_folder
from ...encoder.options import EncoderOptions
from ...errors import LimitReached, SolverError
from ...runner.process.outcome import RunOptions
from ...solving.pipeline import EncodedCnf, Pipeline, SingleSolver
from ...solving.problem_run import ProblemRun
from .answers import Log, LogTrace, Printer
from .input import SugarInput, name_files, names, read, write_csp
from .options import SugarFlags
from .solver import chosen_solver


def run(flags: SugarFlags, log: Log) -> None:
    """Perform the task of the flags: translate, encode, or solve.  Raises Csp2SatError; earlier output is true."""
    name_files(flags)
    log.say(f"PID {os.getpid()}", 2)
    log.say(f"HOST {platform.node()}", 2)
    with log.cpu():
        given = read(flags)
        if flags.translate:
            write_csp(given.model, flags.output, flags.translate)
        elif flags.no_solve:
            _encode(given, flags, log)
        else:
            _solve(given, flags, log)


def _encode(given: SugarInput, flags: SugarFlags, log: Log) -> None:
    """Write the CNF and the map, without solving; a file that is not kept is a temporary one."""
    named = names(flags)
    log.say(f"ENCODING {flags.files[0]} TO {named.cnf}")
    if flags.instead != "opb" and (lost := sugar_files.dropped(given.problem)):
        log.say(f"{lost} is not in {named.cnf}")
    with work_folder() as folder, log.cpu("ENCODING"):
        cnf = named.cnf if flags.sat or flags.keep else f"{folder}/sugar.cnf"
        map_ = named.map if flags.map or flags.keep else f"{folder}/sugar.map"
        sugar_files.write_formula(given.problem, cnf, map_, flags.instead)


def _solve(given: SugarInput, flags: SugarFlags, log: Log) -> None:
    """Encode the input, keep the files that the flags name, solve the CNF, and print the answer: the values of the keys
    if the input has keys, else solutions.

    The file of `-out` gets an answer of the solver, if the solver ran.  Raises SolverError, LimitReached, and
    UsageError for a command of a solver that cannot be read.
    """
    named = names(flags)
    solver = chosen_solver(flags.solver)
    printer = Printer(given.problem, log, named, flags.competition)
    with work_folder() as folder:
        trace = LogTrace(log)
        pipeline = Pipeline(
            SingleSolver(solver),
            RunOptions(log=flags.level > 1),
            folder,
            "sugar",
            EncoderOptions(merge=not (flags.sat or flags.map or flags.out or flags.keep)),
            trace,
            incremental=not (flags.solver or flags.out or flags.keep),
        )
        log.say(f"ENCODING {flags.files[0]} TO {named.cnf}")
        with log.cpu("ENCODING"):
            problem_run = ProblemRun(given.problem, pipeline)
            found = problem_run.encode(given.problem.exact_attempt())
            _say_sizes(given, log)
            _keep(found, given, flags)
        log.say(f"SOLVING {named.cnf} WITH {named.map}")
        with log.cpu("SOLVING"):
            if given.keys is not None:
                printer.shared_values(problem_run, given.keys)
            else:
                printer.answer(problem_run)
        if trace.last is not None and (flags.out or flags.keep):
            sugar_files.write_answer(trace.last, Path(named.out))


def _say_sizes(given: SugarInput, log: Log) -> None:
    """Log the numbers of variables and constraints of a CSP, and the largest size of a domain, at level 2."""
    model = given.model
    largest = max((domain.size() for domain in model.ints.values()), default=0)
    counts = f"{len(model.ints)} integers, {len(model.bools)} booleans, {len(model.constraints)} clauses"
    log.say(f"CSP : {counts}, largest domain size {largest}", 2)


def _keep(found: EncodedCnf, given: SugarInput, flags: SugarFlags) -> None:
    """Copy the CNF, and write its map in Sugar's form, to the files that the flags name; write nothing for flags that
    keep neither.
    """
    named = names(flags)
    if flags.sat or flags.keep:
        with files.new_file(Path(named.cnf)) as target, found.cnf.open("rb") as source:
            files.copy(source, target)
    if flags.map or flags.keep:
        sugar_files.write_map(found.map, given.model, Path(named.map))


def missing_file(error: Exception, flags: SugarFlags) -> str:
    """Return Sugar's line about the file that an error left unwritten: the file with the answer after a SolverError or
    LimitReached, else the CNF.
    """
    named = names(flags)
    solved = isinstance(error, (SolverError, LimitReached))
    return f"c ERROR no output file {named.out}" if solved else f"c ERROR no SAT file {named.cnf}"
