"""Style sheets: pages and pictures share colours, words can be read in every theme, no tap leaves a mark."""

import re

import pytest

from fivefold.doors.web.static_files import FOLDER
from fivefold.parts import svg
from fivefold.play.catalogue import find, keys
from tests.quick import in_turn

SHEETS = {path.name: path.read_text() for path in sorted((FOLDER / "css").glob("*.css"))}
TOKENS = SHEETS["tokens.css"]
COPIES = {
    "light": (":root {",),
    "dark": (':root:not([data-theme="light"]) {', ':root[data-theme="dark"] {'),
    "high contrast": (":root:root {", ':root:root[data-contrast="more"] {'),
    "high contrast in the dark": (
        ':root:root:not([data-theme="light"]) {',
        ':root:root[data-theme="dark"] {',
        ':root:root[data-contrast="more"]:not([data-theme="light"]) {',
        ':root:root[data-contrast="more"][data-theme="dark"] {',
    ),
}
SHARED = {
    "light": svg.LIGHT,
    "dark": svg.DARK,
    "high contrast": svg.CONTRAST,
    "high contrast in the dark": svg.CONTRAST_DARK,
}
GROUNDS = ("page", "table", "panel")
"""What words are written on."""


def declared(start):
    assert TOKENS.count(f"\n{start}") + TOKENS.count(f"\n  {start}") == 1, start
    body = TOKENS[re.search(rf"\n *{re.escape(start)}", TOKENS).end() :].split("}")[0]
    return dict(re.findall(r"--([a-z-]+):\s*([^;]+);", body))


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    """Return the contrast of two colours as WCAG 2.2 defines it, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_what_wcag_says():
    assert ratio("#000", "#ffffff") == pytest.approx(21)
    assert ratio("#767676", "#fff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", COPIES)
def test_page_and_picture_share_their_colours(theme):
    first, *others = [declared(start) for start in COPIES[theme]]
    shared = SHARED[theme].keys() & first.keys()
    assert {"table", "ink", "panel", "accent", "warm"} <= shared
    assert {name: first[name] for name in shared} == {name: SHARED[theme][name] for name in shared}
    assert all(other == first for other in others)


@pytest.mark.parametrize("theme", COPIES)
def test_words_can_be_read_in_every_theme(theme):
    colours = declared(COPIES[theme][0])
    asked = 7 if "high" in theme else 4.5
    for ground in GROUNDS:
        assert ratio(colours["ink"], colours[ground]) >= 7
        for words in ("ink-soft", "accent-ink", "warm-ink", "second", "alert"):
            assert ratio(colours[words], colours[ground]) >= asked, (words, ground)
    assert ratio(colours["on-accent"], colours["accent"]) >= asked
    assert ratio(colours["on-accent"], colours["accent-deep"]) >= asked
    assert ratio(colours["line-strong"], colours["panel"]) >= 3
    assert ratio(colours["ink"], colours["accent-soft"]) >= 4.5


@pytest.mark.parametrize("board", ["walnut", "slate"])
def test_words_can_be_read_on_every_board(board):
    body = TOKENS.split(f'[data-board="{board}"] {{')[1].split("}")[0]
    pairs = re.findall(r"--([a-z-]+): light-dark\((#\w+), (#\w+)\)", body)
    for place, theme in enumerate(("light", "dark"), 1):
        board_colours = {pair[0]: pair[place] for pair in pairs}
        colours = declared(COPIES[theme][0])
        for ground in map(board_colours.get, ("sheet", "cloth", "plate")):
            assert ratio(colours["ink"], ground) >= 7
            words = [board_colours["faint"], *(colours[name] for name in ("accent-ink", "warm-ink", "second", "alert"))]
            assert [word for word in words if ratio(word, ground) < 4.5] == [], (theme, ground)
        assert ratio(board_colours["on-board"], board_colours["board"]) >= 4.5
        for square in ("square-of-board", "even-of-board"):
            assert ratio(board_colours["on-square-of-board"], board_colours[square]) >= 3.5


@pytest.mark.parametrize("key", keys())
def test_a_game_has_colours_of_its_own_and_none_of_the_house(key):
    scope = re.escape("." + key.replace("_", "-"))
    style = find(key).picture.STYLE
    own = re.search(rf"\.fivefold{scope}\{{([^}}]*)\}}", style)[1]
    names = set(re.findall(r"--([a-z0-9-]+):", own))
    assert names and not names & svg.LIGHT.keys()
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style):
        if names & set(re.findall(r"--([a-z0-9-]+):", body)):
            assert re.search(rf"{scope}\b", selector), selector


def hovering(css):
    """Yield the selectors that ask for hovering, with whether they ask that something can hover."""
    inside, before = [], ""
    for piece in re.split(r"([{}])", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        if piece == "{":
            if ":hover" in before and not before.startswith("@"):
                yield before, any(re.search(r"hover:\s*hover", media) for media in inside)
            inside.append(before)
        elif piece == "}":
            inside.pop()
        else:
            before = piece.strip()


def test_what_asks_for_hovering_is_found():
    css = "a:hover{} @media (hover: hover){b:hover{}} .c:hover .d{}"
    assert list(hovering(css)) == [("a:hover", False), ("b:hover", True), (".c:hover .d", False)]


@in_turn("name", [*SHEETS, *keys()])
def test_nothing_stays_lit_after_a_tap(name):
    css = SHEETS[name] if name in SHEETS else find(name).picture.STYLE
    assert [selector for selector, guarded in hovering(css) if not guarded] == []


@in_turn("name", SHEETS)
def test_what_a_part_holds_styles_named_parts_only(name):
    # Where `:has(...)` may style anything below, browsers style the whole page anew at every change of any part.
    anything = re.findall(r"[^{}\n]*:has\((?:[^()]|\([^()]*\))*\)[^{},]*[\s>+~]\*[^{}]*\{", SHEETS[name])
    assert anything == []
