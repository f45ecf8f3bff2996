"""A real browser without a window, driven over a pipe by its DevTools protocol: what pages look like to people."""

from __future__ import annotations

import base64
import json
import os
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.programs import needed

SWITCHES = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking")
PIPE = ("sh", "-c", 'exec "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>&1', "sh")  # the protocol is on 3 and 4
PATIENCE = 30.0  # seconds for one answer
KEYS = {
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    " ": 32,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}


class Browser:
    """A browser with one page.  events: what the page told, as the protocol has it."""

    def __init__(self, process: subprocess.Popen[bytes]):
        self._process, self._buffer, self._number, self._session = process, b"", 0, ""
        self.events: list[dict[str, Any]] = []
        self._open()

    def _open(self) -> str:
        """Open a page, and be at it; its name in the protocol."""
        self._session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{part}.enable")
        return target

    @contextmanager
    def another_page(self) -> Iterator[None]:
        """Be at a second page of the same browser within the block."""
        first, target = self._session, self._open()
        try:
            yield
        finally:
            self._session = ""
            self.call("Target.closeTarget", targetId=target)
            self._session = first

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """One command and its result; AssertionError for an error."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        message |= {"sessionId": self._session} if self._session else {}
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\0")
        self._process.stdin.flush()
        while (answer := self._receive()).get("id") != self._number:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._process.stdout], [], [], max(0.0, until - time.monotonic()))
            data = os.read(self._process.stdout.fileno(), 1 << 16) if ready else b""
            assert data, "the browser says nothing"
            self._buffer += data
        first, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(first)

    def open(self, path: Path) -> None:
        """Load a file and wait until it is there; events begin anew."""
        self.visit(path.as_uri())

    def visit(self, url: str) -> None:
        """Load an address and wait until it is there; events begin anew."""
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def js(self, expression: str) -> Any:
        """The value of an expression, awaited; AssertionError if it throws."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True, "userGesture": True}
        answer = self.call("Runtime.evaluate", **asked)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def told(self, method: str) -> list[dict[str, Any]]:
        """The events of a kind, so far."""
        self.js("0")
        return [event["params"] for event in self.events if event.get("method") == method]

    def requests(self) -> list[str]:
        """The URLs that the page has asked for."""
        return [event["request"]["url"] for event in self.told("Network.requestWillBeSent")]

    def complaints(self) -> list[dict[str, Any]]:
        """Exceptions and errors of the page."""
        logged = [event["entry"] for event in self.told("Log.entryAdded")]
        return [*self.told("Runtime.exceptionThrown"), *(entry for entry in logged if entry["level"] == "error")]

    def look(self, scheme: str = "light", width: int = 1280, height: int = 900) -> None:
        """Make it light or dark, and so large."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def point(self, selector: str) -> tuple[float, float]:
        """Scroll an element into view; its centre."""
        box = f"(e => (e.scrollIntoView({{block: 'center'}}), e.getBoundingClientRect()))({element(selector)})"
        found = self.js(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({box})")
        return found[0], found[1]

    def hover(self, selector: str) -> None:
        """Move the mouse there."""
        x, y = self.point(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector: str) -> None:
        """Click there, as a mouse does."""
        x, y = self.point(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, *keys: str) -> None:
        """Press and release keys of KEYS."""
        for key in keys:
            fields = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
            text = {"Enter": "\r", " ": " "}.get(key)
            self.call("Input.dispatchKeyEvent", type="keyDown", **fields, **({"text": text} if text else {}))
            self.call("Input.dispatchKeyEvent", type="keyUp", **fields)

    def drag(self, *points: tuple[float, float], button: str = "left") -> None:
        """Press the mouse at the first point, move it through the others, and release it."""
        for kind, (x, y) in [("mousePressed", points[0]), *(("mouseMoved", p) for p in points[1:])]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=1, clickCount=1)
        x, y = points[-1]
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button=button, clickCount=1)

    def wait(self, condition: str, seconds: float = 120.0) -> None:
        """Wait until an expression is true; AssertionError if that takes too long."""
        until = time.monotonic() + seconds
        while not self.js(condition):
            assert time.monotonic() < until, f"not in {seconds} s: {condition}"
            time.sleep(0.05)

    def write(self, text: str) -> None:
        """Type a text where the focus is."""
        self.call("Input.insertText", text=text)

    def picture(self, path: Path, whole: bool = False) -> None:
        """Save what is seen as a PNG file; whole: all of the page."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        """End the browser itself."""
        self._session = ""
        self.call("Browser.close")


def element(selector: str) -> str:
    """The expression of the first element that fits."""
    return f"document.querySelector({json.dumps(selector)})"


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """Start a browser; profile: an empty folder that it may fill."""
    command = [*PIPE, needed("chromium"), *SWITCHES, f"--user-data-dir={profile}", "--remote-debugging-pipe"]
    environment = {**os.environ, "HOME": str(profile), "XDG_CONFIG_HOME": str(profile), "XDG_CACHE_HOME": str(profile)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        try:
            found = Browser(process)
            yield found
            found.close()
        finally:
            process.kill()
