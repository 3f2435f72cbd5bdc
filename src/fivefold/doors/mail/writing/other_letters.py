"""Letters that are about people, challenges and accounts, and the digest of several matches.

``base`` is the public address of the pages without a path, empty where there is none.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from fivefold.contract.errors import FivefoldError
from fivefold.doors.mail.writing import match_letters
from fivefold.doors.mail.writing.letters import Letter, written
from fivefold.house.house import House
from fivefold.house.meeting.challenges import DECLINED
from fivefold.house.notices.mail.outgoing import ASKED, OutgoingMail
from fivefold.session import narration, steps
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import OVER, WAITING, MatchSnapshot

# --- challenges ------------------------------------------------------------------------------------------------------


def challenge_letter(house: House, match_id: str, person_id: str, by: str, comment: str = "", base: str = "") -> Letter:
    """Return an invitation to a match whose seats wait for answers; ``by``: the name of who invites."""
    now = house.snapshot(match_id)
    own, asked = house.person(person_id).shown, house.challenges.asked_to(match_id)
    facts: dict[str, Any] = {
        "by": by,
        "game": now.match.game,
        "others": [name for name in [seat.name for seat in now.seats] + asked if name and name not in (by, own)],
        "terms": match_letters.terms(now),
        "rated": now.terms.rated,
        "comment": comment,
    }
    return written("challenge", board=(now.match.game.key, house.mail.boards.number(match_id)), base=base, **facts)


def told_of_challenge(house: House, mail: OutgoingMail, base: str = "") -> Letter:
    """Return what a stored mail of the kind ``CHALLENGE`` says."""
    content, match_id, person_id = mail.content, str(mail.match), str(mail.person)
    if content["what"] == ASKED:
        return challenge_letter(house, match_id, person_id, house.person(content["by"]).shown, content["word"], base)
    now, number = house.snapshot(match_id), house.mail.boards.number(match_id)
    about: dict[str, Any] = {"game": now.match.game, "number": number, "base": base}
    about |= {"subject": match_letters.subject(now, number), "board": (now.match.game.key, number)}
    if content["what"] == DECLINED:
        told = {"who": house.person(content["to"]).shown, "word": content["word"]}
        return written("declined", **about, **told, **_left_at_table(house, now, person_id))
    outcome = now.match.outcome
    taken = now.status != WAITING and (outcome is None or outcome.termination != "abandoned")
    return written("withdrawn", **about, who=house.person(content["by"]).shown, taken=taken)


def _left_at_table(house: House, now: MatchSnapshot, person_id: str) -> dict[str, Any]:
    """Return who sits or is asked at a table where somebody has declined, and whether a seat is free."""
    asked = house.challenges.asked_to(now.id)
    return {
        "waits": now.status == WAITING,
        "sitting": [seat.name for seat in now.seats if seat.kind == PERSON and seat.person != person_id],
        "asked": asked,
        "has_free_seat": len(steps.open_seats(now)) > len(asked),
    }


def message_letter(by: str, text: str, base: str = "") -> Letter:
    """Return a message from another player, by name."""
    return written("message", by=by, text=text, base=base)


def question_letter(
    lines: Sequence[str],
    comment: str = "",
    base: str = "",
    sender: str = "",
    doubt: str = "",
    old_form: bool = False,
    about: str = "",
) -> Letter:
    """Ask somebody whether they wrote what came in their name; ``lines``: its commands, without any password.

    ``sender``: from which address it came; ``doubt``: why it may not be theirs, as ``sender_auth`` has it;
    ``old_form``: whether there was a password in it; ``about``: the match of the mail that was answered.
    """
    facts: dict[str, Any] = {"sender": sender, "doubt": doubt, "old_form": old_form, "match": about}
    return written("question", lines=lines, comment=comment, base=base, **facts)


def digest_letter(house: House, person_id: str, matches: Sequence[tuple[str, int]], base: str = "") -> Letter:
    """Return what happened in several matches since an entry of each, those where it is the person's turn first."""
    looked = []
    for match_id, since in matches:
        with suppress(FivefoldError):
            looked.append((match_letters.look(house, match_id, person_id, base), since))
    looked.sort(key=lambda pair: not pair[0].sight.seats)
    turns = sum(bool(looking.sight.seats) for looking, _ in looked)
    example = _example(looked[0][0]) if looked else None
    told = [_in_digest(*each) for each in looked]
    return written("digest", turns=turns, matches=told, example=example, base=base)


def _in_digest(looking: match_letters.Looking, since: int) -> dict[str, Any]:
    now = looking.now
    told = match_letters.happened_since(now, looking.public, looking.reader, since, now.number)
    return {
        "subject": match_letters.subject(now, looking.number),
        "standing": narration.sentence(match_letters.standing(looking)),
        "address": looking.address,
        "told": told[-4:] if now.status != OVER else [],
    }


def _example(looking: match_letters.Looking) -> dict[str, Any]:
    legal = match_letters.legal_moves(looking)
    key = looking.now.match.game.key
    return {"game": key, "number": looking.number, "move": legal[0].text if legal else ""}
