"""The options of the command `sugar`, read as Sugar reads them: as Perl's Getopt::Long does.

Options begin with one or two dashes, `-option value` or `-option=value`; any unambiguous beginning of a name will do,
in upper or lower case, before or after the file; `--` ends the options.  A value may begin with a dash (`-jopt1
-Xmx2G`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...errors import UsageError

SPECIFICATIONS = (  # in Getopt::Long's notation: name|alias, `=s` takes a text, `=i` an integer
    *("help|h", "version", "verbose|v", "veryverbose|vv", "competition|c", "no_solve|n", "keep"),
    *("prolog", "max", "weighted", "pb", "hybrid", "incremental"),
    *("option|o=s", "solver=s", "sat=s", "map=s", "out=s", "csp=s", "tmp=s", "translate=s", "output=s"),
    *("java=s", "jar=s", "jopt1=s", "jopt2=s", "prof=s", "conversionHooks=s", "outputHook=s"),
    *("memlimit=i", "timelimit=i", "debug=i"),
)
REFUSED = {  # options that would change the result, and that we do not have
    "conversionHooks": "Java classes cannot be used",
    "outputHook": "Java classes cannot be used",
}
# Values of -option that change how Sugar encodes and not the solutions; `no_` before them and `=N` after them are
# allowed, too.
SWITCHES = """
    peephole linearize norm propagation simplify reduce arity decompose decompose_relation decompose_alldiff
    decompose_wsum decompose_cumul decompose_elem decompose_disj decompose_lex_less decompose_lex_lesseq
    decompose_nvalue decompose_count decompose_gc decompose_gcc pigeon hints replace equiv linearsum split use_eq hold
    diet domain simp_cache pb_o pb_b pb_d pb_c pb_m pmin"""
GROUPS = ("gcnf", "gwcnf")
FORMATS = ("csp", "prolog", "asp", "smt")  # of -translate
ARGUMENT = re.compile(r"--?(?P<name>[^=]+)(?:=(?P<value>.*))?", re.DOTALL)
SWITCH = re.compile(r"(?:no_)?(\w+)(?:=\d+)?")
HYBRID = re.compile(r"hy\d+(=\d+)?")

USAGE = """\
usage: csp2sat-sugar [options] FILE

The command `sugar` without Java and Perl: FILE is a CSP (.xml, also packed: XCSP; /dev/stdin or -: standard input).
Options may be abbreviated, and begin with one or two dashes; -option value or -option=value.

  -h -help              this text
  -version              versions
  -v -verbose           phases and CPU times as `c` lines
  -vv -veryverbose      sizes and the solver's command line too
  -c -competition       one `v` line instead of `a` lines
  -n -no_solve          stop after encoding (with -sat, -map)
  -prolog               FILE is in Prolog's style
  -max                  violate as few constraints as possible
  -weighted             violate (weighted W FORMULA) constraints of the least weight
  -solver COMMAND       the SAT solver: a name of solvers.yaml, or a command; %s is the CNF file, %o the output file
  -sat F  -map F        keep the CNF, and its map in Sugar's form
  -out F  -csp F        keep the solver's answer, and the CSP that an .xml means
  -tmp PREFIX  -keep    keep PREFIX.cnf, .map, .out (and .csp)
  -o gcnf -n -sat F     write a group CNF, a group for each constraint (gwcnf: with weights)
  -pb -n -sat F         write a pseudo-Boolean OPB file
  -translate csp|prolog|asp|smt -output F    write the CSP

Options that concern Java, Sugar's encoder (-o) or its limits are accepted and have no effect.
Exit code: 0 an answer, 1 an error, 2 no such file.
"""


@dataclass(frozen=True)
class SugarFlags:
    """The values of a command line's options, by their names; '' for a text that is not given.

    files: the words that are no options.  level: 0, 1 (-v) or 2 (-vv).  instead: the kind of file to be written in
    place of a CNF, `opb`, `gcnf` or `gwcnf`; '' for a CNF.
    """

    files: tuple[str, ...] = ()
    level: int = 0
    help: bool = False
    version: bool = False
    competition: bool = False
    no_solve: bool = False
    keep: bool = False
    prolog: bool = False
    max: bool = False
    weighted: bool = False
    solver: str = ""
    sat: str = ""
    map: str = ""
    out: str = ""
    csp: str = ""
    tmp: str = ""
    instead: str = ""
    translate: str = ""
    output: str = ""


def read_options(arguments: list[str]) -> SugarFlags:
    """Read a command line, and return its flags; of an option that is given twice the last value counts.

    Raises UsageError for options that do not exist, that we do not have, or that contradict each other, and for wrong
    values.
    """
    found: dict[str, str] = {}
    files: list[str] = []
    rest = iter(arguments)
    for word in rest:
        if word == "--":
            files += rest
        elif word == "-" or not word.startswith("-"):
            files.append(word)
        else:
            _read_option(word, rest, found)
    _check(found)
    level = 2 if "veryverbose" in found else int("verbose" in found)
    instead = _instead(found)
    known = {name: found[name] or True for name in found if name in SugarFlags.__annotations__}
    return SugarFlags(tuple(files), level, instead=instead, **known)  # type: ignore[arg-type]


def _read_option(word: str, rest: Iterator[str], found: dict[str, str]) -> None:
    """Read an option and enter its value in `found` by its first name, '' for an option without a value.

    word: the word with the option, perhaps with `=VALUE`.  rest: the words after it, of which the next one is taken if
    the option still needs a value.  Raises UsageError for an unknown or ambiguous option, a value that is missing or
    superfluous, or a value that is no integer where one is expected.
    """
    parts = ARGUMENT.fullmatch(word)
    if parts is None:
        raise UsageError(f"unknown option: {word}")
    name, takes = _option(parts["name"])
    value = parts["value"]
    if not takes:
        if value is not None:
            raise UsageError(f"option {name} does not take an argument")
        found[name] = ""
        return
    value = next(rest, None) if value is None else value
    if value is None:
        raise UsageError(f"option {name} requires an argument")
    if takes == "i" and not re.fullmatch(r"[-+]?\d+", value):
        raise UsageError(f"value {value!r} invalid for option {name}: expected an integer")
    found[name] = value


def _option(written: str) -> tuple[str, str]:
    """Return the first name of an option, which may be abbreviated, and the kind of its value: `s`, `i` or '' for none.

    Raises UsageError for an unknown or ambiguous name.
    """
    written = written.lower()
    beginnings: dict[str, str] = {}
    for specification in SPECIFICATIONS:
        names, _, takes = specification.partition("=")
        for name in names.split("|"):
            if name.lower() == written:
                return names.split("|")[0], takes
            if name.lower().startswith(written):
                beginnings[names.split("|")[0]] = takes
    if len(beginnings) == 1:
        return beginnings.popitem()
    if beginnings:
        raise UsageError(f"option {written} is ambiguous ({', '.join(sorted(beginnings))})")
    instead = {"encode": "; -n -sat CNF -map MAP encodes only", "decode": "; `csp2sat decode OUT -m MAP` decodes"}
    raise UsageError(f"unknown option: {written}{instead.get(written, '')}")


def _check(found: dict[str, str]) -> None:
    """Raise UsageError for options that we do not have, and for options that contradict each other or lack a companion.

    found: the values of options by their first names.
    """
    for name, why in REFUSED.items():
        if name in found:
            raise UsageError(f"-{name}: {why}")
    for switch in _switches(found):
        _check_switch(switch)
    if found.get("translate", "csp") not in FORMATS:
        raise UsageError(f"-translate {found['translate']}: expected one of {', '.join(FORMATS)}")
    if _instead(found) and ("no_solve" not in found or "sat" not in found):
        raise UsageError("-pb, -hybrid and -o gcnf write a file for other programs: they need -n and -sat FILE")
    if ("translate" in found) != ("output" in found):
        raise UsageError("-translate FORMAT and -output FILE belong together")
    if "max" in found and "weighted" in found:
        raise UsageError("-max or -weighted, not both")


def _instead(found: dict[str, str]) -> str:
    """Return the kind of file that options ask for in place of a CNF: `opb`, `gcnf` or `gwcnf`; '' for a CNF.

    found: the values of options by their first names.
    """
    if "pb" in found or "hybrid" in found:
        return "opb"
    return next((switch for switch in _switches(found) if switch in GROUPS), "")


def _switches(found: dict[str, str]) -> list[str]:
    """Return the parts of the value of `-option`, without the blanks around them."""
    return [switch.strip() for switch in found.get("option", "").split(",")]


def _check_switch(switch: str) -> None:
    """Raise UsageError for a part of the value of `-option` that Sugar does not have; '' is allowed.

    Sugar has SWITCHES, whose parts between `_` may be abbreviated, with `no_` before and `=N` after them; GROUPS; and
    `hyN`, `hyN=N`. N stands for digits.
    """
    written = SWITCH.fullmatch(switch)
    words = written[1].split("_") if written else [""]
    if (
        switch
        and switch not in GROUPS
        and not HYBRID.fullmatch(switch)
        and not any(_abbreviates(words, known.split("_")) for known in SWITCHES.split())
    ):
        raise UsageError(f"unknown option {switch} of -option")


def _abbreviates(words: list[str], known: list[str]) -> bool:
    """Whether each of the `words`, none of them '', begins the word at the same place in `known`, which may have more
    words.
    """
    pairs = zip(words, known, strict=False)
    return len(words) <= len(known) and all(word and full.startswith(word) for word, full in pairs)
