"""What happened and how things stand, in sentences."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from fivefold.contract import CHANCE
from fivefold.parts.words import listed, together
from fivefold.play import grouping
from fivefold.play.match import Match, Ply
from fivefold.play.observation import observed, observed_move
from fivefold.play.options import matters
from fivefold.play.outcome import Outcome
from fivefold.play.set_ups import words
from fivefold.session.narration import by_name
from fivefold.terminal.players import YOU, Arranged, Player, Thought


def seating(match: Match, players: Sequence[Player]) -> str:
    """Return the game, its options and who sits where."""
    colours = [match.game.notation.seat_name(match.row, seat) for seat in range(len(players))]
    seats = [
        f"{player.verb('are', 'is')} {colour}"
        for player, colour in zip(players, colours, strict=True)
        if len(players) > 1 and player.name != colour and not player.name.endswith(f"({colour})")
    ]
    return f"{match.game.name} ({options(match)})." + (f" {capital(people(seats))}." if seats else "")


def options(match: Match) -> str:
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


def people(phrases: Sequence[str]) -> str:
    """Return a list of phrases that begin with somebody's name, for the middle of a sentence: ``Pip and you``."""
    return listed([re.sub(rf"^{YOU}\b", YOU.lower(), phrase) for phrase in phrases])


def capital(text: str) -> str:
    """Return a text for the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def events(match: Match, players: Sequence[Player], since: int, viewer: int) -> Iterator[str]:
    """Yield what happened from ply ``since`` on (from 0), as ``viewer`` may know it.

    Chance before the first turn is left out: the picture shows a deal better than thirty-six sentences.
    """
    first_turn = next((ply for ply, mover in enumerate(match.movers) if mover != CHANCE), len(match.movers))
    for plies in pieces(islice(match.replay(), max(since, first_turn), None)):
        yield event(match, players, plies, viewer)


def pieces(plies: Iterable[Ply]) -> Iterator[Sequence[Ply]]:
    """Yield moves one by one, those of chance that follow each other together."""
    for by_chance, group in groupby(plies, lambda ply: ply.mover == CHANCE):
        if by_chance:
            yield list(group)
        else:
            yield from ([ply] for ply in group)


def event(match: Match, players: Sequence[Player], plies: Sequence[Ply], viewer: int) -> str:
    """Return what a move, or a run of chance, was and did, as ``viewer`` may know it."""
    texts, accounts = zip(*(told(match, ply, viewer) for ply in plies), strict=True)
    text, explained, mover = grouping.together(texts), together(accounts), plies[0].mover
    if mover < 0:
        seat_names = [match.game.notation.seat_name(match.row, seat) for seat in range(len(players))]
        said = by_name(explained, seat_names, lambda seat, third: players[seat].verb(third.removesuffix("s"), third))
        return sentence(f"{text}: {said}")
    if grouping.goes_on(match.game, plies[0].before, plies[0].move):
        action, _, rest = explained.partition(":")[0].partition(" ")
        return sentence(f"{players[mover].verb(action.removesuffix('s'), action)} {rest}")
    return sentence(f"{players[mover].verb('play')} {text}: {explained}")


def told(match: Match, ply: Ply, viewer: int) -> tuple[str, str]:
    """Return a move's text and what it did."""
    row, move = observed(match.game, ply.before, viewer), observed_move(match.game, ply.before, ply.move, viewer)
    return match.game.notation.say(row, move, viewer), match.game.notation.explain(row, move)


def status(match: Match, players: Sequence[Player]) -> str:
    """Return the points of every seat."""
    return score_line(players, match.scores)


def score_line(players: Sequence[Player], scores: Sequence[int]) -> str:
    """Return points beside names: ``Score: You 34, Pip 28.``; of a game for one the points alone."""
    if len(players) == 1:
        return f"Score: {scores[0]}."
    return (
        "Score: " + ", ".join(f"{player.name} {points}" for player, points in zip(players, scores, strict=True)) + "."
    )


def points(count: int) -> str:
    """Return a number of points in words."""
    return f"{count} point{'' if count == 1 else 's'}"


def result(match: Match, players: Sequence[Player], outcome: Outcome) -> str:
    """Return who won and why it is over; of a game for one the points."""
    if len(players) == 1:
        return sentence(f"{points(outcome.scores[0])}: {_with_names(match, players, outcome)}")
    return sentence(f"{_winners(match, players, outcome)}: {_with_names(match, players, outcome)}")


def double_result(players: Sequence[Player], totals: Sequence[int]) -> str:
    """Return who won two games on one deal, by the points of both together."""
    best = [seat for seat, points in enumerate(totals) if points == max(totals)]
    said = players[best[0]].verb("win") if len(best) == 1 else "A draw"
    return f"{said}. Both games together: {score_line(players, totals)}"


def _winners(match: Match, players: Sequence[Player], outcome: Outcome) -> str:
    if outcome.winner is not None:
        return players[outcome.winner].verb("win")
    best = [seat for seat, value in enumerate(outcome.returns) if value == max(outcome.returns)]
    names = people([players[seat].name for seat in best])
    if len(best) == len(players):
        return "A draw"
    if set(best) == set(match.game.setup.team(match.options, best[0])):
        return f"{capital(names)} win"
    return f"A draw between {names}"


def _with_names(match: Match, players: Sequence[Player], outcome: Outcome) -> str:
    """Say the reason, and in a match that somebody gave up, who by name instead of by seat."""
    ending = match.ending
    if ending is None or ending.seat is None:
        return outcome.reason
    name = players[ending.seat].name
    seat = f"seat {ending.seat} ({match.game.notation.seat_name(match.row, ending.seat)})"
    reason = outcome.reason.replace(seat, "you" if name == YOU else name)
    return reason.replace("resigned", "gave up") if len(players) == 1 else reason


def hint(match: Match, players: Sequence[Player], thought: Thought) -> Iterator[str]:
    """Yield what the strongest opponent would do here, what it expects next and how it judges the position.

    In a game with secrets what it expects next is a guess at what is hidden, and not told.
    """
    row = match.seen_by(match.to_move)
    move = match.game.notation.read(row, thought.text)
    yield sentence(f"Hint: {thought.text}: {match.game.notation.explain(row, move)}")
    if len(thought.line) > 1 and match.game.hidden is None:
        yield sentence(f"Then perhaps {', '.join(thought.line[1:6])}")
    if len(players) == 1:
        yield f"It expects {points(round(thought.points))} in the end."
    else:
        chances = [f"{player.name} {value * 100:.0f} %" for player, value in zip(players, thought.values, strict=True)]
        yield f"Chances to win: {', '.join(chances)}."
    if thought.exact:
        yield "This is searched to the end of the game."
    if thought.note:
        yield note(match.game.personas[-1].name, thought)


def arranged(match: Match, players: Sequence[Player], found: Arranged) -> str:
    """Return what could have been made of the cards that came to a seat, and the share of it that was made."""
    made = match.scores[found.seat]
    share = f", {made / found.points * 100:.0f} % of it" if found.points > 0 and made >= 0 else ""
    name = players[found.seat].name
    mine, made_by = ("your", "you") if name == YOU else (f"{name}'s", name)
    could = f"In hindsight {mine} cards could have made {points(found.points)}"
    return sentence(f"{could}; {made_by} made {made}{share}")


def note(name: str, thought: Thought) -> str:
    """Return how an opponent came by its thought, where it wants that known."""
    return sentence(f"{name} {thought.note}")


def sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence already."""
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
