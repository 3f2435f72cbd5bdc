"""Draw the pictures of the README and the opponents' portraits, and write the page they hang on: `make pictures`."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from fivefold import Match
from fivefold.contract import Game, PolicyRollouts
from fivefold.parts import portrait
from fivefold.parts.words import listed
from fivefold.play.catalogue import find, keys

ROOT = Path(__file__).parents[2]
IMAGES = Path("docs/images")
PAGE = Path("docs/opponents.md")
USUAL_TURNS = 20
TURNS = {"locus": 17, "focus": 24, "dice_poker": 90, "solitaire": 18}
"""How far into a game its picture is, where it is not the usual."""

PREFACE = """\
# The opponents

Every game has seven, from level 1, made for children, to level 7, which thinks two seconds a move. Play one by level
or by name:

```
fivefold play locus --against 2
fivefold play focus --against quill
```

How often each beats the one below it, and what it spends, was measured for {measured}.
This page and the portraits on it are written by `make pictures`.
"""


def main() -> None:
    """Write every picture and the page."""
    for name, text in files():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8", newline="\n")


def files() -> Iterator[tuple[Path, str]]:
    """Yield what this program writes: files, named from the top folder, and their text."""
    games = [find(key) for key in keys()]
    for game in games:
        yield IMAGES / f"{game.key}.svg", played(game, TURNS.get(game.key, USUAL_TURNS), seed=5).svg() + "\n"
        for level, persona in enumerate(game.personas, start=1):
            yield IMAGES / portrait_name(game, level), portrait.draw(persona.portrait, persona.name) + "\n"
    yield PAGE, "\n".join([PREFACE.format(measured=measured(games)), *map(section, games)])


def measured(games: Sequence[Game]) -> str:
    """Return links to what was measured of each game."""
    return listed([f"[{game.name}](strength/{game.key}.md)" for game in games])


def played(game: Game, turns: int, seed: int) -> Match:
    """Return a match some turns in, every move the one, or one of the three, that look best at first sight."""
    match, chooser = Match(game, seed=seed), random.Random(seed)
    for _ in range(turns):
        if isinstance(game.search, PolicyRollouts):
            match.make(game.search.choose(match.row, match.to_move))
            continue
        merit = game.search.merit
        best = sorted(match.legal(), key=lambda move: merit(match.row, move), reverse=True)
        match.make(chooser.choice(best[:3]))
    return match


def section(game: Game) -> str:
    """Return a game's part of the page: a line for each opponent."""
    lines = [f"## {game.name}", "", "| | level | name | how it plays |", "|---|--:|---|---|"]
    for level, persona in enumerate(game.personas, start=1):
        picture = f'<img src="images/{portrait_name(game, level)}" width="72" height="72" alt="">'
        lines.append(f"| {picture} | {level} | {persona.name} | {persona.style} |")
    return "\n".join([*lines, ""])


def portrait_name(game: Game, level: int) -> str:
    """Return a portrait's file, named from the folder of images."""
    return f"portraits/{game.key}-{level}.svg"


if __name__ == "__main__":
    main()
