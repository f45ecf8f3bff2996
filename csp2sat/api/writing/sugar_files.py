"""The files of the command `sugar`: CNF and map in Sugar's form, CNFs in groups, OPB, answers of solvers, CSP text."""

from __future__ import annotations

from pathlib import Path

from ...base import files
from ...decoder import VariableMap
from ...encoder import files as encoded
from ...encoder import sugar_map
from ...encoder.options import EncoderOptions
from ...languages.csp import dialects
from ...languages.csp.cspuz_keys import split as split_keys
from ...languages.csp.dialects import as_csp as as_csp
from ...model.model import Model
from ...runner.process import output
from ...runner.process.outcome import Outcome
from ...solving.problem import Problem, dropped

__all__ = ["as_csp", "dropped", "split_keys"]


def write_formula(problem: Problem, cnf: str, map_: str, instead: str = "") -> None:
    """Write the formula of a CSP to the path `cnf`, and its map in Sugar's form to `map_`.

    instead: the format in place of a CNF, `opb`, `gcnf` or `gwcnf`; '' for a CNF.
    """
    if instead == "opb":
        sugar_map.write_opb(problem.model, cnf, map_)
    elif instead:
        sugar_map.write_groups(problem.model, cnf, map_, weighted=instead == "gwcnf")
    else:
        encoded.write(problem.model, problem.digest, cnf, map_, EncoderOptions(map_format="sugar"))


def write_map(found: VariableMap, model: Model, path: Path) -> None:
    """Write a map in Sugar's form to a file."""
    files.write_text(path, sugar_map.sugar_map(found, model))


def write_answer(outcome: Outcome, path: Path) -> None:
    """Write the last answer of a solver to a file, in the output format of solvers."""
    files.write_text(path, output.show(outcome.status, outcome.literals))


def write_csp(model: Model, path: Path, dialect: str = "csp") -> None:
    """Write a model to a file as CSP text, or in another dialect of it."""
    files.write_text(path, dialects.write(model, dialect))
