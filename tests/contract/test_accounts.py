"""Accounts in words: what a move would do, and what happened, as each reader is told."""

import pytest

from fivefold.contract.errors import IllegalMove, Problem
from fivefold.contract.notation import MoveEffects, Points
from fivefold.contract.words import HOUSE, explanation, narration
from fivefold.parts.messages import Catalogue, Language, Message, Reader, Seat

RED, BLUE = Seat(0, Message("red")), Seat(1, Message("blue"))
WORDS = Catalogue(
    {
        **HOUSE,
        "red": "Red",
        "blue": "Blue",
        "pair": "pair {points}",
        "bonus": "bonus {points}",
        "keeps-for": "keeps {dice/ }: {hope}",
        "kept": "{who} {who:keeps|keep} {dice/ }",
        "rolls": "{who} {who:rolls|roll} {dice}",
        "die": "a {face}",
        "draws": "{who} {who:draws|draw} {cards}",
        "taken": "{square} has a chip",
        "take": "take {square}",
    }
)
PAIR, BONUS = Message("pair", points=2), Message("bonus", points=1)
TURN = MoveEffects(RED, (PAIR, BONUS), points=(Points(2, PAIR, ("c3", "d3")), Points(1, BONUS)))
KEEP = MoveEffects(RED, (Message("keeps-for", dice=(5, 5), hope="…"),), Message("kept", who=RED, dice=(5, 5)))
PASS = MoveEffects(BLUE)


def rolled(face: int) -> MoveEffects:
    return MoveEffects(None, event=Message("rolls", who=BLUE, dice=(Message("die", face=face),)))


def drawn(card: str, who: Seat) -> MoveEffects:
    return MoveEffects(None, event=Message("draws", who=who, cards=(card,)))


@pytest.mark.parametrize(
    ("accounts", "anybody", "anna", "ben"),
    [
        ([TURN], "Red plays c3: pair 2; bonus 1", "You play c3: pair 2; bonus 1", "Anna plays c3: pair 2; bonus 1"),
        ([PASS], "Blue plays c3", "Ben plays c3", "You play c3"),
        ([KEEP], "Red keeps 5 5", "You keep 5 5", "Anna keeps 5 5"),
        ([rolled(4)], "Blue rolls a 4", "Ben rolls a 4", "You roll a 4"),
        (
            [rolled(4), rolled(5), rolled(5)],
            "Blue rolls a 4, a 5 and a 5",
            "Ben rolls a 4, a 5 and a 5",
            "You roll a 4, a 5 and a 5",
        ),
        (
            [drawn("7h", RED), drawn("8d", RED), drawn("9c", BLUE)],
            "Red draws 7h and 8d and Blue draws 9c",
            "You draw 7h and 8d and Ben draws 9c",
            "Anna draws 7h and 8d and you draw 9c",
        ),
    ],
)
def test_what_happened_is_told_by_name(accounts: list[MoveEffects], anybody: str, anna: str, ben: str) -> None:
    assert narration(WORDS, accounts, "c3") == anybody
    assert narration(WORDS, accounts, "c3", Reader(("Anna", "Ben"), you=0)) == anna
    assert narration(WORDS, accounts, "c3", Reader(("Anna", "Ben"), you=1)) == ben


def test_what_a_move_would_do_is_explained() -> None:
    assert explanation(WORDS, TURN) == "pair 2; bonus 1"
    assert explanation(WORDS, KEEP) == "keeps 5 5: …"
    assert explanation(WORDS, rolled(4)) == "Blue rolls a 4"
    assert explanation(WORDS, PASS) == ""


def test_a_language_has_its_own_marks_between_clauses() -> None:
    words = Catalogue(WORDS.templates, Language(clause=" · ", reason=" — "))
    assert narration(words, [TURN], "c3") == "Red plays c3 — pair 2 · bonus 1"


def test_a_problem_keeps_its_data_and_can_be_said_in_another_language() -> None:
    wrong, better = Message("taken", square="c3"), Message("take", square="c2")
    problem = Problem.of(WORDS, "c3:up", wrong, better, field="move")
    assert str(IllegalMove(problem)) == "c3:up: c3 has a chip; take c2"
    assert (problem.code, problem.field) == ("taken", "move")
    german = Catalogue({"taken": "auf {square} liegt schon ein Chip", "take": "nimm {square}"})
    assert str(problem.translated(german)) == "c3:up: auf c3 liegt schon ein Chip; nimm c2"
    assert Problem("plain", "x").translated(german) == Problem("plain", "x")
