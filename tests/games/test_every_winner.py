"""Who has won could always have won: no game gives up on a seat too early."""

import pytest

from fivefold.contract import Game, anybody_can_win
from fivefold.play import catalogue
from fivefold.play.match import Match
from tests.games.cases import Case, cases, every, played, sampled

LAST = 6
"""So many of the last positions are looked at besides the sampled ones: near its end a game is most sure of it."""


def several(chosen: list[Case]) -> list[Case]:
    return [case for case in chosen if len(case.match().seats) > 1]


def rows(case: Case) -> list[list[int]]:
    """Return positions of a game that are not over."""
    return [*sampled(case), *(ply.before for ply in list(played(case).replay())[-LAST:])]


def winners(match: Match) -> list[int]:
    """Return the seats with more than an equal share of the result."""
    returns = match.outcome.returns if match.outcome is not None else ()
    return [seat for seat, share in enumerate(returns) if share > 1.001 / len(returns)]


@every(several(list(cases())))
def test_who_won_could_have_won_at_any_time(case: Case) -> None:
    won = winners(played(case))
    assert all(case.game.can_win(row, seat) for row in rows(case) for seat in won)


@every(several(list(cases())))
def test_asking_changes_nothing_and_partners_have_the_same_answer(case: Case) -> None:
    match, game = played(case), case.game
    for row in rows(case)[-3:]:
        before = row.copy()
        answers = [game.can_win(row, seat) for seat in range(len(match.seats))]
        assert row == before and all(type(answer) is bool for answer in answers)
        for seat, answer in enumerate(answers):
            assert all(answers[mate] == answer for mate in game.setup.team(match.options, seat))


@pytest.mark.parametrize("key", catalogue.keys())
def test_every_game_of_the_house_says_who_can_win(key: str) -> None:
    game: Game = catalogue.find(key)
    assert game.can_win is not anybody_can_win
    row = Match(key, seed=1).row
    assert all(game.can_win(row, seat) for seat in range(game.setup.seats(Match(key, seed=1).options)))
