"""One's own account by mail: address, name, password, and leaving."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.answers import Answer, Said
from fivefold.doors.mail.commands.asking import Asking, Run
from fivefold.doors.mail.reading.command_lines import CommandLine
from fivefold.doors.mail.writing.letters import written
from fivefold.house.errors import NotOffered
from fivefold.house.notices.mail.links import PASSWORD
from fivefold.house.notices.mail.outgoing import SIGN_OFF
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing
from fivefold.house.stored_match import time_from_text
from fivefold.session.snapshot import OVER

GOOD_FOR: Final = timedelta(days=7)
"""How long a yes deletes an account; an old mail that turns up again does nothing."""
MOST_COUNTED: Final = 500
"""Matches of a person that are looked at to count those they play."""


def own_account(asking: Asking, word: str) -> str:
    """Return the id of who asks, who has an account. Raises ``NotOffered``."""
    if asking.person is None or not asking.house.accounts.is_named(asking.person):
        raise NotOffered("you have no account yet", subject=word, remedy="send signup and the name you want")
    return asking.person


# --- address ---------------------------------------------------------------------------------------------------------


def address(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Ask another address whether it is this person's. Raises ``InvalidOption``, ``NotOffered``."""
    person = own_account(asking, "address")
    new = [each.strip(",;<>") for each in line.arguments]
    if not new:
        return [
            Said((f"Your mail goes to {_address_of(asking, person)}. To change it, send address and the new one.",))
        ]
    if len(new) > 1:
        remedy = "name the one that you want"
        raise InvalidOption(f"there are {len(new)} addresses", subject="address", remedy=remedy)
    before = _address_of(asking, person)
    if new[0].lower() == before:
        return [Said((f"Your mail goes to {before} already.",))]
    wanted = asking.house.mail.link_mails.confirm(person, new[0])
    said = f"A mail has gone to {wanted}. Reply to it with yes, and your mail goes there."
    return [Said((said, f"Until then it goes to {before}."))]


def address_confirmed(asking: Asking, mail: StoredOutgoing) -> Sequence[Answer]:
    """Let a person's mail go to the address that has answered. Raises ``InvalidOption``."""
    person = mail.person or ""
    before = asking.house.mail.addresses.of(person)
    if before is not None and before.address == mail.address and not before.off:
        return [Said((f"Your mail goes to {mail.address}.",))]
    asking.house.mail.addresses.confirm(person, mail.address)
    name = asking.house.person(person).shown
    return [
        Said((f"Thank you, {name}. From now on your mail goes to {mail.address}.", "Send help to see how to play."))
    ]


def _address_of(asking: Asking, person: str) -> str:
    found = asking.house.mail.addresses.of(person)
    return asking.address if found is None else found.address


# --- name and password -----------------------------------------------------------------------------------------------


def name(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Give a person another name. Raises ``InvalidName``, ``NotOffered``."""
    person = own_account(asking, "name")
    wanted = " ".join(line.arguments)
    if not wanted:
        shown = asking.house.person(person).shown
        return [Said((f"You are called {shown}. To change it, send name and the new one.",))]
    after = asking.house.rename(person, wanted)
    return [Said((f"You are called {after.shown} now.", "The old name stays yours for a while, and leads to you."))]


def password(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Send a link to a page where a password is chosen. Raises ``NotOffered``."""
    person = own_account(asking, "password")
    if not asking.base:
        remedy = "ask whoever runs it, or go on playing by mail: you need no password here"
        raise NotOffered("this house does not know the address of its pages", subject="password", remedy=remedy)
    link = f"{asking.base}{asking.house.mail.links.path(PASSWORD, person)}"
    shown = asking.house.person(person).shown
    said = f"Open {link} to choose a password for {shown}. The page works once, for the next seven days."
    return [Said((said, "By mail you go on playing without it."))]


# --- leaving ---------------------------------------------------------------------------------------------------------


def sign_off(asking: Asking, line: CommandLine) -> Sequence[Answer]:
    """Ask whether an account is to be deleted, or stop its mail. Raises ``NotOffered``."""
    person = own_account(asking, "signoff")
    if "mail" in [each.casefold() for each in line.arguments]:
        return _no_more_mail(asking, person)
    shown, house = asking.house.person(person).shown, asking.house
    playing = sum(each.status != OVER for each in house.matches_of(person, MOST_COUNTED))
    letter = written("sign_off", name=shown, playing=playing, base=asking.base)
    house.mail.outgoing.put(SIGN_OFF, person, _address_of(asking, person), letter.stored())
    return []  # that mail says it


def signed_off(asking: Asking, mail: StoredOutgoing) -> Sequence[Answer]:
    """Delete the account of a person who has said yes. Raises ``NotOffered``."""
    account = asking.house.accounts.account(mail.person or "")
    if account is None:
        raise NotOffered("this account is deleted already", subject="signoff", remedy="there is nothing left to do")
    if asking.house.now() - time_from_text(mail.made) > GOOD_FOR:
        raise NotOffered("this mail is too old", subject="signoff", remedy="send signoff again to get a new one")
    asking.house.leaving.delete(account)
    return [
        Said((f"Your account {account.name} is deleted, and this is our last mail to you. Thank you for playing.",))
    ]


def _no_more_mail(asking: Asking, person: str) -> Sequence[Answer]:
    asking.house.mail.stopping.stop(person)
    said = (
        "No more mail comes by itself, about no match and from nobody. Your account stays, and your mails are answered."
    )
    return [Said((said, "To get mail again, send: mail every"))]


RUN: Final[Mapping[str, Run]] = {"address": address, "name": name, "password": password, "signoff": sign_off}
