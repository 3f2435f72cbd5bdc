"""A fake game for every kind of game the contract can tell apart, made of its traits.

Players first choose a stake of 1 to 3, which in games with hidden information only they know; in a race the stakes are
all 1. Then they take numbers 1 to 5 from the table until none is left, in turn or, in a race, whoever is quicker.
Before that chance may take one number away; or it turns up one number at a time, to be taken or left; or a player rolls
a number, keeps it or rolls once more. Points are the numbers taken times the stake, and more of them win.
"""

from collections.abc import Callable, Mapping, MutableSequence
from types import SimpleNamespace
from typing import Any

from fivefold.contract import (
    ANYONE,
    CHANCE,
    NOBODY,
    TABLE,
    AlphaBeta,
    Chance,
    Choices,
    Drawing,
    Emblem,
    Game,
    Information,
    Marks,
    Persona,
    PolicyRollouts,
    Row,
    Sampling,
    Search,
    Traits,
    TurnOrder,
    WholeTurns,
)
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.notation import MoveEffects
from fivefold.parts import svg
from fivefold.parts.messages import Seat
from tests.play import plain

TURN, LEFT, UP, ROLLS, STAKE, TAKEN = 0, 1, 2, 3, 4, 6
SEATS = tuple(Seat(number, plain.said(name)) for number, name in enumerate(("North", "South")))
"""Whose turn it is; a mask of the numbers left; the one turned up or rolled; rolls this turn; two stakes; two sums."""
SIZE = 8
NUMBERS = 5
STAKES = 3
UNKNOWN = -1
TAKE, LEAVE, STAKED, SEAT = 0, 8, 16, 32
"""Moves: a number to take, one more than ``LEAVE`` to leave it or roll again, a stake, plus ``SEAT`` for the second."""
MOVES = 64


def rules_of(race: bool, hidden: bool, chance: Chance) -> dict[str, Callable[..., Any]]:  # noqa: PLR0915
    """Return the rules of such a game, those that come with its traits among them."""
    turned_up, rolled = chance is Chance.BETWEEN_MOVES, chance is Chance.WITHIN_TURNS

    def setup(row: Row, options: Choices) -> None:
        row[LEFT] = (1 << NUMBERS + 1) - 2
        row[STAKE] = row[STAKE + 1] = 1 if race else 0
        row[ROLLS] = chance is Chance.AT_THE_START

    def to_move(row: Row) -> int:
        if row[ROLLS] and not rolled:
            return CHANCE
        if row[STAKE] == 0 or row[STAKE + 1] == 0:
            return 0 if row[STAKE] == 0 else 1
        if row[LEFT] == 0 and row[UP] == 0:
            return NOBODY
        if row[UP] == 0 and (turned_up or rolled):
            return CHANCE
        return ANYONE if race else row[TURN]

    def numbers(row: Row) -> list[int]:
        return [number for number in range(1, NUMBERS + 1) if row[LEFT] >> number & 1]

    def moves(row: Row) -> list[int]:
        mover = to_move(row)
        if mover == NOBODY:
            return []
        if mover == CHANCE:
            return numbers(row)
        if row[STAKE + max(mover, 0)] == 0:
            return [STAKED + stake for stake in range(1, STAKES + 1)]
        own = numbers(row)
        if row[UP]:
            own = [row[UP], LEAVE] if turned_up or row[ROLLS] < 2 else [row[UP]]
        return own + ([SEAT + move for move in own] if race else [])

    def legal_moves(row: Row, out: Row) -> int:
        found = sorted(moves(row))
        for index, move in enumerate(found):
            out[index] = move
        return len(found)

    def play(row: Row, move: int) -> None:
        if to_move(row) == CHANCE:
            row[UP] = move if turned_up or rolled else 0
            row[LEFT] &= ~(1 << move)
            row[ROLLS] = row[ROLLS] + 1 if rolled else 0
            return
        seat, move = (move // SEAT, move % SEAT) if race else (row[TURN], move)
        if move > STAKED:
            seat = 0 if row[STAKE] == 0 else 1
            row[STAKE + seat] = move - STAKED
            return
        if move == LEAVE and rolled:
            row[LEFT] |= 1 << row[UP]
            row[UP] = 0
            return
        row[TAKEN + seat] += 0 if move == LEAVE else move
        row[LEFT] &= ~(1 << move)
        row[UP] = row[ROLLS] = 0
        row[TURN] = 1 - row[TURN]

    def scores(row: Row, out: Row) -> None:
        for seat in range(2):
            out[seat] = row[TAKEN + seat] * abs(row[STAKE + seat])

    def returns(row: Row, out: MutableSequence[float]) -> None:
        points = [0, 0]
        scores(row, points)
        for seat in range(2):
            out[seat] = 0.5 if points[0] == points[1] else float(points[seat] > points[1 - seat])

    def conceal(row: Row, viewer: int) -> None:
        for seat in range(2):
            if viewer not in (TABLE, seat) and row[STAKE + seat] and to_move(row) != NOBODY:
                row[STAKE + seat] = UNKNOWN

    def observed_move(row: Row, move: int, viewer: int) -> int:
        return move if move <= STAKED or viewer in (TABLE, to_move(row)) else STAKED

    found: dict[str, Callable[..., Any]] = {
        "setup": setup,
        "to_move": to_move,
        "legal_moves": legal_moves,
        "play": play,
        "scores": scores,
        "returns": returns,
    }
    found |= {"conceal": conceal, "observed_move": observed_move} if hidden else {}
    found |= {"mover": lambda row, move: move // SEAT, "still_meant": lambda then, now, move: True} if race else {}
    return found | ({"turn_of": lambda row: row[TURN]} if rolled else {})


def notation_of(rules: Any, race: bool) -> Mapping[str, Any]:
    """Return the words of such a game."""

    def say(row: Row, move: int, viewer: int) -> str:
        seat, own = (move // SEAT, move % SEAT) if race and rules.to_move(row) == ANYONE else (None, move)
        word = "leave" if own == LEAVE else f"stake{own - STAKED or '?'}" if own >= STAKED else f"take{own}"
        return word if seat is None else f"{seat + 1}:{word}"

    def read(row: Row, text: str) -> int:
        out = [0] * MOVES
        for move in out[: rules.legal_moves(row, out)]:
            if say(row, move, TABLE) == "".join(text.split()).lower():
                return move
        known = text.strip()[:4] in ("take", "stak", "leav")
        raise (IllegalMove if known else InvalidMove)("no move here", subject=text.strip(), remedy="try another")

    def account(row: Row, move: int) -> MoveEffects:
        turn = rules.to_move(row)
        mover = move // SEAT if turn == ANYONE else turn
        return plain.account(SEATS[mover] if mover >= 0 else None, say(row, move, TABLE))

    return {
        "WORDS": plain.WORDS,
        "say": say,
        "read": read,
        "clicks": lambda row, move: (say(row, move, TABLE),),
        "account": account,
        "diagram": lambda row, viewer: " ".join(map(str, row)),
        "seat": lambda row, seat: SEATS[seat],
        "ending": lambda row: plain.said("all numbers are taken"),
    }


def picture() -> Mapping[str, Any]:
    """Return pictures that say what they are given."""

    def draw(row: Row, viewer: int, marks: Marks) -> Drawing:
        return svg.picture(9, 9, title="fake", description=f"{list(row)} {viewer}", style="")

    return {
        "STYLE": "",
        "draw": draw,
        "emblem": lambda row, seat: Emblem(draw(row, seat, {}).svg),
        "spotlight": lambda row, move: {},
        "motions": lambda row, move: (),
    }


def search_of(kind: type[Search], rules: Any) -> Search:
    """Return a search of this kind that sees the points."""

    def value(row: Row, out: Row) -> None:
        rules.scores(row, out)

    def merit(row: Row, move: int) -> int:
        return move % SEAT % LEAVE

    def key(row: Row) -> int:
        mixed = 0
        for cell in row:
            mixed = mixed * 67 + cell + 1
        return mixed & (1 << 62) - 1

    def determinize(row: Row, seat: int, dice: Row) -> None:
        for place in (STAKE, STAKE + 1):
            row[place] = 2 if row[place] == UNKNOWN else row[place]

    def choices(row: Row, seat: int) -> list[int]:
        out = [0] * MOVES
        legal = out[: rules.legal_moves(row, out)]
        return [move for move in legal if rules.to_move(row) != ANYONE or move // SEAT == seat]

    def candidates(row: Row, seat: int, out: Row) -> int:
        found = choices(row, seat)
        out[: len(found)] = found
        return len(found)

    def finishes(row: Row, out: Row) -> int:
        found = [number for number in range(1, NUMBERS + 1) if row[LEFT] >> number & 1 or row[UP] == number]
        out[: len(found)] = found
        return len(found)

    def finish(row: Row, move: int) -> None:
        row[UP], row[ROLLS] = move, 2
        rules.play(row, move)

    def outlook(row: Row, worth: Any, out: Any, scratch: Any) -> float:
        ends = [0] * NUMBERS
        known = ends[: finishes(row, ends)]
        by_number = dict(zip(known, worth, strict=False))
        mean = sum(by_number.values()) / len(by_number)
        if row[UP] == 0:
            return mean
        for index, move in enumerate(choices(row, row[TURN])):
            out[index] = mean if move == LEAVE else by_number[move]
        return max(out[: len(choices(row, row[TURN]))])

    common = {"value": value, "merit": merit, "points_scale": 4.0}
    made: dict[type[Search], Callable[[], Search]] = {
        AlphaBeta: lambda: AlphaBeta(**common, key=key),  # type: ignore[arg-type]
        Sampling: lambda: Sampling(**common, key=key, determinize=determinize),  # type: ignore[arg-type]
        WholeTurns: lambda: WholeTurns(
            **common,  # type: ignore[arg-type]
            key=key,
            finishes=finishes,
            finish=finish,
            outlook=outlook,
            max_finishes=NUMBERS,
            scratch=1,
        ),
        PolicyRollouts: lambda: PolicyRollouts(
            **common,  # type: ignore[arg-type]
            candidates=candidates,
            choose=lambda row, seat: max(choices(row, seat), default=-1),
            horizon=lambda row: 20,
            most_tried=MOVES,
            merit_units=1,
        ),
    }
    return made[kind]()


def fake(order: TurnOrder, information: Information, chance: Chance, kind: type[Search]) -> Game:
    """Return the fake game of these traits, played by this kind of search. Raises ``InvalidGame``."""
    race, hidden = order is TurnOrder.RACE, information is Information.HIDDEN
    rules: Any = SimpleNamespace(SIZE=SIZE, MAX_MOVES=MOVES, VERSION=1, **rules_of(race, hidden, chance))
    return Game(
        key="fake",
        name="Fake",
        tagline="Numbers to take.",
        rules=rules,
        notation=SimpleNamespace(**notation_of(rules, race)),  # type: ignore[arg-type]
        picture=SimpleNamespace(**picture()),  # type: ignore[arg-type]
        traits=Traits(move_numbers=MOVES, turn_order=order, information=information, chance=chance),
        search=search_of(kind, rules),
        personas=[Persona(f"Nobody {level}", "Is made up.", {}) for level in range(1, 8)],
    )
