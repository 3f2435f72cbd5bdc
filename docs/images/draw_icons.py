"""Draw the icons of the installed app from `icon.svg`, in a browser: part of `make photographs`."""

import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.browser.conftest import FLAGS, find_browser

STATIC = Path(__file__).parents[2] / "src/fivefold/doors/web/static"
ICON = (STATIC / "icon.svg").read_text(encoding="utf-8")
SAFE = 0.76
"""How large the mark is on a maskable icon, of which a launcher may cut off the rim."""
FILES = {"icon-192.png": (192, False), "icon-512.png": (512, False), "maskable-512.png": (512, True)}
FILES["apple-touch-icon.png"] = (180, True)


def maskable(drawn: str) -> str:
    """Return the icon with its ground to the edges and the mark smaller."""
    square = re.sub(r' rx="15"', "", drawn, count=1)
    return re.sub(r"translate\(32 33\.4\)", f"translate(32 32.8) scale({SAFE})", square)


def main() -> None:
    """Write every icon."""
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for name, (size, full) in FILES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            drawn = maskable(ICON) if full else ICON
            page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawn}")
            page.screenshot(path=STATIC / "icons" / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
