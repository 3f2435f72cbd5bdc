"""Write the golden games anew: ``python -m tests.games.regenerate``. Read the diff before keeping it."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from fivefold.contract import PolicyRollouts
from fivefold.play.chance import Seeded
from fivefold.play.match import Match

GOLDENS = Path(__file__).parent / "goldens"
NOON = datetime(2025, 1, 31, 12, 0, 0, tzinfo=UTC)

TABLE = "3=40,28=-15,80=200"
"""Points for a flush, a skeet and five of a kind."""
BETWEEN = {"steal": "on", "plant": "on", "decks": "2", "deal": "2"}
"""What two players of Poker Solitaire may do to each other, with cards enough for it."""

GAMES: Mapping[str, tuple[str, Mapping[str, str], int]] = {
    "locus-small": ("locus", {"grid": "6x5", "first": "0"}, 1),
    "locus-on-time": ("locus", {"grid": "6x6"}, 2),
    "focus-quota": ("focus", {"win": "quota"}, 1),
    "focus-resigned": ("focus", {"players": "3"}, 2),
    "pokeros-wild": ("pokeros", {"deck": "stripped", "wilds": "2", "first": "1"}, 1),
    "pokeros-resigned": ("pokeros", {"hand": "1", "bonus": "3"}, 2),
    "pokeros-two-cards": ("pokeros", {"cards": "2", "deck": "stripped", "first": "0"}, 1),
    "dice-short": ("dice_poker", {"sets": "1", "layout": "shuffled"}, 4),
    "dice-resigned": ("dice_poker", {"players": "3"}, 2),
    "solitaire-one-hand": ("solitaire", {"move": "movable", "scoring": "american", "hands": "12"}, 1),
    "solitaire-best-of-two": ("solitaire", {"mode": "best-of-two", "decks": "2", "touch": "corners"}, 1),
    "solitaire-sum-of-two": ("solitaire", {"mode": "sum-of-two", "decks": "2", "scoring": "user", "table": TABLE}, 1),
    "solitaire-race": ("solitaire", {"mode": "race", **BETWEEN, "rejects": "1/1/1", "move2": "movable"}, 1),
    "solitaire-race-both": ("solitaire", {"mode": "race-both", **BETWEEN, "touch": "anywhere"}, 1),
    "solitaire-alternate": ("solitaire", {"mode": "alternate", **BETWEEN, "first": "1", "move2": "movable"}, 1),
    "solitaire-same-deck": ("solitaire", {"mode": "same-deck", **BETWEEN, "first": "0", "scoring": "pat"}, 1),
}
"""By file name: game, options, seed; the ending where the name says one."""
CUT = 12
"""In a game with such an ending somebody leaves after each so many moves of its players."""
PLIES = 150
WHIMS = 8
"""One move in so many is any legal one, where a game has a policy."""


def golden(name: str) -> str:
    """Play a golden game, mostly by the moves that look best at first sight, and return its record."""
    key, options, seed = GAMES[name]
    match = Match(key, seed=seed, clock=lambda: NOON, **options)
    cut = name.endswith(("-on-time", "-resigned"))
    leave = match.lose_on_time if name.endswith("-on-time") else match.resign
    for ply in range(PLIES):
        if cut and ply and ply % CUT == 0 and match.outcome is None:
            leave(match.to_move)
        if match.outcome is None:
            match.make(_choice(match, Seeded(seed), ply))
    if match.outcome is None:
        match.resign(match.to_move)
    return match.to_record()


def _choice(match: Match, player: Seeded, ply: int) -> int:
    legal = match.legal()
    if isinstance(match.game.search, PolicyRollouts):
        return _policy_choice(match, player, ply)
    merits = [match.game.search.merit(match.row, move) for move in legal]
    best = [move for move, merit in zip(legal, merits, strict=True) if merit == max(merits)]
    among = legal if player.draw(f"whim {ply}", 5) == 0 else best
    return among[player.draw(f"player {ply}", len(among))]


def _policy_choice(match: Match, player: Seeded, ply: int) -> int:
    """Return what the game's own policy plays, at times a whim instead; in a race either player may be the quicker."""
    policy, seats = match.game.search, range(len(match.seats))
    own = {seat: [move for move in match.legal() if match.mover(move) == seat] for seat in seats}
    able = [seat for seat in seats if own[seat]]
    seat = able[player.draw(f"quicker {ply}", len(able))]
    if player.draw(f"whim {ply}", WHIMS) == 0:
        return own[seat][player.draw(f"player {ply}", len(own[seat]))]
    assert isinstance(policy, PolicyRollouts)
    return policy.choose(match.row, seat)


def path(name: str) -> Path:
    """Return where a golden game is kept."""
    return GOLDENS / f"{name}.fivefold"


def regenerate() -> Iterator[str]:
    """Write all golden games; yield the names of those that are new or changed."""
    GOLDENS.mkdir(exist_ok=True)
    for name in GAMES:
        text, file = golden(name), path(name)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            yield name


if __name__ == "__main__":
    for changed in regenerate():
        print("written:", path(changed))
