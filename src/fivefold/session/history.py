"""What happened in a match, in sentences, as one viewer may know it: a move each, a run of chance as one."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from fivefold.contract import ANYONE, CHANCE
from fivefold.contract.notation import MoveEffects
from fivefold.parts.messages import Reader
from fivefold.play import grouping
from fivefold.play.match import Match, Ply
from fivefold.play.observation import observed, observed_move
from fivefold.session import narration
from fivefold.session.races import without_seat_number
from fivefold.session.snapshot import MatchSnapshot


def sentences(snapshot: MatchSnapshot, reader: Reader, viewer: int, since: int = 0) -> Iterator[str]:
    """Yield what happened from ply ``since`` on, from 0.

    Chance before the first turn is left out: the picture shows a deal better than thirty-six sentences.
    """
    match = snapshot.match
    first_turn = next((ply for ply, mover in enumerate(match.movers) if mover != CHANCE), len(match.movers))
    for plies in runs(islice(match.replay(), max(since, first_turn), None)):
        yield run_sentence(snapshot, reader, viewer, plies)


def runs(plies: Iterable[Ply]) -> Iterator[Sequence[Ply]]:
    """Yield players' moves one by one, and consecutive moves of chance together."""
    for by_chance, group in groupby(plies, lambda ply: ply.mover == CHANCE):
        if by_chance:
            yield list(group)
        else:
            yield from ([ply] for ply in group)


def run_sentence(snapshot: MatchSnapshot, reader: Reader, viewer: int, plies: Sequence[Ply]) -> str:
    """Return what a player's move, or a run of chance, was and did."""
    match, first = snapshot.match, plies[0]
    accounts = [account_of(match, ply, viewer) for ply in plies]
    text = grouping.shared_text([text_of(match, ply, viewer) for ply in plies])
    if match.game.rules.to_move(first.before) == ANYONE:
        text = without_seat_number(text)
    said = narration.event_text(match.game, accounts, text, reader)
    return narration.sentence(f"{text}: {said}" if first.mover < 0 else said)


def text_of(match: Match, ply: Ply, viewer: int) -> str:
    """Return a move's text, as far as a viewer may know."""
    game = match.game
    known = observed_move(game, ply.before, ply.move, viewer)
    return game.notation.say(observed(game, ply.before, viewer), known, viewer)


def account_of(match: Match, ply: Ply, viewer: int) -> MoveEffects:
    """Return what a move did, as far as a viewer may know."""
    game = match.game
    known = observed_move(game, ply.before, ply.move, viewer)
    return game.notation.account(observed(game, ply.before, viewer), known)
