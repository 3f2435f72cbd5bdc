"""What a mail says, of its facts: a letter for its person, and the message that it becomes."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from fivefold.doors.mail.commands.hints import hint_answer
from fivefold.doors.mail.post.recipients import BOUNCE
from fivefold.doors.mail.writing.answer_letters import compose_answers
from fivefold.doors.mail.writing.letters import Letter, before_a_pause, written
from fivefold.doors.mail.writing.match_letters import chat_letter, claimable_letter, match_letter, nag_letter
from fivefold.doors.mail.writing.message import GENERATED, REPLIED, Draw, HouseAddress, composed
from fivefold.doors.mail.writing.other_letters import InDigest, digest_letter, message_letter, told_of_challenge
from fivefold.house.computers.opponents import Opponents
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.notices.mail import links, nags
from fivefold.house.notices.mail.outgoing import (
    ANSWER,
    CHALLENGE,
    CHAT,
    CONFIRM_ADDRESS,
    DIGEST,
    HINT,
    MATCH,
    MESSAGE,
    MOVED,
    NAG,
    PLAYED,
    QUESTION,
    SIGN_OFF,
    SIGN_UP,
    SUBMITTED,
    acknowledges,
)
from fivefold.house.notices.mail.queue import MOST_SENT
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing
from fivefold.session.timing import moment

ANSWERS: Final = frozenset({ANSWER, QUESTION, SUBMITTED, HINT, SIGN_UP, SIGN_OFF})
"""Kinds that answer a mail."""
STOPPED: Final = frozenset({MATCH, DIGEST, NAG, CHAT, CHALLENGE, MESSAGE})
"""Kinds that a person may stop with one click."""
ID_LETTERS: Final = 20


class Messages:
    """Makes messages; safe to share among threads."""

    def __init__(
        self,
        house: House,
        domain: str,
        base: str = "",
        opponents: Opponents | None = None,
        draw: Draw | None = None,
    ) -> None:
        """``base``: the public address of the pages; empty where there is none. ``opponents``: who give hints.

        ``draw``: draws the pictures; without it they are drawn here.
        """
        self._draw = draw
        self._house, self._domain, self._base, self._opponents = house, domain, base, opponents
        self._letters: Mapping[str, Callable[[StoredOutgoing], Letter | None]] = {
            MATCH: self._of_match,
            DIGEST: self._digest,
            NAG: self._nag,
            CHAT: self._chat,
            MESSAGE: self._message,
            CHALLENGE: self._challenge,
            CONFIRM_ADDRESS: self._address,
            links.SIGN_IN: self._sign_in,
            MOVED: self._moved,
            HINT: self._hint,
        }

    def composed(self, mail: StoredOutgoing, address: str, others_wait: datetime | None = None) -> bytes | None:
        """Return a mail as the message that goes to an address; ``None`` where it cannot be made yet.

        ``others_wait``: until when other mails to it wait, which this one announces; ``None`` where none has to.
        Raises ``FivefoldError`` where there is nothing to tell.
        """
        letter = self.letter(mail)
        if letter is None:
            return None
        person = mail.person or ""
        if others_wait is not None:
            letter = before_a_pause(letter, MOST_SENT, moment(others_wait), self._house.vacations.zone(person))
        if not self._house.accounts.preferences(person).mail_pictures:
            letter = replace(letter, html="", pictures=())
        content = mail.content if isinstance(mail.content, dict) else {}
        return composed(
            letter,
            HouseAddress(self._domain),
            address,
            self.message_id(mail.id),
            self._house.mail.outgoing.key(mail.id),
            self._house.now(),
            in_reply_to=content.get("in_reply_to", ""),
            automatic=REPLIED if mail.kind in ANSWERS else GENERATED,
            unsubscribe=self._stop_page(mail),
            draw=self._draw,
        )

    def letter(self, mail: StoredOutgoing) -> Letter | None:
        """Return what a mail says; ``None`` where that is not known yet. Raises ``FivefoldError``."""
        if acknowledges(mail) and (played := mail.content[PLAYED])["number"] != mail.number:
            about = self._house, mail.match or "", mail.person or "", played["since"], mail.number
            return match_letter(*about, base=self._base, done=played["said"])
        if isinstance(mail.content, dict) and "subject" in mail.content:
            return Letter.read(mail.content)
        return self._letters[mail.kind](mail)

    def message_id(self, mail: int) -> str:
        """Return a mail's Message-ID, always the same, from which nobody can tell where it is answered."""
        digest = sha256(self._house.mail.outgoing.key(mail).encode()).hexdigest()
        return f"<{mail}.{digest[:ID_LETTERS]}@{self._domain}>"

    def bounces(self, mail: int) -> str:
        """Return the address to which servers report that a mail did not arrive."""
        return f"{BOUNCE}+{self._house.mail.outgoing.key(mail)}@{self._domain}"

    # Letters by kind

    def _of_match(self, mail: StoredOutgoing) -> Letter:
        return match_letter(
            self._house, mail.match or "", mail.person or "", mail.since or 0, mail.number, base=self._base
        )

    def _digest(self, mail: StoredOutgoing) -> Letter:
        told = [InDigest(each["match"], each["since"]) for each in mail.content]
        return digest_letter(self._house, mail.person or "", told, self._base)

    def _nag(self, mail: StoredOutgoing) -> Letter:
        what, about = mail.content["what"], (mail.match or "", mail.person or "")
        if what == nags.CLAIMABLE:
            return claimable_letter(self._house, *about, self._base)
        return nag_letter(self._house, *about, what == nags.LATE, self._base)

    def _challenge(self, mail: StoredOutgoing) -> Letter:
        return told_of_challenge(self._house, mail, self._base)

    def _chat(self, mail: StoredOutgoing) -> Letter:
        said = mail.content["by"], mail.content["text"]
        return chat_letter(self._house, mail.match or "", mail.person or "", *said, self._base)

    def _message(self, mail: StoredOutgoing) -> Letter:
        return message_letter(mail.content["by"], mail.content["text"], self._base)

    def _address(self, mail: StoredOutgoing) -> Letter:
        link = f"{self._base}{self._house.mail.links.of_mail(mail)}" if self._base else ""
        return written("address", name=self._name(mail), link=link, base=self._base)

    def _moved(self, mail: StoredOutgoing) -> Letter:
        return written("moved", name=self._name(mail), base=self._base)

    def _sign_in(self, mail: StoredOutgoing) -> Letter:
        if not self._base:
            raise NotOffered("the house does not know the address of its pages", subject="sign in by mail")
        link = f"{self._base}{self._house.mail.links.of_mail(mail)}"
        return written("sign_in", name=self._name(mail), link=link, base=self._base)

    def _hint(self, mail: StoredOutgoing) -> Letter | None:
        if self._opponents is None:
            raise NotOffered("nobody gives hints here", subject="hint")
        told = hint_answer(self._house, self._opponents, mail)
        return None if told is None else compose_answers(self._house, [told], mail.person, self._base)

    def _name(self, mail: StoredOutgoing) -> str:
        return self._house.person(mail.person or "").shown

    def _stop_page(self, mail: StoredOutgoing) -> str:
        """Return the page on which one click stops mails like this; empty where there is none."""
        if not self._base or mail.person is None or mail.kind not in STOPPED:
            return ""
        return f"{self._base}{self._house.mail.links.path(links.STOP, mail.person, mail.match or '')}"
