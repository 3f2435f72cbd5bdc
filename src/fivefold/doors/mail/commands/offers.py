"""What players offer each other, what they do about time, and giving up: the same as at the table."""

from collections.abc import Mapping, Sequence
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said, Shown
from fivefold.doors.mail.commands.requests import Fits, MailRequest, Run, called, mail_word, own_match, pass_on, title
from fivefold.doors.mail.reading.lines import AMOUNT, CommandLine
from fivefold.doors.mail.writing.times import span_words
from fivefold.house import commands
from fivefold.house.commands import Context
from fivefold.house.errors import NotOffered
from fivefold.parts.words import listed
from fivefold.play.outcome import Termination
from fivefold.session import offers
from fivefold.session.offers import ABORT, DRAW, REMATCH, gift_seconds
from fivefold.session.snapshot import MORE_TIME, OVER, PAUSE, RESUME, UNDO, MatchSnapshot

SECONDS: Final[Mapping[str, int]] = {"d": 86400, "h": 3600, "m": 60, "s": 1}
KIND_OF: Final[Mapping[str, str]] = {
    "undo": UNDO,
    "pause": PAUSE,
    "resume": RESUME,
    "more": MORE_TIME,
    "abort": ABORT,
    "rematch": REMATCH,
}
"""What is offered by a word that says it."""


@mail_word("propose")
def propose(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Offer a draw, or what is named."""
    named = "-".join(line.arguments).lower()
    kind = {"": DRAW, DRAW: DRAW, "more-time": MORE_TIME, **KIND_OF}.get(named)
    if kind is None:
        raise NotOffered("nobody can propose that", subject=named[:40], remedy=f"write one of {', '.join(KIND_OF)}")
    return _offer(asking, line, kind)


def _offering(kind: str) -> Run:
    return lambda asking, line: _offer(asking, line, kind)


def _offer(asking: MailRequest, line: CommandLine, kind: str) -> Sequence[Answer]:
    now, person_id = own_match(asking, line)
    if kind == MORE_TIME:
        _check_amount(asking, now, line)
    offered = commands.Offer.model_construct(kind=kind, number=now.number + 1)
    after = commands.offer(Context(asking.house, person_id), now.id, offered)
    return _told(asking, now, after, person_id)


def answer(asking: MailRequest, now: MatchSnapshot, person_id: str, agree: bool) -> Sequence[Answer]:
    """Accept what is offered at a match, or decline; whoever offered it withdraws it with a no."""
    open_offer = now.offer
    if open_offer is None:
        raise NotOffered("nothing is offered there", subject=called(asking.house, now))
    if asking.match_id == now.id and asking.number is not None and open_offer.since > asking.number:
        raise NotOffered(
            "something else is offered by now",
            subject="answer",
            remedy=f"read it, and answer that mail, or name the board: {called(asking.house, now)}",
        )
    withdrawn = not agree and not offers.may_answer(now, person_id)
    answered = commands.Answer.model_construct(agree=agree, kind=open_offer.kind, number=open_offer.since + 1)
    after = commands.answer(Context(asking.house, person_id), now.id, answered)
    if withdrawn:
        told = pass_on(asking, after, person_id)
        return (Shown(now.id, person_id, said=("Your offer is withdrawn.", *told)),)
    return _told(asking, now, after, person_id, agree)


def _told(
    asking: MailRequest, now: MatchSnapshot, after: MatchSnapshot, person_id: str, agree: bool | None = None
) -> Sequence[Answer]:
    """Return what came of an offer or an answer."""
    told = pass_on(asking, after, person_id)
    if after.id != now.id:
        return (Shown(after.id, person_id, said=("The next game has begun.", *told)),)
    since = now.number if after.number > now.number else None
    return (Shown(after.id, person_id, since=since, said=(*_done(after, person_id, agree), *told)),)


def _done(after: MatchSnapshot, person_id: str, agree: bool | None) -> tuple[str, ...]:
    """Return what the person has done, where the match itself does not tell: what follows from it stands below."""
    if agree is not None:
        return ("You agreed." if agree else "You declined.",)
    own = after.offer is not None and after.offer.seat in after.seats_of(person_id)
    return ("Your offer is made.",) if own else ()


@mail_word("ready")
def ready(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Say that one is ready for the second game of a double match; it begins once everybody is."""
    now, person_id = own_match(asking, line)
    after = commands.second(Context(asking.house, person_id), now.id)
    if after.id != now.id:
        return _told(asking, now, after, person_id)
    waits = listed([after.names[seat.seat] for seat in after.seats if seat.seat not in after.agreed])
    told = pass_on(asking, after, person_id)
    return (Said((f"You are ready for the second game of {title(asking.house, now)}. It waits for {waits}.", *told)),)


@mail_word("claim")
def claim(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """End a match in which another's time is out."""
    now, person_id = own_match(asking, line, _is_late(asking))
    return _told(asking, now, commands.claim(Context(asking.house, person_id), now.id), person_id)


@mail_word("give")
def give(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Give the others more time."""
    now, person_id = own_match(asking, line, _is_late(asking))
    _check_amount(asking, now, line)
    next_entry = commands.Numbered(number=now.number + 1)
    return _told(asking, now, commands.give_time(Context(asking.house, person_id), now.id, next_entry), person_id)


def _check_amount(asking: MailRequest, now: MatchSnapshot, line: CommandLine) -> None:
    """Raise ``InvalidOption`` for an amount of time that is not the one which can be had in a match."""
    wanted = AMOUNT.fullmatch("".join(line.arguments).casefold())
    if wanted is None or now.clocks is None:
        return
    gift = gift_seconds(now)
    if int(wanted[1]) * SECONDS[wanted[2][0]] != gift:
        remedy = f"send {line.word} {called(asking.house, now).split()[1]}, which is {span_words(gift * 1000)}"
        raise InvalidOption(f"{line.word} takes no other amount", subject=line.source[:60], remedy=remedy)


def _is_late(asking: MailRequest) -> Fits:
    return lambda now: now.status != OVER and now.clocks is not None and not now.may_move(asking.person or "")


for _name, _kind in KIND_OF.items():
    mail_word(_name)(_offering(_kind))


# --- Giving up -------------------------------------------------------------------------------------------------------


NOW, LATER, BACK = "now", "later", "back"


@mail_word("resign")
def resign(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Resign, or take back a resignation that waits for the player's turn."""
    now, person_id = own_match(asking, line)
    how = line.arguments[0].lower() if line.arguments else ""
    if _has_resigned(now, person_id):
        return (Shown(now.id, person_id, said=("You have resigned already.",)),)
    pending, board = asking.house.mail.resignations, title(asking.house, now)
    waits = pending.waits(now.id, person_id)
    if how == BACK or (waits and how not in (NOW, LATER)):
        return _taken_back(asking, now, person_id, waits)
    if how == LATER and now.may_move(person_id):
        raise NotOffered("it is your turn, so it would happen at once", subject="resign", remedy="write resign now")
    after = pending.resign(now.id, person_id, at_once=how == NOW)
    if after.status != OVER and not _has_resigned(after, person_id):
        later = f"You will resign in {board} when your turn comes; nobody is told before."
        return (Said((later, "To play on, send resign again before then, or resign back.")),)
    return (Shown(now.id, person_id, since=now.number, said=pass_on(asking, after, person_id)),)


def _taken_back(asking: MailRequest, now: MatchSnapshot, person_id: str, waits: bool) -> Sequence[Answer]:
    if not waits:
        raise NotOffered("no resignation of yours waits here", subject="resign back", remedy="you are playing on")
    asking.house.mail.resignations.take_back(now.id, person_id)
    return (Said((f"You play on in {title(asking.house, now)}: your resignation is taken back.",)),)


def _has_resigned(now: MatchSnapshot, person_id: str) -> bool:
    left = dict(now.match.left)
    return any(left.get(seat) == Termination.RESIGNED for seat in now.seats_of(person_id))
