"""Matches that a viewer cannot tell apart: the same in all they have seen, other cards where they could not look."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

from fivefold.contract import CHANCE, TABLE
from fivefold.play.match import Match
from fivefold.play.observation import observed_move

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def begun(key: str, seed: int, plies: int, **options: str) -> Match:
    """Return a match after some random moves, still going on."""
    match, random = Match(key, seed=seed, clock=lambda: NOON, **options), Random(seed)  # type: ignore[arg-type]
    while len(match.moves) < plies:
        match.make(random.choice(match.legal()))
    assert match.outcome is None
    return match


def alike(match: Match, viewer: int, count: int, seed: int) -> Iterator[Match]:
    """Yield the match, and others that differ from it only in cards dealt unseen by ``viewer`` and not played since."""
    plies = list(match.replay())
    notation, first = match.game.notation, plies[0].before
    out = [0] * match.game.rules.MAX_MOVES
    deck = [notation.say(first, move, TABLE) for move in out[: match.game.rules.legal_moves(first, out)]]
    dealt = [ply for ply in plies if ply.mover == CHANCE]
    shown = {text.partition("@")[0] for text in match.history}
    secret = [
        place
        for place, ply in enumerate(dealt)
        if observed_move(match.game, ply.before, ply.move, viewer) != ply.move
        and ply.text.partition(":")[2] not in shown
    ]
    script = [ply.text for ply in dealt]
    possible = [text for text in deck if text not in script or script.index(text) in secret]
    assert secret and len(possible) > len(secret)
    random = Random(seed)
    yield replayed(match, script)
    for _ in range(count - 1):
        for place, text in zip(secret, random.sample(possible, len(secret)), strict=True):
            script[place] = text
        yield replayed(match, script)


def replayed(match: Match, script: list[str]) -> Match:
    """Return the match as it would have been with these deals."""
    other = Match(match.game, chance=script, seed=1, clock=lambda: NOON, **match.options)  # type: ignore[arg-type]
    for ply, text in enumerate(match.history):
        if match.movers[ply] >= 0:
            other.play(text)
    return other
