"""What a seat may know of a match, and nothing else."""

import random

import pytest

from fivefold.contract import ANYONE, CHANCE
from fivefold.contract.errors import IllegalMove, MatchOver
from fivefold.lab.players.observation import SeenMatch, SeenMoves
from fivefold.lab.players.programs import legal_texts, lines_of
from fivefold.play import catalogue
from fivefold.play.match import Match
from tests.house import secret

HANDS = [{}, {"hand": "1"}]


def seen(match, seat, seed=0):
    return SeenMatch.of(match, seat, SeenMoves().moves(match, seat), seed)


def told(match, seat):
    """Return all bytes that a program at a seat gets for a position."""
    return "\n".join(lines_of(match, seat, SeenMoves(), {"legal"})).encode()


def secret_match(numbers, *words):
    match = Match(secret.GAME, chance=[f"deal:{number}" for number in numbers])
    for word in words:
        match.play(word)
    return match


def test_positions_that_differ_in_what_a_seat_may_not_know_are_the_same_to_it_in_every_byte():
    base, south, north = (secret_match(numbers) for numbers in ((3, 7, 1, 2), (3, 8, 1, 2), (4, 7, 1, 2)))
    assert told(base, 0) == told(south, 0) != told(north, 0)
    assert told(base, 1) == told(north, 1) != told(south, 1)
    assert told(base, 0).decode().splitlines() == ["position chance deal:3 chance deal:?", "legal low high"]


def pokeros_matches():
    """Return two matches of Pokeros alike in all that seat 0 may know: the other holds other cards."""
    dealt = [f"deal:{card}" for card in ["5h", "2c", "3c", "4c", "9d", "9s", "9h", "Kd"]]
    other = [*dealt[:4], "deal:Td", "deal:8s", "deal:8h", *dealt[7:]]
    return [Match("pokeros", chance=deal, first=0, seed=1) for deal in (dealt, other)]


def test_a_program_at_pokeros_is_told_its_own_cards_alone():
    one, other = pokeros_matches()
    assert told(one, 0) == told(other, 0)
    assert told(one, 1) != told(other, 1)
    assert b"deal:??" in told(one, 0) and b"9d" not in told(one, 0) and b"2c" in told(one, 0)


def test_a_function_sees_no_more_of_pokeros_than_its_seat():
    views = [vars(seen(match, 0)) for match in pokeros_matches()]
    kept = [{name: value for name, value in view.items() if name not in {"started", "clock"}} for view in views]
    for view in kept:
        view["source"] = str(view["source"])
    assert kept[0] == kept[1]


@pytest.mark.parametrize("options", HANDS, ids=["hidden", "turned up"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_can_follow_a_match_by_what_it_is_told(options, seat):
    match, draws = Match("pokeros", seed=7, **options), random.Random(3)
    followed, sight = SeenMatch.begun(match.game, match.options, seat, 0), SeenMoves()
    while match.outcome is None and len(match.moves) < 26:
        for move in sight.moves(match, seat)[len(followed.moves) :]:
            followed.follow(move.mover, move.text)
        assert followed.row == match.seen_by(seat)
        assert followed.history == seen(match, seat).history
        if match.to_move == seat:
            assert followed.legal() == match.legal()
        match.make(draws.choice(match.legal()))


def test_what_is_told_wrongly_is_refused_and_changes_nothing():
    match = SeenMatch.begun(catalogue.find("pokeros"), Match("pokeros", seed=1, first=0).options, 0, 0)
    for text in ("deal:5h", "deal:2c", "deal:3c", "deal:4c", "deal:??", "deal:??", "deal:??"):
        match.follow(CHANCE, text)
    before = list(match.row), list(match.moves)
    for mover, text in ((0, "9h@1,0"), (1, "2c@1,0"), (CHANCE, "deal:??"), (0, "hum")):
        with pytest.raises(Exception, match=r"9h|is a move of 0, not of 1|deal|hum"):
            match.follow(mover, text)
        assert (match.row, match.moves) == before


def test_nothing_follows_the_end():
    match = SeenMatch.begun(catalogue.find("focus"), Match("focus", seed=1).options, 0, 0)
    match._turn = -2
    with pytest.raises(MatchOver, match="over before this move"):
        match.follow(0, "b2-c2:1")


def test_chance_in_what_is_tried_has_nothing_to_do_with_what_comes():
    match = Match("dice_poker", seed=11)
    views = [seen(match, match.to_move, seed) for seed in range(12)]
    move = match.legal()[0]
    later = []
    for view in views:
        tried = view.copy()
        tried.make(move)
        later.append(tried.history)
    assert len({tuple(history) for history in later}) > 1
    assert all(view.moves == match.moves for view in views), "the match itself stays as it was"


def test_in_a_race_a_seat_sees_its_own_moves_alone():
    match = Match("solitaire", mode="race", seed=3)
    assert match.to_move == ANYONE
    for seat in (0, 1):
        view = seen(match, seat)
        assert {match.mover(move) for move in view.legal()} == {seat}
        assert view.legal_moves() and legal_texts(match, seat) == view.legal_moves()


def test_a_view_has_no_record_and_no_second_game():
    view = seen(Match("locus", seed=1), 0)
    for ask in (view.to_record, view.twin):
        with pytest.raises(IllegalMove, match="a seat sees"):
            ask()
