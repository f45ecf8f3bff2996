"""The program `python -m csp2sat.cli.sugar`, which is the command `csp2sat-sugar`."""

from __future__ import annotations

from ...base.interpreter import leave_when_interrupted


def main() -> None:
    """Run the command `csp2sat-sugar` with the arguments of the process, and end with the exit code."""
    leave_when_interrupted()  # before the imports, which take a while
    from .command import main as run

    run()


if __name__ == "__main__":
    main()
