"""What players offer each other and answer, what they do about time, and giving up: the same as at the table.

``accept`` and ``reject``, ``yes`` and ``no`` answer what is asked, whatever that is: first what is offered at a match,
if the person is asked; else a move of theirs that waits to be confirmed, in an answer to the mail about it; everything
else is about challenges.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Shown, phrase, refused, said, say
from fivefold.doors.mail.commands import meeting, moves, people, requests
from fivefold.doors.mail.commands.requests import MailRequest, Run, called, mail_word, own_match, pass_on, title
from fivefold.doors.mail.reading.lines import AMOUNT, CommandLine
from fivefold.doors.mail.writing.times import span_words
from fivefold.house import commands
from fivefold.house.commands import Context
from fivefold.house.errors import NotOffered, UnknownMatch
from fivefold.house.notices.mail import mail_queue as mails
from fivefold.parts.messages import Message
from fivefold.play.outcome import Termination
from fivefold.session import offers
from fivefold.session.offers import ABORT, DRAW, REMATCH, gift_seconds
from fivefold.session.snapshot import MORE_TIME, OVER, PAUSE, RESUME, UNDO, WAITING, MatchSnapshot

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
        raise refused(NotOffered, "cannot-propose", named[:40], names=tuple(KIND_OF))
    return _offer(asking, line, kind)


def _offering(kind: str) -> Run:
    return lambda asking, line: _offer(asking, line, kind)


for _name, _kind in KIND_OF.items():
    mail_word(_name)(_offering(_kind))


def _offer(asking: MailRequest, line: CommandLine, kind: str) -> Sequence[Answer]:
    now, person_id = own_match(asking, line)
    if kind == MORE_TIME:
        _check_amount(asking, now, line)
    offered = commands.Offer.model_construct(kind=kind, number=now.number + 1)
    after = commands.offer(Context(asking.house, person_id), now.id, offered)
    own = after.offer is not None and after.offer.seat in after.seats_of(person_id)
    return _told(asking, now, after, person_id, "offered" if own else "")


def _answer(asking: MailRequest, now: MatchSnapshot, person_id: str, agree: bool) -> Sequence[Answer]:
    """Accept what is offered at a match, or decline; whoever offered it withdraws it with a no."""
    open_offer = now.offer
    if open_offer is None:
        raise refused(NotOffered, "not-offered", called(asking.house, now))
    if asking.match_id == now.id and asking.number is not None and open_offer.since > asking.number:
        raise refused(NotOffered, "offered-since", "answer", match=called(asking.house, now))
    withdrawn = not agree and not offers.may_answer(now, person_id)
    answered = commands.Answer.model_construct(agree=agree, kind=open_offer.kind, number=open_offer.since + 1)
    after = commands.answer(Context(asking.house, person_id), now.id, answered)
    if withdrawn:
        told = pass_on(asking, after, person_id)
        return (Shown(now.id, person_id, said=(phrase("withdrawn-offer"), *told)),)
    return _told(asking, now, after, person_id, "agreed" if agree else "declined-offer")


def _told(
    asking: MailRequest, now: MatchSnapshot, after: MatchSnapshot, person_id: str, done: str = ""
) -> Sequence[Answer]:
    """Return what came of an offer or an answer; ``done``: what the match itself does not tell."""
    told = pass_on(asking, after, person_id)
    if after.id != now.id:
        return (Shown(after.id, person_id, said=(phrase("next-game"), *told)),)
    since = now.number if after.number > now.number else None
    return (Shown(after.id, person_id, since=since, said=(*(said(done) if done else ()), *told)),)


@mail_word("ready")
def ready(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Say that one is ready for the second game of a double match; it begins once everybody is."""
    now, person_id = own_match(asking, line)
    after = commands.second(Context(asking.house, person_id), now.id)
    if after.id != now.id:
        return _told(asking, now, after, person_id)
    waits = tuple(after.names[seat.seat] for seat in after.seats if seat.seat not in after.agreed)
    told = pass_on(asking, after, person_id)
    return say(Message("ready", match=title(asking.house, now), names=waits), *told)


@mail_word("claim")
def claim(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """End a match in which another's time is out."""
    now, person_id = own_match(asking, line, lambda now: _is_late(asking, now))
    return _told(asking, now, commands.claim(Context(asking.house, person_id), now.id), person_id)


@mail_word("give")
def give(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Give the others more time."""
    now, person_id = own_match(asking, line, lambda now: _is_late(asking, now))
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
        board, span = asking.house.mail.boards.number(now.id), span_words(gift * 1000)
        raise refused(InvalidOption, "no-other-amount", line.source[:60], word=line.word, span=span, board=board)


def _is_late(asking: MailRequest, now: MatchSnapshot) -> bool:
    return now.status != OVER and now.clocks is not None and not now.may_move(asking.person or "")


# --- Giving up -------------------------------------------------------------------------------------------------------


NOW, LATER, BACK = "now", "later", "back"


@mail_word("resign")
def resign(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Resign, or take back a resignation that waits for the player's turn."""
    now, person_id = own_match(asking, line)
    how = line.arguments[0].lower() if line.arguments else ""
    if _has_resigned(now, person_id):
        return (Shown(now.id, person_id, said=said("resigned-already")),)
    pending, board = asking.house.mail.resignations, title(asking.house, now)
    waits = pending.waits(now.id, person_id)
    if how == BACK or (waits and how not in (NOW, LATER)):
        if not waits:
            raise refused(NotOffered, "no-resignation", "resign back")
        pending.take_back(now.id, person_id)
        return say(Message("resign-back", match=board))
    if how == LATER and now.may_move(person_id):
        raise refused(NotOffered, "at-once", "resign")
    after = pending.resign(now.id, person_id, at_once=how == NOW)
    if after.status != OVER and not _has_resigned(after, person_id):
        return say(Message("resign-later", match=board), "resign-undo")
    return (Shown(now.id, person_id, since=now.number, said=pass_on(asking, after, person_id)),)


def _has_resigned(now: MatchSnapshot, person_id: str) -> bool:
    left = dict(now.match.left)
    return any(left.get(seat) == Termination.RESIGNED for seat in now.seats_of(person_id))


# --- ``accept`` and ``reject`` ---------------------------------------------------------------------------------------


def _consent(agree: bool) -> Run:
    def run(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
        now = _offered(asking, line)
        if now is not None and asking.person is not None:
            return _answer(asking, now, asking.person, agree)
        if asking.person is not None and asking.match_id is not None and _says_nothing_else(asking, line):
            now = asking.house.snapshot(asking.match_id)
            if moves.has_submitted(asking, now):
                return moves.confirm(asking, line) if agree else say("move-rejected")
            if now.status != WAITING and now.offer is None and now.seats_of(asking.person):
                raise refused(NotOffered, "not-offered", title(asking.house, now))
        return (meeting.accept if agree else meeting.reject)(asking, line)

    return run


def _says_nothing_else(asking: MailRequest, line: CommandLine) -> bool:
    return asking.kind != mails.CHALLENGE and not line.board and not line.arguments


def _offered(asking: MailRequest, line: CommandLine) -> MatchSnapshot | None:
    """Return the match whose offer is meant; ``None`` where a challenge must be."""
    if asking.person is None or asking.kind == mails.CHALLENGE or line.arguments:
        return None
    with suppress(UnknownMatch):
        if line.board is None and asking.match_id is None:
            return _only_offer(asking, line)
        now = requests.find_match(asking, line)
        may = offers.may_answer(now, asking.person)
        own = now.offer is not None and now.offer.seat in now.seats_of(asking.person)
        return now if now.offer is not None and (may or own) else None
    return None


def _only_offer(asking: MailRequest, line: CommandLine) -> MatchSnapshot | None:
    going_on = requests.going_on_for(asking, line.game)
    asked = [now for now in going_on if offers.may_answer(now, asking.person or "")]
    if len(asked) > 1:
        return requests.find_match(asking, line, lambda now: now in asked)  # which lists them
    return asked[0] if asked else None


mail_word("accept")(_consent(True))
mail_word("reject")(_consent(False))


# --- ``yes`` and ``no`` ----------------------------------------------------------------------------------------------


AGREED: Final[Mapping[str, Callable[[MailRequest, mails.OutgoingMail], Sequence[Answer]]]] = {
    mails.CONFIRM_ADDRESS: people.address_confirmed,
    mails.SIGN_UP: people.signed_up,
    mails.SIGN_OFF: people.signed_off,
}
"""What a yes does, by the kind of the mail that is answered."""
ALIKE: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys((mails.CHALLENGE, mails.MATCH, mails.NAG, mails.ANSWER), ("accept", "reject")),
    mails.SUBMITTED: ("confirm", ""),
}
"""The commands that yes and no stand for in answers to other mails; none for a no that changes nothing."""


@mail_word("yes")
def yes(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Do what the mail that is answered asks for. Raises what doing it raises, and ``InvalidOption``."""
    if asking.kind in ALIKE:
        return _instead(ALIKE[asking.kind][0], asking, line)
    mail = None if asking.answered is None else asking.house.mail.outgoing.mail(asking.answered)
    if mail is None or mail.kind not in AGREED:
        raise refused(InvalidOption, "no-question", line.source[:60] or "yes")
    return AGREED[mail.kind](asking, mail)


@mail_word("no")
def no(asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    """Decline what the mail that is answered asks for, or leave things as they are."""
    instead = ALIKE.get(asking.kind, ("", ""))[1]
    return _instead(instead, asking, line) if instead else say("as-it-was")


def _instead(word: str, asking: MailRequest, line: CommandLine) -> Sequence[Answer]:
    return requests.RUNS[word](asking, CommandLine(word, line.game, line.board, source=line.source))
