"""The program `python -m csp2sat.cli.competition`, which is the command `csp2sat-xcsp3`."""

from __future__ import annotations

from .command import main

if __name__ == "__main__":
    main()
