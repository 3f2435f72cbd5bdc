"""Who asks for something by mail, about which match, and what is written below it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from textwrap import wrap
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.mail.answers import Answer, refused
from fivefold.doors.mail.reading.lines import CommandLine
from fivefold.house.errors import DamagedMatch, NotOffered, NotYours, UnknownMatch
from fivefold.house.house import House
from fivefold.house.notices.awaited import awaited, several_people
from fivefold.house.people.people import ALPHABET, MATCH_LENGTH
from fivefold.house.table.chat import LONGEST
from fivefold.parts.words import listed
from fivefold.play import catalogue
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import LIVE, OVER, WAITING, MatchSnapshot


@dataclass(frozen=True, slots=True)
class MailRequest:
    """Everything that a command may know besides its own line."""

    house: House
    person: str | None
    """The id of who asks, who has shown to be that person; ``None`` for a stranger."""
    address: str
    """Where the answer goes."""
    comment: str
    """What stands below the commands, for the others."""
    match_id: str | None = None
    """The match of the mail that is answered."""
    number: int | None = None
    """The last entry that the mail which is answered told of: a move counts only if there is none after it."""
    kind: str = ""
    """The kind of the mail that is answered, of ``house.notices.mail.mail_queue``; empty for a mail from elsewhere."""
    answered: int | None = None
    """The id of the mail that is answered."""
    base: str = ""
    """The public address of the pages, without a path; empty where there is none."""


Run = Callable[[MailRequest, CommandLine], Sequence[Answer]]
"""Carries out a command. Raises ``FivefoldError``: what was wrong, and what would do.

Without answers nothing is answered: a mail of its own tells whoever asked.
"""

RUNS: Final[dict[str, Run]] = {}


def mail_word(name: str) -> Callable[[Run], Run]:
    """Let a function carry out a word of ``mail.words``; the empty one is a first line that begins with none."""

    def known(run: Run) -> Run:
        RUNS[name] = run
        return run

    return known


def known(asking: MailRequest) -> str:
    """Return who asks. Raises ``NotOffered`` for a stranger."""
    if asking.person is None:
        raise refused(NotOffered, "strangers", asking.address or "you")
    return asking.person


def own_account(asking: MailRequest, word: str) -> str:
    """Return the id of who asks, who has an account. Raises ``NotOffered``."""
    if asking.person is None or not asking.house.accounts.is_named(asking.person):
        raise refused(NotOffered, "no-account", word)
    return asking.person


def named_game(asking: MailRequest, line: CommandLine) -> Game:
    """Return the game that a line names, else that of the match whose mail is answered. Raises ``InvalidOption``."""
    if line.game is None and asking.match_id is not None:
        return asking.house.known(asking.match_id).match.game
    if line.game is None:
        names = listed([catalogue.find(key).name for key in catalogue.keys()], "or")  # noqa: SIM118  (a module)
        raise refused(InvalidOption, "no-game", line.source[:60], "game", names=names, word=line.word)
    return catalogue.find(line.game)


# --- Which match a command is about ----------------------------------------------------------------------------------


MOST_LOOKED_AT: Final = 60
"""Matches of a person among which the one meant is looked for."""
MOST_LISTED: Final = 8
Fits = Callable[[MatchSnapshot], bool]


class Ambiguous(FivefoldError):
    """Several matches could be meant."""


def find_match(asking: MailRequest, line: CommandLine, fits: Fits | None = None) -> MatchSnapshot:
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


def own_match(asking: MailRequest, line: CommandLine, fits: Fits | None = None) -> tuple[MatchSnapshot, str]:
    """Return the match that a line is about and the person, who has a seat there. Raises also ``NotYours``."""
    found = find_match(asking, line, fits)
    if asking.person is None or not found.seats_of(asking.person):
        raise refused(NotYours, "no-seat", called(asking.house, found))
    return asking.house.snapshot(found.id), asking.person


def board_called(asking: MailRequest, board: str, game: str | None) -> MatchSnapshot:
    """Return the match with a number, or with an id. Raises ``UnknownMatch``, ``Ambiguous``."""
    plain = board.strip().lstrip("#").lower()
    found = [each for each in _named(asking.house, plain, game) if may_find(asking, each, by_id=not plain.isdecimal())]
    chosen = _narrowed(asking, found)
    if len(chosen) == 1:
        return asking.house.shown_to(asking.person or "", chosen[0].id)
    if chosen:
        choices = _choices(asking.house, chosen, "or")
        raise refused(Ambiguous, "number-of-several", board, count=len(chosen), choices=choices)
    of_game = f"{catalogue.find(game).name} " if game else ""
    raise refused(UnknownMatch, "no-such-match", f"{of_game}{board}"[:60], yours=_yours(asking, game))


def called(house: House, now: MatchSnapshot) -> str:
    """Return what mails call a match: ``focus 101``."""
    return f"{now.match.game.key} {house.mail.boards.number(now.id)}"


def title(house: House, now: MatchSnapshot) -> str:
    """Return the same as a sentence has it: ``Focus 101``."""
    return f"{now.match.game.name} {house.mail.boards.number(now.id)}"


def _named(house: House, plain: str, game: str | None) -> Iterator[MatchSnapshot]:
    if plain.isascii() and plain.isdecimal() and len(plain) < MATCH_LENGTH:
        ids = [match_id for _, match_id in house.mail.boards.matches(int(plain), game)]
    else:
        ids = [plain] if len(plain) == MATCH_LENGTH and set(plain) <= set(ALPHABET) else []
    for match_id in ids:
        with suppress(UnknownMatch):
            now = house.snapshot(match_id)
            if game in (None, now.match.game.key):
                yield now


def may_find(asking: MailRequest, now: MatchSnapshot, *, by_id: bool = False) -> bool:
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


def _narrowed(asking: MailRequest, found: Sequence[MatchSnapshot]) -> Sequence[MatchSnapshot]:
    answered = [now for now in found if now.id == asking.match_id]
    own = [now for now in found if asking.person is not None and now.seats_of(asking.person)]
    going_on = [now for now in own if now.status != OVER]
    return next((some for some in (answered, going_on, own) if len(some) == 1), going_on or own or found)


def _answered(asking: MailRequest, game: str | None) -> MatchSnapshot | None:
    if asking.match_id is None:
        return None
    found = asking.house.shown_to(asking.person or "", asking.match_id)
    return found if game in (None, found.match.game.key) else None


def _only_one(asking: MailRequest, line: CommandLine, fits: Fits | None) -> MatchSnapshot:
    going_on = list(going_on_for(asking, line.game))
    waiting = [now for now in going_on if (fits(now) if fits else _waits_for(now, asking.person or ""))]
    # With one match there is no doubt which is meant; the command says what is wrong with it there.
    chosen = waiting or (going_on if fits is None or len(going_on) == 1 else [])
    if len(chosen) == 1:
        return chosen[0]
    if not chosen:
        none = "none-meant" if going_on else "none-goes-on"
        raise refused(UnknownMatch, none, line.source[:60], yours=_yours(asking, line.game))
    choices = _choices(asking.house, chosen, "or")
    raise refused(Ambiguous, "several-meant", line.source[:60], count=len(chosen), choices=choices)


def going_on_for(asking: MailRequest, game: str | None = None) -> Iterator[MatchSnapshot]:
    """Yield the unfinished matches of the person who asks, of a game if one is named, the latest first."""
    if asking.person is None:
        return
    for each in asking.house.matches_of(asking.person, MOST_LOOKED_AT):
        if each.status != OVER and game in (None, each.game):
            with suppress(UnknownMatch, DamagedMatch):
                yield asking.house.snapshot(each.id)


def _waits_for(now: MatchSnapshot, person: str) -> bool:
    return now.may_move(person) or not awaited(now).isdisjoint(now.seats_of(person))


def _choices(house: House, matches: Sequence[MatchSnapshot], last: str = "and") -> str:
    told = [f"{called(house, now)} ({' – '.join(now.names)})" for now in matches[:MOST_LISTED]]
    more = len(matches) - len(told)
    return listed([*told, f"{more} more"] if more else told, last)


def _yours(asking: MailRequest, game: str | None) -> str:
    """Return which matches the person has, as a clause."""
    own = list(islice(going_on_for(asking, game), MOST_LISTED))
    return f"you play in {_choices(asking.house, own)}" if own else "games lists your matches"


# --- What a player writes under a command ----------------------------------------------------------------------------


MOST_LINES: Final = 4
"""Of chat, that a comment becomes."""


def pass_on(asking: MailRequest, now: MatchSnapshot, person_id: str, comment: str | None = None) -> tuple[str, ...]:
    """Say a comment at a table where somebody can hear it; return what the writer has to know, in sentences."""
    text = " ".join((asking.comment if comment is None else comment).split())
    heard = any(seat.kind == PERSON and seat.person not in (None, person_id) for seat in now.seats)
    if not text or not heard:
        return ()
    lines, said = lines_of(text), asking.house.chat.own_last(now.table_id, person_id, MOST_LINES)
    kept = 0
    for line in lines:
        try:
            if line not in said:  # the same mail once more
                asking.house.chat.say(now, person_id, line)
        except FivefoldError as error:
            part = f"the rest of your comment, after {kept} characters," if kept else "your comment"
            return (f"{part[:1].upper()}{part[1:]} was not passed on: {error}.",)
        kept += len(line)
    whole = kept >= len(text) - len(lines)
    return () if whole else (f"Only the first {kept} characters of your comment were passed on.",)


def lines_of(text: str) -> list[str]:
    """Return a comment as lines of chat, as many as there may be."""
    return wrap(text, LONGEST, break_on_hyphens=False)[:MOST_LINES]
