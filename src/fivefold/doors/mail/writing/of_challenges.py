"""Letters about challenges: that there is one, and that one came to nothing."""

from collections.abc import Iterator
from typing import Final

from fivefold.doors.mail.letters import Letter
from fivefold.doors.mail.writing import of_match
from fivefold.doors.mail.writing.blocks import Block, Foot, Lead, Paragraph, Quoted, Typed
from fivefold.doors.mail.writing.letter import letter
from fivefold.doors.mail.writing.of_people import challenge_letter
from fivefold.doors.mail.writing.words import phrase, said
from fivefold.house.house import House
from fivefold.house.meeting.challenges import DECLINED
from fivefold.house.notices.mail.challenges import ASKED
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing
from fivefold.parts.messages import Catalogue, Message
from fivefold.session import open_seats
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import WAITING, MatchSnapshot

WORDS: Final = Catalogue(
    {
        "declined": "{who} does not want to play {game} {board}.",
        "waits": "{names} {count:sits|sit} at the table and {count:waits|wait} with you.",
        "asked": "{names} {count:has|have} not answered yet.",
        "called-off": "So this match does not begin.",
        "somebody-else": "To ask somebody else instead, send, with another name:",
        "computer": "A computer can take the seat:",
        "call-off": "To cancel the match, send:",
        "withdrawn": "{who} has taken back the challenge to {game} {board}.",
        "taken": "Somebody else sits down with {who} at {game} {board}, so you are not asked any more.",
        "nothing-to-do": "You need not do anything.",
    }
)
SOMEBODY: Final = "NAME"


def told_of_challenge(house: House, mail: StoredOutgoing, base: str = "") -> Letter:
    """Return what a stored mail of the kind ``CHALLENGE`` says."""
    facts, match_id, person_id = mail.content, str(mail.match), str(mail.person)
    if facts["what"] == ASKED:
        by = house.person(facts["by"]).shown
        return challenge_letter(house, match_id, person_id, by, facts["word"], base)
    now = house.snapshot(match_id)
    number = house.mail.boards.number(match_id)
    if facts["what"] == DECLINED:
        blocks = list(_declined(house, now, number, house.person(facts["to"]).shown, facts["word"], person_id))
    else:
        blocks = list(_withdrawn(now, number, house.person(facts["by"]).shown))
    blocks.append(Foot([said("foot")], base))
    return letter(of_match.subject(now, number), blocks, (now.match.game.key, number))


def _declined(house: House, now: MatchSnapshot, number: int, who: str, word: str, person_id: str) -> Iterator[Block]:
    yield Lead(_said("declined", who=who, game=now.match.game.name, board=number))
    if word:
        yield Quoted(word, phrase("comment", who=who))
    key = now.match.game.key
    if now.status != WAITING:
        yield Paragraph(_said("called-off"))
        yield Paragraph(_said("somebody-else"))
        yield Typed([f"{key} challenge {SOMEBODY}"])
        return
    sitting = [seat.name for seat in now.seats if seat.kind == PERSON and seat.person != person_id]
    asked = house.challenges.asked_to(now.id)
    for state, names in (("waits", sitting), ("asked", asked)):
        if names:
            yield Paragraph(_said(state, names=tuple(names), count=len(names)))
    if len(open_seats.open_seats(now)) > len(asked):
        yield Paragraph(_said("somebody-else"))
        yield Typed([f"{key} challenge {number} {SOMEBODY}"])
        yield Paragraph(_said("computer"))
        yield Typed([f"{key} challenge {number} level 3"])
    yield Paragraph(_said("call-off"))
    yield Typed([f"{key} reject {number}"])


def _withdrawn(now: MatchSnapshot, number: int, who: str) -> Iterator[Block]:
    outcome = now.match.outcome
    taken = now.status != WAITING and (outcome is None or outcome.termination != "abandoned")
    yield Lead(_said("taken" if taken else "withdrawn", who=who, game=now.match.game.name, board=number))
    yield Paragraph(_said("nothing-to-do"))


def _said(key: str, **facts: str | int | tuple[str, ...]) -> str:
    return WORDS.text(Message(key, **facts))
