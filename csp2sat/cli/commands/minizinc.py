"""csp2sat minizinc: csp2sat as a solver of MiniZinc."""

from __future__ import annotations

from typing import Annotated

from ..parameters import Argument, Option
from ..reporting import note, reporting

SEARCHED = "MZN_SOLVER_PATH"  # the folders in which MiniZinc searches, besides its own


@reporting
def minizinc(
    folder: Annotated[
        str | None, Argument(metavar="[DIR]", file="folder", help="The configuration's folder. [~/.minizinc/solvers]")
    ] = None,
    install_: Annotated[
        bool, Option("--install", help="Write csp2sat.msc, by which `minizinc --solver csp2sat` finds csp2sat.")
    ] = False,
    check_: Annotated[bool, Option("--check", help="Solve a small model with `minizinc`, from end to end.")] = False,
) -> int:
    """Make csp2sat known to MiniZinc, so that `minizinc --solver csp2sat model.mzn` works.

    The configuration names the executable `csp2sat-fzn` and the library of this installation: install again after it
    has moved.  In another folder than the usual one it is found by `minizinc --solver DIR/csp2sat.msc`, or where
    MZN_SOLVER_PATH names the folder.
    """
    import os
    from pathlib import Path

    from ...errors import UsageError
    from ...escaping import for_shell
    from ..fzn.install import NAME, check, install, user_folder

    if not (install_ or check_):
        raise UsageError("expected --install [DIR], --check, or both")
    where = user_folder() if folder is None else Path(os.path.normpath(Path(folder).absolute()))
    if install_:
        print(f"written: {install(where)}", flush=True)
        if folder is not None and where.absolute() not in map(Path, os.environ.get(SEARCHED, "").split(os.pathsep)):
            word = for_shell(str(where.absolute()))
            note(
                f"MiniZinc does not search {word}: set {SEARCHED}={word}, or run minizinc --solver {word}/{NAME} MODEL"
            )
    if check_:
        solver = "csp2sat" if folder is None else str(where.absolute() / NAME)
        print(f"solved: a small model, by {check(solver)} --solver {solver}")
    return 0
