"""Requests to the engine of the page, as its worker makes them, with solvers inside this process; the page itself in a
real browser, one for all tests, since a boot takes seconds.
"""

import json

import pytest
from support.browser import browser
from support.built_page import served_page
from support.visitor import Visitor

from csp2sat.page.engine import answer


@pytest.fixture(autouse=True)
def inside(monkeypatch):
    monkeypatch.setenv("CSP2SAT_HOST", "inside")


@pytest.fixture
def ask():
    def asked(op, /, told=None, **arguments):
        tell = (lambda text: None) if told is None else (lambda text: told.append(json.loads(text)))
        return json.loads(answer(json.dumps({"op": op, **arguments}), tell))

    return asked


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "profile").mkdir()
    with served_page(folder / "site") as url, browser(folder / "profile") as page:
        downloads = folder / "downloads"
        page.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        found = Visitor(page, url)
        found.downloads, found.site = downloads, folder / "site"
        found.visit()
        page.wait("document.querySelectorAll('#gallery [data-kind]').length > 0")
        found.page.wait("document.querySelector('#version').textContent")
        yield found


@pytest.fixture
def visitor(shared):
    shared.page.js("location.href.startsWith('http') && localStorage.removeItem('csp2sat games')")
    yield shared
    assert shared.page.complaints() == []
