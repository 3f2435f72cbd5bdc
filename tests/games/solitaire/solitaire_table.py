"""Positions for tests, built from words: own small texts for moves, so that they do not depend on the notation."""

from collections.abc import Iterable

from fivefold.contract import CHANCE
from fivefold.games.solitaire import rules
from fivefold.games.solitaire.options import OPTIONS
from fivefold.games.solitaire.rules import (
    CARD_KEY,
    CELL,
    DEALT,
    LEFT,
    MARKED,
    MODE,
    NEXT,
    PACK,
    RACE,
    REJECTED,
    SLOT,
    STOLEN,
    TURN,
)
from fivefold.parts.cards import DECK
from fivefold.play import number_tables

RANKS, SUITS = "A23456789TJQK", "cdhs"

EMPTY = "-- -- -- -- --\n" * 5
FULL = """
2c 3c 4c 5c 7c
2d 3d 4d 5d 7d
2h 3h 4h 5h 7h
2s 3s 4s 5s 7s
9c 9d Tc Td Jc
"""
OTHER_FULL = """
Qc Qd Qh Qs Ac
Kc Kd Kh Ks Ad
6c 6d 6h 6s Ah
8c 8d 8h 8s As
Jd Jh Js Th Ts
"""


def card(text: str) -> int:
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def cards(text: str) -> list[int]:
    return [card(word) for word in text.split()]


def key(text: str) -> int:
    return sum(CARD_KEY[value + 1] for value in cards(text))


def cell(text: str) -> int:
    """``1c3``: square, column, row."""
    return 25 * (int(text[0]) - 1) + 5 * (int(text[2]) - 1) + "abcde".index(text[1])


def place(text: str) -> int:
    """``x1``, ``1r1``, ``2r1``."""
    block, number = (0, text[1]) if text[0] == "x" else (int(text[0]), text[2])
    return 5 * block + int(number) - 1


def is_cell(text: str) -> bool:
    return len(text) == 3 and text[1] in "abcde"


def codes(given: dict[str, str]) -> dict[str, int]:
    """Return the codes of the options' defaults but for those given; nothing is checked."""
    values = {option.name: option.default or "0" for option in OPTIONS} | given
    if values["mode"] not in {"race", "race-both", "alternate", "same-deck"}:
        values["rejects"] = values["rejects"][:4] + "0"
    known = {option.name: option.values.get(values[option.name], 0) for option in OPTIONS}
    table = next(option for option in OPTIONS if option.name == "table")
    return known | {f"table.{entry}": points for entry, points in number_tables.read(table, values["table"]).items()}


class Table:
    """A position with words to make it and to ask it."""

    def __init__(self, **options: str) -> None:
        self.row = [0] * rules.SIZE
        rules.setup(self.row, codes({name.replace("_", "-"): value for name, value in options.items()}))
        self.two = self.row[MODE] >= RACE

    # making

    def face_up(self, *texts: str) -> "Table":
        """Turn these cards up, and let it be who is to move after that."""
        for slot, text in enumerate(texts):
            self.row[SLOT + slot] = card(text) + 1
            self._out_of_pack(card(text))
        self.row[TURN] = self.row[NEXT]
        return self

    def square(self, number: int, text: str) -> "Table":
        """Lay out a square, rows from the top, ``--`` for none."""
        for index, word in enumerate(text.split()):
            if word != "--":
                rules.lay(self.row, card(word) + 1, 25 * (number - 1) + index)
                self._out_of_pack(card(word))
        return self

    def aside(self, where: str, text: str, stolen: int = 0) -> "Table":
        self.row[REJECTED + place(where)] = card(text) + 1
        self.row[MARKED + place(where)] = stolen
        self._out_of_pack(card(text))
        return self

    def no_pack(self) -> "Table":
        self.row[LEFT : LEFT + DECK] = [0] * DECK
        self.row[PACK] = 0
        self.row[TURN] = self.row[NEXT]
        return self

    def turn_of(self, seat: int) -> "Table":
        self.row[TURN] = self.row[NEXT] = seat
        return self

    def _out_of_pack(self, number: int) -> None:
        if self.row[LEFT + number]:
            self.row[LEFT + number] -= 1
            self.row[PACK] -= 1

    # playing

    def number(self, text: str) -> int:
        """Return a move's number: ``7h@1c3``, ``1c3-x1``, ``pass``, in a race ``2:done``, ``deal:7h``."""
        seat = max(self.row[TURN], 0)
        if text[1:2] == ":":
            seat, text = int(text[0]) - 1, text[2:]
        if text.startswith("deal:"):
            return rules.make_move(0, rules.DEAL, card(text[5:]), 0)
        if text in {"pass", "done"}:
            return rules.make_move(seat, rules.PASS if text == "pass" else rules.DONE, 0, 0)
        what, where = text.replace("@", "-").split("-")
        kind = self._kind(seat, what, where)
        source = cell(what) if is_cell(what) else place(what) if kind == rules.RETURN else card(what)
        return rules.make_move(seat, kind, source, cell(where) if is_cell(where) else place(where))

    def _kind(self, seat: int, what: str, where: str) -> int:
        own = str(seat + 1)
        if is_cell(what):
            if not is_cell(where):
                return rules.REJECT
            return rules.STEAL if self.two and what[0] != own else rules.SHIFT
        if what[0] == "x" or what[1] == "r":
            return rules.RETURN
        if not is_cell(where):
            return rules.ASIDE
        return rules.PLANT if self.two and where[0] != own else rules.PLACE

    def play(self, *texts: str) -> "Table":
        for text in texts:
            assert self.may(text), text
            self.play_number(self.number(text))
        return self

    def play_number(self, move: int) -> None:
        rules.play(self.row, move)

    def deal_any(self) -> "Table":
        """Let chance bring the lowest cards it has, until a player is to move."""
        while self.row[TURN] == CHANCE:
            rules.play(self.row, self.legal()[0])
        return self

    # asking

    def legal(self) -> list[int]:
        out = [0] * rules.MAX_MOVES
        return out[: rules.legal_moves(self.row, out)]

    def may(self, text: str) -> bool:
        return self.number(text) in self.legal()

    def kinds(self) -> set[int]:
        return {rules.kind_of(move) for move in self.legal()}

    def targets(self, kind: int, source: int | None = None) -> set[int]:
        """Return where moves of a kind go, those with this source alone if one is given."""
        chosen = [move for move in self.legal() if rules.kind_of(move) == kind]
        return {rules.target_of(move) for move in chosen if source is None or rules.source_of(move) == source}

    def at(self, where: str) -> str:
        """Return the card in a cell or a reject place, ``--`` for none."""
        value = self.row[CELL + cell(where)] if is_cell(where) else self.row[REJECTED + place(where)]
        return "--" if value == 0 else RANKS[value - 1 >> 2] + SUITS[value - 1 & 3]

    def stolen(self, where: str) -> bool:
        return bool(self.row[STOLEN + cell(where)])

    def shown(self) -> list[str]:
        values: Iterable[int] = self.row[SLOT : SLOT + self.row[DEALT]]
        return ["--" if value == 0 else RANKS[value - 1 >> 2] + SUITS[value - 1 & 3] for value in values]

    def scores(self) -> list[int]:
        out = [0] * (2 if self.two else 1)
        rules.scores(self.row, out)
        return out

    def returns(self) -> list[float]:
        out = [0.0] * (2 if self.two else 1)
        rules.returns(self.row, out)
        return out
