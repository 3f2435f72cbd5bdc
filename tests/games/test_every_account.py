"""What a move does as data agrees with the rules, whoever reads of it."""

import pytest

from fivefold.contract import ANYONE, CHANCE
from fivefold.contract.notation import MoveEffects
from fivefold.contract.words import explain, explanation, narration
from fivefold.parts.messages import Reader
from fivefold.play.outcome import points
from tests.games.cases import Case, cases, decisions, every, legal, mover, played, some
from tests.games.test_every_word import words_of

EVERY_CASE = every(cases())
NAMES = ("Anna", "Ben", "Cleo", "Dan")


def account_of(case: Case, row: list[int], move: int) -> MoveEffects:
    account: MoveEffects = case.game.notation.account(row, move)  # type: ignore[attr-defined]
    return account


@EVERY_CASE
def test_points_are_what_the_mover_gains(case: Case) -> None:
    game, options = case.game, played(case).options
    for row in decisions(case):
        before, turn = points(game, options, row), game.rules.to_move(row)
        for move in some(case, legal(game, row)):
            account, after = account_of(case, row, move), row.copy()
            seat = mover(game, row, move) if turn == ANYONE else turn
            game.rules.play(after, move)
            assert account.actor is not None and account.actor.number == seat
            assert sum(item.points for item in account.points) == points(game, options, after)[seat] - before[seat]


@EVERY_CASE
def test_what_earns_points_is_on_the_picture(case: Case) -> None:
    for row in decisions(case):
        drawn = case.game.picture.draw(row, case.game.rules.to_move(row), {}).svg
        for move in some(case, legal(case.game, row)):
            for item in account_of(case, row, move).points:
                assert all(f'"{thing}"' in drawn for thing in item.things)


@pytest.mark.slow
@EVERY_CASE
def test_what_happened_is_told_of_the_players(case: Case) -> None:
    words, match = words_of(case.game), played(case)
    seats = len(match.seats)
    for ply in match.replay():
        account = account_of(case, ply.before, ply.move)
        plain = explanation(words, account)
        assert plain == explain(case.game.notation, ply.before, ply.move)
        told = narration(words, [account], ply.text, Reader(NAMES[:seats]))
        if ply.mover != CHANCE:
            assert told.startswith(NAMES[ply.mover])
            assert narration(words, [account], ply.text, Reader(NAMES[:seats], you=ply.mover)).startswith("You ")


def test_accounts_are_values() -> None:
    with pytest.raises(AttributeError):
        MoveEffects(None).actor = None  # type: ignore[misc]
