"""Draw the pictures of the README and the opponents' portraits, and write the page they hang on: `make pictures`."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from fivefold import Match
from fivefold.contract import Game, PolicyRollouts
from fivefold.doors.web import share
from fivefold.parts import portrait, svg
from fivefold.parts.words import listed
from fivefold.play.catalogue import find, keys
from fivefold.raster import making
from fivefold.raster.jobs import Inlay

ROOT = Path(__file__).parents[2]
IMAGES = Path("docs/images")
PAGE = Path("docs/opponents.md")
USUAL_TURNS = 20
TURNS = {"locus": 17, "focus": 24, "dice_poker": 90, "solitaire": 18}
"""How far into a game its picture is, where it is not the usual."""

PREFACE = """\
# The opponents

Every game has seven, from level 1, made for children, to level 7, which thinks up to two seconds a move. Play one by
level or by name:

```
fivefold play locus --against 2
fivefold play focus --against quill
```

**Between the seven** there is every strength in Elo, on the scale of ratings, where the levels are marks (level 4
stands at 1500): `--against 1340`, `fivefold.opponent("focus", elo=1340)`, or *Your level* beside the faces, which is
about as strong as you are and follows your last twenty games against one computer. Such an opponent plays part of its
moves like the level above and the others like the level below, and is called by that one's name and its strength:
Mumbles 1340.
How many moves make a quarter, half and three quarters of the way was measured: `fivefold ladder GAME --between FILE`.
With other seeds, 200 games each or more (`--pairs 100 --seed 2`), the four steps from a level to the next then were,
in Elo; they should be alike, each is uncertain by 30 to 70, and 97 of 100 agree with that:

| | 1 to 2 | 2 to 3 | 3 to 4 | 4 to 5 | 5 to 6 |
|---|---|---|---|---|---|
| Focus | 175 193 145 117 | 57 48 38 21 | 89 155 123 85 | 175 173 164 186 | 173 205 191 230 |
| Locus Poker | 263 151 196 241 | 230 205 168 143 | 205 220 200 186 | 119 111 67 104 | 182 108 104 127 |
| Pokeros | 115 166 145 164 | 54 78 7 -9 | 3 37 -26 0 | 38 55 74 30 | 3 37 38 14 |
| Dice Poker | 45 85 74 17 | 24 35 0 17 | 42 56 24 53 | 33 -47 42 28 | -23 45 26 45 |
| Poker Solitaire | 38 91 78 70 | 38 58 65 133 | 26 23 78 47 | 94 58 -5 14 | 60 10 12 38 |

From level 5 to 6 Focus and Locus Poker were measured with a quarter of their positions, from 6 to 7 with a twentieth
(200 games a step). Two levels stand at most 400 apart on the scale, even where one beats the other nearly always;
there it is compressed. Nothing is measured above level 6 in Pokeros, nor in races: there the part of the moves is the
way, and in a race a strength is the level below it.

Each level has to beat the one below it in at least 60 % of paired games (same deal, seats swapped), and where one
plays alone to make more points of the same cards. `make strength` plays them all: {measured}. Over 2,000 fresh packs
of Poker Squares the strongest makes [126.2 points american](strength/solitaire-poker-squares-american.md) (124.9 to
127.6) and [54.4 english](strength/solitaire-poker-squares.md) (54.0 to 54.9), at about a second a game on one core.

Levels 1 and 2 never ask what you will answer, so whoever does has a good chance there. Level 3 begins to judge
positions, from level 4 on they look ahead, and level 7 plays the ending of Locus Poker without a mistake. How often
the strongest are wrong near the end is proven ([Locus Poker](strength/locus-endings.md),
[Focus](strength/focus-endings.md), [Pokeros](strength/pokeros-endings.md), [Poker
Squares](strength/solitaire-poker-squares-endings.md)). From a hundredth of a second to two thirds,
twice the time to think is worth some 80 points of Elo in [Focus](strength/focus-time/report.md), some 50 in double
matches of [Locus Poker](strength/locus-time/report.md). Four times as much again is worth as much in Focus (75 %, 55
to 88; `fivefold match 7@2.56 7@0.64 --game focus --pairs 10`), little in Locus Poker (12 points of Elo, -67 to 90).
In [Pokeros](strength/pokeros-time/report.md) and [Dice
Poker](strength/dice_poker-time/report.md) luck decides more: from a twenty-fifth of a second on, sixteen times the
time gained nothing that could be measured. Nor did four times as many orders of the cards in [Poker
Squares](strength/solitaire-time/report.md). What else gained nothing stands in [The
lab](lab.md#what-made-nobody-stronger). What positions are worth in Focus, Locus Poker and Poker Solitaire was
[learnt from games against themselves](lab.md#what-opponents-learn). None of them sees more than you would in its
seat: in Pokeros they guess at your hand, in Poker Solitaire at the cards to come, fairly. In a race the weaker ones
also take longer to react, from six seconds down to eight tenths. In Focus to a quota, with three and four players,
levels 6 and 7 expect everybody to play for themselves, which [wins more than twice their
share](decisions/0081-tree-search-for-three-and-four.md) against those that expected the worst of all.

"Chance to win" is measured too: `fivefold calibrate` counts, in games between opponents of one level, how often it
came true, and corrects what hints and reviews show ([Locus Poker](strength/locus-chances.md),
[Focus](strength/focus-chances.md), [Pokeros](strength/pokeros-chances.md), [Dice
Poker](strength/dice_poker-chances.md), [Poker Solitaire](strength/solitaire-mode-alternate-chances.md)).

This page and the portraits on it are written by `make pictures`.
"""


def main() -> None:
    """Write every picture and the page."""
    for name, text in files():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
    share.DRAWN.mkdir(exist_ok=True)
    for key in keys():
        (share.DRAWN / f"{key}.png").write_bytes(thumbnail(key))


def thumbnail(key: str) -> bytes:
    """Return a game's picture for lists of games."""
    return making.make(Inlay(share.example(key), share.THUMBNAIL))


def files() -> Iterator[tuple[Path, str]]:
    """Yield what this program writes: files, named from the top folder, and their text."""
    games = [find(key) for key in keys()]
    for game in games:
        yield IMAGES / f"{game.key}.svg", played(game, TURNS.get(game.key, USUAL_TURNS), seed=5).svg() + "\n"
        for level, persona in enumerate(game.personas, start=1):
            yield IMAGES / portrait_name(game, level), portrait.draw(persona.portrait, persona.name) + "\n"
    yield IMAGES / "house.svg", structure().svg + "\n"
    yield PAGE, "\n".join([PREFACE.format(measured=measured(games)), *map(section, games)])


LAYERS = (
    ("cli",),
    ("serve", "lab"),
    ("web", "api", "mail", "terminal"),
    ("house",),
    ("session", "engine"),
    ("locus", "focus", "pokeros", "dice_poker", "solitaire"),
    ("play",),
    ("contract",),
    ("parts",),
)
"""The packages, top to bottom; those on one line do not know each other."""
ROAD = (
    ("web", "a request", "doors/web/at_table.py"),
    ("house", "its turn to write", "house/commands.py"),
    ("session", "may this seat?", "session/steps.py"),
    ("play", "the move in the match", "play/match.py"),
    ("locus", "text read, rules played", "notation, rules"),
    ("house", "written down", "house/log.py"),
    ("session", "the table now", "session/snapshot.py"),
    ("house", "what happened, as one may see it", "house/match_view/perspective.py"),
    ("house", "in words and pictures", "house/match_view/views.py"),
    ("web", "to everyone at the table", "doors/web/stream.py"),
)
"""The way of a move: the package it passes, what happens there, and where to look."""
WIDE, HIGH, GAP, LEFT = 560, 46, 13, 24
LOOKS = """
.house .ground{fill:#f7f8f4}
.house .package{fill:#d5e0d8;stroke:#51635b}
.house text{fill:#1d2b26;font-size:17px}
.house .name{font-weight:650;text-anchor:middle}
.house .narrow{font-size:14.5px}
.house .file{font-size:14px;fill:#51635b;font-family:ui-monospace,monospace}
.house .stop{fill:#0d7d5f}
.house .number{fill:#fff;font-size:13px;font-weight:700;text-anchor:middle}
"""


def structure() -> svg.Drawing:
    """Return the house as a picture: its packages in layers, and the way of a move through them."""
    height = len(LAYERS) * (HIGH + GAP) + 2 * LEFT
    stops = [svg.moved(stop_x(package, number), layer_y(package) + 4) for number, (package, _, _) in enumerate(ROAD)]
    return svg.picture(
        1000,
        height,
        svg.rectangle(0, 0, 1000, height, 18, class_="ground"),
        *(box(name) for layer in LAYERS for name in layer),
        *(svg.group(stop(number), transform=place) for number, place in enumerate(stops, start=1)),
        *(line(number, what, where) for number, (_, what, where) in enumerate(ROAD, start=1)),
        title="The packages of Fivefold, and the way of a move through them",
        description="; ".join(f"{number}. {where}: {what}" for number, (_, what, where) in enumerate(ROAD, start=1)),
        style=LOOKS,
        classes="house",
        role="img",
    )


def layer_of(name: str) -> tuple[str, ...]:
    """Return the line of packages that one stands in."""
    return next(layer for layer in LAYERS if name in layer)


def layer_y(name: str) -> float:
    """Return the top of a package's box."""
    return LEFT + LAYERS.index(layer_of(name)) * (HIGH + GAP)


def box_x(name: str) -> tuple[float, float]:
    """Return the left edge of a package's box, and its width."""
    layer = layer_of(name)
    wide = (WIDE - GAP * (len(layer) - 1)) / len(layer)
    return LEFT + layer.index(name) * (wide + GAP), wide


def box(name: str) -> str:
    """Return a package's box with its name."""
    (x, wide), y = box_x(name), layer_y(name)
    looks = "name narrow" if len(layer_of(name)) > 3 else "name"
    return svg.rectangle(x, y, wide, HIGH, 10, class_="package") + svg.words(x + wide / 2, y + 30, name, class_=looks)


def stop_x(package: str, number: int) -> float:
    """Return where a stop of the road stands in its package's box: stops there lie side by side."""
    before = sum(other == package for other, _, _ in ROAD[:number])
    return box_x(package)[0] + 15 + 24 * before


def stop(number: int) -> str:
    """Return a stop's number in its disc, about the origin."""
    return svg.circle(0, 10, 10, class_="stop") + svg.words(0, 14.5, str(number), class_="number")


def line(number: int, what: str, where: str) -> str:
    """Return one line of the list beside the packages."""
    y = LEFT + 16 + (number - 1) * 46
    disc = svg.group(stop(number), transform=svg.moved(WIDE + 64, y - 10))
    return disc + svg.words(WIDE + 86, y + 1, what) + svg.words(WIDE + 86, y + 19, where, class_="file")


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
