"""The server of the page: its files with their headers, nothing else, on loopback alone."""

import http.client
import json
import socket
import struct
import threading

import pytest
from support.run_command import run

from csp2sat.page.site import serving


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "site").mkdir()
    names = {"index.html": "<p>", "main.mjs": "1", "pyodide/a.wasm": "w"}
    for name, text in names.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "site" / "version.json").write_text(json.dumps({"files": dict.fromkeys(names)}))
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site" / "other.txt").write_text("other")
    return tmp_path / "site"


@pytest.fixture
def ask(folder):
    with serving.server(folder, 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()

        def asked(path, method="GET", host=None):
            port = server.server_address[1]
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.putrequest(method, path, skip_host=True)
            connection.putheader("Host", host or f"127.0.0.1:{port}")
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers

        yield asked
        server.shutdown()


def test_the_files_have_their_types_and_the_policy(ask):
    code, data, headers = ask("/")
    assert (code, data, headers["Content-Type"]) == (200, b"<p>", "text/html; charset=utf-8")
    assert "default-src 'none'" in headers["Content-Security-Policy"] and headers["X-Content-Type-Options"] == "nosniff"
    policy = headers["Content-Security-Policy"]
    assert "'wasm-unsafe-eval'" in policy and "unsafe-eval" not in policy.replace("'wasm-unsafe-eval'", "")
    assert ask("/main.mjs?x=1")[2]["Content-Type"].startswith("text/javascript")
    assert ask("/pyodide/a.wasm")[2]["Content-Type"] == "application/wasm"


def test_a_browser_that_goes_away_leaves_no_traceback(folder, capfd):
    (folder / "main.mjs").write_bytes(b"1" * 8_000_000)
    with serving.server(folder, 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        port = server.server_address[1]
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                linger = struct.pack("ii", 1, 0)  # the end is a reset, as of a tab that is closed
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                connection.sendall(f"GET /main.mjs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                connection.recv(10)
        server.shutdown()
    assert capfd.readouterr().err == ""


def test_head_has_no_body(ask):
    code, data, headers = ask("/index.html", "HEAD")
    assert (code, data, headers["Content-Length"]) == (200, b"", "3")


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd", "/other.txt", "/pyodide/", "/pyodide", "/x" * 1000]
)
def test_nothing_else_is_served(ask, path):
    code, data, _ = ask(path)
    assert code == 404 and b"secret" not in data


def test_another_host_is_refused(ask):
    assert ask("/", host="evil.example")[0] == 421
    assert ask("/", host="127.0.0.1:1")[0] == 421


def test_other_methods_are_refused(ask):
    assert ask("/", "POST")[0] == 501


def test_a_port_in_use_is_one_line(folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = run("page", "--no-open", "--from", str(folder), "--port", str(taken.getsockname()[1]))
    assert (ended.code, ended.out) == (2, "") and "another port" in ended.err and len(ended.err.splitlines()) == 1


def test_a_port_that_is_none(folder):
    assert run("page", "--from", str(folder), "--port", "70000").code == 2
