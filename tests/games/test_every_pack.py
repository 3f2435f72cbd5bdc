"""What every game keeps in which a seed means one pack: the same cards come, whichever way they are played."""

from random import Random

import pytest

from fivefold.contract import CHANCE
from fivefold.play import audit
from fivefold.play.match import Match
from tests.games.cases import PLY_CAP, Case, cases, every, played

EVERY_CASE = every([case for case in cases() if case.game.traits.fixed_pack])


def cards(match: Match) -> list[str]:
    return [text for text, mover in zip(match.history, match.movers, strict=True) if mover == CHANCE]


def played_otherwise(case: Case, salt: int) -> Match:
    match, random = case.match(), Random(f"{case.seed}-{salt}")
    while match.outcome is None and len(match.moves) < PLY_CAP:
        match.make(random.choice(match.legal()))
    return match


@EVERY_CASE
def test_the_same_seed_brings_the_same_cards_in_the_same_order(case: Case) -> None:
    known, other = played(case), played_otherwise(case, 1)
    assert known.history != other.history
    count = min(len(cards(known)), len(cards(other)))
    assert count > 0
    assert cards(known)[:count] == cards(other)[:count]


@EVERY_CASE
def test_another_seed_brings_other_cards(case: Case) -> None:
    other = Match(case.key, seed=case.seed + 1_000, **dict(case.options))
    random, other_random = Random(0), Random(0)
    match = case.match()
    for each, chooser in ((match, random), (other, other_random)):
        for _ in range(20):
            if each.outcome is None:
                each.make(chooser.choice(each.legal()))
    assert cards(match) != cards(other)


@pytest.mark.slow
@EVERY_CASE
def test_the_seed_is_proved_by_the_record(case: Case) -> None:
    found = audit.verify(played(case).to_record())
    assert found.ok
