"""Photographs the README's table in a real browser, light and dark: `make photographs`.

Needs Chromium or Chrome, as the browser tests do. The match is the same each time, the shot nearly so.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent.parent))

from tests.browser import player  # noqa: E402
from tests.browser.conftest import FLAGS, find_browser  # noqa: E402
from tests.browser.house import ServedHouse  # noqa: E402

SIZE = {"width": 1240, "height": 800}
DEAL = {"option-grid": "6x6", "other-1": "4", "begin": "me", "seed": "20261121"}
PLACES = (15, 50, 31, 8, 22)
"""Which of the legal moves is made, turn by turn."""


def photograph(browser: Browser, house: ServedHouse, look: str) -> None:
    """Play a few moves against the computer, lift a card, and take the picture."""
    page = browser.new_page(base_url=house.address, viewport=SIZE, color_scheme=look, reduced_motion="reduce")
    page.goto("/about")
    csrf = page.get_attribute("meta[name=csrf]", "content")
    answer = page.request.post("/new/locus", form={**DEAL, "csrf": csrf, "name": "Anna"})
    page.goto(answer.url)
    player.ready(page)
    shown = player.view(page)
    for place in PLACES:
        player.by_typing(page, shown["moves"][place]["text"])
        while not (shown := player.until_further(page, shown["number"]))["turn"]:
            pass
    player.by_mouse(page, shown["moves"][len(shown["moves"]) // 2]["picks"][:1])
    page.wait_for_selector("#preview .offer")
    page.screenshot(path=FOLDER / f"table-{look}.png")


def main() -> None:
    """Write both pictures beside this file."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServedHouse(Path(folder))
        house.start()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for look in ("light", "dark"):
            photograph(browser, house, look)
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
