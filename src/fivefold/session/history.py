"""What happened in a match, in sentences, as one viewer may know it: a move each, a run of chance as one.

Moves are counted as people count them: those that a player chose, from 1; what the table does comes with them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from fivefold.contract import ANYONE, CHANCE
from fivefold.contract.notation import MoveEffects
from fivefold.parts.messages import Reader
from fivefold.play.match import Match, Ply
from fivefold.play.observation import observed, observed_move, shared_text
from fivefold.session import narration
from fivefold.session.errors import NotOffered
from fivefold.session.races import without_seat_number
from fivefold.session.snapshot import MOVE, MatchSnapshot


def sentences(snapshot: MatchSnapshot, reader: Reader, viewer: int, since: int = 0) -> Iterator[str]:
    """Yield what happened from ply ``since`` on, from 0. Chance before the first turn is left out: the picture shows a
    deal better than thirty-six sentences."""
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
    text = shared_text([text_of(match, ply, viewer) for ply in plies])
    if match.game.rules.to_move(first.before) == ANYONE:
        text = without_seat_number(text)
    return narration.sentence(narration.event_text(match.game, accounts, text, reader))


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


def next_move_number(now: MatchSnapshot) -> int:
    """Return the number that the next move will have."""
    return len(now.match.decisions) + 1


def ply_after_move(now: MatchSnapshot, number: int) -> int:
    """Return how many plies there were after a move and all that the table did then; 0 is before the first. Raises
    ``NotOffered``."""
    decisions = now.match.decisions
    if not 0 <= number <= len(decisions):
        raise NotOffered(f"the match has {len(decisions)} so far", subject=f"move {number}")
    return decisions[number] if number < len(decisions) else len(now.match.moves)


def entry_of_move(now: MatchSnapshot, number: int) -> int:
    """Return the number of the entry with which a move was made, or with which the next one will be. Raises
    ``NotOffered`` for a move that is further ahead."""
    if number == next_move_number(now):
        return now.number + 1
    if not 0 < number < next_move_number(now):
        raise NotOffered(f"the next one is move {next_move_number(now)}", subject=f"move {number}")
    ply = now.match.decisions[number - 1] + 1
    return max(each.number for each in now.entries if each.kind == MOVE and now.plies_after(each.number) == ply)
