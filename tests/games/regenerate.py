"""Write the golden games anew: ``python -m tests.games.regenerate``. Read the diff before keeping it."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from fivefold.play.chance import Seeded
from fivefold.play.match import Match

GOLDENS = Path(__file__).parent / "goldens"
NOON = datetime(2025, 1, 31, 12, 0, 0, tzinfo=UTC)

GAMES: Mapping[str, tuple[str, Mapping[str, str], int]] = {
    "locus-small": ("locus", {"grid": "6x5", "first": "0"}, 1),
    "locus-on-time": ("locus", {"grid": "6x6", "first": "1"}, 2),
    "focus-quota": ("focus", {"win": "quota"}, 1),
    "focus-three": ("focus", {"players": "3"}, 2),
}
"""By file name: game, options, seed. Where a game is not over after ``PLIES`` plies of the players, one gives up."""
PLIES = 80


def golden(name: str) -> str:
    """Return the record of a golden game, played by moves that depend on the seed alone."""
    key, options, seed = GAMES[name]
    match = Match(key, seed=seed, clock=lambda: NOON, **options)
    player = Seeded(seed)
    stop = 10 if name.endswith("on-time") else PLIES
    for ply in range(stop):
        if match.outcome is None:
            legal = match.legal()
            match.make(legal[player.draw(f"player {ply}", len(legal))])
    if match.outcome is None:
        match.lose_on_time(match.to_move) if name.endswith("on-time") else match.resign(match.to_move)
    return match.to_record()


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
