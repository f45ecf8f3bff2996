"""The command line of `solve`: the question, and the form of the answer."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ...api.door import NO_OBJECTIVE
from ...api.inputs import stem
from ...api.settings import Settings
from ...api.writing.converting import DRAWN, PrintStyle
from ...base import file_guard
from ...base.numbers import cut
from ...errors import SeveralBoards, UsageError
from ...escaping import for_shell
from ...solving.inputs import Input
from ...tuples import NamedTuple
from ..reporting import note, warn
from ..suffixes import LINES
from . import results
from .drawings import DrawingTarget
from .results import Expectation, KnownAnswer

if TYPE_CHECKING:
    from ...api.certifying import ProofTarget
    from ...certifying.evidence import Refutation
    from ...solving.problem_run import SolverRuns
    from .booklets import BookletTarget


class AnswerForm(NamedTuple):
    """The form of an answer.

    to: the format, None for the usual one.  json: whether `--json` was given.  output: the file, None or `-` for
    stdout.  color: of `--color`.  convention: of exit codes, `unix` or `sat`.  quiet: whether warnings and notes are
    left out.  style: of drawings in print.
    """

    to: str | None
    json: bool
    output: str | None
    color: str
    convention: str
    quiet: bool
    style: PrintStyle = PrintStyle()

    @property
    def drawing(self) -> DrawingTarget | None:
        """The destination of the drawing; None if the answer is no drawing."""
        drawn = self.to in DRAWN and not self.json
        return DrawingTarget(str(self.to), self.output, self.quiet, self.style) if drawn else None

    def booklet(
        self, title: str | None = None, per_page: str | None = None, hint: bool = False, by_grade: bool = False
    ) -> BookletTarget:
        """Return the booklet of an answer to several boards.

        title, per_page, hint, by_grade: as in BookletTarget.
        """
        from .booklets import BookletTarget

        drawing = self.drawing or DrawingTarget("", self.output, self.quiet, self.style)
        return BookletTarget(drawing, title, per_page, hint, by_grade)

    @property
    def apart(self) -> bool:
        """Whether an empty line stands between the answers to several boards."""
        return not self.json and self.to in (None, "board")

    def exit_code(self, status: str) -> int:
        """Return the exit code of a status, by the convention."""
        return results.CODES[self.convention][status]


class Request(NamedTuple):
    """The command line of `solve`: the question, the input, the settings, and the form of the answer.

    input: its name, '' for one of several boards in a file.  kind: of `--from`.  unique: whether a second solution is
    asked for.  many: whether several solutions are wanted, at most `limit`, None for all.  keep: the folder for CNF and
    map files.  search: the way to approach the best value.  goal: of soft constraints.  proof: the file for a proof,
    which begins at the source if `from_source` is set.
    project: the names and patterns of `--project`.  best: whether only the best of several solutions are wanted.
    expect: the expected answer.  intermediate: whether each better solution is printed as it is found.  booklet: one
    that an option asks for, however many boards there are.  None stands for an option that is not given.
    """

    input: str
    kind: str | None
    settings: Settings
    form: AnswerForm
    unique: bool
    many: bool
    limit: int | None
    keep: str | None
    search: str | None
    goal: Literal["max", "weighted"] | None
    proof: str | None
    from_source: bool = False
    project: str | None = None
    best: bool = False
    expect: Expectation | None = None
    intermediate: bool = False
    booklet: BookletTarget | None = None

    def check(self) -> None:
        """Raise UsageError for options that exclude each other, and UsageError or FileError for a booklet or a drawing
        that cannot be written.
        """
        if self.expect and self.form.convention == "sat":
            raise UsageError("--expect has exit codes of its own: not with --exit-code sat")
        if not self.settings.is_single:
            self._check_strategy("--race" if self.settings.race else "--cubes")
        if self.many and (self.unique or self.proof is not None):
            raise UsageError("--all and --limit go neither with --unique nor with --proof: expected one question")
        if self.project is not None and not self.many:
            raise UsageError("--project: only with --all or --limit")
        if self.best and not self.many:
            raise UsageError("--best: only with --all or --limit; the best solution is what solve prints without them")
        if self.settings.gap is not None and (self.many or self.proof is not None):
            raise UsageError("--gap: not with --all, --limit and --proof, which need the best value")
        if self.form.to == LINES and (not self.many or self.form.json):
            raise UsageError(f"--to {LINES}: only with --all or --limit, without --json: a line for each solution")
        if self.intermediate and (self.many or self.form.json or self.form.to in ("json", *DRAWN)):
            raise UsageError("--intermediate: only for one answer as text, without --all, --limit and --json")
        if self.from_source and self.proof is None:
            raise UsageError("--from-source: only with --proof")
        self.form.style.check("json" if self.form.json else self.form.to)
        if self.booklet is not None:
            self.booklet.check()
            self.check_several(())
        elif target := self.form.drawing:
            target.check(self.many)

    def check_expected(self, problem: Input) -> None:
        """Raise UsageError if a best value is expected of a problem without an objective."""
        best = self.expect and self.expect.best
        if best is not None and (problem.is_cnf or problem.as_problem().objective is None):
            raise UsageError(f"--expect {cut(best)}: {NO_OBJECTIVE}")

    def check_competition(self) -> None:
        """Raise UsageError for an option that cannot be used with `--competition`, whose output has one form."""
        asked = {
            "--json": self.form.json,
            f"--to {self.form.to}": self.form.to not in (None, "v"),
            "--output": self.form.output not in (None, "-"),
            "--unique": self.unique,
            "--all and --limit": self.many,
            "--search": self.search,
            "--gap": self.settings.gap is not None,
            "--intermediate": self.intermediate,
            "--max and --weighted": self.goal,
            "--keep": self.keep is not None,
            "--proof": self.proof is not None,
            "--expect": self.expect,
            "--exit-code sat": self.form.convention == "sat",
            "--hint, --by-grade, --title, --per-page, --paper, --no-grades and --no-rules": self.booklet,
            "--from": self.kind not in (None, "xcsp3"),
        }
        for option, is_asked in asked.items():
            if is_asked:
                raise UsageError(f"{option}: not with --competition")

    def name_files(self) -> None:
        """Enter the proof, the files beside it, and the files in the folder that is kept, as outputs.

        Raises UsageError for a file that is also read, or also written for another option.
        """
        if target := self.proof_target:
            target.name_files()
            if earlier := target.replaces():
                note(earlier, self.form.quiet)
        if self.keep is not None:
            names = (f"{stem(self.input)}.cnf", f"{stem(self.input)}.map", "problem.cnf")
            file_guard.names("keep", self.keep, [Path(self.keep, name) for name in names])

    def _check_strategy(self, word: str) -> None:
        """Raise UsageError for options that exclude `--race` or `--cubes`; word: whichever of the two was given."""
        others = {"--proof": self.proof, "--all and --limit": self.many, "--search": self.search}
        for option, asked in others.items():
            if asked:
                raise UsageError(f"{option}: not with {word}")

    @property
    def for_best(self) -> str:
        """The option that only a search for the best value has a use for, '' if none is given."""
        return "--search" if self.search else "" if self.settings.gap is None else "--gap"

    @property
    def asks_unique(self) -> bool:
        """Whether the request asks if a solution is the only one."""
        counted = self.expect is not None and self.expect.solutions in ("unique", "several")
        return not self.many and (self.unique or counted)

    @property
    def compared(self) -> str:
        """The option that makes `solve` search for more than one solution, in a request that does."""
        if self.many:
            return "--limit" if self.limit is not None else "--all"
        return "--unique" if self.unique or self.expect is None else f"--expect {self.expect.solutions}"

    @property
    def compares(self) -> bool:
        """Whether the request needs a search for more than one solution."""
        return self.many or self.asks_unique

    def ended(self, found: KnownAnswer, asked: bool = False) -> int:
        """Return the exit code for a result, by the convention, or by `--expect`, with a note on stderr for a result
        not expected.

        asked: whether uniqueness was asked, so that a solution without knowledge of a second one is undecided.
        """
        if self.expect is None:
            open_ = asked and found.solutions == "sat"
            return self.form.exit_code("UNKNOWN" if open_ else results.STATUSES[found.solutions])
        code = self.expect.code(found)
        if code:
            note(self.expect.missed(found))  # also if quiet: the answer to a question, and no warning
        return code

    @property
    def explained_by(self) -> str:
        """The command that explains why the input has no solution, such as `csp2sat explain FILE --from masyu`, quoted
        for a shell; `FILE` stands for stdin.

        The result is '' for one of several boards, which has no file of its own.
        """
        path = "FILE" if self.input == "-" else self.input
        return self.input and for_shell("csp2sat", "explain", path, *(["--from", self.kind] if self.kind else []))

    @property
    def proof_target(self) -> ProofTarget | None:
        """The place for the proof; None if the request asks for none."""
        if self.proof is None:
            return None
        from ...api.certifying import ProofTarget

        return ProofTarget(Path(self.proof), self.input, self.kind, self.goal, self.from_source)

    @property
    def is_silent(self) -> bool:
        """Whether a limit needs no warning: `--quiet` is given, and no proof, whose file would be missing."""
        return self.form.quiet and self.proof is None

    @property
    def target(self) -> ProofTarget:
        """The place for the proof, in a request that asks for one."""
        found = self.proof_target
        assert found is not None
        return found

    def certified(self, refutation: Refutation, digest: str, runs: SolverRuns) -> bool:
        """Check a proof, keep it, and print where it is; return whether there was time for the check.

        digest: that of the input.  runs: the runs of the solver that wrote the proof.  Raises ProofError for a wrong
        proof, and SolverError.
        """
        from ...api.certifying import certify

        limit = certify(refutation, digest, runs, self.target)
        self.say_certified("" if limit is None else limit.reason)
        return limit is None

    def say_certified(self, unchecked: str) -> None:
        """Print where the proof is, and how to check it; also for `--quiet`, if the file is missing, say so.

        unchecked: the limit that ended its check, '' if the check was finished.
        """
        if unchecked and self.target.from_source:
            warn(f"{results.why(unchecked)}: proof from the source not finished, and no file written")
            return
        if unchecked:
            warn(f"{results.why(unchecked)}: proof not checked", self.form.quiet)
        place, again = self.target, "" if unchecked else " again"
        certificate = f"the certificate is {place.certificate}, " if place.by_certificate else ""
        checker = "" if (other := place.checker()) is None else f", or without csp2sat: {other}"
        command = f"{place.command(True)}{checker}"
        note(f"{certificate}the proof is in {place.path}; to check it{again}: {command}", self.form.quiet)
        note(
            f"to let others check it, send: {for_shell(*place.sent())}; they run: {place.command(False)}",
            self.form.quiet,
        )

    def check_several(self, others: Iterable[Input]) -> None:
        """Raise UsageError for options that a booklet cannot have, or several boards on stdin; SeveralBoards if each
        board of a file has to be an input of its own for these options.  others: the boards behind the first two.
        """
        asked = {
            "--all and --limit": self.many,
            "--proof": self.proof is not None,
            "--keep": self.keep is not None,
            f"--to {self.form.to}": self.form.drawing is not None and not self.form.booklet().possible,
        }
        option = next((option for option, is_asked in asked.items() if is_asked), None)
        if option is None:
            return
        if self.booklet or self.proof is not None or self.input == "-":
            raise UsageError(f"{option}: not for {'a booklet' if self.booklet else 'a file with several boards'}")
        raise SeveralBoards(self.input, 2 + sum(1 for _ in others))
