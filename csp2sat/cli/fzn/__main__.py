"""The program `python -m csp2sat.cli.fzn`, which is the command `csp2sat-fzn`."""

from __future__ import annotations

from .command import main

if __name__ == "__main__":
    main()
