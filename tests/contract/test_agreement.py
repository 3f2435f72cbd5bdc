"""Parts of a game that do not go together are refused when it is made, each with its reason."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from fivefold import find
from fivefold.contract import Chance, Game, Option, Setup, Traits, dropping_option
from fivefold.contract.errors import InvalidGame
from fivefold.contract.search import keep_turn
from fivefold.contract.setup import each_alone
from tests.quick import in_turn

LOCUS, FOCUS, SOLITAIRE = find("locus"), find("focus"), find("solitaire")


def with_option(name: str) -> Game:
    option = Option(name, "a choice", {"a": 0}, {"a": "only this"}, "a")
    return replace(LOCUS, setup=Setup([*LOCUS.setup.options, option]))


WRONG = {
    "traits say information=hidden, so its rules need observe": lambda: replace(
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
