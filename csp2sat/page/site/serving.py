"""A server of the page on loopback: the files of `version.json`, and nothing else."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from ...base import files
from ...errors import UsageError

HOST = "127.0.0.1"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
}
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self';"
    " style-src 'self'; img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class PageServer(ThreadingHTTPServer):
    """A server of one built page; `names` has the paths that exist."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int):
        self.folder, self.names = folder, names_of(folder)
        super().__init__((HOST, port), PageHandler)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print no traceback of a browser that goes away while it is answered; other errors are printed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class PageHandler(BaseHTTPRequestHandler):
    """The answers to GET and HEAD."""

    server: PageServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with a file."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """Answer with the headers of a file."""
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        port = self.server.server_address[1]
        if self.headers.get("Host") not in (f"{HOST}:{port}", f"localhost:{port}"):
            return self._send(421, "text/plain", b"another host\n", body)
        name = self.path.partition("?")[0].removeprefix("/") or "index.html"
        if name not in self.server.names:
            return self._send(404, "text/plain", b"no such file\n", body)
        data = (self.server.folder / name).read_bytes()
        return self._send(200, TYPES.get(Path(name).suffix, "application/octet-stream"), data, body)

    def _send(self, code: int, kind: str, data: bytes, body: bool) -> None:
        self.send_response(code)
        for key, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(data))}.items():
            self.send_header(key, value)
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: stdout has the address alone."""


def names_of(folder: Path) -> frozenset[str]:
    """Return the names of the files of a built page; raise UsageError for a folder that has none."""
    path = folder / "version.json"
    try:
        names = json.loads(files.read_bytes(str(path)))["files"] if path.is_file() else None
        if not isinstance(names, dict):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise UsageError("there is no built page; `csp2sat page --build DIR` makes one", "from", str(folder)) from None
    missing = next((name for name in names if not (folder / name).is_file()), None)
    if missing is not None:
        raise UsageError(f"the page lacks {missing}; build it again", "from", str(folder))
    return frozenset((*names, "version.json"))


@contextmanager
def server(folder: Path, port: int) -> Iterator[PageServer]:
    """Yield a server of the page in a folder; port: 0 for a free one.  Raise UsageError if the port cannot be used."""
    try:
        found = PageServer(folder, port)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{why}; expected another port, or 0 for a free one", "port", port) from None
    with found:
        yield found


def serve(folder: Path, port: int, announce: Callable[[str], None]) -> None:
    """Serve the page in a folder at a port (0: a free one) until an interrupt; announce: called with its address before
    anything is served.
    """
    with server(folder, port) as found:
        announce(found.url)
        found.serve_forever()
