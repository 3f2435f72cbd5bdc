"""Dice Poker drawn: the board with its patterns and pieces, the dice and the button below it."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from fivefold.contract import NOBODY, WHOLE_PICTURE, Drawing, Emblem, Marks, Motions, Row
from fivefold.games.dice_poker import lines, pieces, rules, spaces, tray
from fivefold.games.dice_poker.board import FREE_SPACE, NAMES, SIDE, SPACES
from fivefold.games.dice_poker.lines import WAYS, line, run
from fivefold.games.dice_poker.names import SEATS, WORDS
from fivefold.games.dice_poker.notation import description, status
from fivefold.games.dice_poker.patterns import DICE, FACE, FIRST_ROLL, SIZE_OF
from fivefold.games.dice_poker.pieces import BOARD, FRAME, LABELS, PANEL_HEIGHT, SPACE, BoardMeasures, layout, middle
from fivefold.parts import svg
from fivefold.parts.messages import Message
from fivefold.parts.words import COLUMN_LETTERS

LOOK: Final = svg.stored_look(__file__)
STYLE = LOOK.style("dice-poker")
PLACE_IDS = frozenset[str]()
ASIDE: Final = 7.0
"""How far off the middle two sets on one line are drawn, that both hold the free space."""

LINES: Final = tuple(spaces_of_line for spaces_of_line, _ in lines.lines())
"""The spaces of each line on which there is room for a set."""


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    """Return the position drawn, 934 units wide and 1135 high where it is bare.

    Marks known to the style: ``picked`` (on dice: kept, and the odds are those with them), ``last``, ``scored``,
    ``hint``.
    """
    asked = marks.get(WHOLE_PICTURE, "").split()
    bare, over = "bare" in asked, "over" in asked
    mover = NOBODY if over else rules.to_move(row)
    frame, picking = layout(bare), viewer == mover >= 0
    if picking and "picking" not in asked:
        marks = with_kept(row, marks)
    standing = None if over else status(row)
    return svg.picture(
        frame.width,
        frame.height,
        "" if bare else svg.rectangle(0, 0, frame.width, frame.height, 22, class_="table") + panels(row, mover, frame),
        *svg.spread(
            "g",
            board(frame),
            *spaces.drawn_spaces(row, mover, picking, tray.kept(row, marks), marks, bare),
            "" if mover == NOBODY else drawn_threats(row, frame),
            drawn_sets(row, frame),
            *tray.tray(row, mover, picking, marks, frame),
            class_="arranged",
        ),
        title=WORDS.text(Message("title", status=standing) if standing else Message("title-over")),
        description=WORDS.text(description(row, standing)),
        style=STYLE,
        shapes=pieces.shapes(),
        classes=" ".join(["dice-poker", *asked]),
    )


def with_kept(row: Row, marks: Marks) -> Marks:
    """Return marks with the dice that were kept before marked as picked, unless others are."""
    if tray.kept(row, marks):
        return marks
    return {**marks, **{name: f"{marks.get(name, '')} picked".strip() for name in tray.kept_before(row)}}


def emblem(row: Row, seat: int) -> Emblem:
    """Return a seat's piece as a small picture."""
    return Emblem(pieces.emblem(seat), svg.seat_classes("dice-poker", str(seat)))


def spotlight(row: Row, move: int) -> Marks:
    """Return what a move about to be made, or just made from ``row``, lights up: its space, the sets it completes."""
    if row[rules.MULTISET] < FIRST_ROLL or move >= rules.END_TURN:
        return {}
    space = move % SPACES
    marks = {NAMES[near]: "scored" for near in new_set_spaces(row, move)} if move < rules.BOUNCE else {}
    return {**marks, NAMES[space]: f"{marks.get(NAMES[space], '')} last".strip()}


def new_set_spaces(row: Row, space: int) -> list[int]:
    """Return the spaces of the runs in which a piece on ``space`` completes sets or joins them."""
    found: list[int] = []
    for direction in WAYS:
        ahead, behind = run(row, space, direction, row[rules.TURN])
        if ahead + 1 + behind >= rules.FIVE:
            place = line(space, direction).index(space)
            found += line(space, direction)[place - behind : place + ahead + 1]
    return found


def motions(row: Row, move: int) -> Motions:
    """Return how a piece comes or goes, or how the dice lie after a die was rolled or some were kept."""
    if move >= rules.DROP_OUT:
        return ()
    if row[rules.MULTISET] < FIRST_ROLL:
        return die_motions(row, move) if move < rules.DEAL else ()
    if move >= rules.KEEP:
        return keep_motions(row, move - rules.KEEP)
    if move == rules.END_TURN:
        return ()
    piece = f"piece-{NAMES[move % SPACES]}"
    if move < rules.BOUNCE:
        return ((f"seat-{row[rules.TURN]}", piece),)
    return ((piece, f"seat-{row[rules.OWNER + move - rules.BOUNCE] - 1}"),)


def die_motions(row: Row, face: int) -> Motions:
    """Return how a rolled die takes its place among the others, which are sorted: higher ones make room.

    The pairs change places among the dice, so those of a whole roll, joined, do so too.
    """
    rolled = SIZE_OF[row[rules.MULTISET]]
    place = sum(0 < row[rules.DIE + each] <= face for each in range(rolled))
    shifted = [(f"die-{each + 1}", f"die-{each + 2}") for each in reversed(range(place, rolled))]
    return ((f"die-{rolled + 1}", f"die-{place + 1}"), *shifted)


def keep_motions(row: Row, kept: int) -> Motions:
    """Return how the dice that are kept close up."""
    pairs, start = [], 0
    for place in range(SIZE_OF[kept]):
        face = FACE[DICE * kept + place]
        start = next(each for each in range(start, DICE) if row[rules.DIE + each] == face) + 1
        pairs.append((f"die-{start}", f"die-{place + 1}"))
    return tuple(pair for pair in pairs if pair[0] != pair[1])


# --- around the spaces -----------------------------------------------------------------------------------------------


def panels(row: Row, mover: int, frame: BoardMeasures) -> str:
    """Return every seat's sets and pieces, and who is to move."""
    gap, seats = 14.0, row[rules.PLAYERS]
    wide = (frame.inner - gap * (seats - 1)) / seats
    turn = row[rules.TURN] if mover != NOBODY else -1
    drawn = [panel(row, seat, wide, seat == turn) for seat in range(seats)]
    places = [svg.moved(frame.margin + seat * (wide + gap), 16) for seat in range(seats)]
    return "".join(svg.group(each, transform=place) for each, place in zip(drawn, places, strict=True))


def panel(row: Row, seat: int, wide: float, active: bool) -> str:
    """Return one seat's name, pieces on the board and sets."""
    owned = sum(row[rules.OWNER + space] & 3 == 1 + seat for space in range(SPACES))
    won = rules.to_move(row) == NOBODY and row[rules.WINNER] == seat and row[rules.END] == rules.SETS_COMPLETE
    pieces_owned = Message("pieces", count=owned)
    note = Message("panel-to-move") if active else Message("panel-winner") if won else pieces_owned
    return svg.group(
        svg.rectangle(0, 0, wide, PANEL_HEIGHT, 16, class_="panel"),
        svg.group(pieces.token(seat), transform=svg.moved(40, PANEL_HEIGHT / 2, 0.54)),
        svg.words(78, 31, WORDS.text(SEATS[seat]), class_="name"),
        svg.words(78, 54, WORDS.text(note), class_="note"),
        svg.words(wide - 20, 47, str(row[rules.SETS + seat]), class_="score", text_anchor="end"),
        id=f"sets-{seat}",
        class_=f"seat {'active' if active else ''} {'winner' if won else ''}".strip(),
    )


@cache
def board(frame: BoardMeasures) -> str:
    """Return the board without its spaces: the frame with letters above and numbers on the left."""
    left, top = frame.left - LABELS, frame.top - LABELS
    edge = LABELS + BOARD + FRAME
    across = [
        svg.words(frame.left + (column + 0.5) * SPACE, frame.top - 5, letter)
        for column, letter in enumerate(COLUMN_LETTERS[:SIDE])
    ]
    down = [svg.words(left + 12.5, frame.top + (place + 0.5) * SPACE + 6.5, str(place + 1)) for place in range(SIDE)]
    return (
        svg.rectangle(left, top + 4, edge, edge, 20, class_="frame-shadow")
        + svg.rectangle(left, top, edge, edge, 20, class_="frame")
        + svg.group(*across, *down, class_="coordinates", aria_hidden="true")
    )


# --- sets ------------------------------------------------------------------------------------------------------------


def drawn_threats(row: Row, frame: BoardMeasures) -> str:
    """Return a band through the pieces of every line that is close to a set, stronger where one piece completes it."""
    bands = [
        _threat_band(threat.seat, threat.held[0], threat.held[-1], threat.completes)
        for threat in reversed(lines.threats(row))
    ]
    return svg.group(*bands, class_="threats", transform=svg.moved(frame.left, frame.top), aria_hidden="true")


@lru_cache(maxsize=1024)
def _threat_band(seat: int, first: int, last: int, completes: bool) -> str:
    (x, y), (end_x, end_y) = middle(first), middle(last)
    return svg.path(f"M{x:g} {y:g}L{end_x:g} {end_y:g}", class_=f"threat threat-{seat}{' close' if completes else ''}")


def drawn_sets(row: Row, frame: BoardMeasures) -> str:
    """Return a line through the spaces of every set."""
    owners = tuple(row[rules.OWNER : rules.OWNER + SPACES])
    drawn = [set_lines(owners, seat) for seat in range(row[rules.PLAYERS]) if row[rules.SETS + seat]]
    return svg.group(*drawn, class_="sets", transform=svg.moved(frame.left, frame.top), aria_hidden="true")


@lru_cache(maxsize=256)
def set_lines(owners: tuple[int, ...], seat: int) -> str:
    """Return the lines of a seat's sets; ``owners`` is the row's block of that name."""
    drawn = []
    for spaces_of_line in LINES:
        for found in runs_on(owners, spaces_of_line, seat):
            shared = FREE_SPACE in found and _others_hold(owners, spaces_of_line, seat)
            drawn.append(_set_line(seat, found, ASIDE * (-1 if seat % 2 else 1) if shared else 0.0))
    return "".join(drawn)


def runs_on(owners: tuple[int, ...], spaces_of_line: tuple[int, ...], seat: int) -> Iterator[tuple[int, ...]]:
    """Yield the runs of five or more on a line."""
    found: list[int] = []
    for space in (*spaces_of_line, -1):
        if space >= 0 and (owners[space] == rules.LOCKED or owners[space] & 3 == 1 + seat):
            found.append(space)
            continue
        if len(found) >= rules.FIVE:
            yield tuple(found)
        found = []


def _others_hold(owners: tuple[int, ...], spaces_of_line: tuple[int, ...], seat: int) -> bool:
    found = (runs_on(owners, spaces_of_line, other) for other in range(rules.MOST_PLAYERS) if other != seat)
    return any(FREE_SPACE in run_of_five for runs in found for run_of_five in runs)


@cache
def _set_line(seat: int, found: tuple[int, ...], aside: float) -> str:
    """Return the line of one set, or of the two that nine in a row are."""
    (x, y), (end_x, end_y) = middle(found[0]), middle(found[-1])
    far = max(abs(end_x - x), abs(end_y - y))
    step_x, step_y = (end_x - x) / far, (end_y - y) / far
    x, end_x, y, end_y = x - aside * step_y, end_x - aside * step_y, y + aside * step_x, end_y + aside * step_x
    ends = [(x, y), (end_x, end_y), *([((x + end_x) / 2, (y + end_y) / 2)] if len(found) == SIDE else [])]
    stroke = svg.path(f"M{x:g} {y:g}L{end_x:g} {end_y:g}")
    knots = "".join(svg.circle(knot_x, knot_y, 7.5) for knot_x, knot_y in ends)
    return svg.group(svg.group(stroke, class_="set-edge"), svg.group(stroke, knots, class_=f"set set-{seat}"))
