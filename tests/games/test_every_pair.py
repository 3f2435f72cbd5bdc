"""Every pair of traits with every kind of search: it works, or is refused when the game is made, with the reason."""

from itertools import product
from random import Random

import pytest

from fivefold.contract import (
    ANYONE,
    NOBODY,
    SPECTATOR,
    AlphaBeta,
    Chance,
    Game,
    Information,
    PolicyRollouts,
    Sampling,
    Search,
    TurnOrder,
    WholeTurns,
)
from fivefold.contract.errors import InvalidGame
from fivefold.engine.kernels import PlainKernels
from fivefold.engine.opponents import Opponent
from fivefold.play.match import Match
from tests.games.fakes import STAKE, UNKNOWN, fake
from tests.quick import in_turn

pytestmark = pytest.mark.slow

SEARCHES: tuple[type[Search], ...] = (AlphaBeta, Sampling, WholeTurns, PolicyRollouts)
EVERY = list(product(TurnOrder, Information, Chance, SEARCHES))
ALTERNATING, RACE = TurnOrder
OPEN, HIDDEN = Information
GO_TOGETHER = {
    *product([ALTERNATING], [OPEN], [Chance.NONE, Chance.AT_THE_START], [AlphaBeta, Sampling, PolicyRollouts]),
    *product([ALTERNATING], [OPEN], [Chance.BETWEEN_MOVES], [Sampling, PolicyRollouts]),
    (ALTERNATING, OPEN, Chance.WITHIN_TURNS, WholeTurns),
    *product([ALTERNATING], [HIDDEN], [Chance.NONE, Chance.AT_THE_START, Chance.BETWEEN_MOVES], [Sampling]),
    *product([RACE], [OPEN], [Chance.NONE, Chance.AT_THE_START, Chance.BETWEEN_MOVES], [PolicyRollouts]),
}
WORKING = [made for made in EVERY if made in GO_TOGETHER]


def opponent(game: Game, level: int) -> Opponent:
    """Return an opponent that thinks in plain Python."""
    return Opponent(game, level, seed=1, kernels_for=PlainKernels)


def named(made: object) -> str:
    return made.__name__ if isinstance(made, type) else str(made)


@in_turn("order, information, chance, kind", EVERY)
def test_traits_and_search_go_together_or_are_refused(
    order: TurnOrder, information: Information, chance: Chance, kind: type[Search]
) -> None:
    if (order, information, chance, kind) in GO_TOGETHER:
        assert fake(order, information, chance, kind).traits.chance is chance
        return
    with pytest.raises(InvalidGame, match=r"game fake: .*(take|go together|WholeTurns)"):
        fake(order, information, chance, kind)


@pytest.mark.parametrize("made", WORKING, ids=lambda made: "-".join(map(named, made)))
@pytest.mark.parametrize("level", [1, 3, 6])
def test_computers_play_every_kind_that_goes_together(
    made: tuple[TurnOrder, Information, Chance, type[Search]], level: int
) -> None:
    match, random = Match(fake(*made), seed=3), Random(level)
    while match.outcome is None:
        seat = random.randrange(2) if match.to_move == ANYONE else match.to_move
        match.play(opponent(match.game, level).choose(match, seat=seat), seat)
    assert match.game.rules.to_move(match.row) == NOBODY
    assert sum(match.outcome.returns) == 1


def hidden_games() -> list[Game]:
    return [fake(*made) for made in WORKING if made[1] is HIDDEN]


@pytest.mark.parametrize("game", hidden_games(), ids=lambda game: str(game.traits.chance))
def test_a_computer_sees_what_its_seat_sees(game: Game) -> None:
    """Two matches that differ only in the rival's stake: the same thoughts, level by level."""
    thoughts = []
    for stake in ("stake1", "stake3"):
        match = Match(game, seed=3)
        match.play(stake)
        found = opponent(game, 6).find(match)
        thoughts.append((found.move, found.shares, found.weighed))
        assert match.seen_by(1)[STAKE] == match.seen_by(SPECTATOR)[STAKE] == UNKNOWN
    assert thoughts[0] == thoughts[1]
