"""The settings of solving and encoding: the only place that declares their names, types, choices, defaults and help.

`Settings` of Python, its keywords, the options of the commands, `--help`, the man page and the manual are made from
these declarations.  A new setting is an alias with its type and its help, a line with its default in `CodingFields` or
`SettingFields`, a line in `Keywords`, and the code that heeds it.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Protocol, TypedDict, get_args, get_origin

from .frozen import dataclass
from .tuples import NamedTuple

# parts of a command's help: the question; the input; the files of results; the encoding as a formula; the solver; how
# certain the answer is; limits and messages; the runs of `bench`
HelpPanel = Literal["question", "input", "files", "formula", "solver", "certainty", "limits", "runs"]


class Setting(NamedTuple):
    """The help of a setting, and its option.

    option: on the command line; '' if the setting has no option.  help: one or two sentences.  panel: the part of a
    command's help that lists the option.  metavar: the value in the help of the option.  least, most: the least and the
    greatest number.  envvar: the environment variable that stands for the option.  values: the kind of names that
    complete the beginning of a value, `solver` or `encoding`; '' for no completion.  file: whether the value names a
    file that is read.  off: the help of the option that switches a setting off.  more: text that only the manual has.
    """

    help: str
    option: str = ""
    panel: HelpPanel = "formula"
    metavar: str | None = None
    least: float | None = None
    most: float | None = None
    envvar: str | None = None
    values: Literal["", "solver", "encoding"] = ""
    file: Literal["read"] | None = None
    off: str = ""
    more: str = ""


SolverName = Annotated[
    str | None,
    Setting(
        "The solver, or NAME:PRESET.",
        "--solver",
        "solver",
        metavar="NAME",
        values="solver",
        more="None: the first installed solver.",
    ),
]
SolversFile = Annotated[
    str | None,
    Setting(
        "A solvers.yaml to merge over the packaged one.",
        "--solvers",
        "solver",
        metavar="FILE",
        envvar="CSP2SAT_SOLVERS",
        file="read",
    ),
]
WallTime = Annotated[
    float | None, Setting("Wall time of the whole command.", "--timeout", "limits", metavar="SECONDS", least=0.0)
]
RelativeGap = Annotated[
    float | None,
    Setting(
        "End a search once the best value found and its proved bound differ by this part of the value: 0.02 for 2 %.",
        "--gap",
        "limits",
        metavar="SHARE",
        least=0.0,
        most=1.0,
        more="The status is then SATISFIABLE and the reason `gap`; None: search until the best value is proved.",
    ),
]
MemoryLimit = Annotated[
    int | None,
    Setting("Memory of the solver's processes, and of csp2sat itself.", "--memory", "limits", metavar="MB", least=1),
]
SeedNumber = Annotated[
    int | None,
    Setting(
        "The solver's random seed.",
        "--seed",
        "solver",
        metavar="N",
        least=0,
        more="Some solvers have no seed, and a warning says so; easy inputs may have the same answer with each.",
    ),
]
ThreadNumber = Annotated[
    int | None,
    Setting(
        "The solver's threads.",
        "--threads",
        "solver",
        metavar="N",
        least=1,
        more="Some solvers have one thread, and a warning says so.",
    ),
]
SolverArgs = Annotated[
    Sequence[str], Setting("One more argument for the solver; repeatable.", "--solver-arg", "solver", metavar="ARG")
]
EncodingName = Annotated[
    str,
    Setting(
        "The encoding of integers: auto, order, direct, log or compact-order.",
        "--encoding",
        metavar="NAME",
        values="encoding",
    ),
]
EncodingPatterns = Annotated[
    Sequence[str],
    Setting("The encoding of integers by name: 'x_*=log'; repeatable.", "--encode", metavar="PATTERN=NAME"),
]
AtMostOneWay = Annotated[
    Literal["pairwise", "product", "ladder", "commander", "bimander"],
    Setting("The encoding of at-most-one constraints.", "--amo"),
]
CardinalityWay = Annotated[
    Literal["merging", "totalizer", "network", "sequential"], Setting("The encoding of counts of literals.", "--card")
]
SumWay = Annotated[
    Literal["auto", "partial", "digits", "adder"],
    Setting(
        "The encoding of long sums of order-encoded integers.",
        "--sum",
        more="Partial sums, digits, binary addition; auto: one of these by their sizes.",
    ),
]
PolarityWay = Annotated[
    Literal["used", "both"],
    Setting(
        "Define subformulas in the direction of their use (Plaisted-Greenbaum), or in both (Tseitin).", "--polarity"
    ),
]
NarrowDomains = Annotated[
    bool,
    Setting(
        "Narrow domains by the constraints before clauses are written.",
        "--no-narrowing",
        off="Write the formula of the whole domains, which no constraint has narrowed.",
    ),
]
MostClauses = Annotated[int, Setting("The largest number of clauses.", "--max-clauses", metavar="N", least=1)]
LoopWay = Annotated[
    Literal["auto", "tree", "elim", "cuts"],
    Setting("The encoding of a single loop: trees, elimination of vertices, or cuts as needed.", "--loop"),
]
BreakSymmetry = Annotated[
    bool,
    Setting(
        "Break symmetries of a CSP where one solution, or the best one, is asked for.",
        "--no-symmetry",
        "certainty",
        off="Do not break symmetries.",
    ),
]
JudgeAnswers = Annotated[
    bool, Setting("Judge answers by the problem's own rules.", "--no-check", "certainty", off="Do not judge answers.")
]
CrossChecker = Annotated[
    str | None,
    Setting(
        "A second solver that must confirm each answer that no (other, better) solution exists.",
        "--cross-check",
        "certainty",
        metavar="NAME",
        values="solver",
    ),
]
Racers = Annotated[
    Sequence[str],
    Setting(
        "Run these solvers at once; the first checked answer counts.",
        "--race",
        "solver",
        metavar="A,B,...",
        values="solver",
    ),
]
PartNumber = Annotated[
    int,
    Setting(
        "Split into about N parts, as many at once as fit; --proof is then a folder.",
        "--cubes",
        "solver",
        metavar="N",
        least=0,
    ),
]
ExecutorName = Annotated[
    str,
    Setting(
        "The executor of parts: threads:N, local:N, dask:local, dask://HOST:PORT, MODULE:FACTORY. [a thread a core]",
        "--executor",
        "solver",
        metavar="SPEC",
    ),
]
ProofFolder = Annotated[str, Setting("The folder for the proofs of the parts.")]
WithPortfolio = Annotated[
    bool | None,
    Setting(
        "If one answer takes long, let other solvers join the first one, as `solvers.yaml` says; which "
        "of several solutions comes depends on timing.",
        more="None: yes, unless solver, seed, threads=1, solver_args, race or cubes say who answers.",
    ),
]


# The subclasses are dataclasses of their own: methods that nobody calls would add 2 ms to each start.
@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class CodingFields:
    """The settings that say how constraints become clauses."""

    amo: AtMostOneWay = "product"
    card: CardinalityWay = "merging"
    sums: SumWay = "auto"
    polarity: PolarityWay = "used"
    narrowing: NarrowDomains = True


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)
class SettingFields(CodingFields):
    """All settings, with their defaults."""

    solver: SolverName = None
    solvers: SolversFile = None
    timeout: WallTime = None
    gap: RelativeGap = None
    memory: MemoryLimit = None
    seed: SeedNumber = None
    threads: ThreadNumber = None
    solver_args: SolverArgs = ()
    encoding: EncodingName = "auto"
    encode: EncodingPatterns = ()
    max_clauses: MostClauses = 50_000_000
    loop: LoopWay = "auto"
    break_symmetry: BreakSymmetry = True
    check: JudgeAnswers = True
    cross_check: CrossChecker = None
    race: Racers = ()
    cubes: PartNumber = 0
    executor: ExecutorName = ""
    proofs: ProofFolder = ""
    portfolio: WithPortfolio = None


class Keywords(TypedDict, total=False):
    """The settings as keyword arguments of functions, for type checkers."""

    solver: SolverName
    solvers: SolversFile
    timeout: WallTime
    gap: RelativeGap
    memory: MemoryLimit
    seed: SeedNumber
    threads: ThreadNumber
    solver_args: SolverArgs
    encoding: EncodingName
    encode: EncodingPatterns
    amo: AtMostOneWay
    card: CardinalityWay
    sums: SumWay
    polarity: PolarityWay
    narrowing: NarrowDomains
    max_clauses: MostClauses
    loop: LoopWay
    break_symmetry: BreakSymmetry
    check: JudgeAnswers
    cross_check: CrossChecker
    race: Racers
    cubes: PartNumber
    executor: ExecutorName
    proofs: ProofFolder
    portfolio: WithPortfolio


class CancelEvent(Protocol):
    """An event, such as `threading.Event`, which any thread may set to end a question."""

    def is_set(self) -> bool: ...


class QuestionKeywords(Keywords, total=False):
    """The settings, and the event by which another thread ends the question, as keyword arguments of functions."""

    cancel: CancelEvent | None


class KnownSetting(NamedTuple):
    """A setting with all that is declared about it.

    type: the type of its values, without None.  choices: all values, () if any value of the type will do.  about: its
    help and option.
    """

    name: str
    type: Any
    choices: tuple[str, ...]
    default: Any
    about: Setting


KNOWN: dict[str, KnownSetting] = {}
for _name, _annotation in Keywords.__annotations__.items():
    _declared, _about = get_args(_annotation)
    _type = _declared if get_origin(_declared) in (None, Sequence, Literal) else get_args(_declared)[0]
    _choices = get_args(_type) if get_origin(_type) is Literal else ()
    KNOWN[_name] = KnownSetting(_name, _type, _choices, getattr(SettingFields, _name), _about)
CODING = tuple(CodingFields.__annotations__)
# the settings that decide the formula
FORMULA = tuple([name for name, each in KNOWN.items() if each.about.option and each.about.panel == "formula"])
CHOICES = {name: each.choices for name, each in KNOWN.items() if each.choices}
