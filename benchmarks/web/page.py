"""What a browser has to load before a table can be played, and how long that takes."""

import gzip
import re
import shutil
from collections.abc import Iterator
from typing import Final

from benchmarks.web.visitor import Answer, Visitor

LINKED: Final = re.compile(rb'<(?:link|script|img)\b[^>]*?(?:href|src)="(/[^"]+)"')
IMPORTED: Final = re.compile(rb'(?:^|\n)\s*(?:import|export)\b(?:[^;"\']*\bfrom)?\s*["\'](\.[^"\']+)["\']')
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SLOW_NETWORK: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""1.6 Mbit/s, in bytes a second."""
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


async def weight(port: int, path: str, visitor: Visitor) -> dict[str, int]:
    """Return for a page and all it loads, scripts' imports included, the bytes that cross the wire."""
    loader = Visitor(port, "*/*", compressed=True, cookies=visitor.cookies)
    weights: dict[str, int] = {}
    page = await Visitor(port, "text/html", compressed=True, cookies=visitor.cookies).get(path)
    weights[path] = len(page.body)
    waiting = [address.decode().replace("&amp;", "&") for address in LINKED.findall(_plain(page))]
    while waiting:
        address = waiting.pop()
        if address not in weights:
            answer = await loader.get(address)
            weights[address] = len(answer.body)
            waiting += _imports(address, answer)
    await loader.close()
    return weights


def _plain(answer: Answer) -> bytes:
    return gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body


def _imports(address: str, answer: Answer) -> Iterator[str]:
    if not address.endswith(".js"):
        return
    folder = address.rsplit("/", 1)[0]
    for found in IMPORTED.findall(_plain(answer)):
        parts = folder.split("/")
        for step in found.decode().split("/"):
            if step == "..":
                parts.pop()
            elif step != ".":
                parts.append(step)
        yield "/".join(parts)


def interactive(port: int, path: str, visitor: Visitor, phone: bool) -> float | str:
    """Return the seconds from asking for a page to a table that takes picks, in Chromium; or why not measured.

    ``phone``: a slow one, with a slow network and a fourth of this machine's speed.
    """
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  a tool of development
    except ImportError:
        return "not measured: pip install playwright"
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return "not measured: no Chromium on this machine"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
        address = f"http://127.0.0.1:{port}"
        times = []
        for _ in range(3):
            context = chromium.new_context()
            context.add_cookies(
                [{"name": name, "value": value, "url": address} for name, value in visitor.cookies.items()]
            )
            page = context.new_page()
            if phone:
                tools = context.new_cdp_session(page)
                tools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
                tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.goto(address + path)
            page.wait_for_selector("html[data-ready]", state="attached")
            times.append(float(page.evaluate("Number(document.documentElement.dataset.ready)")) / 1000)
            context.close()
        chromium.close()
    return min(times)
