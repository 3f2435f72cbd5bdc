"""Where things are on the Poker Solitaire picture, and the pieces it is drawn with.

Measures are in drawing units: one square or two, the tray below them. A square's own corner is where its row numbers,
scores and letters begin. Two squares are smaller, one above the other; ``ARRANGED`` puts them side by side where
there is room, and makes a player's own the larger one. Cards, places, labels, the pack, buttons and emblems are drawn
once and kept: a picture is mostly put together from text that was needed before.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from fivefold.contract import Row
from fivefold.games.solitaire.rules import ALTERNATE, COMMON, DEALT, MODE, MOVABLE, OWN, RACE, SIDE, players
from fivefold.parts import drawn_cards, svg

WIDTH: Final = 650.0
GAP: Final = 5.0
PITCH_X: Final = drawn_cards.WIDTH + GAP
GRID_LEFT: Final = 28.0
GRID_WIDE: Final = SIDE * PITCH_X - GAP
LABEL_LEFT: Final = GRID_LEFT + GRID_WIDE + 12
"""Left edge of what stands right of the rows."""
TRAY_HEIGHT: Final = 152.0
TRAY_TOP: Final = 8.0
"""From the tray's edge to its cards."""
LARGEST: Final = 1.16
"""The largest scale of the cards in the tray, against those in a square."""
PACK_WIDE: Final = 72.0
BUTTON_WIDE: Final = 94.0
GROUP_GAP: Final = 12.0
"""Between face-up cards and rejects of each kind."""


class Square(NamedTuple):
    """The measures of one square."""

    card: float
    """Height of a card."""
    head: float
    """Above the cells: the score, and the letters of the columns."""
    foot: float
    """Below the cells: what the columns are."""

    @property
    def pitch(self) -> float:
        """From one row to the next."""
        return self.card + GAP

    @property
    def bottom(self) -> float:
        """Lower edge of the cells."""
        return self.head + SIDE * self.pitch - GAP

    @property
    def height(self) -> float:
        """Of all of it."""
        return self.bottom + self.foot


ONE: Final = Square(drawn_cards.SHORT, 68, 74)
SCALE_OF_TWO: Final = 0.82
"""How large two squares are drawn that are alike."""
HEIGHT_OF_TWO: Final = 1127.0
"""Of both together, however large each is."""


class PictureMeasures(NamedTuple):
    """A picture's measures."""

    width: float
    height: float
    margin: float
    top: float
    """Upper edge of the first square."""
    square: Square
    scale: float
    """How large a square is drawn."""
    tray: float
    """Upper edge of the tray."""

    def place(self, square: int) -> str:
        """The ``transform`` that moves to a square."""
        left = self.margin + (1 - self.scale) * WIDTH / 2
        return svg.moved(left, self.top + square * HEIGHT_OF_TWO / 2, self.scale)


@cache
def layout(squares: int, bare: bool) -> PictureMeasures:
    """Return the measures; ``bare`` has no heading and no margins."""
    top, margin, below = (0.0, 0.0, 2.0) if bare else (64.0, 20.0, 16.0)
    scale, high = (1.0, ONE.height) if squares == 1 else (SCALE_OF_TWO, HEIGHT_OF_TWO)
    tray = top + high + 8
    return PictureMeasures(WIDTH + 2 * margin, tray + TRAY_HEIGHT + below, margin, top, ONE, scale, tray)


class Tray(NamedTuple):
    """Where the cards in the tray are."""

    scale: float
    slots: tuple[float, ...]
    """Left edges of the face-up cards,"""
    rejects: tuple[float, ...]
    """of the reject places, the common ones first, then each player's own,"""
    buttons: float
    """and of the buttons."""


def tray(row: Row) -> Tray:
    """Return where the cards in the tray are."""
    own = (row[OWN], row[OWN + 1] if players(row) > 1 else 0)
    return _tray(row[DEALT], (row[COMMON], *own), bool(buttons(row)))


@cache
def _tray(dealt: int, rejects: tuple[int, ...], button: bool) -> Tray:
    room = WIDTH - 2 * GAP - PACK_WIDE - (BUTTON_WIDE if button else 0)
    groups = [dealt, *filter(None, rejects)]
    places, gaps = sum(groups), GROUP_GAP * (len(groups) - 1)
    scale = min(LARGEST, (room - gaps) / (places * PITCH_X))
    step = scale * PITCH_X
    x = GAP + PACK_WIDE + max(0.0, (room - gaps - places * step) / 2)
    lefts: list[list[float]] = []
    for count in groups:
        lefts.append([x + step * each for each in range(count)])
        x += step * count + GROUP_GAP
    return Tray(scale, tuple(lefts[0]), tuple(left for group in lefts[1:] for left in group), WIDTH - BUTTON_WIDE)


def buttons(row: Row) -> tuple[str, ...]:
    """Return the names of the buttons that a game with these options has."""
    if row[MODE] >= ALTERNATE:
        return ("pass",)
    if row[MODE] >= RACE:
        return ("done-1", "done-2")
    return ("done",) if row[MOVABLE] else ()


FORMS: Final = {drawn_cards.SHORT: "short"}
"""The name of each height of cards, for the ids of shapes."""
HALO: Final = 1.5
"""How far outside a card its frame runs."""
CONSTANT: Final = "non-scaling-stroke"


def _emblem_shape(seat: int, name: str | None) -> str:
    """Return a player's emblem: Sage's a leaf on a tile, Plum's a fruit on a disc."""
    deep, sign = f"var(--seat-{seat}-deep)", f"var(--seat-{seat}-sign)"
    fill: dict[str, svg.Attribute] = {"fill": f"var(--seat-{seat})", "stroke": deep, "stroke_width": 2}
    if seat == 0:
        outline = svg.rectangle(-25, -25, 50, 50, 13, **fill)
        drawn = svg.path("M-13 13C-17-5-4-16 15-15C16 4 5 16-13 13ZM-17 17L5-5", stroke_width=4.5)
    else:
        outline = svg.circle(0, 0, 26, **fill)
        drawn = svg.path("M0-7C-6-12-15-8-15 2C-15 11-7 16 0 14C7 16 15 11 15 2C15-8 6-12 0-7Z", stroke_width=4.5)
        drawn += svg.path("M0-7C0-12 3-16 8-17", stroke_width=4.5)
    strokes = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return svg.group(outline, svg.group(drawn, fill="none", stroke=sign, **strokes), id=name)


@cache
def emblem(seat: int) -> str:
    """Return a player's emblem as a picture by itself."""
    return svg.icon(62, _emblem_shape(seat, None), "solitaire")


@cache
def badge(seat: int, x: float, y: float, scale: float) -> str:
    """Return a player's emblem about (x, y)."""
    return svg.use(f"solitaire-emblem-{seat}", transform=svg.moved(x, y, scale))


def _of_form(height: float) -> str:
    """Return the shapes of a cell for cards of a height: where one may lie, what lights it, what reacts to a finger."""
    form = FORMS[height]
    hit = svg.rectangle(
        -GAP / 2, -GAP / 2, PITCH_X, height + GAP, fill="none", pointer_events="all", id=f"solitaire-hit-{form}"
    )
    place = drawn_cards.outline(-2, height, id=f"solitaire-place-{form}", vector_effect=CONSTANT)
    return place + drawn_cards.outline(HALO, height, id=f"solitaire-halo-{form}", vector_effect=CONSTANT) + hit


SHAPES: Final = "".join(
    [
        drawn_cards.SHORT_SHAPES,
        _emblem_shape(0, "solitaire-emblem-0"),
        _emblem_shape(1, "solitaire-emblem-1"),
        _of_form(drawn_cards.SHORT),
        svg.path("M0 0H18a11 11 0 0 1 11 11V29Z", id="solitaire-stolen"),
    ]
)
"""Everything the picture uses, for its ``shapes``."""

PLACE: Final = {height: svg.use(f"solitaire-place-{form}", class_="place") for height, form in FORMS.items()}
HIT: Final = {height: svg.use(f"solitaire-hit-{form}") for height, form in FORMS.items()}
GLOW: Final = {height: svg.use(f"solitaire-halo-{form}", class_="glow") for height, form in FORMS.items()}
HALO_AROUND: Final = {height: svg.use(f"solitaire-halo-{form}", class_="halo") for height, form in FORMS.items()}
STOLEN: Final = svg.use("solitaire-stolen", class_="stolen-corner", x=drawn_cards.WIDTH - 29)


@lru_cache(maxsize=4096)
def card(value: int, name: str, height: float, stolen: bool = False) -> str:
    """Return a card that lies somewhere, with all that can light it."""
    mark = STOLEN if stolen else ""
    drawn = drawn_cards.short_face(value - 1)
    inner = drawn.removesuffix("</g>").replace("<g ", f'<g id="card-{name}" ', 1)
    return f'{HIT[height]}{GLOW[height]}<g class="lift">{HALO_AROUND[height]}{inner}{mark}</g></g>'


@lru_cache(maxsize=512)
def empty(height: float, points: str = "", good: bool = False) -> str:
    """Return a place without a card, with what the picked card would earn there, if one is picked."""
    said = svg.words(drawn_cards.WIDTH / 2, height / 2 + (12.5 if good else 9), points) if points else ""
    return HIT[height] + PLACE[height] + svg.group(said, class_="points" if good else "points none")


@lru_cache(maxsize=128)
def pack(count: int, twin: int) -> str:
    """Return the pack with the number of its cards; on it the card that comes next for certain, if one does."""
    scale = 0.6
    edges = [drawn_cards.short_back() for _ in range(min(3, (count + 19) // 20))]
    cards = [svg.group(back, transform=svg.moved(3.5 * level, -3.5 * level)) for level, back in enumerate(edges)]
    lying = svg.group(PLACE[drawn_cards.SHORT], *cards, transform=svg.moved(0, 0, scale))
    middle = scale * drawn_cards.WIDTH / 2
    words = svg.words(middle, scale * drawn_cards.SHORT + 27, str(count), class_="count")
    again = ""
    if twin:
        face = svg.group(drawn_cards.short_face(twin - 1), transform=svg.moved(middle - 16, 12, 0.35))
        again = svg.group(face, class_="twin")
    return svg.group(lying, id="pack", data_place="") + again + words


@lru_cache(maxsize=64)
def button(words: str, note: str, high: float, owner: int) -> str:
    """Return a button's plate with its words; below them a note that calls the player ``owner``."""
    wide = BUTTON_WIDE - 4
    if note:
        lines = svg.words(wide / 2, high / 2 - 1, words, class_="first slighter")
        lines += svg.words(wide / 2, high / 2 + 18, note, class_="note", data_owner=owner)
    else:
        lines = svg.words(wide / 2, high / 2 + 9, words, class_="first")
    return svg.rectangle(0, 0, wide, high, 16) + lines


# --- two squares, arranged by a page ----------------------------------------------------------------------------------

# One's own is larger and near the cards, side by side where wide. The picture has two squares alike, one above the
# other. A page says whose board it shows by ``data-home`` around the picture; the rest is CSS, so that one picture
# serves every window and every player.

WIDE: Final = "(min-width:1000px),(orientation:landscape) and (max-height:600px)"
"""Where a page has the board beside everything else."""
ABOVE: Final = 0.62
ROBBED: Final = 0.7
BESIDE: Final = 0.56
ALIKE: Final = 0.78
"""How large a rival's square is drawn above one's own, there also where it may be robbed, and beside it; how large two
alike are beside each other."""
BETWEEN: Final = 20.0
ACROSS: Final = WIDTH + BETWEEN + BESIDE * WIDTH
DOWN: Final = ONE.height + 8 + TRAY_HEIGHT
"""The room of two squares side by side, with the tray below them."""
TRAY: Final = ".tray-place"


def placed(selector: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return the rule that puts a group there."""
    return f"{selector}{{transform:translate({x:.4g}px,{y:.4g}px) scale({scale:.4g})}}"


def upright(home: int) -> str:
    """Return the rules for whoever plays ``home``, a phone held upright: the rival's square small above one's own.

    Where cards may be taken from it, or put there, it is only a little smaller: fingers have to meet its cells.
    """
    here, rules = f'[data-home="{home}"]>.solitaire.rivals', ""
    for kind, scale in ((":not(.robbing)", ABOVE), (".robbing", ROBBED)):
        rules += placed(f"{here}{kind} .square-{home}", 0, scale * ONE.height)
        rules += placed(f"{here}{kind} .square-{1 - home}", (1 - scale) * WIDTH / 2, 0, scale)
    return rules


def own_button(home: int) -> str:
    """Return the rules by which whoever plays ``home`` sees their own button only, in the middle of both places."""
    here = f'[data-home="{home}"]>.solitaire .button[data-seat='
    middle = f'{here}"{home}"]{{translate:0 {32 - 64 * home}px}}{here}"{home}"] .note{{display:none}}'
    return f'{here}"{1 - home}"]{{display:none}}' + middle


def wide(home: int) -> str:
    """Return the rules for whoever plays ``home`` where it is wide: the rival's square beside one's own."""
    here = f'#picture[data-home="{home}"]>.solitaire.rivals '
    mine = placed(f"{here}.square-{home}", 0, 0)
    other = placed(f"{here}.square-{1 - home}", WIDTH + BETWEEN, (1 - BESIDE) * ONE.height / 2, BESIDE)
    return mine + other + placed(f"{here}{TRAY}", 0, ONE.height + 8)


def wide_alike() -> str:
    """Return the rules for two squares alike where it is wide, for spectators or where both are one player's."""
    here = "#picture>.solitaire.two-squares "
    drop = (DOWN - ALIKE * ONE.height - 8 - TRAY_HEIGHT) / 2
    left = (ACROSS - BETWEEN - 2 * ALIKE * WIDTH) / 2
    squares = placed(f"{here}.square-0", left, drop, ALIKE)
    squares += placed(f"{here}.square-1", left + ALIKE * WIDTH + BETWEEN, drop, ALIKE)
    return squares + placed(f"{here}{TRAY}", (ACROSS - WIDTH) / 2, drop + ALIKE * ONE.height + 8)


def wide_room() -> str:
    """Return the rules that give the picture the shape of two squares side by side, which its own box has not."""
    grown, ratio = layout(2, True).height / DOWN, f"{ACROSS / DOWN:.4f}"
    return (
        placed("#picture>.solitaire.two-squares>.arranged", (WIDTH - grown * ACROSS) / 2, 0, grown)
        + f"main:has(#picture>.solitaire.two-squares){{--ratio:{ratio}}}"
        + "#picture:has(>.solitaire.two-squares){container-type:size}"
        + f"#picture>.solitaire.two-squares{{width:min(100cqw,100cqh*{ratio});height:auto;aspect-ratio:{ratio}}}"
    )


ARRANGED: Final = "".join([upright(0), upright(1), own_button(0), own_button(1)]) + (
    f"@media {WIDE}{{{wide_room()}{wide_alike()}{wide(0)}{wide(1)}}}"
)
"""The CSS, for the style of the picture."""
