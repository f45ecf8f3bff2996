"""python -m csp2sat"""

from __future__ import annotations

import sys


def main() -> None:
    """The command `csp2sat`."""
    if sys.argv[1:] == ["--version"]:  # without the time that the command line takes to start
        from . import __version__

        print(f"csp2sat {__version__}")
        return
    from .cli.app import app_for

    app_for(sys.argv[1:])()


if __name__ == "__main__":
    main()
