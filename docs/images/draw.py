"""Draw the pictures of the README from real games: `make pictures`."""

import random
from pathlib import Path

from fivefold import Match

HERE = Path(__file__).parent


def played(game: str, turns: int, seed: int) -> Match:
    """Return a match some turns in, every move one of the three that earn most at first sight."""
    match, chooser = Match(game, seed=seed), random.Random(seed)
    for _ in range(turns):
        merit = match.game.evaluation.merit
        best = sorted(match.legal(), key=lambda move: merit(match.row, move), reverse=True)
        match.make(chooser.choice(best[:3]))
    return match


def main() -> None:
    """Write a picture for each game."""
    for game, turns, seed in (("locus", 17, 5), ("focus", 24, 5)):
        (HERE / f"{game}.svg").write_text(played(game, turns, seed).svg() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
