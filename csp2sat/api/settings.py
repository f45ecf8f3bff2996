"""Settings: how a question is answered, with the same defaults in Python and on the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from inspect import Parameter, signature
from math import inf
from os import PathLike
from typing import Any, Literal, get_args

from ..base.resources import can_start_threads
from ..encoder.options import FREE_MEMORY, EncoderOptions
from ..encoder.select.patterns import parse
from ..errors import UsageError
from ..frozen import dataclass
from ..runner.process.outcome import RunOptions
from ..settings import CODING, KNOWN, KnownSetting, SettingFields

LARGEST = (1 << 127) - 1  # of whole numbers: a seed may have as many bits


def whole(name: str, value: object, least: int) -> None:
    """Raise UsageError, with the `name` of the setting, for a value that is neither None nor an integer from `least` to
    LARGEST.
    """
    if value is None or (type(value) is int and least <= value <= LARGEST):
        return
    from ..build.owner import constant

    number = None if isinstance(value, bool) else constant(value)
    if number is not None and number > LARGEST:
        raise UsageError(f"expected an integer, at most {LARGEST}", name, number)
    if number is None or number < least:
        raise UsageError(f"expected an integer, at least {least}", name, value)


def seconds(name: str, value: object, most: float | None = None) -> None:
    """Raise UsageError, with the name of the setting, for a time that is neither None nor a finite number of at least
    0.  A time of 0 is allowed, but nothing is decided in it.  most: the greatest number of a setting that is a share of
    something else; None for a time.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value is None or (is_number and 0 <= value < inf and value <= (most or inf)):  # type: ignore[operator]
        return
    expected = "a number, at least 0" if most is None else f"a number from 0 to {most:g}, such as 0.02 for 2 %"
    raise UsageError(f"expected {expected}", name, value)


def choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise UsageError, with the `name` of the setting, for a value that is none of the choices."""
    if value not in choices:
        raise UsageError(f"expected one of {', '.join(choices)}", name, value)


def strings(name: str, value: Any) -> None:
    """Raise UsageError, with the name of the setting, for a value that is no sequence of strings."""
    is_plain = isinstance(value, Collection) and not isinstance(value, str)
    if not is_plain or [each for each in value if not isinstance(each, str)]:
        meant = f": {name}={[*map(str.strip, value.split(','))]}" if isinstance(value, str) else ""
        raise UsageError(f"expected a sequence of strings{meant}", name, value)


def check_setting(setting: KnownSetting, value: Any) -> None:
    """Raise UsageError for a value that a setting cannot have."""
    name = setting.name
    if setting.choices:
        choice(name, value, setting.choices)
    elif setting.type is int:
        whole(name, value, int(setting.about.least or 0))
    elif setting.type is float:
        seconds(name, value, setting.about.most)
    elif setting.type is bool:
        if not isinstance(value, bool) and not value is setting.default is None:
            raise UsageError("expected True or False", name, value)
    elif setting.type is not str:
        strings(name, value)
    elif not isinstance(value, str | PathLike | None):
        raise UsageError("expected a string", name, value)


Search = Literal["bisect", "down", "up", "geometric"]
"""How the best value of an objective is approached."""


def known_settings(settings: Iterable[str], names: Sequence[str], meant: Mapping[str, str]) -> None:
    """Raise TypeError for a setting that is none of the names, with the hint in `meant` for it, or the nearest name."""
    for name in settings:
        if name not in names:
            from difflib import get_close_matches

            near = get_close_matches(name, [*meant, *names], 1)
            found = [meant.get(each, f"did you mean {each!r}?") for each in near]
            raise TypeError(f"unknown setting {name!r}; {found[0] if found else 'there are: ' + ', '.join(names)}")


@dataclass(frozen=True, kw_only=True)
class Settings(SettingFields):
    """Settings of how to answer, checked when created, and never changed.

    Each setting is declared in `csp2sat/settings.py`, with its help.
    """

    def __post_init__(self) -> None:
        for each in KNOWN.values():
            check_setting(each, getattr(self, each.name))
        if self.portfolio and (reason := self.without_portfolio):
            raise UsageError(f"not with {reason}", "portfolio", True)
        if self.race and (self.solver is not None or self.cubes):
            raise UsageError(
                "not with cubes" if self.cubes else "these are the solvers; expected no other solver", "race"
            )
        if self.gap is not None and self.cross_check:
            raise UsageError("not with cross_check, which confirms the best value", "gap", self.gap)
        for name in () if can_start_threads() else ("race", "cubes", "executor"):
            if value := getattr(self, name):
                raise UsageError(ONE_THREAD, name, value)
        for name in ("executor", "proofs"):
            if (value := getattr(self, name)) and not self.cubes:
                raise UsageError("only with cubes=N", name, value)

    @classmethod
    def of(cls, settings: dict[str, Any]) -> Settings:
        """Return the settings with these values; raise TypeError for an unknown name, with a suggestion."""
        known_settings(settings, NAMES, MEANT)
        return cls(**settings)

    def coding(self, **others: Any) -> EncoderOptions:
        """Return the options of the encoder; raise UsageError if `encode` has an invalid pattern or encoding.  others:
        more fields of EncoderOptions.
        """
        how = {name: getattr(self, name) for name in CODING} | {"max_clauses": self.max_clauses} | others
        how.setdefault("memory", FREE_MEMORY if self.memory is None else self.memory << 20)
        return EncoderOptions(self.encoding, tuple(map(parse, self.encode)), **how)

    def run_options(self, deadline: float | None) -> RunOptions:
        """Return limits and hints for each run of a solver.  deadline: on the monotonic clock."""
        extra = tuple(self.solver_args)
        return RunOptions(deadline, self.memory, self.seed, self.threads, extra, check=self.check, statistics=True)

    @property
    def without_portfolio(self) -> str:
        """The name of a setting that rules out a portfolio, because it means a single solver or names the solvers; ''
        if none.
        """
        given = {
            "solver": self.solver is not None,
            "seed": self.seed is not None,
            "threads=1": self.threads == 1,
            "solver_args": self.solver_args,
            "race": self.race,
            "cubes": self.cubes,
        }
        return next(iter([name for name, is_so in given.items() if is_so]), "")

    @property
    def has_portfolio(self) -> bool:
        """Whether other solvers join the first one on a question for one answer that takes long."""
        return not self.without_portfolio if self.portfolio is None else self.portfolio

    @property
    def is_single(self) -> bool:
        """Whether one solver answers alone."""
        return not self.race and not self.cubes


NAMES = list(KNOWN)
ONE_THREAD = "solvers run in this process, where there is one thread; expected no other solver beside the first"
_GOAL = 'csp2sat.load(path, goal="weighted"), or "max", says what (weighted ...) means; without it the least cost'
_THREADS = "did you mean 'threads'?"
_CALLED = "on_better= of csp2sat.solve is called with each better solution"
_LIMIT = "solutions, count and explain have limit="
_REASONS = "csp2sat.explain(model, limit=N) finds N reasons at most, limit=None all"
_SESSION = "csp2sat.session(model) has solve, backbone and possible with assumptions=[p], and core() then"
_CANCEL = "questions such as csp2sat.solve have cancel=EVENT, a session has interrupt()"
MEANT = {
    "all_reasons": _REASONS,
    "reasons": _REASONS,
    "corrections": "csp2sat.corrections(model) says what to leave out",
    "most": _LIMIT,
    "all": "csp2sat.solutions(model) yields all solutions, csp2sat.explain(model, limit=None) all reasons",
    "assumptions": _SESSION,
    "callback": _CALLED,
    "cancel": _CANCEL,
    "stop": _CANCEL,
    "solution_callback": _CALLED,
    "enumerate_all_solutions": "csp2sat.solutions(model) yields all solutions",
    **dict.fromkeys(("diverse", "diversity"), "csp2sat help diverse solutions has the program, by a session"),
    **dict.fromkeys(("relative_gap_limit", "mip_gap", "relative_gap"), "did you mean 'gap'?"),
    "max": _GOAL,
    "weighted": _GOAL,
    "hint": "m.prefer(x, value) before the question",
    "log_search_progress": "on_progress= of csp2sat.solve is called with the progress in words",
    "verbose": "on_progress= of csp2sat.solve is called with the progress in words",
    "max_time_in_seconds": "did you mean 'timeout'?",
    "num_search_workers": _THREADS,
    "num_workers": _THREADS,
    "processes": _THREADS,
    "workers": _THREADS,
    "display": _CALLED,
    "project": "count and solutions have project=",
    "limit": _LIMIT,
    "proof": "csp2sat.prove(model, FILE) writes a proof",
    "random_seed": "did you mean 'seed'?",
    "solution_limit": "csp2sat.solutions(model, limit=N)",
    "time_limit": "did you mean 'timeout'?",
}
"""Settings of other packages, and what is to be written here."""
SEARCHES = get_args(Search)


def check_search(search: str | None, gap: float | None, has_objective: bool) -> None:
    """Raise UsageError for an unknown `search`, a way to approach the best value, and for a `search` or `gap` that is
    not None unless `has_objective` is true.
    """
    if search is not None:
        choice("search", search, SEARCHES)
    for name, value in {"search": search, "gap": gap}.items() if not has_objective else ():
        if value is not None:
            raise UsageError("only with an objective, or with soft constraints", name, value)


# Advice after the arguments of a listener, by its parameter.
LISTENERS = {"on_better": "; a third argument, or one named bound, is the bound"}


def check_listener(name: str, given: Callable[..., object] | None, *takes: str, **named: str) -> None:
    """Raise UsageError unless a listener is None, or a function that can be called with as many arguments as `takes`
    has nouns, and with those in `named`; name: its parameter.
    """
    if given is None:
        return
    try:
        signature(given).bind(*takes, **named)
    except ValueError:  # of some functions of other languages nothing is known
        return
    except TypeError:
        raise UsageError(
            f"expected a function of {' and '.join(takes)}{LISTENERS.get(name, '')}", name, given
        ) from None


def better_listener(given: Callable[..., object] | None) -> Callable[[int, Any, tuple[int, int] | None], object]:
    """Return the listener `on_better` as a function of the objective, the solution and the bound.

    The listener gets the bound as its parameter `bound`, or as a third argument if it needs three; other listeners get
    the objective and the solution alone.  Raise UsageError unless the listener is None or such a function.
    """
    if given is None:
        return lambda *better: None
    takes, parameters = ("the objective", "the solution"), dict[str, Parameter]()
    with suppress(TypeError, ValueError):
        parameters.update(signature(given).parameters)
    needed = [each for each in parameters.values() if each.kind < each.VAR_POSITIONAL and each.default is each.empty]
    if "bound" in parameters:
        check_listener("on_better", given, *takes, bound="the bound")
        return lambda value, solution, bound: given(value, solution, bound=bound)
    if len(needed) == len((*takes, "the bound")):
        return given
    check_listener("on_better", given, *takes)
    return lambda value, solution, bound: given(value, solution)
