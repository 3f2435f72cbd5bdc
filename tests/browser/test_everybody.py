"""Every page for everybody: axe finds nothing serious, and nothing is wider than the screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from fivefold.play.catalogue import keys
from tests.browser import player
from tests.browser.conftest import DESKTOP, PHONE, TABLET

PAGES = ["/", "/about", "/nowhere", *(f"/new/{key}" for key in keys()), *(f"/rules/{key}" for key in keys())]
LOOKS = {"light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"}}


def serious(page):
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"][:3]
    ]


def settled(visit, page):
    visit.said[:] = [line for line in visit.said if "404" not in line or "/nowhere" not in page.url]
    return page


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_pages(visit, path, look):
    page = settled(visit, visit(path, **LOOKS[look]))
    assert serious(page) == []
    for width, height in (PHONE, TABLET, DESKTOP, (360, 640), (2560, 1300)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than {width}"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", keys())
def test_table_and_review(visit, game, look):
    page = visit(**LOOKS[look])
    address = player.begin(page, game)
    player.ready(page)
    assert serious(page) == []
    shown = player.view(page)
    player.by_mouse(page, shown["moves"][-1]["picks"][:1])
    assert serious(page) == []
    player.by_typing(page, shown["moves"][-1]["text"])
    shown = player.until_further(page, shown["number"])
    player.resign(page)
    page.goto(f"{address}/review")
    assert serious(page) == []
