"""Words that strangers type after `csp2sat help`, and where each leads: a heading, or a row of a table or an option."""

import pytest

from csp2sat.cli.show import manual
from csp2sat.errors import UsageError

SECTIONS = {  # the heading of a section that is shown, and the words
    "## At most one of n literals": "at-most-one at-most-one-encoding at-most-one-encodings amo-encodings pairwise",
    "## Counting true literals": "cardinality-encoding cardinality-encodings at-most-k-encodings counter-encodings "
    "cardinality-constraints at-most-k totalizer totalizers sequential-counters",
    "## Long sums": "sum-encoding sum-encodings pseudo-boolean-encodings linear-encodings",
    "## Subformulas": "tseitin-encoding plaisted-greenbaum polarity",
    "### What variables and clauses mean": "meaning-of-a-clause clause-meaning what-a-clause-means meaning-of-literals",
    "### The formula of the whole domain": "narrowing no-narrowing textbook-encoding whole-domain",
    "## Job shop with optional tasks": "job-shop jobshop flow-shop open-shop makespan optional-task rcpsp",
    "### Solutions up to symmetry": "symmetry symmetries up-to-symmetry isomorphic symmetric-solutions",
    "### Why there is no roster": "no-rota overconstrained",
    "### Fewest changes from the last plan": "last-plan fewest-changes repair-a-roster replan",
    "### Reasons by name": "groups background hard-constraints blame named-groups by-name",
    "## A solver of your own": "own-solver your-own-solver",
    "## Setup times": "setup setup-times sequence-dependent changeover",
    "## Tasks and intervals": "scheduling optional",
    "## Travelling salesman": "tsp TSP traveling-salesman travelling-salesman salesman",
    "## Vehicle routing": "vrp cvrp routing vehicle-routing delivery",
    "### `build.interval`": "interval intervals",
    "## Rosters": "rosters roster",
    "## Tours": "time-windows tour precedences precedence-constraint position mtz subtour-elimination "
    "pickup-and-delivery",
    "## Rostering": "rostering nurse nurses nurse-scheduling shift shifts staffing",
    "## Timetable": "timetable timetabling course-timetabling",
    "## Crews": "crew crews crew-scheduling crew-pairing set-cover set-covering set-partition",
    "## Bin packing": "bin-packing packing bins",
    "### `build.diffn`": "rectangle-packing diffn",
    "## Knapsack": "knapsack",
    "## Cutting stock": "cutting-stock stock cutting trim-loss",
    "## Graph colouring": "graph-colouring graph-coloring coloring colouring chromatic-number map-coloring",
    "## Sudoku variants": "sudoku-variants variant variants thermo anti-knight arrow-sudoku diagonal-sudoku",
    "## N queens": "n-queens nqueens eight-queens",
    "## Magic square": "magic-square magic",
    "## Golomb ruler": "golomb golomb-ruler",
    "## A puzzle of your own": "own-puzzle custom-puzzle new-puzzle",
    "# Cookbook": "cookbook recipe recipes example examples classics",
    "# Six ways in": "start quickstart getting-started begin first-steps",
    "### `alldifferent`": "alldifferent all-different distinct permutation latin-square assignment",
    "### `circuit`": "circuit hamiltonian",
    "### `cumulative`": "cumulative resource task",
    "### `build.no_overlap`": "no-overlap nooverlap",
    "### `disjunctive`": "disjunctive",
    "### `build.regular`": "regular automaton dfa stretch bdd mdd",
    "### How far unit propagation goes": "propagation",
    "### `element`": "element",
    "### `relation`": "tuples tuple extensional table-constraint",
    "### `objective`": "minimize maximize optimize optimum optimization multi-objective presolve mip lns local-search",
    "### `weighted`": "soft maxsat weights max-csp",
    "## `explain`": "unsat unsatisfiable infeasible mus iis why explain contradiction repair ambiguous two-solutions "
    "several-solutions more-solutions not-unique relax broken explain-input "
    "missing-clue add-a-clue debug conflicting-constraints",
    "## A model as an input of every command": "mzn dzn findmus minizinc-model",
    "## In scripts": "pipe pipes stdin scripts ci makefile make xargs",
    "## `generate`": "generate rotational create setter symmetric",
    "### Turning a board": "rotate mirror turn flip",
    "### A `board` as `text`: `size`, `rows`, `rooms`, `symbols`": "blank dots empty own-board my-own-board wildcard",
    "### `global_cardinality`": "low_up low-up global_cardinality_low_up",
    "## Sessions": "unsat-core core incremental assumptions assumption",
    "### Push and pop": "push pop retract",
    "## Plots and tables for a paper": "paper-table experiments scatter latex cactus paper",
    "### External model counters": "model-counter sharpsat ganak projected",
    "### With another checker": "drat-trim lrat-check",
    "## Models as text": "save",
    "### Pareto front": "pareto trade-off",
    "### The k best solutions": "k-best second-best best-solutions-in-order three-best-solutions",
    "### Diverse solutions": "diverse different-solutions",
    "### Solutions as CSV": "csv spreadsheet",
    "## Several seeds, several folders": "seeds",
    "## What the columns mean": "par-2 vbs virtual-best",
    "## The map file": "variable-map literal literals cnf-variable cnf-variables map-file auxiliary",
    "## The rows of results.jsonl": "results.jsonl jsonl",
    "## How many solutions a second": "solutions-per-second how-fast",
    "## Install": "install pip pypi installation command-not-found windows upgrade wheel",
    "## `count`": "model-counting count count-input count-cnf enumerate all-solutions how-many",
    "## `backbone`": "backbone",
    "# Proofs and certificates": "proof proofs proof-logging",
    "## CP-SAT": "ortools or-tools cp-sat cpsat half-reification",
    "## Global constraints": "reification reified reify",
    "### order": "order-encoding",
    "### direct": "direct-encoding one-hot",
    "### log": "log-encoding",
    "# Comparing solvers and encodings": "bench benchmark compare",
    "## Steps of a board": "steps deduction walkthrough tutor",
    "## Hints": "hints next-step pencil-marks",
    "## Grades": "grades difficulty level grade-boards",
    "## A booklet to print": "print worksheet pdf book booklet booklets magazine a4 answer-sheet print-solutions",
    "## Many inputs": "batch folder folders duplicates",
    "### `csp2sat.booklet`": "booklet",
    "## Checking your own solution": "check-solution my-solution",
    "## Boards": "puzz.link edit editor",
    "## Which one": "slow cdcl restarts clause-learning",
    "## `hint`": "hint",
    "## `grade`": "grade",
    "## Exit codes": "exit-codes exit-code-3 limit-with-a-solution best-so-far return-code exit-status",
    "### Ending a question early": "stop interrupt cancel",
    "### The best solution so far, and the bound": "lower-bound anytime",
    "## What happens when": "ctrl-c unsupported s-unsupported crash timeouts",
    "### masyu": "masyu",
    "## The best solution, and wishes": "branching search-strategy labeling warm-start",
    "### `mul`, `*`": "nonlinear quadratic product-of-variables",
    "### `min`, `max`": "minimax bottleneck",
    "## What is written besides": "smt z3",
    "## Several solvers on one problem": "cube-and-conquer parallel",
    "### Stopping at a gap": "gap optimality-gap mip-gap",
    "## What is read": "pb pseudo-boolean",
    "# Encodings of integers": "lazy lcg lazy-clause-generation",
    "## What a model can say": "float floats real-numbers set-variables",
    "### `not`, `!`; `and`, `&&`; `or`, `||`": "negation",
    "### `imp`, `=>`; `iff`; `xor`, `^`": "implication equivalence",
    "### `abs`": "absolute-value",
    "### `lex_less`, `lex_lesseq`": "lex lexicographic-order",
    "### `weightedsum`, `wsum`": "linear linear-constraint",
    "### Statistics": "statistics logging",
    "## Reproducing and citing": "versions solver-versions artifact",
    "## Terms and constraints": "big-m channeling",
    "## From the source": "veripb",
}
ENTRIES = [
    "timeout",
    "unique",
    "uniqueness",
    "kissat",
    "cadical",
    "minisat",
    "seed",
    "threads",
    "symmetry",
    "svg",
    "penpa",
    "html",
    "opb",
    "wcnf",
    "flatzinc",
    "limit",
    "memory",
]


@pytest.mark.together
@pytest.mark.parametrize("heading", SECTIONS)
def test_a_section_for_a_word(heading):
    words = SECTIONS[heading].split()
    lost = [word for word in words if f"\n{heading}\n" not in f"\n{manual.found(word)}"]
    assert lost == []


@pytest.mark.together
@pytest.mark.parametrize("word", ENTRIES)
def test_a_line_or_a_row_for_a_word(word):
    assert manual.found(word).startswith(("#", "`csp2sat help "))


def test_there_are_a_hundred_and_fifty():
    assert len({*" ".join(SECTIONS.values()).split(), *ENTRIES}) >= 150


MEANT_BY_SMALL_WORDS = {  # phrases of which other words are topics of their own
    "### A partly filled board": "half filled, my half-filled board, a half solved board",
    "## A puzzle of your own": "a kind of my own, a puzzle kind of my own, my own kind",
    "## Several solvers on one problem": "two cores, on two cores, use all cores",
    "### Statistics": "logging",
    "### Whether a count is right": "proof of a count, prove a count",
}


def test_sections_with_all_words_come_before_topics_with_some_of_them():
    """Chapters to look things up in come last."""
    sections, _, topics = manual.found("characters filled").partition("\n\nTopics in these words:\n\n")
    lines = [line for line in sections.splitlines() if line.startswith("* ")]
    assert (
        lines[0] == "* `csp2sat help steps`, A partly filled board"
        and lines[-1] == "* `csp2sat help command-line`, `hint`"
    )
    assert topics.startswith("* `csp2sat help filled`")


PHRASES = {  # sentences, and words that are inflected or misspelt, with the heading or the topics that they lead to
    "### sudoku": "sudoko, soduku",
    "### heyawake": "heyawke",
    "### killer": "killer cages, letters in cages",
    "## `generate`": "generat, genrate",
    "## `explain`": "explian, exlpain, why is there no solution?, why no solution, what does the star mean",
    "## `solve`": "sovle",
    "## A booklet to print": "how do I print, how do I print a booklet, print booklets, save as pdf, large print, "
    "landscape, two pages without solutions, page size, paper size, letter size, pdf size",
    "## Grades": "difficulty levels, hard puzzles, diffcult, what is a grade",
    "## New boards": "make a puzzle, create a board, rotational symmetry, how can I make a board",
    "## Hints": "hint for my board, wrong given, a hint",
    "### A board of mine has several solutions": "is my puzzle unique",
    "## `count`": "unique solution, count solutions, proof of uniqueness",
    "## Checking your own solution": "check my solution, how do I check my solution",
    "### Turning a board": "turn a board, rotating, flipped, mirroring, upside down, how do I rotate my board",
    "## A board": "png, jpg, a picture",
    "## Which one": "dpll, random restarts, 2-sat, solve faster, too slow, which solver, the best solver",
    "## What happens when": "bug report, stop interrupt ctrl-c time limits, stop after 10 seconds, memory limit, a "
    "bug, faq",
    "## Configurator": "possible values, product configuration, what is forced, options left",
    "## `page`": "browser, open in my browser, web pages, offline",
    "### Solutions as CSV": "excel",
    "### Solutions up to symmetry": "symetry",
    "## What a reason is": "guess, guessing, bifurcation",
    "### Whether an answer is the best one": "is my answer optimal, prove optimal, proof of optimality, check optimum",
    "## Best values": "primal integral, time to best, benchmark optimum",
    "## Rostering": "nurse rostering, shift scheduling",
    "## A CSP": "zebra puzzle, einstein, logic grid, cryptarithm, send more money",
    "### slitherlink": "slitherlnk, slitherlinks, fence",
    "### The best solution so far, and the bound": "lower bound",
    "## The best solution, and wishes": "two objectives, warm start",
    "### `build.regular`": "automata, regular expression",
    "## Global constraints": "half reified, implied constraint, redundant constraint",
    "### `element`": "element constraint",
    "## On a cluster": "slurm",
    "# Six ways in": "hello world, cheat sheet, beginner",
    "## Install": "update, mac, how do I install csp2sat on Windows",
    "# csp2sat in MiniZinc": "minizink",
    "# Tutorial": "tutorail",
    "## `encode`": "cnf fromat",
    "# Python": "python api, how do I use Python",
    "* `csp2sat help sudoku`": "easy sudoku",
    "* `csp2sat help my-own-puzzle`": "make my own puzzle",
    "### `objective`": "linear search, branch and bound, list scheduling, destructive improvement, core guided",
    "## Citing csp2sat": "licence, license",
    "## `solvers`": "sat4j",
}


@pytest.mark.parametrize("heading, phrases", [*PHRASES.items(), *MEANT_BY_SMALL_WORDS.items()])
def test_phrases(heading, phrases):
    phrases = phrases.split(", ")
    assert [each for each in phrases if f"\n{heading}" not in f"\n{manual.found(each)[:400]}"] == []


def test_what_the_manual_does_not_have_leads_nowhere_else():
    for word in ("zeppelin", "blockchain", "xyzzy"):
        with pytest.raises(UsageError, match="the manual has nothing on"):
            manual.found(word)


def test_another_topic_is_named():
    assert manual.found("slitherlnk").startswith(
        "No chapter or section is called `slitherlnk`. This is on `slitherlink`:"
    )


def headings_of(*chapters: str) -> list[str]:
    found = {section.heading for section in manual._index().sections if section.chapter in chapters}
    return sorted(found)


@pytest.mark.sample(8)
@pytest.mark.parametrize("heading", headings_of("encodings", "solvers", "proofs"))
def test_each_heading_is_found_in_singular_and_plural_with_and_without_hyphens(heading):
    words = heading.replace("`", "").lower()
    other = words.removesuffix("s") if words.endswith("s") else f"{words}s"
    for typed in (words, words.replace(" ", "-"), other, other.replace(" ", "-")):
        assert heading in manual.found(typed), typed


def test_words_of_setters():
    for words in ("killer with diagonals", "new kind", "extend a model"):
        assert manual.found(words).startswith("## Sudoku variants"), words
    assert manual.found("compare two boards").startswith("## Grades")
