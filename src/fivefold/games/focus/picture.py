"""Focus drawn: the board with its stacks, and every player's reserve and captures in one of its missing corners."""

from functools import cache, lru_cache
from typing import Final

from fivefold.contract import NOBODY, WHOLE_PICTURE, Drawing, Emblem, Marks, Motions, Row
from fivefold.games.focus import notation, pieces, rules
from fivefold.games.focus.board import COLOURS, COLUMN, DISTANCE, LINE, NAMES, SIDE, SQUARES, TALLEST
from fivefold.games.focus.corners import corner
from fivefold.games.focus.notation import SEATS, WORDS, description, stack, status, unpacked
from fivefold.games.focus.pieces import CELL, board_path, measures
from fivefold.parts import svg
from fivefold.parts.messages import Message
from fivefold.parts.words import COLUMN_LETTERS

LOOK: Final = svg.stored_look(__file__)
STYLE = LOOK.style("focus")
PLACE_IDS = frozenset(f"reserve-{seat}" for seat in range(rules.MOST_PLAYERS)) | frozenset(
    f"captured-{seat}-{other}" for seat in range(rules.MOST_PLAYERS) for other in range(rules.MOST_PLAYERS)
)


def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
    """Return the position drawn, 888 units square, 818 where it is bare.

    Marks known to the style: ``picked`` makes the squares it can go to ``target``; ``last`` (of the last move),
    ``hint``; on ``reserve-0`` and ``captured-0`` … ``gained``.
    """
    asked = marks.get(WHOLE_PICTURE, "").split()
    bare, mover = "bare" in asked, NOBODY if "over" in asked else rules.to_move(row)
    sizes, picking = measures(bare), viewer == mover >= 0
    moves = legal(row) if picking else []
    picks = frozenset(name for move in moves for name in notation.clicks(row, move))
    marks = with_targets(row, moves, marks) if picking else marks
    coming = landings(row, moves, marks) if picking else {}
    squares = [square_of(row, square, picks, bare, marks, coming.get(square, "")) for square in range(SQUARES)]
    standing = None if "over" in asked else status(row)
    title = Message("title", status=standing) if standing else Message("title-over")
    return svg.picture(
        sizes.whole,
        sizes.whole + (5 if bare else 0),
        "" if bare else svg.rectangle(0, 0, sizes.whole, sizes.whole, 22, class_="table"),
        board(bare),
        *svg.spread("g", *squares, transform=svg.moved(sizes.margin, sizes.margin)),
        *(corner(row, seat, mover, notation.RESERVE_PICK in picks, marks) for seat in range(row[rules.PLAYERS])),
        title=WORDS.text(title),
        description=WORDS.text(description(row, standing)),
        style=STYLE,
        shapes=pieces.shapes(colours(row[rules.PLAYERS])),
        classes=" ".join(["focus", *asked]),
    )


def legal(row: Row) -> list[int]:
    """Return the legal moves."""
    out = [0] * rules.MAX_MOVES
    return out[: rules.legal_moves(row, out)]


def emblem(row: Row, seat: int) -> Emblem:
    """Return the badge of a seat's colour as a small picture."""
    colour = colours(row[rules.PLAYERS])[seat]
    return Emblem(pieces.emblem(colour), svg.seat_classes("focus", colour))


def with_targets(row: Row, moves: list[int], marks: Marks) -> Marks:
    """Return the marks, and ``target`` on everything that can come next after what alone is marked as picked."""
    picked = [name for name, classes in marks.items() if "picked" in classes.split()]
    if len(picked) != 1:
        return marks
    spelled = [notation.clicks(row, move) for move in moves]
    targets = {second for first, second in spelled if first == picked[0]}
    return {name: f"{marks.get(name, '')} {'target' if name in targets else ''}".strip() for name in {*marks, *targets}}


def landings(row: Row, moves: list[int], marks: Marks) -> dict[int, str]:
    """Return for each square that the thing picked can go to what would come of it, drawn."""
    picked = [name for name, classes in marks.items() if "picked" in classes.split()]
    if len(picked) != 1:
        return {}
    going = [move for move in moves if move < rules.EXCHANGE and notation.clicks(row, move)[0] == picked[0]]
    return {move - rules.PLACING if move >= rules.PLACING else move % SQUARES: landing(row, move) for move in going}


def landing(row: Row, move: int) -> str:
    """Return how many pieces a move brings to its square, and the stack that would stand there."""
    seat, names, off = row[rules.TURN], colours(row[rules.PLAYERS]), pushed_off(row, move)
    if move >= rules.PLACING:
        target, carried = move - rules.PLACING, [seat]
    else:
        target, carried = move % SQUARES, stack(row, move // SQUARES)[-DISTANCE[move] :]
    result = (stack(row, target) + carried)[-TALLEST:]
    lost = tuple([(names[owner], owner != seat) for owner in off])
    return pieces.landing(tuple([names[owner] for owner in result]), lost, len(carried))


def spotlight(row: Row, move: int) -> Marks:
    """Return what a move about to be made, or just made from ``row``, lights up: its squares, and what they yield."""
    if move >= rules.DROP_OUT:
        return {}
    seat, off = row[rules.TURN], pushed_off(row, move)
    marks = {name: "last" for name in notation.clicks(row, move) if name != notation.RESERVE_PICK}
    if rules.PLACING <= move < rules.EXCHANGE:
        marks[f"reserve-{seat}"] = "last"
    if seat in off:
        marks[f"reserve-{seat}"] = "gained"
    if any(owner != seat for owner in off):
        marks[f"captured-{seat}"] = "gained"
    return marks


def pushed_off(row: Row, move: int) -> list[int]:
    """Return the owners of the pieces that a move pushes off the bottom of the stack it lands on, bottom first."""
    if move >= rules.EXCHANGE:
        return []
    placing = move >= rules.PLACING
    target, count = (move - rules.PLACING, 1) if placing else (move % SQUARES, DISTANCE[move])
    below = stack(row, target)
    return below[: max(0, len(below) + count - TALLEST)]


def motions(row: Row, move: int) -> Motions:
    """Return how pieces go: the carried ones from the bottom, then those pushed off, then those that sink."""
    if move >= rules.DROP_OUT:
        return ()
    if move >= rules.EXCHANGE:
        own, other = (f"stack-{name}-1" for name in notation.clicks(row, move))
        return ((own, other), (other, own))
    seat, off = row[rules.TURN], pushed_off(row, move)
    if move >= rules.PLACING:
        target, sources = move - rules.PLACING, [f"reserve-{seat}"]
    else:
        source, target, count = move // SQUARES, move % SQUARES, DISTANCE[move]
        height = row[rules.HEIGHT + source]
        sources = [f"stack-{NAMES[source]}-{level}" for level in range(height - count + 1, height + 1)]
    name, high, spare = f"stack-{NAMES[target]}", row[rules.HEIGHT + target], len(off)
    landing = [(start, f"{name}-{high - spare + place}") for place, start in enumerate(sources, start=1)]
    leaving = [
        (f"{name}-{level}", f"reserve-{seat}" if owner == seat else f"captured-{seat}-{owner}")
        for level, owner in enumerate(off, start=1)
    ]
    sinking = [(f"{name}-{level}", f"{name}-{level - spare}") for level in range(spare + 1, high + 1) if spare]
    return (*landing, *leaving, *sinking)


@cache
def colours(players: int) -> tuple[str, ...]:
    """Return the CSS names of the pieces of each seat."""
    return tuple(name.lower() for name in COLOURS[players - 2])


# --- the board -------------------------------------------------------------------------------------------------------


@cache
def board(bare: bool) -> str:
    """Return the board without its squares."""
    sizes = measures(bare)
    outline = board_path(sizes.frame)
    return svg.group(
        svg.path(outline, class_="frame-shadow", transform=svg.moved(0, 5)),
        svg.path(outline, class_="frame"),
        "" if bare else coordinates(),
        transform=svg.moved(sizes.margin, sizes.margin),
    )


def coordinates() -> str:
    """Return letters and numbers round the board, each next to the last square of its column or row."""
    labels = []
    for place, letter in enumerate(COLUMN_LETTERS[:SIDE]):
        lines = [LINE[square] for square in range(SQUARES) if COLUMN[square] == place]
        middle, first, after = (place + 0.5) * CELL, lines[0] * CELL, (lines[-1] + 1) * CELL
        number = str(place + 1)
        labels += [
            svg.words(middle, first - 16, letter),
            svg.words(middle, after + 30, letter),
            svg.words(first - 24, middle + 7, number),
            svg.words(after + 24, middle + 7, number),
        ]
    return svg.group(*labels, class_="coordinates", aria_hidden="true")


@cache
def corner_label(square: int) -> str:
    """Return a row's number and a column's letter in their first squares, where they have no room outside."""
    column, line = COLUMN[square], LINE[square]
    number = "" if line in LINE[:square] else svg.words(8, 24, str(line + 1), class_="where")
    letter = svg.words(92, 22, COLUMN_LETTERS[column], class_="where", text_anchor="end")
    return number if column in COLUMN[:square] else number + letter


def square_of(row: Row, square: int, picks: frozenset[str], bare: bool, marks: Marks, coming: str) -> str:
    """Return one square with its stack; ``coming``: what would come of it, drawn."""
    name, players, height = NAMES[square], row[rules.PLAYERS], row[rules.HEIGHT + square]
    packed, marked = row[rules.PIECES + square], marks.get(name)
    return drawn_square(square, packed, height, players, marked, name in picks, bare, coming)


@lru_cache(maxsize=4096)
def drawn_square(
    square: int, packed: int, height: int, players: int, marked: str | None, pickable: bool, bare: bool, coming: str
) -> str:
    """Return one square as the position and the marks have it; ``pickable``: whether it can be picked."""
    name = NAMES[square]
    classes = SHADES[square] if height else SHADES[square] + " vacant"
    if marked is not None:
        classes += f" {svg.escape(marked)}"
    opening = f'<g id="square-{name}" class="square {classes}" data-kind="square" {PLACES[square]}'
    content = pieces.SQUARE + (corner_label(square) if bare else "") + _drawn_stack(square, packed, height, players)
    content += pieces.height(height) + coming
    said = square_label(name, packed, height, players)
    if pickable or bare:
        return f"{opening} {svg.named(name, said, pickable)}>{content}</g>"
    return f'{opening} data-thing="{name}">{svg.tooltip(said)}{content}</g>'


SHADES: Final = tuple("odd" if (COLUMN[square] + LINE[square]) % 2 == 0 else "even" for square in range(SQUARES))
PLACES: Final = tuple(
    f'transform="{svg.moved(COLUMN[square] * CELL, LINE[square] * CELL)}"' for square in range(SQUARES)
)


@lru_cache(maxsize=4096)
def _drawn_stack(square: int, packed: int, height: int, players: int) -> str:
    owners = unpacked(packed, height)
    return pieces.stack([colours(players)[owner] for owner in owners], f"stack-{NAMES[square]}") if height else ""


@lru_cache(maxsize=16384)
def square_label(name: str, packed: int, height: int, players: int) -> str:
    """Return a square with whose stack is on it, and what lies below its top: ``c3: Red's stack of 2, Green below``."""
    if not height:
        return WORDS.text(Message("empty-square", square=name))
    top, *below = [SEATS[players - 2][owner] for owner in reversed(list(unpacked(packed, height)))]
    if not below:
        return WORDS.text(Message("piece-label", square=name, owner=top))
    return WORDS.text(Message("stack-label", square=name, owner=top, height=height, below=tuple(below)))
