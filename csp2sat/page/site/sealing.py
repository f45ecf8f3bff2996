"""Digests in the page's head: a browser refuses a file that is not the one with which the page was built."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping

START = "index.html"
MAIN = "main.mjs"  # the module that imports the others of the page
LINKED = re.compile(r'(?P<link>(?:href|src)="(?P<name>[\w.]+)")')
MAIN_SCRIPT = re.compile(rf'(?=<script type="module" src="{MAIN}")')
IN_WORKER = ("worker.mjs",)  # modules that the page loads as texts, for the worker


def sealed(parts: Mapping[str, bytes]) -> bytes:
    """Return the page's start, index.html, with the digests of all other files; parts: the bytes of each file by name.

    Links to style sheets and scripts get the attribute `integrity`, the modules that main.mjs imports a link of their
    own before it, since an import has no attributes; the digests of what the page and its worker fetch are in a `meta`.
    """
    digests = {name: integrity(data) for name, data in sorted(parts.items()) if name != START}
    text = LINKED.sub(lambda found: _with_digest(found, digests), parts[START].decode())
    modules = [name for name in digests if name.endswith(".mjs") and "/" not in name and name not in (MAIN, *IN_WORKER)]
    links = [f'<link rel="modulepreload" href="{name}" integrity="{digests[name]}">\n' for name in modules]
    listed = " ".join(f"{name} {digest}" for name, digest in digests.items())
    meta = f'<meta name="digests" content="{listed}">\n'
    return MAIN_SCRIPT.sub(lambda _: meta + "".join(links), text).encode()


def integrity(data: bytes) -> str:
    """Return the digest of a file, as the attribute `integrity` has it."""
    return f"sha256-{b64encode(hashlib.sha256(data).digest()).decode()}"


def _with_digest(found: re.Match[str], digests: Mapping[str, str]) -> str:
    return f'{found["link"]} integrity="{digests[found["name"]]}"'
