"""Photographs the README's tables in a real browser, one a game, the first light and dark: `make photographs`.

Needs Chromium or Chrome, as the browser tests do. The matches are the same each time, the shots nearly so.
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
DEAL = {"other-1": "4", "begin": "me", "seed": "20261121"}
OPTIONS = {
    "locus": {"option-grid": "6x6"},
    "solitaire": {"option-mode": "alternate", "option-decks": "2", "option-deal": "3", "option-touch": "corners"},
}
"""What is other than usual."""
PLACES = {
    "locus": (15, 50, 31, 8, 22),
    "focus": (20, 41, 7, 33, 12, 25),
    "pokeros": (9, 3, 16, 5, 20),
    "dice_poker": (0, 1, 0, 2, 0, 5, 0, 3),
    "solitaire": (36, 3, 21, 10, 8, 25, 4, 14),
}
"""Which of the legal moves is made, turn by turn."""


def photograph(browser: Browser, house: ServedHouse, key: str, look: str, name: str) -> None:
    """Play a few moves against the computer, lift a card or a stack, and take the picture."""
    page = browser.new_page(base_url=house.address, viewport=SIZE, color_scheme=look, reduced_motion="reduce")
    page.goto("/about")
    csrf = page.get_attribute("meta[name=csrf]", "content")
    answer = page.request.post(f"/new/{key}", form={**DEAL, **OPTIONS.get(key, {}), "csrf": csrf, "name": "Anna"})
    page.goto(answer.url)
    player.ready(page)
    shown = player.view(page)
    for place in PLACES[key]:
        player.by_typing(page, shown["moves"][place % len(shown["moves"])]["text"])
        while not (shown := player.until_further(page, shown["number"]))["turn"]:
            pass
    if key != "dice_poker":
        player.by_mouse(page, shown["moves"][len(shown["moves"]) // 2]["picks"][:1])
        page.wait_for_selector("#preview .offer")
    page.screenshot(path=FOLDER / f"{name}.png")
    page.close()


def main() -> None:
    """Write the pictures beside this file."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServedHouse(Path(folder))
        house.start()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for look in ("light", "dark"):
            photograph(browser, house, "locus", look, f"table-{look}")
        for key in PLACES:
            if key != "locus":
                photograph(browser, house, key, "light", f"table-{key}")
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
