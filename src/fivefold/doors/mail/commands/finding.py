"""Which match a command is about."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.commands.asking import Asking
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.house.errors import DamagedMatch, NotYours, UnknownMatch
from fivefold.house.house import House
from fivefold.house.notices.awaited import awaited, several_people
from fivefold.house.people.people import ALPHABET, MATCH_LENGTH
from fivefold.parts.words import listed
from fivefold.play import catalogue
from fivefold.session.snapshot import LIVE, OVER, WAITING, MatchSnapshot

MOST_LOOKED_AT: Final = 60
"""Matches of a person among which the one meant is looked for."""
MOST_LISTED: Final = 8
Fits = Callable[[MatchSnapshot], bool]


class Ambiguous(FivefoldError):
    """Several matches could be meant."""


def find_match(asking: Asking, line: CommandLine, fits: Fits | None = None) -> MatchSnapshot:
    """Return the match that a line is about, as the person who asks may see it.

    That is the one whose board it names; else the one of the mail that is answered; else the only one of the person's
    that waits for them, or for which ``fits``; else the only one that goes on. Raises ``UnknownMatch``, ``Ambiguous``.
    """
    if line.board is not None:
        return board_called(asking, line.board, line.game)
    answered = _answered(asking, line.game)
    if answered is not None:
        return answered
    return _only_one(asking, line, fits)


def own_match(asking: Asking, line: CommandLine, fits: Fits | None = None) -> tuple[MatchSnapshot, str]:
    """Return the match that a line is about and the person, who has a seat there. Raises also ``NotYours``."""
    found = find_match(asking, line, fits)
    if asking.person is None or not found.seats_of(asking.person):
        raise NotYours("you have no seat in this match", subject=called(asking.house, found), remedy="you can watch it")
    return asking.house.snapshot(found.id), asking.person


def board_called(asking: Asking, board: str, game: str | None) -> MatchSnapshot:
    """Return the match with a number, or with an id. Raises ``UnknownMatch``, ``Ambiguous``."""
    plain = board.strip().lstrip("#").lower()
    found = [each for each in _named(asking.house, plain, game) if may_find(asking, each, by_id=not plain.isdecimal())]
    chosen = _narrowed(asking, found)
    if len(chosen) == 1:
        return asking.house.shown_to(asking.person or "", chosen[0].id)
    if chosen:
        several = f"is the number of {len(chosen)} matches"
        raise Ambiguous(several, subject=board, remedy=f"name the game too: {_choices(asking.house, chosen, 'or')}")
    of_game = f"{catalogue.find(game).name} " if game else ""
    raise UnknownMatch("there is no such match", subject=f"{of_game}{board}"[:60], remedy=_yours(asking, game))


def called(house: House, now: MatchSnapshot) -> str:
    """Return what mails call a match: ``focus 101``."""
    return f"{now.match.game.key} {house.mail.boards.number(now.id)}"


def title(house: House, now: MatchSnapshot) -> str:
    """Return the same as a sentence has it: ``Focus 101``."""
    return f"{now.match.game.name} {house.mail.boards.number(now.id)}"


def _named(house: House, plain: str, game: str | None) -> Iterator[MatchSnapshot]:
    """Yield the matches that a number or an id may mean."""
    if plain.isascii() and plain.isdecimal() and len(plain) < MATCH_LENGTH:
        ids = [match_id for _, match_id in house.mail.boards.matches(int(plain), game)]
    else:
        ids = [plain] if len(plain) == MATCH_LENGTH and set(plain) <= set(ALPHABET) else []
    for match_id in ids:
        with suppress(UnknownMatch):
            now = house.snapshot(match_id)
            if game in (None, now.match.game.key):
                yield now


def may_find(asking: Asking, now: MatchSnapshot, *, by_id: bool = False) -> bool:
    """Tell whether somebody may look at a match: numbers can be guessed, and some players keep their games private.

    A table with a free seat is found only if it is in the lobby: whoever sees its address can sit down there. A match
    that goes on is found where its players let everybody who follows a game hear of it.
    """
    if by_id or (asking.person is not None and now.seats_of(asking.person)):
        return True
    if (now.status == WAITING and not now.terms.listed) or (now.status == LIVE and not several_people(now)):
        return False
    house, people = asking.house, {seat.person for seat in now.seats if seat.person is not None}
    if any(house.blocks.blocked(each, asking.person or "") for each in people):
        return False
    chosen = [house.accounts.preferences(each) for each in people]
    return all(each.public_profile and each.public_games for each in chosen)


def _narrowed(asking: Asking, found: Sequence[MatchSnapshot]) -> Sequence[MatchSnapshot]:
    """Return those of several matches that are meant more likely."""
    answered = [now for now in found if now.id == asking.match_id]
    own = [now for now in found if asking.person is not None and now.seats_of(asking.person)]
    going_on = [now for now in own if now.status != OVER]
    return next((some for some in (answered, going_on, own) if len(some) == 1), going_on or own or found)


def _answered(asking: Asking, game: str | None) -> MatchSnapshot | None:
    if asking.match_id is None:
        return None
    found = asking.house.shown_to(asking.person or "", asking.match_id)
    return found if game in (None, found.match.game.key) else None


def _only_one(asking: Asking, line: CommandLine, fits: Fits | None) -> MatchSnapshot:
    going_on = list(going_on_for(asking, line.game))
    waiting = [now for now in going_on if (fits or _waits_for(asking.person))(now)]
    # With one match there is no doubt which is meant; the command says what is wrong with it there.
    chosen = waiting or (going_on if fits is None or len(going_on) == 1 else [])
    if len(chosen) == 1:
        return chosen[0]
    if not chosen:
        none = "none of your matches can be meant" if going_on else "you have no match that goes on"
        raise UnknownMatch(none, subject=line.source[:60], remedy=_yours(asking, line.game))
    which = f"write which one: {_choices(asking.house, chosen, 'or')}"
    raise Ambiguous(f"{len(chosen)} of your matches can be meant", subject=line.source[:60], remedy=which)


def going_on_for(asking: Asking, game: str | None = None) -> Iterator[MatchSnapshot]:
    """Yield the unfinished matches of the person who asks, of a game if one is named, the latest first."""
    if asking.person is None:
        return
    for each in asking.house.matches_of(asking.person, MOST_LOOKED_AT):
        if each.status != OVER and game in (None, each.game):
            with suppress(UnknownMatch, DamagedMatch):
                yield asking.house.snapshot(each.id)


def _waits_for(person: str | None) -> Fits:
    def waits(now: MatchSnapshot) -> bool:
        seats = now.seats_of(person or "")
        return now.may_move(person or "") or not awaited(now).isdisjoint(seats)

    return waits


def _choices(house: House, matches: Sequence[MatchSnapshot], last: str = "and") -> str:
    told = [f"{called(house, now)} ({' – '.join(now.names)})" for now in matches[:MOST_LISTED]]
    more = len(matches) - len(told)
    return listed([*told, f"{more} more"] if more else told, last)


def _yours(asking: Asking, game: str | None) -> str:
    """Return which matches the person has, as a clause."""
    own = list(islice(going_on_for(asking, game), MOST_LISTED))
    return f"you play in {_choices(asking.house, own)}" if own else "games lists your matches"
