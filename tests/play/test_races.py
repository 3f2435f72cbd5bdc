"""Matches in which anyone may move, and packs that are the same whoever takes what."""

from datetime import UTC, datetime

import pytest

from fivefold.contract import ANYONE, CHANCE
from fivefold.contract.errors import InvalidRecord
from fivefold.play import audit
from fivefold.play.match import Match
from tests.play.test_record import edited


def when() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


def played(takers: str, seed: int = 5) -> Match:
    match = Match("grab", seed=seed, clock=when)
    for taker in takers:
        match.play(f"{taker}:take")
    return match


def test_the_log_knows_whose_each_move_was() -> None:
    match = played("12")
    assert match.to_move == ANYONE
    assert match.movers == [CHANCE, 0, CHANCE, 1, CHANCE]
    assert [ply.mover for ply in match.replay()] == match.movers


def test_a_race_comes_back_from_its_record() -> None:
    match = played("122121")
    again = Match.from_record(match.to_record())
    assert (again.movers, again.scores, again.outcome) == (match.movers, match.scores, match.outcome)
    assert audit.verify(match.to_record()).differences == ()


def test_a_record_that_gives_a_move_to_another_seat_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="1:take: written as made by 1, but it is a move of 0"):
        Match.from_record(edited(played("122121").to_record(), "2 0 1:take", "2 1 1:take"))


def test_a_seed_is_one_pack_though_a_move_is_taken_back_or_another_takes_it() -> None:
    dealt = [text for text in played("111111").history if text.startswith("deal")]
    assert [text for text in played("212122").history if text.startswith("deal")] == dealt
    assert len(set(dealt)) == 6


@pytest.mark.parametrize("seed", range(3))
def test_different_seeds_are_different_packs(seed: int) -> None:
    assert played("111111", seed).history != played("111111", seed + 10).history
