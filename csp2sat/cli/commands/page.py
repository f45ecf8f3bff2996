"""csp2sat page: the page without a server, as files and on loopback."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..parameters import Option
from ..reporting import reporting


@reporting
def page(
    build: Annotated[
        str | None, Option("--build", metavar="DIR", file="folder", help="Write the page's files into this folder.")
    ] = None,
    from_: Annotated[
        str | None, Option("--from", metavar="DIR", file="read", help="The folder of a page that was built.")
    ] = None,
    pyodide: Annotated[
        str | None, Option("--pyodide", metavar="DIR", file="read", help="The folder of the npm package pyodide.")
    ] = None,
    wheels: Annotated[
        str | None, Option("--wheels", metavar="DIR", file="read", help="The folder with the wheel of python-sat.")
    ] = None,
    port: Annotated[
        int, Option("--port", metavar="N", min=0, max=65535, help="The port on 127.0.0.1; 0 for a free one.")
    ] = 8000,
    no_open: Annotated[bool, Option("--no-open", help="Do not open a browser.")] = False,
    quiet: options.Quiet = False,
) -> int:
    """Show csp2sat as a page in the browser, or build its files for any web server.

    csp2sat and a solver run in the browser itself; the server only gives files.  `npm pack pyodide` gets the folder of
    --pyodide, and `pip download` the wheel, see `csp2sat help page`.
    """
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from ...errors import UsageError
    from ...page.site.building import build as built
    from ...page.site.serving import serve
    from ..reporting import warn

    if build is None and from_ is None and (pyodide is None or wheels is None):
        raise UsageError(
            "expected --from DIR, or --pyodide DIR and --wheels DIR, with --build DIR or without;"
            " `csp2sat help page` says how to get the folders"
        )
    if from_ is not None and (build or pyodide or wheels):
        raise UsageError("--from is for a page that was built; expected no --build, --pyodide and --wheels")

    def make(folder: Path) -> None:
        if pyodide is None or wheels is None:
            raise UsageError("--build needs --pyodide DIR and --wheels DIR")
        found = built(folder, Path(pyodide), Path(wheels))
        for each in found.warnings:
            warn(each, quiet)
        print(f"written: {folder}, {found.files} files, {found.size / 1e6:.1f} MB", flush=True)

    def announce(url: str) -> None:
        print(url, flush=True)
        if not no_open:
            import webbrowser

            webbrowser.open(url)

    if build is not None:
        make(Path(build))
    elif from_ is not None:
        serve(Path(from_), port, announce)
    else:
        with TemporaryDirectory() as folder:
            make(Path(folder))
            serve(Path(folder), port, announce)
    return 0
