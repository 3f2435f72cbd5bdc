"""What a game declares of itself is true of the games that are played."""

from itertools import pairwise

import pytest

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, Chance, Game
from fivefold.play import catalogue
from fivefold.play.observation import hides
from tests.games.cases import Case, cases, every, legal, played, sampled

EVERY_CASE = every(cases())


@EVERY_CASE
def test_moves_are_numbers_below_the_bound(case: Case) -> None:
    bound = case.game.traits.move_numbers
    assert all(0 <= move < bound for move in played(case).moves)
    assert all(0 <= move < bound for row in sampled(case) for move in legal(case.game, row))


@EVERY_CASE
def test_only_a_race_lets_anyone_move_and_only_hidden_information_is_hidden(case: Case) -> None:
    traits, match = case.game.traits, played(case)
    assert len(match.seats) in traits.seats
    assert traits.race or ANYONE not in {case.game.rules.to_move(row) for row in sampled(case)}
    assert traits.hidden or match.seen_by(SPECTATOR) == match.row


@EVERY_CASE
def test_chance_moves_when_the_game_says(case: Case) -> None:
    chance, match = case.game.traits.chance, played(case)
    later = [mover for mover in match.movers[match.decisions[0] :] if mover == CHANCE]
    assert chance is not Chance.NONE or CHANCE not in match.movers
    assert chance is not Chance.AT_THE_START or not later
    within = any(goes_on(case.game, ply.before, ply.move) for ply in match.replay() if ply.mover >= 0)
    assert within == (chance is Chance.WITHIN_TURNS)


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_what_a_game_declares_is_met_in_some_of_its_set_ups(key: str) -> None:
    game, matches = catalogue.find(key), [played(case) for case in cases() if case.key == key]
    traits = game.traits
    assert {len(match.seats) for match in matches} == set(traits.seats)
    assert traits.race == any(ANYONE in turns(match.game.key, match.moves, match.options) for match in matches)
    assert traits.hidden == any(hides(game, ply.before) for match in matches for ply in match.replay())
    if traits.chance in (Chance.BETWEEN_MOVES, Chance.WITHIN_TURNS):
        assert any(before >= 0 and after == CHANCE for m in matches for before, after in pairwise(m.movers))
    if traits.teams:
        assert any(len(game.setup.team(match.options, 0)) > 1 for match in matches)
    top = max(move for match in matches for move in match.moves)
    assert traits.move_numbers <= 4 * (top + 1), f"the bound {traits.move_numbers} is far from {top}"


def goes_on(game: Game, row: list[int], move: int) -> bool:
    """Tell whether chance goes on with the same turn after a player's move."""
    if game.long_turns is None:
        return False
    after, turn = row.copy(), game.long_turns.turn_of(row.copy())
    game.rules.play(after, move)
    return game.rules.to_move(after) == CHANCE and game.long_turns.turn_of(after) == turn


def turns(key: str, moves: list[int], options: dict[str, str]) -> set[int]:
    """Return who is to move at the start of play: in a race anyone, once cards lie."""
    match = next(played(case) for case in cases() if case.key == key and dict(case.options) == options)
    return {match.game.rules.to_move(ply.before) for ply in match.replay()} - {NOBODY}
