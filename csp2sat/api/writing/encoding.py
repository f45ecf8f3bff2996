"""Writing the CNF, WCNF or OPB of a problem, and its map.

The format is `to`, else the format of the file's suffix, else CNF.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePath
from typing import Literal

from ...base import file_guard
from ...base.files import read_bytes, unpacked_name
from ...base.numbers import counted
from ...certifying.certificate import SUFFIX as CERTIFICATE
from ...cnf import dimacs, dimacs_file
from ...cnf.dimacs import Written
from ...counting.projection import Projection
from ...encoder import files
from ...encoder.files import STDOUT as STDOUT
from ...encoder.files import WcnfForm
from ...encoder.options import EncoderOptions
from ...errors import FileError, UsageError
from ...model.model import Model
from ...model.name_patterns import split_patterns
from ...solving.inputs import CnfInput, Input, stem
from ...solving.loop_encodings import eliminated
from ...solving.problem import Attempt, Problem, check_patterns, dropped
from ...solving.symmetry import fixed_values, obstacle

SYMMETRY, SHOWN = "symmetry", 6  # an assumption; fixed values in a message
STDOUT_NUMBER = 1
OutputFormat = Literal["cnf", "wcnf", "opb"]

SUFFIXES: dict[str, OutputFormat] = {".cnf": "cnf", ".wcnf": "wcnf", ".opb": "opb"}
CERTIFIED = '{"format": "csp2sat certificate"'  # how a certificate begins
AGAIN = "to keep both, write to another name; for the proof again: csp2sat solve INPUT --proof FILE"
OTHER_FORMULAS = (".wbo", ".pbo", ".gcnf", ".gwcnf", ".icnf", ".qdimacs", ".lp", ".mps", ".smt2", ".aig", ".aag")
INPUTS = (".csp", ".xml", ".fzn", ".mzn", ".dzn", ".json", ".map")
FOREIGN = (
    *OTHER_FORMULAS,
    *INPUTS,
    ".svg",
    ".png",
    ".html",
    ".pdf",
    ".zip",
    ".zst",
    ".lzma",
)  # no formula is written so


@dataclass(frozen=True)
class EncodingTarget:
    """The files that encoding writes: the formula (a path, `-` for stdout) and its map.

    show: names or patterns of variables (`*`: all that are not hidden) whose literals the CNF lists; None: none.
    wcnf_form: as in `wcnf.write`.
    """

    cnf: str
    map: str
    to: OutputFormat = "cnf"
    show: str | None = None
    wcnf_form: WcnfForm = "p"

    def name_files(self, cnf: str, map_: str) -> None:
        """Register both files as outputs of the parameters with these names, before any work.

        Raise UsageError for a file that is an input, and for one file for both.
        """
        file_guard.names(cnf, self.cnf)
        file_guard.names(map_, self.map, [self.map])


def exact_attempt(problem: Problem, loop: str = "tree", assume: str | None = None) -> Attempt:
    """Return the attempt whose models are all solutions; with `assume`, the attempt that makes this assumption about
    the solutions, such as `symmetry`, by which symmetric ones are left out.

    loop: `elim` replaces the encoding of a single loop by elimination of vertices.  Raise UsageError if no attempt of
    the problem makes the assumption.
    """
    attempts = _assuming(problem, assume) if assume else [problem.exact_attempt()]
    if not attempts:
        raise UsageError(f"--assume {assume}: {_refusal(problem, assume)}")
    return eliminated(attempts[-1]) if loop == "elim" else attempts[-1]


def _assuming(problem: Problem, assume: str) -> list[Attempt]:
    """Return the attempts of a problem that make an assumption about the solutions."""
    return [each for each in problem.attempts() if assume in (each.assume, each.name)]


def _refusal(problem: Problem, assume: str | None) -> str:
    """Return in words why a problem has no encoding under an assumption, and what an encoding needs."""
    if assume != SYMMETRY or problem.board is not None:
        return "this input has no encoding under that assumption"
    needed = "expected variables with the same domain that have to differ and are in no other constraint"
    none = "no variables whose values can be exchanged, as the colours of a graph can"
    return f"{none}: {obstacle(problem.model)}; {needed}"


def broken_symmetry(problem: Problem, model: Model) -> str:
    """Return in words which values the model fixes to leave symmetric solutions of a problem out; '' if the model fixes
    none.
    """
    if problem.board is not None or not (fixed := fixed_values(problem.model, model)):
        return ""
    first = [f"{name} = {value}" for name, value in [*fixed.items()][:SHOWN]] + ["..."] * (len(fixed) > SHOWN)
    return f"{counted(len(fixed), 'variable')} fixed: {', '.join(first)}"


def write(problem: Problem, model: Model, target: EncodingTarget, options: EncoderOptions) -> Written:
    """Write the formula and the map of a target; return sizes and digest of the formula.

    Raise UsageError for a WCNF of a problem that has neither objective nor weights, for a target in another format than
    CNF that names variables to show, for names of variables that the model does not have, and for patterns of encodings
    that fit no integer.
    """
    check_patterns(problem, options.encode)
    paths = (target.cnf, target.map, options)
    if target.to == "cnf":
        names = None if target.show is None else _named(model, target.show)
        return files.write(model, problem.digest, *paths, names)
    if target.show is not None:
        raise UsageError("--show: only for a CNF")
    weighed = problem.relaxed is not None or model.objective is not None
    model = problem.relaxed or model
    if target.to == "opb":
        from ...encoder import opb

        return opb.write(model, problem.digest, *paths, weighed)
    from ...encoder import wcnf

    if not weighed:
        raise UsageError("--to wcnf: the input has no objective; use --max or --weighted if it has soft constraints")
    return wcnf.write(model, problem.digest, *paths, target.wcnf_form)


def _named(model: Model, show: str) -> Container[str]:
    patterns = split_patterns(show)
    chosen = Projection(model, None if {*patterns} == {"*"} else patterns, "show")
    return {name for name in (*model.ints, *model.bools) if name in chosen}


def encoded(found: Input, cnf: str, map_: str, options: EncoderOptions, assume: str = "") -> Written:
    """Write an input as a CNF to the file `cnf`, and its map to the file `map_`; return sizes and digest of the CNF.

    The suffix of `cnf` stands for a compression, but for no other format.  An input that is a CNF is written
    uncompressed, without a map.  assume: an assumption by which solutions are left out, if the input has an encoding
    under that assumption; '' for all solutions.
    """
    if isinstance(found, CnfInput):
        return dimacs_file.write_plain(Path(cnf), dimacs.read(found.data, found.path))
    attempts = _assuming(found.as_problem(), assume) if assume else []
    return files.write(attempts[-1].model() if attempts else found.model, found.digest, cnf, map_, options)


def dropped_of(found: Input) -> str:
    """Return a description of the parts of an input that its CNF leaves out; '' if there are none."""
    return "" if found.is_cnf else dropped(found.as_problem())


def left_out(problem: Problem, to: OutputFormat) -> str:
    """Return a sentence about the parts that a file of that format leaves out, and the formats that keep them; '' if
    there are none.
    """
    what = dropped(problem) if to == "cnf" else ""
    return (
        f"{what} is not in the CNF, whose models are all solutions; WCNF and OPB keep it (F.wcnf, F.opb)"
        if what
        else ""
    )


def format_of(output: str | None, to: OutputFormat | None) -> OutputFormat:
    """Return the format of an output file.

    output: a path, `-`, or None if not stated.  to: the requested format; None: the suffix decides.  Raise UsageError
    for a suffix of another format.
    """
    suffix = PurePath(unpacked_name((output or "").lower())).suffix
    if to is None and suffix in FOREIGN:
        wanted = ", ".join(SUFFIXES)
        raise UsageError(f"-o {output}: a formula cannot be written as {suffix}; expected {wanted}, or --to FORMAT")
    found = SUFFIXES.get(suffix)
    if to is not None and found not in (None, to):
        raise UsageError(f"-o {output} --to {to}: the suffix means {found}; expected a file F.{to}, or --to {found}")
    return to or found or "cnf"


def formulas_without_map(target: EncodingTarget) -> str:
    """Return a note on files that a reader may decode by the map of `target`, which is not their map: formulas in other
    formats whose names differ from the map's in the suffix alone, such as x.cnf beside x.opb and x.map; '' if there are
    no such files.
    """
    others = _formulas_beside(target)
    if not others:
        return ""
    lost, written = " or ".join(others), "the formula on stdout" if target.cnf == STDOUT else target.cnf
    return f"{target.map} is the map of {written}, not of {lost}; to keep a map for each: encode -m FILE (map_=)"


def proof_without_file(target: EncodingTarget, digest: str) -> str:
    """Return a note that the formula or the map of a target has replaced that of a proof, whose certificate is beside
    it, such as f.json beside f.cnf and f.map; '' if there is no such proof, or if the files are those of the proof.

    digest: of the formula that was written.
    """
    for path in (target.cnf, target.map):
        certificate = Path(path).with_suffix(CERTIFICATE)
        with suppress(OSError, ValueError, FileError):
            text = certificate.read_text(encoding="utf-8")
            known = digest if path == target.cnf else hashlib.sha256(read_bytes(path)).hexdigest()
            if text.startswith(CERTIFIED) and known not in text:
                return f"{path} was a file of the proof {certificate}, which `csp2sat verify` refuses now; {AGAIN}"
    return ""


def _formulas_beside(target: EncodingTarget) -> list[str]:
    """Return the existing files other than the formula of `target` whose names differ from the map's in the suffix
    alone; a file that stdout is redirected to is the formula if that goes to stdout.
    """
    path = PurePath(target.map)
    named = [str(path.with_suffix(suffix)) for suffix in SUFFIXES] if path.suffix == ".map" else []
    others = [each for each in named if each != target.cnf and Path(each).is_file()]
    stdout = file_guard.identity_of(STDOUT_NUMBER) if target.cnf == STDOUT else None
    return [each for each in others if stdout is None or file_guard.identity_of(each) != stdout]


def keep_map(target: EncodingTarget) -> None:
    """Raise UsageError if a map that no option names, of a formula on stdout, would replace the map of another formula
    that exists.
    """
    if Path(target.map).exists() and (others := _formulas_beside(target)):
        message = (
            f"{target.map}, the map of {' or '.join(others)}, would be overwritten; expected -m FILE, for this map"
        )
        raise UsageError(message, "output", target.cnf)


def suffix_hint(target: EncodingTarget, to: OutputFormat | None) -> str:
    """Return a hint, in words, that the suffix of the formula's file means no format, if that of a CNF was taken
    because of that; '' otherwise, also for a file without a suffix.

    to: the requested format.
    """
    suffix = PurePath(unpacked_name(target.cnf.lower())).suffix
    if to is not None or target.cnf == files.STDOUT or suffix in (*SUFFIXES, "", ".dimacs", ".tmp"):
        return ""
    near = get_close_matches(suffix, SUFFIXES, 1)
    meant = f"; for a {near[0][1:].upper()}: -o F{near[0]}" if near and near[0] != ".cnf" else ""
    return f"{target.cnf}: {suffix} is the suffix of no format, so this is a CNF{meant}; without this note: --to cnf"


def file_names(input_: str, output: str | None, map_: str | None, to: OutputFormat = "cnf") -> tuple[str, str]:
    """Return the paths of the formula and the map: `output` and `map_` if given, else the stem of the input `input_` in
    the current folder.

    to: the suffix of the formula.  A map without a path is put beside the formula.  Raise UsageError for `-`, which is
    stdout, as the path of both, and for an output without the name of a file.
    """
    cnf = output or f"{stem(input_)}.{to}"
    if not PurePath(cnf).name:
        raise UsageError(f"-o {cnf}: expected the name of a file")
    beside = f"{stem(input_)}.map" if cnf == "-" else str(PurePath(cnf).with_name(f"{stem(cnf)}.map"))
    if cnf == map_ == files.STDOUT:
        raise UsageError("-o - and -m -: the formula and the map cannot both go to stdout; expected a file for one")
    return cnf, map_ or beside
