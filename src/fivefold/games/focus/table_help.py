"""What things on the Focus board are, what wins, and how far everybody is, for those who ask."""

from typing import Final

from fivefold.contract import NOBODY, Explanation, Row, ScoreCard, ScoreLine, TableHelp
from fivefold.contract.extras import Tally, seat_of
from fivefold.contract.notation import Points
from fivefold.games.focus import rules
from fivefold.games.focus.board import NAMES, SQUARES, STEP_COUNT, TALLEST
from fivefold.games.focus.notation import colour, property_of, seat, spell, stack
from fivefold.parts.messages import Message


def explain(row: Row, viewer: int, name: str) -> Explanation | None:
    """Return what a square, a tray or a player is."""
    if name in NAMES:
        return stack_on(row, NAMES.index(name)) if row[rules.HEIGHT + NAMES.index(name)] else empty(name)
    what, _, number = name.partition("-")
    if name == "reserve" and rules.to_move(row) != NOBODY:
        return reserve(row, row[rules.TURN])
    if seat_of(f"seat-{number}", row[rules.PLAYERS]) < 0:
        return None
    of = {"reserve": reserve, "captured": captured, "seat": player}.get(what)
    return of(row, int(number)) if of else None


def empty(name: str) -> Explanation:
    """Return what an empty square is."""
    return Explanation((Message("about-empty", square=name), Message("about-empty-reach")), "move-a-stack")


def stack_on(row: Row, square: int) -> Explanation:
    """Return whose a stack is, what lies in it and how far it may move."""
    owners, name = stack(row, square), NAMES[square]
    owner, height = seat(row, owners[-1]), len(owners)
    said = Message("about-piece", who=owner, square=name)
    moves = Message("about-moves-one", who=owner)
    if height > 1:
        pieces = tuple([colour(row, each) for each in owners])
        said = Message("about-stack", who=owner, square=name, height=height, pieces=pieces)
        moves = Message("about-moves", who=owner, height=height)
    full = (Message("about-full"),) if height == TALLEST else ()
    return Explanation((said, moves, *full), "five-is-the-most" if full else "move-a-stack")


def reserve(row: Row, number: int) -> Explanation:
    """Return whose reserve a tray is, how much lies in it and what for."""
    pieces = Message("pieces", count=row[rules.RESERVE + number])
    said = [Message("about-reserve", who=seat(row, number), pieces=pieces), Message("about-reserve-use")]
    if row[rules.PLAYERS] == 3 and row[rules.OPENING_LEFT]:
        said.append(Message("about-reserve-first"))
    return Explanation(tuple(said), "five-is-the-most")


def captured(row: Row, number: int) -> Explanation:
    """Return whose captures a tray holds, and whether they count."""
    taken = property_of(row, number).facts["taken"]
    said = Message("about-captures", who=seat(row, number), taken=taken)
    quota = row[rules.WIN] == rules.QUOTA
    counts = Message("about-captures-quota", quota=needed(row)) if quota else Message("about-captures-last")
    return Explanation((said, counts), "choices-before-the-game" if quota else "running-dry")


def player(row: Row, number: int) -> Explanation:
    """Return how a player stands."""
    said = Message("about-player", **property_of(row, number).facts)
    return Explanation(
        (said, Message("about-player-moves", who=seat(row, number), moves=moves_left(row, number))), "running-dry"
    )


def moves_left(row: Row, number: int) -> int:
    """Return how many ways a seat has to move its stacks; none once it has dropped out."""
    if rules.is_out(row, number):
        return 0
    owned = [
        square for square in range(SQUARES) if row[rules.HEIGHT + square] and row[rules.PIECES + square] & 3 == number
    ]
    return sum(STEP_COUNT[6 * square + row[rules.HEIGHT + square]] for square in owned)


def needed(row: Row) -> Message:
    """Return what a player has to capture in the short game."""
    each = rules.QUOTA_EACH[row[rules.PLAYERS] - 2]
    if row[rules.PLAYERS] == 2:
        return Message("quota-two", each=each)
    return Message("quota-more", each=each, all=rules.QUOTA_ALL)


def score_card(row: Row) -> ScoreCard:
    """Return how far everybody is, and what wins."""
    seats, scores = range(row[rules.PLAYERS]), [0] * row[rules.PLAYERS]
    rules.scores(row, scores)
    counts = {
        "moves": [moves_left(row, each) for each in seats],
        "stacks": [row[rules.STACKS + each] for each in seats],
        "reserve": [row[rules.RESERVE + each] for each in seats],
        "captured": scores,
    }
    lines = tuple([ScoreLine(key, Message(f"card-{key}"), "", tuple(found)) for key, found in counts.items()])
    key = "note-quota" if row[rules.WIN] == rules.QUOTA else "note-last"
    wins = Message(f"{key}-teams" if row[rules.TEAMS] else key, quota=needed(row))
    patience = [Message("note-patience", turns=row[rules.PATIENCE])] if row[rules.PATIENCE] else []
    return ScoreCard(lines, (wins, Message("note-five"), *patience), Message("card-worth"))


def task(row: Row) -> Message | None:
    """Return what the seat to move has to do in a turn that is no move of a stack."""
    if rules.to_move(row) == NOBODY:
        return None
    if row[rules.OPENING_LEFT]:
        return Message("task-first" if row[rules.PLAYERS] == 3 else "task-exchange")
    return None if row[rules.STACKS + row[rules.TURN]] else Message("task-reserve")


def standing(row: Row, number: int) -> int:
    """Return how many moves a seat has: of its stacks, and to any square from its reserve; -1, to show its captures, in
    the short game and in an opening, which has rules of its own.
    """
    placing = SQUARES if row[rules.RESERVE + number] and not rules.is_out(row, number) else 0
    return -1 if row[rules.WIN] == rules.QUOTA or row[rules.OPENING_LEFT] else moves_left(row, number) + placing


def question(row: Row, name: str) -> Message | None:
    """Return what is to be chosen once a stack, a piece or the reserve is picked."""
    if name == "reserve":
        return Message("question-reserve")
    if row[rules.OPENING_LEFT]:
        return Message("question-exchange", square=name)
    return Message("question-stack", square=name, most=row[rules.HEIGHT + NAMES.index(name)])


HELP: Final = TableHelp(
    explain=explain,
    question=question,
    spell=spell,
    score_card=score_card,
    task=task,
    standing=standing,
    standing_name=Message("moves-left"),
)


def items(row: Row, seat: int) -> tuple[Points, ...]:
    """Return how many stacks a seat commands, how many pieces it has in reserve and how many it captured."""
    first = rules.CAPTURED + rules.MOST_PLAYERS * seat
    captured = sum(row[first + other] for other in range(rules.MOST_PLAYERS) if other != seat)
    return (
        Points(row[rules.STACKS + seat], Message("stacks-held")),
        Points(row[rules.RESERVE + seat], Message("reserve-held")),
        Points(captured, Message("captured-held")),
    )


TALLY = Tally(items=items)
