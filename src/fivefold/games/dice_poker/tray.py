"""Below the board of Dice Poker: five dice to keep, and the button that rolls the rest or ends the turn."""

from functools import cache, lru_cache
from typing import Final

from fivefold.contract import NOBODY, Marks, Row
from fivefold.games.dice_poker import rules
from fivefold.games.dice_poker.names import WORDS, dice_names, spelled
from fivefold.games.dice_poker.patterns import DICE, MULTISETS
from fivefold.games.dice_poker.pieces import BUTTON_LEFT, CAPTION, DICE_MIDDLE, DIE, PITCHES, TRAY_HEIGHT, BoardMeasures
from fivefold.parts import drawn_dice, svg
from fivefold.parts.messages import Message


def die_name(row: Row, place: int) -> str:
    """Return what a die is picked by: ``5*3`` is a five, the third die."""
    return f"{row[rules.DIE + place]}*{place + 1}"


def kept(row: Row, marks: Marks) -> tuple[int, ...]:
    """Return the faces of the dice that are marked as picked, ascending."""
    return tuple(
        row[rules.DIE + place] for place in range(DICE) if "picked" in marks.get(die_name(row, place), "").split()
    )


def kept_before(row: Row) -> tuple[str, ...]:
    """Return the dice that are picked beforehand, as long as dice may be rolled: those kept before the last roll, and
    what was rolled besides of a face that was kept twice or more."""
    before = MULTISETS[row[rules.KEPT_BEFORE]]
    rolled = [row[rules.DIE + place] for place in range(DICE)]
    several = [face for face in rolled if before.count(face) > 1]
    fitting = sorted(several + [face for face in before if before.count(face) == 1])
    return tuple(dice_names(row, fitting if len(fitting) < DICE else before)) if rolls_left(row) else ()


def rolls_left(row: Row) -> int:
    """Return how often the dice may still be rolled in this turn, none while they roll."""
    return rules.LAST_ROLL - row[rules.ROLL] if rules.to_move(row) >= 0 else 0


def tray(row: Row, mover: int, picking: bool, marks: Marks, frame: BoardMeasures) -> svg.Things:
    """Return the dice and the button; ``picking`` is whether the viewer may pick."""
    keeping = picking and rolls_left(row) > 0
    faces = tuple(row[rules.DIE + place] for place in range(DICE))
    before = kept_before(row) if keeping else ()
    dice = [
        die(place, face, keeping, marks.get(die_name(row, place), ""), die_name(row, place) in before)
        for place, face in enumerate(faces)
    ]
    drawn = svg.spread(
        "g",
        svg.rectangle(0, 0, frame.inner, TRAY_HEIGHT, 20, class_="tray"),
        *dice,
        caption(kept(row, marks)) if keeping else "",
        button(row, mover, picking, marks, frame),
        transform=svg.moved(frame.margin, frame.foot),
    )
    return svg.spread("g", *drawn, class_="held")


@lru_cache(maxsize=512)
def die(place: int, face: int, keeping: bool, classes: str, before: bool) -> str:
    """Return one of the five dice; 0 is one that has not been rolled; ``before``: it is picked beforehand."""
    said = die_label(place, face, "picked" in classes.split()) if face else ""
    what = svg.named(f"{face}*{place + 1}", said, keeping) if face else f'data-thing="{face}*{place + 1}"'
    what += f' data-keys="{place + 1}"' if keeping else ""
    what += ' data-picked=""' if before else ""
    state = " ".join(filter(None, ("die", "" if face else "blank", svg.escape(classes))))
    return (
        f'<g class="{state}" transform="{PLACES[place]}" {what}>{HIT}'
        f'<g class="lift">{RING}<g id="die-{place + 1}" data-faces="{drawn_dice.TUMBLING}">'
        f"{svg.use(drawn_dice.face_shape(face))}</g></g>{keep_sign()}</g>"
    )


def die_label(place: int, face: int, is_kept: bool) -> str:
    """Return a die in words: ``five, second die, kept``."""
    key = "die-label-kept" if is_kept else "die-label"
    return WORDS.text(Message(key, face=Message(f"face-{face}"), place=Message(f"place-{place + 1}")))


PLACES: Final = tuple(svg.moved(x, DICE_MIDDLE, DIE / drawn_dice.SIZE) for x in PITCHES)
"""The ``transform`` that moves to each die, and makes it as large as it is here."""
HALF: Final = drawn_dice.SIZE / 2
HIT: Final = svg.rectangle(-57, -70, 114, 146, fill="none", pointer_events="all")
RING: Final = svg.rectangle(-HALF - 3.2, -HALF - 3.2, 2 * HALF + 6.4, 2 * HALF + 8, 25, class_="ring")


@cache
def keep_sign() -> str:
    """Return what stands below a die that is kept."""
    return svg.words(0, HALF + 19.5, WORDS.text(Message("keep")), class_="keep", aria_hidden="true")


@lru_cache(maxsize=512)
def caption(faces: tuple[int, ...]) -> str:
    """Return what stands above the dice: of what the chances on the spaces are, or what to do while none is kept."""
    said = chances_of(faces) if faces else Message("advice")
    return svg.words((PITCHES[0] + PITCHES[-1]) / 2, CAPTION, WORDS.text(said), class_="advice", aria_hidden="true")


def chances_of(faces: tuple[int, ...]) -> Message:
    """Return of what chances are told: ``chance if you keep 6 6 6 and roll two``."""
    return Message("chance-if", dice=faces, number=spelled(DICE - len(faces)))


def button(row: Row, mover: int, picking: bool, marks: Marks, frame: BoardMeasures) -> str:
    """Return the button beside the dice: it rolls them again or ends the turn, or it tells what is going on."""
    if picking and rolls_left(row):
        return roll_button(row, DICE - len(kept(row, marks)), marks, frame)
    first = first_move(row) if mover >= 0 else -1
    name = "end" if first == rules.END_TURN else "roll"
    if not picking:
        return drawn_button(name, which_roll(row, mover), None, "", marks.get(name, ""), frame.inner)
    if name == "end":
        label = Message("button-end-label")
        return drawn_button(name, lines("end", "the-turn"), label, "e space", marks.get(name, ""), frame.inner)
    taking = lines("take", "a-space") if first < rules.BOUNCE else lines("bounce", "a-piece")
    return drawn_button(name, taking, None, "", marks.get(name, ""), frame.inner)


def which_roll(row: Row, mover: int) -> tuple[Message, ...]:
    """Return the lines that say which roll of the turn it is; none before the first turn and after the last."""
    if mover == NOBODY or row[rules.DEALT] < rules.TO_COVER:
        return ()
    return (Message("button-which-roll", roll=row[rules.ROLL]), Message("button-of-rolls", rolls=rules.LAST_ROLL))


def lines(*keys: str) -> tuple[Message, ...]:
    """Return the lines on a button."""
    return tuple([Message(f"button-{key}") for key in keys])


def first_move(row: Row) -> int:
    """Return the first legal move, which tells of what kind they are after the last roll."""
    out = [0] * rules.MAX_MOVES
    rules.legal_moves(row, out)
    return out[0]


def roll_button(row: Row, count: int, marks: Marks, frame: BoardMeasures) -> str:
    """Return the button that rolls so many dice again."""
    left, some = rolls_left(row), Message("button-dice", count=count)
    label = Message("button-roll-label", count=count, left=left)
    if count == DICE:
        some, label = Message("button-all-five"), Message("button-roll-all-label", left=left)
    texts = (Message("button-roll"), some, Message("button-left", count=left))
    return drawn_button("roll", texts, label if count else None, "r space", marks.get("roll", ""), frame.inner)


@lru_cache(maxsize=256)
def drawn_button(
    name: str, lines: tuple[Message, ...], label: Message | None, keys: str, classes: str, inner: float
) -> str:
    """Return a button with these lines; without a label it cannot be picked."""
    wide = inner - BUTTON_LEFT - 14
    top = TRAY_HEIGHT / 2 + {0: 0, 2: 4, 3: -13}[len(lines)]
    texts = [
        svg.words(wide / 2, top + (0, 40, 76)[index] - 14, WORDS.text(line), class_="note" if index else "first")
        for index, line in enumerate(lines)
    ]
    said = WORDS.text(label) if label else " ".join(WORDS.text(line) for line in lines)
    what = svg.named(name, said, label is not None) if said else f'data-thing="{name}"'
    what += f' data-keys="{keys}"' if label else ""
    return svg.group(
        svg.rectangle(0, 14, wide, TRAY_HEIGHT - 28, 18),
        *texts,
        class_=" ".join(filter(None, ("button", "" if label else "idle" if lines else "none", classes))),
        transform=svg.moved(BUTTON_LEFT, 0),
        given=what,
    )
