"""What is said before the first move: the game, its options, who sits where."""

from fivefold.parts.messages import Reader
from fivefold.play.match import Match
from fivefold.play.options import matters
from fivefold.play.set_ups import words
from fivefold.session.narration import seats_line
from fivefold.session.snapshot import MatchSnapshot


def opening_line(snapshot: MatchSnapshot, reader: Reader) -> str:
    """Return the game, its options and who sits where."""
    seats = seats_line(snapshot, reader)
    return f"{snapshot.match.game.name} ({options_line(snapshot.match)})." + (f" {seats}." if seats else "")


def options_line(match: Match) -> str:
    """Return the options in a line: names and values, and what may have been drawn in words.

    Where there are well-known sets of options the name of that set, or what differs from the usual, says as much.
    """
    game, said = match.game, []
    if game.setup.presets:
        usual = (option.name for option in game.setup.options if option.default)
        said.append(words(game, {name: match.options[name] for name in usual}))
    for option in game.setup.options:
        value = match.options[option.name]
        if option.default is None and matters(option, match.options):
            said.append(option.explained.get(value, value))
        elif not game.setup.presets:
            said.append(f"{option.name} {value}")
    return ", ".join(said)
