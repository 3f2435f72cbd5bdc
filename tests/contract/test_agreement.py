"""Parts of a game that do not go together are refused when it is made, each with its reason; accounts and errors."""

import pickle
from dataclasses import replace
from types import SimpleNamespace

import pytest

from fivefold import find
from fivefold.contract import Chance, Game, Option, Setup, Traits, dropping_option
from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidGame, InvalidOption, Problem
from fivefold.contract.notation import MoveEffects, Points
from fivefold.contract.search import keep_turn
from fivefold.contract.setup import each_alone
from fivefold.contract.words import HOUSE, explanation, narration
from fivefold.parts.messages import Catalogue, Language, Message, Reader, Seat
from tests.quick import in_turn

LOCUS, FOCUS, SOLITAIRE = find("locus"), find("focus"), find("solitaire")


def with_option(name: str) -> Game:
    option = Option(name, "a choice", {"a": 0}, {"a": "only this"}, "a")
    return replace(LOCUS, setup=Setup([*LOCUS.setup.options, option]))


WRONG = {
    "traits say information=hidden, so its rules need conceal": lambda: replace(
        LOCUS, traits=replace(LOCUS.traits, information="hidden")
    ),
    "its rules have mover, so its traits must say turn_order=race": lambda: replace(
        LOCUS, rules=SimpleNamespace(**vars(LOCUS.rules), mover=lambda row, move: 0)
    ),
    "its rules have plays_itself, so its traits must say forced_moves": lambda: replace(
        SOLITAIRE, traits=replace(SOLITAIRE.traits, forced_moves=False)
    ),
    "traits say seats=(2,), but its options give (2, 3, 4)": lambda: replace(
        FOCUS, traits=replace(FOCUS.traits, seats=(2,))
    ),
    "give both or neither": lambda: replace(FOCUS, traits=replace(FOCUS.traits, teams=False)),
    "without chance there is no pack": lambda: replace(FOCUS, traits=replace(FOCUS.traits, fixed_pack=True)),
    "doubles are for two": lambda: replace(
        SOLITAIRE,
        setup=replace(SOLITAIRE.setup, options=[option_for_one()]),
        traits=replace(SOLITAIRE.traits, seats=(1,), doubles=True),
    ),
    "move_numbers is at least 1": lambda: replace(LOCUS, traits=replace(LOCUS.traits, move_numbers=0)),
    "AlphaBeta does not reckon with chance between moves": lambda: replace(
        LOCUS, traits=replace(LOCUS.traits, chance=Chance.BETWEEN_MOVES)
    ),
    "needs give_turn where more than two play": lambda: replace(
        FOCUS, search=replace(FOCUS.search, give_turn=keep_turn)
    ),
    "it has 6 personas; there are 7 levels": lambda: replace(LOCUS, personas=LOCUS.personas[:6]),
    "leave it out where nothing is certain": lambda: replace(LOCUS, can_win=None),
    "can_win is about opponents, and only one can play it": lambda: replace(
        SOLITAIRE,
        setup=replace(SOLITAIRE.setup, options=[option_for_one()]),
        traits=replace(SOLITAIRE.traits, seats=(1,)),
    ),
    "option seed: the word is one of Match's own": lambda: with_option("seed"),
    "traits say drop_outs, so its rules need is_out": lambda: replace(
        LOCUS, traits=replace(LOCUS.traits, drop_outs=True)
    ),
    "traits say drop_outs where there is an option dropping": lambda: replace(
        FOCUS, setup=replace(FOCUS.setup, options=FOCUS.setup.options[:-1])
    ),
    "drop_outs, which takes three players or more": lambda: replace(
        FOCUS,
        setup=replace(FOCUS.setup, options=[dropping_option()], team=each_alone),
        traits=replace(FOCUS.traits, seats=(2,), teams=False),
    ),
    "is no search of the house": lambda: replace(LOCUS, search="alpha-beta"),
}


def option_for_one() -> Option:
    return Option("mode", "how many play", {"one": 0}, {"one": "alone"}, "one", seats={"one": 1})


@in_turn("reason", WRONG)
def test_what_does_not_go_together_is_refused_with_the_reason(reason: str) -> None:
    with pytest.raises(InvalidGame) as caught:
        WRONG[reason]()
    assert reason in str(caught.value) and str(caught.value).startswith("game ")


def test_a_game_is_told_whole_by_its_parts() -> None:
    assert LOCUS.hidden is None and LOCUS.race is None and LOCUS.long_turns is None
    assert SOLITAIRE.race is SOLITAIRE.rules and find("pokeros").hidden is find("pokeros").rules
    assert find("dice_poker").long_turns is find("dice_poker").rules
    assert Traits(move_numbers=1).seats == (2,)


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


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (Problem("the game is over"), "the game is over"),
        (Problem("no square", "z9"), "z9: no square"),
        (Problem("no square", "z9", "write e5"), "z9: no square; write e5"),
        (Problem("nothing to undo", remedy="move first"), "nothing to undo; move first"),
    ],
)
def test_a_problem_is_told_with_its_subject_and_its_remedy(problem: Problem, sentence: str) -> None:
    assert str(problem) == str(FivefoldError(problem)) == sentence


def test_an_error_is_made_of_a_message_and_its_details() -> None:
    error = IllegalMove("there is a stone", subject="e5", remedy="take an empty square", code="taken")
    assert error.problem == Problem("there is a stone", "e5", "take an empty square", code="taken")


def test_errors_pass_between_processes() -> None:
    error = InvalidOption("partners take four", subject="teams=on", remedy="take players=4", field="teams")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.problem, str(again)) == (InvalidOption, error.problem, str(error))
