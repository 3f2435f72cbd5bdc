"""What happened in a match, in sentences, as one viewer may know it: a move each, a run of chance as one."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from fivefold.contract import ANYONE, CHANCE
from fivefold.parts.words import together
from fivefold.play import grouping
from fivefold.play.match import Match, Ply
from fivefold.play.observation import observed, observed_move
from fivefold.session import narration
from fivefold.session.narration import Names
from fivefold.session.races import without_seat_number
from fivefold.session.snapshot import MatchSnapshot


def sentences(snapshot: MatchSnapshot, names: Names, viewer: int, since: int = 0) -> Iterator[str]:
    """Yield what happened from ply ``since`` on, from 0.

    Chance before the first turn is left out: the picture shows a deal better than thirty-six sentences.
    """
    match = snapshot.match
    first_turn = next((ply for ply, mover in enumerate(match.movers) if mover != CHANCE), len(match.movers))
    for plies in runs(islice(match.replay(), max(since, first_turn), None)):
        yield run_sentence(snapshot, names, viewer, plies)


def runs(plies: Iterable[Ply]) -> Iterator[Sequence[Ply]]:
    """Yield players' moves one by one, and consecutive moves of chance together."""
    for by_chance, group in groupby(plies, lambda ply: ply.mover == CHANCE):
        if by_chance:
            yield list(group)
        else:
            yield from ([ply] for ply in group)


def run_sentence(snapshot: MatchSnapshot, names: Names, viewer: int, plies: Sequence[Ply]) -> str:
    """Return what a player's move, or a run of chance, was and did."""
    match, first = snapshot.match, plies[0]
    texts, accounts = zip(*(text_and_account(match, ply, viewer) for ply in plies), strict=True)
    text, account = grouping.together(texts), together(accounts)
    if first.mover < 0:
        seat_names = [seat.seat_name for seat in snapshot.seats]
        return narration.sentence(f"{text}: {narration.with_player_names(account, seat_names, names)}")
    if match.game.rules.to_move(first.before) == ANYONE:
        text = without_seat_number(text)
    goes_on = grouping.goes_on(match.game, first.before, first.move)
    return narration.sentence(narration.move_sentence(names[first.mover], text, account, goes_on))


def text_and_account(match: Match, ply: Ply, viewer: int) -> tuple[str, str]:
    """Return a move's text, and what it did, as far as a viewer may know."""
    game = match.game
    row, move = observed(game, ply.before, viewer), observed_move(game, ply.before, ply.move, viewer)
    return game.notation.say(row, move, viewer), game.notation.explain(row, move)
