"""A real Chromium, a served house, and pages that fail their test on any error in the console."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.house import ServedHouse

playwright_api = pytest.importorskip("playwright.sync_api")

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""Chromium without windows, toolbars and what else nobody looks at here: a third less work for each page."""
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
PATIENCE = 60_000
"""Milliseconds after which what a page should do is taken to have failed: long, machines may be busy."""
PHONE, TABLET, DESKTOP = (390, 844), (820, 1180), (1440, 900)


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


def find_browser(*names: str) -> str | None:
    named = os.environ.get("FIVEFOLD_BROWSER")
    found = [named] if named else [shutil.which(name) for name in names] + [MAC if Path(MAC).exists() else None]
    return next(filter(None, found), None)


_loop: list[asyncio.AbstractEventLoop] = []
"""Playwright's, once it has started: it runs in this thread until Playwright ends."""


def enter_loop() -> None:
    asyncio._set_running_loop(_loop[0] if _loop else None)


@pytest.fixture(autouse=True)
def only_here():
    """Let tests of other things in this thread find no loop that runs: they have loops of their own."""
    enter_loop()
    yield
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def launch():
    """Start the first browser there is of these names."""
    playwright_api.expect.set_options(timeout=PATIENCE)
    with playwright_api.sync_playwright() as playwright:
        _loop.append(asyncio.get_running_loop())

        def start(*names: str):
            enter_loop()
            path = find_browser(*names)
            if path is None:
                refuse = pytest.fail if os.environ.get("CI") else pytest.skip
                refuse("no Chromium or Chrome on this machine: apt install chromium, or name one in FIVEFOLD_BROWSER")
            return playwright.chromium.launch(executable_path=path, args=FLAGS)

        yield start
        enter_loop()


@pytest.fixture(scope="session")
def chromium(launch):
    browser = launch(SHELL, *NAMES)
    yield browser
    enter_loop()
    browser.close()


@pytest.fixture
def whole_chromium(launch):
    """A browser that can show notifications too: the shell refuses them."""
    browser = launch(*NAMES)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory) -> Iterator[ServedHouse]:
    """One house for all tests of a process that do not harm it."""
    served = ServedHouse(tmp_path_factory.mktemp("house"))
    served.start()
    yield served
    served.stop()


@pytest.fixture
def own_house(tmp_path) -> Iterator[ServedHouse]:
    """A house of the test's own, to be killed and started again."""
    served = ServedHouse(tmp_path)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def visit(chromium, house):
    """Return a page of the house for a new visitor, who may open it later; the console says only what is expected.

    A test appends to ``expected`` words of the lines it causes: a browser may report them late.
    A test with a house of its own asks for the house first: it ends after the pages, which would miss it aloud.
    """
    said: list[str] = []
    contexts = []

    def open_page(path=None, size=DESKTOP, at=house, pace="instant", **looks):
        """``pace``: how long replies are held to be read; tests of other things don't wait for it."""
        width, height = size
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            base_url=at.address,
            locale="en-GB",
            service_workers="block",
            **looks,
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "look", "value": f"pace={pace}", "url": at.address}])
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        if path is not None:
            page.goto(path)
        return page

    open_page.expected = ["Service Worker registration blocked"]
    yield open_page
    for context in contexts:
        context.close()
    wrong = [line for line in said if line.startswith(("error", "warning"))]
    assert [line for line in wrong if not any(words in line for words in open_page.expected)] == []
