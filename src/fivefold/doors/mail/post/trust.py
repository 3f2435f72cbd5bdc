"""Who is believed to have written a mail.

`From` is what anybody can write. It counts together with the key of a reply address, which only the owner of an address
has been sent; or where one's own receiving server says that the mail comes from there.
"""

from dataclasses import dataclass
from typing import Final, Literal

from fivefold.doors.mail.reading.incoming import Incoming
from fivefold.house.notices.mail.mail import Mail
from fivefold.house.notices.mail.outgoing import ANSWER, CONFIRM_ADDRESS
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing

PASS: Final = "pass"  # noqa: S105  (a result)
FAIL: Final = "fail"
Doubt = Literal["", "not-a-reply", "another-address", "forwarded", "refused", "old-reply"]
"""Why somebody is not believed: no mail of ours is answered; it comes from another address than the reply address was
made for; somebody has passed it on; the receiving server says that it is forged; the address was another then."""


@dataclass(frozen=True, slots=True)
class Belief:
    """Whose mail it is, and whether that is believed."""

    person: str | None
    """Who wrote it, or is said to have; ``None`` for somebody without an account."""
    address: str
    """Where answers and questions go: a person's own address, otherwise that of the sender."""
    answered: StoredOutgoing | None = None
    """The mail that is answered, if the key is good."""
    doubt: Doubt = ""
    """Why it may not be theirs; empty where they are believed."""
    confirms: bool = False
    """Whether it is an address that answers, of somebody who has shown nothing else: yes or no, and no more."""

    @property
    def is_sure(self) -> bool:
        """Whether the answer goes to who wrote: to others nothing is repeated of what somebody wrote in their name."""
        return self.confirms or (self.person is not None and not self.doubt)


def believed(mail: Mail, incoming: Incoming, key: str) -> Belief:
    """Return who is believed to have written a mail that came to a reply address, or with an empty key elsewhere."""
    answered = mail.outgoing.answered(key) if key else None
    if answered is not None and (answered.person is None or answered.kind == CONFIRM_ADDRESS):
        if _is_from(incoming, answered.address):
            owner = mail.addresses.owner(answered.address) if answered.kind == ANSWER else None
            if owner is not None:  # they have signed up since
                return Belief(owner, answered.address, answered, _doubt(incoming))
            return Belief(answered.person, answered.address, answered, confirms=True)
        answered = None
    if answered is not None and answered.person is not None:
        found = mail.addresses.of(answered.person)
        if found is not None and found.address:
            doubt = _doubt_of_reply(incoming, found.address, answered)
            return Belief(answered.person, found.address, answered, doubt)
    owner = mail.addresses.owner(incoming.sender) if incoming.sender else None
    if owner is None:
        return Belief(None, incoming.sender)
    return Belief(owner, incoming.sender, None, _doubt_of_mail(incoming))


def _is_from(incoming: Incoming, address: str) -> bool:
    return incoming.sender == address and not incoming.forwarded and incoming.vouched != FAIL


def _doubt_of_reply(incoming: Incoming, address: str, answered: StoredOutgoing) -> Doubt:
    if incoming.sender != address:
        return "another-address"
    if answered.address not in ("", address):
        return "old-reply"
    return _doubt(incoming)


def _doubt_of_mail(incoming: Incoming) -> Doubt:
    return _doubt(incoming) or ("" if incoming.vouched == PASS else "not-a-reply")


def _doubt(incoming: Incoming) -> Doubt:
    if incoming.vouched == FAIL:
        return "refused"
    return "forwarded" if incoming.forwarded else ""
